"""Models moved to where numbers end: a sample; `python -m tests.fuzz --area shifted` runs more."""

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from csp import (
    Constraint,
    Model,
    ModelError,
    all_different,
    among,
    cumulative,
    from_flatzinc,
    maximum,
    minimum,
    no_overlap,
)
from csp.cards.ranges import BELOW, are_small
from csp.errors import RangeError
from csp.propagators.registry import NAMES, PRODUCT, Name
from tests.conftest import IS_SLOW
from tests.csp import oracle
from tests.csp.shifted.checks import KNOWN, checked, drawn
from tests.csp.shifted.families import FAMILIES, MOVES, around

N_MODELS = 2 if IS_SLOW else 10
METHODS = ("auto", "propagation", "learning")
REACHING = [name for name in NAMES if name.card.reach is not None]
"""The propagators that form larger numbers than sums of two."""
NANOSECONDS = 1_700_000_000_000_000_000
"""A time in 2023, counted from 1970."""
EDGES = (NANOSECONDS, 2**60 - 10, 2**60, 2**61, -(2**60) - 100, -(2**61), 2**62 - 60, 1 - 2**62)


@pytest.mark.kernel
@pytest.mark.parametrize("name", FAMILIES)
def test_answers_move_with_the_values(name: str) -> None:
    for seed in range(N_MODELS):
        for origin, check in drawn(seed, name, 5):
            checked(seed, name, origin, check)


@pytest.mark.parametrize("name", sorted(MOVES))
def test_families_mean_the_same_everywhere(name: str) -> None:
    """Brute force with Python's integers, which have no end, agrees that the answers move."""
    for seed in range(N_MODELS):
        wanted, found = (
            [
                [v - origin * (k < len(own.x)) for k, v in enumerate(values)]
                for values in oracle.satisfying(own.model.unknowns, own.model.constraints)
            ]
            for origin, own in ((o, around(seed, name, o)) for o in (0, 2**53 + 1))
        )
        assert found == wanted


@pytest.mark.kernel
@pytest.mark.compiled
@pytest.mark.parametrize("origin", EDGES)
@pytest.mark.parametrize("method", METHODS)
def test_tasks_of_a_machine_at_any_time(origin: int, method: str) -> None:
    model = Model()
    x = model.variables(3, range(origin, origin + 30))
    model.post(no_overlap(x, [5, 5, 5]))
    assert model.count(method=method) == 9240
    model = Model()
    x, present = model.variables(3, range(origin, origin + 8)), model.bool_var()
    model.post(no_overlap(x, [3, 3, 3], present=[1, 1, present]))
    tasks = [  # if the third one is absent, it may be anywhere
        sum(abs(a - b) >= 3 for a, b in product(range(8), repeat=2)) * 8,
        sum(
            min(abs(a - b), abs(a - c), abs(b - c)) >= 3 for a, b, c in product(range(8), repeat=3)
        ),
    ]
    assert model.count(method=method) == sum(tasks)


@pytest.mark.kernel
@pytest.mark.compiled
@pytest.mark.parametrize("origin", EDGES)
def test_disjunctive_of_flatzinc_at_any_time(origin: int) -> None:
    text = "".join(f"var {origin}..{origin + 29}: x{k};" for k in range(3))
    text += "constraint fzn_disjunctive([x0, x1, x2], [5, 5, 5]); solve satisfy;"
    assert from_flatzinc(text).model.count() == 9240


@pytest.mark.kernel
@pytest.mark.parametrize("origin", [0, 2**53, 2**54 + 1, -(2**57) - 1, 2**60 - 30])
@pytest.mark.parametrize("method", ["auto", "linear", "propagation"])
def test_linear_relaxations_far_from_zero(origin: int, method: str) -> None:
    model = Model()
    x = model.variables(3, range(origin, origin + 8))
    model.post(all_different(x), x[0] + x[1] >= 2 * origin + 9)
    best = model.minimize(sum(x), method=method)
    assert (best.value, best.complete) == (3 * origin + 9, True)


@pytest.mark.kernel
@pytest.mark.parametrize("origin", [0, 2**53 - 3, 2**60 - 5, 2**61, -(2**61) - 7])
@pytest.mark.parametrize("method", [*METHODS, "linear", "neighbourhoods", "cores"])
def test_minima_of_cumulative_at_any_time(origin: int, method: str) -> None:
    model = Model()
    x = model.variables(4, range(origin, origin + 12))
    model.post(cumulative(x, [3, 2, 4, 1], [2, 1, 1, 2], 2), x[0] >= origin + 1)
    best = model.minimize(maximum(x), method=method)
    # The task that needs all goes first, or second after one that is short; then the other two.
    assert (best.value, best.complete) == (origin + 4, True)


ARITHMETIC: dict[str, Callable[[Any, Any, Any], Constraint]] = {
    "product": lambda x, y, z: x * y == z + 6,
    "square": lambda x, y, z: x * x >= y * y + z,
    "powers": lambda x, y, z: (x**3 - y) % 7 == z % 3,
    "quotient": lambda x, y, z: x // y <= z,
    "remainder": lambda x, y, z: x % 10 == y + z - 1,
    "extrema": lambda x, y, z: maximum([x, y, z]) - minimum([x * 2, y]) <= x,
    "mixed": lambda x, y, z: 3 * x * y - abs(z * x) != y,
}


@pytest.mark.kernel
@pytest.mark.parametrize("name", ARITHMETIC)
@pytest.mark.parametrize("origin", [0, 2**20, -(2**31) - 1, 2**31 - 2, 2**53, -(2**60), 2**61])
@pytest.mark.parametrize("method", METHODS)
def test_arithmetic_is_that_of_python(name: str, origin: int, method: str) -> None:
    model = Model()
    x = model.variable(range(origin - 2, origin + 3), "x")
    y, z = model.variables(2, range(-1, 4), "yz")
    try:
        model.post(ARITHMETIC[name](x, y, z))
        found = model.count(method=method)
    except ModelError as refused:
        assert origin and any(each in str(refused) for each in ("overflow", *KNOWN))
        assert abs(origin) > 2**50 or name in ("powers", "square", "mixed")
        return
    wanted = 0
    for values in product(x.values, y.values, z.values):
        value_of = dict(zip((x, y, z), values, strict=True)).__getitem__
        try:
            wanted += all(each.holds(value_of) for each in model.constraints)
        except (ZeroDivisionError, TypeError, IndexError):
            continue
    assert found == wanted


def test_what_is_refused_is_named() -> None:
    model = Model()
    x = model.variables(3, range(2**61, 2**61 + 3), "x")
    with pytest.raises(RangeError, match=r"may overflow.*, in x\[0\] \+ x\[1\] <= x\[2\]"):
        model.post(x[0] + x[1] <= x[2])
    with pytest.raises(RangeError, match=r"may overflow.*, in \(x\[0\]\) \* \(x\[1\]\) == 3"):
        model.post(x[0] * x[1] == 3)
    long = model.variable(range(2**32), "long")
    with pytest.raises(RangeError, match=r"cumulative:cumulative may overflow.*, in cumulative\("):
        model.post(cumulative([x[0]], [x[1]], [1], long))
    with pytest.raises(ModelError, match=r"a value of y is .*: it must be below 2\*\*62"):
        model.variable([2**62], "y")
    assert model.constraints == ()


@pytest.mark.parametrize("name", REACHING)
def test_declared_ranges_admit_small_numbers_and_end(name: Name) -> None:
    """Whoever adds a propagator that forms sums or products declares its range."""
    assert name.card.reach is not None
    assert name.card.reach([(0, 9)] * 3, [1] * 7) < BELOW
    assert name.card.reach([(-(2**62), 2**62)] * 3, [2**61] * 7) >= BELOW


@pytest.mark.parametrize("name", REACHING)
@given(st.data())
def test_no_range_ends_among_small_numbers(name: Name, data: st.DataObject) -> None:
    """Where numbers are small, ranges are not computed; they would not refuse them."""
    n, end = data.draw(st.sampled_from([3, 9, 15])), data.draw(st.integers(0, 1 << 21))
    n = 3 if name == PRODUCT else n
    ends = st.integers(-end, end)
    bounds = data.draw(st.lists(st.tuples(ends, ends), min_size=n, max_size=n))
    numbers = data.draw(st.lists(st.integers(-end, end), min_size=2 * n + 3, max_size=2 * n + 3))
    if name.startswith(("cumulative", "energy", "precedences")):
        numbers[0] = n // 3
    if are_small(n, end, numbers):
        assert name.card.reach is not None
        assert name.card.reach([(min(two), max(two)) for two in bounds], numbers) < BELOW


@pytest.mark.kernel
def test_huge_ranges_are_not_listed() -> None:
    model = Model()
    x = model.variables(3, range(4), "x")
    model.post(among(x, range(2, 10**15)) == 1)
    assert model.count() == 24
