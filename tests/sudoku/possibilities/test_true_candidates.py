"""True candidates against all solutions: of small boards by brute force, of others by listing."""

from __future__ import annotations

import threading
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from csp import Model
from exactcover import ProblemError, Stop, UndecidedError
from exactcover.runtime.search.limits import HaltedError
from sudoku import (
    Board,
    Classic,
    Grids,
    Puzzle,
    Rule,
    Shape,
    TrueCandidates,
    refining_candidates,
    rule,
    solutions,
    true_candidates,
)
from sudoku.geometry.outlines import Outline
from sudoku.rules.latin import Latin
from sudoku.rules.unknown_regions import UnknownRegions
from tests.sudoku.rules.test_each_rule import CASES, grids_of, shape_of

pytestmark = pytest.mark.kernel

CAPS = (1, 2, 5, None)
EMPTY = Puzzle()


@cache
def small_board(name: str) -> tuple[Puzzle, NDArray[np.int64]]:
    """Return the board of a rule and all its grids; by brute force where the rule has a test."""
    case = CASES[name]
    base: dict[str, list[Rule]] = {"boxes": [Classic()], "latin": [Latin()]}
    rules = dict.fromkeys([*base.get(case.board, []), rule(name, *case.parameters)])
    puzzle = Puzzle(shape_of(case.board), list(rules))
    if case.is_kept is None:
        grids = [list(grid.cells) for grid in solutions(puzzle)]
    else:
        kept = filter(case.is_kept, grids_of(case.board))
        grids = [[digit for row in grid for digit in row] for grid in kept]
    return puzzle, np.array(grids)


def counted(grids: NDArray[Any], n: int, cap: int | None) -> NDArray[np.int64]:
    """Return how many of some grids have each candidate, up to a cap."""
    found = (grids[:, :, np.newaxis] == np.arange(1, n + 1)).sum(axis=0)
    return np.asarray(found if cap is None else np.minimum(found, cap))


def with_clues(puzzle: Puzzle, grids: NDArray[Any], rng: np.random.Generator) -> Puzzle:
    """Return a board with clues of one of its grids, and perhaps marks."""
    cells, shape = rng.choice(grids), puzzle.shape
    clues = np.where(rng.random(len(cells)) < rng.choice([0.0, 0.1, 0.3]), cells, 0)
    marks = [
        (shape.position(int(cell)), sorted({int(cells[cell]), int(rng.integers(1, shape.n + 1))}))
        for cell in np.flatnonzero((clues == 0) & (rng.random(len(cells)) < rng.choice([0, 0.3])))
    ]
    has_marks = any(each.name == "pencil_marks" for each in puzzle.rules)
    marked = [] if has_marks or not marks else [rule("pencil_marks", marks)]
    places = {shape.position(int(cell)): int(clues[cell]) for cell in np.flatnonzero(clues)}
    return Puzzle(shape, [*puzzle.rules, *marked], places)


def check_rule(name: str, n_boards: int) -> None:
    """Compare some boards of a rule with brute force."""
    puzzle, grids = small_board(name)
    rng = np.random.default_rng(sum(map(ord, name)))
    for k in range(n_boards):
        made = with_clues(puzzle, grids, rng)
        cells = np.array(made.grid.cells)
        kept = grids[((grids == cells) | (cells == 0)).all(axis=1)]
        for mark in (each for each in made.rules if each.name == "pencil_marks"):
            for place, digits in mark.marks:  # type: ignore[attr-defined]
                kept = kept[np.isin(kept[:, made.shape.cell_at(place)], digits)]
        cap = CAPS[k % len(CAPS)]
        seed = k if k % 3 else None
        found = true_candidates(made, cap, seed=seed)
        assert found.complete
        assert found.is_final.all()
        assert (found.counts == counted(kept, made.shape.n, cap)).all()
        if len(found.solutions):
            assert {tuple(each) for each in found.solutions.tolist()} <= set(
                map(tuple, kept.tolist())
            )
            assert (counted(found.solutions, made.shape.n, 1) == (found.counts > 0)).all()


@pytest.mark.parametrize("name", CASES)
def test_boards_of_a_rule(name: str) -> None:
    check_rule(name, 4)


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_many_boards_of_a_rule(name: str) -> None:
    """With all 67 rules these are more than 2,000 boards."""
    check_rule(name, 32)


def listed(puzzle: Puzzle, cap: int | None) -> NDArray[np.int64]:
    """Return the true candidates by a list of all solutions."""
    grids = np.array([grid.cells for grid in solutions(puzzle)]).reshape(-1, puzzle.shape.n_cells)
    return counted(grids, puzzle.shape.n, cap)


def classic_lines(data: Path, n: int) -> list[str]:
    """Return real classic puzzles with several solutions, and some with one."""
    many = (data / "sudoku/many_solutions.txt").read_text("utf-8").split()
    one = (data / "sudoku/top95.txt").read_text("utf-8").split()
    lines = [line for line in many if len(line) == 81]
    return lines[:: len(lines) // n] + one[:: 95 // (n // 10 + 1)]


@pytest.mark.slow
@pytest.mark.parametrize("method", ["bitboard", "bitmask"])
def test_classic_puzzles(data: Path, method: str) -> None:
    n_compared = 0
    for k, line in enumerate(classic_lines(data, 500)):
        puzzle = Puzzle.from_text(line)
        if puzzle.count(limit=5001) > 5000:
            continue
        cap = CAPS[k % len(CAPS)]
        assert (true_candidates(puzzle, cap, method=method).counts == listed(puzzle, cap)).all()
        n_compared += 1
    assert n_compared >= 500


LINES = (
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8....",
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6...........19..5....8....",
    "5...7....6..195....98....6.8...6...34..8.3..17...2...6.6...........19..5....8....",
)


@pytest.mark.compiled
@pytest.mark.parametrize("method", ["bitboard", "bitmask"])
@pytest.mark.parametrize("cap", CAPS)
@pytest.mark.parametrize("line", LINES)
def test_a_classic_puzzle(line: str, cap: int | None, method: str) -> None:
    puzzle = Puzzle.from_text(line)
    for seed in (None, 5):
        found = true_candidates(puzzle, cap, method=method, seed=seed)
        assert (found.counts == listed(puzzle, cap)).all()


@pytest.mark.compiled
@pytest.mark.parametrize("method", ["bitboard", "bitmask"])
@pytest.mark.parametrize("cap", [1, 3])
def test_the_empty_grid(method: str, cap: int) -> None:
    found = true_candidates(EMPTY, cap, method=method)
    assert (found.counts == cap).all()
    assert len(found.solutions) < 250 * cap


def test_searches_agree_with_bit_masks() -> None:
    puzzle = Puzzle.from_text(LINES[3])
    for cap in (1, 4):
        one, other = (true_candidates(puzzle, cap, method=m) for m in ("searches", "bitmask"))
        assert (one.counts == other.counts).all()
        assert one.complete


@pytest.mark.compiled
def test_unknown_regions(monkeypatch: pytest.MonkeyPatch) -> None:
    """There are more solutions than are listed before those with wanted candidates.

    A stop while a model is built leaves the others to be searched candidate by candidate.
    """
    rows = [[(i, j) for j in range(3)] for i in range(2)]
    regions = [[(i + 3, j) for j in range(3)] for i in range(2)]
    board = Outline(3, [place for row in rows + regions for place in row])
    puzzle = Puzzle(board, [UnknownRegions(rows, regions)], {(0, 0): 1})
    for cap in (1, 3):
        found = true_candidates(puzzle, cap)
        assert found.complete
        assert (found.counts == listed(puzzle, cap)).all()

    def stop(*constraints: object) -> None:
        raise HaltedError

    monkeypatch.setattr(Model, "with_constraints", stop)
    assert (true_candidates(puzzle, 3).counts == found.counts).all()


@pytest.mark.compiled
def test_several_grids_and_other_shapes() -> None:
    board = Grids([(0, 0), (2, 2)], Shape(2, 2))
    puzzle = Puzzle(board, clues={(0, 0): 1, (5, 5): 2, (2, 3): 3})
    assert (true_candidates(puzzle, 3).counts == listed(puzzle, 3)).all()
    wide = Puzzle(Shape(3, 2), clues={(0, 0): 1, (1, 4): 2, (3, 3): 5, (5, 0): 6, (2, 2): 3})
    found = true_candidates(wide, 7)
    assert (found.counts == listed(wide, 7)).all()
    large = true_candidates(Puzzle(Shape(4, 4)), 1)
    assert large.complete
    assert (large.counts == 1).all()


def test_no_solution() -> None:
    for line in ("12......3...4...", "." * 77 + "1234"):
        puzzle = Puzzle.from_text(line)
        if line.startswith("12"):
            puzzle = puzzle.with_clue(1, 3, 3) if puzzle.count() else puzzle
        found = true_candidates(puzzle)
        assert found.complete
        assert bool(found) is bool(puzzle.count(limit=1))


def test_a_board_in_progress_counts_as_given() -> None:
    board = Board("1...............", {(0, 1): 2}, [((0, 2), 3)])
    found = true_candidates(board)
    assert found.of(0, 2) == (4,)
    assert found.of(0, 3) == (3,)
    assert (found.counts == listed(board.to_puzzle(), 1)).all()


@pytest.mark.compiled
def test_what_is_known_so_far_grows_to_the_end() -> None:
    seen = list(refining_candidates(EMPTY, 2))
    numbers = [int(each.counts.sum()) for each in seen]
    assert numbers == sorted(numbers)
    assert [each.complete for each in seen] == [False] * (len(seen) - 1) + [True]
    assert len(seen) > 2
    assert (seen[-1].counts == true_candidates(EMPTY, 2).counts).all()
    for each in seen:
        assert (each.counts <= seen[-1].counts).all()
        assert (each.counts == seen[-1].counts)[each.is_final].all()


@pytest.mark.compiled
def test_a_function_is_told_what_is_found() -> None:
    seen: list[TrueCandidates] = []
    last = true_candidates(EMPTY, found=seen.append)
    assert last.complete
    assert (seen[-1].counts == last.counts).all()
    with pytest.raises(ProblemError, match="found is 3"):
        true_candidates(EMPTY, found=3)  # type: ignore[arg-type]


def test_limits_end_a_search() -> None:
    cancel = threading.Event()
    cancel.set()
    for stop, limits in {
        Stop.NODES: {"max_nodes": 20},
        Stop.TIME: {"time_limit": 0},
        Stop.CANCELLED: {"cancel": cancel},
    }.items():
        found = true_candidates(EMPTY, **limits)  # type: ignore[arg-type]
        assert not found.complete
        assert found.stopped is stop
        assert list(refining_candidates(EMPTY, **limits))[-1].stopped is stop  # type: ignore[arg-type]
    with pytest.raises(UndecidedError):
        bool(true_candidates(EMPTY, max_nodes=0))


@pytest.mark.compiled
def test_a_seed_repeats_a_search() -> None:
    one, again, other = (true_candidates(EMPTY, seed=seed).solutions for seed in (1, 1, 2))
    assert one.tolist() == again.tolist()
    assert one.tolist() != other.tolist()


def test_wrong_arguments_are_named() -> None:
    for cap in (0, -1, 1.5, True, "2"):
        with pytest.raises(ProblemError, match="cap is"):
            true_candidates(EMPTY, cap)  # type: ignore[arg-type]
    with pytest.raises(ProblemError, match="unknown method"):
        true_candidates(EMPTY, method="magic")
    diagonal = Puzzle(rules=[Classic(), rule("diagonal")])
    with pytest.raises(ProblemError, match="bitboard does not know"):
        true_candidates(diagonal, method="bitboard")
