"""Regular: sequences that a finite automaton accepts."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from csp.constraints.of_expressions import OfExpressions
from csp.constraints.tuples import Columns, post_table
from csp.errors import ModelError
from csp.model.constraint import Constraint, ValueOf
from csp.model.expressions import Expression, expression_list, listed, whole
from exactcover.runtime.kernels.types import I64
from exactcover.runtime.reading_budget import spend
from exactcover.runtime.search.limits import watched

if TYPE_CHECKING:
    from csp.model.builder import Builder
    from csp.model.cpsat import CpSatOfConstraints

Step = Callable[[Any, int], Any]
"""The transition function: (state, value) -> the next state, or None if there is none."""


class Regular(OfExpressions, Constraint):
    """The constraint that an automaton accepts a sequence; see `regular`."""

    def __init__(
        self,
        expressions: Iterable[Any],
        transitions: Mapping[tuple[Any, int], Hashable],
        start: Hashable,
        accepting: Iterable[Hashable],
    ) -> None:
        self.expressions = expression_list(expressions, "the expressions")
        if not isinstance(transitions, Mapping):
            raise ModelError(f"the transitions are {transitions!r}: they must be a mapping")
        self.transitions = dict(map(_checked, transitions.items()))
        self.start = start
        self.accepting = frozenset(listed(accepting, "the accepting states"))

    def holds(self, value_of: ValueOf) -> bool:
        """Return whether the automaton accepts the values."""
        state: Any = self.start
        for value in [each.value(value_of) for each in self.expressions]:
            state = self._step(state, value)
            if state is None:
                return False
        return state in self.accepting

    def build(self, builder: Builder) -> None:
        """Post a table for each transition."""
        post_automaton(
            builder,
            builder.distinct_variables(self.expressions),
            self._step,
            self.start,
            self.accepting.__contains__,
        )
        if not self.expressions and self.start not in self.accepting:
            builder.is_infeasible = True

    def reify(self, builder: Builder) -> int:
        """Reify the automaton."""
        return reified_automaton(
            builder, self.expressions, self._step, self.start, self.accepting.__contains__
        )

    def add_to_cpsat(self, to: CpSatOfConstraints) -> bool:
        """Add the automaton, if it reads something and may accept it."""
        if not self.expressions or not self.transitions:
            return False
        states: dict[Any, int] = {self.start: 0}
        for (state, _), target in self.transitions.items():
            states.setdefault(state, len(states))
            states.setdefault(target, len(states))
        final = [states[state] for state in self.accepting if state in states]
        if not final:
            return False
        arcs = [
            (states[state], value, states[target])
            for (state, value), target in self.transitions.items()
        ]
        to.model.add_automaton(to.numbers(self.expressions), 0, final, arcs)
        return True

    def _step(self, state: Any, value: int) -> Any:
        return self.transitions.get((state, value))

    def __repr__(self) -> str:
        return f"regular({self.expressions!r}, {len(self.transitions)} transitions)"


def regular(
    expressions: Iterable[Any],
    transitions: Mapping[tuple[Any, int], Hashable],
    start: Hashable,
    accepting: Iterable[Hashable],
) -> Regular:
    """Return the constraint that a deterministic finite automaton accepts a sequence.

    Consistency: domain. It is decomposed into a variable for the state after each step and a
    Compact-Table for each transition; the tables form a chain (Berge-acyclic), so that the
    decomposition loses nothing.

    Parameters
    ----------
    expressions
        The sequence.
    transitions
        (state, value) -> the next state; pairs without an entry are not allowed. A state may be
        any hashable object except None.
    start
        The state before the first value.
    accepting
        The accepting states: those in which the sequence may end.

    Returns
    -------
    Regular
        A constraint, to be posted to a model or combined with others.

    Raises
    ------
    ModelError
        If a key is not a pair of a state and a whole number, or a transition leads to None.

    References
    ----------
    G. Pesant, A regular language membership constraint for finite sequences of variables, CP 2004.
    C.-G. Quimper and T. Walsh, Global grammar constraints, CP 2006 (the decomposition).

    Examples
    --------
    Sequences of bits without two adjacent ones:

    >>> from csp import Model, regular
    >>> model = Model()
    >>> x = model.variables(5, range(2))
    >>> steps = {("after 0", 0): "after 0", ("after 0", 1): "after 1", ("after 1", 0): "after 0"}
    >>> model.post(regular(x, steps, "after 0", ["after 0", "after 1"]))
    >>> model.count()
    13
    """
    return Regular(expressions, transitions, start, accepting)


def post_automaton(
    builder: Builder,
    numbers: Sequence[int],
    step: Step,
    start: Any,
    is_accepting: Callable[[Any], bool],
    cost_of: Callable[[Any, int], int] | None = None,
) -> list[int]:
    """Post that an automaton accepts the values of variables.

    Returns
    -------
    The variables of the costs of all steps, where `cost_of` gives the cost of a state and a value.
    """
    layers, states = _live_layers([builder.values(v) for v in numbers], step, start, is_accepting)
    if not all(map(len, layers)):
        builder.is_infeasible = True
        return []
    before, places = None, np.zeros(len(states), dtype=np.int64)
    costs: list[int] = []
    for k, (v, arcs) in enumerate(zip(numbers, layers, strict=True)):
        source, value, target = arcs.T
        columns = [(before, places[source]), (v, value)]
        after, places = None, np.zeros(len(states), dtype=np.int64)
        if k < len(numbers) - 1:  # all accepting states are merged into one after the last step
            named = list(dict.fromkeys(target.tolist()))
            places[named] = range(len(named))
            after = builder.new_interval(0, len(named) - 1) if len(named) > 1 else None
        columns.append((after, places[target]))
        if cost_of is not None:
            own = [cost_of(states[i], x) for i, x in zip(source, value.tolist(), strict=True)]
            costs.append(builder.new_interval(min(own), max(own)))
            columns.append((costs[-1], np.array(own, dtype=np.int64)))
        posted = [(u, column) for u, column in columns if u is not None]
        rows = np.stack([column for _, column in posted], axis=1)
        # All of them are in the domains: the states of a layer are those that lead to acceptance.
        post_table(builder, [u for u, _ in posted], Columns.of_rows(rows))
        before = after
    return costs


def reified_automaton(
    builder: Builder,
    expressions: Sequence[Expression],
    step: Step,
    start: Any,
    is_accepting: Callable[[Any], bool],
) -> int:
    """Return the truth value of an automaton: it is read last, and only the right one accepted."""
    n, truth = len(expressions), builder.new_interval(0, 1)

    def next_state(state: tuple[int, Any], value: int) -> tuple[int, Any] | None:
        place, own = state
        if place < n:
            return place + 1, None if own is None else step(own, value)
        is_right = value == int(own is not None and is_accepting(own))
        return (place + 1, None) if is_right else None

    numbers = [*builder.distinct_variables(expressions), truth]
    post_automaton(builder, numbers, next_state, (0, start), lambda state: True)
    return truth


def _live_layers(
    values: list[list[int]], step: Step, start: Any, is_accepting: Callable[[Any], bool]
) -> tuple[list[I64], list[Any]]:
    """Return the transitions at each place that are on a path from the start to acceptance.

    A row has the number of a state, a value, and the number of the next state; the states follow.
    """
    states, number = [start], {start: 0}
    reached: tuple[int, ...] = (0,)
    known: dict[Any, tuple[I64, tuple[int, ...]]] = {}
    layers: list[I64] = []
    for own in values:
        key = reached, tuple(own)
        if key not in known:
            spend("arcs", len(reached) * len(own))
            arcs = []
            for source, value in watched(product(*key)):
                target = step(states[source], value)
                if target is not None:
                    if target not in number:
                        number[target] = len(states)
                        states.append(target)
                    arcs.append((source, value, number[target]))
            layer = np.array(arcs, dtype=np.int64).reshape(-1, 3)
            known[key] = layer, tuple(dict.fromkeys(target for _, _, target in arcs))
        layer, reached = known[key]
        layers.append(layer)
    is_alive = np.zeros(len(states), dtype=bool)
    is_alive[[each for each in reached if is_accepting(states[each])]] = True
    for k in reversed(range(len(layers))):
        layers[k] = layers[k][is_alive[layers[k][:, 2]]]
        is_alive[:] = False
        is_alive[layers[k][:, 0]] = True
    return layers, states


def _checked(transition: tuple[Any, Any]) -> tuple[tuple[Any, int], Any]:
    source, target = transition
    if not isinstance(source, tuple) or len(source) != 2 or target is None:
        raise ModelError(
            f"a transition is {source!r} -> {target!r}: "
            "it must be from a pair of a state and a value, to a state"
        )
    return (source[0], whole(source[1], "a value of a transition")), target
