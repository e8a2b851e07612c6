"""Symmetries of rules: known groups, and maps that keep all solutions."""

from math import factorial

import pytest

from sudoku import (
    RULES,
    Classic,
    Grids,
    Isomorphism,
    Puzzle,
    Rule,
    RuleError,
    Shape,
    automorphisms,
    isomorphic,
    random_isomorph,
    rule,
    solutions,
    symmetries,
    transform,
)
from sudoku.isomorphs.graph import symmetries_of
from sudoku.isomorphs.lines import lines_of
from sudoku.isomorphs.outline import outline
from sudoku.rules.examples import EXAMPLES
from sudoku.rules.parsing import read_rule

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
JIGSAW = "112222333 111122333 111222333 444555666 444555666 444555666 777888999 777888999 777888999"


@pytest.mark.parametrize(
    ("shape", "rules", "order"),
    [
        (Shape(3, 3), [Classic()], 3_359_232),  # E. Russell and F. Jarvis, 2006
        (Shape(2, 2), [Classic()], 128),
        (Shape(3, 2), [Classic()], 3456),
        (Shape(3, 3), [rule("latin")], 2 * factorial(9) ** 2),
        (Shape(9, 1), [Classic()], 2 * factorial(9) ** 2),  # the boxes are rows
    ],
)
def test_rows_and_columns_are_all_symmetries(shape: Shape, rules: list[Rule], order: int) -> None:
    """The graph of the rules has no more automorphisms than rows and columns give."""
    pytest.importorskip("igraph")
    group = symmetries(Puzzle(shape, rules))
    assert lines_of(shape, tuple(rules)) is not None
    assert group.order == order * factorial(shape.n)
    made = outline(shape, tuple(rules))
    assert symmetries_of(made, [0] * shape.n_cells)[1] == group.order
    assert not any(map(made.broken_by, group.generators))
    assert len(group.cell_orbits()) == len(group.digit_orbits()) == 1


@pytest.mark.parametrize(
    ("names", "order"),
    [
        (["diagonal"], 96),  # 8 of the square, 2 and 6 of lines: sudocue.net, Minimum Sudoku-X
        (["anti_knight"], 8),
        (["anti_king"], 8),
        (["disjoint_groups"], 2 * factorial(3) ** 4 * 4),
    ],
)
def test_known_groups_of_cells(names: list[str], order: int) -> None:
    pytest.importorskip("igraph")
    group = symmetries(Puzzle(rules=[Classic(), *map(rule, names)]))
    assert group.order == order * factorial(9)


def test_rules_about_digits_leave_few_names() -> None:
    pytest.importorskip("igraph")
    turned = symmetries(Puzzle(rules=[Classic(), rule("non_consecutive")]))
    assert turned.order == 8 * 2
    assert turned.digit_orbits() == [(1, 9), (2, 8), (3, 7), (4, 6), (5,)]
    even = symmetries(Puzzle(rules=[Classic(), rule("even_odd", even=[(4, 4)])]))
    assert even.order == 3_359_232 // 81 * factorial(4) * factorial(5)
    assert even.digit_orbits() == [(1, 3, 5, 7, 9), (2, 4, 6, 8)]


def test_reversal_exchanges_sums() -> None:
    """Of two cages with sums that add up to 30, one can go to the other if digits are reversed."""
    pytest.importorskip("igraph")
    cages = [[14, [(0, 0), (0, 1), (0, 2)]], [16, [(8, 6), (8, 7), (8, 8)]]]
    group = symmetries(Puzzle(rules=[Classic(), rule("killer", cages)]))
    back = tuple(range(9, 0, -1))
    assert {each.digits for each in group.generators} == {tuple(range(1, 10)), back}
    cages[1][0] = 17
    group = symmetries(Puzzle(rules=[Classic(), rule("killer", cages)]))
    assert {each.digits for each in group.generators} == {tuple(range(1, 10))}


def test_lines_read_from_either_end() -> None:
    pytest.importorskip("igraph")
    line = [(0, 0), (0, 1), (0, 2)]
    sandwich = Puzzle(rules=[Classic(), rule("sandwich", left=[10] + [None] * 8)])
    assert symmetries(sandwich).cell_orbits()[0] == (0, 8)
    arrow = Puzzle(rules=[Classic(), rule("arrow", [[line[:1], line[1:]]])])
    assert symmetries(arrow).cell_orbits()[:2] == [(0,), (1, 2)]  # the shaft in any order
    rising = Puzzle(rules=[Classic(), rule("thermometer", [line])])
    assert symmetries(rising).cell_orbits()[:2] == [(0, 2), (1,)]  # with reversed digits


@pytest.mark.parametrize("name", sorted(RULES))
def test_symmetries_take_solutions_to_solutions(name: str) -> None:
    """Of each rule, the example that `sudoku rules` shows."""
    pytest.importorskip("igraph")
    example = EXAMPLES.get(name)
    added = rule(name) if example is None else read_rule(f"{name}={example}")
    houses = {"classic": (), "jigsaw": (), "latin": (), "kenken": (rule("latin"),)}
    puzzle = Puzzle(rules=[*houses.get(name, (Classic(),)), added])
    group = symmetries(puzzle)
    for number, grid in enumerate(solutions(puzzle, limit=3, seed=1, time_limit=20)):
        for each in (*group.generators, group.random(number)):
            Puzzle(rules=puzzle.rules, clues=each.moved(grid.cells))  # no clues clash
    assert group.order % len(group.cell_orbits()[0]) == 0


def test_boards_of_several_grids() -> None:
    pytest.importorskip("igraph")
    board = Grids([(0, 0), (2, 2)], Shape(2, 2))
    puzzle = Puzzle(board, clues={(0, 0): 1, (1, 2): 2, (4, 5): 3})
    group = symmetries(puzzle)
    # Three pairs of rows, three of columns, both diagonals as mirrors.
    assert group.order == 2**3 * 2**3 * 2 * 2 * factorial(4)
    other = random_isomorph(puzzle, seed=3)
    assert other.canonical() == puzzle.canonical()
    found = isomorphic(puzzle, other)
    assert found is not None
    assert found in group
    assert transform(puzzle, found) == other


def test_random_isomorphs_have_seeds() -> None:
    assert random_isomorph(HARD, seed=1) == random_isomorph(HARD, seed=1)
    assert random_isomorph(HARD, seed=1) != random_isomorph(HARD, seed=2)
    for seed in range(5):
        other = random_isomorph(HARD, seed=seed)
        found = isomorphic(HARD, other)
        assert found is not None
        assert transform(HARD, found) == other
        assert transform(other, found.inverse()) == Puzzle.of(HARD)


def test_puzzles_that_are_not_isomorphic() -> None:
    assert isomorphic(HARD, HARD[::-1]) is not None  # a half turn
    assert isomorphic(HARD, HARD.replace("8", "9", 1)) is None
    other = HARD.replace("36", "63")  # as many clues of each digit
    assert isomorphic(HARD, other) is None


def test_isomorphic_puzzles_of_different_rules() -> None:
    pytest.importorskip("igraph")
    rows = JIGSAW.split()
    turned = " ".join("".join(column) for column in zip(*rows, strict=True))
    clues = {(0, 0): 1, (3, 7): 5, (8, 2): 7}
    one = Puzzle(rules=[rule("jigsaw", JIGSAW)], clues=clues)
    two = Puzzle(
        rules=[rule("jigsaw", turned)], clues={(c, r): 10 - d for (r, c), d in clues.items()}
    )
    found = isomorphic(one, two)
    assert found is not None
    assert found.moved(one.grid.cells) == two.grid.cells
    assert isomorphic(one, Puzzle(clues=one.grid)) is None
    wide, high = Puzzle(Shape(3, 2), clues={(0, 5): 4}), Puzzle(Shape(2, 3), clues={(5, 0): 4})
    assert isomorphic(wide, high) is not None
    assert isomorphic(wide, Puzzle(Shape(2, 2), clues={(0, 0): 4})) is None


@pytest.mark.parametrize(
    ("cells", "digits", "what"),
    [
        (range(15), (1, 2, 3, 4), "cells of the board"),
        (range(16), (1, 2, 3, 3), "digits of the puzzle"),
        ((1, 0, *range(2, 16)), (1, 2, 3, 4), "houses"),
        (range(16), (2, 1, 3, 4), "constraints"),
        (range(16), (4, 3, 2, 1), "pairs of candidates"),
    ],
)
def test_maps_that_are_no_symmetries(cells: range, digits: tuple[int, ...], what: str) -> None:
    killer, line = rule("killer", [[6, [(0, 0), (0, 1), (1, 0)]]]), [[(2, 2), (3, 3)]]
    added = rule("thermometer", line) if what == "pairs of candidates" else killer
    with pytest.raises(RuleError, match=f"it does not keep the {what}"):
        transform(Puzzle(Shape(2, 2), [Classic(), added]), Isomorphism(tuple(cells), digits))


def test_methods_of_puzzles() -> None:
    puzzle = Puzzle(Shape(2, 2), clues="1......2.3.....4")
    assert puzzle.symmetries().order == 3072
    assert repr(puzzle.symmetries()) == "<Symmetries: 3072 maps of a board of shape 2x2>"
    identity = Isomorphism.identity(16, 4)
    assert identity.is_identity
    assert puzzle.transform(identity) == puzzle
    assert identity in puzzle.symmetries()
    names = Isomorphism(identity.cells, (2, 1, 3, 4))
    assert names not in automorphisms(puzzle)
