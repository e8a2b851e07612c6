"""What a form has read in a text, and the text as forms read it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from exactcover.runtime.methods import Method
from exactcover.runtime.text_view import TextView
from sudoku.errors import TextError
from sudoku.formats.forms.cells import is_cell
from sudoku.formats.forms.characters import IN_ASCII
from sudoku.formats.forms.counts import SIZES
from sudoku.geometry.grid import Grid
from sudoku.geometry.shape import Shape

if TYPE_CHECKING:
    from sudoku.rules.base import Rule

Place = tuple[int, int]
_NO_FACTS: Mapping[str, str] = MappingProxyType({})


class _Fields(NamedTuple):
    grid: Grid
    marks: tuple[tuple[Place, tuple[int, ...]], ...] = ()
    rules: tuple[Rule, ...] | None = None
    placed: tuple[tuple[Place, int], ...] = ()
    removed: tuple[tuple[Place, int], ...] = ()
    facts: Mapping[str, str] = _NO_FACTS
    line: int = 1
    form: str = ""


class Reading(TextView, _Fields):
    """A puzzle as a text shows it.

    Attributes
    ----------
    grid
        The clues.
    marks
        The place and the candidates of each cell for which the text lists some, but not all digits.
    rules
        The rules that the text states; None if it has a grid only.
    placed
        The digits that a player has entered, by row and column from 0.
    removed
        The place and the digit of each candidate that a player has removed.
    facts
        What the text says of the puzzle: its title, author, level and so on, by these names.
    line
        The number of the line in which it begins, from 1.
    form
        The form of the text, in words.
    """

    __slots__ = ()

    @property
    def content(self) -> tuple[object, ...]:
        """What two readings of a text must have in common to be the same."""
        return (self.grid, *map(frozenset, (self.marks, self.placed, self.removed)), self.rules)

    def all_rules(self, asked: Iterable[Rule] | None = None) -> tuple[Rule, ...]:
        """Return the rules of the puzzle, with those that are asked for, and the pencil marks.

        A grid without rules has the rules that are asked for, or is classic if none are named.
        """
        from sudoku.rules.classic import Classic
        from sudoku.rules.pencil_marks import PencilMarks

        named = (Classic(),) if asked is None else tuple(asked)
        rules = list(named if self.rules is None else self.rules)
        rules += [rule for rule in named if rule not in rules and rule != Classic()]
        return (*rules, PencilMarks(self.marks)) if self.marks else tuple(rules)

    puzzle = Method("sudoku.formats.forms.puzzles", "puzzle_of")
    board = Method("sudoku.formats.forms.puzzles", "board_of")

    def without_drawn_regions(self) -> Reading:
        """Return the reading of a drawing without the regions that its bars surround."""
        return self._replace(rules=None) if self.form.startswith("a grid of ") else self

    def only_grid(self, line: int | None = None) -> Grid:
        """Return the clues if, apart from a player's entries, the text has nothing else.

        Raises
        ------
        TextError
            If the text has candidates or states rules.
        """
        from sudoku.formats.candidates import Marked

        names = [rule.name for rule in self.rules or () if rule.name != "classic"]
        if names:
            raise TextError(
                f"the text states rules, which a grid of digits cannot hold: {', '.join(names)}",
                line,
            )
        return Marked(self.grid, self.marks).only_grid(line)

    def progress_in_words(self) -> str:
        """Return what a player has entered, in words; "" if there is nothing.

        Examples
        --------
        >>> Reading(Grid(Shape(2, 2)), placed=(((0, 0), 1),)).progress_in_words()
        '1 entered digit'
        """
        counts = {"entered digit": self.placed, "removed candidate": self.removed}
        words = (
            f"{len(all_)} {name}{'s' * (len(all_) > 1)}" for name, all_ in counts.items() if all_
        )
        return ", ".join(words)

    def in_words(self) -> str:
        """Return what was recognised, on one line.

        Examples
        --------
        >>> Reading(Grid(Shape(2, 2)), form="rows", facts={"title": "Easy"}).in_words()
        'rows: 4x4 cells in boxes of 2x2, 0 clues; title: Easy'
        """
        shape = self.grid.shape
        size = f"{shape.height}x{shape.width} cells"
        if type(shape) is Shape:
            size += f" in boxes of {shape}"
        n = self.grid.n_clues
        parts = [f"{self.form}: {size}, {n} clue{'s' * (n != 1)}"]
        if self.marks:
            parts.append(f"candidates of {len(self.marks)} cells")
        names = [rule.name for rule in self.rules or () if rule.name != "classic"]
        parts += [f"rules: {', '.join(names)}"] * bool(names)
        parts += [self.progress_in_words()] * bool(self.placed or self.removed)
        parts += [f"{name}: {text}" for name, text in self.facts.items()]
        return "; ".join(parts)


class Line(NamedTuple):
    """A line of a text: its number from 1, and its characters without those at its ends."""

    number: int
    text: str


_ENDS = " \r\f\v"
_COMMENT = re.compile(r"#|%|//|--\s*[A-Za-z]{2}")


def _is_comment(line: str) -> bool:
    """Return whether a line is a comment: ``--`` may also be the first blanks of a row of letters.

    >>> _is_comment("--Easy"), _is_comment("-- By me"), _is_comment("--CB--F--")
    (True, True, False)
    """
    if not _COMMENT.match(line):
        return False
    cells = re.sub(r"[\s|]", "", line)
    return (
        line[0] != "-" or len(cells) not in SIZES or not all(is_cell(c, len(cells)) for c in cells)
    )


class Text:
    """A text, and its lines with the characters of drawings in ASCII.

    Attributes
    ----------
    raw
        The text as it was given.
    usual
        The same with the usual symbols of digits, if it was given in others.
    """

    def __init__(self, raw: str, usual: str | None = None) -> None:
        self.raw = raw
        self.usual = raw if usual is None else usual

    @cached_property
    def plain(self) -> str:
        """The text with the lines of drawings and other characters in ASCII."""
        return self.usual.translate(IN_ASCII)

    @cached_property
    def raw_lines(self) -> list[str]:
        """All lines as they were given."""
        return self.raw.splitlines()

    @cached_property
    def all_lines(self) -> list[str]:
        """All lines, as they are but for marks of quotation before each."""
        lines = self.plain.splitlines()
        full = [line for line in lines if line.strip()]
        while full and all(line.lstrip().startswith(">") for line in full):
            lines = [re.sub(r"^\s*> ?", "", line) for line in lines]
            full = [line for line in lines if line.strip()]
        return lines

    @cached_property
    def lines(self) -> list[Line]:
        """The lines that are neither empty nor comments."""
        found = [Line(number, line.strip(_ENDS)) for number, line in enumerate(self.all_lines, 1)]
        return [line for line in found if line.text and not _is_comment(line.text)]

    def facts_before(self, number: int, after: int = 0) -> dict[str, str]:
        """Return the facts above a puzzle, of which the one before has the line `after`."""
        lines = self.raw_lines[max(0, after - 1) : number - 1]
        return facts_in(heads_in(lines) if after else lines)


_NAMES = {
    **{"title": "title", "name": "title", "titel": "title", "puzzle": "title"},
    **{"author": "author", "by": "author", "autor": "author", "created by": "author"},
    **{"setter": "author", "constructor": "author", "source": "source", "quelle": "source"},
    **{"level": "level", "difficulty": "level", "rating": "level", "date": "date"},
    **{"description": "description", "comment": "comment", "url": "url"},
}
_FACT = re.compile(
    rf"({'|'.join(sorted(_NAMES, key=len, reverse=True))})\s*[:=]\s*(.+)|(by)\s+(\S.*)",
    re.IGNORECASE,
)
_OURS = re.compile(r"# (title|author): (.*)")
"""A fact as this library writes it, whose signs are all part of it."""
_NO_TITLE = re.compile(
    r"^(?:\[/?\w+(?:=[^\]]*)?\]|</?\w[^<>]*>|\s)+$|"  # marks of HTML and forums
    r"(?:[=(\[{\\]|<-|\"\"\"|[\"']\s*:|[\"')\]}]\s*,|[\"']\s*\+)\s*[\"']*$|"
    r"(?:=.*|[(\[{][^)\]}]*),$|^[)\]}]|^\W*(?:https?://|www\.)\S+$|"
    r"^(?i:hi|hello|hey|hallo|dear|good (?:morning|day|evening))\b.*,$|"
    r"^\d+:\d\d(?::\d\d)?\s*(?i:h|hours?|m|min(?:ute)?s?|s|sec(?:ond)?s?|[ap]m)\b|"
    r"^\W*(?i:(?:the )?(?:puzzle|grid|sudoku|clues|givens))\s*[:=]\W*$"
)
"""Lines that are no titles: code, addresses of pages, greetings, times of solvers, and labels."""
OF_SOLUTIONS = re.compile(r"\W*((?:the )?(?:solution|answer|lösung))\b", re.IGNORECASE)
_OF_PRINTING = re.compile(r"(rules:|no rules)")
"""A comment that printing adds."""
_OF_SDK = re.compile(r"#([ADCSLB](?![a-zß-ÿ])|U(?=http|www))(\S.*)")
"""A fact in a file of SadMan Sudoku: a letter for what it is, and the text without a space."""
SADMAN_FACTS: Mapping[str, str] = MappingProxyType(
    {
        "author": "A",
        "description": "D",
        "comment": "C",
        "date": "B",
        "source": "S",
        "level": "L",
        "url": "U",
    }
)
"""The facts in a file of SadMan Sudoku: name -> the letter after the # of its line."""
_NAMES_OF_LETTERS = {letter: name for name, letter in SADMAN_FACTS.items()} | {"D": "title"}
_HEADING = re.compile(r"[\w\"']+(?:[,;\t][\w\"']+)+")
"""The names of columns."""
_MARKS_AROUND = " \t#%/;*=-_~>\"'[]"
_WORD = re.compile(r"(?<!\S)[^\W\d_]{3,}(?!\S)")
FEWEST_SIGNS = 9
"""A line with so many digits and dots is one of cells, unless it has a word by itself."""
MOST_LETTERS = 200
"""A longer line is no title."""


def facts_in(lines: Sequence[str]) -> dict[str, str]:
    """Return the facts about a puzzle in the lines above it: title, author and others.

    A line may name what it says, as in ``Author: ...``; the first other line with a word in it is
    the title. The letters of SadMan Sudoku are read if several lines have one, because a single
    line such as ``#AI made it`` may have none.

    Examples
    --------
    >>> facts_in(["# Grid 01", "", "by Nobody", "level: easy"])
    {'title': 'Grid 01', 'author': 'Nobody', 'level': 'easy'}
    >>> facts_in(["#ANobody", "#DEasy one"])
    {'author': 'Nobody', 'title': 'Easy one'}
    """
    found: dict[str, str] = {}
    of_sdk = [match for match in map(_OF_SDK.match, lines) if match]
    if len(of_sdk) > 1:
        for match in of_sdk:
            found.setdefault(_NAMES_OF_LETTERS[match[1]], match[2].strip())
        lines = [line for line in lines if not _OF_SDK.match(line)]
    for line in lines:
        if exact := _OURS.fullmatch(line):
            found.setdefault(exact[1], exact[2])
            continue
        words = line.strip(_MARKS_AROUND)
        if not re.search(r"[^\W\d_]{2}", words) or max(len(words), len(line) / 2) > MOST_LETTERS:
            continue
        if _OF_PRINTING.match(words) or _HEADING.fullmatch(words):
            continue
        fact = _FACT.fullmatch(words)
        if fact:
            found.setdefault(_NAMES[(fact[1] or fact[3]).lower()], (fact[2] or fact[4]).strip())
        elif not _NO_TITLE.search(line.strip()) and not _are_cells(line):
            found.setdefault("title", words)
    return found


def label_of_solution(line: str) -> dict[str, str]:
    """Return the label of a solution that begins a line, as its title; nothing if there is none.

    >>> label_of_solution('"solution": "1234"'), label_of_solution("Puzzle: 1..4")
    ({'title': 'solution'}, {})
    """
    label = OF_SOLUTIONS.match(line)
    return {"title": label[1]} if label else {}


def _are_cells(line: str) -> bool:
    """Return whether a line has cells rather than words."""
    n_signs, n_letters = len(re.findall(r"[0-9.]", line)), len(re.findall(r"[^\W\d_]", line))
    return FEWEST_SIGNS <= n_signs > n_letters and not _WORD.search(line)


def heads_in(lines: Sequence[str]) -> Sequence[str]:
    """Return those of the lines after a puzzle that are about the next one.

    Lines directly below a puzzle, with an empty line after them, are about that one.

    Examples
    --------
    >>> heads_in(["1...", "# of this", "", "# Title"]), heads_in(["1...", "# Title"])
    (['', '# Title'], ['# Title'])
    """
    start = len(lines)
    while start and _is_head(lines[start - 1]):
        start -= 1
    heads = lines[start:]
    first_empty = next((k for k, line in enumerate(heads) if not line.strip()), 0)
    return heads[first_empty:] if start else heads


def _is_head(line: str) -> bool:
    """Return whether a line is empty, a comment, or of words rather than cells."""
    if not line.strip() or _is_comment(line):
        return True
    n_signs = len(re.findall(r"[0-9.]", line))
    return n_signs < FEWEST_SIGNS and re.search(r"[^\W\d_]{2}", line) is not None
