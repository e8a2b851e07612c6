"""Global constraints of MiniZinc whose arguments have another form than those of ours."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import combinations, pairwise

from csp.constraints.among import among
from csp.constraints.bin_packing import load_of
from csp.constraints.cardinality import cardinality, count_of
from csp.constraints.diffn import diffn
from csp.constraints.knapsack import knapsack
from csp.constraints.lexicographic import lexicographic
from csp.constraints.no_overlap import no_overlap
from csp.constraints.precedence import value_precedence
from csp.constraints.regular import regular
from csp.constraints.reified import at_least
from csp.constraints.sequence import sliding_sum
from csp.constraints.table import table
from csp.errors import ModelError
from csp.formats.flatzinc.checks import (
    check_least,
    check_length,
    check_lengths,
    check_range,
    check_ranges,
    check_rows,
)
from csp.formats.flatzinc.integers import Integers
from csp.formats.flatzinc.predicate import all_of, number
from csp.model.constraint import Constraint
from csp.model.expressions import Expression, Linear, Variable, expression, sum_of, weighted_sum
from exactcover.runtime.reading_budget import spend

Many = Sequence[Expression]


def shifted(expressions: Many, first: int) -> list[Expression]:
    """Return expressions whose values count from 0 instead of from a first index."""
    return [each - first for each in expressions]


def rows(flat: Sequence[Expression], n: int) -> list[Sequence[Expression]]:
    """Return the rows of n elements each of an array that is given row by row."""
    check_rows(flat, n)
    return [flat[k : k + n] for k in range(0, len(flat), n)]


def difference(weights: list[int], x: Many, total: int = 0) -> Linear:
    """Return a sum of expressions times coefficients, minus a number."""
    if len(weights) != len(x):
        check_lengths({"coefficients": weights, "variables": x})
    return weighted_sum(weights, x, -total)


def ordered(one: Expression, other: Expression, *, strict: bool) -> Constraint:
    """Return the constraint that two expressions are in order."""
    return one < other if strict else one <= other


def monotone(x: Many, *, strict: bool = False, down: bool = False) -> Constraint:
    """Return the constraint that expressions increase, or decrease."""
    pairs = pairwise(reversed(x) if down else x)
    return all_of([ordered(a, b, strict=strict) for a, b in pairs], f"monotone({x!r})")


def lex(x: Many, y: Many, *, strict: bool) -> Constraint:
    """Return the lexicographic order of two sequences, whose lengths may differ."""
    n = min(len(x), len(y))
    if len(x) != len(y):  # a sequence is less than those that it begins
        strict = len(x) > len(y)
    return lexicographic(x[:n], y[:n], strict=strict)


def lex_chain(flat: Many, n: int, *, strict: bool) -> Constraint:
    """Return the lexicographic order of the rows of an array."""
    pairs = pairwise(rows(flat, n))
    return all_of([lex(a, b, strict=strict) for a, b in pairs], f"lex_chain({flat!r})")


def packed(bins: Many, weights: list[int], capacities: list[int], first: int) -> Constraint:
    """Return the constraint that the items in each bin are within its capacity."""
    check_lengths({"items": bins, "weights": weights})
    own = shifted(bins, first)
    parts: list[Constraint] = [
        table([each], [(k,) for k in range(len(capacities))]) for each in own
    ]
    parts += [load_of(own, weights, k) <= most for k, most in enumerate(capacities)]
    return all_of(parts, f"bin_packing_capa({bins!r})")


def packed_alike(capacity: int, bins: Many, weights: list[int]) -> Constraint:
    """Return the constraint that the items of every number are within one capacity."""
    check_lengths({"items": bins, "weights": weights})
    numbers = values_of_all(bins)
    parts = [load_of([*bins], weights, k) <= capacity for k in numbers]
    return all_of(parts, f"bin_packing({bins!r})")


def loads(load: Many, bins: Many, weights: list[int], first: int = 1) -> Constraint:
    """Return the constraint that each bin has a load."""
    check_lengths({"items": bins, "weights": weights})
    own = shifted(bins, first)
    parts: list[Constraint] = [table([each], [(k,) for k in range(len(load))]) for each in own]
    parts += [load_of(own, weights, k) == each for k, each in enumerate(load)]
    parts.append(sum_of(load) == sum(weights))
    return all_of(parts, f"bin_packing_load({bins!r})")


def occurrences(x: Many, value: Expression) -> Expression:
    """Return the number of expressions that have a value, which may be an expression."""
    fixed = number(value)
    return count_of(x, value if fixed is None else fixed)


def values_of(each: Expression) -> Sequence[int]:
    """Return the values that an expression of at most one variable may have, in any order."""
    scope = list(dict.fromkeys(each.variables()))
    if not scope:
        return [each.value(lambda _: 0)]
    if isinstance(each, Variable):
        return each.values
    one, *others = scope
    if others:
        raise ModelError(f"{each!r} has several variables, where the values of one are needed")
    spend("numbers", len(one.values))
    return [each.value(lambda _, value=value: value) for value in one.values]  # type: ignore[misc]


def values_of_all(own: Many) -> list[int]:
    """Return the values that one of some expressions may have, in ascending order."""
    found = set[int]()
    ranges = set[range]()
    for values in map(values_of, own):
        if isinstance(values, range):
            if values in ranges:
                continue
            ranges.add(values)
        spend("numbers", len(values))
        found.update(values)
    return sorted(found)


def greatest(each: Expression) -> int:
    """Return the greatest value that an expression of at most one variable may have."""
    values = values_of(each)
    return values[-1] if isinstance(values, range) else max(values)


def may_be(each: Expression, value: int) -> bool:
    """Return whether an expression of at most one variable may have a value."""
    return each.may_be(value) if isinstance(each, Variable) else value in values_of(each)


def taken(
    weights: list[int], profits: list[int], x: Many, weight: Expression, profit: Expression
) -> Constraint:
    """Return the knapsack constraint, whose amounts are not negative."""
    found = knapsack(x, weights, profits, weight, profit)
    return all_of([found, *(each >= 0 for each in x)], repr(found))


def counts(x: Many, cover: list[int], numbers: Many, *, closed: bool = False) -> Constraint:
    """Return the global cardinality constraint."""
    check_lengths({"values to count": cover, "numbers of them": numbers})
    first = dict[int, Expression]()
    again = list[Constraint]()
    for value, n in zip(cover, numbers, strict=True):
        if value in first:  # it is counted once, and all numbers of it are the same
            again.append(first[value] == n)
        else:
            first[value] = n
    parts: list[Constraint] = [cardinality(x, first), *again]
    if closed:
        parts.append(among(x, cover) == len(x))
    return all_of(parts, f"global_cardinality({x!r}, {cover!r}, {numbers!r})")


def bounded_counts(
    x: Many, cover: list[int], low: list[int], high: list[int], *, closed: bool = False
) -> Constraint:
    """Return the constraint that the number of each value is within bounds."""
    check_lengths({"values to count": cover, "lower bounds": low, "upper bounds": high})
    parts: list[Constraint] = []
    for value, least, most in zip(cover, low, high, strict=True):
        parts += [count_of(x, value) >= least, count_of(x, value) <= most]
    if closed:
        parts.append(among(x, cover) == len(x))
    return all_of(parts, f"global_cardinality_low_up({x!r})")


def distributed(numbers: Many, values: Many, x: Many) -> Constraint:
    """Return the constraint that each value, which may be an expression, occurs so often."""
    check_lengths({"values to count": values, "numbers of them": numbers})
    pairs = zip(numbers, values, strict=True)
    return all_of([occurrences(x, each) == own for own, each in pairs], f"distribute({x!r})")


def apart(x: Many, y: Many, dx: Many, dy: Many) -> Constraint:
    """Return the constraint that rectangles do not overlap; one without area may lie anywhere."""
    check_lengths({"x positions": x, "y positions": y, "widths": dx, "heights": dy})
    return diffn(zip(x, y, strict=True), zip(dx, dy, strict=True))


def rectangles(x: Many, y: Many, dx: Many, dy: Many) -> Constraint:
    """Return the constraint that rectangles do not overlap; one without area may not lie inside."""
    parts: list[Constraint] = [apart(x, y, dx, dy)]
    if any(may_be(each, 0) for each in (*dx, *dy)):
        for i, j in combinations(range(len(x)), 2):
            sides = [x[i] + dx[i] <= x[j], x[j] + dx[j] <= x[i]]
            sides += [y[i] + dy[i] <= y[j], y[j] + dy[j] <= y[i]]
            parts.append(at_least(1, sides))
    return all_of(parts, f"rectangles({x!r}, {y!r})")


def tasks(starts: Many, durations: Many) -> Constraint:
    """Return the constraint that tasks do not overlap; one without duration may not lie inside."""
    parts: list[Constraint] = [no_overlap(starts, durations)]
    if any(may_be(each, 0) for each in durations):
        pairs = combinations(zip(starts, durations, strict=True), 2)
        parts += [at_least(1, [s + d <= t, t + e <= s]) for (s, d), (t, e) in pairs]
    return all_of(parts, f"tasks({starts!r}, {durations!r})")


def chosen(conditions: Many, values: Many, result: Expression) -> Constraint:
    """Return the constraint that the result is the value of the first condition that holds."""
    check_lengths({"conditions": conditions, "values": values})
    parts = []
    for k, (condition, value) in enumerate(zip(conditions, values, strict=True)):
        parts.append(at_least(1, [1 - condition, *conditions[:k], result == value]))
    return all_of(parts, f"if_then_else({conditions!r})")


def check_automaton(
    n_states: int, n_values: int, d: Sequence[object], start: int, final: Collection[int]
) -> None:
    """Raise ModelError if an automaton has wrong sizes, or names a state that it does not have."""
    check_least("the number of states", n_states, 1)
    check_least("the number of values", n_values, 1)
    check_length("the table", d, n_states * n_values)
    check_range("the start state", [start], 1, n_states)
    check_range("an accepting state", final, 1, n_states)


def automaton(
    x: Many, n_states: int, n_values: int, d: list[int], start: int, final: Collection[int]
) -> Constraint:
    """Return the constraint that an automaton accepts a sequence; state 0 is a failure."""
    check_automaton(n_states, n_values, d, start, final)
    check_range("a state in the table", d, 0, n_states)
    steps = {
        (state, value): target
        for state in range(1, n_states + 1)
        for value in range(1, n_values + 1)
        if (target := d[(state - 1) * n_values + value - 1])
    }
    return regular(x, steps, start, final)


def diagram(
    x: Many,
    n_nodes: int,
    level: list[int],
    n_edges: int,
    sources: list[int],
    labels: list[Sequence[int]],
    targets: list[int],
) -> Constraint:
    """Return the constraint that a decision diagram has a path from node 1 to node 0, the end."""
    check_length("the array of levels", level, n_nodes)
    for what, array in (("sources", sources), ("labels", labels), ("targets", targets)):
        check_length(f"the array of {what}", array, n_edges)
    check_range("the level of a node", level, 1, len(x) + 1)
    check_range("the source of an edge", sources, 1, n_nodes)
    check_range("the target of an edge", targets, 0, n_nodes)
    check_steps([len(x) + 1, *level], sources, targets)
    steps: dict[tuple[int, int], set[int]] = {}
    for one, own, other in zip(sources, labels, targets, strict=True):
        for value in own:
            steps.setdefault((one, value), set()).add(other)
    return nondeterministic(x, steps, 1, [0])


def check_steps(level: list[int], sources: list[int], targets: list[int]) -> None:
    """Raise ModelError unless each edge leads from a node to one on the next level."""
    for one, other in zip(sources, targets, strict=True):
        if level[other] != level[one] + 1:
            raise ModelError(
                f"an edge leads from node {one} on level {level[one]} to node {other} on level "
                f"{level[other]}: it must lead to level {level[one] + 1}"
            )


def automaton_of_sets(
    x: Many,
    n_states: int,
    n_values: int,
    d: list[Collection[int]],
    start: int,
    final: Collection[int],
) -> Constraint:
    """Return the constraint that an automaton which may have several next states accepts."""
    check_automaton(n_states, n_values, d, start, final)
    check_ranges("a state in the table", d, 1, n_states)
    places = [(s, v) for s in range(1, n_states + 1) for v in range(1, n_values + 1)]
    return nondeterministic(x, dict(zip(places, map(set, d), strict=True)), start, final)


def nondeterministic(
    x: Many, steps: dict[tuple[int, int], set[int]], start: int, final: Iterable[int]
) -> Constraint:
    """Return `regular` of the automaton whose states are sets of states."""
    values = sorted({value for _, value in steps})
    begin, own = frozenset([start]), dict[tuple[frozenset[int], int], frozenset[int]]()
    queue = [begin]
    for states in queue:
        for value in values:
            after = frozenset[int]().union(*(steps.get((s, value), ()) for s in states))
            if after and (states, value) not in own:
                own[states, value] = after
                queue.append(after)
    ends = frozenset(final)
    return regular(x, own, begin, {states for states in queue if states & ends})


def windows(least: int, most: int, width: int, x: Many) -> Constraint:
    """Return the sliding sum; MiniZinc's library says that the sum of a window of nothing is 0."""
    if width:
        return sliding_sum(x, width, least, most)
    return all_of([expression(least) <= 0, expression(most) >= 0], f"sliding_sum({x!r}, 0)")


def table_of(x: Many, flat: list[int]) -> Constraint:
    """Return the table constraint, whose rows are given one after another."""
    if not x:
        check_length("the table of no variables", flat, 0)
        return table(x, [])
    if isinstance(flat, Integers):
        check_rows(flat, len(x))
        return table(x, flat.rows(len(x)))
    return table(x, rows(flat, len(x)))  # type: ignore[arg-type]


def precedes(x: Many) -> Constraint:
    """Return the constraint that each positive value occurs after the value before it."""
    most = max((greatest(each) for each in x), default=0)
    if most <= len(x):
        return value_precedence(x, range(1, most + 1))
    # A value has as many others before it as it is greater than 1.
    parts = [each <= len(x) for each in x]
    return all_of([*parts, value_precedence(x, range(1, len(x) + 1))], f"precedence({x!r})")
