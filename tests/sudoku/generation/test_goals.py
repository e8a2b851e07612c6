"""Puzzles of a wished difficulty, judged by the scales and by plain climbs."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from itertools import islice
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from sudoku import (
    Classic,
    Diagonal,
    Formity,
    NotFoundError,
    Puzzle,
    Rating,
    RuleError,
    Shape,
    formity,
    generate,
    is_minimal,
    rate,
    rule,
)
from sudoku.cli.main import main
from sudoku.generation.strategies import search
from sudoku.generation.symmetry import is_symmetric
from sudoku.ratings import bounds
from sudoku.ratings.goals import Goal, goal_of
from sudoku.ratings.needed import NEVER, easier_than
from sudoku.ratings.registry import SCALES
from sudoku.ratings.registry import scale as scale_of
from sudoku.techniques.climb import Climber, climb
from sudoku.techniques.registry import TECHNIQUES

RARE = [
    (
        "hidden_quad",
        "8....9..4......1.341.8.27..36..2...........1..7..94...9..5.38.........6..2...8...",
    ),
    (
        "jellyfish",
        ".6.4..9....3..7..6..7....2..5..1.......54..8..7.....636...94.5.2...........65...2",
    ),
    (
        "medusa_3d",
        ".54.8...67.....9....3..5..4.7...3.....9..4....169..4..9..4..2.8..5.9..7..8...1...",
    ),
    (
        "triple_exclusion",
        "4....3.6..3....2.1..1..5......1...9.3...521.4.....9..585......9.4.....1..2..86.5.",
    ),
]
"""Puzzles that `generate` made, which need these techniques."""


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
    monkeypatch.setattr(search, "ROUNDS", 2)
    # No puzzle with so many clues scores so much; one with few does not score so little.
    made = generate(score=(9.9, 10), seed=1, workers=1, tries=10**6, time_limit=0.5)
    assert list(islice(made, 1)) == []
    assert made.stopped is not None
    with pytest.raises(NotFoundError, match="within 1 tries of the strategy graded"):
        next(generate(shape=Shape(2, 2), technique="jellyfish", seed=1, workers=1, tries=1))


def test_wishes_that_cannot_be() -> None:
    with pytest.raises(RuleError, match="x_wing is to be needed and not to be needed"):
        generate(technique=["x_wing", "swordfish"], without="x_wing")
    with pytest.raises(RuleError, match=r"needs the technique anti_nishio: the other candidates"):
        generate(technique="anti_nishio")
    with pytest.raises(RuleError, match="needs the technique no_room: it is for other rules"):
        generate(technique="no_room")
    with pytest.raises(RuleError, match="the pattern does not have the symmetry half_turn"):
        generate(pattern="1" * 40 + "." * 41, symmetry="half_turn")
    with pytest.raises(RuleError, match="the pattern has 40 clues, not 41"):
        generate(pattern="1" * 40 + "." * 41, clues=41)
    with pytest.raises(RuleError, match="no pattern of 26 clues has the symmetry quarter_turn"):
        generate(clues=26, symmetry="quarter_turn")
    with pytest.raises(
        RuleError, match=r"unknown difficulty 'evil'; the difficulties are easy, medium, hard"
    ):
        generate(difficulty="evil")
    with pytest.raises(RuleError, match="unknown technique"):
        generate(technique="luck")
    with pytest.raises(RuleError, match="er is from 5 to 4"):
        generate(er=(5, 4))
    with pytest.raises(RuleError, match="classic 9x9 puzzles alone"):
        generate(shape=Shape(2, 2), er=(1, 2))
    with pytest.raises(RuleError, match="top_down takes no difficulty"):
        generate(difficulty="easy", strategy="top_down")
    with pytest.raises(RuleError, match="graded needs difficulty"):
        generate(strategy="graded")


PATTERN = "1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1"

WISHES: list[dict[str, Any]] = [
    {"symmetry": "half_turn", "difficulty": "medium"},
    {"symmetry": "diagonal", "clues": 30, "difficulty": "hard"},
    {"clues": 26, "technique": "naked_pair", "without": "hidden_pair"},
    {"clues": 27, "minimal": True, "technique": "pointing"},
    {"pattern": PATTERN, "symmetry": "full", "without": "hidden_pair", "clues": 41},
    {"difficulty": "hard", "technique": ["pointing", "naked_pair"]},
    {"er": (2.6, 4.4), "technique": "naked_pair", "symmetry": "half_turn"},
    {"shape": Shape(3, 2), "rules": (Classic(), Diagonal()), "difficulty": "hard", "clues": 8},
    {"shape": Shape(3, 2), "ruleset": "consecutive", "clues": 6, "technique": "hidden_single"},
]


@pytest.mark.parametrize("wishes", WISHES, ids=str)
def test_wishes_together(wishes: dict[str, Any]) -> None:
    [puzzle] = generate(1, seed=2, workers=1, **wishes)
    assert formity(puzzle) is Formity.ONE
    if "symmetry" in wishes:
        assert is_symmetric(puzzle.grid.array(), wishes["symmetry"])
    assert puzzle.n_clues == wishes.get("clues", puzzle.n_clues)
    if "pattern" in wishes:
        assert "".join("1" if cell else "." for cell in puzzle.grid.cells) == PATTERN
    if "difficulty" in wishes:
        assert rate(puzzle).level == wishes["difficulty"]
    if "er" in wishes:
        assert 2.6 <= (rate(puzzle, "se").value or 0) <= 4.4
    if wishes.get("minimal"):
        assert is_minimal(puzzle)
    check_techniques(puzzle, wishes.get("technique", ()), wishes.get("without", ()))


def check_techniques(puzzle: Puzzle, technique: Any, without: Any) -> None:
    """Check by plain climbs which techniques are needed."""
    needed = [technique] if isinstance(technique, str) else list(technique)
    spared = {without} if isinstance(without, str) else set(without)
    if not needed and not spared:
        return
    hardest = needed[-1] if needed else ""
    easier = [each.name for each in easier_than(hardest, puzzle.shape, puzzle.rules)]
    ladder = [name for name in [*easier, *needed[-1:]] if name not in spared]
    assert is_solved(puzzle, ladder)
    for name in needed:
        assert not is_solved(puzzle, [each for each in ladder if each != name])


SINGLES = ["full_house", "naked_single", "hidden_single"]
FISH = ["pointing", "claiming", "x_wing", "swordfish", "jellyfish"]
REPLACED_BY = {
    "skyscraper": [*FISH[:3], "finned_x_wing", "sashimi_x_wing"],
    "dual_two_string_kite": ["two_string_kite"],
    "dual_empty_rectangle": ["empty_rectangle"],
    "multi_colours_2": ["multi_colours_1"],
    "remote_pair": ["naked_pair", "simple_colour_trap"],
    "discontinuous_loop": [*FISH[:2], "aic"],
    "grouped_discontinuous_loop": [*FISH[:2], "grouped_aic"],
    "anti_nishio": ["nishio"],
    "siamese_x_wing": [*FISH[:3], "finned_x_wing", "sashimi_x_wing"],
    "siamese_swordfish": [*FISH[:4], "finned_swordfish", "sashimi_swordfish"],
    "siamese_jellyfish": [*FISH, "finned_jellyfish", "sashimi_jellyfish"],
    "squirmbag": FISH[2:],
    "whale": FISH[2:],
    "leviathan": FISH[2:],
}
"""The techniques that find whatever those do that are never needed."""


HARDEST = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."
"""A puzzle that Nishio does not solve."""


@pytest.mark.parametrize("technique", NEVER)
def test_techniques_that_are_never_needed(technique: str) -> None:
    """Where those that replace it get stuck, it finds nothing."""
    easier = easier_than(technique, Shape(3, 3), (Classic(),))
    others = [TECHNIQUES[name] for name in [*SINGLES, *REPLACED_BY[technique]]]
    assert set(others) <= set(easier)
    n_stuck = 0
    hardest = Puzzle.from_text(HARDEST)
    for puzzle in [hardest, *generate(12, seed=6, workers=1)]:
        climber = Climber(puzzle)
        climber.count(others)
        if not climber.is_over():
            n_stuck += 1
            assert list(climber.steps(TECHNIQUES[technique])) == []
    assert n_stuck > 0


FINDING = [
    "skyscraper",
    "multi_colours_2",
    "remote_pair",
    "discontinuous_loop",
    "grouped_discontinuous_loop",
    "anti_nishio",
    "squirmbag",
]


@pytest.mark.parametrize("technique", FINDING)
def test_techniques_that_are_never_needed_find_steps(technique: str) -> None:
    singles = [TECHNIQUES[name] for name in SINGLES]
    found = []
    for puzzle in generate(100, seed=6, workers=1):
        climber = Climber(puzzle)
        climber.count(singles)
        if not climber.is_over():
            found += list(islice(climber.steps(TECHNIQUES[technique]), 1))
    assert found


def test_the_grade_says_how_near_a_puzzle_is() -> None:
    """Less than 0: easier techniques solve it; up to `near`: the technique finds something."""
    goal = goal_of(technique="naked_pair")
    assert goal is not None
    grids = [puzzle.grid.array().ravel() for puzzle in generate(150, seed=1, workers=1)]
    grades = grades_of(goal, np.array(grids, dtype=np.uint8))
    one_by_one = [goal.grade(Puzzle(clues=grid)) for grid in grids]
    assert [grade == 0 for grade in grades] == [grade == 0 for grade in one_by_one]
    order = [each.name for each in TECHNIQUES.ladder]
    below = order[: order.index("naked_pair")]
    for grid, grade in zip(grids, grades, strict=True):
        puzzle = Puzzle(clues=grid)
        assert (grade < 0) == is_solved(puzzle, below)
        finds = "naked_pair" in {step.technique for step in climb(puzzle, [*below, "naked_pair"])}
        assert (0 <= grade <= goal.near) == finds
    assert 0 in grades


def grades_of(goal: Goal, puzzles: Any) -> list[float]:
    return goal.grades(puzzles, Shape(3, 3), (Classic(),))


@pytest.mark.parametrize(("technique", "text"), RARE)
def test_rare_techniques_are_forced(technique: str, text: str) -> None:
    puzzle = Puzzle.from_text(text)
    assert formity(puzzle) is Formity.ONE
    check_techniques(puzzle, technique, ())
    goal = goal_of(technique=technique)
    assert goal is not None
    assert goal.grade(puzzle) == 0


def test_the_command() -> None:
    wanted = ["generate", "--difficulty", "medium", "-n", "2", "--seed", "1"]
    done = CliRunner().invoke(main, wanted)
    assert done.exit_code == 0
    assert [rate(Puzzle.from_text(line)).level for line in done.output.split()] == ["medium"] * 2
    done = CliRunner().invoke(main, ["generate", "--er", "2", "1"])
    assert done.exit_code == 2


@pytest.mark.parametrize(
    ("wishes", "is_met"),
    [
        ({"difficulty": "unfair", "scale": "hodoku"}, lambda r: r.level == "UNFAIR"),
        ({"difficulty": "hard", "scale": "warner"}, lambda r: r.level == "hard"),
        ({"score": (300, 500), "scale": "hodoku"}, lambda r: 300 <= (r.value or 0) <= 500),
        (
            {"difficulty": "medium", "score": (700, 1000), "scale": "hodoku"},
            lambda r: r.level == "MEDIUM" and 700 <= (r.value or 0) <= 1000,
        ),
    ],
)
def test_any_scale(wishes: dict[str, Any], is_met: Callable[[Rating], bool]) -> None:
    [puzzle] = generate(1, seed=2, workers=1, **wishes)
    assert is_met(rate(puzzle, wishes["scale"]))


def test_a_scale_that_cannot_say_it() -> None:
    with pytest.raises(RuleError, match="the difficulties are simple, easy"):
        generate(difficulty="unfair", scale="qqwing")
    with pytest.raises(RuleError, match="the scale se has scores, but no classes"):
        generate(difficulty="easy", scale="se")
    with pytest.raises(RuleError, match="scale hodoku says nothing without"):
        generate(scale="hodoku", technique="x_wing")


IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    ({"er": (12, 13)}, r"er is from 12 to 13: .* the scale se has scores from 1 to 11.9"),
    ({"er": (0.2, 0.9)}, r"er is from 0.2 to 0.9: .* the scale se has scores from 1 to 11.9"),
    ({"score": (100, 200)}, r"score is from 100 to 200: .* the scale bergman has scores from 0"),
    ({"score": (12, 13), "scale": "se"}, "the scale se has scores from 1 to 11.9"),
    ({"score": (-2, -1), "scale": "hodoku"}, "the scale hodoku has scores from 0 to inf"),
    ({"score": (1, 2), "scale": "morgans"}, "the scale morgans has classes, but no scores"),
    ({"score": (5, 5)}, "there is no score above 5 and up to 5"),
    ({"difficulty": "easy", "score": (5, 6)}, "the difficulty easy and a score above 5 and up to"),
    ({"er": (1.0, 1.2), "technique": "aic"}, "er from 1 to 1.2 and the technique aic contradict"),
    ({"er": (8, 9), "technique": "hidden_single"}, "hidden_single and er from 8 to 9 contradict"),
    ({"er": (8, 9), "difficulty": "easy"}, "the difficulty easy and er from 8 to 9 contradict"),
    ({"er": (1.0, 1.2), "difficulty": "expert"}, "er from 1 to 1.2 and the difficulty expert"),
    ({"difficulty": "easy", "technique": "nishio"}, "difficulty easy and the technique nishio"),
    ({"difficulty": "expert", "technique": "x_wing"}, "x_wing and the difficulty expert"),
    (
        {"scale": "qqwing", "difficulty": "easy", "technique": "x_wing"},
        "the difficulty easy on the scale qqwing and the technique x_wing contradict",
    ),
    (
        {"scale": "qqwing", "difficulty": "expert", "technique": "naked_single"},
        "the technique naked_single and the difficulty expert on the scale qqwing contradict",
    ),
    (
        {"scale": "hodoku", "difficulty": "easy", "technique": "x_wing"},
        "the difficulty EASY on the scale hodoku and the technique x_wing contradict",
    ),
    ({"score": (1, 1.2), "scale": "se", "technique": "aic"}, "scale se and the technique aic"),
    ({"technique": "forcing_net"}, "forcing_net cannot be wished for .* a last resort of"),
    ({"technique": ["x_wing", "Search"]}, "search cannot be wished for .* a last resort of"),
    ({"clues": 81, "minimal": True}, "no puzzle with these 81 clues is minimal"),
    ({"clues": 73, "minimal": True}, "no puzzle with these 73 clues is minimal"),
    ({"pattern": "x" * 81, "minimal": True}, "no puzzle with these 81 clues is minimal"),
    (
        {"pattern": "x" * 9 + "." * 36 + "x" * 36, "minimal": True},
        "no puzzle with these 45 clues is minimal",
    ),
    ({"ruleset": "killer", "clues": 81, "minimal": True}, "these 81 clues is minimal"),
]


@pytest.mark.parametrize(("wishes", "message"), IMPOSSIBLE, ids=str)
def test_wishes_that_certainly_cannot_be_are_refused_at_once(
    wishes: dict[str, Any], message: str
) -> None:
    with pytest.raises(RuleError, match=message):
        generate(**wishes)


def test_the_last_resorts_are_refused_alike_after_they_are_registered() -> None:
    importlib.import_module("sudoku.explaining.by_search")
    with pytest.raises(RuleError, match="search cannot be wished for"):
        generate(technique="search")
    with pytest.raises(RuleError, match="search cannot be wished for"):
        generate(without="search")
    done = CliRunner().invoke(main, ["generate", "--technique", "search"])
    assert done.exit_code == 2
    assert "search cannot be wished for" in done.stderr


POSSIBLE: list[dict[str, Any]] = [
    {"score": (9.9, 10)},
    {"er": (11.9, 13)},
    {"er": (2.3, 2.3), "technique": "naked_single"},
    {"er": (1.0, 1.2), "technique": "naked_single"},
    {"er": (3.2, 3.2), "technique": "x_wing"},
    {"difficulty": "easy", "technique": "x_wing"},
    {"difficulty": "easy", "er": (4.0, 4.4)},
    {"clues": 72, "minimal": True},
    {"clues": 81, "minimal": True, "strategy": "few_clues"},
]


@pytest.mark.parametrize("wishes", POSSIBLE, ids=str)
def test_rare_wishes_are_not_refused(wishes: dict[str, Any]) -> None:
    assert generate(**wishes).n_made == 0


EASY_FISH = "...38..17..319.8.4.81.4639281263.9.5.34.291.8.7.81..23326451789198273..6..7968231"
"""An easy puzzle of 57 clues that needs an X-wing."""


def test_an_easy_puzzle_may_need_an_x_wing() -> None:
    goal = goal_of(difficulty="easy", technique="x_wing")
    assert goal is not None
    assert goal.grade(Puzzle.from_text(EASY_FISH)) == 0


BOUNDED = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "7.6.485.3.8..9.4..954..3.86.4..29.351....7..4.2.134.6.49.3816..3...65912.6..72348",
    *(text for _, text in RARE),
]


@pytest.mark.parametrize("text", BOUNDED)
def test_the_bounds_hold_for_real_puzzles(text: str) -> None:
    """The techniques that are named for a rating solve the puzzle; no rating exceeds its bound."""
    puzzle = Puzzle.from_text(text)
    er, score = rate(puzzle, "se").value, rate(puzzle).value
    assert er is not None
    assert score is not None
    solvers = [bounds.solvers_of_explainer(er), bounds.solvers_of_score(score)]
    for scale in ("morgans", "warner", "qqwing", "hodoku", "rounds"):
        level = rate(puzzle, scale).level
        if level is not None:
            solvers.append(bounds.solvers_of_level(scale, level))
    for names in filter(None, solvers):
        if "search" not in names:
            assert is_solved(puzzle, sorted(names))
    used = {step.technique for step in climb(puzzle)}
    assert er <= bounds.most_of_explainer(used)
    assert not bounds.is_below_score(used, score - 0.01)
    level = rate(puzzle, "qqwing").level
    assert level is not None
    assert not bounds.is_easier_than_level(used, "qqwing", level)


@pytest.mark.parametrize("name", SCALES)
def test_scores_are_in_the_range_of_their_scale(name: str) -> None:
    value, limits = rate(Puzzle.from_text(BOUNDED[0]), name).value, scale_of(name).score_range
    if limits is None:
        assert value is None
    else:
        assert value is not None
        assert limits[0] <= value <= limits[1]
