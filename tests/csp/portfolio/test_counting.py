"""Counts by clause learning, where it is faster, are those of propagation."""

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from csp import Model, all_different
from csp.portfolio import counting
from csp.portfolio.choice import engine_for
from csp.portfolio.counting import for_count
from csp.portfolio.engines import Engines
from csp.request import ModelRequest
from exactcover.runtime.portfolio.schedule import TimeSlice
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.protocol import UNLIMITED, Out, Status
from exactcover.runtime.search.protocol import counting as out_of
from exactcover.runtime.search.request import Request
from tests.csp import oracle
from tests.csp.strategies import models

SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.function_scoped_fixture]
FIRST = counting.FIRST_UPDATES


class Stated(Engines):
    """Engines that are not made: only a schedule is followed."""

    def __init__(self) -> None:
        self._first_why = ""


def followed(found: list[float], reason: Any = None) -> list[tuple[str, int]]:
    """Follow a schedule, where each slice ends with a number of solutions of its engine."""
    portfolio: Any = SimpleNamespace(last_part=0.0)
    schedule = for_count(Stated(), portfolio)
    slices, answer = [], None
    left = iter(found)
    try:
        while True:
            each = schedule.send(answer)
            answer = None
            if not isinstance(each, TimeSlice):
                answer = reason
                continue
            slices.append((each.engine, each.updates))
            portfolio.last_part = next(left)
    except StopIteration:
        return slices


def test_dense_solutions_are_left_to_propagation() -> None:
    assert followed([FIRST / 100]) == [("propagation", FIRST), ("propagation", UNLIMITED)]


def test_clauses_that_are_slower_are_tried_rarely() -> None:
    # Until propagation finds no more solutions: clauses may prove that there are none.
    assert followed([320.0, 9.0, 500.0, 10.0, 500.0, 11.0]) == [
        ("propagation", FIRST),
        ("learning", FIRST >> 4),
        ("propagation", FIRST),
        ("learning", 2 * FIRST >> 7),
        ("propagation", 2 * FIRST),
        ("learning", 4 * FIRST >> 4),
        ("learning", 4 * FIRST),  # it found one, and propagation none
    ]


def test_a_model_that_clauses_cannot_search_is_left_to_propagation() -> None:
    slices = followed([320.0], ValueError())
    assert slices == [("propagation", FIRST), ("propagation", UNLIMITED)]


def test_clauses_that_are_faster_take_over() -> None:
    # 20 solutions in as many updates as a trial: none at first, then 200, then all.
    slices = followed([320.0, 0.0, 640.0, 200.0, 3000.0, 700.0, 3001.0])
    assert slices == [
        ("propagation", FIRST),
        ("learning", FIRST >> 4),
        ("propagation", FIRST),
        ("learning", FIRST >> 3),
        ("learning", 2 * FIRST),
        ("propagation", FIRST >> 2),
        ("learning", 4 * FIRST),  # no longer faster
        ("propagation", 4 * FIRST),
    ]


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "FIRST_UPDATES", 64)
    monkeypatch.setattr(counting, "DENSE", 1)
    monkeypatch.setattr(counting, "FASTER", 0)
    monkeypatch.setattr(counting, "FEWEST", 1 << 20)


@pytest.mark.kernel
@settings(deadline=None, suppress_health_check=SLOW, max_examples=40)
@given(model=models())
def test_counts_are_those_of_brute_force(at_once: None, model: Model) -> None:
    assert model.count() == len(oracle.solutions(model))


def queens() -> Model:
    model = Model()
    x = model.variables(7, range(7))
    for step in (-1, 0, 1):
        model.post(all_different([v + step * k for k, v in enumerate(x)]))
    return model


@pytest.mark.kernel
def test_both_engines_count(at_once: None) -> None:
    count = queens().count()
    assert (count, count.complete) == (40, True)
    engines = {line.split(":")[0] for line in count.statistics.choice}
    assert {"propagation", "learning"} <= engines
    assert queens().count(limit=7) == 7


@pytest.mark.kernel
def test_a_count_is_the_same_with_a_snapshot_in_between(at_once: None) -> None:
    def engine() -> Any:
        return engine_for(queens(), ModelRequest(Request(Goal.COUNT)))[0]

    def run(one: Any, n: int) -> Status:
        out: Out = out_of(1 << 40)
        status = Status.BUDGET_SPENT
        for _ in range(n):
            status = one.advance(1, out)
            if status == Status.EXHAUSTED:
                break
        return status

    whole = engine()
    assert run(whole, 100_000) == Status.EXHAUSTED
    assert whole.solutions == 40
    for n in (20, 60, 90):
        first, second = engine(), engine()
        run(first, n)
        second.restore(first.snapshot())
        assert run(second, 100_000) == Status.EXHAUSTED
        assert second.solutions == 40
        assert [each.engine for each in second._begun] == [each.engine for each in whole._begun]
