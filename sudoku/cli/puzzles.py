"""The argument PUZZLES of a command, and clear messages where it is no source of puzzles."""

from __future__ import annotations

import errno
from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from exactcover.runtime.cli.exit_codes import BadInput
from sudoku.formats.recognise import RULE_HELP, Source, layout_option

NO_FILE = (errno.ENOENT, errno.ENAMETOOLONG, errno.ENOTDIR)
"""The errors of the system for names that are not names of files."""


def puzzle_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the argument and options of puzzles to a command, which receives them as `source`."""

    @wraps(command)
    def with_source(
        puzzles: str,
        shape: str | None,
        rules: tuple[str, ...],
        layout: str | None,
        symbols: str | None,
        **others: Any,
    ) -> None:
        limit = others.get("time_limit")
        source = Source(puzzles, shape, rules, layout, time_limit=limit, symbols=symbols)
        try:
            command(source=source, **others)
        except OSError as error:
            if error.errno not in NO_FILE or error.filename != puzzles:
                raise
            name = puzzles or repr("")
            raise BadInput(f"{name}: {error.strerror}, and it is no puzzle either") from None

    for option in (
        layout_option,
        click.option(
            "--symbols", help="The signs of the digits of PUZZLES from 1, as in ABCDEFGHI."
        ),
        click.option("--rule", "rules", multiple=True, metavar="NAME[=JSON]", help=RULE_HELP),
        click.option("--shape", help="The width and height of a box, as in 4x3."),
        click.argument("puzzles"),
    ):
        with_source = option(with_source)
    return with_source
