"""A race: the winner is reported, and the losers are stopped."""

from itertools import count as numbers

import numpy as np
import pytest
from hypothesis import given, settings

from exactcover.runtime.search.protocol import Out, Status
from sudoku import Puzzle, Shape, count, solve
from sudoku.papers.mychaskiw import race as racing
from sudoku.papers.mychaskiw.race import RACERS, Race, tally
from tests.sudoku_puzzles import engine_of, puzzles, run

pytestmark = pytest.mark.kernel


def race_of(puzzle: Puzzle) -> Race:
    race = engine_of("race", puzzle)
    assert isinstance(race, Race)
    return race


@settings(max_examples=30)
@given(puzzle=puzzles())
def test_slices_lose_no_solution(puzzle: Puzzle) -> None:
    whole, sliced = race_of(puzzle), race_of(puzzle)
    expected = run(whole, [(1 << 40, 1 << 10)])
    found = run(sliced, [(3, 1), (1, 2), (50, 3)], sliced.check)
    assert sorted(found) == sorted(expected)
    assert len(set(found)) == len(found)


@pytest.fixture
def ticks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the racers' clocks count how often they are read, on a machine of any speed."""
    ticks = numbers()
    monkeypatch.setattr(racing, "perf_counter", lambda: 1e-6 * next(ticks))


@pytest.mark.usefixtures("ticks")
def test_the_winner_is_named_and_the_losers_stop() -> None:
    puzzle = Puzzle(Shape(2, 2))
    race = race_of(puzzle)
    assert race.name == "race"
    out = Out(np.empty((5, race.depth), np.uint32), np.empty(5, np.uint32), 5)
    assert race.advance(1 << 30, out) == Status.OUT_FULL
    assert race.name in RACERS
    nodes = {racer.name: racer.engine.nodes for racer in race._racers}
    while race.advance(1 << 30, out) != Status.EXHAUSTED:
        pass
    assert race.solutions == 288
    moved = {racer.name for racer in race._racers if racer.engine.nodes > nodes[racer.name]}
    assert moved == {race.name}
    assert [line.split(":")[0] for line in race.choice if " won" in line] == [race.name]


def test_tally() -> None:
    puzzles = [Puzzle.from_text("1......2.3.....4"), Puzzle(Shape(2, 2))]
    answers = [count(puzzle, limit=2, method="race") for puzzle in puzzles]
    wins = tally([*answers, solve(puzzles[0], method="race")])
    assert sum(wins.values()) == 3
    assert set(wins) <= set(RACERS)
