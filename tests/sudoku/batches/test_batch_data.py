"""Batches of real puzzles: every one proved unique, with the solution that was published.

All by bit masks, and what the faster kernels for 9x9 take by those, too.
"""

import json
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from sudoku import Classic, Diagonal, Rule, Shape
from sudoku.batches import batch
from sudoku.solvers.bitmask.board_arrays import tables

Digits = NDArray[np.uint8]
CLASSIC: tuple[Rule, ...] = (Classic(),)


@pytest.fixture(params=["bitboard", "bitmask"], autouse=True)
def kernel(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "bitmask":
        monkeypatch.setattr(batch, "kernel_of", lambda *given: batch.bitmask_kernel(*given[:2]))


def solve(
    shape: Shape, rules: tuple[Rule, ...], puzzles: Digits, limit: int = 2
) -> tuple[Digits, NDArray[np.int64]]:
    return batch.solve_batch(puzzles, limit, shape=shape, rules=rules)


def digits_of(lines: list[str]) -> Digits:
    text = "".join(line[:81] for line in lines).replace(".", "0")
    return np.array(list(text.encode()), dtype=np.uint8).reshape(-1, 81) - np.uint8(ord("0"))


@pytest.mark.parametrize("name", ["clues17.txt", "magictour.txt", "hardest1905.txt"])
def test_are_unique(data: Path, name: str) -> None:
    puzzles = digits_of((data / "sudoku" / name).read_text().splitlines())
    solutions, counts = solve(Shape(3, 3), CLASSIC, puzzles)
    assert (counts == 1).all()
    assert ((puzzles == 0) | (puzzles == solutions)).all()
    full = np.arange(1, 10)
    for house in tables(Shape(3, 3), CLASSIC).houses:
        assert (np.sort(solutions[:, house], axis=1) == full).all()


def test_kaggle_gives_the_solutions(data: Path) -> None:
    lines = (data / "sudoku" / "kaggle.csv").read_text().splitlines()
    fields = [line.split(",") for line in lines if line[0] in ".0123456789"]
    solutions, counts = solve(Shape(3, 3), CLASSIC, digits_of([f[0] for f in fields]))
    assert (counts == 1).all()
    assert (solutions == digits_of([f[1] for f in fields])).all()


def test_many_solutions(data: Path) -> None:
    puzzles = digits_of((data / "sudoku" / "many_solutions.txt").read_text().splitlines())
    _, counts = solve(Shape(3, 3), CLASSIC, puzzles)
    assert (counts == 2).all()


def test_16x16_boards_give_the_solutions(data: Path) -> None:
    boards = json.loads((data / "variants" / "Sudoku.json").read_text()).values()
    boards = [board for board in boards if board["problem"].startswith("16 16\n")]
    assert boards

    def cells(text: str) -> list[int]:
        return [int(word.replace("-", "0")) for word in text.split()[2:]]

    puzzles = np.array([cells(board["problem"]) for board in boards], dtype=np.uint8)
    expected = np.array([cells(board["solution"]) for board in boards], dtype=np.uint8)
    solutions, counts = solve(Shape(4, 4), CLASSIC, puzzles)
    assert (counts == 1).all()
    assert (solutions == expected).all()


@pytest.mark.parametrize("shape", [Shape(3, 2), Shape(2, 3)])
def test_number_of_6x6_x_grids(shape: Shape) -> None:
    nothing = np.zeros((1, 36), dtype=np.uint8)
    _, counts = solve(shape, (Classic(), Diagonal()), nothing, limit=10_000)
    assert counts.tolist() == [8640]
