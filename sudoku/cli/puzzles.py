"""The argument PUZZLES of a command, and clear messages where it is no source of puzzles."""

from __future__ import annotations

import errno
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from exactcover.runtime.cli.exit_codes import BadInput
from sudoku.formats.recognise import RULE_HELP, Source, layout_option
from sudoku.formats.symbols import DIGITS

__all__ = ["puzzle_options"]

NO_FILE = (errno.ENOENT, errno.ENAMETOOLONG, errno.ENOTDIR)
"""The errors of the system for names that are not names of files."""
SHORTEST = 16
"""The number of characters of the shortest puzzle in one line that is read."""
LONGEST_ROW = 35
"""The most characters that `sudoku.formats.text_reader` may read as one row of a grid."""


def puzzle_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the argument and options of puzzles to a command, which receives them as `source`."""

    @wraps(command)
    def with_source(
        puzzles: str, shape: str | None, rules: tuple[str, ...], layout: str | None, **others: Any
    ) -> None:
        source = Source(puzzles, shape, rules, layout, time_limit=others.get("time_limit"))
        _check_length(source)
        try:
            command(source=source, **others)
        except OSError as error:
            if error.errno not in NO_FILE or error.filename != puzzles:
                raise
            name = puzzles or repr("")
            raise BadInput(f"{name}: {error.strerror}, and it is no puzzle either") from None

    for option in (
        layout_option,
        click.option("--rule", "rules", multiple=True, metavar="NAME[=JSON]", help=RULE_HELP),
        click.option("--shape", help="The width and height of a box, as in 4x3."),
        click.argument("puzzles"),
    ):
        with_source = option(with_source)
    return with_source


def _check_length(source: Source) -> None:
    """Raise an error for digits in one line that are the cells of no board.

    In a file, so many digits can be a row of a grid.
    """
    text = source.puzzles
    is_row = SHORTEST < len(text) <= LONGEST_ROW and all(symbol in DIGITS for symbol in text)
    if is_row and not source.shape and not source.layout and not Path(text).exists():
        raise BadInput(
            f"{text!r} has {len(text)} characters: a puzzle in one line has one for each cell, for "
            "example 16, 36, 64, 81, 100 or 144; for boards of other sizes, give --shape"
        )
