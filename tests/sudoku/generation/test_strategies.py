"""The strategies of generation, judged by the exact-cover path."""

import re
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
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
    rate,
    rule,
)
from sudoku.batches.batch import UNKNOWN
from sudoku.cli.main import main
from sudoku.errors import NotFoundError, RuleError
from sudoku.generation import batch_counts as judge_module
from sudoku.generation.batch_counts import CoverJudge, Digits, Judge
from sudoku.generation.fill import filled_grids
from sudoku.generation.generate import generate
from sudoku.generation.strategies import removal
from sudoku.generation.strategies.beneficial_first import take_beneficial
from sudoku.generation.strategies.by_techniques import remove_until
from sudoku.generation.strategies.permuted import permuted_grids
from sudoku.generation.strategies.registry import strategy
from sudoku.generation.strategies.removal import (
    are_minimal,
    remove_at_random,
    remove_clues,
    turns_by_digit,
    turns_of,
)
from sudoku.generation.strategies.swapping import swap_clues
from sudoku.generation.strategies.undeduced import copy_undeduced
from sudoku.generation.symmetry import SYMMETRIES, is_symmetric, orbits
from sudoku.ratings.goals import Scored
from sudoku.techniques.climb import climb
from tests.running import compiled

CLASSIC = (Classic(),)
S2 = Shape(2, 2)
PATTERN = "1..1.11..11.1..1"

ARGUMENTS: dict[str, dict[str, Any]] = {
    "top_down": {},
    "bottom_up": {},
    "deduction": {},
    "beneficial_first": {},
    "symmetric": {"symmetry": "half_turn", "minimal": True},
    "to_clues": {"clues": 5, "minimal": True},
    "pattern": {"pattern": PATTERN},
    "few_clues": {"clues": 4},
    "graded": {"technique": "naked_single", "minimal": True},
    "large_candidates": {},
    "deducible": {"minimal": True},
    "by_logic": {"minimal": True},
    "by_techniques": {"technique": "naked_single"},
    "grown": {},
    "permuted": {},
}


def test_every_strategy_is_tried_here() -> None:
    assert ARGUMENTS.keys() == STRATEGIES.keys()


def puzzle_of(shape: Shape, digits: Digits) -> Puzzle:
    return Puzzle(shape, CLASSIC, digits.tolist())


def unique(puzzle: Puzzle, method: str = "dancing_cells") -> bool:
    return formity(puzzle, method=method) is Formity.ONE


@pytest.mark.parametrize("name", STRATEGIES)
@pytest.mark.parametrize("rules", [CLASSIC, (Classic(), Diagonal())], ids=["classic", "x"])
def test_puzzles_are_well_formed_and_minimal(name: str, rules: tuple[Rule, ...]) -> None:
    if rules != CLASSIC and name in ("to_clues", "few_clues", "symmetric", "permuted"):
        pytest.skip("there are none, or not with so many clues")
    arguments = ARGUMENTS[name]
    puzzles = list(generate(10, shape=S2, rules=rules, strategy=name, seed=5, **arguments))
    assert len(puzzles) == 10
    for puzzle in puzzles:
        assert puzzle.rules == rules
        assert unique(puzzle)
        if name not in ("pattern", "by_techniques"):
            assert is_minimal(puzzle, method="dancing_cells")
        if "clues" in arguments:
            assert puzzle.n_clues <= arguments["clues"]
        if "symmetry" in arguments:
            assert is_symmetric(puzzle.grid.array(), arguments["symmetry"])
        if "pattern" in arguments:
            shown = "".join("1" if cell else "." for cell in puzzle.grid.cells)
            assert shown == PATTERN


LARGE: dict[str, tuple[Shape, dict[str, Any]]] = {
    "top_down": (Shape(4, 4), {}),
    "bottom_up": (Shape(4, 3), {}),
    "deduction": (Shape(4, 4), {}),
    "beneficial_first": (Shape(4, 4), {}),
    "few_clues": (Shape(3, 2), {"clues": 10}),
    "symmetric": (Shape(4, 4), {"symmetry": "half_turn"}),
    "to_clues": (Shape(3, 2), {"clues": 10, "minimal": True}),
}


def needed(
    puzzle: Puzzle, symmetry: str = "none", step: int = 1, method: str = "dancing_cells"
) -> bool:
    """Return whether each orbit of the clues is needed for a unique solution."""
    for cells in orbits(puzzle.shape.n, symmetry)[::step]:
        left = list(puzzle.grid.cells)
        if left[cells[0]]:
            for cell in cells:
                left[cell] = 0
            if unique(Puzzle(puzzle.shape, puzzle.rules, left), method):
                return False
    return unique(puzzle, method)


@pytest.mark.parametrize("name", LARGE)
def test_puzzles_of_large_boards_are_minimal(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    make_give_up(monkeypatch)
    asked = watched(monkeypatch, Judge, "resolve")
    shape, arguments = LARGE[name]
    made = generate(1, shape=shape, strategy=name, seed=1, workers=1, **arguments)
    assert needed(next(made), arguments.get("symmetry", "none"))
    assert not made.undecided
    assert sum(map(len, asked)) > 0


def make_give_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the quick judge give up each second time that it is asked for two solutions."""
    count, calls = Judge.count, iter(range(1 << 30))

    def giving_up(self: Judge, puzzles: Digits, limit: int = 2) -> Any:
        counts = count(self, puzzles, limit)
        return counts if limit != 2 or next(calls) % 2 else np.full_like(counts, UNKNOWN)

    monkeypatch.setattr(Judge, "count", giving_up)


def watched(monkeypatch: pytest.MonkeyPatch, owner: type, name: str) -> list[Any]:
    """Return a list to which each call of a method adds what it was asked about."""
    asked: list[Any] = []
    method = getattr(owner, name)

    def noting(self: Any, about: Any, *more: Any) -> Any:
        asked.append(about)
        return method(self, about, *more)

    monkeypatch.setattr(owner, name, noting)
    return asked


def test_what_the_quick_judge_keeps_of_20x20_is_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = watched(monkeypatch, Judge, "resolve")
    made = generate(1, shape=Shape(5, 4), seed=1, workers=1)
    puzzle = next(made)
    assert sum(map(len, asked)) > 0
    assert not made.undecided
    # Dancing cells take too long. The engine is that of generation, but it knows no solution here.
    assert needed(puzzle, step=5, method="learning")


@compiled
@pytest.mark.kernel
def test_what_is_put_off_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if 9x9 were large: the first searches give up, and later ones decide all."""
    monkeypatch.setattr(removal, "QUICK_DIGITS", 8)
    monkeypatch.setattr(removal, "FIRST_NODES", 2)
    judge, rng = Judge(Shape(3, 3), CLASSIC), np.random.default_rng(2)
    asked = watched(monkeypatch, Judge, "resolve")
    made = remove_at_random(judge, filled_grids(judge, rng, 4), rng)
    questions = [row.tobytes() for rows in asked for row in rows]
    assert len(set(questions)) < len(questions)
    assert not made.undecided.any()
    assert all(is_minimal(puzzle_of(judge.shape, row)) for row in made.puzzles)
    monkeypatch.setattr(judge, "deciding_nodes", 2)
    given_up = remove_at_random(judge, filled_grids(judge, rng, 4), rng)
    for row, n_undecided in zip(given_up.puzzles, given_up.undecided.tolist(), strict=True):
        puzzle = puzzle_of(judge.shape, row)
        clues = [divmod(cell, 9) for cell in np.flatnonzero(row).tolist()]
        n_redundant = sum(unique(puzzle.without_clue(*place)) for place in clues)
        assert unique(puzzle)
        assert n_redundant <= n_undecided
    assert given_up.undecided.all()


@pytest.mark.parametrize("n", [9, 25, 36])
def test_orders_by_digit_are_orders(n: int) -> None:
    """Low digits go first on average; on large boards, parts of the board follow each other."""
    shape = Shape(round(n**0.5), round(n**0.5))
    grid = np.array([[1 + (cell + cell // n) % n for cell in range(n * n)]], dtype=np.uint8)
    cells = tuple((cell,) for cell in range(n * n))
    turns = turns_by_digit(cells, grid, np.random.default_rng(1))
    assert sorted(turns[0].tolist()) == list(range(n * n))
    by_turn = grid[0, turns[0].argsort()]
    if n == 36:
        bands = turns[0].reshape(shape.p, -1)
        assert all(band.max() - band.min() == band.size - 1 for band in bands)
        by_turn = grid[0].reshape(shape.p, -1)[0, bands[0].argsort()]
        assert (np.diff(by_turn.astype(int)) >= 0).all()
    third = len(by_turn) // 3
    assert by_turn[:third].mean() < by_turn[-third:].mean() - n / 4


@compiled
@pytest.mark.kernel
@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 1 << 32))
def test_another_solution_is_found_or_there_is_none(seed: int) -> None:
    """Against counts of the plain judge, for one to three clues that are taken away."""
    judge, rng = Judge(Shape(3, 2), CLASSIC), np.random.default_rng(seed)
    before = remove_clues(judge, filled_grids(judge, rng, 4), turns_of(orbits(6), 4, rng), 14)
    taken = before.puzzles.copy()
    for row in taken:
        row[rng.choice(np.flatnonzero(row), size=rng.integers(1, 4), replace=False)] = 0
    expected = judge.count(taken).tolist()
    assert judge.resolve(taken, before.puzzles).tolist() == expected
    assert judge.resolve(taken).tolist() == expected


def test_what_is_not_proved_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sudoku.generation.batch_counts.DECIDING_NODES", 1)
    make_give_up(monkeypatch)
    grids: dict[str, Any] = {"shape": Shape(3, 3), "seed": 4, "workers": 1}
    made = generate(6, **grids)
    puzzles = list(made)
    kept = made.undecided
    assert kept.keys() <= set(range(6))
    for number, puzzle in enumerate(puzzles):
        assert unique(puzzle)
        n_not_needed = sum(
            unique(puzzle.without_clue(*divmod(cell, 9)))
            for cell, digit in enumerate(puzzle.grid.cells)
            if digit
        )
        assert n_not_needed <= kept.get(number, 0)
    assert any(kept.values())
    monkeypatch.undo()
    monkeypatch.setattr("sudoku.generation.batch_counts.DECIDING_NODES", 1)
    make_give_up(monkeypatch)
    again = generate(6, **grids)
    assert sum(map(len, again.arrays())) == 6
    assert again.undecided == kept
    with pytest.raises(NotFoundError):
        next(generate(1, minimal=True, tries=3, **grids))


def test_command_says_what_is_not_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sudoku.generation.batch_counts.DECIDING_NODES", 1)
    make_give_up(monkeypatch)
    result = CliRunner().invoke(main, ["generate", "-n6", "--seed=4", "--workers=1"])
    assert result.exit_code == 0
    assert len(result.stdout.split()) == 6
    assert re.search(r"puzzle \d: not proved minimal; for \d+ of its clues", result.stderr)


@pytest.mark.parametrize("shape", [S2, Shape(3, 3)], ids=str)
def test_deduction_copies_what_propagation_does_not_tell(shape: Shape) -> None:
    """Against singles of the techniques, asked after each clue."""
    judge, rng = Judge(shape, CLASSIC), np.random.default_rng(2)
    grids = filled_grids(judge, rng, 2)
    order = rng.permuted(np.broadcast_to(np.arange(shape.n_cells), grids.shape), axis=1)
    copied = copy_undeduced(judge, grids, order.astype(np.uint32))
    for grid, cells, puzzle in zip(grids.tolist(), order.tolist(), copied.tolist(), strict=True):
        clues = [0] * shape.n_cells
        for cell in cells:
            steps = climb(Puzzle(shape, clues=clues), ["naked_single", "hidden_single"])
            if cell not in {place for step in steps for place, _ in step.placements}:
                clues[cell] = grid[cell]
        assert puzzle == clues


def test_clues_that_propagation_leaves() -> None:
    """Mychaskiw (2014) states 30 to 40 before removal; peers alone would leave 60."""
    judge, rng = Judge(Shape(3, 3), CLASSIC), np.random.default_rng(1)
    grids = filled_grids(judge, rng, 300)
    order = rng.permuted(np.broadcast_to(np.arange(81, dtype=np.uint32), grids.shape), axis=1)
    copied = copy_undeduced(judge, grids, order)
    assert 33 < np.count_nonzero(copied, axis=1).mean() < 34.5
    assert judge.are_unique(copied).all()


def test_clues_that_no_box_tells() -> None:
    """The blog's first stage leaves 35 to 40 values."""
    judge, rng = Judge(Shape(3, 3), CLASSIC), np.random.default_rng(1)
    left = take_beneficial(judge, filled_grids(judge, rng, 300), rng)
    n_left = np.count_nonzero(left, axis=1)
    assert 35 < n_left.mean() < 40
    assert judge.are_unique(left).all()


def test_clues_are_kept_only_if_their_box_has_another_place() -> None:
    judge, rng = Judge(Shape(3, 2), CLASSIC), np.random.default_rng(1)
    for left in take_beneficial(judge, filled_grids(judge, rng, 20), rng):
        puzzle = Puzzle(Shape(3, 2), clues=left)
        for cell in np.flatnonzero(left).tolist():
            digit, without = int(left[cell]), puzzle.without_clue(*divmod(cell, 6))
            box = next(house.cells for house in puzzle.houses[12:] if cell in house.cells)
            blank = [place for place in box if without.grid.cells[place] == 0]
            may_hold = [place for place in blank if digit in candidates_of(without, place)]
            assert len(may_hold) > 1


def candidates_of(puzzle: Puzzle, cell: int) -> set[int]:
    """Return the digits that no house of a cell holds."""
    houses = [house.cells for house in puzzle.houses if cell in house.cells]
    seen = {puzzle.grid.cells[place] for cells in houses for place in cells}
    return set(range(1, puzzle.shape.n + 1)) - seen


def test_removal_by_logic_and_by_singles() -> None:
    """Warner's first attempt makes only easy puzzles; by his third, logic solves all."""
    for puzzle in generate(5, strategy="deducible", seed=1, symmetry="half_turn"):
        assert rate(puzzle, "warner").level == "easy"
        assert is_symmetric(puzzle.grid.array(), "half_turn")
    assert all(rate(p, "warner").solved for p in generate(5, strategy="by_logic", seed=1))
    assert {p.n_clues for p in generate(3, strategy="by_logic", clues=28, seed=1)} == {28}


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_removal_until_a_class_is_reached(level: str) -> None:
    for puzzle in generate(2, strategy="by_techniques", difficulty=level, seed=1):
        assert rate(puzzle).level == level


def test_two_ways_to_fail_by_removal() -> None:
    judge, rng = Judge(Shape(3, 3), CLASSIC), np.random.default_rng(5)
    grids = filled_grids(judge, rng, 12)
    tried = [remove_until(judge, grid, Scored(4.0, 4.01), rng) for grid in grids]
    failed = [each for each in tried if not each.found]
    assert {each.overshot for each in failed} == {True, False}
    assert judge.are_unique(np.array([each.puzzle for each in tried])).all()


def test_permuted_grids_are_all_of_one_kind() -> None:
    """All come from a grid whose rows are shifted copies: so do the three rows of each band."""
    judge = Judge(Shape(3, 3), CLASSIC)
    grids = permuted_grids(judge, np.random.default_rng(1), 20)
    assert judge.are_unique(grids).all()
    assert len(np.unique(grids, axis=0)) == 20
    with pytest.raises(RuleError, match="permuted is for the classic rules on one board"):
        next(generate(1, rules=(Classic(), Diagonal()), strategy="permuted"))


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
    puzzles, undecided = remove_clues(judge, grids, turns, least)
    assert not undecided.any()
    for k in range(3):
        assert puzzles[k].tolist() == one_by_one(grids[k].tolist(), turns[k].tolist(), least)
    minimal = are_minimal(judge, puzzles).tolist()
    assert minimal == [is_minimal(Puzzle(S2, clues=puzzle)) for puzzle in puzzles.tolist()]


def test_exactly_as_many_clues_as_wanted() -> None:
    for clues in (4, 6, 11, 16):
        assert {p.n_clues for p in generate(5, shape=S2, clues=clues, seed=1)} == {clues}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            {"strategy": "sideways"},
            "unknown strategy 'sideways'; the strategies are top_down",
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
def test_impossible_requests(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(RuleError, match=message):
        generate(1, **{"shape": S2, **arguments})


def test_a_strategy_says_what_it_does() -> None:
    for name in STRATEGIES:
        made = strategy(name)
        assert made.name == name
        assert made.summary.endswith(".")
        assert made.needs <= made.takes


@pytest.mark.parametrize(
    "name", ["top_down", "bottom_up", "deduction", "beneficial_first", "large_candidates"]
)
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
    assert searches.resolve(puzzles).tolist() == batches.count(puzzles).tolist()
    assert batches.resolve(puzzles).tolist() == batches.count(puzzles).tolist()


def turned(puzzle: Puzzle) -> set[tuple[int, int]]:
    """Return the places of the clues after a half turn of the whole board."""
    shape = puzzle.shape
    places = [shape.position(cell) for cell, digit in enumerate(puzzle.grid.cells) if digit]
    return {(shape.height - 1 - row, shape.width - 1 - column) for row, column in places}


@pytest.mark.parametrize("wishes", [{}, {"clues": 24}, {"technique": "hidden_single"}], ids=str)
def test_boards_of_several_grids_with_symmetry(wishes: dict[str, Any]) -> None:
    board = Grids([(0, 0), (2, 2)], Shape(2, 2))
    for puzzle in generate(2, shape=board, symmetry="half_turn", seed=4, workers=1, **wishes):
        assert turned(puzzle) == {
            board.position(cell) for cell, digit in enumerate(puzzle.grid.cells) if digit
        }
        assert unique(puzzle)
        assert puzzle.n_clues == wishes.get("clues", puzzle.n_clues)


def test_the_board_must_have_the_symmetry() -> None:
    with pytest.raises(RuleError, match="2 grids of 2x2 does not have the symmetry left_right"):
        generate(1, shape=Grids([(0, 0), (2, 2)], Shape(2, 2)), symmetry="left_right")
    with pytest.raises(RuleError, match="2 grids of 2x2 does not have the symmetry quarter_turn"):
        generate(1, shape=Grids([(0, 0), (0, 2)], Shape(2, 2)), symmetry="quarter_turn")


@pytest.mark.parametrize(
    "strategy", ["top_down", "deduction", "beneficial_first", "large_candidates"]
)
def test_boards_of_several_grids(strategy: str) -> None:
    board = Grids([(0, 0), (2, 2)], Shape(2, 2))
    for puzzle in generate(3, shape=board, strategy=strategy, seed=4):
        assert puzzle.shape == board
        assert is_minimal(puzzle, method="dancing_cells")


def test_puzzles_whose_swap_is_not_decided_stay_as_they_were(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Found by the benchmark: a puzzle with several solutions was taken for one that has one.
    puzzles = np.array([puzzle.grid.cells for puzzle in generate(20, seed=3)], dtype=np.uint8)
    monkeypatch.setattr(judge_module, "MAX_NODES", 10)
    swapped = swap_clues(Judge(Shape(3, 3), CLASSIC), puzzles, np.random.default_rng(1))
    assert all(unique(puzzle_of(Shape(3, 3), each)) for each in swapped)
    same = (swapped == puzzles).all(axis=1)
    assert 0 < same.sum() < len(puzzles)
