"""For each predicate of FlatZinc arguments and what it means, in plain Python.

Variables are x, y, z, u (from -1 to 2, or as `DOMAINS` says), truth values p, q, r, and sets s,
t, v of numbers from 0 to 2. An argument `{...}` is a set. A meaning that raises ZeroDivisionError
or IndexError has no value, whatever the truth value of the predicate.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, pairwise
from typing import Any

SUBSETS = [frozenset(c) for n in range(4) for c in combinations(range(3), n)]

DOMAINS: dict[str, Sequence[Any]] = {
    "x": range(-1, 3),
    "y": range(-1, 3),
    "z": range(-1, 3),
    "u": range(-1, 3),
    "p": range(2),
    "q": range(2),
    "r": range(2),
    "s": SUBSETS,
    "t": SUBSETS,
    "v": SUBSETS,
}

Meaning = Callable[..., bool]


def dot(weights: Sequence[int], values: Sequence[int]) -> int:
    return sum(w * v for w, v in zip(weights, values, strict=True))


def divided(x: int, y: int) -> int:
    return int(x / y)


def power(x: int, y: int) -> int:
    return int(x**y) if y >= 0 else divided(1, x**-y)


def at(array: Sequence[Any], index: int) -> Any:
    if not 1 <= index <= len(array):
        raise IndexError
    return array[index - 1]


def is_cycle(places: Sequence[int], first: int, *, all_of_them: bool) -> bool:
    after = [place - first for place in places]
    if sorted(after) != list(range(len(after))):
        return False
    away = [k for k, place in enumerate(after) if place != k]
    if all_of_them and len(away) < len(after) and len(after) > 1:
        return False
    place, n = (away or [0])[0], 0
    while away and (n == 0 or place != away[0]):
        place, n = after[place], n + 1
    return n == len(away)


def load(bins: Sequence[int], weights: Sequence[int], k: int) -> int:
    return sum(w for b, w in zip(bins, weights, strict=True) if b == k)


def is_inverse(f: Sequence[int], g: Sequence[int], one: int = 1, other: int = 1) -> bool:
    places = range(len(f))
    return all(v - other in places and g[v - other] - one == i for i, v in enumerate(f)) and all(
        v - one in places and f[v - one] - other == i for i, v in enumerate(g)
    )


def runs(starts: Sequence[int], durations: Sequence[int], *, strict: bool) -> bool:
    tasks = list(zip(starts, durations, strict=True))
    return min(durations) >= 0 and all(
        s + d <= t or t + e <= s or (not strict and 0 in (d, e))
        for k, (s, d) in enumerate(tasks)
        for t, e in tasks[:k]
    )


def is_within(starts: Any, durations: Any, demands: Any, capacity: int) -> bool:
    tasks = list(zip(starts, durations, demands, strict=True))
    return min([*durations, *demands, capacity]) >= 0 and all(
        sum(n for s, d, n in tasks if s <= time < s + d) <= capacity for time in range(-5, 12)
    )


def are_apart(x: Any, y: Any, dx: Any, dy: Any, *, strict: bool) -> bool:
    n = len(x)
    return min([*dx, *dy]) >= 0 and all(
        x[i] + dx[i] <= x[j]
        or x[j] + dx[j] <= x[i]
        or y[i] + dy[i] <= y[j]
        or y[j] + dy[j] <= y[i]
        or (not strict and 0 in (dx[i], dx[j], dy[i], dy[j]))
        for i in range(n)
        for j in range(i)
    )


def accepted(
    values: Sequence[int], n: int, width: int, d: Sequence[Any], q: int, ends: set[int]
) -> bool:
    states = {q}
    for value in values:
        if not 1 <= value <= width:
            return False
        after = [d[(s - 1) * width + value - 1] for s in states]
        states = {s for each in after for s in ({each} if isinstance(each, int) else each)} - {0}
    return bool(states & ends)


def drawn(x: Any, _n: int, _l: Any, _e: int, sources: Any, labels: Any, targets: Any) -> bool:
    nodes = {1}
    for value in x:
        edges = zip(sources, labels, targets, strict=True)
        nodes = {t for s, own, t in edges if s in nodes and value in own}
    return 0 in nodes


def precedes(x: Sequence[int], values: Sequence[int]) -> bool:
    firsts = [x.index(v) if v in x else len(x) for v in values]
    return all(a < b or b == len(x) for a, b in pairwise(firsts))


def lex_chain(flat: Sequence[int], n: int, *, strict: bool) -> bool:
    rows = [list(flat[k : k + n]) for k in range(0, len(flat), n)]
    return all(a < b if strict else a <= b for a, b in pairwise(rows))


def counted(x: Any, cover: Any, low: Any, high: Any, *, closed: bool = False) -> bool:
    found = Counter(x)
    return all(a <= found[v] <= b for v, a, b in zip(cover, low, high, strict=True)) and (
        not closed or set(x) <= set(cover)
    )


def chosen(conditions: Any, values: Any, result: int) -> bool:
    return bool(next(v for c, v in zip(conditions, values, strict=True) if c) == result)


CASES: dict[str, tuple[str, Meaning]] = {
    "int_eq": ("x, y", lambda x, y: x == y),
    "int_ne": ("x, 1", lambda x, y: x != y),
    "int_le": ("x, y", lambda x, y: x <= y),
    "int_lt": ("1, y", lambda x, y: x < y),
    "int_ge": ("x, y", lambda x, y: x >= y),
    "int_gt": ("x, y", lambda x, y: x > y),
    "int_lin_eq": ("[2, -3, 1, 1], [x, y, z, 1], 2", lambda a, x, c: dot(a, x) == c),
    "int_lin_ne": ("[2, -3], [x, y], 1", lambda a, x, c: dot(a, x) != c),
    "int_lin_le": ("[2, -3, 1], [x, y, x], 2", lambda a, x, c: dot(a, x) <= c),
    "int_lin_lt": ("[2, -3], [x, y], 1", lambda a, x, c: dot(a, x) < c),
    "int_lin_ge": ("[2, -3], [x, y], 1", lambda a, x, c: dot(a, x) >= c),
    "int_lin_gt": ("[2, -3], [x, y], 1", lambda a, x, c: dot(a, x) > c),
    "int_plus": ("x, y, z", lambda x, y, z: x + y == z),
    "int_minus": ("x, y, z", lambda x, y, z: x - y == z),
    "int_negate": ("x, y", lambda x, y: -x == y),
    "int_times": ("x, y, z", lambda x, y, z: x * y == z),
    "int_div": ("x, y, z", lambda x, y, z: divided(x, y) == z),
    "int_mod": ("x, y, z", lambda x, y, z: x - y * divided(x, y) == z),
    "int_pow": ("x, y, z", lambda x, y, z: power(x, y) == z),
    "int_pow_fixed": ("x, 2, z", lambda x, y, z: power(x, y) == z),
    "int_abs": ("x, y", lambda x, y: abs(x) == y),
    "int_max": ("x, y, z", lambda x, y, z: max(x, y) == z),
    "int_min": ("x, y, z", lambda x, y, z: min(x, y) == z),
    "array_int_maximum": ("x, [y, 0, z]", lambda m, x: max(x) == m),
    "array_int_minimum": ("x, [y, 0, z]", lambda m, x: min(x) == m),
    "array_int_element": ("x, [2, -1], y", lambda i, x, y: at(x, i) == y),
    "array_bool_element": ("x, [True, False], p", lambda i, x, y: at(x, i) == y),
    "array_var_int_element": ("x, [y, 1], z", lambda i, x, y: at(x, i) == y),
    "array_var_bool_element": ("x, [p, q], r", lambda i, x, y: at(x, i) == y),
    "bool2int": ("p, 1", lambda x, y: x == y),
    "bool_eq": ("p, q", lambda x, y: x == y),
    "bool_ne": ("p, q", lambda x, y: x != y),
    "bool_not": ("p, q", lambda x, y: x != y),
    "bool_le": ("p, q", lambda x, y: x <= y),
    "bool_lt": ("p, q", lambda x, y: x < y),
    "bool_xor": ("p, q, r", lambda x, y, z: (x != y) == z),
    "bool_and": ("p, q, r", lambda x, y, z: (x and y) == z),
    "bool_or": ("p, q, r", lambda x, y, z: (x or y) == z),
    "bool_clause": ("[p, q], [r, True]", lambda x, y: any(x) or not all(y)),
    "bool_lin_eq": ("[2, -1], [p, q], x", lambda a, x, c: dot(a, x) == c),
    "bool_lin_ne": ("[2, -1], [p, q], x", lambda a, x, c: dot(a, x) != c),
    "bool_lin_le": ("[2, -1], [p, q], 1", lambda a, x, c: dot(a, x) <= c),
    "array_bool_and": ("[p, q], r", lambda x, y: all(x) == y),
    "array_bool_or": ("[p, q, False], r", lambda x, y: any(x) == y),
    "array_bool_xor": ("[p, q, r, True]", lambda x: sum(x) % 2 == 1),
    "set_in": ("x, s", lambda x, s: x in s),
    "set_card": ("s, x", lambda s, x: len(s) == x),
    "set_union": ("s, t, v", lambda s, t, v: s | t == v),
    "set_intersect": ("s, t, v", lambda s, t, v: s & t == v),
    "set_diff": ("s, t, v", lambda s, t, v: s - t == v),
    "set_symdiff": ("s, {0, 2}, v", lambda s, t, v: s ^ t == v),
    "set_subset": ("s, t", lambda s, t: s <= t),
    "set_superset": ("s, {0, 2}", lambda s, t: s >= t),
    "set_eq": ("s, t", lambda s, t: s == t),
    "set_ne": ("s, t", lambda s, t: s != t),
    "set_le": ("s, t", lambda s, t: sorted(s) <= sorted(t)),
    "set_lt": ("s, t", lambda s, t: sorted(s) < sorted(t)),
    "array_set_element": ("x, [{0}, {1, 2}], s", lambda x, sets, s: at(sets, x) == s),
    "array_var_set_element": ("x, [s, t], v", lambda x, sets, v: at(sets, x) == v),
    "all_different_int": ("[x, y, z]", lambda x: len(set(x)) == 3),
    "alldifferent_except": ("[x, y, z], {0, 2}", lambda x, s: _apart(x, s)),
    "alldifferent_except_0": ("[x, y, z]", lambda x: _apart(x, {0})),
    "all_equal_int": ("[x, y, z]", lambda x: len(set(x)) == 1),
    "among": ("x, [y, z, 1], {1, 2}", lambda n, x, s: sum(v in s for v in x) == n),
    "at_least_int": ("2, [x, y, z], 1", lambda n, x, v: x.count(v) >= n),
    "at_most_int": ("1, [x, y, z], 1", lambda n, x, v: x.count(v) <= n),
    "exactly_int": ("2, [x, y, z], 1", lambda n, x, v: x.count(v) == n),
    "count_eq": ("[x, y, 1], z, u", lambda x, v, n: x.count(v) == n),
    "count_neq": ("[x, y, 1], z, u", lambda x, v, n: x.count(v) != n),
    "count_leq": ("[x, y, 1], z, u", lambda x, v, n: n <= x.count(v)),
    "count_lt": ("[x, y, 1], z, u", lambda x, v, n: n < x.count(v)),
    "count_geq": ("[x, y, 1], 1, u", lambda x, v, n: n >= x.count(v)),
    "count_gt": ("[x, y, 1], 1, u", lambda x, v, n: n > x.count(v)),
    "count_eq_par": ("[x, y, z], 1, 2", lambda x, v, n: x.count(v) == n),
    "count_neq_par": ("[x, y, z], 1, 2", lambda x, v, n: x.count(v) != n),
    "count_leq_par": ("[x, y, z], 1, 2", lambda x, v, n: n <= x.count(v)),
    "count_lt_par": ("[x, y, z], 1, 2", lambda x, v, n: n < x.count(v)),
    "count_geq_par": ("[x, y, z], 1, 2", lambda x, v, n: n >= x.count(v)),
    "count_gt_par": ("[x, y, z], 1, 2", lambda x, v, n: n > x.count(v)),
    "distribute": ("[x, 1], [y, 2], [z, u]", lambda n, v, x: [*map(x.count, v)] == n),
    "global_cardinality": ("[x, y, z], [1, 2], [u, 1]", lambda x, v, n: [*map(x.count, v)] == n),
    "global_cardinality_closed": (
        "[x, y, z], [1, 2], [u, 1]",
        lambda x, v, n: [*map(x.count, v)] == n and set(x) <= set(v),
    ),
    "global_cardinality_low_up": ("[x, y, z], [1, 2], [0, 1], [1, 2]", counted),
    "global_cardinality_low_up_closed": (
        "[x, y, z], [1, 2], [0, 1], [1, 2]",
        lambda *given: counted(*given, closed=True),
    ),
    "nvalue": ("x, [y, z, 1]", lambda n, x: len(set(x)) == n),
    "bin_packing": (
        "4, [x, y, z], [1, 2, 3]",
        lambda c, x, w: all(load(x, w, k) <= c for k in range(-1, 3)),
    ),
    "bin_packing_capa": (
        "[3, 4], [x, y, z], [1, 2, 3]",
        lambda c, x, w: set(x) <= {1, 2} and all(load(x, w, k + 1) <= c[k] for k in range(2)),
    ),
    "bin_packing_load": (
        "[x, 2], [y, z], [1, 2], 0",
        lambda c, x, w, f: set(x) <= {0, 1} and all(load(x, w, k) == c[k] for k in range(2)),
    ),
    "knapsack": (
        "[1, 2], [2, 1], [x, y], z, u",
        lambda w, p, x, a, b: min(x) >= 0 and dot(w, x) == a and dot(p, x) == b,
    ),
    "circuit": ("[x, y, z], 0", lambda x, f: is_cycle(x, f, all_of_them=True)),
    "subcircuit": ("[x, y, z], 0", lambda x, f: is_cycle(x, f, all_of_them=False)),
    "inverse": ("[x, y], [z, u], 1, 0", is_inverse),
    "symmetric_all_different": ("[x, y, z], 0", lambda x, f: is_inverse(x, x, f, f)),
    "maximum_arg_int": ("[x, y, z], 0, u", lambda x, f, u: x.index(max(x)) + f == u),
    "maximum_arg_bool": ("[p, q, r], 1, u", lambda x, f, u: x.index(max(x)) + f == u),
    "minimum_arg_int": ("[x, y, z], 0, u", lambda x, f, u: x.index(min(x)) + f == u),
    "minimum_arg_bool": ("[p, q, r], 1, u", lambda x, f, u: x.index(min(x)) + f == u),
    "member_int": ("[x, y, 2], z", lambda x, y: y in x),
    "member_bool": ("[p, q], r", lambda x, y: y in x),
    "cumulative": ("[x, y, 0], [2, z, 1], [1, 1, 2], u", is_within),
    "disjunctive": ("[x, 1], [y, z]", lambda s, d: runs(s, d, strict=False)),
    "disjunctive_strict": ("[x, 1], [y, z]", lambda s, d: runs(s, d, strict=True)),
    "diffn": ("[x, 0], [y, 0], [z, 2], [1, u]", lambda *b: are_apart(*b, strict=True)),
    "diffn_nonstrict": ("[x, 0], [y, 0], [z, 2], [1, u]", lambda *b: are_apart(*b, strict=False)),
    "diffn_nonstrict_k": (
        "[x, y, 0, 0], [z, 1, 2, u], 2",
        lambda x, d, n: are_apart(x[::2], x[1::2], d[::2], d[1::2], strict=False),
    ),
    "if_then_else_int": ("[p, q, True], [1, 2, 0], x", chosen),
    "if_then_else_bool": ("[p, q, True], [True, False, True], r", chosen),
    "if_then_else_var_int": ("[p, q, True], [x, 2, z], y", chosen),
    "if_then_else_var_bool": ("[p, True], [q, False], r", chosen),
    "increasing_int": ("[x, y, z]", lambda x: all(a <= b for a, b in pairwise(x))),
    "increasing_bool": ("[p, q, r]", lambda x: all(a <= b for a, b in pairwise(x))),
    "decreasing_int": ("[x, y, z]", lambda x: all(a >= b for a, b in pairwise(x))),
    "decreasing_bool": ("[p, q, r]", lambda x: all(a >= b for a, b in pairwise(x))),
    "strictly_increasing_int": ("[x, y, z]", lambda x: all(a < b for a, b in pairwise(x))),
    "strictly_decreasing_int": ("[x, y, z]", lambda x: all(a > b for a, b in pairwise(x))),
    "lex_less_int": ("[x, y, 1], [z, u]", lambda x, y: x < y),
    "lex_less_bool": ("[p, q], [r, True]", lambda x, y: x < y),
    "lex_lesseq_int": ("[x, y], [z, u, 1]", lambda x, y: x <= y),
    "lex_lesseq_bool": ("[p, q], [r, True]", lambda x, y: x <= y),
    "lex_chain_less_int": ("[x, y, z, u, 1, 1], 2", lambda x, n: lex_chain(x, n, strict=True)),
    "lex_chain_less_bool": ("[p, q, r, True], 2", lambda x, n: lex_chain(x, n, strict=True)),
    "lex_chain_lesseq_int": ("[x, y, z, u], 2", lambda x, n: lex_chain(x, n, strict=False)),
    "lex_chain_lesseq_bool": ("[p, q, r, True], 2", lambda x, n: lex_chain(x, n, strict=False)),
    "mdd": (
        "[x, y], 3, [1, 2, 2], 5, [1, 1, 1, 2, 3], [{0, 1}, {2}, {1}, {0}, {1}], [2, 3, 3, 0, 0]",
        drawn,
    ),
    "regular": ("[x, y, z], 2, 2, [1, 2, 2, 0], 1, {2}", accepted),
    "regular_nfa": ("[x, y, z], 2, 2, [{1, 2}, {2}, {1}, {2}], 1, {2}", accepted),
    "table_int": ("[x, y], [1, 2, 0, 0, 5, 1]", lambda x, t: (*x,) in {(1, 2), (0, 0), (5, 1)}),
    "table_bool": ("[p, q], [True, False]", lambda x, t: [*map(bool, x)] == t),
    "sliding_sum": (
        "0, 2, 2, [x, y, z]",
        lambda a, b, n, x: all(a <= p + q <= b for p, q in pairwise(x)),
    ),
    "sort": ("[x, y], [z, u]", lambda x, y: sorted(x) == y),
    "value_precede_int": ("2, 1, [x, y, z]", lambda s, t, x: precedes(x, [s, t])),
    "value_precede_chain_int": ("[2, 0, 1], [x, y, z]", lambda c, x: precedes(x, c)),
    "seq_precede_chain_int": ("[x, y, z]", lambda x: precedes(x, [1, 2])),
}


def _apart(x: Sequence[int], shared: set[int]) -> bool:
    own = [v for v in x if v not in shared]
    return len(set(own)) == len(own)
