"""Printed puzzles: the regions that their rules have, the rules' names; and read again."""

from __future__ import annotations

from itertools import product

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from sudoku import Classic, Diagonal, Grid, Grids, Puzzle, Shape, rule
from sudoku.cli.main import main
from sudoku.errors import TextError
from sudoku.formats.text_reader import parse, read_puzzles
from sudoku.geometry.outlines import LAYOUTS, Outline
from sudoku.rules.anti_knight import AntiKnight
from sudoku.rules.jigsaw import Jigsaw
from sudoku.rules.latin import Latin

NINE = "111122333 112222333 111222333" + " 444555666" * 3 + " 777888999" * 3
SHAPES = [Shape(2, 2), Shape(3, 2), Shape(2, 3), Shape(3, 3), Shape(5, 1), Shape(4, 4), Shape(6, 6)]


@st.composite
def jigsaws(draw: st.DrawFn) -> Puzzle:
    """Draw clues in regions of any cells, which need not hang together."""
    shape = draw(st.sampled_from(SHAPES[:5]))
    n = shape.n
    names = draw(st.permutations([k for k in range(n) for _ in range(n)]))
    rows = [names[k : k + n] for k in range(0, n * n, n)]
    clues = {(draw(st.integers(0, n - 1)), 0): draw(st.integers(1, n))}
    return Puzzle(shape, [Jigsaw(rows)], clues)


@given(puzzle=jigsaws())
def test_what_is_printed_of_a_jigsaw_is_read_again(puzzle: Puzzle) -> None:
    assert parse(str(puzzle), puzzle.shape) == puzzle.grid


def test_the_regions_of_a_jigsaw_are_drawn() -> None:
    puzzle = Puzzle(rules=[Jigsaw(NINE), Diagonal()], clues={(0, 0): 5, (8, 8): 7})
    lines = str(puzzle).splitlines()
    assert lines[:7] == [
        "+-------------+-----+-------+",
        "| 5 .   .   . | . . | . . . |",
        "|     +-------+     |       |",
        "| . . | .   .   . . | . . . |",
        "|     +---+         |       |",
        "| . .   . | .   . . | . . . |",
        "+---------+---------+-------+",
    ]
    assert lines[-1] == "# rules: jigsaw, diagonal"
    assert Grid.from_text(str(puzzle)) == puzzle.grid


def test_a_classic_puzzle_is_printed_as_its_grid() -> None:
    for shape in SHAPES:
        puzzle = Puzzle(shape, clues={(0, 0): shape.n})
        assert str(puzzle) == puzzle.grid.to_text()
        assert parse(str(puzzle), shape) == puzzle.grid


def test_no_boxes_are_drawn_where_there_are_none() -> None:
    puzzle = Puzzle(Shape(2, 2), [Latin()], "1..............2")
    assert str(puzzle).splitlines()[:3] == ["+---------+", "| 1 . . . |", "| . . . . |"]
    assert str(puzzle).splitlines()[-1] == "# rules: latin"
    assert parse(str(puzzle)) == puzzle.grid
    # Boxes of another width than the shape's would be read as a mistake.
    tall = "112233 112233 112233 445566 445566 445566"
    wide = Puzzle(Shape(3, 2), [Jigsaw(tall)], {(0, 0): 1})
    assert "| 1 . . . . . |" in str(wide)
    assert parse(str(wide), wide.shape) == wide.grid


@pytest.mark.parametrize("name", LAYOUTS)
def test_boards_of_several_grids(name: str) -> None:
    shape = Grids(name)
    cells = [cell % shape.n + 1 if cell % 3 else 0 for cell in range(shape.n_cells)]
    puzzle = Puzzle.unchecked(Grid(shape, cells), (Classic(),))
    text = str(puzzle)
    assert parse(text, shape) == puzzle.grid
    assert [grid for _, grid in read_puzzles(f"{text}\n\n{text}".splitlines(), shape)] == [
        puzzle.grid
    ] * 2
    assert parse(puzzle.grid.to_text(), shape) == puzzle.grid
    with pytest.raises(TextError, match="row 1 has"):
        parse(text.replace("| ", "| 1 ", 1), shape)
    with pytest.raises(TextError, match="rows, expected"):
        parse("\n".join(text.splitlines()[:9]), shape)


@settings(max_examples=30)
@given(data=st.data())
def test_boards_of_any_outline(data: st.DataObject) -> None:
    places = data.draw(
        st.sets(st.sampled_from(list(product(range(5), range(5)))), min_size=9, max_size=25)
    )
    shape = Outline(4, places)
    cells = data.draw(st.lists(st.integers(0, 4), min_size=len(places), max_size=len(places)))
    regions = data.draw(st.permutations([k // 3 for k in range(len(places))]))
    grid = Grid(shape, cells)
    rules = (rule("suguru", regions), AntiKnight())
    for puzzle in (Puzzle.unchecked(grid, ()), Puzzle.unchecked(grid, rules)):
        assert parse(str(puzzle), shape) == grid


def test_many_names_are_broken_into_lines_that_are_skipped() -> None:
    names = ("diagonal", "windoku", "anti_knight", "anti_king", "non_consecutive", "global_entropy")
    puzzle = Puzzle(rules=[Classic(), *map(rule, names)], clues={(0, 0): 1})
    last = str(puzzle).splitlines()[-2:]
    assert last[0].startswith("# rules: classic, diagonal, ")
    assert last[1].startswith("#    ")
    assert max(map(len, last)) <= 80
    assert parse(str(puzzle)) == puzzle.grid


def test_bars_that_are_no_frame_must_be_around_boxes() -> None:
    with pytest.raises(TextError, match="a group of 3 cells, where boxes are 2 wide"):
        parse("1 2 | 3 4\n1 2 3 | 4\n. . . .\n. . . .", Shape(2, 2))
    with pytest.raises(TextError, match="a group of 3 cells, where boxes are 2 wide"):
        parse("| 1 2 3 | 4 |\n" * 4, Shape(2, 2))


@pytest.mark.kernel
def test_commands_print_the_regions_and_rules() -> None:
    regions = "1112 1222 3344 3344"
    shown = CliRunner().invoke(
        main, ["show", "1...............", "--rule", f"jigsaw={regions}", "--rule", "anti_knight"]
    )
    assert shown.output.splitlines()[-1] == "# rules: jigsaw, anti_knight"
    solved = CliRunner().invoke(
        main, ["solve", "1......2.3.....4", "--rule", "killer=[[3,[[0,0],[0,1]]]]"]
    )
    assert solved.output.splitlines()[-1] == "# rules: classic, killer"
    assert "| 1 2 | " in solved.output
