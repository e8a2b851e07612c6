"""Cells that several rules state as a house are one house; boards of few cells or many houses."""

from itertools import combinations, islice

import pytest

from sudoku import Classic, Diagonal, Puzzle, Rule, Shape, count, explain, rate, solve
from sudoku.explaining.explanation import End
from sudoku.geometry.outlines import Grids, Outline
from sudoku.puzzle.board import Board
from sudoku.rules.disjoint_groups import DisjointGroups
from sudoku.rules.extra_regions import ExtraRegions
from sudoku.rules.jigsaw import Jigsaw
from sudoku.rules.latin import Latin
from sudoku.rules.suguru import Suguru
from sudoku.statement.layout import layout
from sudoku.techniques.climb import Climber
from sudoku.techniques.finding import blank_finding
from sudoku.techniques.geometry import geometry
from sudoku.techniques.rectangles import rectangles
from sudoku.techniques.registry import TECHNIQUES
from tests.sudoku_puzzles import is_right

pytestmark = pytest.mark.kernel

NINE = Shape(3, 3)
REGIONS = "111195555111195555122295666222296666223396677333397777333497778444498888444498888"
JIGSAW = "....65....2.....97.....487.9......2...3..6.5..8.6...........4.....13......4...2.."
BESIDE = "7.35..28....9...........69.....7.5..96.3......72..4.......4.7......98.5.845....1."
WITH_COLUMN = [
    Puzzle.from_text(JIGSAW, rules=[Jigsaw(REGIONS)]),
    Puzzle.from_text(BESIDE, rules=[Classic(), ExtraRegions([[(row, 4) for row in range(9)]])]),
]
"""Puzzles in which a region, or a further region, is a whole column."""

SAME: list[tuple[Shape, list[Rule], int]] = [
    (NINE, [Jigsaw(REGIONS)], 26),
    (NINE, [Classic(), Latin()], 27),
    (Shape(9, 1), [Classic()], 18),
    (Shape(1, 6), [Latin(), Classic()], 12),
    (NINE, [Classic(), ExtraRegions([[(8 - row, 4) for row in range(9)]] * 2)], 27),
    (NINE, [ExtraRegions([[(k, k) for k in range(9)]]), Diagonal(), Classic()], 29),
    (Grids([(0, 0), (0, 2)], Shape(2, 2)), [Classic()], 8 + 6 + 6),
]


@pytest.mark.parametrize(("shape", "rules", "n_houses"), SAME)
def test_no_cells_are_two_houses(shape: Shape, rules: list[Rule], n_houses: int) -> None:
    houses = Puzzle(shape, rules).houses
    assert len({frozenset(house.cells) for house in houses}) == len(houses) == n_houses


@pytest.mark.parametrize(("shape", "rules", "_"), SAME)
def test_rectangles_have_four_cells(shape: Shape, rules: list[Rule], _: int) -> None:
    made = geometry(shape, Puzzle(shape, rules).rules)
    assert all(len(set(each)) == 4 for each in rectangles(made))


@pytest.mark.parametrize("puzzle", WITH_COLUMN)
def test_steps_are_right_where_a_region_is_a_column(puzzle: Puzzle) -> None:
    solution = solve(puzzle).get().cells
    assert count(puzzle) == 1
    explanation = explain(puzzle, unique=True)
    assert explanation.end is End.SOLVED
    for stage in explanation.stages:
        assert is_right(stage.step, solution), stage.step
    # 3 was removed from r2c6, its solution, in the first of these puzzles.
    assert all(len(set(step.cells)) == len(step.cells) for step in explanation.steps)


@pytest.mark.compiled
@pytest.mark.parametrize("puzzle", WITH_COLUMN)
def test_ratings_do_not_depend_on_how_often_a_house_is_stated(puzzle: Puzzle) -> None:
    rows = ExtraRegions([[(row, k) for k in range(9)] for row in (8, 0)])
    again = Puzzle(puzzle.shape, (*puzzle.rules, Latin(), rows), puzzle.grid)
    for scale in ("hodoku", "bergman"):
        assert rate(again, scale) == rate(puzzle, scale)


def test_a_clash_has_the_first_name_of_its_house() -> None:
    for rules, name in (
        ([Classic(), ExtraRegions([[(0, k) for k in range(4)]])], "row 1"),
        ([ExtraRegions([[(0, k) for k in range(4)]]), Classic()], "extra region 1"),
    ):
        with pytest.raises(ValueError, match=name):
            Puzzle(Shape(2, 2), rules, "1..1............")


def test_a_cell_may_be_in_more_than_two_bases_or_covers_of_a_fish() -> None:
    rules = [Classic(), Diagonal(), DisjointGroups()]
    puzzle = Puzzle.from_text("1......4.......3", rules=rules)
    solution = solve(puzzle).get().cells
    assert count(puzzle) == 1
    steps = list(Climber(puzzle).steps(TECHNIQUES["mutant_swordfish"]))
    assert steps
    # One of them removed 2 from r1c3, its solution.
    for step in steps:
        assert is_right(step, solution), step


@pytest.mark.compiled
def test_boards_with_more_houses_than_candidates() -> None:
    shape, grid = Shape(2, 2), "1234341221434321"
    houses = [
        cells for cells in combinations(range(16), 4) if len({grid[cell] for cell in cells}) == 4
    ]
    rules = [Classic(), ExtraRegions([[*map(shape.position, cells)] for cells in houses])]
    puzzle = Puzzle(shape, rules)
    assert len(puzzle.houses) == 256
    climber = Climber(Board(puzzle, removed=[(0, 3), (0, 4), (5, 1), (5, 2), (10, 2), (10, 3)]))
    for technique in TECHNIQUES:
        if technique.is_kernel:
            for step in islice(climber.steps(technique), 20):
                assert step.placements or step.eliminations
    # Each list has space for all houses.
    assert all(each.shape[1] > 256 for each in blank_finding(climber.tables.layout)[4:10:5])


def test_boards_with_fewer_cells_than_digits() -> None:
    shape = Outline(16, [(0, 0), (0, 1), (1, 0)])
    board = Board(Puzzle(shape, [Suguru("aab")]))
    climber = Climber(board)
    assert len(climber.geometry.houses) == 0
    for technique in TECHNIQUES:
        for step in islice(climber.steps(technique), 20):
            assert step.placements or step.eliminations


def test_rows_and_columns_of_a_board_with_holes() -> None:
    # Two cells in each row and column of 4x4: every line is a house, and not all of them cross.
    places = [(row, column % 4) for row in range(4) for column in (row, row + 1)]
    shape = Outline(2, places)
    lines = [*shape.rows(), *shape.columns()]
    rules = [ExtraRegions([[*map(shape.position, cells)] for cells in lines])]
    puzzle = Puzzle(shape, rules, {(0, 0): 1})
    assert layout(shape, puzzle.rules).lines.shape == (2, 0)
    assert rectangles(geometry(shape, puzzle.rules)) == ()
    explanation = explain(puzzle, unique=True)
    assert explanation.end is End.SOLVED
    assert rate(puzzle, "hodoku").text
