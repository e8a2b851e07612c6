"""Which puzzles a command is about: its argument and options, and how they are read."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click

from exactcover.console import opened, say
from sudoku.errors import ClashError, TextError
from sudoku.formats.fpuzzles import from_fpuzzles
from sudoku.formats.iss import from_iss
from sudoku.puzzle import Puzzle
from sudoku.rules.classic import Classic
from sudoku.text import read_puzzles

__all__ = ["puzzle_options", "puzzles_of"]

OTHER_HOUSES = ("classic", "jigsaw", "latin")
"""Rules that say which rows, columns and boxes there are; if none is named, "classic" is meant."""

Function = TypeVar("Function", bound=Callable[..., Any])


def puzzle_options(function: Function) -> Function:
    """Add the argument and the options that say which puzzles are meant."""
    for option in (
        click.option(
            "--rule",
            "rules",
            multiple=True,
            metavar="NAME[=JSON]",
            help='A rule beyond rows, columns, boxes; killer=\'[[8, ["r1c1", "r1c2"]]]\', say.',
        ),
        click.option("--shape", help="A box's width x height, as in 4x3."),
        click.argument("puzzles"),
    ):
        function = option(function)
    return function


def puzzles_of(
    source: str, shape: str | None, rules: tuple[str, ...], *, is_bulk: bool
) -> Iterator[tuple[int, Puzzle | None]]:
    """Yield the puzzles of a source, each with the line in which it begins.

    In bulk, a puzzle whose clues clash is None, which has no solution, and the clash is reported;
    otherwise it is an error.
    """
    from sudoku.rules.reading import read_rule
    from sudoku.shape import Shape

    further = [read_rule(text) for text in dict.fromkeys(rules)]
    if (stated := _stated(source)) is not None:
        yield 1, Puzzle(stated.shape, [*stated.rules, *further], stated.grid)
        return
    has_houses = any(each.name in OTHER_HOUSES for each in further)
    all_rules = tuple(further if has_houses else [Classic(), *further])
    with _lines(source) as lines:
        for place, grid in read_puzzles(lines, Shape.parse(shape) if shape else None):
            try:
                yield place, Puzzle(grid.shape, all_rules, grid)
            except ClashError as clash:
                if not is_bulk:
                    raise TextError(str(clash), place) from None
                say(f"line {place}: {clash}")
                yield place, None


def _stated(source: str) -> Puzzle | None:
    """Return the puzzle of a source that states its rules; None where it has grids only."""
    if source.endswith(".json"):
        with opened(source) as stream:
            return from_fpuzzles("".join(stream))
    if "f-puzzles.com" in source or source.startswith("{"):
        return from_fpuzzles(source)
    if source.startswith(".") and "~" in source:
        return from_iss(source)
    return None


@contextmanager
def _lines(source: str) -> Iterator[Iterator[str]]:
    """Open a file, standard input or a literal puzzle; with a bar for files where people look."""
    is_file = source == "-" or Path(source).is_file()
    if not is_file and _is_literal(source):
        yield iter(source.splitlines())
        return
    with opened(source) as stream:
        if source == "-" or not sys.stderr.isatty():
            yield stream
        else:
            yield from _with_bar(stream, Path(source).stat().st_size)


def _is_literal(source: str) -> bool:
    """Tell a puzzle from the name of a file that is missing."""
    return len(source) >= 16 and "/" not in source and "." not in Path(source).suffix[1:]


def _with_bar(stream: Iterator[str], size: int) -> Iterator[Iterator[str]]:
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("puzzles", total=size)

        def watched() -> Iterator[str]:
            passed = 0
            for number, line in enumerate(stream):
                passed += len(line)
                if number % 100 == 0:
                    bar.update(task, completed=passed)
                yield line

        yield watched()
