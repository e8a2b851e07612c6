"""Values from 0: what a rule says of digits, said of numbers one less."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.pictures.marks import Mark
from sudoku.rules.base import House, Rule
from sudoku.rules.constraint import Constraint

__all__ = ["FromZero"]

READ = ("distinct", "rellik", "sum_line", "x_sum")
"""The rules that can be read with values from 0: their automata take 0 for a digit."""


@dataclass(frozen=True)
class FromZero(Rule):
    """Rules hold where each digit stands for a value that is one less.

    Parameters
    ----------
    rules
        Each of them one of `distinct`, `rellik`, `sum_line` and `x_sum`.

    Examples
    --------
    >>> from sudoku.rules.sum_line import SumLine
    >>> line = SumLine([[(0, 0), (0, 1), (0, 2)]], total=8)
    >>> (read,) = FromZero([line]).constraints(Shape(3, 3))
    >>> read.allows((4, 6, 1)), read.allows((3, 5, 1))
    (True, False)
    """

    rules: Sequence[Rule]

    name = "from_zero"
    summary = "Rules hold where each digit stands for a value that is one less."

    def __post_init__(self) -> None:
        rules = tuple(self.rules)
        if not all(isinstance(each, Rule) and each.name in READ for each in rules):
            raise RuleError(f"rule 'from_zero': each rule is one of {', '.join(READ)}")
        object.__setattr__(self, "rules", rules)

    def groups(self, shape: Shape) -> tuple[House, ...]:
        """Return the groups of the rules."""
        return tuple(group for each in self.rules for group in each.groups(shape))

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the constraints of the rules, which read values for digits."""
        for said in (said for each in self.rules for said in each.constraints(shape)):
            step = partial(_step, said.step)
            yield Constraint(
                said.title, said.cells, step, said.start, said.accepts, said.is_symmetric
            )

    def drawing(self, shape: Shape) -> Iterator[Mark]:
        """Yield the marks of the rules."""
        for each in self.rules:
            yield from each.drawing(shape)


def _step(step: Callable[[Any, int], Hashable | None], state: Any, digit: int) -> Hashable | None:
    return step(state, digit - 1)
