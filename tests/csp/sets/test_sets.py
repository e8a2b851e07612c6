"""Set variables: each constraint against all sets, random models, and published counts."""

import operator
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, pairwise, product
from random import Random
from typing import Any

import pytest

from csp import (
    Model,
    ModelError,
    SetVariable,
    TruthValueError,
    exactly,
    set_channel,
    set_order,
    set_partition,
    truth,
)
from tests.running import compiled

pytestmark = pytest.mark.kernel

A, B = range(4), (-1, 1, 2, 5)
"""What may be in two sets."""
NEEDED = (2,)


def subsets(members: Iterable[int], required: Iterable[int] = ()) -> list[frozenset[int]]:
    own = sorted(members)
    found = [frozenset(c) for n in range(len(own) + 1) for c in combinations(own, n)]
    return [each for each in found if each >= frozenset(required)]


def two_sets() -> tuple[Model, SetVariable, SetVariable]:
    model = Model()
    return model, model.set_variable(A, "a"), model.set_variable(B, "b", required=NEEDED)


RELATIONS: list[Callable[[Any, Any], Any]] = [
    *(operator.le, operator.lt, operator.ge, operator.gt, operator.eq, operator.ne),
    lambda a, b: a.isdisjoint(b),
    lambda a, b: a | b == {0, 1, 2, 5},
    lambda a, b: a & b == {1, 2},
    lambda a, b: a - b == {0, 3},
    lambda a, b: a ^ b <= {0, 1, -1},
    lambda a, b: {0, 7, 1} - a <= b | {7},
    lambda a, b: (a | {9, 0}) & (b ^ {0, 2, 9}) == {9, 0, 1},
    lambda a, b: (a - {1}) ^ b >= {2, 5},
    lambda a, b: (frozenset({1, 2}) & a) | b < {1, 2, 5, 6},
]


@pytest.mark.parametrize("relation", RELATIONS)
def test_relations_are_those_of_sets_also_as_conditions(
    relation: Callable[[Any, Any], Any],
) -> None:
    expected = {(a, b): bool(relation(a, b)) for a, b in product(subsets(A), subsets(B, NEEDED))}
    assert set(expected.values()) == {True, False}
    model, a, b = two_sets()
    model.post(relation(a, b))
    found = [(s[a], s[b]) for s in model.solutions()]
    assert len(found) == len(set(found))
    assert set(found) == {pair for pair, holds in expected.items() if holds}
    model, a, b = two_sets()
    holds = model.bool_var("holds")
    model.post(holds == truth(relation(a, b)))
    assert {(s[a], s[b]): bool(s[holds]) for s in model.solutions()} == expected


def test_members_numbers_and_sums() -> None:
    model, a, b = two_sets()
    x = model.variable(range(-1, 6), "x")
    model.post(a.contains(x), truth(b.contains(x)) == (x >= 2), b.sum() <= a.cardinality() + 2)
    model.post(a.sum({0: 5, 1: 1, 2: 1, 3: 1}) != 6, ~b.contains(7), a.sum(abs) > 0)
    expected = {
        (a, b, x)
        for a, b, x in product(subsets(A), subsets(B, NEEDED), range(-1, 6))
        if x in a and (x in b) == (x >= 2) and sum(b) <= len(a) + 2
        if sum(5 if each == 0 else 1 for each in a) != 6 and sum(a) > 0
    }
    found = [(s[a], s[b], s[x]) for s in model.solutions()]
    assert len(found) == len(expected)
    assert set(found) == expected


def before(one: frozenset[int], other: frozenset[int], *, strict: bool) -> bool:
    return sorted(one) < sorted(other) if strict else sorted(one) <= sorted(other)


@pytest.mark.parametrize("strict", [True, False])
def test_the_order_is_that_of_sorted_lists(strict: bool) -> None:
    model, a, b = two_sets()
    model.post(set_order(a, b, strict=strict))
    found = [(s[a], s[b]) for s in model.solutions()]
    pairs = product(subsets(A), subsets(B, NEEDED))
    expected = [(a, b) for a, b in pairs if before(a, b, strict=strict)]
    assert sorted(map(repr, found)) == sorted(map(repr, expected))
    other, c, d = two_sets()
    other.post(~set_order(c, d, strict=strict))
    assert other.count() == len(subsets(A)) * len(subsets(B, NEEDED)) - len(expected)


def test_partitions() -> None:
    model = Model()
    sets = [model.set_variable(range(4)), model.set_variable([1, 2, 8]), model.set_variable([3])]
    model.post(set_partition(sets, [1, 2, 3]))
    found = [tuple(s[sets]) for s in model.solutions()]
    expected = [
        each
        for each in product(subsets(range(4)), subsets([1, 2, 8]), subsets([3]))
        if sorted(number for one in each for number in one) == [1, 2, 3]
    ]
    assert sorted(map(repr, found)) == sorted(map(repr, expected))


def test_channels_to_numbers() -> None:
    model = Model()
    x = model.variables(3, range(-1, 3), name="x")
    sets = [model.set_variable(range(-1, 4)) for _ in range(2)]
    model.post(set_channel(x, sets))
    found = {(tuple(s[x]), *(s[each] for each in sets)) for s in model.solutions()}
    assert found == {
        (v, *(frozenset(i for i in range(3) if v[i] == k) for k in range(2)))
        for v in product(range(2), repeat=3)
    }
    assert model.count() == 8


def test_propagation_of_cardinality() -> None:
    """What has all members that it may have is complete, without search."""
    model = Model()
    s = model.set_variable(range(6), "s", sizes=range(2, 4))
    model.post(s.contains(1), s.contains(4), s.cardinality() <= 2)
    found = model.propagate()
    assert found is not None
    assert sorted(k for k, bit in s.members.items() if found[bit] == [1]) == [1, 4]  # type: ignore[index]
    assert all(len(values) == 1 for values in found.values())
    model.post(s.isdisjoint(range(3)))
    assert model.propagate() is None


def steiner(n: int) -> Model:
    """Return the Steiner triple systems of n points, each once: its blocks are in order."""
    model = Model()
    blocks = [model.set_variable(range(n), sizes=3) for _ in range(n * (n - 1) // 6)]
    for p, q in combinations(range(n), 2):
        model.post(exactly(1, [block.member(p) & block.member(q) for block in blocks]))
    model.post(set_order(a, b, strict=True) for a, b in pairwise(blocks))
    # So the first blocks have the first point, and the next ones those of the second that are left.
    r = (n - 1) // 2
    model.post(block.contains(0) for block in blocks[:r])
    model.post(block.contains(1) for block in (blocks[0], *blocks[r : 2 * r - 1]))
    return model


@compiled
def test_steiner_triple_systems() -> None:
    """There are 30 systems of 7 points, and 840 of 9 (OEIS A030128)."""
    assert steiner(7).count(order="input", values="greatest") == 30
    assert steiner(9).count(order="input", values="greatest") == 840


@compiled
def test_social_golfers() -> None:
    """Three groups of three meet in four weeks, each two once; the first week is given.

    They are the 840 systems of 9 points, each with four weeks, divided by the 280 first weeks.
    """
    model = Model()
    weeks = [[model.set_variable(range(9), sizes=3) for _ in range(3)] for _ in range(4)]
    for week in weeks:
        model.post(set_partition(week, range(9)), week[0].contains(0))
        model.post(set_order(a, b, strict=True) for a, b in pairwise(week))
    model.post(set_order(a[0], b[0], strict=True) for a, b in pairwise(weeks))
    model.post(group == range(3 * k, 3 * k + 3) for k, group in enumerate(weeks[0]))
    for one, other in combinations(weeks, 2):
        model.post((a & b).cardinality() <= 1 for a in one for b in other)
    solutions = list(model.solutions(order="input", values="greatest"))
    assert len(solutions) == 840 * 4 // 280
    for solution in solutions:
        groups = [sorted(solution[group]) for week in weeks for group in week]
        met = [pair for group in groups for pair in combinations(group, 2)]
        assert sorted(met) == list(combinations(range(9), 2))


@pytest.mark.parametrize("seed", range(25))
def test_random_models_have_the_solutions_of_all_sets(seed: int) -> None:
    rng = Random(seed)
    universe = range(rng.randrange(-2, 1), rng.randrange(2, 4))
    model = Model()
    members = [rng.sample(universe, rng.randint(1, len(universe))) for _ in range(3)]
    own = [
        model.set_variable(each, required=rng.sample(each, rng.randrange(2))) for each in members
    ]
    tests = [rule(rng) for _ in range(rng.randint(1, 3))]
    for test in tests:
        model.post(test(own))
    expected = [
        each
        for each in product(*(subsets(s.possible, s.required) for s in own))
        if all(bool(test(each)) for test in tests)
    ]
    found = [tuple(s[each] for each in own) for s in model.solutions()]
    assert sorted(map(repr, found)) == sorted(map(repr, expected))


def rule(rng: Random) -> Callable[[Sequence[Any]], Any]:
    """Return a random relation that sets of numbers and set variables have alike."""
    i, j, k = (rng.randrange(3) for _ in range(3))
    combine = rng.choice([operator.or_, operator.and_, operator.sub, operator.xor])
    compare = rng.choice([operator.le, operator.lt, operator.eq, operator.ne, operator.ge])
    constant = frozenset(rng.sample(range(-2, 4), 3))
    if rng.randrange(2):
        return lambda s: compare(combine(s[i], s[j]), s[k])
    return lambda s: compare(combine(constant, s[i]), s[j])


def test_errors() -> None:
    model = Model()
    s = model.set_variable(range(3), "s")
    with pytest.raises(ModelError, match=r"already a variable s\[0\]"):
        model.set_variable([0], "s")
    with pytest.raises(ModelError, match=r"a member of the set is 1\.5"):
        model.set_variable([1.5])  # type: ignore[list-item]
    with pytest.raises(ModelError, match="at most 65536"):
        model.set_variable(range(10**9))
    with pytest.raises(ModelError, match="the name of a set variable is 3"):
        model.set_variable([1], 3)  # type: ignore[arg-type]
    with pytest.raises(ModelError, match="2 may be in s, and has no weight"):
        s.sum({0: 1, 1: 1})
    with pytest.raises(TruthValueError, match="neither true nor false: s"):
        bool(s)
    with pytest.raises(ModelError, match="5 is no set: give a set variable"):
        s.isdisjoint(5)
    with pytest.raises(ModelError, match="strict is 1"):
        set_order(s, s, strict=1)  # type: ignore[arg-type]


def test_what_is_required_must_be_a_member() -> None:
    with pytest.raises(ModelError, match="requires 7, which is none of the numbers"):
        Model().set_variable(range(3), required=[1, 7])
