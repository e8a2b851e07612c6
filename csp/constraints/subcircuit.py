"""A circuit that visits some of the places."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import TYPE_CHECKING, Any

from csp.constraints.circuit import Following
from csp.constraints.conjunction import reified_all
from csp.constraints.element import Element
from csp.constraints.extremum import Extremum
from csp.constraints.of_expressions import OfExpressions
from csp.constraints.table import table
from csp.model.constraint import Constraint, ValueOf
from csp.model.expressions import Expression, expression, expression_list, sum_of
from csp.model.posted_records import QUADRATIC, View
from csp.propagators.registry import SUBCIRCUIT

if TYPE_CHECKING:
    from csp.model.builder import Builder


class Subcircuit(OfExpressions, Constraint):
    """The constraint that successors form one circuit of some places; see `subcircuit`."""

    def __init__(self, successors: Iterable[Any]) -> None:
        self.expressions = self.successors = expression_list(successors, "the successors")

    def holds(self, value_of: ValueOf) -> bool:
        """Follow the successors from a place that has another one; return whether it meets all."""
        values = [each.value(value_of) for each in self.successors]
        if sorted(values) != list(range(len(values))):
            return False
        visited = {place for place, after in enumerate(values) if after != place}
        seen: set[int] = set()
        place = min(visited, default=0)
        while visited and place not in seen:
            seen.add(place)
            place = values[place]
        return seen == visited

    def build(self, builder: Builder) -> None:
        """Post the propagator, and that the successors are all different."""
        n, scope = len(self.successors), builder.distinct_variables(self.successors)
        for v in scope:
            builder.within(v, range(n))
        if n:
            n_words = -(-n // 64)
            builder.propagator(SUBCIRCUIT, scope, scratch=n_words, cost=QUADRATIC)
            builder.all_different([View(v, 0) for v in scope])

    def reify(self, builder: Builder) -> int:
        """Reify that a walk from the first place that is visited meets it again after all others.

        A successor that is no place leads to a further place, which the walk cannot leave. The walk
        also begins there if no place is visited.
        """
        own, n = self.successors, len(self.successors)
        places = [(k,) for k in range(n)]
        parts: list[Constraint] = [table([each], places) for each in own]
        parts += [one != other for one, other in combinations(own, 2)]
        following = [*(Following(each, n) for each in own), expression(n)]
        starts = [n + (k - n) * (each != k) for k, each in enumerate(own)]
        start: Expression = Extremum([n, *starts], -1)
        n_visited = sum_of(each != k for k, each in enumerate(own))
        place = start
        for k in range(1, n):
            place = Element(following, place)
            parts.append((place != start) | (n_visited <= k))
        return reified_all(builder, parts, own)

    def __repr__(self) -> str:
        return f"subcircuit({self.successors!r})"


def subcircuit(successors: Iterable[Any]) -> Subcircuit:
    """Return the constraint that successors form a circuit of some places.

    A place that is its own successor is left out; all places may be. Consistency: a circuit is not
    closed while another place must be visited, and after that all others are left out; fixed values
    are removed from the other successors. A run takes O(n^2) time at worst.

    Parameters
    ----------
    successors
        For each place, counted from 0, an expression: the place that follows it, or itself.

    Returns
    -------
    Subcircuit
        A constraint, to be posted to a model or combined with others.

    Raises
    ------
    ModelError
        If an expression is invalid.

    References
    ----------
    K. Francis and P. J. Stuckey, Explaining circuit propagation, Constraints 19 (2014).

    Examples
    --------
    The circuits of two, three or four places, and none:

    >>> from csp import Model, subcircuit
    >>> model = Model()
    >>> model.post(subcircuit(model.variables(4, range(4))))
    >>> model.count()
    21
    """
    return Subcircuit(successors)
