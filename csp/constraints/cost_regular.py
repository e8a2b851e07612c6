"""The cost of the run of a finite automaton (cost-regular)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from csp.constraints.regular import Regular, post_automaton
from csp.errors import ModelError
from csp.model.constraint import ValueOf
from csp.model.expressions import Function, Variable, whole
from csp.model.linear import post_linear

if TYPE_CHECKING:
    from csp.model.builder import Builder


class CostRegular(Function):
    """The cost of the run of an automaton; see `cost_regular`."""

    def __init__(self, regular: Regular, costs: Mapping[tuple[Any, int], int]) -> None:
        if not isinstance(costs, Mapping):
            raise ModelError(f"the costs are {costs!r}: they must be a mapping")
        for key in costs:
            if key not in regular.transitions:
                raise ModelError(f"there is a cost of {key!r}, which is no transition")
        self.regular = regular
        self.costs = {key: whole(cost, f"the cost of {key!r}") for key, cost in costs.items()}

    def variables(self) -> Iterator[Variable]:
        """Yield the variables of the sequence."""
        yield from self.regular.variables()

    def value(self, value_of: ValueOf) -> int:
        """Return the cost; raise IndexError if the automaton does not accept the sequence."""
        if not self.regular.holds(value_of):
            raise IndexError(f"{self!r} has no value: the automaton does not accept the sequence")
        state: Any = self.regular.start
        total = 0
        for each in self.regular.expressions:
            key = (state, each.value(value_of))
            total += self._cost(*key)
            state = self.regular.transitions[key]
        return total

    def build(self, builder: Builder) -> int:
        """Post the automaton with a cost for each step; return their sum."""
        own = self.regular
        builder.n_undefined += 1
        steps = post_automaton(
            builder,
            builder.distinct_variables(own.expressions),
            lambda state, value: own.transitions.get((state, value)),
            own.start,
            own.accepting.__contains__,
            self._cost,
        )
        if not own.expressions and own.start not in own.accepting:
            builder.is_infeasible = True
        bounds = [builder.bounds(v) for v in steps]
        total = builder.new_interval(sum(low for low, _ in bounds), sum(high for _, high in bounds))
        post_linear(builder, "==", [*((v, 1) for v in steps), (total, -1)], 0)
        return total

    def _cost(self, state: Any, value: int) -> int:
        return self.costs.get((state, value), 0)

    def __repr__(self) -> str:
        return f"cost_{self.regular!r}"


def cost_regular(
    expressions: Iterable[Any],
    transitions: Mapping[tuple[Any, int], Hashable],
    start: Hashable,
    accepting: Iterable[Hashable],
    costs: Mapping[tuple[Any, int], int],
) -> CostRegular:
    """Return an expression: the cost of the run of an automaton that accepts a sequence.

    Wherever the expression is used, the automaton accepts the sequence in every solution.

    Consistency: domain for the sequence as of `regular`, and for each step with its cost; bounds of
    the sum of the costs of all steps.

    Parameters
    ----------
    expressions
        The sequence.
    transitions, start, accepting
        The automaton, as for `regular`.
    costs
        (state, value) -> the cost of this transition; others cost nothing.

    Returns
    -------
    CostRegular
        An expression.

    Raises
    ------
    ModelError
        If the automaton is wrong, or a cost is not a whole number or not that of a transition.

    References
    ----------
    S. Demassey, G. Pesant and L.-M. Rousseau, A cost-regular based hybrid column generation
    approach, Constraints 11 (2006).

    Examples
    --------
    The fewest changes between two shifts, where the first and the last are given:

    >>> from csp import Model, cost_regular
    >>> model = Model()
    >>> x = model.variables(5, [0, 1])
    >>> steps = {("day", 0): "day", ("day", 1): "night", ("night", 1): "night", ("night", 0): "day"}
    >>> changes = cost_regular(x, steps, "day", ["day"], {("day", 1): 1, ("night", 0): 1})
    >>> model.post(x[2] == 1)
    >>> model.minimize(changes).value
    2
    """
    return CostRegular(Regular(expressions, transitions, start, accepting), costs)
