"""Areas that hold given digits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.geometry.words import listed
from sudoku.pictures import marks
from sudoku.rules.base import Rule
from sudoku.rules.constraint import Constraint
from sudoku.rules.places import Place, cells_of, freeze, title_of
from sudoku.rules.reader import Reader


@dataclass(frozen=True)
class Contains(Rule):
    """An area holds given digits, and may hold others.

    Parameters
    ----------
    areas
        For each area its digits and its cells. A digit that is given twice appears at least twice.

    Examples
    --------
    >>> (area,) = Contains([((1, 5), [(0, 0), (0, 1), (0, 2)])]).constraints(Shape(3, 3))
    >>> area.allows((5, 7, 1)), area.allows((5, 7, 2))
    (True, False)
    """

    areas: Sequence[tuple[Sequence[int], Sequence[Place]]]

    name = "contains"
    summary = "An area holds given digits, and may hold others."
    marks_in = MappingProxyType({"areas": "area"})

    def __post_init__(self) -> None:
        freeze(self, areas=self.areas)

    def drawing(self, shape: Shape) -> Iterator[marks.Cage]:
        """Yield the areas with their digits."""
        for digits, places in self.areas:
            yield marks.Cage(cells_of(self, shape, places), " ".join(map(str, digits)))

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield a constraint for each area: it contains its digits."""
        for digits, places in self.areas:
            cells, title = cells_of(self, shape, places), title_of("area", places[0])
            if len(digits) > len(cells) or not all(0 < digit <= shape.n for digit in digits):
                raise RuleError(
                    f"rule 'contains': {title}: {digits} are not digits for {len(cells)} cells"
                )
            reader = Includes(tuple(sorted(digits)), len(cells) - len(digits))
            verb = "stand" if len(digits) > 1 else "stands"
            means = f"By the area, {listed(digits)} {verb} in {{cells}}"
            yield Constraint(title, cells, reader, means)


@dataclass(frozen=True)
class Includes(Reader[tuple[int, tuple[int, ...]]]):
    """The digits include some given ones, and at most `n_others` others.

    The state has the number of other digits so far, and the given digits that are still missing.

    Examples
    --------
    >>> Includes((1, 5), 1).allows((5, 7, 1)), Includes((1, 5), 0).allows((5, 7, 1))
    (True, False)
    """

    digits: tuple[int, ...]
    n_others: int

    is_symmetric = True

    @property
    def start(self) -> tuple[int, tuple[int, ...]]:
        """All digits are missing."""
        return 0, self.digits

    def step(
        self, state: tuple[int, tuple[int, ...]], digit: int
    ) -> tuple[int, tuple[int, ...]] | None:
        """Remove a digit from the missing ones, or count it among the others."""
        n_others, missing = state
        if digit in missing:
            at = missing.index(digit)
            return n_others, missing[:at] + missing[at + 1 :]
        return (n_others + 1, missing) if n_others < self.n_others else None
