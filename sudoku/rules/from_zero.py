"""Values from 0: rules that hold for numbers one less than the digits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.pictures.marks import Mark
from sudoku.rules.base import House, Rule
from sudoku.rules.constraint import Constraint
from sudoku.rules.reader import Reader
from sudoku.rules.x_sum import XSum

READ = ("distinct", "rellik", "sum_line", "x_sum")
"""The rules that can be read with values from 0: their readers accept 0 as a digit."""


@dataclass(frozen=True)
class FromZero(Rule):
    """Other rules hold for the values of the digits: the value of a digit is one less.

    Parameters
    ----------
    rules
        The rules, each one of `distinct`, `rellik`, `sum_line` and `x_sum`.

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
    summary = "Other rules hold for the values of the digits: the value of a digit is one less."

    def __post_init__(self) -> None:
        rules = tuple(self.rules)
        if not all(isinstance(each, Rule) and each.name in READ for each in rules):
            raise RuleError(f"rule 'from_zero': each rule is one of {', '.join(READ)}")
        object.__setattr__(self, "rules", rules)

    def groups(self, shape: Shape) -> tuple[House, ...]:
        """Return the groups of the rules."""
        return tuple(group for each in self.rules for group in each.groups(shape))

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the constraints of the rules, which read values instead of digits."""
        for each in self.rules:
            for constraint in _of_values(each, shape):
                means = f"{constraint.meaning}, where each digit counts as one less"
                reader = OneLess(constraint.reader)
                yield Constraint(constraint.title, constraint.cells, reader, means)

    def drawing(self, shape: Shape) -> Iterator[Mark]:
        """Yield the marks of the rules."""
        for each in self.rules:
            yield from each.drawing(shape)


def _of_values(rule: Rule, shape: Shape) -> Iterable[Constraint]:
    """Return the constraints of a rule; those of X-sums depend on the lowest value."""
    return (
        rule.sums_of(shape, range(shape.n)) if isinstance(rule, XSum) else rule.constraints(shape)
    )


@dataclass(frozen=True)
class OneLess(Reader[Any]):
    """A reader that passes each digit minus one to another reader."""

    reader: Reader[Any]

    @property
    def start(self) -> Any:
        """The start of the reader."""
        return self.reader.start

    @property
    def is_symmetric(self) -> bool:
        """Whether the reader is symmetric."""
        return self.reader.is_symmetric

    def step(self, state: Any, digit: int) -> Any:
        """Read a digit minus one."""
        return self.reader.step(state, digit - 1)

    def accepts(self, state: Any) -> bool:
        """Return whether the reader accepts a state."""
        return self.reader.accepts(state)
