"""Puzzles of a wished difficulty, judged by the scales and by plain climbs."""

from __future__ import annotations

from itertools import islice

import pytest
from click.testing import CliRunner

from sudoku import Formity, NotFoundError, Puzzle, RuleError, Shape, formity, generate, rate, rule
from sudoku.cli.main import main
from sudoku.generation.strategies import graded
from sudoku.ratings.goals import goal_of
from sudoku.techniques.climb import climb
from sudoku.techniques.registry import TECHNIQUES


@pytest.mark.parametrize("difficulty", ["easy", "medium", "hard", "expert"])
def test_puzzles_are_of_the_class(difficulty: str) -> None:
    for puzzle in generate(4, difficulty=difficulty, seed=3, workers=1):
        assert formity(puzzle) is Formity.ONE
        assert rate(puzzle).level == difficulty


def test_puzzles_lie_in_the_interval() -> None:
    for puzzle in generate(3, score=(4.2, 4.9), seed=1, workers=1):
        value = rate(puzzle).value
        assert value is not None
        assert 4.2 < value <= 4.9
    for puzzle in generate(3, er=(2.6, 4.4), seed=1, workers=1):
        value = rate(puzzle, "se").value
        assert value is not None
        assert 2.6 <= value <= 4.4


def is_solved(puzzle: Puzzle, names: list[str]) -> bool:
    """Tell whether these techniques solve a puzzle."""
    n_placed = sum(len(step.placements) for step in climb(puzzle, names))
    return n_placed == puzzle.grid.cells.count(0)


@pytest.mark.parametrize("technique", ["hidden_single", "naked_triple", "x_wing", "xy_wing"])
def test_the_technique_is_needed(technique: str) -> None:
    order = [each.name for each in TECHNIQUES.ladder if not each.assumes_unique]
    below = order[: order.index(technique)]
    for puzzle in generate(2, technique=technique, seed=4, workers=1):
        assert formity(puzzle) is Formity.ONE
        assert not is_solved(puzzle, below)
        assert is_solved(puzzle, [*below, technique])
        # So the whole ladder uses it, and nothing that comes after it.
        used = {step.technique for step in climb(puzzle)}
        assert technique in used <= {*below, technique}


def test_a_technique_on_other_boards() -> None:
    rules = [rule("classic"), rule("diagonal")]
    for puzzle in generate(1, shape=Shape(3, 2), rules=rules, technique="hidden_single", seed=1):
        assert not is_solved(puzzle, ["full_house", "naked_single"])
        assert is_solved(puzzle, ["full_house", "naked_single", "hidden_single"])


def test_any_number_of_workers_makes_the_same() -> None:
    made = [list(generate(5, difficulty="hard", seed=8, workers=k)) for k in (1, 3)]
    assert made[0] == made[1]


def test_what_cannot_be_is_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graded, "ROUNDS", 2)
    # No puzzle with so many clues scores so much; one with few does not score so little.
    made = generate(score=(9.9, 10), seed=1, workers=1, tries=10**6, time_limit=0.5)
    assert list(islice(made, 1)) == []
    assert made.stopped is not None
    with pytest.raises(NotFoundError, match="within 1 tries of the strategy graded"):
        next(generate(shape=Shape(2, 2), technique="jellyfish", seed=1, workers=1, tries=1))


def test_wishes_that_cannot_be() -> None:
    with pytest.raises(RuleError, match="only one may be given"):
        goal_of("easy", technique="x_wing")
    with pytest.raises(
        RuleError, match=r"unknown difficulty 'evil'; the difficulties are easy, medium, hard"
    ):
        generate(difficulty="evil")
    with pytest.raises(RuleError, match="unknown technique"):
        generate(technique="luck")
    with pytest.raises(RuleError, match="er is from 5 to 4"):
        generate(er=(5, 4))
    with pytest.raises(RuleError, match="classic 9x9 puzzles alone"):
        generate(shape=Shape(2, 2), difficulty="easy")
    with pytest.raises(RuleError, match="top_down takes no difficulty"):
        generate(difficulty="easy", strategy="top_down")
    with pytest.raises(RuleError, match="graded needs difficulty"):
        generate(strategy="graded")


def test_the_command() -> None:
    wanted = ["generate", "--difficulty", "medium", "-n", "2", "--seed", "1"]
    done = CliRunner().invoke(main, wanted)
    assert done.exit_code == 0
    assert [rate(Puzzle.from_text(line)).level for line in done.output.split()] == ["medium"] * 2
    done = CliRunner().invoke(main, ["generate", "--er", "2", "1"])
    assert done.exit_code == 2
