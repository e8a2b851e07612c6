"""The argument and the options for the puzzles of a command, and the reading of the puzzles."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

import click

from exactcover.runtime.cli.console import opened, say
from exactcover.runtime.cli.exit_codes import BadInput, reading
from exactcover.runtime.registry import find_name
from sudoku.errors import ClashError, SudokuError, TextError
from sudoku.formats.forms.reading import Reading, facts_in, heads_in
from sudoku.formats.forms.stated import (
    OF_LINKS,
    form_of,
    fpuzzles_in,
    heads_and_body,
    holds_data,
    is_aside_of_links,
    is_grid_alone,
    progress_in,
    puzzle_of,
)
from sudoku.formats.forms.symbols import Symbols
from sudoku.formats.sadman import other_sections
from sudoku.formats.text_reader import Clues, read_clues
from sudoku.formats.usual_text import BYTE_ORDER_MARK
from sudoku.geometry.grid import Grid
from sudoku.geometry.shape import Shape
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import Rule
from sudoku.rules.classic import Classic
from sudoku.rules.parsing import read_rule

OTHER_HOUSES = ("classic", "jigsaw", "latin")
"""Rules that define rows, columns and boxes; if none is named, "classic" is added."""

Placed: TypeAlias = tuple[int, Puzzle | SudokuError]
"""The line in which a puzzle begins, and the puzzle, or the error.

The error is a `ClashError` if the clues break a rule, so that the puzzle has no solution, and a
`TextError` if the puzzle cannot be read.
"""

Stated: TypeAlias = tuple[int, Puzzle | SudokuError, str | None]
"""The same, and the data of f-puzzles that states the puzzle, if it is stated so."""

SHORTEST = 16
"""The fewest characters of a puzzle that is given instead of a file."""
_GAME = re.compile(r"\d+x?\d*\w*:")
"""The beginning of a game ID of Solo, which may be short."""
_LITERAL = re.compile(r"\d+x?\d*\w*:|https?://|SumoCue|<|[\[{(]|[0-9.]+/[0-9./]+$|\.{4}")
"""The beginnings of puzzles that could be names of files, but for their signs."""

GO_ON = "`sudoku hint` and `sudoku explain` go on from them."
"""What is said of the work of a player that a command does not use."""
MOST_SHOWN = 60
"""The most characters of a source that a message shows."""

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
        self, kind: str, known: Callable[[], Iterable[str]], others: Mapping[str, str] | None = None
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


def _layouts() -> Iterable[str]:
    """Return the names of the layouts in text."""
    from sudoku.formats.janko.reader import KINDS

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
    in_progress
        Whether boards are wanted where the source has the work of a player.
    time_limit
        The most seconds for reading a puzzle, if given.
    symbols
        The signs of the digits from 1, if they are not the usual ones.
    """

    puzzles: str
    shape: str | None = None
    rules: tuple[str, ...] = ()
    layout: str | None = None
    in_progress: bool = False
    time_limit: float | None = None
    symbols: str | None = None

    @property
    def is_typed(self) -> bool:
        """Whether puzzles are typed, so that each answer is shown at once."""
        return self.puzzles == "-" and sys.stdin.isatty()

    def file_of_grids(self) -> Path | None:
        """Return the file, if there is one, nothing else is asked, and its name says no form."""
        is_asked = self.shape or self.rules or self.layout or self.symbols
        is_plain = not is_asked and is_file(self.puzzles)
        path = Path(self.puzzles)
        return path if is_plain and path.suffix not in _BY_SUFFIX else None

    def asked_shape(self) -> Shape | None:
        """Return the requested shape."""
        return Shape.parse(self.shape) if self.shape else None

    def asked_rules(self) -> list[Rule]:
        """Return the requested rules; "classic" is added if none of them defines the houses."""
        return rules_asked(self.rules)

    def read(self, *, checks: bool = True) -> Iterator[Placed]:
        """Yield the puzzles, each with the line in which it begins.

        For a refused puzzle, the error is reported and yielded, and reading continues. Unless
        `checks` is true, clues of grids may clash: this is five times as fast.

        Raises
        ------
        TextError
            If there is no puzzle.
        UnfinishedError
            If reading a puzzle takes longer than the time limit.
        """
        for place, puzzle, _ in self.stated(checks=checks):
            yield place, puzzle

    def stated(self, *, checks: bool = True) -> Iterator[Stated]:
        """Yield the puzzles as `read`, each also with the data of f-puzzles that states it, if any.

        Raises
        ------
        UnfinishedError
            If reading a puzzle takes longer than the time limit.
        """
        puzzles = _some(self._read(checks), self.puzzles)
        if self.time_limit is None:
            yield from puzzles
            return
        while True:
            with reading(self.puzzles[:MOST_SHOWN], {"time_limit": self.time_limit}):
                found = next(puzzles, None)
            if found is None:
                return
            yield found

    def _read(self, checks: bool) -> Iterator[Stated]:
        """Yield the puzzles and their data, without a time limit."""
        if self.layout:
            from sudoku.formats.janko.reader import from_layout

            with _lines(self.puzzles) as lines:
                yield 1, self._completed(from_layout(self.layout, "".join(lines))), None
        elif self.symbols:
            with _lines(self.puzzles) as lines:
                yield from _without_data(self._grids(lines, Puzzle if checks else _unchecked))
        elif (form := form_of(self.puzzles)) and not is_file(self.puzzles):
            yield self._of_form(1, form, self.puzzles)
        else:
            with _lines(self.puzzles) as lines:
                first, lines = _with_first(lines)
                form, text = form_of(first), first
                is_part = first.startswith("{") and not _is_complete("", first)
                if is_part or (form in OF_LINKS and not holds_data(first)):  # or it names a site
                    text = "".join(lines)
                    form, lines = form_of(text), iter(text.splitlines(keepends=True))
                if not is_grid_alone(text):
                    form = form or _BY_SUFFIX.get(Path(self.puzzles).suffix)
                if form:
                    yield from self._stated(form, first, lines)
                else:
                    yield from _without_data(self._grids(lines, Puzzle if checks else _unchecked))

    def _grids(
        self, lines: Iterable[str], make: Callable[[Shape, tuple[Rule, ...], Grid], Puzzle]
    ) -> Iterator[Placed]:
        """Yield the puzzles of grids without rules."""
        rules, comments = tuple(self.asked_rules()), dict[int, str]()
        lines = _with_comments(lines, {rule.name for rule in rules}, comments)
        last = 0
        for place, clues in self._clues(lines, {rule.name for rule in rules}):
            above = _above(place, last, comments) if comments else ()
            last = place
            if isinstance(clues, TextError):
                say(f"Error: {clues}")
                yield place, clues
                continue
            try:
                if isinstance(clues, Reading) and (clues.placed or clues.removed):
                    yield place, self._in_progress(clues, rules)
                elif isinstance(clues, Grid):
                    made = make(clues.shape, rules, clues)
                    yield place, _called(made, facts_in(above)) if above else made
                else:
                    made = make(clues.grid.shape, clues.all_rules(rules), clues.grid)
                    facts = clues.facts if isinstance(clues, Reading) else facts_in(above)
                    yield place, _called(made, facts)
            except ClashError as clash:
                say(f"line {place}: {clash}")
                yield place, clash
            except SudokuError as error:
                say(f"Error: line {place}: {error}")
                yield place, error

    def _clues(
        self, lines: Iterable[str], rules: set[str]
    ) -> Iterator[tuple[int, Clues | TextError]]:
        """Yield what lines without rules show, each with its line."""
        if self.symbols is None:
            has_board = any(name in OTHER_HOUSES[1:] for name in rules)
            yield from read_clues(
                lines, self.asked_shape(), forms=not self.is_typed, regions=not has_board
            )
            return
        symbols, text = Symbols(self.symbols), "".join(lines)
        found = read_clues(symbols.plain(text).splitlines(), self.asked_shape())
        for line, clues in found:
            yield line, symbols.as_given(clues) if isinstance(clues, TextError) else clues

    def _in_progress(self, found: Reading, rules: tuple[Rule, ...]) -> Any:
        """Return the puzzle of a text with the work of a player, or the board if it is wanted."""
        if self.in_progress:
            return found.board(rules)
        words = found.progress_in_words()
        say(f"Not part of the puzzle: {words}. {GO_ON}")
        return found.puzzle(rules)

    def _stated(self, form: str, first: str, lines: Iterable[str]) -> Iterator[Stated]:
        """Yield the puzzles of lines that state their rules, or the one of the whole text."""
        if not _is_complete(form, first):
            text = "".join(lines)
            yield self._of_form(1, form_of(text) or form, text)
            return
        heads = list[str]()
        has_links = form in OF_LINKS and "/" in first and holds_data(first)
        for place, line in enumerate(lines, 1):
            is_aside = has_links and is_aside_of_links(line)
            if line.startswith("#") or is_aside:
                heads.append(line if line.startswith("#") else f"# {line}")
            if not line.strip() or line.startswith("#") or is_aside:
                continue
            of_line = form_of(line) or form
            text = "".join(f"{head.rstrip()}\n" for head in heads)
            heads.clear()
            try:
                yield self._of_form(place, of_line, text + line)
            except ClashError as clash:
                say(f"line {place}: {clash}")
                yield place, clash, None
            except SudokuError as error:
                say(f"Error: line {place}: {error}")
                yield place, error, None

    def _of_form(self, place: int, form: str, text: str) -> Stated:
        """Return the puzzle of a text that states its rules, or the board of a player."""
        puzzle = self._completed(puzzle_of(form, text))
        data = fpuzzles_in(form, heads_and_body(text)[1])
        return place, self._with_progress(puzzle, form, text), data

    def _with_progress(self, puzzle: Puzzle, form: str, text: str) -> Any:
        """Return a puzzle, or the board of a player if it is wanted.

        What a player has entered is no part of the puzzle: it is said that it is left out.
        """
        progress = progress_in(form, text)
        if form == "sdk" and (sections := other_sections(text)):
            say(f"Not part of the puzzle, and not used: the section {', '.join(sections)}.")
        if progress is None:
            return puzzle
        if self.in_progress:
            if progress.n_corners:
                say(f"Corner marks are not used: they are no candidates ({progress.in_words()}).")
            return progress.board(puzzle) if progress.placed or progress.candidates else puzzle
        if progress.in_words():
            say(f"Not part of the puzzle: {progress.in_words()}. {GO_ON}")
        return puzzle

    def puzzles_and_errors(self) -> tuple[list[Puzzle], int]:
        """Return all puzzles that can be read, and the number of those that are refused."""
        placed = [puzzle for _, puzzle in self.read()]
        puzzles = [puzzle for puzzle in placed if isinstance(puzzle, Puzzle)]
        return puzzles, len(placed) - len(puzzles)

    def _completed(self, stated: Puzzle) -> Puzzle:
        """Return a puzzle that states its rules with the requested rules, too."""
        if self.shape:
            raise click.UsageError("--shape is for grids: this source states its own shape")
        named = [read_rule(text) for text in dict.fromkeys(self.rules)]
        return stated.changed(rules=[*stated.rules, *named])


def _some(puzzles: Iterator[Stated], source: str) -> Iterator[Stated]:
    """Yield the puzzles of a source; raise an error if there are none."""
    first = next(puzzles, None)
    if first is None:
        is_text = source == "-" or (_is_literal(source) and not is_file(source))
        raise TextError(f"there is no puzzle in {'the text' if is_text else source}")
    yield from chain([first], puzzles)


def _called(puzzle: Puzzle, facts: Mapping[str, str]) -> Puzzle:
    return puzzle.called(facts.get("title"), facts.get("author"))


def _above(place: int, last: int, comments: dict[int, str]) -> Sequence[str]:
    """Return the comments above a line that are about its puzzle; those before it are forgotten."""
    lines = [comments.get(n, ".") for n in range(max(1, last), place)]
    for n in [n for n in comments if n <= place]:
        del comments[n]
    return heads_in(lines) if last else lines


def _with_comments(
    lines: Iterable[str], asked: set[str], comments: dict[int, str]
) -> Iterator[str]:
    """Yield lines, and put those that are no cells into a dictionary by their numbers.

    These are comments, empty lines, and the first line, which may name columns or the puzzle.
    It is said which rules a printed puzzle has in a comment, where their marks are not.
    """
    for number, line in enumerate(lines, 1):
        if number == 1 or line[:1] in "#\r\n":
            comments[number] = line.rstrip()
        if line.startswith(HEAD):
            lost = sorted(set(re.findall(r"\w+", line[len(HEAD) :])) - asked)
            if lost:
                say(f"line {number}: the grid does not have these rules: {', '.join(lost)}")
        yield line


HEAD = "# rules: "
"""The beginning of the comment with the rules of a printed puzzle (`sudoku.formats.printing`)."""


def _without_data(placed: Iterable[Placed]) -> Iterator[Stated]:
    return ((place, puzzle, None) for place, puzzle in placed)


def _unchecked(shape: Shape, rules: tuple[Rule, ...], grid: Grid) -> Puzzle:
    return Puzzle.unchecked(grid, rules)


_BY_SUFFIX = MappingProxyType({".json": "fpuzzles", ".sdk": "sdk"})
"""The forms of files that their first line does not show."""


def _is_complete(form: str, line: str) -> bool:
    """Return whether a line holds a whole puzzle."""
    if form == "sdk":
        return False
    try:
        return not line.startswith("{") or bool(json.loads(line))
    except (ValueError, RecursionError):
        return False


def is_file(source: str) -> bool:
    """Return whether a source is the name of a file; a long link is none."""
    try:
        return Path(source).is_file()
    except (OSError, ValueError):
        return False


def _with_first(lines: Iterable[str]) -> tuple[str, Iterator[str]]:
    """Return the first line that is neither empty nor a comment, and all lines."""
    before = list[str]()
    rest = iter(lines)
    for line in rest:
        before.append(line if before else line.removeprefix(BYTE_ORDER_MARK))
        if line.strip() and not line.startswith("#"):
            break
    return before[-1] if before else "", chain(before, rest)


layout_option = click.option(
    "--layout", type=Name("layout", _layouts), help="The kind of puzzle whose text layout is used."
)


@contextmanager
def _lines(source: str) -> Iterator[Iterator[str]]:
    """Open a file, standard input or a literal puzzle; show the progress of files on a terminal."""
    has_file = source == "-" or is_file(source)
    if not has_file and _is_literal(source):
        yield iter(source.splitlines())
        return
    with opened(source) as stream:
        if source == "-" or not sys.stderr.isatty():
            yield iter(stream)
        else:
            yield from _with_bar(iter(stream), Path(source).stat().st_size)


def _is_literal(source: str) -> bool:
    """Return whether an argument is a puzzle and not the name of a missing file."""
    if len(source) < SHORTEST:
        return _GAME.match(source) is not None
    is_path = "/" in source or "." in Path(source).suffix[1:]
    return not is_path or "\n" in source or _LITERAL.match(source) is not None


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
