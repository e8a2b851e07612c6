"""Batches against the exact-cover path, on both kernels, and what is wrong with arrays."""

import signal
import threading
from itertools import count as numbers
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from exactcover import Interrupted, ProblemError
from sudoku import (
    ClashError,
    Classic,
    ClueError,
    Formity,
    Grids,
    Puzzle,
    Shape,
    ShapeError,
    TextError,
    count,
    count_batch,
    formity_batch,
    solve,
    solve_batch,
)
from sudoku.batches import batch
from sudoku.batches.arrays import Kernel
from sudoku.solvers.bitboard import search, words

pytestmark = pytest.mark.kernel

Cells = NDArray[np.uint8]
LINES = Path(__file__).parents[3] / "examples" / "data" / "top95.txt"
PATTERN = np.add.outer(np.array([0, 3, 6, 1, 4, 7, 2, 5, 8]), np.arange(9)) % 9 + 1
KERNELS = {"vectors": search, "words": words}


def is_compiled() -> bool:
    """Tell whether kernels run as machine code here."""
    return hasattr(search.solve_some, "inspect_llvm")


EXAMPLES = 40 if is_compiled() else 4
"""For Hypothesis."""


def to_cells(lines: list[str]) -> Cells:
    """Return puzzles written on a line each as an array."""
    return np.array([[int(c) if c.isdigit() else 0 for c in line[:81]] for line in lines], np.uint8)


TOP95 = to_cells([line for line in LINES.read_text().splitlines() if len(line) == 81])


@pytest.fixture(params=KERNELS)
def each_kernel(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let the verbs search by vectors, then by plain integers."""
    module = KERNELS[request.param]
    chosen = Kernel(module.solve_some, module.new_stack)
    monkeypatch.setattr(batch, "kernel_of", lambda *_: chosen)
    return module


def exact_count(cells: Cells, limit: int) -> int:
    """Count by the exact-cover path."""
    try:
        return int(count(Puzzle(Shape(3, 3), clues=cells), limit=limit))
    except ClashError:
        return 0


def shuffled_grid(random: np.random.Generator) -> Cells:
    """Return a solved grid that looks like any other."""
    lines = np.array([3 * b + k for b in random.permutation(3) for k in random.permutation(3)])
    stacks = np.array([3 * b + k for b in random.permutation(3) for k in random.permutation(3)])
    digits = np.concatenate([[0], random.permutation(9) + 1])
    grid = digits[PATTERN[lines][:, stacks]]
    turned: Cells = (grid.T if random.random() < 0.5 else grid).astype(np.uint8)
    return turned.ravel()


def check_solutions(cells: Cells, solutions: Cells, counts: NDArray[np.int64]) -> None:
    """Assert that a solution agrees with the clues and the rules, and is there if counted."""
    assert not solutions[counts == 0].any()
    cells, grids = cells[counts > 0], solutions[counts > 0].reshape(-1, 9, 9)
    assert ((cells == 0) | (cells == grids.reshape(-1, 81))).all()
    boxes = grids.reshape(-1, 3, 3, 3, 3).transpose(0, 1, 3, 2, 4).reshape(-1, 9, 9)
    for houses in (grids, grids.transpose(0, 2, 1), boxes):
        assert (np.sort(houses, axis=2) == np.arange(1, 10)).all()


@pytest.mark.usefixtures("each_kernel")
@settings(max_examples=EXAMPLES)
@given(st.integers(0, 2**32), st.integers(17, 60), st.integers(0, 2), st.sampled_from([1, 2, 9]))
def test_equals_exact_cover(seed: int, n_clues: int, n_wrong: int, limit: int) -> None:
    random = np.random.default_rng(seed)
    cells = shuffled_grid(random)
    cells[random.permutation(81)[n_clues:]] = 0
    cells[random.integers(0, 81, n_wrong)] = random.integers(1, 10, n_wrong)
    solutions, counts = solve_batch(cells[np.newaxis], limit=limit)
    assert counts.tolist() == [exact_count(cells, limit)]
    check_solutions(cells[np.newaxis], solutions, counts)


@pytest.mark.usefixtures("each_kernel")
@settings(max_examples=EXAMPLES)
@given(st.integers(0, 2**32), st.integers(1, 20))
def test_few_random_digits(seed: int, n_clues: int) -> None:
    random = np.random.default_rng(seed)
    cells = np.zeros((1, 81), dtype=np.uint8)
    cells[0, random.integers(0, 81, n_clues)] = random.integers(1, 10, n_clues)
    solutions, counts = solve_batch(cells)
    assert counts.tolist() == [exact_count(cells[0], 2)]
    check_solutions(cells, solutions, counts)


@pytest.mark.usefixtures("each_kernel")
def test_top95() -> None:
    cells = TOP95[: EXAMPLES // 2]
    solutions, counts = solve_batch(cells)
    assert (counts == 1).all()
    check_solutions(cells, solutions, counts)


@pytest.mark.usefixtures("each_kernel")
def test_empty_full_and_clashing() -> None:
    full = shuffled_grid(np.random.default_rng(1))
    for house in (slice(0, 9), slice(0, 81, 9), [0, 1, 2, 9, 10, 11, 18, 19, 20]):
        clash = np.zeros(81, dtype=np.uint8)
        clash[np.arange(81)[house][[3, 7]]] = 5
        wrong = full.copy()
        wrong[np.arange(81)[house][3]] = wrong[np.arange(81)[house][7]]
        solutions, counts = solve_batch(np.array([np.zeros(81, np.uint8), full, clash, wrong]))
        assert counts.tolist() == [2, 1, 0, 0]
        assert (solutions[1] == full).all()
        assert not solutions[2:].any()


@pytest.mark.usefixtures("each_kernel")
def test_counts_beyond_two() -> None:
    """A grid without its last cells, which can be filled in several ways."""
    cells = shuffled_grid(np.random.default_rng(2))
    cells[56:] = 0
    number = exact_count(cells, 10**6)
    assert number > 4
    assert count_batch(cells[np.newaxis], limit=None).tolist() == [number]
    assert count_batch(cells[np.newaxis], limit=number - 1).tolist() == [number - 1]
    assert count_batch(cells[np.newaxis], limit=number + 1).tolist() == [number]


@pytest.mark.usefixtures("each_kernel")
def test_calls_of_few_nodes_find_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = solve_batch(TOP95[:6], limit=3)
    monkeypatch.setattr(batch, "NODES", 3)
    cut = solve_batch(TOP95[:6], limit=3)
    assert (whole[0] == cut[0]).all()
    assert (whole[1] == cut[1]).all()


def test_any_number_of_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "BLOCK", 2)
    one = solve_batch(TOP95[:8], workers=1)
    four = solve_batch(TOP95[:8], workers=4)
    assert (one[0] == four[0]).all()
    assert (one[1] == four[1]).all()


@pytest.mark.usefixtures("each_kernel")
def test_a_barred_digit_tells_whether_a_clue_is_needed() -> None:
    cells = TOP95[0].copy()
    solution = solve_batch(cells[np.newaxis])[0][0]
    extra = np.random.default_rng(3).permutation(np.flatnonzero(cells == 0))[:6]
    cells[extra] = solution[extra]
    clues = np.flatnonzero(cells)
    without = np.repeat(cells[np.newaxis], len(clues), axis=0)
    without[np.arange(len(clues)), clues] = 0
    barred = np.stack([clues, cells[clues]], axis=1)
    others = count_batch(without, limit=1, barred=barred)
    assert others.tolist() == (count_batch(without) - 1).tolist()
    assert set(others.tolist()) == {0, 1}


@pytest.mark.usefixtures("each_kernel")
def test_what_takes_too_many_nodes_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = count_batch(TOP95[:20], max_nodes=3)
    assert set(counts.tolist()) == {1, -1}
    monkeypatch.setattr(batch, "NODES", 2)
    assert (count_batch(TOP95[:20], max_nodes=3) == counts).all()
    assert (count_batch(TOP95[:20]) == 1).all()


@pytest.mark.parametrize(
    ("barred", "message"),
    [
        ([[1, 1]], r"barred is an array of shape \(1, 2\), int64, expected \(2, 2\), integers"),
        ([[3, 1], [81, 1]], r"barred 2: there is no cell and digit \[81, 1\]"),
        ([[3, 1], [3, 0]], r"barred 2: there is no cell and digit \[3, 0\]"),
        ([[0, 1], [3, 1]], r"barred 1: cell 0 holds a clue"),
    ],
)
def test_what_cannot_be_barred(barred: list[list[int]], message: str) -> None:
    with pytest.raises((ShapeError, ClueError), match=message):
        count_batch(TOP95[:2], barred=barred)


def test_formity() -> None:
    clash = np.zeros((9, 9), dtype=int)
    clash[0, :2] = 1
    codes = formity_batch([np.zeros((9, 9), dtype=int), TOP95[0].reshape(9, 9), clash])
    assert [list(Formity)[code] for code in codes] == [Formity.MANY, Formity.ONE, Formity.NONE]


def test_solutions_have_the_shape_of_the_puzzles() -> None:
    flat, square = solve_batch(TOP95[:2]), solve_batch(TOP95[:2].reshape(2, 9, 9).tolist())
    assert square[0].shape == (2, 9, 9)
    assert (flat[0] == square[0].reshape(2, 81)).all()
    assert solve_batch(np.zeros((0, 81), dtype=int))[0].shape == (0, 81)


@pytest.mark.parametrize(
    ("digit", "dtype"), [(10, np.uint8), (255, np.uint8), (-1, np.int8), (256, np.int64)]
)
def test_digits_out_of_range(digit: int, dtype: type) -> None:
    cells: NDArray[Any] = np.zeros((3, 81), dtype=dtype)
    cells[2, 13] = digit
    message = f"puzzle 3, row 2, column 5: digit {digit} is not between 1 and 9"
    with pytest.raises(ClueError, match=message):
        solve_batch(cells)


def test_boards_of_several_grids_take_their_cells_in_order() -> None:
    board = Grids([(0, 0), (2, 2)], Shape(2, 2))
    empty = Puzzle(board)
    solution = solve(empty).solution
    assert solution is not None
    clues = np.array(solution.cells)
    clues[::3] = 0
    assert count_batch([clues, 0 * clues], limit=None, shape=board).tolist() == [
        count(Puzzle(board, clues=clues.tolist())),
        count(empty),
    ]
    for shape in ((2, 36), (1, 6, 6)):
        with pytest.raises(ShapeError, match=r"expected \(n, 28\)$"):
            count_batch(np.zeros(shape, dtype=int), shape=board)


@pytest.mark.parametrize("change", [str, lambda line: line.replace(".", "*"), "{}\n# end".format])
def test_texts_are_read_in_every_layout(change: Any) -> None:
    lines = LINES.read_text().splitlines()[-3:]
    texts = [*lines[:2], change(lines[2])]
    wanted = solve_batch(to_cells(lines))
    solutions, counts = solve_batch(texts)
    assert (solutions == wanted[0]).all()
    assert (counts == wanted[1]).all()
    small = [line.replace(".", "0") for line in ("1234.......1....", "." * 16)]
    assert solve_batch(small, shape=Shape(2, 2))[1].tolist() == [2, 2]


def test_wrong_texts() -> None:
    lines = LINES.read_text().splitlines()[-2:]
    with pytest.raises(TextError, match="81"):
        solve_batch([lines[0], lines[1][:80]])
    with pytest.raises(TextError, match="column 9: '@'"):
        solve_batch([lines[0], lines[1][:8] + "@" + lines[1][9:]])
    with pytest.raises(TextError, match="digit 5 is not between 1 and 4"):
        solve_batch(["5" + "." * 15], shape=Shape(2, 2))


def test_wrong_arrays() -> None:
    for shape in ((81,), (9, 9), (2, 80), (2, 9, 8), (2, 3, 27)):
        with pytest.raises(ShapeError, match="expected"):
            count_batch(np.zeros(shape, dtype=int))
    with pytest.raises(ClueError, match="complex128, expected integers"):
        count_batch(np.zeros((1, 81), dtype=complex))
    with pytest.raises(ShapeError, match="65 digits"):
        count_batch(np.zeros((1, 65 * 65), dtype=int), shape=Shape(13, 5))
    for arguments in ({"limit": 0}, {"workers": 0}, {"limit": -1}, {"workers": 1.5}):
        with pytest.raises(ProblemError, match=next(iter(arguments))):
            count_batch(TOP95[:1], **arguments)


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c(workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """An interrupt keeps what was found, and stops a search that would take for ever."""
    monkeypatch.setattr(batch, "BLOCK", 2)
    monkeypatch.setattr(batch, "NODES", 1 << 14 if is_compiled() else 10)
    cells = np.concatenate([TOP95[:2], np.zeros((3, 81), dtype=np.uint8)])
    kernel, n_ended = batch.kernel_of(Shape(3, 3), (Classic(),)), numbers(1)

    def search(block: Any, *others: Any) -> bool:
        """Search on, and interrupt when two puzzles are done: the others never end."""
        is_done: bool = kernel.solve_some(block, *others)
        for _ in block.counts if is_done else ():
            if next(n_ended) == 2:  # once, whichever thread it is
                signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
        return is_done

    monkeypatch.setattr(batch, "kernel_of", lambda *_: kernel._replace(solve_some=search))
    with pytest.raises(Interrupted) as caught:
        solve_batch(cells, limit=None, workers=workers)
    result: Any = caught.value.result
    solutions, counts = result
    assert counts.tolist() == [1, 1, -1, -1, -1]
    check_solutions(cells[:2], solutions[:2], counts[:2])


@pytest.mark.parametrize("name", ["clues17.txt", "kaggle.csv", "magictour.txt", "hardest1905.txt"])
def test_real_puzzles(data: Path, name: str) -> None:
    lines = (data / "sudoku" / name).read_text().splitlines()
    cells = to_cells([line for line in lines[:: len(lines) // 5] if not line.startswith("#")])
    solutions, counts = solve_batch(cells)
    assert (counts == 1).all()
    check_solutions(cells, solutions, counts)
