"""The global constraints that MiniZinc hands over as they are: a line each.

Where the library of MiniZinc has an array of several dimensions or with other indices than 1, 2,
..., our redefinition passes its rows one after another, and the first index (`library/fzn_*.mzn`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise

from csp.constraints.all_different import all_different
from csp.constraints.all_different_except import all_different_except
from csp.constraints.all_equal import all_equal
from csp.constraints.among import among
from csp.constraints.bin_packing import load_of
from csp.constraints.cardinality import cardinality, count_of
from csp.constraints.circuit import circuit
from csp.constraints.cumulative import cumulative
from csp.constraints.diffn import diffn
from csp.constraints.extremum_place import argmax, argmin
from csp.constraints.inverse import inverse
from csp.constraints.knapsack import knapsack
from csp.constraints.lexicographic import lexicographic
from csp.constraints.n_values import n_values
from csp.constraints.no_overlap import no_overlap
from csp.constraints.precedence import value_precedence
from csp.constraints.regular import regular
from csp.constraints.sequence import sliding_sum
from csp.constraints.sort import sort
from csp.constraints.subcircuit import subcircuit
from csp.constraints.table import table
from csp.constraints.truth import at_least
from csp.errors import ModelError
from csp.formats.flatzinc.registry import (
    Predicate,
    all_of,
    first_function,
    function,
    number,
    total,
)
from csp.model.constraint import Constraint
from csp.model.expressions import Expression, Variable

Many = Sequence[Expression]


def shifted(expressions: Many, first: int) -> list[Expression]:
    """Return expressions whose values count from 0 instead of from a first index."""
    return [each - first for each in expressions]


def rows(flat: Sequence[Expression], n: int) -> list[Sequence[Expression]]:
    """Return the rows of n elements each of an array that is given row by row."""
    return [flat[k : k + n] for k in range(0, len(flat), n)]


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
    own = shifted(bins, first)
    parts: list[Constraint] = [
        table([each], [(k,) for k in range(len(capacities))]) for each in own
    ]
    parts += [load_of(own, weights, k) <= most for k, most in enumerate(capacities)]
    return all_of(parts, f"bin_packing_capa({bins!r})")


def packed_alike(capacity: int, bins: Many, weights: list[int]) -> Constraint:
    """Return the constraint that the items of every number are within one capacity."""
    numbers = sorted({value for each in bins for value in values_of(each)})
    parts = [load_of([*bins], weights, k) <= capacity for k in numbers]
    return all_of(parts, f"bin_packing({bins!r})")


def loads(load: Many, bins: Many, weights: list[int], first: int = 1) -> Constraint:
    """Return the constraint that each bin has a load."""
    own = shifted(bins, first)
    parts: list[Constraint] = [table([each], [(k,) for k in range(len(load))]) for each in own]
    parts += [load_of(own, weights, k) == each for k, each in enumerate(load)]
    parts.append(total(load) == sum(weights))
    return all_of(parts, f"bin_packing_load({bins!r})")


def occurrences(x: Many, value: Expression) -> Expression:
    """Return the number of expressions that have a value, which may be an expression."""
    fixed = number(value)
    return count_of(x, value if fixed is None else fixed)


def values_of(each: Expression) -> Sequence[int]:
    """Return the values that an expression of at most one variable may have."""
    scope = list(dict.fromkeys(each.variables()))
    if not scope:
        return [each.value(lambda _: 0)]
    if isinstance(each, Variable):
        return each.values
    one, *others = scope
    if others:
        raise ModelError(f"{each!r} has several variables, where the values of one are needed")
    return [each.value(lambda _, value=value: value) for value in one.values]  # type: ignore[misc]


def taken(
    weights: list[int], profits: list[int], x: Many, weight: Expression, profit: Expression
) -> Constraint:
    """Return the knapsack constraint, whose amounts are not negative."""
    found = knapsack(x, weights, profits, weight, profit)
    return all_of([found, *(each >= 0 for each in x)], repr(found))


def counts(x: Many, cover: list[int], numbers: Many, *, closed: bool = False) -> Constraint:
    """Return the global cardinality constraint."""
    found: Constraint = cardinality(x, dict(zip(cover, numbers, strict=True)))
    return all_of([found, among(x, cover) == len(x)], f"closed {found!r}") if closed else found


def bounded_counts(
    x: Many, cover: list[int], low: list[int], high: list[int], *, closed: bool = False
) -> Constraint:
    """Return the constraint that the number of each value is within bounds."""
    parts: list[Constraint] = []
    for value, least, most in zip(cover, low, high, strict=True):
        parts += [count_of(x, value) >= least, count_of(x, value) <= most]
    if closed:
        parts.append(among(x, cover) == len(x))
    return all_of(parts, f"global_cardinality_low_up({x!r})")


def rectangles(x: Many, y: Many, dx: Many, dy: Many) -> Constraint:
    """Return the constraint that rectangles do not overlap; one without area may not lie inside."""
    parts: list[Constraint] = [diffn(zip(x, y, strict=True), zip(dx, dy, strict=True))]
    if any(0 in values_of(each) for each in (*dx, *dy)):
        for i, j in combinations(range(len(x)), 2):
            apart = [x[i] + dx[i] <= x[j], x[j] + dx[j] <= x[i]]
            apart += [y[i] + dy[i] <= y[j], y[j] + dy[j] <= y[i]]
            parts.append(at_least(1, apart))
    return all_of(parts, f"rectangles({x!r}, {y!r})")


def tasks(starts: Many, durations: Many) -> Constraint:
    """Return the constraint that tasks do not overlap; one without duration may not lie inside."""
    parts: list[Constraint] = [no_overlap(starts, durations)]
    if any(0 in values_of(each) for each in durations):
        pairs = combinations(zip(starts, durations, strict=True), 2)
        parts += [at_least(1, [s + d <= t, t + e <= s]) for (s, d), (t, e) in pairs]
    return all_of(parts, f"tasks({starts!r}, {durations!r})")


def chosen(conditions: Many, values: Many, result: Expression) -> Constraint:
    """Return the constraint that the result is the value of the first condition that holds."""
    parts = []
    for k, (condition, value) in enumerate(zip(conditions, values, strict=True)):
        parts.append(at_least(1, [1 - condition, *conditions[:k], result == value]))
    return all_of(parts, f"if_then_else({conditions!r})")


def automaton(
    x: Many, n_states: int, n_values: int, d: list[int], start: int, final: Sequence[int]
) -> Constraint:
    """Return the constraint that an automaton accepts a sequence; state 0 is a failure."""
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
    steps: dict[tuple[int, int], set[int]] = {}
    for one, own, other in zip(sources, labels, targets, strict=True):
        for value in own:
            steps.setdefault((one, value), set()).add(other)
    return nondeterministic(x, steps, 1, [0])


def automaton_of_sets(
    x: Many, n_states: int, n_values: int, d: list[Sequence[int]], start: int, final: Sequence[int]
) -> Constraint:
    """Return the constraint that an automaton which may have several next states accepts."""
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


def table_of(x: Many, flat: list[int]) -> Constraint:
    """Return the table constraint, whose rows are given one after another."""
    return table(x, rows(flat, len(x)) if x else [])  # type: ignore[arg-type]


def precedes(x: Many) -> Constraint:
    """Return the constraint that each positive value occurs after the value before it."""
    most = max((value for each in x for value in values_of(each)), default=0)
    return value_precedence(x, range(1, most + 1))


COUNTED = {
    "count_eq": lambda x, v, n: occurrences(x, v) == n,
    "count_neq": lambda x, v, n: occurrences(x, v) != n,
    "count_leq": lambda x, v, n: n <= occurrences(x, v),
    "count_lt": lambda x, v, n: n < occurrences(x, v),
    "count_geq": lambda x, v, n: n >= occurrences(x, v),
    "count_gt": lambda x, v, n: n > occurrences(x, v),
}

GLOBALS: dict[str, Predicate] = {
    "all_different_int": Predicate("X", all_different),
    "alldifferent_except": Predicate("Xs", all_different_except),
    "alldifferent_except_0": Predicate("X", lambda x: all_different_except(x, [0])),
    "all_equal_int": Predicate("X", all_equal),
    "among": first_function("Xs", among),
    "at_least_int": Predicate("nXn", lambda n, x, v: count_of(x, v) >= n),
    "at_most_int": Predicate("nXn", lambda n, x, v: count_of(x, v) <= n),
    "exactly_int": Predicate("nXn", lambda n, x, v: count_of(x, v) == n),
    **{name: Predicate("Xxx", make) for name, make in COUNTED.items()},
    **{f"{name}_par": Predicate("Xxx", make) for name, make in COUNTED.items()},
    "distribute": Predicate(
        "XXX",
        lambda n, v, x: all_of(
            [occurrences(x, each) == own for own, each in zip(n, v, strict=True)], "distribute"
        ),
    ),
    "global_cardinality": Predicate("XNX", counts),
    "global_cardinality_closed": Predicate("XNX", lambda *given: counts(*given, closed=True)),
    "global_cardinality_low_up": Predicate("XNNN", bounded_counts),
    "global_cardinality_low_up_closed": Predicate(
        "XNNN", lambda *given: bounded_counts(*given, closed=True)
    ),
    "nvalue": first_function("X", n_values),
    "bin_packing": Predicate("nXN", packed_alike),
    "bin_packing_capa": Predicate("NXN?n", lambda c, x, w, first=1: packed(x, w, c, first)),
    "bin_packing_load": Predicate("XXN?n", loads),
    "knapsack": Predicate("NNXxx", taken),
    "circuit": Predicate("X?n", lambda x, first=1: circuit(shifted(x, first))),
    "subcircuit": Predicate("X?n", lambda x, first=1: subcircuit(shifted(x, first))),
    "inverse": Predicate(
        "XX?nn", lambda x, y, one=1, other=1: inverse(shifted(x, other), shifted(y, one))
    ),
    "symmetric_all_different": Predicate(
        "X?n", lambda x, first=1: inverse(shifted(x, first), shifted(x, first))
    ),
    "maximum_arg_int": function("Xn", lambda x, first: argmax(x) + first),
    "maximum_arg_bool": function("Xn", lambda x, first: argmax(x) + first),
    "minimum_arg_int": function("Xn", lambda x, first: argmin(x) + first),
    "minimum_arg_bool": function("Xn", lambda x, first: argmin(x) + first),
    "member_int": Predicate("Xx", lambda x, y: at_least(1, [each == y for each in x])),
    "member_bool": Predicate("Xx", lambda x, y: at_least(1, [each == y for each in x])),
    "cumulative": Predicate("XXXx", cumulative),
    "disjunctive": Predicate("XX", no_overlap),
    "disjunctive_strict": Predicate("XX", tasks),
    "diffn": Predicate("XXXX", rectangles),
    "diffn_nonstrict": Predicate(
        "XXXX", lambda x, y, dx, dy: diffn(zip(x, y, strict=True), zip(dx, dy, strict=True))
    ),
    "diffn_nonstrict_k": Predicate("XXn", lambda x, d, n: diffn(rows(x, n), rows(d, n))),
    "if_then_else_int": Predicate("XXx", chosen),
    "if_then_else_bool": Predicate("XXx", chosen),
    "if_then_else_var_int": Predicate("XXx", chosen),
    "if_then_else_var_bool": Predicate("XXx", chosen),
    "increasing_int": Predicate("X", monotone),
    "increasing_bool": Predicate("X", monotone),
    "decreasing_int": Predicate("X", lambda x: monotone(x, down=True)),
    "decreasing_bool": Predicate("X", lambda x: monotone(x, down=True)),
    "strictly_increasing_int": Predicate("X", lambda x: monotone(x, strict=True)),
    "strictly_decreasing_int": Predicate("X", lambda x: monotone(x, strict=True, down=True)),
    "lex_less_int": Predicate("XX", lambda x, y: lex(x, y, strict=True)),
    "lex_less_bool": Predicate("XX", lambda x, y: lex(x, y, strict=True)),
    "lex_lesseq_int": Predicate("XX", lambda x, y: lex(x, y, strict=False)),
    "lex_lesseq_bool": Predicate("XX", lambda x, y: lex(x, y, strict=False)),
    "lex_chain_less_int": Predicate("Xn", lambda x, n: lex_chain(x, n, strict=True)),
    "lex_chain_less_bool": Predicate("Xn", lambda x, n: lex_chain(x, n, strict=True)),
    "lex_chain_lesseq_int": Predicate("Xn", lambda x, n: lex_chain(x, n, strict=False)),
    "lex_chain_lesseq_bool": Predicate("Xn", lambda x, n: lex_chain(x, n, strict=False)),
    "mdd": Predicate("XnNnNSN", diagram),
    "regular": Predicate("XnnNns", automaton),
    "regular_nfa": Predicate("XnnSns", automaton_of_sets),
    "table_int": Predicate("XN", table_of),
    "table_bool": Predicate("XN", table_of),
    "sliding_sum": Predicate("nnnX", lambda low, up, n, x: sliding_sum(x, n, low, up)),
    "sort": Predicate("XX", sort),
    "value_precede_int": Predicate("nnX", lambda s, t, x: value_precedence(x, [s, t])),
    "value_precede_chain_int": Predicate("NX", lambda c, x: value_precedence(x, c)),
    "seq_precede_chain_int": Predicate("X", precedes),
}
"""Name without `fzn_` -> the predicate; `find` in `predicates` also finds its reified forms."""
