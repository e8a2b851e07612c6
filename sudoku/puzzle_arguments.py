"""Which puzzles a command is about: its argument and options, and how they are read."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple

import click

from exactcover.console import opened, say
from sudoku.errors import ClashError, TextError
from sudoku.formats.fpuzzles import from_fpuzzles
from sudoku.formats.iss import from_iss
from sudoku.formats.janko import KINDS, from_layout
from sudoku.puzzle import Puzzle
from sudoku.rules import Rule
from sudoku.rules.classic import Classic
from sudoku.rules.reading import read_rule
from sudoku.shape import Shape
from sudoku.text import read_puzzles

__all__ = ["Source", "puzzle_options"]

OTHER_HOUSES = ("classic", "jigsaw", "latin")
"""Rules that say which rows, columns and boxes there are; if none is named, "classic" is meant."""


class Source(NamedTuple):
    """Where puzzles come from, as the argument and the options of a command say.

    Attributes
    ----------
    puzzles
        A file, a puzzle itself, or ``-`` for standard input.
    shape
        The width and height of a box, where it is told.
    rules
        The rules that are named, each perhaps with its parameters as JSON.
    layout
        The kind of puzzle that the text is laid out as, where it is told.
    """

    puzzles: str
    shape: str | None = None
    rules: tuple[str, ...] = ()
    layout: str | None = None

    @property
    def is_typed(self) -> bool:
        """Whether somebody types them, and waits for each answer."""
        return self.puzzles == "-" and sys.stdin.isatty()

    def asked_shape(self) -> Shape | None:
        """Return the shape that is asked for."""
        return Shape.parse(self.shape) if self.shape else None

    def asked_rules(self) -> list[Rule]:
        """Return the rules that are asked for; "classic" is meant where none says the houses."""
        rules = self._named_rules()
        has_houses = any(each.name in OTHER_HOUSES for each in rules)
        return rules if has_houses else [Classic(), *rules]

    def read(self, *, is_bulk: bool) -> Iterator[tuple[int, Puzzle | None]]:
        """Yield the puzzles, each with the line in which it begins.

        In bulk, a puzzle whose clues clash is None, which has no solution, and the clash is
        reported; otherwise it is an error.
        """
        if (stated := self._stated()) is not None:
            yield 1, Puzzle(stated.shape, [*stated.rules, *self._named_rules()], stated.grid)
            return
        rules = tuple(self.asked_rules())
        with _lines(self.puzzles) as lines:
            for place, grid in read_puzzles(lines, self.asked_shape()):
                try:
                    yield place, Puzzle(grid.shape, rules, grid)
                except ClashError as clash:
                    if not is_bulk:
                        raise TextError(str(clash), place) from None
                    say(f"line {place}: {clash}")
                    yield place, None

    def _named_rules(self) -> list[Rule]:
        return [read_rule(text) for text in dict.fromkeys(self.rules)]

    def _stated(self) -> Puzzle | None:
        """Return the puzzle of a source that states its rules; None where it has grids only."""
        source = self.puzzles
        if self.layout:
            with _lines(source) as lines:
                return from_layout(self.layout, "".join(lines))
        if source.endswith(".json"):
            with opened(source) as stream:
                return from_fpuzzles("".join(stream))
        if "f-puzzles.com" in source or source.startswith("{"):
            return from_fpuzzles(source)
        if source.startswith(".") and "~" in source:
            return from_iss(source)
        return None


def puzzle_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the argument and the options that say which puzzles are meant: `source` of a command."""

    @wraps(command)
    def with_source(
        puzzles: str, shape: str | None, rules: tuple[str, ...], layout: str | None, **others: Any
    ) -> None:
        command(source=Source(puzzles, shape, rules, layout), **others)

    for option in (
        click.option(
            "--layout",
            type=click.Choice(list(KINDS)),
            help="The text is laid out as puzzles of this kind are.",
        ),
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
        with_source = option(with_source)
    return with_source


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
