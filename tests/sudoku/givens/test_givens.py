"""Givens: each rule gives its marks, and puzzles are made of some of them again."""

from __future__ import annotations

import pytest

from sudoku import Classic, Puzzle, Shape
from sudoku.givens.given import Givens, Kind
from sudoku.rules.even_odd import EvenOdd
from sudoku.rules.examples import EXAMPLES
from sudoku.rules.kropki import Kropki
from sudoku.rules.parsing import read_rule
from sudoku.rules.registry import RULES
from sudoku.rules.skyscraper import Skyscraper

SHAPE = Shape(3, 3)
SMALL = Shape(2, 2)


@pytest.mark.parametrize("name", list(RULES))
def test_all_givens_of_a_rule_are_the_rule(name: str) -> None:
    """Together its marks state the rule again; alone, each is a rule of the same kind."""
    stated = read_rule(f"{name}={EXAMPLES[name]}" if name in EXAMPLES else name)
    puzzle = Puzzle(SHAPE, [stated])
    givens = Givens(puzzle)
    titles = [each.title for each in givens.all]
    assert len(set(titles)) == len(titles)
    assert givens.puzzle_of(range(len(titles))) == puzzle
    for k in range(len(titles)):
        (only,) = givens.puzzle_of([k]).rules
        assert type(only) is type(stated)
    if not stated.makes_board:
        assert titles
        assert givens.puzzle_of([]).rules == ()


def test_marks_lie_in_their_cells() -> None:
    rules = [Classic(), EvenOdd(even=[(0, 1)], odd=[(2, 2)]), Skyscraper(top=[None, 2, None, 4])]
    givens = Givens(Puzzle(SMALL, rules, {(3, 3): 4}))
    assert [(each.title, each.cells) for each in givens.all] == [
        ("even cell at r1c2", (1,)),
        ("odd cell at r3c3", (10,)),
        ("skyscraper 2 above column 2", (1,)),
        ("skyscraper 4 above column 4", (3,)),
        ("4 in r4c4", (15,)),
    ]
    assert givens.puzzle_of([3]).rules == (Classic(), Skyscraper(top=[None, None, None, 4]))


def test_missing_marks_have_a_meaning_only_with_the_statement_of_all_marks() -> None:
    rule = Kropki(white=[((0, 0), (0, 1)), ((3, 2), (3, 3))], negative=True)
    givens = Givens(Puzzle(SMALL, [Classic(), rule]))
    assert [each.kind for each in givens.all] == [Kind.MARK, Kind.MARK, Kind.RULE]
    assert givens.all[2].title == "the rule kropki for cells without a mark"
    assert givens.puzzle_of([2]).rules[1] == rule
    assert givens.puzzle_of([0]).rules[1] == Kropki(white=[((0, 0), (0, 1))])
