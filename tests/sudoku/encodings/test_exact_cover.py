"""Encoding into exact cover, and back."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactcover import Option
from sudoku import Classic, Diagonal, Grid, Placement, Puzzle, Rule, Shape, decode, encode, solve

SHAPES = [Shape(2, 2), Shape(3, 2), Shape(2, 3), Shape(3, 3), Shape(4, 3), Shape(5, 1)]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("rules", [(Classic(),), (Classic(), Diagonal())], ids=["classic", "X"])
def test_size(shape: Shape, rules: tuple[Rule, ...]) -> None:
    n = shape.n
    problem = encode(Puzzle(shape, rules))
    assert problem.n_primary == problem.n_items == 4 * n * n + 2 * n * (len(rules) - 1)
    assert problem.n_options == n**3


def test_items_come_in_the_order_of_mychaskiw() -> None:
    items = encode(Puzzle(Shape(2, 2), (Classic(), Diagonal()))).items
    assert items[:5] == ("r1c1", "r1c2", "r1c3", "r1c4", "r2c1")
    assert items[16:18] == ("r1=1", "r1=2")
    assert items[32:34] == ("c1=1", "c1=2")
    assert items[48:50] == ("b1=1", "b1=2")
    assert items[64:66] == ("d1=1", "d1=2")
    assert items[68] == "d2=1"


def test_every_option_is_its_placement() -> None:
    """The items of an option: cell, row and digit, column and digit, box and digit."""
    for option in encode(Puzzle(Shape(3, 3))).options:
        i, j, digit = option.label
        box = i // 3 * 3 + j // 3
        assert option.items == (
            f"r{i + 1}c{j + 1}",
            f"r{i + 1}={digit}",
            f"c{j + 1}={digit}",
            f"b{box + 1}={digit}",
        )
        assert option.index == 81 * i + 9 * j + digit - 1


@given(st.dictionaries(st.integers(0, 15), st.just(1), max_size=1), st.integers(1, 4))
def test_a_clue_excludes_the_other_digits_of_its_cell(cells: dict[int, int], digit: int) -> None:
    puzzle = Puzzle(Shape(2, 2), clues={divmod(cell, 4): digit for cell in cells})
    labels = {option.label for option in encode(puzzle).options}
    assert labels == {
        (i, j, d)
        for i in range(4)
        for j in range(4)
        for d in range(1, 5)
        if puzzle.grid[i, j] in (0, d)
    }


def test_both_ways_to_give_clues_agree() -> None:
    puzzle = Puzzle.from_text("1..............2")
    covers = {decode(puzzle.shape, cover) for cover in encode(puzzle).solutions()}
    from sudoku import solutions

    assert covers == set(solutions(puzzle))
    assert len(covers) > 1
    assert all(grid[0, 0] == 1 and grid[3, 3] == 2 for grid in covers)


def test_placement_reads_as_people_count() -> None:
    assert str(Placement(0, 4, 7)) == "r1c5=7"
    text = encode(Puzzle.from_text("1..............2")).to_text()
    assert "| label: r1c1=1\nr1c1 r1=1 c1=1 b1=1\n" in text


def test_decode_refuses_strange_options() -> None:
    with pytest.raises(TypeError, match="no placement"):
        decode(Shape(2, 2), [Option(0, ("a",), (None,), "a")])


def is_correct(grid: Grid, houses: Iterable[tuple[int, ...]]) -> bool:
    digits = set(range(1, grid.shape.n + 1))
    return all({grid.cells[cell] for cell in cells} == digits for cells in houses)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_solutions_keep_the_rules(shape: Shape) -> None:
    puzzle = Puzzle(shape, (Classic(),))
    grid = solve(puzzle, seed=7).get()
    assert is_correct(grid, shape.rows() + shape.columns() + shape.boxes())
