"""The linear relaxation: sound on random models, and as strong as it should be."""

import os
import sys
from itertools import permutations
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from csp import Model, ModelError, all_different, circuit, element, truth
from exactcover.runtime.errors import MissingExtraError
from tests.csp import oracle
from tests.csp.strategies import models

pytest.importorskip("scipy")
pytestmark = pytest.mark.kernel

SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much]
N_MODELS = int(os.environ.get("CSP_MODELS", "40"))


@settings(deadline=None, suppress_health_check=SLOW, max_examples=N_MODELS)
@given(model=models(), weights=st.lists(st.integers(-3, 3), min_size=6, max_size=6))
def test_the_best_of_random_models(model: Model, weights: list[int]) -> None:
    pairs = list(zip(weights, model.unknowns, strict=False))
    objective = sum((w * x for w, x in pairs), 0 * model.unknowns[0])
    expected = [sum(w * row[x.index] for w, x in pairs) for row in oracle.solutions(model)]
    for method in ("propagation", "learning"):
        best = model.minimize(objective, bound="linear", method=method)
        assert (best.value, best.complete) == (min(expected, default=None), True)
    assert model.maximize(objective, bound="linear").value == max(expected, default=None)


def test_the_bound_of_two_capacities_is_that_of_the_relaxation() -> None:
    model = Model()
    x = model.bool_vars(3)
    model.post([2, 3, 0] @ x <= 4, [0, 2, 3] @ x <= 4, [3, 0, 2] @ x <= 4)
    # Each is at most 4/5 where all are alike: 12/5 in all; one capacity alone allows 8/3.
    assert model.maximize(x.sum(), bound="linear", limit=1).bound == 2
    other = [40, 40, 41] @ x
    assert model.maximize(other, bound="linear", limit=1).bound == 96
    assert model.maximize(other, limit=1).bound == 107
    assert model.maximize(other, bound="linear").value == 41
    # The relaxation has 96 here, too, but the values of the sum are in steps of 40.
    assert model.maximize([40, 40, 40] @ x, bound="linear", limit=1).bound == 80


def test_assignments_are_proved_at_the_root() -> None:
    random = Random(1)
    costs = [[random.randint(1, 99) for _ in range(6)] for _ in range(6)]
    model = Model()
    x = model.variables(6, range(6))
    model.post(all_different(x))
    total = sum(element(row, v) for row, v in zip(costs, x, strict=True))
    best = model.minimize(total, bound="linear", limit=1)
    least = min(sum(costs[k][p[k]] for k in range(6)) for p in permutations(range(6)))
    assert best.value == best.bound == least
    assert model.minimize(total, limit=1).bound != least


def test_round_trips_are_cut() -> None:
    places = [(0, 0), (0, 1), (1, 0), (9, 9), (9, 8), (8, 9)]
    rows = [[abs(a - c) + abs(b - d) for c, d in places] for a, b in places]
    model = Model()
    x = model.variables(6, range(6))
    model.post(circuit(x))
    total = sum(element(row, v) for row, v in zip(rows, x, strict=True))
    # Two triangles would be a cheap assignment: the cut between them proves more.
    bound = model.minimize(total, bound="linear", limit=1).bound
    assert bound == model.minimize(total).value == 36


def test_truth_values_are_rows() -> None:
    model = Model()
    x = model.variables(4, range(3))
    model.post(all_different(x[:3]))
    total = sum(5 * truth(v == 1) for v in x[:3]) - 2 * (x[3] == 0)
    assert model.minimize(total, bound="linear", limit=1).bound == 3


def test_wrong_arguments(monkeypatch: pytest.MonkeyPatch) -> None:
    model = Model()
    x = model.variable(range(3))
    with pytest.raises(ModelError, match="unknown bound 'cubic'"):
        model.minimize(x, bound="cubic")
    with pytest.raises(ModelError, match="bound is for our own search"):
        model.minimize(x, bound="linear", solver="cpsat")
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    with pytest.raises(MissingExtraError, match="pip install"):
        model.minimize(x, bound="linear")
