"""Local search: it finds solutions, keeps its counts right, and refuses what it cannot prove."""

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover import ProblemError, Stop
from exactcover.runtime.errors import GaveUpError
from exactcover.runtime.search.protocol import Out, Status
from sudoku import (
    Classic,
    Diagonal,
    Puzzle,
    RuleError,
    Shape,
    count,
    formity,
    is_minimal,
    rule,
    solutions,
    solve,
)
from sudoku.cli.main import main
from sudoku.papers.warner.grids import WARNER
from sudoku.solvers.local_search.once import Once
from sudoku.solvers.registry import SOLVERS, is_complete, load
from tests.running import compiled
from tests.sudoku_puzzles import engine_of

pytestmark = pytest.mark.kernel

LOCAL = [name for name in SOLVERS if not is_complete(name)]
every_search = pytest.mark.parametrize("method", LOCAL)
S2 = Shape(2, 2)
IMPOSSIBLE = Puzzle.from_text("123....4........")
"""No clue clashes, but the last cell of the first row can hold nothing."""
UNSOLVABLE = Puzzle.from_text(
    "4.....1.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
)
"""Propagation finds no contradiction in it before it has tried some digits."""
MOST_NODES = 200_000


def test_which_solvers_are_incomplete() -> None:
    assert LOCAL == ["min_conflicts", "annealing", "repair"]


@every_search
@settings(max_examples=15)
@given(kept=st.integers(0, 2**16 - 1), seed=st.integers(0, 99), is_x=st.booleans())
def test_what_is_found_is_a_solution(method: str, kept: int, seed: int, is_x: bool) -> None:
    rules = (Classic(), Diagonal()) if is_x else (Classic(),)
    whole = solve(Puzzle(S2, rules), seed=seed).get()
    clues = [digit if kept >> k & 1 else 0 for k, digit in enumerate(whole.cells)]
    puzzle = Puzzle(S2, rules, clues)
    result = solve(puzzle, method=method, seed=seed, max_nodes=MOST_NODES)
    assert result.get() in set(solutions(puzzle, method="dancing_cells"))
    assert not result.complete
    assert result.stopped is Stop.LIMIT
    assert result.get() == solve(puzzle, method=method, seed=seed, max_nodes=MOST_NODES).get()


@compiled
@every_search
@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle(Shape(3, 2)),
        Puzzle(Shape(5, 1), [rule("latin")]),
        Puzzle(Shape(3, 2), [Classic(), Diagonal()]),
    ],
    ids=["2x3", "latin", "x"],
)
def test_blank_boards(method: str, puzzle: Puzzle) -> None:
    grid = solve(puzzle, method=method, max_nodes=10 * MOST_NODES).get()
    assert Puzzle(puzzle.shape, puzzle.rules, grid.cells).count() == 1


@pytest.mark.parametrize("method", ["min_conflicts", "repair"])
def test_a_puzzle_of_9x9(method: str) -> None:
    puzzle = Puzzle.from_text(WARNER[1])
    found = solve(puzzle, method=method, max_nodes=10 * MOST_NODES)
    assert found.get() == solve(puzzle).get()


@every_search
def test_nothing_is_proved(method: str) -> None:
    puzzle = Puzzle.from_text("1......2.3.....4")
    for ask in (
        lambda: count(puzzle, method=method),
        lambda: count(puzzle, limit=1, method=method),
        lambda: formity(puzzle, method=method),
        lambda: is_minimal(puzzle, method=method),
        lambda: solutions(puzzle, method=method),
        lambda: solutions(puzzle, limit=2, method=method),
    ):
        with pytest.raises(ProblemError, match=f"{method} is a local search, which cannot prove"):
            ask()
    assert [grid.to_line() for grid in solutions(puzzle, limit=1, method=method)] == [
        "1243341243212134"
    ]


@every_search
def test_a_puzzle_without_solution_is_searched_to_the_limit(method: str) -> None:
    assert count(UNSOLVABLE) == 0
    result = solve(UNSOLVABLE, method=method, max_nodes=1000)
    assert result.solution is None
    assert result.stopped is Stop.NODES


@every_search
def test_clues_that_contradict_each_other(method: str) -> None:
    result = solve(IMPOSSIBLE, method=method, max_nodes=1000)
    assert result.solution is None
    assert result.complete  # the clues alone prove it


@every_search
@settings(max_examples=10)
@given(budget=st.integers(0, 60), seed=st.integers(0, 9))
def test_the_position_stays_right_and_can_be_restored(method: str, budget: int, seed: int) -> None:
    puzzle = Puzzle(Shape(3, 2))
    engine, other = engine_of(method, puzzle), load(method, puzzle, seed=seed).make()
    out = Out(np.empty((1, engine.depth), np.uint32), np.empty(1, np.uint32), 1)
    engine.advance(budget, out)
    engine.check()
    other.restore(engine.snapshot())
    found = []
    for each in (engine, other):
        row = np.empty((1, each.depth), np.uint32)
        while each.advance(1000, Out(row, np.empty(1, np.uint32), 1)) != Status.OUT_FULL:
            each.check()
        assert each.part_done() == 1.0
        found.append(row.tolist())
    assert found[0] == found[1]
    assert engine.nodes == other.nodes


def test_annealing_needs_blocks() -> None:
    diagonals = Puzzle(S2, [Diagonal()])
    with pytest.raises(RuleError, match="here they do not hold all cells"):
        solve(diagonals, method="annealing")
    assert solve(diagonals, method="min_conflicts").get().cells[0] > 0


@compiled
def test_annealing_knows_more_digits_than_a_word_has_bits() -> None:
    shape = Shape(9, 9)
    whole = [(9 * (r % 9) + r // 9 + c) % 81 + 1 for r in range(81) for c in range(81)]
    blank = np.random.default_rng(1).choice(81 * 81, 300, replace=False)
    clues = np.array(whole)
    clues[blank] = 0
    puzzle = Puzzle(shape, clues=clues.tolist())
    found = solve(puzzle, method="annealing", max_nodes=100 * MOST_NODES).get()
    assert Puzzle(shape, clues=found.cells).n_clues == 81 * 81  # no two digits clash
    assert all(clue in (0, digit) for clue, digit in zip(clues, found.cells, strict=True))


def test_a_local_search_of_a_portfolio_gives_up_after_one_solution() -> None:
    engine = Once(load("annealing", Puzzle(S2)).make())
    out = Out(np.empty((9, engine.depth), np.uint32), np.empty(9, np.uint32), 9)
    while engine.advance(1000, out) != Status.OUT_FULL:
        pass
    assert engine.solutions == 1
    with pytest.raises(GaveUpError, match="cannot look for others"):
        engine.advance(1000, out)


def test_the_command_prints_what_was_found() -> None:
    result = CliRunner().invoke(main, ["solve", "12..............", "--method", "repair"])
    assert result.exit_code == 4
    assert "| 1 2 |" in result.output
    assert "stopped: there may be other solutions" in result.output
    result = CliRunner().invoke(main, ["count", "12..............", "--method", "repair"])
    assert result.exit_code == 2
    assert "neither counts nor lists" in result.output
