"""Forcing nets and the propagation behind them: right, bounded, and for several threads."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover.runtime.search.limits import Watch
from exactcover.runtime.search.work import UnfinishedError
from sudoku import Classic, Puzzle, Rule, Shape, all_steps, explain, hint, random_isomorph
from sudoku.explaining.explanation import Stage
from sudoku.possibilities.masks_engine import PLAIN
from sudoku.puzzle.board import Board
from sudoku.rules.latin import Latin
from sudoku.techniques import forcing_net, probing
from sudoku.techniques.climb import Climber
from sudoku.techniques.forcing_net import steps, steps_with_cases
from sudoku.techniques.position import Deductions, Position
from sudoku.techniques.probing import Probing
from sudoku.techniques.step import Step
from tests.oracle import latin_squares, small_grids
from tests.sudoku.rules.meanings import SHAPE, Test
from tests.sudoku.rules.test_mixes import ruled
from tests.sudoku_puzzles import is_right

NETS = ("forcing_net", "forcing_net_with_cases")
OPEN = Puzzle(SHAPE, clues="1...............")
"""A puzzle with many solutions, of which propagation refutes no candidate."""
NARROW = Board(OPEN, removed=[(2, 4), (3, 4), (3, 2), (2, 2), (6, 4)])
"""The same in progress: r1c3 and r1c4 can only be 3, so nothing is possible in r1c2."""
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def position_of(puzzle: Puzzle | Board) -> Position:
    return Climber(puzzle).position


@pytest.mark.kernel
@settings(max_examples=60)
@given(
    st.booleans(),
    st.lists(ruled(), min_size=1, max_size=3),
    st.sets(st.integers(0, 15), max_size=5),
    st.data(),
)
def test_no_solution_is_refuted_or_ruled_out(
    has_boxes: bool, drawn: list[tuple[Rule, Test]], clues: set[int], data: st.DataObject
) -> None:
    """The solutions are those of all grids that pass the tests of the rules."""
    rules = [Classic() if has_boxes else Latin(), *dict.fromkeys(each for each, _ in drawn)]
    grids = small_grids() if has_boxes else latin_squares()
    found = [sum(g, ()) for g in grids if all(test(g) for _, test in drawn)]
    if not found:
        return
    grid = data.draw(st.sampled_from(found))
    found = [each for each in found if all(each[k] == grid[k] for k in clues)]
    puzzle = Puzzle(SHAPE, rules, [d if k in clues else 0 for k, d in enumerate(grid)])
    position = position_of(puzzle)
    probed = Probing(position)
    for (cell, digit), left in probed.trials.items():
        own = [each for each in found if each[cell] == digit + 1]
        assert not own or left is not None
        assert all(int(left[k]) >> d - 1 & 1 for each in own for k, d in enumerate(each))  # type: ignore[index]
    tried = list(probed.trials)
    if tried:
        some = data.draw(st.lists(st.sampled_from(tried), min_size=1, max_size=3, unique=True))
        gone = probed.ruled_out_by(some)
        for each in found:
            if any(each[cell] == digit + 1 for cell, digit in some):
                assert not any(int(gone[k]) >> d - 1 & 1 for k, d in enumerate(each))
    for function in (steps, steps_with_cases):
        for deduction in function(position):
            step = position.step("forcing_net", deduction)
            assert all(is_right(step, each) for each in found), (function, step)


def test_what_is_refuted_and_ruled_out() -> None:
    probed = Probing(position_of(NARROW))
    assert probed.trials[1, 1] is None
    assert probed.trials[1, 3] is None
    assert probed.ruled_out_by([(1, 1), (1, 3)]).tolist() == [0, 0b1010, *[0] * 14]


def test_each_probing_has_its_own_memory() -> None:
    """Otherwise two threads that explain puzzles of the same rules would write the same arrays."""
    position = position_of(OPEN)
    one, other = (Probing(position)._propagate.args[0] for _ in range(2))  # type: ignore[union-attr]
    assert one.tables is other.tables
    for name, array in one._asdict().items():
        if name != "tables":
            assert not np.shares_memory(array, getattr(other, name)), name


@pytest.mark.kernel
@pytest.mark.compiled
def test_threads_explain_as_one_thread_does() -> None:
    puzzles = [random_isomorph(HARD, seed=seed) for seed in range(24)]
    names = ("full_house", "naked_single", "hidden_single", *NETS)

    def explained(puzzle: Puzzle) -> tuple[Step, ...]:
        return explain(puzzle, names).steps

    expected = list(map(explained, puzzles))
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(explained, puzzles)) == expected


class Looks:
    """A flag that notes how much is propagated between two looks, and is set after a number."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, most: int = 10**9) -> None:
        self.propagated = self.last = self.longest = 0
        self._most = most

        def propagate(*arguments: Any) -> bool:
            self.propagated += 1
            return PLAIN.propagate(*arguments)

        monkeypatch.setattr(probing, "PLAIN", PLAIN._replace(propagate=propagate))

    def is_set(self) -> bool:
        self.longest = max(self.longest, self.propagated - self.last)
        self.last = self.propagated
        return self.propagated >= self._most


@pytest.mark.parametrize(("function", "board"), [(steps, NARROW), (steps_with_cases, Board(OPEN))])
def test_every_propagation_looks_at_the_limits(
    function: Callable[[Position], Deductions], board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    flag = Looks(monkeypatch)
    with Watch(cancel=flag).running():
        list(function(position_of(board)))
    flag.is_set()
    assert flag.propagated > len(Probing(position_of(board)).trials) + 10
    assert flag.longest == 1


@pytest.mark.parametrize("verb", [explain, hint, all_steps])
@pytest.mark.parametrize("name", NETS)
@pytest.mark.parametrize("most", [1, 30, 50])
def test_a_verb_stops_within_a_net(
    verb: Callable[..., object], name: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    flag = Looks(monkeypatch, most)
    with suppress(UnfinishedError):
        verb(OPEN, techniques=[name], cancel=flag)
    assert flag.propagated == most


def test_nets_with_cases_end_after_some_propagations(monkeypatch: pytest.MonkeyPatch) -> None:
    flag, position = Looks(monkeypatch), position_of(OPEN)
    n_trials = len(Probing(position).trials)
    counts = []
    for most in (0, n_trials + 10, 10**9):
        monkeypatch.setattr(forcing_net, "MOST_PROPAGATIONS", most)
        flag.propagated = 0
        list(steps_with_cases(position))
        counts.append(flag.propagated)
    assert counts[0] == n_trials < counts[1] < counts[2]
    assert counts[1] <= n_trials + 10 + 3 * 16


def words(board: Board, step: Step) -> str:
    return Stage(1, board, step).words


def test_words_name_the_house_that_has_no_other_place() -> None:
    """Both cells also lie in row 1, which has the digit in other cells, too."""
    board = Board(Puzzle(SHAPE), removed=[(4, 1), (5, 1)])
    step = Step("forcing_net", (), ((2, 1), (3, 1)), chain=(((0, 1),), ((1, 1),)))
    assert words(board, step) == (
        "The 1 of box 1 is in r1c1 or r1c2, and both rule out 1 in r1c3: 1 in r1c1 does so at "
        "once; 1 in r1c2 does so at once. The other eliminated candidates are ruled out in the "
        "same way. So r1c3 and r1c4 are not 1."
    )


def test_words_have_digits_above_nine_as_numbers() -> None:
    puzzle = Puzzle(Shape(3, 4))
    removed = [(cell, digit) for cell in (0, 1) for digit in range(1, 13) if digit not in (10, 12)]
    step = Step("forcing_net", (), ((2, 10),), chain=(((0, 10),), ((0, 12),)))
    assert words(Board(puzzle, removed=removed), step) == (
        "r1c1 is 10 or 12, and both rule out 10 in r1c3: 10 in r1c1 does so at once; 12 in r1c1 "
        "does so after one easier step, by naked single. So r1c3 is not 10."
    )


def test_words_of_cases_are_about_the_digits_that_easier_steps_leave() -> None:
    """With 1 in r1c1, the steps leave more digits in r2c3 than the step says."""
    board = Board(Puzzle(SHAPE))
    step = Step("forcing_net_with_cases", (), ((0, 1),), chain=(((0, 1),), ((6, 1), (6, 2))))
    assert words(board, step) == (
        "If r1c1 is 1, then the rules together leave only 1 or 2 in r2c3 at once. With 1, the "
        "rules together leave no digit for some cell; with 2, the rules together leave no digit "
        "for some cell: both are contradictions. So r1c1 is not 1."
    )


def test_words_of_a_step_from_elsewhere() -> None:
    """Not all candidates of the chain are eliminated, and they are no alternatives."""
    step = Step("forcing_net", (), ((0, 1),), chain=(((0, 1),), ((6, 2),)))
    assert words(Board(Puzzle(SHAPE)), step) == (
        "If r1c1 is 1, then the rules together leave no digit for some cell: a contradiction. So "
        "r1c1 is not 1."
    )
