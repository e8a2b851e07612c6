"""Two arrays, each the inverse of the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from csp.errors import ModelError
from csp.model.builder import QUADRATIC, View
from csp.model.constraint import Constraint, ValueOf
from csp.model.expressions import expression_list

if TYPE_CHECKING:
    from csp.model.builder import Builder
    from csp.model.expressions import Variable


class Inverse(Constraint):
    """`left[i] == j` where `right[j] == i`, and nowhere else; see `inverse`."""

    def __init__(self, left: Iterable[Any], right: Iterable[Any]) -> None:
        self.left = expression_list(left, "the left expressions")
        self.right = expression_list(right, "the right expressions")
        if len(self.left) != len(self.right):
            raise ModelError(
                f"arrays of {len(self.left)} and {len(self.right)} expressions are not inverse"
            )

    def variables(self) -> Iterator[Variable]:
        """Yield the variables of both arrays."""
        for each in (*self.left, *self.right):
            yield from each.variables()

    def holds(self, value_of: ValueOf) -> bool:
        """Look each value up in the other array."""
        left, right = ([each.value(value_of) for each in side] for side in (self.left, self.right))
        places = range(len(left))
        return sorted(left) == list(places) and all(right[left[i]] == i for i in places)

    def build(self, builder: Builder) -> None:
        """Post the propagator, and that the values of each array differ."""
        n = len(self.left)
        scope = builder.numbers([*self.left, *self.right])
        for v in scope:
            builder.keep(v, range(n).__contains__)
        builder.propagator("inverse:inverse", scope, cost=QUADRATIC)
        builder.differ([View(v, 0) for v in scope[:n]])
        builder.differ([View(v, 0) for v in scope[n:]])

    def __repr__(self) -> str:
        return f"inverse({self.left!r}, {self.right!r})"


def inverse(left: Iterable[Any], right: Iterable[Any]) -> Inverse:
    """Say that `left[i] == j` if and only if `right[j] == i`, counted from 0.

    So both are permutations. Consistency: i leaves `right[j]` when j leaves `left[i]`, and the
    other way round; naked and hidden singles of both. A run takes O(n^2) time.

    Parameters
    ----------
    left
        Variables and expressions.
    right
        As many others.

    Returns
    -------
    Inverse
        A constraint.

    Raises
    ------
    ModelError
        If one array is longer than the other.

    Examples
    --------
    >>> from csp import Model, inverse
    >>> model = Model()
    >>> x, y = model.variables((2, 3), range(3))
    >>> model.post(inverse(x, y), x[0] == 1, y[0] == 2)
    >>> solution = model.solve().solution
    >>> solution[x], solution[y]
    (array([1, 2, 0]), array([2, 0, 1]))
    """
    return Inverse(left, right)
