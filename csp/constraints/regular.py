"""Regular: sequences that a finite automaton accepts."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from csp.constraints.tuples import post_table
from csp.errors import ModelError
from csp.model.constraint import Constraint, ValueOf
from csp.model.expressions import expression_list, listed, whole

if TYPE_CHECKING:
    from csp.model.builder import Builder
    from csp.model.expressions import Expression, Variable

Step = Callable[[Any, int], Any]
"""The transition function: (state, value) -> the next state, or None if there is none."""


class Regular(Constraint):
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

    def variables(self) -> Iterator[Variable]:
        """Yield the variables of all expressions."""
        for each in self.expressions:
            yield from each.variables()

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
    arcs = _live_arcs([builder.values(v) for v in numbers], step, start, is_accepting)
    if numbers and not all(arcs):
        builder.is_infeasible = True
        return []
    before, states = None, {start: 0}
    costs: list[int] = []
    for k, v in enumerate(numbers):
        tuples = [(states[source], value, target) for source, value, target in arcs[k]]
        # All accepting states are merged into one after the last step.
        is_last = k == len(numbers) - 1
        names = {target: 0 if is_last else i for i, target in enumerate(_targets(arcs[k]))}
        after = builder.new_interval(0, len(names) - 1) if len(set(names.values())) > 1 else None
        rows = [(source, value, names[target], 0) for source, value, target in tuples]
        if cost_of is not None:
            own = [cost_of(source, value) for source, value, _ in arcs[k]]
            costs.append(builder.new_interval(min(own), max(own)))
            rows = [(*row[:3], cost) for row, cost in zip(rows, own, strict=True)]
        columns = (before, v, after, costs[-1] if costs else None)
        wanted = [u is not None for u in columns]
        scope = [u for u in columns if u is not None]
        post_table(builder, scope, [_picked(row, wanted) for row in rows])
        before, states = after, names
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


def _live_arcs(
    values: list[list[int]], step: Step, start: Any, is_accepting: Callable[[Any], bool]
) -> list[list[tuple[Any, int, Any]]]:
    """Return the transitions at each place that are on a path from the start to acceptance."""
    arcs: list[list[tuple[Any, int, Any]]] = []
    reached = {start: None}
    for own in values:
        tried = [(source, value, step(source, value)) for source in reached for value in own]
        arcs.append([arc for arc in tried if arc[2] is not None])
        reached = _targets(arcs[-1])
    alive = {state for state in reached if is_accepting(state)}
    for k in reversed(range(len(arcs))):
        arcs[k] = [arc for arc in arcs[k] if arc[2] in alive]
        alive = {source for source, _, _ in arcs[k]}
    return arcs


def _targets(arcs: list[tuple[Any, int, Any]]) -> dict[Any, None]:
    """Return the states that transitions lead to, in order and each once."""
    return dict.fromkeys(target for _, _, target in arcs)


def _picked(row: tuple[int, ...], wanted: list[bool]) -> tuple[int, ...]:
    return tuple(value for value, is_wanted in zip(row, wanted, strict=True) if is_wanted)


def _checked(transition: tuple[Any, Any]) -> tuple[tuple[Any, int], Any]:
    source, target = transition
    if not isinstance(source, tuple) or len(source) != 2 or target is None:
        raise ModelError(
            f"a transition is {source!r} -> {target!r}: "
            "it must be from a pair of a state and a value, to a state"
        )
    return (source[0], whole(source[1], "a value of a transition")), target
