"""Ctrl-C: nothing found is lost, and the handler is as it was."""

import signal
from collections.abc import Callable, Iterator
from itertools import count, islice
from types import FrameType

import pytest

from exactcover import Count, Interrupted, Problem, Progress, Result, UndecidedError

pytestmark = [pytest.mark.kernel, pytest.mark.usefixtures("node_by_node", "default_handler")]

PERMUTATIONS = Problem([[row, ("column", column)] for row in range(4) for column in range(4)])


@pytest.fixture
def default_handler() -> Iterator[None]:
    """Have Python's own handler, which a process in the background may lack; look after it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    after = signal.signal(signal.SIGINT, before)
    assert after is signal.default_int_handler


def ctrl_c(is_due: Callable[[int], bool]) -> Callable[[Progress], None]:
    """Return a progress function that sends Ctrl-C at the reports (1, 2, ...) that are due."""
    reports = count(1)

    def report(progress: Progress) -> None:
        if is_due(next(reports)):
            signal.raise_signal(signal.SIGINT)

    return report


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_count_returns_what_it_has(share: float) -> None:
    nodes = PERMUTATIONS.count().statistics.nodes
    at = max(1, int(share * nodes))
    with pytest.raises(KeyboardInterrupt) as caught:
        PERMUTATIONS.count(progress=ctrl_c({at}.__contains__))
    assert isinstance(caught.value, Interrupted)
    result = caught.value.result
    assert isinstance(result, Count)
    assert result.statistics.nodes == at
    assert result == result.statistics.solutions
    assert result.stopped is None
    assert result.complete == (at == nodes)
    if not result.complete:
        assert repr(result) == f"<Count: at least {int(result)}, interrupted>"


def test_ctrl_c_at_the_last_report_is_not_swallowed() -> None:
    nodes = PERMUTATIONS.count().statistics.nodes
    with pytest.raises(Interrupted):
        PERMUTATIONS.count(progress=ctrl_c(lambda report: report > nodes))


def test_solve_returns_what_it_has() -> None:
    nodes = PERMUTATIONS.solve().statistics.nodes
    for at in (1, nodes):
        with pytest.raises(Interrupted) as caught:
            PERMUTATIONS.solve(progress=ctrl_c({at}.__contains__))
        result = caught.value.result
        assert isinstance(result, Result)
        assert not result.complete
        assert (result.solution is not None) == (at == nodes)
    assert result


def test_an_interrupted_result_is_undecided() -> None:
    with pytest.raises(Interrupted) as caught:
        PERMUTATIONS.solve(progress=ctrl_c({1}.__contains__))
    with pytest.raises(UndecidedError, match="interrupted"):
        bool(caught.value.result)


@pytest.mark.parametrize("every", [1, 2, 5])
def test_an_iterator_goes_on_and_loses_nothing(every: int) -> None:
    solutions = PERMUTATIONS.solutions(progress=ctrl_c(lambda report: report % every == 0))
    found, interrupts = [], []
    for _ in range(200):
        try:
            found += list(islice(solutions, 1))
        except Interrupted as interrupted:
            interrupts.append(interrupted.result)
    assert found == list(PERMUTATIONS.solutions())
    assert solutions.complete
    assert 5 < len(interrupts) < 100  # after the end there are none
    assert set(interrupts) == {solutions}


def test_a_handler_of_the_users_is_left_alone() -> None:
    noted: list[int] = []

    def handler(number: int, frame: FrameType | None) -> None:
        noted.append(number)

    previous = signal.signal(signal.SIGINT, handler)
    try:
        assert PERMUTATIONS.count(progress=ctrl_c({3}.__contains__)) == 24
        assert signal.getsignal(signal.SIGINT) is handler
    finally:
        signal.signal(signal.SIGINT, previous)
    assert noted == [signal.SIGINT]


def test_an_error_in_a_report_comes_through() -> None:
    def report(progress: Progress) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        PERMUTATIONS.count(progress=report)


def test_the_bar_goes_away(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Flag:
        """Sends Ctrl-C when it is asked for the third time."""

        asked = 0

        def is_set(self) -> bool:
            self.asked += 1
            if self.asked == 3:
                signal.raise_signal(signal.SIGINT)
            return False

    monkeypatch.setenv("FORCE_COLOR", "1")  # rich takes what is captured for a terminal
    with pytest.raises(Interrupted):
        PERMUTATIONS.count(progress=True, cancel=Flag())
    error = capfd.readouterr().err
    assert error.count("\x1b[?25l") == error.count("\x1b[?25h") == 1  # the cursor is back
