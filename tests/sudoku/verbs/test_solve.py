"""Solving, counting and judging, against brute force, the literature and real puzzles."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover import NoSolutionError, Stop, UndecidedError
from sudoku import (
    ClashError,
    Classic,
    Diagonal,
    Formity,
    Grid,
    Puzzle,
    Rule,
    Shape,
    count,
    formity,
    is_minimal,
    is_well_formed,
    read_puzzles,
    rule,
    solutions,
    solve,
)
from sudoku.rules.latin import Latin
from tests.oracle import small_grids

TOP95 = Path(__file__).parents[3] / "examples" / "data" / "top95.txt"


GRIDS = [sum(rows, ()) for rows in small_grids()]


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(GRIDS), st.integers(0, 2**16 - 1))
def test_4x4_equals_brute_force(grid: tuple[int, ...], kept: int) -> None:
    clues = tuple(digit if kept >> k & 1 else 0 for k, digit in enumerate(grid))
    expected = {g for g in GRIDS if all(c in (0, d) for c, d in zip(clues, g, strict=True))}
    puzzle = Puzzle(Shape(2, 2), clues=clues)
    assert {solution.cells for solution in solutions(puzzle)} == expected
    assert count(puzzle) == len(expected)
    assert formity(puzzle) == ("one" if len(expected) == 1 else "many")


# Felgenhauer & Jarvis, "Mathematics of Sudoku I" (2006), and OEIS A107739, A002860.
KNOWN = [
    (Shape(2, 2), (Classic(),), 288),
    (Shape(4, 1), (Classic(),), 576),
    (Shape(2, 2), (Classic(), Diagonal()), 48),
    (Shape(3, 2), (Classic(), Diagonal()), 8640),
    (Shape(2, 3), (Classic(), Diagonal()), 8640),
]


@pytest.mark.parametrize(("shape", "rules", "number"), KNOWN)
def test_number_of_grids(shape: Shape, rules: tuple[Classic | Diagonal, ...], number: int) -> None:
    found = count(Puzzle(shape, rules))
    assert found == number
    assert found.complete


def test_formity() -> None:
    assert formity(Puzzle(Shape(2, 2))) is Formity.MANY
    assert formity(Puzzle.from_text("1......2.3.....4")) is Formity.ONE
    # No clue clashes, but the last cell of the first row can hold nothing.
    impossible = Puzzle.from_text("123....4........")
    assert formity(impossible) is Formity.NONE
    assert not is_well_formed(impossible)
    assert not is_minimal(impossible)
    with pytest.raises(NoSolutionError):
        solve(impossible).get()


def test_minimal() -> None:
    minimal = Puzzle.from_text("1......2.3.....4")
    assert is_minimal(minimal)
    solution = solve(minimal).get()
    more = minimal.with_clue(0, 1, solution[0, 1])
    assert is_well_formed(more)
    assert not is_minimal(more)


def test_a_stopped_search_decides_nothing() -> None:
    puzzle = Puzzle.from_text("1......2.3.....4")
    result = solve(puzzle, max_nodes=0)
    assert result.solution is None
    assert result.stopped is Stop.NODES
    with pytest.raises(UndecidedError):
        formity(puzzle, max_nodes=0)
    assert formity(Puzzle(Shape(3, 3)), time_limit=3600) is Formity.MANY


def test_random_order_gives_other_grids() -> None:
    grids = {solve(Puzzle(), seed=seed).get() for seed in range(5)}
    assert len(grids) == 5
    assert solve(Puzzle(), seed=3).get() == solve(Puzzle(), seed=3).get()


def test_clashing_clues_are_named() -> None:
    with pytest.raises(ClashError, match="two 5s in box 1: row 1, column 1 and row 2, column 2"):
        Puzzle.from_text("5........" + ".5......." + "." * 63)
    x = (Classic(), Diagonal())
    with pytest.raises(ClashError, match="two 5s in diagonal 1: row 1, column 1 and row 9"):
        Puzzle(Shape(3, 3), x, "5" + "." * 79 + "5")


def solve_file(path: Path) -> list[tuple[Puzzle, list[Grid]]]:
    with path.open() as lines:
        puzzles = [Puzzle(clues=grid) for _, grid in read_puzzles(lines)]
    return [(puzzle, list(solutions(puzzle, limit=2))) for puzzle in puzzles]


def assert_all_unique(solved: list[tuple[Puzzle, list[Grid]]]) -> None:
    for puzzle, found in solved:
        assert len(found) == 1
        assert found[0].is_filled
        Puzzle(clues=found[0])  # raises if two digits clash
        assert all(c in (0, d) for c, d in zip(puzzle.grid.cells, found[0].cells, strict=True))


def test_norvigs_95() -> None:
    solved = solve_file(TOP95)
    assert len(solved) == 95
    assert_all_unique(solved)


def test_17_clues(data: Path) -> None:
    solved = solve_file(data / "sudoku" / "clues17.txt")
    assert len(solved) == 10_000
    assert_all_unique(solved)
    assert all(puzzle.n_clues == 17 for puzzle, _ in solved)
    assert all(is_minimal(puzzle) for puzzle, _ in solved[::500])  # none has 16


def test_kaggle_gives_the_solutions(data: Path) -> None:
    path = data / "sudoku" / "kaggle.csv"
    expected = [line.split(",")[1] for line in path.read_text().splitlines() if line[0].isdigit()]
    solved = solve_file(path)
    assert [grid.to_line() for _, [grid] in solved] == expected


@pytest.mark.parametrize("name", ["hardest1905.txt", "magictour.txt", "qqwing_expert.txt"])
def test_hard_puzzles_are_well_formed(data: Path, name: str) -> None:
    assert_all_unique(solve_file(data / "sudoku" / name)[:300])


def test_many_solutions(data: Path) -> None:
    found = Counter(len(grids) for _, grids in solve_file(data / "sudoku" / "many_solutions.txt"))
    assert found == {2: 2000}


NEVER = [
    ([Latin(), rule("clone", [(((0, 2), (0, 3)), ((1, 2), (0, 2)))])], {(1, 2): 4, (0, 3): 2}),
    ([Latin(), rule("little_killer", [(2, [(2, 0), (1, 0)])])], {(0, 0): 3}),
    ([Classic(), rule("even_odd", even=[(0, 0)])], {(0, 0): 1}),
]


@pytest.mark.parametrize("controls", [{}, {"workers": 2}, {"seed": 1}, {"method": "exact_cover"}])
@pytest.mark.parametrize(("rules", "clues"), NEVER, ids=["pair", "barred sum", "barred cell"])
def test_clues_that_no_cover_has_leave_no_solution(
    rules: list[Rule], clues: dict[tuple[int, int], int], controls: dict[str, Any]
) -> None:
    try:
        puzzle = Puzzle(Shape(2, 2), rules, clues)
    except ClashError:
        return  # found when the puzzle was made
    assert count(puzzle, **controls) == 0
    assert solve(puzzle, **controls).solution is None
