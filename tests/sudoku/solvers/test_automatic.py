"""The portfolio for puzzles: no solution is lost and none comes twice."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given

from exactcover.engines.protocol import CoverEngine
from exactcover.runtime.errors import GaveUpError
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.protocol import Out, Status, counting
from exactcover.runtime.search.request import Limits, Request
from exactcover.verbs.cover_search import CoverSearch, Searching
from sudoku import Classic, Diagonal, Grid, Puzzle, Rule, Shape, count
from sudoku.encodings.exact_cover import blank_problem, chosen_options, grid_placed, placements
from sudoku.solvers import automatic as policy
from sudoku.solvers.automatic import automatic
from sudoku.solvers.templates import Templates, may_refute
from sudoku.verbs.solve import search
from tests.running import compiled
from tests.sudoku_puzzles import puzzles

pytestmark = pytest.mark.kernel

X = (Classic(), Diagonal())
EMPTY_X = Puzzle(Shape(2, 2), X)
SPARSE = Puzzle.from_text("1234............")
TWO = Request(Goal.FEW, Limits(limit=2))
# By Arto Inkala (2012). Row 1, column 2 holds a 1.
HARD = Puzzle.from_text(
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
)


@pytest.fixture
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make all stretches so short that small puzzles see all engines."""
    monkeypatch.setattr(policy, "SLICE_UPDATES", 400)


def listed(running: Searching, shape: Shape) -> list[Grid]:
    found: list[Grid] = []
    while some := running.collect():
        found += [grid_placed(shape, options) for options in some]
    return found


def engines_of(running: Searching) -> list[str]:
    return [line.partition(":")[0] for line in running.statistics.choice]


@pytest.mark.usefixtures("impatience")
@pytest.mark.parametrize(("puzzle", "number"), [(EMPTY_X, 48), (SPARSE, 12)])
@pytest.mark.parametrize("goal", list(Goal))
def test_nothing_is_lost(puzzle: Puzzle, number: int, goal: Goal) -> None:
    running = search(puzzle, Request(goal))
    if goal is Goal.COUNT:
        assert running.count() == number
    else:
        found = listed(running, puzzle.shape)
        assert len(found) == len(set(found)) == number
        for grid in found:
            Puzzle(puzzle.shape, puzzle.rules, grid)  # raises if two digits clash
    assert running.complete


@compiled
def test_clauses_take_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever proves it, a puzzle with one solution has one, and one without has none."""
    monkeypatch.setattr(policy, "SLICE_UPDATES", 16)
    monkeypatch.setattr(policy, "may_refute", lambda puzzle: False)
    monkeypatch.setattr(policy, "_fits_bitboard", lambda shape, rules: False)
    running = search(HARD, TWO)
    assert running.count() == 1
    assert running.complete
    assert {"bitmask", "learning"} == set(engines_of(running))
    impossible = search(HARD.with_clue(0, 1, 2), TWO)
    assert impossible.count() == 0
    assert impossible.complete
    assert {"bitmask", "learning"} == set(engines_of(impossible))


def test_a_short_search_is_for_the_bit_masks() -> None:
    running = search(SPARSE, TWO)
    assert len(listed(running, SPARSE.shape)) == 2
    assert engines_of(running) == ["bitmask"]


def test_a_seed_gives_other_orders() -> None:
    first = {search(SPARSE, Request(seed=seed)).collect()[0][5] for seed in range(8)}
    assert len(first) > 1


@pytest.mark.usefixtures("impatience")
@pytest.mark.parametrize("n_slices", [1, 4, 9])
def test_a_restored_engine_goes_on(n_slices: int) -> None:
    problem = placements(SPARSE.shape)
    engine, other = (automatic(SPARSE, Goal.LIST).make() for _ in range(2))
    chosen = problem.find_options(chosen_options(SPARSE))

    def run(slices: Sequence[int]) -> list[tuple[int, ...]]:
        found: list[tuple[int, ...]] = []
        for budget in slices:
            out = Out(np.zeros((2, engine.depth), np.uint32), np.zeros(2, np.uint32), 2)
            before = engine.solutions
            status = engine.advance(budget, out)
            engine.check()
            found += [tuple(sorted(row.tolist())) for row in out.rows[: engine.solutions - before]]
            if status == Status.EXHAUSTED:
                break
        return found

    assert engine.choose(chosen)
    assert other.choose(chosen)
    found = run([2] * n_slices)
    other.restore(engine.snapshot())
    engine = other
    found += run([3] * 1000)
    assert len(found) == len(set(found)) == 12


@compiled
def test_more_digits_than_a_word_has_bits() -> None:
    """No bit masks, and clause learning on what the clues leave."""
    shape = Shape(11, 6)
    digits = [(11 * (r % 6) + r // 6 + c) % 66 + 1 for r in range(66) for c in range(66)]
    clues = [0 if k % 31 == 0 else digit for k, digit in enumerate(digits)]
    rules: tuple[Rule, ...] = (Classic(),)
    puzzle = Puzzle(shape, rules, clues)
    running = search(puzzle, Request(Goal.FEW, Limits(limit=1)))
    [grid] = listed(running, shape)
    assert Puzzle(shape, rules, grid).grid.is_filled
    assert set(engines_of(running)) <= {"dancing_cells", "learning"}


@given(puzzle=puzzles())
def test_templates_refute_what_has_no_solution(puzzle: Puzzle) -> None:
    if not may_refute(puzzle):
        return
    engine = Templates(puzzle)
    if count(puzzle, method="dancing_cells", limit=1):
        with pytest.raises(GaveUpError, match="fit together"):
            while engine.advance(1000, counting()) != Status.EXHAUSTED:
                pass
    else:
        while engine.advance(1000, counting()) != Status.EXHAUSTED:
            pass
        assert engine.solutions == 0


def test_too_many_templates_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sudoku.solvers.templates.MOST_TEMPLATES", 5)
    with pytest.raises(GaveUpError, match="too many templates"):
        Templates(SPARSE).advance(1000, counting())


@compiled
@pytest.mark.parametrize(
    ("puzzle", "number", "updates"),
    [(SPARSE, 2, 1), (HARD, 1, 400)],
)
def test_boards_of_many_digits_are_annealed(
    monkeypatch: pytest.MonkeyPatch, puzzle: Puzzle, number: int, updates: int
) -> None:
    """Annealing finds no solution twice, and proves nothing: clause learning does."""
    monkeypatch.setattr(policy, "SLICE_UPDATES", updates)
    monkeypatch.setattr(policy, "SWAPS", 1 << 16)

    def engine(_: object) -> CoverEngine:
        return policy._portfolio(puzzle, Goal.FEW, uses_placements=False, seed=None)

    request = Request(Goal.FEW, Limits(2), chosen=chosen_options(puzzle))
    running = CoverSearch(blank_problem(puzzle.shape, puzzle.rules), request, engine)
    found = {tuple(row) for _ in range(3) for row in running.collect()}
    assert len(found) == running.engine.solutions == number
    assert running.complete == (number < 2)
    assert engines_of(running)[:2] == ["dancing_cells", "annealing"]
