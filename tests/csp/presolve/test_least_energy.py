"""The least energy of tasks with modes, and the least area of rectangles that may be turned."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from csp import Model, cumulative, diffn, element
from csp.presolve.least_energy import fits
from csp.presolve.search_parts import built
from tests.csp import oracle
from tests.running import compiled

pytestmark = pytest.mark.kernel
SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much]


def turned(boxes: list[tuple[int, int]], width: int, height: int) -> Model:
    """Return a model of rectangles that may be turned, and are to lie on a deck."""
    model = Model()
    n = len(boxes)
    x, y = model.variables(n, range(width), "x"), model.variables(n, range(height), "y")
    w, h = ([model.variable(set(box)) for box in boxes] for _ in range(2))
    for k, box in enumerate(boxes):
        model.post(w[k] + h[k] == sum(box), x[k] + w[k] <= width, y[k] + h[k] <= height)
    model.post(diffn(zip(x, y, strict=True), zip(w, h, strict=True)))
    return model


def test_rectangles_whose_area_is_too_large_are_refuted_without_a_search() -> None:
    # Their area is 5 * 12 + 4 = 64, and that of the deck 63.
    boxes = [(2, 6)] * 5 + [(1, 4)]
    result = turned(boxes, 9, 7).solve()
    assert (result.solution, result.complete, result.statistics.nodes) == (None, True, 0)
    assert turned(boxes, 8, 8).fits is None
    assert turned([(2, 6)] * 5, 8, 8).solve().solution is not None


def test_tasks_whose_modes_need_too_much_are_refuted_without_a_search() -> None:
    for end, is_possible in ((5, False), (6, True)):
        model = Model()
        modes, starts = model.variables(3, range(3)), model.variables(3, range(end))
        durations = [element([1, 2, 4], mode) for mode in modes]
        demands = [element([4, 2, 1], mode) for mode in modes]
        model.post(s + d <= end for s, d in zip(starts, durations, strict=True))
        model.post(cumulative(starts, durations, demands, 2))
        result = model.solve()
        assert (result.solution is not None) is is_possible
        assert is_possible or result.statistics.nodes == 0


def test_a_rectangle_without_area_may_lie_anywhere() -> None:
    model = Model()
    x, y = model.variables(2, range(2)), model.variables(2, range(2))
    w, h = model.variables(2, range(3)), model.variables(2, range(3))
    model.post(w[0] + h[0] == 2, w[1] + h[1] == 2)
    model.post(x + w <= 2, y[0] + h[0] <= 2)
    model.post(diffn(zip(x, y, strict=True), zip(w, h, strict=True)))
    assert model.count() == len(oracle.solutions(model))


@st.composite
def rectangles(draw: Any) -> Model:
    """Return a model of two or three rectangles, or tasks, with related sizes."""
    model = Model()
    n = draw(st.integers(2, 3))
    span = draw(st.integers(2, 3))
    x, y = model.variables(n, range(span), "x"), model.variables(n, range(span), "y")
    sides = st.sampled_from([[1, 2], [0, 2], [1, 3], [2], [0, 1, 2]])
    w = [model.variable(draw(sides)) for _ in range(n)]
    h = [model.variable(draw(sides)) for _ in range(n)]
    for k in range(n):
        if draw(st.booleans()):
            model.post(w[k] + h[k] >= draw(st.integers(2, 4)))
        if draw(st.booleans()):
            model.post(x[k] + w[k] <= span)
        if draw(st.booleans()):
            model.post(y[k] + h[k] <= span)
    if draw(st.booleans()):
        model.post(diffn(zip(x, y, strict=True), zip(w, h, strict=True)))
    else:
        model.post(cumulative(x, w, h, draw(st.integers(-1, 3))), y == 0)
    return model


@compiled
@settings(deadline=None, suppress_health_check=SLOW, max_examples=60)
@given(model=rectangles())
def test_what_is_refuted_has_no_solution(model: Model) -> None:
    built(model)
    n_solutions = len(oracle.solutions(model))
    assert model.fits or n_solutions == 0
    assert model.count() == n_solutions


def test_models_without_open_sizes_are_not_laid_out() -> None:
    model = Model()
    x, y = model.variables(2, range(2)), model.variables(2, range(2))
    model.post(diffn(zip(x, y, strict=True), [(1, 2), (2, 1)]))
    model.post(cumulative(x, [1, 2], model.variables(2, range(1, 3)), 2))
    assert fits(model.builder, lambda: pytest.fail("laid out"))
