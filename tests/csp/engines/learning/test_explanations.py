"""Each explanation is sound, and is one: all domains of a scope are hardly ever the reason.

Random models of one constraint each, with a sum that causes conflicts, are compared with brute
force; each clause that is learned must hold in all solutions.
"""

from collections.abc import Callable
from itertools import combinations, pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from csp import (
    Model,
    Variable,
    all_different,
    all_different_except,
    cardinality,
    cumulative,
    element,
    increasing,
    inverse,
    lexicographic,
    maximum,
    minimum,
)
from csp.engines.learning.state import NAIVE
from tests.csp import oracle
from tests.csp.engines.learning.test_learning import (
    MOST_FORBIDDEN,
    assert_clauses_are_implied,
    assert_solutions,
)
from tests.running import compiled

pytestmark = [pytest.mark.kernel, compiled]

SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much]
Draw = st.DrawFn


def drawn(draw: Draw, model: Model, n: int, most: int) -> list[Variable]:
    """Draw variables with values from 0 on, of which some may be missing."""
    values = st.sets(st.integers(0, most), min_size=2, max_size=most + 1)
    return [model.variable(draw(values)) for _ in range(n)]


def products(draw: Draw, model: Model) -> list[Variable]:
    """Draw products of two variables, and squares."""
    x = drawn(draw, model, 4, 5)
    a, b, c, d = draw(st.permutations(x))
    z = [model.variable(draw(st.sets(st.integers(0, 25), min_size=3))) for _ in range(2)]
    model.post(a * b == z[0], c * draw(st.sampled_from([c, d])) == z[1])
    return [*x, *z]


def tasks_of_equal_demands(draw: Draw, model: Model) -> list[Variable]:
    """Draw tasks of which some have the same durations and demands."""
    x = drawn(draw, model, 5, 5)
    numbers = st.lists(st.integers(1, 2), min_size=5, max_size=5)
    model.post(cumulative(x, draw(numbers), draw(numbers), draw(st.integers(2, 4))))
    return x


def orders_of_repeated_variables(draw: Draw, model: Model) -> list[Variable]:
    """Draw lexicographic orders with a variable several times."""
    x = drawn(draw, model, 5, 2)
    for _ in range(2):
        places = st.lists(st.sampled_from(x), min_size=4, max_size=4)
        model.post(lexicographic(draw(places), draw(places), strict=draw(st.booleans())))
    return x


def elements(draw: Draw, model: Model) -> list[Variable]:
    """Draw elements of arrays of variables and numbers, of which some are there twice."""
    x = drawn(draw, model, 6, 4)
    for _ in range(2):
        index, result, *others = draw(st.permutations(x))
        entries = st.one_of(st.sampled_from(others), st.integers(0, 4))
        array = draw(st.lists(entries, min_size=3, max_size=6))
        model.post(element(array, index) == result)
    return x


def differences_but_for_some(draw: Draw, model: Model) -> list[Variable]:
    """Draw variables that differ except for some values."""
    x = drawn(draw, model, 6, 4)
    model.post(all_different_except(x[:5], draw(st.sets(st.integers(0, 4), max_size=2))))
    return x


def counts(draw: Draw, model: Model) -> list[Variable]:
    """Draw how often variables have values."""
    x, often = drawn(draw, model, 5, 3), drawn(draw, model, 2, 5)
    one, other = draw(st.permutations(range(4)))[:2]
    model.post(cardinality(x, {one: often[0], other: often[1]}))
    return [*x, *often]


def inverses(draw: Draw, model: Model) -> list[Variable]:
    """Draw two arrays that are inverse to each other."""
    x = drawn(draw, model, 8, 3)
    model.post(inverse(x[:4], x[4:]))
    return x


def extrema(draw: Draw, model: Model) -> list[Variable]:
    """Draw maxima and minima that equal variables."""
    x = drawn(draw, model, 6, 5)
    model.post(maximum(x[:3]) == x[4], minimum(x[1:4]) == x[5])
    return x


def distances(draw: Draw, model: Model) -> list[Variable]:
    """Draw distances of two variables, with an offset, that equal variables or are large."""
    x = drawn(draw, model, 6, 7)
    a, b, c, d, e, f = draw(st.permutations(x))
    offset = draw(st.integers(-3, 3))
    model.post(abs(a - b + offset) == c, abs(d - e) == f, abs(a - d) >= draw(st.integers(1, 3)))
    return x


def permutations(draw: Draw, model: Model) -> list[Variable]:
    """Draw variables that have each of as many values."""
    n = draw(st.integers(4, 6))
    x = drawn(draw, model, n, n - 1)
    model.post(all_different(x))
    return x


def rulers(draw: Draw, model: Model) -> list[Variable]:
    """Draw ascending variables of which all differences differ."""
    x = drawn(draw, model, 4, 9)
    model.post(increasing(x, strict=True), all_different([b - a for a, b in combinations(x, 2)]))
    return x


def wide_elements(draw: Draw, model: Model) -> list[Variable]:
    """Draw an element of an array whose entries have too many values for words."""
    x = drawn(draw, model, 5, 4)
    index, *others = draw(st.permutations(x))
    array = [draw(st.integers(-1, 1)) * 2_000_000 * v + 700_000 * w for v, w in pairwise(others)]
    chosen = element([*array, draw(st.integers(-9, 9)) * 500_000], index)
    total = draw(st.integers(-4, 4)) * 600_000
    model.post(chosen <= total + 1_500_000, chosen + 100_000 * others[0] >= total)
    return x


def sums_with_gaps(draw: Draw, model: Model) -> list[Variable]:
    """Draw sums of variables whose few values are in several words."""
    values = st.sets(st.integers(0, 150), min_size=2, max_size=4)
    x = [model.variable(draw(values)) for _ in range(4)]
    total = model.variable(range(draw(st.integers(50, 200)), 400))
    model.post(sum(x) == total, x[0] + total >= draw(st.integers(50, 400)))
    return [*x]


KINDS: list[Callable[[Draw, Model], list[Variable]]] = [
    products,
    tasks_of_equal_demands,
    orders_of_repeated_variables,
    elements,
    differences_but_for_some,
    counts,
    inverses,
    extrema,
    distances,
    permutations,
    rulers,
    wide_elements,
    sums_with_gaps,
]


@st.composite
def models(draw: Draw, kind: Any) -> Model:
    """Draw a model of a kind of constraint, with a sum and unequal pairs that cause conflicts."""
    model = Model()
    x = kind(draw, model)
    weights = draw(st.lists(st.integers(-2, 2), min_size=len(x), max_size=len(x)))
    total = sum(c * v for c, v in zip(weights, x, strict=True))
    if any(weights):
        model.post(total >= draw(st.integers(-4, 6)))
    for _ in range(draw(st.integers(0, 3))):
        one, other = draw(st.permutations(x))[:2]
        model.post(one != other + draw(st.integers(0, 1)))
    return model


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@settings(deadline=None, suppress_health_check=SLOW, max_examples=40)
@given(data=st.data())
def test_explanations_are_sound_and_found(kind: Any, data: st.DataObject) -> None:
    model = data.draw(models(kind))
    assume(0 < len(oracle.solutions(model)) <= MOST_FORBIDDEN)
    seed = data.draw(st.one_of(st.none(), st.integers(0, 9)))
    assert_solutions(model, seed)
    engine = assert_clauses_are_implied(model, seed)
    # A bound of an element may follow from values that several lack; that of a ruler from others.
    if kind not in (elements, rulers):
        assert engine._own.numbers[NAIVE] == 0
