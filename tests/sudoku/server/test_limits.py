"""All verbs of a command share its time limit; the clock is one of the test."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from typing import Any

import pytest

import sudoku.server.answers
import sudoku.server.limits
import sudoku.studio.commands.check
import sudoku.studio.commands.why_not
from sudoku import Classic, Killer, Puzzle, Shape, count, solve, why_impossible
from sudoku.server.answers import NO_SOLUTION, REASON_SECONDS, Answers
from sudoku.server.limits import Limits
from sudoku.server.messages import Message
from sudoku.server.refusals import UNEXPLAINED
from sudoku.studio.desk import Desk
from tests.sudoku.server.client import packed
from tests.sudoku.studio.desk import Client

ONE = Puzzle.from_text("1......2.3.....4")
CAGES = Killer([(3, [(0, 0), (0, 1)]), (4, [(2, 2), (3, 2)])])
NONE = Puzzle(Shape(2, 2), [Classic(), CAGES], {(0, 3): 2, (3, 0): 4})


class Clock:
    """The seconds that have passed, and those of them in which kernels were loaded."""

    def __init__(self) -> None:
        self.seconds = self.loading = 0.0

    def late(self, verb: Callable[..., Any], seconds: float) -> Callable[..., Any]:
        """Return a verb that takes some seconds."""

        def run(*arguments: Any, **keywords: Any) -> Any:
            found = verb(*arguments, **keywords)
            self.seconds += seconds
            return found

        return run


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(sudoku.server.limits, "clock", lambda: made.seconds)
    monkeypatch.setattr(sudoku.server.limits, "seconds_loading", lambda: made.loading)
    return made


def test_the_next_verb_has_what_is_left(clock: Clock) -> None:
    cancel = Event()
    limits = Limits(10, cancel)
    assert dict(limits) == {"cancel": cancel, "time_limit": 10}
    clock.seconds = 9
    clock.loading = 5
    assert limits["time_limit"] == 6
    clock.seconds = 100
    assert limits["time_limit"] == 0
    assert Limits(None, cancel)["time_limit"] is None
    with pytest.raises(KeyError):
        limits["max_nodes"]


@pytest.fixture
def client(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Client:
    """Return a client of a desk whose limit is over after the first verb of a command."""
    monkeypatch.setattr(sudoku.studio.commands.check, "count", clock.late(count, 20))
    monkeypatch.setattr(sudoku.studio.commands.why_not, "solve", clock.late(solve, 20))
    made = Client()
    made.desk = Desk(10)
    return made


@pytest.mark.kernel
def test_check_ends_with_the_time_of_the_command(client: Client) -> None:
    reply = client.ask("check", ONE)
    assert (reply["verdict"], reply["words"]) == ("unknown", "Stopped by the time limit.")


@pytest.mark.kernel
def test_what_is_proved_is_told_without_its_reason(client: Client) -> None:
    """A verdict stays where only the time for its reason was over."""
    reply = client.ask("check", NONE)
    assert reply == {"type": "result", "verdict": "none", "words": UNEXPLAINED}
    reply = client.ask("why_not", ONE, cell=1, digit=4)
    assert reply["verdict"] == "impossible"
    assert reply["words"] == f"There is no solution with 4 in row 1, column 2. {UNEXPLAINED}"


@pytest.mark.kernel
@pytest.mark.parametrize("limit", [None, 10.0, 20.5])
def test_the_script_is_told_the_reason_within_a_short_time(
    clock: Clock, monkeypatch: pytest.MonkeyPatch, limit: float | None
) -> None:
    """It has its own limit of time, and no more than is left of that of the command."""
    given: list[float] = []

    def reason(puzzle: Puzzle, *, time_limit: float, cancel: Any) -> Any:
        given.append(time_limit)
        return why_impossible(puzzle, time_limit=time_limit and None, cancel=cancel)

    monkeypatch.setattr(sudoku.server.answers, "solve", clock.late(solve, 20))
    monkeypatch.setattr(sudoku.server.answers, "why_impossible", reason)
    if limit == 10:
        monkeypatch.setattr(sudoku.server.answers, "why_impossible", why_impossible)
    reply = Answers(limit).answer(Message(1, "solve", packed(NONE)), Event(), print)
    words = f"{NO_SOLUTION} {why_impossible(NONE)}"
    assert reply == {"type": "invalid", "message": NO_SOLUTION if limit == 10 else words}
    assert given == {None: [REASON_SECONDS], 20.5: [0.5]}.get(limit, [])
