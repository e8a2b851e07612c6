"""Functions of two expressions that are tabulated where their values are few."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

from csp.constraints.classes import classes
from csp.constraints.tuples import post_table
from csp.errors import ModelError
from csp.model.constraint import ValueOf
from csp.model.expressions import Expression, Function, Variable, expression
from csp.model.posted_records import View
from exactcover.runtime.search.limits import watched

if TYPE_CHECKING:
    from csp.model.builder import Builder

MOST_PAIRS = 1 << 16
"""The most pairs of values of the operands of a function that is tabulated."""

MOST_TRUTHS = 1 << 14
"""The most truth values of comparisons that a constraint is decomposed into."""


class Tabulated(Function):
    """A function of two expressions, such as a quotient.

    Attributes
    ----------
    left, right
        The operands.
    """

    def __init__(self, left: Any, right: Any) -> None:
        self.left = expression(left)
        self.right = expression(right)

    @abstractmethod
    def compute(self, left: int, right: int) -> int | None:
        """Return the value for those of the operands, or None if there is none."""

    @abstractmethod
    def post(self, builder: Builder) -> int:
        """Post the function, if it has too many values to be tabulated; return its variable."""

    def variables(self) -> Iterator[Variable]:
        """Yield the variables of both operands."""
        yield from self.left.variables()
        yield from self.right.variables()

    def value(self, value_of: ValueOf) -> int:
        """Return the value; raise IndexError if there is none."""
        operands = self.left.value(value_of), self.right.value(value_of)
        found = self.compute(*operands)
        if found is None:
            raise IndexError(f"{self!r} has no value: the operands are {operands}")
        return found

    def build(self, builder: Builder) -> int:
        """Post a table of the operands and the result, or what `post` does."""
        left, right = builder.view(self.left), builder.view(self.right)
        sizes = [builder.n_values(view.variable) for view in (left, right)]
        if left.variable == right.variable:
            sizes[1] = 1
        if sizes[0] * sizes[1] > MOST_PAIRS:
            return self.post(builder)
        scope = list(dict.fromkeys(view.variable for view in (left, right)))
        rows = [
            (*values, found)
            for values in watched(product(*map(builder.values, scope)))
            if (found := self._of(scope, values, left, right)) is not None
        ]
        builder.n_undefined += len(rows) < prod(map(builder.n_values, scope))
        results = [row[-1] for row in rows]
        result = builder.new_interval(min(results, default=0), max(results, default=0))
        if own := classes(builder, result, results) if builder.is_wide(result) else None:
            numbers = {value: mask.bit_length() - 1 for value, mask in own.masks.items()}
            rows = [(*values, numbers[found]) for *values, found in rows]
            post_table(builder, [*scope, own.variable], rows)
        else:
            post_table(builder, [*scope, result], rows)
        return result

    def _of(self, scope: list[int], values: tuple[int, ...], left: View, right: View) -> int | None:
        value_of = dict(zip(scope, values, strict=True))
        return self.compute(
            value_of[left.variable] + left.offset, value_of[right.variable] + right.offset
        )


def check_truths(what: object, number: int) -> None:
    """Raise ModelError if a constraint needs too many truth values."""
    if number > MOST_TRUTHS:
        raise ModelError(
            f"{what!r} needs {number} truth values: at most {MOST_TRUTHS} are possible"
        )


class Numbered(Function):
    """An expression that is a variable of a builder, for what is posted together with it."""

    def __init__(self, number: int, name: str = "an auxiliary variable") -> None:
        self.number = number
        self.name = name

    def variables(self) -> Iterator[Variable]:
        """Yield nothing: the variable is none of a model."""
        yield from ()

    def value(self, value_of: ValueOf) -> int:
        """Raise TypeError: only a search knows the value."""
        raise TypeError("a variable of a builder has no value outside of a search")

    def build(self, builder: Builder) -> int:
        """Return the number of the variable."""
        return self.number

    def __repr__(self) -> str:
        return self.name


def bounds_of(builder: Builder, each: Expression) -> tuple[int, int]:
    """Return the least and the greatest value of an expression."""
    return builder.linear_bounds(each.linear())
