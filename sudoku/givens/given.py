"""The single things that a puzzle gives, and puzzles with some of them only."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from sudoku.geometry.words import cell_name, listed
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import Rule, drawings
from sudoku.rules.outside import Outside

if TYPE_CHECKING:
    from sudoku.geometry.shape import Cells, Shape


class Kind(StrEnum):
    """What a given is: a clue, a mark of a rule, or a whole rule."""

    CLUE = "clue"
    MARK = "mark"
    RULE = "rule"


class Given(NamedTuple):
    """A clue, a mark, or a rule without marks: something that a puzzle could do without.

    Attributes
    ----------
    kind
        Whether it is a clue, a mark or a rule.
    title
        Its name, such as "cage 12 at r1c3" or "5 in r1c1".
    cells
        The numbers of its cells, in reading order for a clue and in the order of the mark; empty
        for a rule that holds everywhere.
    """

    kind: Kind
    title: str
    cells: Cells

    def _repr_html_(self) -> str:
        from exactcover.runtime.notebook import text_html

        return text_html(self)


class Source(NamedTuple):
    """Where a given is in the puzzle: the cell `number`, or a mark of a rule, or a rule.

    Attributes
    ----------
    rule
        The place of the rule among those of the puzzle; -1 for a clue.
    field, number
        The field of the rule, "" for the whole rule, and the place of the mark in it.
    """

    rule: int = -1
    field: str = ""
    number: int = 0


class Givens:
    """All givens of a puzzle, and the puzzles that have some of them.

    Rules that make the board, such as `Classic` and `Jigsaw`, are no givens: they always hold. A
    rule whose missing marks have a meaning (``negative``) gives each of its marks, and in addition
    the statement that these are all marks, which includes the marks.

    Parameters
    ----------
    puzzle
        The puzzle.

    Attributes
    ----------
    all : tuple of Given
        The givens: those of rules, in the order of the rules, then the clues in reading order.
    sources : list of Source
        Where each of them is in the puzzle.

    Examples
    --------
    >>> from sudoku import Classic, Shape
    >>> from sudoku.rules.killer import Killer
    >>> killer = Killer([(3, [(0, 0), (0, 1)]), (7, [(2, 2), (3, 2)])])
    >>> givens = Givens(Puzzle(Shape(2, 2), [Classic(), killer], {(1, 3): 2}))
    >>> [each.title for each in givens.all]
    ['cage 3 at r1c1 and r1c2', 'cage 7 at r3c3 and r4c3', '2 in r2c4']
    >>> givens.puzzle_of({0}).rules[1]
    Killer(cages=((3, ((0, 0), (0, 1))),), repeats=False, may_overlap=False)
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self.sources: list[Source] = []
        self.all: tuple[Given, ...] = tuple(self._listed())

    def puzzle_of(self, numbers: Collection[int]) -> Puzzle:
        """Return the puzzle that has only the givens with some numbers (places in `all`)."""
        kept = {self.sources[number] for number in numbers}
        puzzle = self._puzzle
        rules = [
            found
            for k, rule in enumerate(puzzle.rules)
            if (found := self._with_kept(k, rule, kept)) is not None
        ]
        cells = puzzle.grid.cells
        clues = [digit if Source(number=cell) in kept else 0 for cell, digit in enumerate(cells)]
        return puzzle.changed(rules=rules, cells=clues)

    def _listed(self) -> Iterator[Given]:
        shape = self._puzzle.shape
        for k, rule in enumerate(self._puzzle.rules):
            if rule.makes_board:
                continue
            for field in rule.marks_in:
                for number, mark in enumerate(getattr(rule, field)):
                    if mark is not None:
                        self.sources.append(Source(k, field, number))
                        yield _mark(shape, rule, field, number)
            if not rule.marks_in or rule.is_negative:
                self.sources.append(Source(k))
                what = f"the rule {rule.words} for cells without a mark" if rule.marks_in else ""
                yield Given(Kind.RULE, what or f"the rule {rule.words}", ())
        for cell, digit in enumerate(self._puzzle.grid.cells):
            if digit:
                self.sources.append(Source(number=cell))
                yield Given(Kind.CLUE, f"{digit} in {cell_name(shape, cell)}", (cell,))

    def _with_kept(self, k: int, rule: Rule, kept: Collection[Source]) -> Rule | None:
        """Return a rule with the marks that are kept; None if nothing of it is kept."""
        if rule.makes_board or Source(k) in kept:
            return rule
        numbers = {
            field: [n for n in range(len(getattr(rule, field))) if Source(k, field, n) in kept]
            for field in rule.marks_in
        }
        return rule.with_marks(numbers) if any(numbers.values()) else None


def _mark(shape: Shape, rule: Rule, field: str, number: int) -> Given:
    """Return a mark of a rule as a given."""
    numbers = {each: [number] if each == field else [] for each in rule.marks_in}
    drawn = list(drawings(shape, [rule.with_marks(numbers)]))
    cells = tuple(dict.fromkeys(cell for each in drawn for cell in each.cells))
    texts = (getattr(each, "text", "") or getattr(each, "label", "") for each in drawn)
    text = next(filter(None, texts), "")
    if all(each.isdecimal() for each in text.split()):
        text = listed(text.split())
    if isinstance(rule, Outside):
        return Given(Kind.MARK, f"{rule.words} {text} {rule.marks_in[field]} {number + 1}", cells)
    words = f"{rule.marks_in[field]} {text}".strip()
    return Given(Kind.MARK, words + _at(shape, cells), cells)


def _at(shape: Shape, cells: Cells) -> str:
    """Return the place of a mark in words: its cells, or the first and the last of them."""
    names = [cell_name(shape, cell) for cell in cells]
    if len(names) > 2:
        return f" from {names[0]} to {names[-1]}"
    return f" at {' and '.join(names)}" if names else ""
