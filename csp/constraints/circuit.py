"""Hamiltonian circuit: a round trip that visits every place once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from csp.constraints.conjunction import reified_all
from csp.constraints.element import Element
from csp.constraints.of_expressions import OfExpressions
from csp.constraints.tabulated import Tabulated
from csp.constraints.tuples import post_table
from csp.model.constraint import Constraint, ValueOf
from csp.model.expressions import Expression, expression, expression_list
from csp.model.posted_records import QUADRATIC, View
from csp.propagators.registry import CIRCUIT

if TYPE_CHECKING:
    from csp.model.builder import Builder
    from csp.model.literal_graph import LiteralGraph


class Circuit(OfExpressions, Constraint):
    """The constraint that successors form one circuit of all places; see `circuit`."""

    def __init__(self, successors: Iterable[Any]) -> None:
        self.expressions = self.successors = expression_list(successors, "the successors")

    def holds(self, value_of: ValueOf) -> bool:
        """Follow the successors; return whether all places are visited before the first again."""
        values = [each.value(value_of) for each in self.successors]
        place, seen = 0, set[int]()
        while place not in seen and 0 <= place < len(values):
            seen.add(place)
            place = values[place]
        return not values or (place == 0 and len(seen) == len(values))

    def build(self, builder: Builder) -> None:
        """Post the propagator, and that the successors are all different."""
        n, scope = len(self.successors), builder.distinct_variables(self.successors)
        if not scope:  # no places
            return
        for i, v in enumerate(scope):
            others = {*range(n)} - {i} if n > 1 else {0}
            builder.within(v, range(n))
            builder.restrict(v, others.__contains__)
        n_words = -(-n // 64)
        builder.propagator(CIRCUIT, scope, scratch=2 * n_words + n, cost=QUADRATIC)
        builder.all_different([View(v, 0) for v in scope])

    def reify(self, builder: Builder) -> int:
        """Reify that a walk from the first place is there again after all others, not before.

        A successor that is no place leads to a further place, which the walk cannot leave.
        """
        n = len(self.successors)
        if not n:
            return builder.constant(1)
        following = [Following(each, n) for each in self.successors]
        place: Expression = expression(0)
        parts: list[Constraint] = []
        for k in range(n):
            place = Element([*following, n], place)
            parts.append(place != 0 if k < n - 1 else place == 0)
        return reified_all(builder, parts)

    def add_to(self, graph: LiteralGraph) -> None:
        """Add the places, each joined to the arcs from it and to the arcs to it.

        The two sides of a place are alike: a circuit that is reversed is a circuit.
        """
        arcs = [graph.values(each) for each in self.successors]
        places = range(len(arcs))
        for own in arcs:
            for value in own.keys() - places:
                graph.forbid([own[value]])
        sides = [
            [[arcs[i][j] for j in places if j in arcs[i]], [own[i] for own in arcs if i in own]]
            for i in places
        ]
        for _, arriving in sides:
            graph.exactly_one(arriving)
        ends = [[graph.vertex("arcs", side) for side in both] for both in sides]
        graph.require(graph.vertex("circuit", [graph.vertex("place", both) for both in ends]))

    def __repr__(self) -> str:
        return f"circuit({self.successors!r})"


class Following(Tabulated):
    """The place that a successor is: the second operand, if the first is no place before it."""

    def compute(self, left: int, right: int) -> int:
        """Return the place."""
        return left if 0 <= left < right else right

    def post(self, builder: Builder) -> int:
        """Post a table of the first operand, as the second is a number."""
        number = self.right.linear().constant
        own = builder.variable_of(self.left)
        result = builder.new_interval(0, number)
        post_table(
            builder, [own, result], [(v, self.compute(v, number)) for v in builder.values(own)]
        )
        return result

    def __repr__(self) -> str:
        return f"place {self.left!r}"


def circuit(successors: Iterable[Any]) -> Circuit:
    """Return the constraint that successors form a Hamiltonian circuit.

    Consistency: subcircuits are prevented (no-cycle), every place must be reachable from the first,
    and fixed values are removed from the other successors. A run takes O(n^2) time at worst.

    Parameters
    ----------
    successors
        For each place, counted from 0, an expression: the place that follows it.

    Returns
    -------
    Circuit
        A constraint, to be posted to a model or combined with others.

    Raises
    ------
    ModelError
        If an expression is invalid.

    References
    ----------
    Y. Caseau and F. Laburthe, Solving small TSPs with constraints, ICLP 1997. K. Francis and P. J.
    Stuckey, Explaining circuit propagation, Constraints 19 (2014).

    Examples
    --------
    >>> from csp import Model, circuit
    >>> model = Model()
    >>> x = model.variables(5, range(5))
    >>> model.post(circuit(x))
    >>> model.count()
    24
    """
    return Circuit(successors)
