"""Forcing chains: follow both alternatives by singles; what both rule out is false.

The alternatives are the two candidates of a cell, or the two places of a digit in a house. *Nishio*
follows one candidate to a contradiction, so it is false; *anti-Nishio* what follows from its being
false, so it is true.

References
----------
A. Bergman et al. (2023), "4.1" and Table 2: the names, the example in Figure 2, and ratings.
"""

from __future__ import annotations

import numpy as np

from sudoku.layout import U64
from sudoku.techniques.consequences import assume
from sudoku.techniques.geometry import bits
from sudoku.techniques.position import Deduction, Deductions, Position
from sudoku.techniques.tables import blank

__all__ = ["cell_steps", "nishio_steps", "unit_steps"]

Candidate = tuple[int, int]
"""A cell and a digit, less 1."""


def cell_steps(position: Position) -> Deductions:
    """Yield what both candidates of a cell rule out."""
    worlds = _Worlds(position)
    for cell in position.bivalues:
        first, second = bits(position.cand[cell])
        yield from worlds.either((cell, first), (cell, second), ())


def unit_steps(position: Position) -> Deductions:
    """Yield what both places of a digit in a house rule out."""
    worlds = _Worlds(position)
    for digit, links in enumerate(position.bilocals):
        for house, both in links:
            first, second = bits(both)
            yield from worlds.either((first, digit), (second, digit), (house,))


def nishio_steps(position: Position, is_true: bool) -> Deductions:
    """Yield the candidates that cannot be true, or that cannot be false."""
    worlds = _Worlds(position)
    for candidate in bits(position.candidates):
        digit, cell = divmod(candidate, position.n_cells)
        if worlds.follow((cell, digit), is_true) is None:
            bit = 1 << candidate
            eliminated, placed = (bit, 0) if is_true else (0, bit)
            yield Deduction(eliminated, placed, 1 << digit, 1 << cell, chain=(bit,))


class _Worlds:
    """What follows from candidates of a position, each followed once."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._world = blank(position.tables.layout)
        self._possible: dict[tuple[Candidate, bool], U64 | None] = {}

    def follow(self, candidate: Candidate, is_true: bool = True) -> U64 | None:
        """Return what is possible for all cells, or None for a contradiction."""
        key = candidate, is_true
        if key not in self._possible:
            cell, digit = candidate
            is_sound = assume(self._position.tables, self._world, cell, digit + 1, is_true)
            self._possible[key] = self._world.cand.copy() if is_sound else None
        return self._possible[key]

    def either(self, one: Candidate, other: Candidate, houses: tuple[int, ...]) -> Deductions:
        """Yield what neither of two candidates allows; a contradiction allows nothing."""
        worlds = [world for world in map(self.follow, (one, other)) if world is not None]
        if not worlds:
            return
        position = self._position
        lost = position.tables.cand & ~np.bitwise_or.reduce(worlds)
        losers = np.flatnonzero(lost).tolist()
        if losers:
            eliminated = 0
            for cell in losers:
                eliminated |= position.in_cell(cell, int(lost[cell]))
            nodes = tuple(1 << digit * position.n_cells + cell for cell, digit in (one, other))
            digits = 1 << one[1] | 1 << other[1]
            yield Deduction(eliminated, 0, digits, 1 << one[0] | 1 << other[0], houses, (), nodes)
