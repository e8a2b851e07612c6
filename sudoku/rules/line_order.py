"""Lines that are compared as numbers: a cell says which line is the lower one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.rules.base import Rule
from sudoku.rules.constraint import Constraint
from sudoku.rules.element import span
from sudoku.rules.places import Place, cells_of, freeze, title_of
from sudoku.rules.reader import Reader

Comparison = tuple[Place | None, Sequence[Place], Sequence[Place]]
"""The cell with the result, or None, and two lines of the same length."""
Pairs = tuple[tuple[tuple[int, int], ...], ...]
"""For each cell, in the order of reading, the pairs of cells that are compared when it is read."""
State = tuple[int, int, tuple[tuple[int, int], ...]]
"""The number of cells read, the number of the lower line, and (cell, digit) pairs still needed."""

TIE = 3
"""What the cell with the result holds if the lines are equal."""
DECIDED = -1
"""This replaces the number of cells read as soon as the comparison is decided."""


@dataclass(frozen=True)
class LineOrder(Rule):
    """Two lines that begin with the same digit are compared; a cell says which is the lower one.

    The cell holds 1 if the first line is lower, and 2 if the second one is. The two lines are never
    equal, unless ties are allowed: then the cell holds 3 if they are. If they begin with different
    digits, the cell may hold any of these numbers.

    Parameters
    ----------
    comparisons
        For each comparison the cell with the result, or None if the lines must only differ, and the
        two lines.
    ties
        Whether lines with a cell for the result may be equal.

    Examples
    --------
    >>> rows = [[(1, 0), (1, 1), (1, 2)], [(2, 0), (2, 1), (2, 2)]]
    >>> (order,) = LineOrder([((0, 0), *rows)]).constraints(Shape(3, 3))
    >>> order.cells
    (0, 9, 18, 10, 19, 11, 20)
    >>> order.allows((1, 5, 5, 2, 3, 9, 8)), order.allows((2, 5, 5, 2, 3, 9, 8))
    (True, False)
    >>> (order,) = LineOrder([((0, 0), *rows)], ties=True).constraints(Shape(3, 3))
    >>> order.allows((3, 5, 5, 2, 2, 9, 9)), order.allows((1, 5, 5, 2, 2, 9, 9))
    (True, False)
    """

    comparisons: Sequence[Comparison]
    ties: bool = False

    name = "line_order"
    summary = "Two lines that begin with the same digit are compared; a cell holds the result."
    marks_in = MappingProxyType({"comparisons": "comparison of lines"})

    def __post_init__(self) -> None:
        freeze(self, comparisons=self.comparisons)

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the comparisons."""
        for place_of_teller, *lines in self.comparisons:
            if len(lines[0]) != len(lines[1]):
                raise RuleError("rule 'line_order': the lines that are compared differ in length")
            first, second = (cells_of(self, shape, line) for line in lines)
            teller = () if place_of_teller is None else cells_of(self, shape, [place_of_teller])
            read = (c for pair in zip(first, second, strict=True) for c in pair)
            cells = tuple(dict.fromkeys([*teller, *read]))
            if set(teller) & {*first, *second}:
                raise RuleError("rule 'line_order': the cell that tells is one of the lines")
            place = {cell: k for k, cell in enumerate(cells)}
            pairs = [(place[a], place[b]) for a, b in zip(first, second, strict=True)]
            title = title_of("the line", lines[0][0])
            reader = LowerLine(_compared(pairs, len(cells)), bool(teller), self.ties)
            names = f"{span(shape, first)} and {span(shape, second)}"
            means = f"The lines {names} are not the same"
            if teller:
                ties = " and 3 if they are the same" if self.ties else ""
                means = (
                    f"If the lines {names} begin with the same digit, {{first}} is 1 if the first "
                    f"line is lower, 2 if the second one is{ties}"
                )
            yield Constraint(title, cells, reader, means)


def _compared(pairs: list[tuple[int, int]], n_cells: int) -> Pairs:
    """Return for each cell the pairs that are compared when it is read, in the order of the lines.

    A pair of the same cell twice is left out, because it decides nothing.
    """
    compared: list[list[tuple[int, int]]] = [[] for _ in range(n_cells)]
    when = 0
    for pair in pairs:
        when = max(when, *pair)
        if pair[0] != pair[1]:
            compared[when].append(pair)
    return tuple(map(tuple, compared))


@dataclass(frozen=True)
class LowerLine(Reader[State]):
    """The first pair of different digits decides which line is lower.

    If already the very first pair differs, every result is accepted.

    Parameters
    ----------
    pairs
        For each cell the pairs that are compared when it is read.
    has_teller
        Whether the first cell holds the number of the lower line.
    ties
        Whether it may hold `TIE`, if the lines are equal.
    """

    pairs: Pairs
    has_teller: bool
    ties: bool = False

    start = (0, 0, ())

    def step(self, state: State, digit: int) -> State | None:
        """Read a digit, and compare it."""
        n_read, lower, held = state
        if n_read == DECIDED:
            return state
        if self.has_teller and n_read == 0:
            return (1, digit, ()) if digit <= (TIE if self.ties else 2) else None
        digits = dict((*held, (n_read, digit)))
        for a, b in self.pairs[n_read]:
            if digits[a] != digits[b]:
                is_first = max(a, b) == self.has_teller + 1
                told = 1 if digits[a] < digits[b] else 2
                is_kept = is_first or not self.has_teller or lower == told
                return (DECIDED, 0, ()) if is_kept else None
        later = self._later[n_read]
        # The cells come in ascending order already, because they were read in it.
        return n_read + 1, lower, tuple([(k, d) for k, d in digits.items() if k in later])

    @cached_property
    def _later(self) -> list[set[int]]:
        """The cells that are compared after each cell is read."""
        later: list[set[int]] = [set()]
        for pairs in self.pairs[:0:-1]:
            later.append(later[-1].union(*pairs))
        return later[::-1]

    def accepts(self, state: State) -> bool:
        """Return whether the lines differ, or the first cell says that they do not."""
        return state[0] == DECIDED or state[1] == TIE
