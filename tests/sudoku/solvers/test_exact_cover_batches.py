"""Batches by exact cover, compared with the other kernels."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover import ProblemError
from sudoku import Classic, Shape, count_batch, formity_batch, rule, solve_batch
from sudoku.batches.batch import METHODS, UNKNOWN
from sudoku.rules.base import Rule
from tests.running import compiled

pytestmark = pytest.mark.kernel

CLASSIC = (Classic(),)
INKALA = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
KINDS: list[tuple[Shape, tuple[Rule, ...]]] = [
    (Shape(2, 2), CLASSIC),
    (Shape(3, 2), CLASSIC),
    (Shape(2, 2), (Classic(), rule("diagonal"))),
    (Shape(3, 3), (Classic(), rule("diagonal"), rule("windoku"))),
    (Shape(4, 1), (rule("jigsaw", "1122112233443344"),)),
    (Shape(2, 2), (Classic(), rule("even_odd", even=[(0, 0)]))),
    (Shape(2, 2), (Classic(), rule("killer", [(5, [(0, 0), (0, 1)]), (6, [(2, 2), (3, 2)])]))),
    (Shape(3, 2), (Classic(), rule("anti_knight"))),
]


@st.composite
def batches(draw: st.DrawFn) -> tuple[Shape, tuple[Rule, ...], np.ndarray]:
    """Draw a shape, rules, and puzzles whose clues often agree."""
    shape, rules = draw(st.sampled_from(KINDS))
    random = np.random.default_rng(draw(st.integers(0, 1 << 32)))
    empty = np.zeros((1, shape.n_cells), dtype=np.uint8)
    grids, _ = solve_batch(empty, 1, 1, shape=shape, rules=rules)
    puzzles = np.where(random.random((5, shape.n_cells)) < random.random((5, 1)), grids, 0)
    for puzzle in puzzles[:2]:  # a clue that may be wrong
        puzzle[random.integers(shape.n_cells)] = random.integers(1, shape.n + 1)
    return shape, rules, puzzles.astype(np.uint8)


@settings(deadline=None, max_examples=40)
@given(drawn=batches(), limit=st.sampled_from([1, 2, 7, 300]))
def test_counts_are_those_of_bit_masks(
    drawn: tuple[Shape, tuple[Rule, ...], np.ndarray], limit: int
) -> None:
    shape, rules, puzzles = drawn
    solutions, counts = solve_batch(
        puzzles, limit, 1, shape=shape, rules=rules, method="dancing_cells"
    )
    others, expected = solve_batch(puzzles, limit, 1, shape=shape, rules=rules, method="bitmask")
    assert counts.tolist() == expected.tolist()
    assert (solutions[counts == 1] == others[counts == 1]).all() or limit == 1
    assert not solutions[counts == 0].any()
    # Each first solution is a solution: as clues, it has exactly one.
    found = solutions[counts > 0]
    assert (np.where(puzzles > 0, puzzles, solutions) == solutions)[counts > 0].all()
    assert (count_batch(found, 2, 1, shape=shape, rules=rules, method="bitmask") == 1).all()


@compiled
def test_classic_puzzles() -> None:
    puzzles = np.array([[int(c) if c != "." else 0 for c in INKALA]] * 3, dtype=np.uint8)
    puzzles[1, :] = 0
    puzzles[2, :2] = 8  # a clash
    solutions, counts = solve_batch(puzzles, workers=1, method="dancing_cells")
    assert counts.tolist() == [1, 2, 0]
    expected = {name: solve_batch(puzzles[:1], method=name)[0] for name in METHODS}
    assert all((found == solutions[:1]).all() for found in expected.values())
    assert formity_batch(puzzles, method="dancing_cells").tolist() == [1, 2, 0]


@compiled
def test_the_first_solution_does_not_depend_on_the_puzzles_before() -> None:
    random = np.random.default_rng(3)
    grid, _ = solve_batch(np.zeros((1, 81), dtype=np.uint8))
    puzzles = np.where(random.random((1100, 81)) < 0.25, grid, 0).astype(np.uint8)
    solutions, counts = solve_batch(puzzles, workers=1, method="dancing_cells")
    assert counts.max() == 2
    parallel = solve_batch(puzzles, workers=2, method="dancing_cells")
    assert (parallel[0] == solutions).all() and (parallel[1] == counts).all()
    for k in (1, 500, 1099):
        alone, _ = solve_batch(puzzles[k : k + 1], method="dancing_cells")
        assert (alone[0] == solutions[k]).all()
    few = [
        count_batch(puzzles, 1000, workers, max_nodes=60, method="dancing_cells").tolist()
        for workers in (1, 2)
    ]
    assert few[0] == few[1] and UNKNOWN in few[0]


@compiled
def test_workers_and_barred_digits() -> None:
    random = np.random.default_rng(5)
    grid, _ = solve_batch(np.zeros((1, 81), dtype=np.uint8))
    puzzles = np.where(random.random((700, 81)) < 0.35, grid, 0).astype(np.uint8)
    cells = np.array([random.choice(np.flatnonzero(puzzle == 0)) for puzzle in puzzles])
    barred = np.column_stack([cells, grid[0, cells]])
    counts = [
        count_batch(puzzles, 2, workers, barred=barred, method=method).tolist()
        for workers, method in ((1, "dancing_cells"), (2, "dancing_cells"), (1, None))
    ]
    assert counts[0] == counts[1] == counts[2]
    assert len(set(counts[0])) == 3


@compiled
def test_a_limit_of_nodes() -> None:
    puzzles = np.zeros((2, 81), dtype=np.uint8)
    _, counts = solve_batch(puzzles, limit=10**6, max_nodes=100, method="dancing_cells")
    assert counts.tolist() == [UNKNOWN, UNKNOWN]
    # More solutions than one call finds.
    counts = count_batch(puzzles[:1], limit=50_000, method="dancing_cells")
    assert counts.tolist() == [50_000]


def test_methods_that_there_are_not() -> None:
    puzzles = np.zeros((1, 16), dtype=np.uint8)
    with pytest.raises(ProblemError, match="'dlx': a batch is searched by bitboard, bitmask, danc"):
        solve_batch(puzzles, shape=Shape(2, 2), method="dlx")
    with pytest.raises(ProblemError, match="for classic 9x9 puzzles alone"):
        solve_batch(puzzles, shape=Shape(2, 2), method="bitboard")
