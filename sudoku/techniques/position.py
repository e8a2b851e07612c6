"""The position for techniques in Python: its candidates as masks.

A *cell mask* has bit `cell`; a *digit mask* bit digit - 1; a *candidate mask* bit
``(digit - 1) * n_cells + cell``, so that the cells of one digit lie together in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

from sudoku.statement.bitsets import bits, mask_of, mask_of_digits
from sudoku.techniques.finding import begin, blank_finding, step_of
from sudoku.techniques.geometry import Geometry
from sudoku.techniques.step import Candidate, Step
from sudoku.techniques.tables import Tables


class Deduction(NamedTuple):
    """The finding of a technique in Python, in masks; see `sudoku.techniques.step.Step`."""

    eliminated: int
    placed: int = 0
    digits: int = 0
    cells: int = 0
    houses: tuple[int, ...] = ()
    acts_on: tuple[int, ...] = ()
    chain: tuple[int, ...] = ()
    constraint: str = ""


Deductions = Iterator[Deduction]
"""The findings that a technique in Python yields."""


class Position:
    """One position; whatever is derived from it is made when it is first asked for.

    Attributes
    ----------
    cand
        For each cell the digit mask of its candidates; 0 once it is placed.
    grid
        For each cell the digit placed in it, or 0.
    clues
        The cell mask of the clues.
    tables
        The same for kernels; not to be changed.
    """

    def __init__(self, geometry: Geometry, tables: Tables, clues: int) -> None:
        self.geometry = geometry
        self.tables = tables
        self.clues = clues
        self.n = geometry.n
        self.n_cells = geometry.n_cells
        self.grid: list[int] = tables.grid.tolist()
        self.cand: list[int] = tables.cand.tolist()

    @cached_property
    def places(self) -> list[int]:
        """For each digit less 1, the cells that may hold it."""
        places = [0] * self.n
        for cell, mask in enumerate(self.cand):
            bit = 1 << cell
            while mask:
                low = mask & -mask
                places[low.bit_length() - 1] |= bit
                mask ^= low
        return places

    @cached_property
    def blank(self) -> int:
        """The cells that have candidates."""
        return mask_of(cell for cell, mask in enumerate(self.cand) if mask)

    @cached_property
    def candidates(self) -> int:
        """All candidates."""
        return sum(cells << digit * self.n_cells for digit, cells in enumerate(self.places))

    @cached_property
    def bivalues(self) -> list[int]:
        """The cells that have two candidates."""
        return [cell for cell, mask in enumerate(self.cand) if mask.bit_count() == 2]

    def digits_in(self, cells: int) -> int:
        """Return the digit mask of all candidates of some cells."""
        mask = 0
        while cells:
            low = cells & -cells
            mask |= self.cand[low.bit_length() - 1]
            cells ^= low
        return mask

    def of_digit(self, digit: int, cells: int) -> int:
        """Return the candidate mask of a digit (less 1) in those of the cells that may hold it."""
        return (cells & self.places[digit]) << digit * self.n_cells

    def in_cell(self, cell: int, digits: int) -> int:
        """Return the candidate mask of those of the digits that the cell may hold."""
        return mask_of(d * self.n_cells + cell for d in bits(digits & self.cand[cell]))

    def in_cells(self, cells: int, digits: int) -> int:
        """Return the candidate mask of those of the digits that some cells may hold."""
        return sum(self.of_digit(digit, cells) for digit in bits(digits))

    def seeing_all(self, digit: int, cells: int) -> int:
        """Return the candidates of a digit that see all of these cells."""
        return self.of_digit(digit, self.geometry.common_peers(cells) & ~cells)

    def pairs(self, candidates: int) -> tuple[Candidate, ...]:
        """Return a candidate mask as cells and digits, from 1."""
        return tuple((bit % self.n_cells, bit // self.n_cells + 1) for bit in bits(candidates))

    def found(self, find: Callable[..., bool], *settings: Any) -> Iterator[Deduction]:
        """Yield what a technique that is a kernel finds here, in masks."""
        finding = blank_finding(self.tables.layout)
        begin(finding)
        while find(self.tables, finding, *settings):
            step = step_of("", self.tables, finding)
            eliminated = mask_of((d - 1) * self.n_cells + cell for cell, d in step.eliminations)
            digits = mask_of_digits(step.digits)
            cells = mask_of(step.cells)
            yield Deduction(eliminated, 0, digits, cells, step.houses, step.acts_on)

    def step(self, technique: str, found: Deduction) -> Step:
        """Return a finding as a `Step`."""
        return Step(
            technique,
            self.pairs(found.placed),
            self.pairs(found.eliminated),
            found.houses,
            found.acts_on,
            tuple(digit + 1 for digit in bits(found.digits)),
            tuple(bits(found.cells)),
            tuple(self.pairs(node) for node in found.chain),
            found.constraint,
        )
