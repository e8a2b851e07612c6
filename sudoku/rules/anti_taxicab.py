"""Anti-taxicab: two cells that hold k are not k steps apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sudoku.geometry.shape import Shape
from sudoku.rules.base import Rule
from sudoku.rules.binary_relation import Relation, related
from sudoku.rules.places import leaps


@dataclass(frozen=True)
class AntiTaxicab(Rule):
    """No two cells that are k steps apart hold the digit k; steps go along rows and columns.

    Examples
    --------
    >>> _, of_2, *_ = AntiTaxicab().relations(Shape(2, 2))
    >>> (0, 5) in of_2.pairs, of_2.supports
    (True, (15, 13, 15, 15))
    """

    in_each_grid = of_any_board = True
    name = "anti_taxicab"
    summary = "No two cells k steps apart, along rows and columns, both hold k."

    def relations(self, shape: Shape) -> Iterator[Relation]:
        """Yield a relation for each digit: cells at this distance do not both hold it."""
        for digit in range(1, shape.n + 1):
            moves = [(down, digit - down) for down in range(digit + 1)]
            moves += [(down, down - digit) for down in range(1, digit)]
            pairs = leaps(shape, *moves)
            yield related(shape, pairs, lambda a, b, k=digit: not a == b == k)  # type: ignore[misc]
