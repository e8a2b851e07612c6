"""All different, if the expressions are all differences of some variables."""

from collections.abc import Sequence
from itertools import chain, combinations
from math import comb
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from csp import Model, Variable, all_different, increasing
from csp.model.constraint import Constraint
from csp.presolve.search_parts import built
from csp.propagators.registry import DIFFERENCES, SUMS_OF_DIFFERENCES
from tests.csp import oracle
from tests.csp.consistency import NARROW, WIDE, propagated
from tests.running import compiled

pytestmark = pytest.mark.kernel

BOTH = [DIFFERENCES, SUMS_OF_DIFFERENCES]
ASCENDING = st.lists(
    st.lists(st.integers(0, 12), min_size=1, max_size=6, unique=True), min_size=4, max_size=5
)


def differences(x: Sequence[Any]) -> list[Any]:
    """Return each later variable less each earlier one."""
    return [b - a for a, b in combinations(x, 2)]


def propagators(model: Model) -> list[str]:
    """Return those propagators of a model that are about differences."""
    return [str(each) for each in built(model).functions() if each in BOTH]


def ruler(domains: Sequence[Sequence[int]], level: str = "singles") -> tuple[Model, Any]:
    """Return a model of ascending variables with different differences."""
    model = Model()
    x = [model.variable(domain) for domain in domains]
    model.post(all_different(differences(x), level), increasing(x, strict=True))
    return model, x


def have_different_differences(values: Sequence[int]) -> bool:
    """Return whether the differences of numbers are all different."""
    found = [b - a for a, b in combinations(values, 2)]
    return len(set(found)) == len(found)


@settings(deadline=None, max_examples=60)
@given(domains=st.one_of(*(st.lists(d, min_size=4, max_size=5) for d in (NARROW, WIDE))))
def test_each_value_that_is_left_differs_from_fixed_ones(domains: Any) -> None:
    """Forward checking: with the fixed variables, no two known differences are equal.

    Domains with fewer values than differences have another propagator.
    """
    values = list(chain.from_iterable(domains))
    assume(max(values) - min(values) >= comb(len(domains), 2))
    left, _ = propagated(lambda *x: all_different(differences(x)), *domains)
    if left is None:
        return
    for k, values in enumerate(left):
        for value in values:
            known = {j: v[0] for j, v in enumerate(left) if len(v) == 1} | {k: value}
            assert have_different_differences([known[j] for j in sorted(known)])


@settings(deadline=None, max_examples=60)
@given(domains=ASCENDING, is_first_zero=st.booleans())
def test_ascending_variables_have_the_solutions_of_brute_force(
    domains: Any, is_first_zero: bool
) -> None:
    if is_first_zero:
        domains = [[0], *domains[1:]]
    model, _ = ruler(domains)
    expected = oracle.solutions(model)
    assert model.count() == len(expected)
    left = model.propagate()
    possible = oracle.values_in(expected)
    if left is not None and possible is not None:
        kept = [set(values) for values in left.values()]
        assert all(set(own) <= each for own, each in zip(possible, kept, strict=True))
    assert left is not None or possible is None


@settings(deadline=None, max_examples=40)
@given(
    first=st.sampled_from([[0], [0, 1, 4], [0, 2, 7]]),
    last=st.integers(20, 60),
    n=st.integers(3, 5),
)
def test_bounds_are_supported_by_sums(first: list[int], last: int, n: int) -> None:
    """With each bound that is left, the differences up to each width can be large enough."""
    model, x = ruler([*([value] for value in first), *[range(last)] * n])
    left = model.propagate()
    if left is None:
        return
    ends = [(values[0], values[-1]) for values in left.values()]
    begin = max(k for k, (low, high) in enumerate(ends[:-1]) if low == high)
    if any(low == high for low, high in ends[begin + 1 :]):
        return
    known = {b - a for a, b in combinations([low for low, high in ends if low == high], 2)}
    free = [value for value in range(1, 1000) if value not in known]
    run = range(begin, len(x))
    for width in range(1, len(run)):
        pairs = [(i, j) for i, j in combinations(run, 2) if j - i <= width]
        factor = {k: sum((j == k) - (i == k) for i, j in pairs) for k in run}
        greatest = {k: max(factor[k] * end for end in ends[k]) for k in run}
        for k in run:
            for end in ends[k]:
                others = sum(greatest[u] for u in run if u != k)
                assert factor[k] * end + others >= sum(free[: len(pairs)])


@pytest.mark.parametrize("is_ordered", [False, True])
def test_other_levels_count_the_same(is_ordered: bool) -> None:
    counts = set()
    for level in ("singles", "domain"):
        model = Model()
        x = model.variables(4, range(8)).tolist()
        model.post(all_different(differences(x), level))
        if is_ordered:
            model.post(increasing(x, strict=True))
        expected = [BOTH[0]] * (level == "singles") + [BOTH[1]] * is_ordered
        assert propagators(model) == expected
        counts.add(int(model.count()))
    assert len(counts) == 1


def other_forms(x: Sequence[Variable]) -> dict[str, tuple[list[Any], int]]:
    """Return lists of expressions by name, and how many propagators of differences they have."""
    own = differences(x)
    return {
        "subtracted from 0": ([*x, *own], 2),
        "in another order": (own[::-1], 2),
        "descending": ([-each for each in own], 1),
        "two neighbours in the other order": ([*own[1:], -own[0]], 1),
        "in a circle": ([*own[:2], -own[2], *own[3:]], 0),
        "one twice": ([*own[1:], own[1]], 0),
        "with a constant": ([*own[1:], own[0] + 1], 0),
        "of doubles": ([2 * each for each in own], 0),
        "one too many": ([*own, x[0] + x[1]], 0),
    }


@pytest.mark.parametrize("name", list(other_forms(Model().variables(4, range(2)).tolist())))
def test_other_forms(name: str) -> None:
    model = Model()
    x = model.variables(4, range(1, 13)).tolist()
    expressions, n_propagators = other_forms(x)[name]
    model.post(increasing(x, strict=True), all_different(expressions))
    found = propagators(model)
    other = Model()
    y = other.variables(4, range(1, 13)).tolist()
    other.post(increasing(y, strict=True), all_different(other_forms(y)[name][0], "domain"))
    assert model.count() == other.count()
    assert len(found) == n_propagators


def test_equations_say_that_variables_are_differences() -> None:
    model = Model()
    x = model.variables(5, range(25)).tolist()
    pairs = list(combinations(x, 2))
    d = model.variables(len(pairs), range(1, 25)).tolist()
    model.post(all_different(d), x[0] == 0, increasing(x, strict=True))
    model.post(each == b - a for each, (a, b) in zip(d, pairs, strict=True))
    assert propagators(model) == BOTH[1:]
    best = model.minimize(x[-1], method="propagation")
    assert (best.value, best.complete) == (11, True)


def test_a_wide_span_has_variables_for_differences() -> None:
    model = Model()
    x = model.variables(4, range(0, 10**5, 10**4 + 1)).tolist()
    constraint: Constraint = all_different(differences(x))
    model.post(constraint, increasing(x, strict=True), x[0] == 0)
    assert propagators(model) == []
    assert model.count() == sum(map(have_different_differences, oracle_rows(x)))


def oracle_rows(x: Sequence[Variable]) -> list[tuple[int, ...]]:
    """Return ascending values that begin with 0."""
    return [(0, *rest) for rest in combinations(x[0].values[1:], len(x) - 1)]


@compiled
@pytest.mark.parametrize(("n", "most"), [(6, 23), (7, 26)])
def test_clause_learning_finds_the_solutions_of_brute_force(n: int, most: int) -> None:
    """Wrong reasons would lose some; with few rulers, or short ones, they may lose none."""
    rows = ((0, *rest) for rest in combinations(range(1, most + 1), n - 1))
    expected = sum(map(have_different_differences, rows))
    model, _ = ruler([[0], *[range(most + 1)] * (n - 1)])
    for seed in range(3):
        assert model.count(method="learning", seed=seed) == expected
