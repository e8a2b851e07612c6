"""Look and say: cages that tell how often digits stand in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.pictures import marks
from sudoku.rules.base import Rule
from sudoku.rules.constraint import Constraint
from sudoku.rules.places import Place, cells_of, freeze, title_of

__all__ = ["LookAndSay"]


@dataclass(frozen=True)
class LookAndSay(Rule):
    """A cage holds some digits just so often, and any others.

    Parameters
    ----------
    cages
        Of each pairs (how often, digit), and the cells.

    Examples
    --------
    >>> (cage,) = LookAndSay([([(2, 3)], [(0, 0), (0, 1), (1, 2)])]).constraints(Shape(3, 3))
    >>> cage.allows((3, 1, 3)), cage.allows((3, 1, 1))
    (True, False)
    """

    cages: Sequence[tuple[Sequence[tuple[int, int]], Sequence[Place]]]

    name = "look_and_say"
    summary = "A cage holds some digits just so often, and any others."

    def __post_init__(self) -> None:
        freeze(self, cages=self.cages)

    def drawing(self, shape: Shape) -> Iterator[marks.Cage]:
        """Yield the cages with what is said."""
        for told, places in self.cages:
            yield marks.Cage(
                cells_of(self, shape, places), " ".join(f"{often}{digit}" for often, digit in told)
            )

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the counts of each cage, digit by digit."""
        for said, places in self.cages:
            cells, title = cells_of(self, shape, places), title_of("cage", places[0])
            for times, digit in said:
                if not 0 < digit <= shape.n or not 0 <= times <= len(cells):
                    raise RuleError(
                        f"rule 'look_and_say': {title}: {times} times {digit} in {len(cells)} cells"
                    )
                step, is_right = partial(_count, digit, times), partial(int.__eq__, times)
                yield Constraint(f"{title}, of {digit}", cells, step, 0, is_right)


def _count(wanted: int, times: int, found: int, digit: int) -> int | None:
    found += digit == wanted
    return found if found <= times else None
