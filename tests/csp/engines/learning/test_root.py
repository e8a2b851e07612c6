"""The first propagation of clause learning: what it removes are no events, and nothing is lost."""

import pytest

from csp import Model
from csp.engines.learning.engine import Learning, learning
from csp.engines.learning.state import HI, LO, N_EVENTS
from csp.kernels.state import N_TRAIL, ORIGIN
from csp.model.expressions import Variable
from csp.request import ModelRequest
from exactcover.runtime.search.protocol import Status, counting

pytestmark = pytest.mark.kernel

N_VALUES = 5000


def searched(model: Model) -> Learning:
    """Return the engine of a model, before its search."""
    return learning(model, ModelRequest())


def with_many_holes(n: int) -> tuple[Model, list[Variable]]:
    """Return a model of variables of which most values are removed at the root."""
    model = Model()
    unknowns = [model.variable(range(N_VALUES)) for _ in range(n)]
    sources = [model.variable(range(N_VALUES // 100)) for _ in range(n)]
    for x, y in zip(unknowns, sources, strict=True):
        model.post(x == 100 * y + 7)
    return model, unknowns


def test_what_is_removed_before_the_search_takes_no_events() -> None:
    engine = searched(with_many_holes(20)[0])
    assert len(engine._own.events) < N_VALUES
    assert engine._own.numbers[N_EVENTS] == 0
    assert engine._state.position[N_TRAIL] == 0
    engine.check()
    engine.advance(1, counting(1))
    assert len(engine._own.events) < N_VALUES


def test_bounds_are_those_of_the_root() -> None:
    model = Model()
    x, y = model.variables(2, range(10))
    model.post(x + 5 <= y, x >= 2)
    engine = searched(model)
    places = engine._own.variables[:2, [LO, HI]] + engine._state.variables[:2, [ORIGIN]]
    assert places.tolist() == [[2, 4], [7, 9]]


def test_a_failure_at_the_root_ends_the_search() -> None:
    model = Model()
    x, y = model.variables(2, range(4))
    model.post(x < y, y < x)
    assert searched(model).advance(1, counting(1)) is Status.EXHAUSTED
