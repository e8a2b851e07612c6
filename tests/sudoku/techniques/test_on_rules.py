"""Techniques know what all rules say: no mix of rules makes one lose a solution."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudoku import Classic, Puzzle, Rule, RuleError, Shape, explain, rate, solutions
from sudoku.explaining.explanation import End
from sudoku.puzzle.board import Board
from sudoku.rules.anti_knight import AntiKnight
from sudoku.rules.even_odd import EvenOdd
from sudoku.rules.killer import Killer
from sudoku.rules.latin import Latin
from sudoku.rules.non_consecutive import NonConsecutive
from sudoku.techniques.climb import climb
from sudoku.techniques.finders import pick
from sudoku.techniques.registry import LAST_RESORTS, TECHNIQUES
from tests.sudoku.rules.meanings import SHAPE, Test
from tests.sudoku.rules.test_mixes import ruled
from tests.sudoku.verbs.test_explain import concluded, results
from tests.sudoku_puzzles import is_right

NAMES = [each.name for each in TECHNIQUES.ladder if not each.assumes_unique]
NAMES += LAST_RESORTS[:-1]


@pytest.mark.kernel
@settings(max_examples=60)
@given(
    st.booleans(),
    st.lists(ruled(), min_size=1, max_size=3),
    st.sets(st.integers(0, 15), max_size=5),
    st.lists(st.sampled_from(NAMES), max_size=20, unique=True),
    st.data(),
)
def test_no_solution_is_ever_lost(
    has_boxes: bool,
    drawn: list[tuple[Rule, Test]],
    clues: set[int],
    names: list[str],
    data: st.DataObject,
) -> None:
    rules = [Classic() if has_boxes else Latin(), *dict.fromkeys(each for each, _ in drawn)]
    found = list(solutions(Puzzle(SHAPE, rules), limit=300))
    if found:
        grid = data.draw(st.sampled_from(found)).cells
        puzzle = Puzzle(SHAPE, rules, [d if k in clues else 0 for k, d in enumerate(grid)])
        kept = [each.cells for each in solutions(puzzle, limit=300)]
        for ladder in (None, names):
            board = Board(puzzle)
            for step in climb(puzzle, ladder):
                assert step.placements or step.eliminations
                assert all(is_right(step, cells) for cells in kept), step
                board = board.after(step)


@settings(max_examples=20)
@given(st.lists(ruled(), min_size=1, max_size=3), st.integers(0, 15))
def test_every_rule_is_explained(drawn: list[tuple[Rule, Test]], clue: int) -> None:
    rules = [Classic(), *dict.fromkeys(each for each, _ in drawn)]
    for grid in solutions(Puzzle(SHAPE, rules), limit=1):
        puzzle = Puzzle(SHAPE, rules, [d if k < clue else 0 for k, d in enumerate(grid.cells)])
        explanation = explain(puzzle)
        assert explanation.end in (End.SOLVED, End.STUCK, End.MANY_SOLUTIONS)
        for stage in explanation.stages:
            assert concluded(stage.words, SHAPE) == results(stage.step)
            assert stage.picture().to_svg()


def test_a_board_shows_what_every_rule_excludes() -> None:
    shape = Shape(3, 3)
    knight = Board(Puzzle(shape, [Classic(), AntiKnight()], {(4, 4): 5}))
    assert 5 not in knight.candidates_of(2, 3)
    apart = Board(Puzzle(shape, [Classic(), NonConsecutive()], {(4, 4): 5}))
    assert apart.candidates_of(4, 5) == (1, 2, 3, 7, 8, 9)
    even = Board(Puzzle(shape, [Classic(), EvenOdd(even=[(0, 0)])]))
    assert even.candidates_of(0, 0) == (2, 4, 6, 8)


def test_scales_do_not_rate_what_they_have_no_number_for() -> None:
    cages = Killer([(3, [(0, 0), (0, 1)])])
    puzzle = Puzzle(Shape(2, 2), [Classic(), cages], "..3.34..2.4.4..2")
    with pytest.raises(RuleError, match=r"does not rate puzzles with the rules 'killer': "):
        rate(puzzle, "bergman")


def test_the_ladder_has_what_the_rules_ask_for() -> None:
    classic = Puzzle(Shape(2, 2))
    assert pick(["cage", "exclusion"])
    assert not {"cage", "exclusion"} & {step.technique for step in climb(classic)}
