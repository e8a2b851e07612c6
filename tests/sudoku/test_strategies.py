"""The strategies of generation, judged by the exact-cover path."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudoku import (
    STRATEGIES,
    Classic,
    Diagonal,
    Formity,
    Grids,
    Puzzle,
    Rule,
    Shape,
    formity,
    is_minimal,
    rule,
)
from sudoku.errors import RuleError
from sudoku.fill import filled_grids
from sudoku.generate import generate
from sudoku.judge import CoverJudge, Judge
from sudoku.strategies import strategy
from sudoku.strategies.removal import are_minimal, remove_clues, turns_of
from sudoku.symmetry import SYMMETRIES, is_symmetric, orbits

CLASSIC = (Classic(),)
S2 = Shape(2, 2)
PATTERN = "1..1.11..11.1..1"

WISHES: dict[str, dict[str, Any]] = {
    "top_down": {},
    "bottom_up": {},
    "deduction": {},
    "beneficial_first": {},
    "symmetric": {"symmetry": "half_turn", "minimal": True},
    "to_clues": {"clues": 5, "minimal": True},
    "pattern": {"pattern": PATTERN},
    "few_clues": {"clues": 4},
    "graded": {"technique": "naked_single", "minimal": True},
}


def test_every_strategy_is_tried_here() -> None:
    assert WISHES.keys() == STRATEGIES.keys()


def unique(puzzle: Puzzle) -> bool:
    return formity(puzzle, method="dancing_cells") is Formity.ONE


@pytest.mark.parametrize("name", STRATEGIES)
@pytest.mark.parametrize("rules", [CLASSIC, (Classic(), Diagonal())], ids=["classic", "x"])
def test_puzzles_are_well_formed_and_minimal(name: str, rules: tuple[Rule, ...]) -> None:
    if rules != CLASSIC and name in ("to_clues", "few_clues", "symmetric"):
        pytest.skip("there are none, or not with so many clues")
    wish = WISHES[name]
    puzzles = list(generate(10, shape=S2, rules=rules, strategy=name, seed=5, **wish))
    assert len(puzzles) == 10
    for puzzle in puzzles:
        assert puzzle.rules == rules
        assert unique(puzzle)
        if name != "pattern":
            assert is_minimal(puzzle, method="dancing_cells")
        if "clues" in wish:
            assert puzzle.n_clues <= wish["clues"]
        if "symmetry" in wish:
            assert is_symmetric(puzzle.grid.array(), wish["symmetry"])
        if "pattern" in wish:
            shown = "".join("1" if cell else "." for cell in puzzle.grid.cells)
            assert shown == PATTERN


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@pytest.mark.parametrize("shape", [S2, Shape(3, 2)], ids=str)
def test_of_a_symmetry_no_orbit_can_go(shape: Shape, symmetry: str) -> None:
    for puzzle in generate(4, shape=shape, symmetry=symmetry, seed=3):
        assert is_symmetric(puzzle.grid.array(), symmetry)
        assert unique(puzzle)
        for cells in orbits(shape.n, symmetry):
            left = list(puzzle.grid.cells)
            if left[cells[0]]:
                for cell in cells:
                    left[cell] = 0
                assert not unique(Puzzle(shape, clues=left))


def one_by_one(puzzle: list[int], turns: list[int], least: int) -> list[int]:
    """Take the orbits in turn, in the plainest way."""
    for turn in range(max(turns) + 1):
        left = [0 if turns[cell] == turn else digit for cell, digit in enumerate(puzzle)]
        if sum(map(bool, left)) >= least and unique(Puzzle(S2, clues=left)):
            puzzle = left
    return puzzle


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 1 << 32), symmetry=st.sampled_from([*SYMMETRIES]), least=st.integers(0, 9)
)
def test_steps_of_many_clues_come_to_the_same(seed: int, symmetry: str, least: int) -> None:
    judge, rng = Judge(S2, CLASSIC), np.random.default_rng(seed)
    grids = filled_grids(judge, rng, 3)
    turns = turns_of(orbits(4, symmetry), 3, rng)
    puzzles = remove_clues(judge, grids, turns, least)
    for k in range(3):
        assert puzzles[k].tolist() == one_by_one(grids[k].tolist(), turns[k].tolist(), least)
    minimal = are_minimal(judge, puzzles).tolist()
    assert minimal == [is_minimal(Puzzle(S2, clues=puzzle)) for puzzle in puzzles.tolist()]


def test_exactly_as_many_clues_as_wanted() -> None:
    for clues in (4, 6, 11, 16):
        assert {p.n_clues for p in generate(5, shape=S2, clues=clues, seed=1)} == {clues}


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        (
            {"strategy": "sideways"},
            "no strategy is called 'sideways'; the strategies are: top_down",
        ),
        ({"strategy": "bottom_up", "clues": 5}, "the strategy bottom_up takes no clues"),
        ({"strategy": "top_down", "symmetry": "full"}, "the strategy top_down takes no symmetry"),
        ({"strategy": "pattern"}, "the strategy pattern needs pattern="),
        ({"strategy": "few_clues"}, "the strategy few_clues needs clues="),
        ({"symmetry": "round"}, "unknown symmetry 'round'"),
        ({"clues": 17}, "a puzzle of 16 cells cannot have 17 clues"),
        ({"workers": 0}, "workers is 0: it must be at least 1"),
        ({"rules": [Classic(), Classic()]}, "the rule 'classic' is given twice"),
    ],
)
def test_wishes_that_cannot_be(wish: dict[str, Any], message: str) -> None:
    with pytest.raises(RuleError, match=message):
        generate(1, shape=S2, **wish)


def test_a_strategy_says_what_it_does() -> None:
    for name in STRATEGIES:
        made = strategy(name)
        assert made.name == name
        assert made.summary.endswith(".")
        assert made.needs <= made.takes


@pytest.mark.parametrize("name", ["top_down", "bottom_up", "deduction", "beneficial_first"])
def test_rules_that_say_more_than_houses(name: str) -> None:
    rules = (Classic(), rule("anti_knight"))
    for puzzle in generate(2, shape=Shape(3, 2), rules=rules, strategy=name, seed=2):
        assert is_minimal(puzzle, method="dancing_cells")
        assert puzzle.rules == rules


def test_judges_of_all_rules_agree() -> None:
    """The judge that searches each puzzle by exact cover, where the other can be asked, too."""
    batches, searches = (kind(Shape(3, 2), CLASSIC) for kind in (Judge, CoverJudge))
    rng = np.random.default_rng(3)
    puzzles = filled_grids(batches, rng, 12) * (rng.random((12, 36)) < 0.35)
    puzzles[0, :2] = 1
    assert searches.count(puzzles).tolist() == batches.count(puzzles).tolist()
    assert searches.solve(puzzles)[1].tolist() == batches.solve(puzzles)[1].tolist()
    cells, digits = (puzzles == 0).argmax(axis=1), np.arange(12) % 6 + 1
    expected = batches.has_other(puzzles, cells, digits)
    assert (searches.has_other(puzzles, cells, digits) == expected).all()


def test_boards_of_several_grids_have_no_symmetry() -> None:
    with pytest.raises(RuleError, match="a board of several grids, or with holes, has no symmetry"):
        generate(1, shape=Grids("butterfly"), symmetry="half_turn")


@pytest.mark.parametrize("strategy", ["top_down", "deduction"])
def test_boards_of_several_grids(strategy: str) -> None:
    board = Grids([(0, 0), (2, 2)], Shape(2, 2))
    for puzzle in generate(3, shape=board, strategy=strategy, seed=4):
        assert puzzle.shape == board
        assert is_minimal(puzzle, method="dancing_cells")
