"""The limits and the progress of verbs that are no searches.

No test looks at a real clock.
"""

import threading

import pytest

from exactcover import ProblemError, Progress, Stop, UnfinishedError
from exactcover.runtime.search import limits
from exactcover.runtime.search import progress as reports
from exactcover.runtime.search.limits import HaltedError, Watch, stop_if_due, watched
from exactcover.runtime.search.work import limited


class Flag:
    """Is set at one question only, the second."""

    asked = 0

    def is_set(self) -> bool:
        self.asked += 1
        return self.asked == 2


def test_a_limit_stops_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(limits, "clock", lambda: now[0])
    done = []
    message = r"the list is not complete: .*time limit"
    with pytest.raises(UnfinishedError, match=message) as caught, limited("the list", 3):
        for k in watched(range(9), every=1):
            now[0] += 1
            done.append(k)
    assert caught.value.stopped is Stop.TIME
    assert done == [0, 1, 2]


def test_a_flag_stops_the_work_even_if_it_is_not_set_later() -> None:
    with (
        pytest.raises(UnfinishedError, match="cancelled") as caught,
        limited("the list", cancel=Flag()),
    ):
        list(watched(range(9), every=1))
    assert caught.value.stopped is Stop.CANCELLED


def test_the_verb_outside_is_told_that_it_must_stop() -> None:
    event = threading.Event()
    with Watch(cancel=event).running():
        event.set()
        with pytest.raises(HaltedError), limited("the list"):
            stop_if_due()
    with pytest.raises(UnfinishedError), limited("the list", cancel=event), limited("a part"):
        stop_if_due()


def test_progress_is_reported_whenever_work_or_a_part_of_it_is_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reports, "SECONDS_BETWEEN", -1.0)
    told: list[Progress] = []
    with limited("the list", progress=told.append) as work:
        stop_if_due()
        work.part, work.nodes = 0.5, 7
        with limited("a part"):
            stop_if_due()
    assert [(each.part, each.nodes) for each in told] == [(0.0, 0), (0.5, 7), (1.0, 7)]


@pytest.mark.parametrize("name", ["time_limit", "cancel", "progress"])
def test_arguments_are_checked(name: str) -> None:
    with pytest.raises(ProblemError, match=f"{name} is 'x'"), limited("the list", **{name: "x"}):
        pass
