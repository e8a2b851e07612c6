"""The argument and the options for the puzzles of a command, and the reading of the puzzles."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import click

from exactcover.cli.console import opened, say
from exactcover.cli.exit_codes import BadInput
from exactcover.names import find_name
from sudoku.errors import ClashError, SudokuError, TextError
from sudoku.formats.text import BYTE_ORDER_MARK, read_each
from sudoku.geometry.shape import Shape
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import Rule
from sudoku.rules.classic import Classic
from sudoku.rules.reading import read_rule

__all__ = ["Name", "Placed", "Source", "check_one_of", "puzzle_options", "rules_asked"]

OTHER_HOUSES = ("classic", "jigsaw", "latin")
"""Rules that define rows, columns and boxes; if none is named, "classic" is added."""

Placed: TypeAlias = tuple[int, Puzzle | SudokuError]
"""The line in which a puzzle begins, and the puzzle, or the error.

The error is a `ClashError` if the clues break a rule, so that the puzzle has no solution, and a
`TextError` if the puzzle cannot be read.
"""

RULE_HELP = (
    'A further rule, for example killer=\'[[8, ["r1c1", "r1c2"]]]\'; '
    "`sudoku rules NAME` explains its parameters."
)


class Name(click.ParamType):  # type: ignore[type-arg]  # generic in new versions only
    """One of the names of a registry, in any usual spelling; similar ones are suggested.

    `known` is called only for messages and for `--help`, because that loads all plug-ins.
    """

    name = "name"

    def __init__(
        self,
        kind: str,
        known: Callable[[], Iterable[str]],
        others: Mapping[str, str] | None = None,
    ) -> None:
        self._kind = kind
        self._known = known
        self._others = others or {}

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """Return the names, for `--help`."""
        return f"[{'|'.join(self._known())}]"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name in the registry."""
        return find_name(self._kind, value, self._known(), BadInput, self._others)


def _reader(module: str, name: str) -> Callable[..., Puzzle]:
    """Import the reader of a format, when a source has this format."""
    reader: Callable[..., Puzzle] = getattr(import_module(module), name)
    return reader


def _from_any_json(text: str) -> Puzzle:
    """Return the puzzle in JSON, which is that of f-puzzles if it has a grid."""
    try:
        has_grid = "grid" in json.loads(text)
    except (ValueError, TypeError, RecursionError):
        has_grid = False
    if has_grid:
        return _reader("sudoku.formats.fpuzzles", "from_fpuzzles")(text)
    return _reader("sudoku.formats.json_line", "from_json")(text)


def _are_json_lines(text: str) -> bool:
    """Return whether a text is several puzzles in JSON, one in each line."""
    lines = text.strip().splitlines()
    return len(lines) > 1 and lines[0].startswith("{") and lines[0].rstrip().endswith("}")


def _first_content(lines: Iterator[str]) -> tuple[str, Iterator[str]]:
    """Return the first line with content, and an iterator over all lines."""
    read = list[str]()
    for line in lines:
        read.append(line)
        text = line.strip().removeprefix(BYTE_ORDER_MARK)
        if text and not text.startswith("#"):
            return text, chain(read, lines)
    return "", iter(read)


def _layouts() -> Iterable[str]:
    """Return the names of the layouts in text."""
    from sudoku.formats.janko import KINDS

    return KINDS


def check_one_of(**given: object) -> None:
    """Raise an error if more than one of several exclusive options is given."""
    names = ["--" + name.replace("_", "-") for name, value in given.items() if value]
    if len(names) > 1:
        raise click.UsageError(f"of {' and '.join(names)} only one can be given")


def rules_asked(texts: Iterable[str]) -> list[Rule]:
    """Return the named rules; "classic" is added if none of them defines the houses.

    Examples
    --------
    >>> [each.name for each in rules_asked(["diagonal"])], rules_asked(["latin"])
    (['classic', 'diagonal'], [Latin()])
    """
    rules = [read_rule(text) for text in dict.fromkeys(texts)]
    has_houses = any(each.name in OTHER_HOUSES for each in rules)
    return rules if has_houses else [Classic(), *rules]


class Source(NamedTuple):
    """The source of puzzles, given by the argument and the options of a command.

    Attributes
    ----------
    puzzles
        The name of a file, a puzzle, or ``-`` for standard input.
    shape
        The width and height of a box, if given.
    rules
        The named rules, each with its parameters as JSON if it has some.
    layout
        The kind of puzzle whose text layout is used, if given.
    """

    puzzles: str
    shape: str | None = None
    rules: tuple[str, ...] = ()
    layout: str | None = None

    @property
    def is_typed(self) -> bool:
        """Whether puzzles are typed, so that each answer is shown at once."""
        return self.puzzles == "-" and sys.stdin.isatty()

    def asked_shape(self) -> Shape | None:
        """Return the requested shape."""
        return Shape.parse(self.shape) if self.shape else None

    def asked_rules(self) -> list[Rule]:
        """Return the requested rules; "classic" is added if none of them defines the houses."""
        return rules_asked(self.rules)

    def read(self) -> Iterator[Placed]:
        """Yield the puzzles, each with the line in which it begins.

        For a refused puzzle, the error is reported and yielded, and reading continues.
        """
        if (stated := self._stated_alone()) is not None:
            yield 1, self._with_rules(stated)
            return
        with _lines(self.puzzles) as lines:
            first, lines = _first_content(lines)
            yield from self._each_json(lines) if first.startswith("{") else self._each_grid(lines)

    def _each_json(self, lines: Iterable[str]) -> Iterator[Placed]:
        """Yield the puzzles in lines of JSON, which state their rules."""
        for place, line in enumerate(lines, 1):
            text = line.strip().removeprefix(BYTE_ORDER_MARK)
            if not text or text.startswith("#"):
                continue
            try:
                yield place, self._with_rules(_from_any_json(text))
            except ClashError as clash:
                say(f"line {place}: {clash}")
                yield place, clash
            except SudokuError as error:
                say(f"Error: line {place}: {error}")
                yield place, error

    def _each_grid(self, lines: Iterable[str]) -> Iterator[Placed]:
        """Yield the puzzles in lines or grids of clues."""
        rules = tuple(self.asked_rules())
        for place, grid in read_each(lines, self.asked_shape()):
            if isinstance(grid, TextError):
                say(f"Error: {grid}")
                yield place, grid
                continue
            try:
                yield place, Puzzle(grid.shape, rules, grid)
            except ClashError as clash:
                say(f"line {place}: {clash}")
                yield place, clash

    def puzzles_and_errors(self) -> tuple[list[Puzzle], int]:
        """Return all puzzles that can be read, and the number of those that are refused."""
        placed = [puzzle for _, puzzle in self.read()]
        puzzles = [puzzle for puzzle in placed if isinstance(puzzle, Puzzle)]
        return puzzles, len(placed) - len(puzzles)

    def _with_rules(self, stated: Puzzle) -> Puzzle:
        """Return a puzzle that states its rules, with the named rules, too."""
        if self.shape:
            raise click.UsageError("--shape is for grids: this source states its own shape")
        if not self.rules:
            return stated
        named = [read_rule(text) for text in dict.fromkeys(self.rules)]
        return Puzzle(stated.shape, [*stated.rules, *named], stated.grid)

    def _stated_alone(self) -> Puzzle | None:
        """Return the puzzle of a source that is one puzzle with its rules, else None."""
        source = self.puzzles
        if self.layout:
            with _lines(source) as lines:
                return _reader("sudoku.formats.janko", "from_layout")(self.layout, "".join(lines))
        if source.endswith(".json"):
            with opened(source) as stream:
                text = "".join(stream)
            return None if _are_json_lines(text) else _from_any_json(text)
        if source.startswith("{"):
            return _from_any_json(source)
        if "f-puzzles.com" in source:
            return _reader("sudoku.formats.fpuzzles", "from_fpuzzles")(source)
        if source.startswith(".") and "~" in source:
            return _reader("sudoku.formats.iss.strings", "from_iss")(source)
        return None


def puzzle_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the argument and options of puzzles to a command, which receives them as `source`."""

    @wraps(command)
    def with_source(
        puzzles: str, shape: str | None, rules: tuple[str, ...], layout: str | None, **others: Any
    ) -> None:
        command(source=Source(puzzles, shape, rules, layout), **others)

    for option in (
        click.option(
            "--layout",
            type=Name("layout", _layouts),
            help="The kind of puzzle whose text layout is used.",
        ),
        click.option("--rule", "rules", multiple=True, metavar="NAME[=JSON]", help=RULE_HELP),
        click.option("--shape", help="The width and height of a box, as in 4x3."),
        click.argument("puzzles"),
    ):
        with_source = option(with_source)
    return with_source


@contextmanager
def _lines(source: str) -> Iterator[Iterator[str]]:
    """Open a file, standard input or a literal puzzle; show the progress of files on a terminal."""
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
    """Return whether an argument is a puzzle and not the name of a missing file."""
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
