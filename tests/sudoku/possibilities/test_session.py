"""Sessions: their answers are those of new searches, whatever was edited before."""

from __future__ import annotations

import random
import threading

import numpy as np
import pytest

from exactcover import InUseError, ProblemError
from sudoku import (
    Classic,
    ClueError,
    Puzzle,
    Rule,
    RuleError,
    Session,
    Shape,
    SudokuError,
    rule,
    true_candidates,
)

pytestmark = pytest.mark.kernel

RULES: list[Rule] = [
    rule("diagonal"),
    rule("anti_king"),
    rule("killer", [(3, [(0, 0), (0, 1)]), (7, [(2, 2), (2, 3)])]),
    rule("killer", [(3, [(0, 0), (0, 1)])]),
    rule("thermometer", [[(0, 0), (1, 0), (2, 0)]]),
    rule("even_odd", [(3, 3)]),
    rule("greater_than", [((0, 3), (0, 2))]),
]


def edited(session: Session, rng: random.Random) -> None:
    """Make a random edit; one that is refused changes nothing."""
    before = session.puzzle
    row, column, digit = rng.randrange(4), rng.randrange(4), rng.randint(1, 4)
    one = rng.choice(RULES)
    edits = [
        lambda: session.place(row, column, digit),
        lambda: session.clear(row, column),
        lambda: session.mark(row, column, {digit, rng.randint(1, 4)}),
        lambda: session.mark(row, column),
        lambda: session.add_rule(one),
        lambda: session.remove_rule(one),
        session.undo,
        session.undo,
        session.redo,
    ]
    try:
        rng.choice(edits)()
    except (SudokuError, IndexError):
        assert session.puzzle is before


@pytest.mark.parametrize("seed", range(12))
def test_answers_are_those_of_new_searches(seed: int) -> None:
    rng = random.Random(seed)
    session = Session(Puzzle(Shape(2, 2)))
    for _ in range(25):
        edited(session, rng)
        cap = rng.choice([1, 1, 3, None])
        found = session.true_candidates(cap, max_nodes=rng.choice([None, None, 5]))
        expected = true_candidates(session.puzzle, cap)
        if found.complete:
            assert (found.counts == expected.counts).all()
        assert (found.counts == expected.counts)[found.is_final].all()


def test_answers_of_classic_9x9() -> None:
    rng = random.Random(5)
    line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6...........19..5....8...."
    session, fresh = Session(Puzzle.from_text(line)), 0
    n_nodes = 0
    for _ in range(12):
        row, column = rng.randrange(9), rng.randrange(9)
        if session.puzzle.grid[row, column]:
            session.clear(row, column)
        else:
            digits = session.true_candidates().of(row, column)
            session.place(row, column, rng.choice(digits))
        found, expected = session.true_candidates(), true_candidates(session.puzzle)
        assert (found.counts == expected.counts).all()
        n_nodes += found.statistics.nodes
        fresh += expected.statistics.nodes
    assert n_nodes < 0.8 * fresh


def test_what_is_known_is_not_searched_again() -> None:
    session = Session("12..............")
    first = session.true_candidates(4)
    assert session.true_candidates(4).statistics.nodes == 0
    again = session.true_candidates()
    assert (again.counts == np.minimum(first.counts, 1)).all()
    assert again.statistics.nodes == 0
    assert session.place(0, 2, 3).true_candidates().complete
    assert session.undo().true_candidates(4).statistics.nodes == 0
    assert session.redo().puzzle.grid[0, 2] == 3


def test_edits_are_counted_and_refused_ones_are_not() -> None:
    session = Session(Puzzle(Shape(2, 2)))
    session.place(0, 0, 1).place(0, 0, 2).mark(1, 1, [3, 4]).mark(1, 1, [3])
    assert session.n_edits == 4
    assert session.puzzle.grid[0, 0] == 2
    with pytest.raises(SudokuError, match="two 2s"):
        session.place(0, 1, 2)
    with pytest.raises(ClueError, match="9 is marked"):
        session.mark(0, 1, [9])
    with pytest.raises(RuleError, match="has no rule"):
        session.remove_rule(RULES[0])
    with pytest.raises(ClueError, match="no edit was undone"):
        session.redo()
    assert session.n_edits == 4
    assert session.true_candidates().of(1, 1) == (3,)
    for _ in range(4):
        session.undo()
    with pytest.raises(ClueError, match="no edit is left"):
        session.undo()
    assert session.puzzle == Puzzle(Shape(2, 2))
    assert session.edit("1...............").puzzle.rules == (Classic(),)


def test_a_short_history() -> None:
    """A session that serves a page keeps no more edits than it is told."""
    session = Session("1...............", history=2)
    for digit in (2, 3, 4):
        session.place(0, 1, digit)
    assert session.n_edits == 2
    assert session.undo().undo().puzzle.grid[0, 1] == 2
    with pytest.raises(ClueError, match="no edit is left"):
        session.undo()
    with pytest.raises(ProblemError, match="history"):
        Session("1...............", history=-1)


@pytest.mark.compiled
def test_two_threads_take_turns() -> None:
    session, inside, done = Session(Puzzle()), threading.Event(), threading.Event()

    def wait(_: object) -> None:
        inside.set()
        done.wait(60)

    def search() -> None:
        try:
            session.true_candidates(found=wait)
        finally:
            inside.set()

    thread = threading.Thread(target=search)
    thread.start()
    assert inside.wait(60)
    with pytest.raises(InUseError):
        session.true_candidates()
    done.set()
    thread.join()
    assert session.true_candidates().complete
