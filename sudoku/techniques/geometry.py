"""Cells and houses as masks, for techniques in Python: integers with one bit for each cell."""

from __future__ import annotations

from functools import cached_property, lru_cache

from sudoku.geometry.shape import Shape
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import Rule
from sudoku.statement.bitsets import mask_of
from sudoku.statement.elements import elements
from sudoku.statement.statement import statement
from sudoku.statement.weak_links import weak_links


class Geometry:
    """The constant data of a shape and its rules; all masks have one bit for each cell.

    Attributes
    ----------
    houses
        A mask for each house, in the puzzle's order.
    rows, columns, others
        The numbers of the houses of each kind. Boxes are among the others.
    ways
        For each house, whether it is a row, a column or another house.
    peers
        For each cell a mask of the cells that cannot hold its digit.
    has_only_houses
        Whether all rules consist of houses, so that peers are the cells that share a house.
    has_weak_links, has_constraints
        Whether the rules also have weak links between candidates, and other constraints.
    """

    def __init__(self, shape: Shape, rules: tuple[Rule, ...]) -> None:
        self.n = shape.n
        self.n_cells = shape.n_cells
        cells = [tuple(sorted(house.cells)) for house in Puzzle(shape, rules).houses]
        self.houses = tuple(map(mask_of, cells))
        rows, columns = set(shape.rows()), set(shape.columns())
        self.rows = tuple(h for h, house in enumerate(cells) if house in rows)
        self.columns = tuple(h for h, house in enumerate(cells) if house in columns)
        lines = {*self.rows, *self.columns}
        self.others = tuple(h for h in range(len(cells)) if h not in lines)
        self.ways = tuple(
            "row" if h in self.rows else "column" if h in self.columns else "other"
            for h in range(len(cells))
        )
        self.houses_of = tuple(
            tuple(h for h, mask in enumerate(self.houses) if mask >> cell & 1)
            for cell in range(self.n_cells)
        )
        links, stated = weak_links(shape, rules), statement(shape, rules)
        self.peers = tuple(map(mask_of, links.peers))
        self.shape, self.rules = shape, rules
        self.has_only_houses = stated.has_only_houses
        self.has_weak_links = bool(links.excluded)
        self.has_constraints = bool(stated.constraints or stated.links)

    @cached_property
    def elements(self) -> frozenset[str]:
        """The names of the techniques that reason about the elements of the rules."""
        return frozenset(elements(self.shape, self.rules))

    @cached_property
    def exclusions(self) -> frozenset[str]:
        """The names of the techniques about pairs of cells that are related but have no mark."""
        if not self.has_weak_links and statement(self.shape, self.rules).relations == {}:
            return frozenset()
        return frozenset(rule.technique for rule in self.rules) | {"exclusion"}

    def common_peers(self, cells: int) -> int:
        """Return the cells that see all of these (for none, all cells).

        Examples
        --------
        >>> from sudoku.statement.bitsets import bits
        >>> made = geometry(Shape(2, 2), Puzzle().rules)
        >>> list(bits(made.common_peers(0b11)))
        [2, 3, 4, 5]
        """
        seen = (1 << self.n_cells) - 1
        while cells:
            low = cells & -cells
            seen &= self.peers[low.bit_length() - 1]
            cells ^= low
        return seen


@lru_cache(maxsize=32)
def geometry(shape: Shape, rules: tuple[Rule, ...]) -> Geometry:
    """Return the geometry of a shape and rules."""
    return Geometry(shape, rules)
