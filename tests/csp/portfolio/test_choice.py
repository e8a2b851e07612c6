"""`method=`: propagation alternating with clause learning, and exact cover alone."""

from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from csp import Model, ModelError, TranslationError, all_different
from csp.engines.exact_cover import covering
from csp.engines.registry import ENGINES
from exactcover import Stop
from exactcover.runtime.search import limits as watch
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.protocol import Out, Status
from sudoku import Puzzle
from sudoku.encodings.exact_cover import encoding
from tests.csp import oracle
from tests.csp.model.test_golden import magic_square, queens
from tests.csp.plans import shorten
from tests.csp.requests import request_of
from tests.csp.strategies import models
from tests.running import compiled

pytestmark = pytest.mark.kernel
SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.function_scoped_fixture]
LARGE = Path(__file__).parents[4] / "shared" / "data" / "large"


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make time slices short, so that all engines have some."""
    shorten(monkeypatch, 4)


@settings(deadline=None, suppress_health_check=SLOW, max_examples=60)
@given(model=models())
def test_the_portfolio_finds_what_brute_force_finds(at_once: None, model: Model) -> None:
    expected = oracle.solutions(model)
    found = [tuple(s[model.unknowns]) for s in model.solutions(limit=2, method="auto")]
    assert len(found) == len(set(found)) == min(2, len(expected))
    assert set(found) <= set(expected)
    count = model.count(limit=2)
    assert count == min(2, len(expected))
    assert bool(model.solve()) == bool(expected)


@settings(deadline=None, suppress_health_check=SLOW, max_examples=40)
@given(model=models())
def test_exact_cover_finds_what_brute_force_finds(model: Model) -> None:
    expected = oracle.solutions(model)
    found = model.solutions(method="exact_cover")
    assert sorted(tuple(s[model.unknowns]) for s in found) == expected
    assert model.count(method="exact_cover") == len(expected)


@pytest.mark.compiled
def test_what_was_done_is_said(at_once: None) -> None:
    lines = queens(8).count(limit=2).statistics.choice
    assert lines[0].startswith("propagation: order last conflict")
    assert lines[1] == "propagation: it continues"
    assert lines[2].startswith("exact_cover: the search is long")
    lines = magic_square(4).count(limit=2).statistics.choice
    assert "clauses about bounds and values" in lines[2]
    assert "exact cover cannot express" in lines[2]
    # Who says how to propagate gets that.
    assert len(queens(8).count(limit=2, order="input").statistics.choice) == 1
    assert len(queens(8).count(limit=2, method="propagation").statistics.choice) == 1
    assert queens(6).count(method="exact_cover").statistics.choice[0] == "auto: asked for"


def test_what_depends_on_conditions_is_no_exact_cover_in_any_round(at_once: None) -> None:
    """A round goes on with the engines of the opening, and begins no other."""
    model = Model()
    x = model.variables(17, range(3))
    for a in range(1, 18):
        for b in range(a, 18 - a):
            model.post((x[a - 1] != x[b - 1]) | (x[b - 1] != x[a + b - 1]))
    lines = model.solve().statistics.choice
    assert "learning: it continues" in lines
    assert not any(line.startswith("exact_cover") for line in lines)


def test_exact_cover_names_what_it_cannot_say() -> None:
    with pytest.raises(TranslationError, match="exact cover cannot express"):
        magic_square(4).solve(method="exact_cover")


def test_the_portfolio_is_the_same_with_a_snapshot_in_between(at_once: None) -> None:
    def engine() -> Any:
        from csp.portfolio.choice import engine_for

        return engine_for(queens(6), request_of(limit=2, is_for_one=True))[0]

    def steps(one: Any, n: int) -> list[list[int]]:
        rows = []
        for _ in range(n):
            out = Out(np.empty((2, 6), dtype=np.uint32), np.empty(2, dtype=np.uint32), 2)
            before = one.solutions
            if one.advance(1, out) == Status.EXHAUSTED:
                break
            rows += out.rows[: one.solutions - before].tolist()
        return rows

    whole, first, second = engine(), engine(), engine()
    expected = steps(whole, 400)
    begun = steps(first, 40)
    second.restore(first.snapshot())
    second.check()
    assert begun + steps(second, 360) == expected
    assert len(expected) == 4


def test_an_engine_that_was_registered_is_a_method(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ENGINES, "_entries", dict(ENGINES._entries))
    ENGINES.register("own_propagation", "csp.engines.propagation.engine:propagation")
    assert queens(6).count(method="Own propagation") == 4
    with pytest.raises(
        ModelError, match=r"the methods are auto, free, propagation, .*own_propagation"
    ):
        queens(6).count(method="another")


def test_values_that_begin_below_zero() -> None:
    model = Model()
    x = model.variables(3, range(-5, -2))
    model.post(all_different(x), x[0] < x[1])
    found = sorted(tuple(s[x]) for s in model.solutions(method="exact_cover"))
    assert found == oracle.solutions(model)
    engine = covering(model.to_exact_cover(), "dancing_cells", Goal.LIST)
    assert all(-5 <= origin <= -3 for origin in engine.origins)


def sudoku(clues: Any) -> Model:
    """State a sudoku, given as an array with 0 where there is no clue."""
    n = len(clues)
    side, model = round(n**0.5), Model()
    cells = [[value] if value else range(1, n + 1) for value in clues.ravel().tolist()]
    x = np.array([model.variable(values) for values in cells]).reshape(n, n)
    boxes = x.reshape(side, side, side, side).swapaxes(1, 2).reshape(n, n)
    model.post(all_different(house) for house in (*x, *x.T, *boxes))
    return model


@compiled
@pytest.mark.parametrize("name", ["bnguyen_25x25", "jxa_25x25", "tcg_25x25_sample1_grp4"])
def test_large_boards_have_one_solution(name: str) -> None:
    path = LARGE / f"{name}.txt"
    if not path.exists():
        pytest.skip(f"{path} is missing")
    clues = np.array(Puzzle.from_text(path.read_text()).grid.cells).reshape(25, 25)
    count = sudoku(clues).count(limit=2, max_nodes=1_000_000)
    assert (count, count.complete) == (1, True)


@compiled
@pytest.mark.parametrize("seed", range(4))
def test_boards_dug_from_a_random_one_are_decided(seed: int) -> None:
    board = sudoku(np.zeros((25, 25), dtype=int))
    clues = board.solve(seed=seed).get()[board.unknowns]
    clues[np.random.default_rng(seed).permutation(625)[290:]] = 0
    count = sudoku(clues.reshape(25, 25)).count(limit=2, max_nodes=1_000_000)
    assert count == 2 or count.complete


def test_a_model_is_laid_out_within_the_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    model = queens(6)
    monkeypatch.setattr(watch, "clock", count(step=10).__next__)
    for method in ("auto", "propagation", "exact_cover"):
        result = model.solve(time_limit=5, method=method)
        assert (result.solution, result.stopped) == (None, Stop.TIME)
        assert result.statistics.nodes == 0
    solutions = model.solutions(time_limit=5)
    assert list(solutions) == list(model.solutions(time_limit=5).arrays()) == []
    assert solutions.stopped is Stop.TIME


def test_a_puzzle_is_stated_within_the_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    encoding.cache_clear()
    monkeypatch.setattr(watch, "clock", count(step=10).__next__)
    for method in ("dancing_cells", "csp"):
        result = Puzzle().solve(time_limit=5, method=method)
        assert (result.solution, result.stopped) == (None, Stop.TIME)
        assert result.statistics.nodes == 0
