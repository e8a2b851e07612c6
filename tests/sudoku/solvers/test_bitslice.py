"""The search of many puzzles at once against that of one, its parts against plain counting."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from exactcover.runtime.kernels.jit import is_compiled, kernel
from exactcover.runtime.search.limits import HaltedError
from sudoku import batches
from sudoku.batches.arrays import Arrays, Kernel, Limits
from sudoku.batches.batch import UNKNOWN, count_batch, solve_batch
from sudoku.batches.kernel import N_POSITIONS
from sudoku.solvers.bitboard.fastest_kernel import KERNEL
from sudoku.solvers.bitslice.branch import choose, counted
from sudoku.solvers.bitslice.search import LEAST_ACTIVE, solve_some
from sudoku.solvers.bitslice.state import OPEN, Slices, new_slices
from sudoku.solvers.bitslice.step import deduce
from sudoku.solvers.bitslice.vectors import N_LANES, N_WORDS, has_any, load, store
from tests.running import compiled

pytestmark = pytest.mark.kernel

Digits = NDArray[np.uint8]
U = np.uint64
GRID = np.array(
    [(row * 3 + row // 3 + column) % 9 + 1 for row in range(9) for column in range(9)], np.uint8
)
"""A filled grid, from which puzzles are made."""
LINE = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
HARD = np.array([0 if cell == "." else int(cell) for cell in LINE], np.uint8)
"""By Arto Inkala (2012)."""
MANY = 320
"""The puzzles that are searched at once here; on some machines only more are."""
N_PUZZLES = 1000 if is_compiled() else MANY
SLICED = KERNEL._replace(fewest=MANY)


@pytest.fixture(autouse=True)
def sliced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Search batches by the kernel for many puzzles, also small ones."""
    monkeypatch.setattr(batches.batch, "kernel_of", lambda *_: SLICED)


def made(n: int, least: int, most: int, seed: int) -> Digits:
    """Return puzzles with so many clues of a filled grid; a fifth have one more, mostly wrong."""
    random = np.random.default_rng(seed)
    puzzles = np.zeros((n, 81), np.uint8)
    for puzzle in puzzles:
        digits = np.array([0, *random.permutation(np.arange(1, 10))], np.uint8)
        cells = random.permutation(81)[: random.integers(least, most + 1)]
        puzzle[cells] = digits[GRID[cells]]
        if random.random() < 0.2:
            puzzle[random.integers(81)] = random.integers(1, 10)
    return puzzles


def one_by_one(puzzles: Digits, limit: int) -> Arrays:
    """Search without the kernel for many."""
    return searched(Kernel(*SLICED[:2]), puzzles, limit)


def searched(one: Kernel, puzzles: Digits, limit: int, budget: int = 1 << 14) -> Arrays:
    """Run one kernel alone on a batch, in calls of a budget."""
    barred = np.empty((0, 2), np.uint16)
    counts = np.full(len(puzzles), UNKNOWN, dtype=np.int64)
    arrays = Arrays(puzzles, barred, np.zeros_like(puzzles), counts)
    stack, position = one.new_stack(), np.zeros(N_POSITIONS, dtype=np.uint64)
    with np.errstate(over="ignore"):
        while not one.solve_some(arrays, stack, position, Limits(limit, budget, 1 << 62)):
            pass
    return arrays


@pytest.mark.parametrize(
    ("least", "most", "limit"),
    [pytest.param(17, 24, 1, marks=compiled), pytest.param(24, 30, 2, marks=compiled), (28, 40, 5)],
)
def test_agrees_with_the_search_of_single_puzzles(least: int, most: int, limit: int) -> None:
    puzzles = made(N_PUZZLES, least, most, seed=least)
    wanted = one_by_one(puzzles, limit)
    found = searched(Kernel(solve_some, new_slices), puzzles, limit)
    is_done = found.counts != UNKNOWN
    assert is_done.sum() > len(puzzles) - int(LEAST_ACTIVE)
    assert len(set(wanted.counts.tolist())) > 1
    assert (found.counts[is_done] == wanted.counts[is_done]).all()
    # The first solution is the same, although there may be many.
    assert (found.solutions[is_done] == wanted.solutions[is_done]).all()


@compiled
def test_stops_and_goes_on() -> None:
    puzzles = np.concatenate([made(MANY, 24, 30, seed=2), np.tile(HARD, (20, 1))])
    many = Kernel(solve_some, new_slices)
    whole, parts = searched(many, puzzles, 2), searched(many, puzzles, 2, budget=1)
    assert (whole.counts == parts.counts).all()
    is_done = whole.counts != UNKNOWN
    assert (whole.solutions[is_done] == parts.solutions[is_done]).all()


@compiled
def test_nothing_is_left_of_a_batch() -> None:
    puzzles = made(MANY + 10, 22, 30, seed=4)
    puzzles[[3, 90]] = HARD, GRID
    puzzles[7] = 0
    solutions, counts = solve_batch(puzzles, 2, workers=1)
    wanted = one_by_one(puzzles, 2)
    assert (counts == wanted.counts).all()
    assert (solutions == wanted.solutions).all()
    assert counts[[3, 90, 7]].tolist() == [1, 1, 2]
    assert (count_batch(puzzles, 2, workers=2) == counts).all()


def test_barred_candidates() -> None:
    puzzles = np.tile(GRID, (MANY, 1))
    cells = np.arange(MANY) % 81
    puzzles[np.arange(MANY), cells] = 0
    barred = np.stack([cells, GRID[cells]], axis=1)
    barred[::2, 1] = barred[::2, 1] % 9 + 1  # another digit than that of the solution
    solutions, counts = solve_batch(puzzles, barred=barred)
    assert counts.tolist() == [1, 0] * (MANY // 2)
    assert (solutions[::2] == GRID).all()
    assert not solutions[1::2].any()


def test_limits_of_nodes_leave_it_out() -> None:
    puzzles = np.tile(HARD, (MANY, 1))
    assert (count_batch(puzzles, max_nodes=1) == UNKNOWN).all()


def test_an_interrupted_search_keeps_what_it_found(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def stop() -> None:
        calls.append(1)
        if len(calls) == 3:  # the first look is before all blocks
            raise HaltedError

    monkeypatch.setattr(batches.batch, "stop_if_due", stop)
    monkeypatch.setattr(batches.batch, "NODES", 1)
    puzzles = made(MANY, 36, 40, seed=1)
    arrays = Arrays(
        puzzles,
        np.empty((0, 2), np.uint16),
        np.zeros_like(puzzles),
        batches.batch.unknown(puzzles),
    )
    with pytest.raises(HaltedError):
        batches.batch.run(SLICED, arrays, 2, 1, None)
    known = arrays.counts != UNKNOWN
    assert 0 < known.sum() < MANY
    assert (arrays.counts[known] == one_by_one(puzzles, 2).counts[known]).all()


@kernel
def look(s: Slices, out: Any) -> None:
    """Choose branches, and count the places of a digit in a row."""
    out[0] = choose(s)
    out[1] = has_any(load(s.masks, U(OPEN)))
    for count in range(U(10)):
        store(s.rows, count, counted(s, U(0), count))


@kernel
def deduce_once(s: Slices) -> None:
    """Make one round, and keep what it says."""
    changed, wrong, unsolved = deduce(s)
    store(s.masks, U(0), changed)
    store(s.masks, U(1), wrong)
    store(s.masks, U(2), unsolved)


def bits_of(words: Any, n: int) -> NDArray[np.bool_]:
    """Return the first vectors of an array as booleans, (n, N_LANES)."""
    given = np.ascontiguousarray(words[: n * N_WORDS])
    return np.unpackbits(given.view(np.uint8), bitorder="little").reshape(n, N_LANES) > 0


def with_candidates(share: float, seed: int) -> tuple[Slices, NDArray[np.bool_]]:
    """Return grids in which each candidate is there with this probability, (digit, cell, lane)."""
    random = np.random.default_rng(seed)
    candidates = random.random((729, N_LANES)) < share
    s = new_slices()
    for array in s:
        array[:] = 0
    s.grid[:] = np.packbits(candidates, bitorder="little").view(np.uint64)
    s.several[:] = ~U(0)
    return s, candidates.reshape(9, 81, N_LANES)


@pytest.mark.parametrize("share", [0.2, 0.35, 0.95])
def test_branches(share: float) -> None:
    s, candidates = with_candidates(share, seed=3)
    s.masks[OPEN * N_WORDS : (OPEN + 1) * N_WORDS] = ~U(0)
    out = np.zeros(2, dtype=np.uint64)
    look(s, out)
    n = int(out[0])
    chosen = bits_of(s.chosen, n)
    assert out[1] == 1
    assert (chosen.sum(axis=0) == 1).all()
    rows = [0, 3, 6, 1, 4, 7, 2, 5, 8]
    order = [(d, 9 * row + column) for row in rows for d in range(9) for column in range(9)]
    for lane in range(N_LANES):
        has = candidates[:, :, lane]
        is_pair = has.sum(axis=0) == 2
        wanted = next((d * 81 + cell for d, cell in order if has[d, cell] and is_pair[cell]), None)
        if wanted is None:
            places = has.reshape(9, 9, 9).sum(axis=2)
            least = places[places > 1].min()
            d, row = next((d, r) for r in rows for d in range(9) if places[d, r] == least)
            wanted = d * 81 + 9 * row + int(has[d, 9 * row : 9 * row + 9].argmax())
        assert s.branches[int(chosen[:, lane].argmax())] == wanted
    counts = bits_of(s.rows, 10)
    assert (counts.argmax(axis=0) == candidates[0, :9].sum(axis=0)).all()
    assert (counts.sum(axis=0) == 1).all()


def test_rounds_are_sound_and_complete() -> None:
    """A round never removes the solution's candidates, and says truly what is solved or wrong."""
    random = np.random.default_rng(5)
    s, _ = with_candidates(1.0, seed=0)
    solution = np.zeros((9, 81, N_LANES), dtype=bool)
    for lane in range(N_LANES):
        digits = random.permutation(9)[GRID - 1]
        solution[digits, np.arange(81), lane] = True
    share = random.random(N_LANES) * 0.5
    candidates = solution | (random.random((9, 81, N_LANES)) < share)
    s.grid[:] = np.packbits(candidates, bitorder="little").view(np.uint64).ravel()
    for _ in range(40):
        before = bits_of(s.grid, 729)
        deduce_once(s)
        after = bits_of(s.grid, 729)
        changed, wrong, unsolved = bits_of(s.masks, 3)
        assert (after.reshape(9, 81, -1) | ~solution).all()
        assert not (after & ~before).any()
        assert not wrong.any()
        assert changed[(after != before).any(axis=0)].all()
        is_solved = (after.reshape(9, 81, -1) == solution).all(axis=(0, 1))
        assert is_solved[~unsolved].all()
        if not changed.any():
            break
    assert not changed.any()
    assert 0 < is_solved.sum() < N_LANES
    assert (unsolved == ~is_solved).all()
