"""Every solver against the exact-cover path, and against itself cut into slices."""

import signal
import threading
from inspect import signature

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover import Interrupted, ProblemError, Stop
from exactcover.runtime.search import driver, progress
from exactcover.runtime.search.protocol import Out
from sudoku import Classic, Diagonal, Formity, Puzzle, Shape, count, formity, solutions, solve
from sudoku.papers.warner.grids import EXAMPLE_4X4
from sudoku.solvers.registry import SOLVERS, is_complete, load
from tests.sudoku_puzzles import WHOLE, engine_of, puzzles, run

pytestmark = pytest.mark.kernel

COMPLETE = [name for name in SOLVERS if is_complete(name)]
# The bitboard is for 9x9 alone; it has tests of its own. So has local search.
OF_ANY_SHAPE = [name for name in COMPLETE if name != "bitboard"]
CLASSIC = (Classic(),)
WALKS = ("backtracking", "backjumping")
every_solver = pytest.mark.parametrize("method", OF_ANY_SHAPE)
# Clocks decide a race, so it need not do the same again; it has tests of its own.
DETERMINATE = [name for name in OF_ANY_SHAPE if name != "race"]
every_determinate_solver = pytest.mark.parametrize("method", DETERMINATE)

slicings = st.lists(st.tuples(st.integers(0, 9), st.integers(1, 3)), max_size=8).map(
    lambda slices: [*slices, (1, 1)]
)


@every_solver
@settings(max_examples=10)
@given(puzzle=puzzles())
def test_equals_exact_cover(method: str, puzzle: Puzzle) -> None:
    expected = {grid.cells for grid in solutions(puzzle, method="dancing_cells")}
    found = [grid.cells for grid in solutions(puzzle, method=method)]
    assert len(found) == len(expected)
    assert set(found) == expected
    number = count(puzzle, method=method)
    assert (number, number.complete) == (len(expected), True)
    verdict = [Formity.NONE, Formity.ONE, Formity.MANY][min(2, len(expected))]
    assert formity(puzzle, method=method) is verdict
    result = solve(puzzle, method=method)
    assert (result.solution.cells in expected) if result.solution else (expected == set())


@every_determinate_solver
@settings(max_examples=10)
@given(puzzle=puzzles(most_blanks=7), slices=slicings)
def test_slices_change_nothing(method: str, puzzle: Puzzle, slices: list[tuple[int, int]]) -> None:
    engines = [engine_of(method, puzzle) for _ in range(2)]
    parts = [0.0]

    def watch() -> None:
        engines[1].check()
        parts.append(engines[1].part_done())

    whole, sliced = run(engines[0], WHOLE), run(engines[1], slices, watch)
    assert sliced == whole
    assert engines[1].nodes == engines[0].nodes
    assert engines[1].updates == engines[0].updates
    assert parts == sorted(parts)
    assert parts[-1] == 1.0


@every_solver
@settings(max_examples=10)
@given(puzzle=puzzles(), budget=st.integers(0, 30))
def test_a_restored_engine_goes_on(method: str, puzzle: Puzzle, budget: int) -> None:
    engine, other = engine_of(method, puzzle), load(method, puzzle).make()
    engine.advance(budget, Out(np.empty((1, engine.depth), np.uint32), np.empty(1, np.uint32), 1))
    snapshot = engine.snapshot()
    rest = run(engine, WHOLE)
    other.restore(snapshot)
    assert set(run(other, WHOLE)) == set(rest)
    assert other.solutions == engine.solutions
    if method in DETERMINATE:
        assert other.nodes == engine.nodes


@every_determinate_solver
def test_a_seed_shuffles(method: str) -> None:
    puzzle = Puzzle(Shape(2, 2))
    once, again = (list(solutions(puzzle, method=method, seed=1)) for _ in range(2))
    assert once == again
    assert len(set(once)) == 288
    assert len({solve(puzzle, method=method, seed=seed).get() for seed in range(20)}) > 10


@every_solver
def test_limits_stop_all(method: str) -> None:
    puzzle = Puzzle(Shape(2, 2))
    assert solve(puzzle, method=method, max_nodes=0).stopped is Stop.NODES
    assert solve(puzzle, method=method, time_limit=0).stopped is Stop.TIME
    flag = threading.Event()
    flag.set()
    assert solve(puzzle, method=method, cancel=flag).stopped is Stop.CANCELLED
    few = solutions(puzzle, method=method, limit=7)
    assert (len(list(few)), few.stopped) == (7, Stop.LIMIT)
    assert count(puzzle, method=method, limit=7) == 7
    stopped = count(puzzle, method=method, max_nodes=40)
    assert not stopped.complete
    assert stopped.statistics.nodes <= 40


@every_solver
def test_progress_ends_at_one(method: str) -> None:
    reports: list[float] = []
    count(Puzzle(Shape(2, 2)), method=method, progress=lambda now: reports.append(now.part))
    assert reports == sorted(reports)
    assert reports[-1] == 1.0


@every_solver
def test_ctrl_c_loses_no_solution(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "FIRST_BUDGET", 1)
    monkeypatch.setattr(driver, "SLICE_SECONDS", 0.0)
    monkeypatch.setattr(progress, "SECONDS_BETWEEN", 0.0)
    interrupts = 0

    def interrupt(_: object) -> None:
        nonlocal interrupts
        interrupts += 1
        if interrupts % 5 == 1:
            signal.raise_signal(signal.SIGINT)

    found = solutions(Puzzle.from_text("1234............"), method=method, progress=interrupt)
    grids, n_caught = [], 0
    while not found.complete:
        try:
            grids.append(next(found).cells)
        except Interrupted:
            n_caught += 1
        except StopIteration:
            break
    assert n_caught > 0
    assert (len(grids), len(set(grids))) == (12, 12)


@every_solver
def test_filled_and_tiny_grids(method: str) -> None:
    filled = Puzzle(clues=solve(Puzzle(Shape(2, 2))).get())
    assert solve(filled, method=method).get() == filled.grid
    assert count(Puzzle(Shape(1, 1)), method=method) == 1
    # The last cell of the first row can hold nothing.
    impossible = Puzzle.from_text("123....4........")
    result = solve(impossible, method=method)
    assert (result.solution, result.complete) == (None, True)


def test_an_unknown_method_is_named() -> None:
    with pytest.raises(
        ProblemError, match="unknown method 'magic'; the methods are auto, csp, dancing_cells"
    ):
        solve(Puzzle(), method="magic")


def test_masks_hold_64_digits() -> None:
    large = Puzzle(Shape(13, 5))
    for method in ("backtracking", "propagation", "hybrid"):
        with pytest.raises(ProblemError, match="at most 64 digits, the puzzle has 65"):
            load(method, large)
    load("brute_force_3", large)


# Warner (2007) states 37 for the first method, and 11 for the second, but his pictures show 15.
@pytest.mark.parametrize(
    ("method", "placements"),
    [("brute_force_1", 37), ("brute_force_2", 15), ("brute_force_3", 12), ("backtracking", 12)],
)
def test_placements_of_warners_example(method: str, placements: int) -> None:
    assert solve(Puzzle.from_text(EXAMPLE_4X4), method=method).statistics.nodes == placements


@settings(max_examples=10)
@given(puzzle=puzzles())
def test_methods_that_make_the_same_placements(puzzle: Puzzle) -> None:
    nodes = [
        count(puzzle, method=method).statistics.nodes
        for method in ("brute_force_1", "brute_force_2", "brute_force_3", "backtracking")
    ]
    assert nodes[0] >= nodes[1] >= nodes[2] == nodes[3]


@settings(max_examples=20)
@given(puzzle=puzzles(), seed=st.none() | st.integers(0, 9))
def test_jumping_back_leaves_out_only_what_fails(puzzle: Puzzle, seed: int | None) -> None:
    plain, jumping = (solutions(puzzle, method=method, seed=seed) for method in WALKS)
    assert [grid.cells for grid in jumping] == [grid.cells for grid in plain]
    assert jumping.statistics.nodes <= plain.statistics.nodes


def test_jumping_back_saves_placements() -> None:
    for rules, expected in ((CLASSIC, [2752, 2704]), ((Classic(), Diagonal()), [1072, 952])):
        puzzle = Puzzle(Shape(2, 2), rules)
        nodes = [count(puzzle, method=name).statistics.nodes for name in WALKS]
        assert nodes == expected


def test_diagonals_4x4() -> None:
    puzzle = Puzzle(Shape(2, 2), [Classic(), Diagonal()])
    assert {int(count(puzzle, method=method)) for method in OF_ANY_SHAPE} == {48}


KNOWN = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.mark.parametrize("method", COMPLETE)
def test_solvers_take_a_seed_if_they_say_so(method: str) -> None:
    solver = SOLVERS[method]
    assert ("seed" in signature(solver).parameters) == solver.takes_seed
    small = Puzzle.from_text("1......2.3.....4")
    puzzle = Puzzle.from_text(KNOWN) if method == "bitboard" else small
    if solver.takes_seed:
        assert count(puzzle, method=method, seed=np.random.default_rng(1)) == 1
