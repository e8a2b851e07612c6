"""Look and say: cages that hold digits a given number of times."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.pictures import marks
from sudoku.rules.base import Rule
from sudoku.rules.constraint import Constraint
from sudoku.rules.places import Place, cells_of, freeze, title_of
from sudoku.rules.reader import Reader


@dataclass(frozen=True)
class LookAndSay(Rule):
    """A cage holds some digits a given number of times; its other digits are free.

    Parameters
    ----------
    cages
        For each cage the pairs (number of times, digit), and the cells.

    Examples
    --------
    >>> (cage,) = LookAndSay([([(2, 3)], [(0, 0), (0, 1), (1, 2)])]).constraints(Shape(3, 3))
    >>> cage.allows((3, 1, 3)), cage.allows((3, 1, 1))
    (True, False)
    """

    cages: Sequence[tuple[Sequence[Sequence[int]], Sequence[Place]]]

    name = "look_and_say"
    summary = "A cage holds some digits a given number of times; its other digits are free."
    marks_in = MappingProxyType({"cages": "look-and-say cage"})

    def __post_init__(self) -> None:
        freeze(self, cages=self.cages)

    def drawing(self, shape: Shape) -> Iterator[marks.Cage]:
        """Yield the cages with their counts."""
        for counts, places in self.cages:
            text = " ".join(f"{often}{digit}" for often, digit in counts)
            yield marks.Cage(cells_of(self, shape, places), text)

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield a constraint for each cage and digit."""
        for counts, places in self.cages:
            cells, title = cells_of(self, shape, places), title_of("cage", places[0])
            for times, digit in counts:
                if not 0 < digit <= shape.n or not 0 <= times <= len(cells):
                    raise RuleError(
                        f"rule 'look_and_say': {title}: {times} times {digit} in {len(cells)} cells"
                    )
                how_many = f"Exactly {times}" if times else "None"
                means = f"{how_many} of {{cells}} {'is' if times < 2 else 'are'} {digit}"
                yield Constraint(f"{title}, of {digit}", cells, CountOf(digit, times), means)


@dataclass(frozen=True)
class CountOf(Reader[int]):
    """A digit appears `times` times; the state is how often it was read."""

    digit: int
    times: int

    start = 0

    def step(self, state: int, digit: int) -> int | None:
        """Count a digit."""
        state += digit == self.digit
        return state if state <= self.times else None

    def accepts(self, state: int) -> bool:
        """Return whether the digit was read `times` times."""
        return state == self.times
