"""Primitive constraints as automata, which small tables express however many values there are.

An automaton reads the values of some variables one after another. Its states are determined by
these values, so a table for each step, of the state before, the value and the state after, has the
same solutions.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import combinations, product
from typing import Any, NamedTuple

from csp.bridges.lowering import ALLOWED, FORBIDDEN, Primitive, translator
from csp.model.builder import Builder

Step = Callable[[int, Any, int], Hashable]
"""(place, state, value) -> the next state, or None if the value is not allowed there."""


class Automaton(NamedTuple):
    """An automaton that must accept the values of a scope.

    Attributes
    ----------
    scope
        The variables in the order in which they are read.
    start, step
        The state at the beginning, and the transition function.
    accepts
        Whether a state may be the last one.
    """

    scope: Sequence[int]
    start: Hashable
    step: Step
    accepts: Callable[[Any], bool]


def never_rejects(state: Any) -> bool:
    """Return True: the steps have rejected what is wrong."""
    return True


def test_of(scope: Sequence[int], test: Callable[..., bool]) -> Automaton:
    """Return an automaton that remembers all values, and tests them at the end."""
    return Automaton(scope, (), lambda _, state, v: (*state, v), lambda state: test(*state))


def linear(compare: Callable[[int, int], bool], *, is_difference: bool = False) -> Express:
    """Return how a comparison of a sum with a number is read."""

    def express(scope: Sequence[int], c: Sequence[int], _: Builder) -> Iterator[Automaton]:
        weights, total = ([1, -1], c[0]) if is_difference else (c[:-1], c[-1])
        yield Automaton(scope, 0, lambda k, s, v: s + weights[k] * v, lambda s: compare(s, total))

    return express


def reified(compare: Callable[[int, int], bool], *, is_difference: bool = False) -> Express:
    """Return how the truth value of a comparison is read: after the sum."""

    def express(scope: Sequence[int], c: Sequence[int], _: Builder) -> Iterator[Automaton]:
        weights, (total, yes) = ([1, -1], c) if is_difference else (c[:-3], c[-2:])
        last = len(scope) - 1

        def step(k: int, state: int, value: int) -> Hashable:
            if k < last:
                return state + weights[k] * value
            holds = compare(state, total) == (is_order or bool(yes))
            return 0 if holds == bool(value) else None

        is_order = compare(0, 1)  # an inequality has no opposite form
        yield Automaton(scope, 0, step, never_rejects)

    return express


def absolute(scope: Sequence[int], c: Sequence[int], _: Builder) -> Iterator[Automaton]:
    """Yield z == |x - y + c|."""
    yield Automaton(
        scope,
        c[0],
        lambda k, s, v: s + v if k == 0 else abs(s - v) if k == 1 else s if s == v else None,
        never_rejects,
    )


def times(scope: Sequence[int], _: Sequence[int], __: Builder) -> Iterator[Automaton]:
    """Yield z == x * y."""
    yield Automaton(
        scope, 1, lambda k, s, v: s * v if k < 2 else s if s == v else None, never_rejects
    )


def extremum(scope: Sequence[int], c: Sequence[int], _: Builder) -> Iterator[Automaton]:
    """Yield that the first variable is the maximum or the minimum of the others."""
    pick, n = max if c[0] > 0 else min, len(scope) - 1

    def step(k: int, state: Any, value: int) -> Any:
        if k < n:
            return value if state == () else pick(state, value)
        return state if state == value else None

    yield Automaton([*scope[1:], scope[0]], (), step, never_rejects)


def element(scope: Sequence[int], _: Sequence[int], builder: Builder) -> Iterator[Automaton]:
    """Yield for each element that it is the result if the index is its place."""
    index, result, *array = scope
    for place in builder.values(index):
        yield Automaton(
            [index, array[place], result],
            None,
            lambda k, s, v, place=place: (  # type: ignore[misc]
                ("other" if v != place else "own")
                if k == 0
                else (v if k == 1 else s if s == v else None)
                if s != "other"
                else s
            ),
            never_rejects,
        )


def cardinality(scope: Sequence[int], c: Sequence[int], _: Builder) -> Iterator[Automaton]:
    """Yield for each value how many variables have it."""
    n, *counted = c
    for value, count in zip(counted, scope[n:], strict=True):
        yield Automaton(
            [*scope[:n], count],
            0,
            lambda k, s, v, value=value: s + (v == value) if k < n else s if s == v else None,  # type: ignore[misc]
            never_rejects,
        )


def channel(scope: Sequence[int], c: Sequence[int], _: Builder) -> Iterator[Automaton]:
    """Yield for each bit that it says whether a variable has a value."""
    for bit, value in zip(scope[1:], c, strict=True):
        yield test_of([scope[0], bit], lambda x, b, value=value: b == (x == value))


def except_for(scope: Sequence[int], c: Sequence[int], _: Builder) -> Iterator[Automaton]:
    """Yield for each pair that it differs, or has a shared value."""
    shared = {*c[1:]}
    for pair in combinations(scope, 2):
        yield test_of(pair, lambda x, y: x != y or x in shared)


def inverse(scope: Sequence[int], _: Sequence[int], __: Builder) -> Iterator[Automaton]:
    """Yield x[i] == j if and only if y[j] == i."""
    n = len(scope) // 2
    for i, j in product(range(n), repeat=2):
        pair = scope[i], scope[n + j]
        yield test_of(pair, lambda x, y, i=i, j=j: (x == j) == (y == i))


def lexicographic(scope: Sequence[int], c: Sequence[int], _: Builder) -> Iterator[Automaton]:
    """Yield that the first pair that differs is in order."""
    n = len(scope) // 2

    def step(k: int, state: Any, value: int) -> Any:
        if state == "less":
            return state
        if k % 2 == 0:
            return value
        return "equal" if state == value else "less" if state < value else None

    pairs = [v for k in range(n) for v in (scope[k], scope[n + k])]
    yield Automaton(pairs, "equal", step, lambda state: state == "less" or not c[0])


def no_overlap(scope: Sequence[int], _: Sequence[int], __: Builder) -> Iterator[Automaton]:
    """Yield for each pair that one task ends before the other starts."""
    n = len(scope) // 2
    for i, j in combinations(range(n), 2):
        own = [scope[n + i], scope[n + j], scope[i], scope[j]]
        yield test_of(own, lambda d, e, s, t: s + d <= t or t + e <= s or 0 in (d, e))


def circuit(scope: Sequence[int], _: Sequence[int], builder: Builder) -> Iterator[Automaton]:
    """Yield the places of a circuit in order: that of a successor is one more, but for the first.

    The circuit begins with its first place; places that are their own successors have number 0.
    """
    n = len(scope)
    numbers = [builder.new_interval(0, n - 1) for _ in scope]
    begins = [builder.new_interval(0, 1) for _ in scope]
    for j in range(n):  # place j is the first if it is in the circuit and no earlier one is

        def step(k: int, state: bool, value: int, j: int = j) -> Any:
            if k <= j:
                return state and (value == k) == (k < j)
            return state if value == state else None

        yield Automaton([*scope[: j + 1], begins[j]], True, step, never_rejects)
        own = [scope[j], begins[j], numbers[j]]
        yield test_of(own, lambda x, b, p, j=j: p == 0 or (x != j and not b))
        yield test_of(own, lambda x, b, p, j=j: p > 0 or x == j or b)
    for i, j in product(range(n), repeat=2):
        if i != j:
            own = [scope[i], begins[j], numbers[i], numbers[j]]
            yield test_of(own, lambda x, b, p, q, j=j: x != j or b or q == p + 1)


def cumulative(scope: Sequence[int], c: Sequence[int], builder: Builder) -> Iterator[Automaton]:
    """Yield for each time that the tasks which run then are within the capacity."""
    n = c[0]
    order = [v for k in range(n) for v in (scope[k], scope[n + k], scope[2 * n + k])]
    for time in sorted({time for v in scope[:n] for time in builder.values(v)}):

        def step(k: int, state: Any, value: int, time: int = time) -> Any:
            if k == 3 * n:
                return () if state is NOBODY or state <= value else None
            load, *own = state if isinstance(state, tuple) else (state,)
            if k % 3 == 0:
                return (load, value) if value <= time else load
            if k % 3 == 1:
                return (load, True) if own and time < own[0] + value else load
            return (0 if load is NOBODY else load) + value if own else load

        yield Automaton([*order, scope[-1]], NOBODY, step, never_rejects)


NOBODY = "nobody"
"""The state where no task runs."""


def scalar_product(scope: Sequence[int], _: Sequence[int], __: Builder) -> Iterator[Automaton]:
    """Yield z == x[0] * y[0] + x[1] * y[1] + ..."""
    n = len(scope) // 2
    pairs = [v for k in range(n) for v in (scope[1 + k], scope[1 + n + k])]

    def step(k: int, state: Any, value: int) -> Any:
        if k == 2 * n:
            return () if state == value else None
        return (state, value) if k % 2 == 0 else state[0] + state[1] * value

    yield Automaton([*pairs, scope[0]], 0, step, never_rejects)


def tuples(*, are_allowed: bool) -> Express:
    """Return how a table is read: the states are the tuples that fit so far."""

    def express(scope: Sequence[int], rows: Sequence[Any], _: Builder) -> Iterator[Automaton]:
        def step(k: int, state: frozenset[int], value: int) -> Any:
            kept = frozenset(i for i in state if rows[i][k] is None or rows[i][k] == value)
            return kept if kept or not are_allowed else None

        yield Automaton(
            scope, frozenset(range(len(rows))), step, lambda state: bool(state) == are_allowed
        )

    return express


Express = Callable[[Sequence[int], Sequence[Any], Builder], Iterator[Automaton]]

PRIMITIVES: dict[str, Express] = {
    ALLOWED: tuples(are_allowed=True),
    FORBIDDEN: tuples(are_allowed=False),
    "absolute:absolute": absolute,
    "all_different_except:all_different_except": except_for,
    "cardinality:cardinality": cardinality,
    "channel:channel": channel,
    "circuit:circuit": circuit,
    "cumulative:cumulative": cumulative,
    "element:element": element,
    "element_bounds:element_bounds": element,
    "equal:equal": linear(lambda s, c: s == c, is_difference=True),
    "extremum:extremum": extremum,
    "inverse:inverse": inverse,
    "less:less": linear(lambda s, c: s <= c, is_difference=True),
    "lexicographic:lexicographic": lexicographic,
    "linear:equals": linear(lambda s, c: s == c),
    "linear:less_equal": linear(lambda s, c: s <= c),
    "linear:not_equals": linear(lambda s, c: s != c),
    "no_overlap:no_overlap": no_overlap,
    "product:product": times,
    "reified:equal": reified(lambda s, c: s == c, is_difference=True),
    "reified:linear_equals": reified(lambda s, c: s == c),
    "reified:linear_less_equal": reified(lambda s, c: s <= c),
    "scalar_product:scalar_product": scalar_product,
    "subcircuit:subcircuit": circuit,
}
"""Name of a propagator -> a function that yields automata which say the same together."""


def automata(primitive: Primitive, builder: Builder) -> Iterator[Automaton]:
    """Yield automata that together say what a primitive constraint says."""
    express = translator(PRIMITIVES, primitive.name)
    yield from express(primitive.scope, primitive.constants, builder)
