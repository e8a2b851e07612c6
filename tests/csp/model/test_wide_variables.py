"""Variables with more than a million values, of which only the bounds are kept."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp import (
    Model,
    ModelError,
    TranslationError,
    all_different,
    all_different_except,
    columns,
    cumulative,
    element,
    maximum,
    minimum,
    no_overlap,
    truth,
)
from csp.model.posted_records import MOST_OF_VARIABLE, Span
from tests.csp import oracle
from tests.running import compiled

pytestmark = pytest.mark.kernel

WIDE = range(-(10**8), 10**9)
Post = Callable[[Model, list[Any]], Any]
"""Posts constraints on three variables; returns an expression of them."""

SMALL, FACTOR = st.integers(-3, 3), st.sampled_from([1, -1, 2, 3, -5])
KINDS = (
    "sum",
    "product",
    "absolute",
    "extrema",
    "element",
    "quotient",
    "remainder",
    "different",
    "not equal",
    "reified",
    "tasks",
)


@st.composite
def posts(draw: st.DrawFn, base: int) -> Post:
    """Draw what is posted on variables with four values from `base` on."""
    kind = draw(st.sampled_from(KINDS))
    order, c = draw(st.permutations(range(3))), draw(SMALL)
    f, g = draw(FACTOR), draw(FACTOR)

    def post(model: Model, x: list[Any]) -> Any:
        one, other, third = (x[k] for k in order)
        total = (f + g) * base + c
        if kind == "sum":
            model.post(f * one + g * other <= total + 3, third + c >= one - 1)
        elif kind == "product":
            model.post(one * other <= (base + 2) * (base + 1) + c)
            return one * third
        elif kind == "absolute":
            model.post(abs(one - 2 * other + base) >= 2)
        elif kind == "extrema":
            model.post(maximum([one, other + c]) >= base + 2, minimum([other, third]) <= base + 1)
        elif kind == "element":
            index = model.variable(range(2), "index")
            model.post(element([base + 1, other], index) == one)
        elif kind == "quotient":
            model.post(one // 3 == (base + 1) // 3, other // 2 >= third // 2)
        elif kind == "remainder":
            model.post(one % 3 == (base + 1) % 3, (other - third) % 2 == 1)
        elif kind == "different":
            model.post(all_different([one, other, third + c]))
        elif kind == "not equal":
            model.post(one != other + c, third != base + 1)
        elif kind == "reified":
            model.post((one == base + 1) | (other <= base) | (third > one + c))
            model.post(truth(one != other) + truth(third == base + 2) >= 1)
        else:
            model.post(no_overlap([one, other], [2, 1]), cumulative(x, [2, 1, 2], [1, 1, 1], 2))
            return maximum([each + 2 for each in x])
        return f * one + g * other - third

    return post


def stated(
    base: int, post: Post, *, is_wide: bool, values: range = WIDE
) -> tuple[Model, list[Any], Any]:
    """Return a model of three variables with four values, its variables, and an objective."""
    model = Model()
    if not is_wide:
        x = [model.variable(range(base, base + 4), name) for name in "abc"]
        return model, x, post(model, x)
    x = [model.variable(values, name, bounds_only=True) for name in "abc"]
    # Bounds by constants would make the domains small before the search.
    least = model.variable([base], "least")
    model.post([each >= least for each in x], [each - least <= 3 for each in x])
    return model, x, post(model, x)


@settings(deadline=None, max_examples=100)
@given(
    drawn=st.sampled_from([0, 7, -20, 10**6]).flatmap(
        lambda base: st.tuples(st.just(base), posts(base))
    ),
    order=st.sampled_from([None, "dom/wdeg", "least value", "input", "last conflict"]),
    values=st.sampled_from([None, "greatest", "random", "saved"]),
)
def test_solutions_and_optima_are_those_of_small_domains(
    drawn: tuple[int, Post], order: str | None, values: str | None
) -> None:
    base, post = drawn
    small, own, objective = stated(base, post, is_wide=False)
    expected = sorted({row[:3] for row in oracle.solutions(small)})
    wide, x, wide_objective = stated(base, post, is_wide=True)
    found = wide.solutions(order=order, values=values, seed=1)
    assert sorted({tuple(int(s[v]) for v in x) for s in found}) == expected
    results = [objective.value(dict(zip(own, row, strict=True)).__getitem__) for row in expected]
    for method in (None, "propagation", "learning", "linear"):
        try:
            least = wide.minimize(wide_objective, method=method)
        except ModelError as error:
            assert method in ("learning", "linear"), error
            continue
        assert least.complete and least.value == min(results, default=None)
        best = wide.maximize(wide_objective, method=method)
        assert best.complete and best.value == max(results, default=None)


@settings(deadline=None, max_examples=50)
@given(posts(7))
def test_the_bounds_alone_of_some_thousand_values(post: Post) -> None:
    small, _, _ = stated(7, post, is_wide=False)
    wide, x, _ = stated(7, post, is_wide=True, values=range(-50_000, 50_000))
    assert all(isinstance(each.mask, Span) for each in x)
    expected = sorted({row[:3] for row in oracle.solutions(small)})
    assert sorted({tuple(int(s[v]) for v in x) for s in wide.solutions()}) == expected


def test_bounds_alone_are_those_of_all_values_between() -> None:
    model = Model()
    holes = model.variable([1, 70_000], bounds_only=True)
    few = model.variable(range(5), bounds_only=True)
    assert not any(isinstance(each.mask, Span) for each in (holes, few))


def test_a_domain_of_four_thousand_million_values() -> None:
    model = Model()
    x = model.variable(range(-(2**31), 2**31), "x")
    assert len(x.values) == MOST_OF_VARIABLE
    assert x.may_be(2**31 - 1) and not x.may_be(2**31)
    assert model.maximize(x).value == 2**31 - 1
    assert [s[x] for s in model.solutions(limit=3)] == [-(2**31), 1 - 2**31, 2 - 2**31]
    with pytest.raises(ModelError, match=rf"at most {MOST_OF_VARIABLE} are possible"):
        model.variable(range(2**32 + 1))
    with pytest.raises(ModelError, match=r"2097152 values .*: at most 4096 are possible where"):
        model.variable(range(0, 2**22, 2))


@compiled
def test_bounds_that_creep_are_halved() -> None:
    model = Model()
    x, y = model.variables(2, range(10**7), "xy")
    model.post(x < y, y < x)
    result = model.solve(method="propagation")
    assert result.complete and result.solution is None
    assert result.statistics.nodes > 3  # else the bounds crept in one node


@compiled
def test_bounds_creep_for_as_many_runs_however_long_they_take() -> None:
    found = []
    for work in (1, 9):
        model = Model()
        x, y = model.variables(2, range(10**7), "xy")
        model.post(x < y, y < x)
        builder = model.builder
        builder.replace_propagators([each._replace(work=work) for each in builder.propagators])
        statistics = model.solve(method="propagation").statistics
        found.append((statistics.nodes, statistics.updates // work))
    assert found[0] == found[1]


@compiled
def test_a_linear_optimum_far_from_the_first_solution() -> None:
    model = Model()
    x, y, z = model.variables(3, range(10**7), "xyz")
    model.post(2 * x + 3 * y + 5 * z <= 10**7 + 3, x <= y + 7)
    best = model.maximize(7 * x + 5 * y + 3 * z)
    # 5 x <= 10^7 + 3 + 21 as 3 x <= 3 y + 21, so x <= 2000004 and y >= x - 7.
    assert best.complete and best.value == 7 * 2000004 + 5 * 1999998


@pytest.mark.parametrize("method", ["propagation", "learning"])
def test_the_best_end_of_many_values_is_tried_first(method: str) -> None:
    """The domains have words, so the search does not halve them; the end of x is propagated."""
    model = Model()
    x, y = model.variables(2, range(100_001), "xy")
    model.post(3 * x + 2 * y <= 100_000, x != y)
    best = model.maximize(x - y, method=method)
    assert best.complete and best.value == 33_333
    assert best.statistics.nodes < 100


def test_what_needs_each_value_is_refused() -> None:
    model = Model()
    x, y = model.variables(2, WIDE, "xy")
    with pytest.raises(ModelError, match=r"x.*has values from -100000000 to 999999999"):
        model.post(all_different_except([x, y], 0))
    model.post(x < y)
    for translate in (model.to_exact_cover, model.to_opb, model.to_dimacs):
        with pytest.raises(TranslationError, match="which has 1100000000 values"):
            translate()
    with pytest.raises(ModelError, match="symmetries are found for at most"):
        model.symmetries()


def test_what_shows_a_model() -> None:
    model = Model()
    x, y = model.variables(2, WIDE, "xy")
    model.post(x < y)
    left = model.propagate()
    assert left == {x: range(-(10**8), 10**9 - 1), y: range(1 - 10**8, 10**9)}
    assert "-100000000 to 999999999" in model._repr_html_()
    operators = [str(each.decision).split()[1] for each in model.search_tree(limit=9).nodes[1:]]
    assert {"<=", ">"} <= set(operators)
    assert "var -100000000..999999999: xy" in model.to_flatzinc()


def test_a_first_value_is_kept() -> None:
    model = Model()
    x, y = model.variables(2, WIDE, "xy")
    model.post(x < y)
    found = model.solve(values={x: 123_456_789, y: 987_654_321}).solution
    assert found is not None and [found[x], found[y]] == [123_456_789, 987_654_321]


@pytest.mark.parametrize("method", ["auto", "propagation"])
def test_optional_tasks_and_durations_may_be_wide(method: str) -> None:
    day, hour = 86_400_000, 3_600_000
    model = Model()
    tasks = [model.interval(range(day), hour, optional=True, name=f"t{k}") for k in range(2)]
    model.post(no_overlap(**columns(tasks)), [task.present for task in tasks])
    first, second = (task.start for task in tasks)
    assert model.minimize(maximum([first, second]), method=method).value == hour
    model = Model()
    starts, durations = model.variables(3, range(day)), model.variables(3, range(hour, 2 * hour))
    model.post(cumulative(starts, durations, [1, 1, 1], 2))
    assert model.minimize(maximum(starts + durations), method=method).value == 2 * hour
