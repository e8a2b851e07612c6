"""Inverse: two arrays, each the inverse permutation of the other."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import TYPE_CHECKING, Any

from csp.constraints.conjunction import reified_all
from csp.constraints.of_expressions import OfExpressions
from csp.constraints.table import table
from csp.errors import ModelError
from csp.model.constraint import Constraint, ValueOf
from csp.model.expressions import expression_list
from csp.model.posted_records import QUADRATIC, View
from csp.propagators.registry import INVERSE

if TYPE_CHECKING:
    from csp.model.builder import Builder
    from csp.model.literal_graph import LiteralGraph


class Inverse(OfExpressions, Constraint):
    """The constraint that two arrays are inverse permutations; see `inverse`."""

    def __init__(self, left: Iterable[Any], right: Iterable[Any]) -> None:
        self.left = expression_list(left, "the left expressions")
        self.right = expression_list(right, "the right expressions")
        self.expressions = [*self.left, *self.right]
        if len(self.left) != len(self.right):
            raise ModelError(
                f"the arrays have {len(self.left)} and {len(self.right)} expressions: "
                "they must have the same length"
            )

    def holds(self, value_of: ValueOf) -> bool:
        """Return whether each array is the inverse of the other."""
        left, right = ([each.value(value_of) for each in side] for side in (self.left, self.right))
        places = range(len(left))
        return sorted(left) == list(places) and all(right[left[i]] == i for i in places)

    def build(self, builder: Builder) -> None:
        """Post the propagator, and that the values of each array are all different."""
        n = len(self.left)
        scope = builder.distinct_variables(self.expressions)
        for v in scope:
            builder.within(v, range(n))
        builder.propagator(INVERSE, scope, cost=QUADRATIC)
        builder.all_different([View(v, 0) for v in scope[:n]])
        builder.all_different([View(v, 0) for v in scope[n:]])

    def reify(self, builder: Builder) -> int:
        """Reify that all values are places, and that the arrays say the same."""
        n, both = len(self.left), self.expressions
        parts: list[Constraint] = [table([each], [(k,) for k in range(n)]) for each in both]
        for (i, one), (j, other) in product(enumerate(self.left), enumerate(self.right)):
            parts.append((one == j) == (other == i))
        return reified_all(builder, parts)

    def add_to(self, graph: LiteralGraph) -> None:
        """Add that the arrays say the same, and that each value is once in each."""
        left, right = ([graph.values(each) for each in side] for side in (self.left, self.right))
        places = range(len(left))
        for own in (*left, *right):
            for value in own.keys() - places:
                graph.forbid([own[value]])
        for i, j in product(places, places):
            graph.same(left[i].get(j), right[j].get(i))
        for side, j in product((left, right), places):
            graph.exactly_one([own[j] for own in side if j in own])

    def __repr__(self) -> str:
        return f"inverse({self.left!r}, {self.right!r})"


def inverse(left: Iterable[Any], right: Iterable[Any]) -> Inverse:
    """Return the constraint that `left[i] == j` if and only if `right[j] == i`, counted from 0.

    So both arrays are permutations (also called inverse or channelling). Consistency: i is removed
    from `right[j]` if and only if j is removed from `left[i]`, and fixed values are removed from
    the other variables of an array. A run takes O(n^2) time.

    Parameters
    ----------
    left, right
        Expressions, as many in each.

    Returns
    -------
    Inverse
        A constraint, to be posted to a model or combined with others.

    Raises
    ------
    ModelError
        If the arrays have different lengths.

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
