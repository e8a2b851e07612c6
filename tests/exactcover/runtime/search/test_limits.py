"""Time limits and Ctrl-C hold in preparation as in the search, wherever they come.

No test looks at a real clock: here, time passes when somebody looks at it.
"""

import signal
import threading
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import islice
from math import inf
from typing import Any

import pytest

from exactcover import Interrupted, Problem, ProblemError, Stop, UndecidedError, UnfinishedError
from exactcover.orders import order_graph
from exactcover.portfolio import lengths
from exactcover.problem import links
from exactcover.runtime.search import limits as watch
from exactcover.runtime.search.driver import Search
from exactcover.runtime.search.limits import HaltedError, Watch, loading, stop_if_due, watched
from exactcover.runtime.search.protocol import Engine
from tests.problems import choices, dominoes

KNOTS = Problem(
    [[k, (k + 1) % 8] for k in range(8)] + [[k, (k + 3) % 8] for k in range(8)] + [[8], [8, 9], [9]]
)
"""Has two parts, so that its plan goes further than that of others."""
LATE = 1e9


class Clock:
    """Stands still until it was read so often. Every later reading is much later than the last."""

    def __init__(self, at: float) -> None:
        self.at = at
        self.now, self.n_read = 0.0, 0

    def __call__(self) -> float:
        """Read it; what is spent on loading kernels is not counted, so nothing happens then."""
        if not watch._thread.n_loading:
            self.n_read += 1
            if self.n_read >= self.at:
                self.happen()
        return self.now

    def happen(self) -> None:
        """Let time pass."""
        self.now += LATE


class CtrlC(Clock):
    """Sends Ctrl-C when it was read so often, and stands still."""

    def happen(self) -> None:
        """Send it once."""
        if self.n_read == self.at:
            signal.raise_signal(signal.SIGINT)


@pytest.fixture
def small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let small problems be prepared in many steps, and see many engines."""
    monkeypatch.setattr(lengths, "FIRST_NODES", 2)
    monkeypatch.setattr(lengths, "SLICE_UPDATES", 8)
    monkeypatch.setattr(links, "PIECE", 4)
    monkeypatch.setattr(order_graph, "PIECE", 4)
    # The package's attribute of this name is the verb.
    monkeypatch.setattr(import_module("exactcover.analysis.reduction"), "STEP_WORK", 8)


@pytest.fixture
def default_handler() -> Iterator[None]:
    """Have Python's own handler, which a process in the background may lack."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    after = signal.signal(signal.SIGINT, before)
    assert after is signal.default_int_handler


def fresh(problem: Problem) -> Problem:
    """Return the same problem with nothing laid out yet."""
    return Problem([list(option.items) for option in problem.options])


def readings(verb: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> int:
    """Return how often a verb reads the clock."""
    clock = Clock(inf)
    monkeypatch.setattr(watch, "clock", clock)
    verb()
    return clock.n_read


def abs_of(x: int) -> int:
    """Return a number without its sign; to be compiled."""
    return abs(x)


VERBS: dict[str, Callable[..., object]] = {
    "count": lambda problem, **controls: problem.count(**controls),
    "frontier": lambda problem, **controls: problem.count(method="frontier", **controls),
    "solve": lambda problem, **controls: problem.solve(**controls),
    "diagram": lambda problem, **controls: problem.diagram(**controls).count(),
    "sample": lambda problem, **controls: problem.sample(2, seed=1, **controls),
    "uses": lambda problem, **controls: problem.uses(**controls),
    "weighted count": lambda problem, **controls: problem.count(weights={0: 2}, **controls),
    "cheapest": lambda problem, **controls: problem.cheapest(**controls),
    "estimate": lambda problem, **controls: problem.estimate(n_probes=20, seed=1, **controls),
    "workers": lambda problem, **controls: problem.count(workers=1, **controls),
}


@pytest.mark.kernel
@pytest.mark.usefixtures("small_steps")
@pytest.mark.parametrize("name", VERBS)
def test_no_verb_looks_long_at_a_clock_that_is_late(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    verb = VERBS[name]
    verb(fresh(KNOTS))  # to load its kernels
    n = readings(lambda: verb(fresh(KNOTS)), monkeypatch)
    # The first reading says when the verb began.
    for at in range(2, n, max(1, n // 60)):
        clock = Clock(at)
        monkeypatch.setattr(watch, "clock", clock)
        try:
            found = verb(fresh(KNOTS), time_limit=1)
        except (UndecidedError, UnfinishedError):
            pass
        else:
            stopped = getattr(found, "stopped", None)
            assert stopped in (None, Stop.TIME, Stop.LIMIT)
        # The steps after that are few, whatever was under way, and each reads it a few times.
        assert clock.n_read <= at + 40


@pytest.mark.kernel
@pytest.mark.usefixtures("small_steps")
@pytest.mark.parametrize("problem", [KNOTS, dominoes(4, 4)], ids=["knots", "dominoes"])
def test_a_late_count_is_a_lower_bound(problem: Problem, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = fresh(problem).count()
    n = readings(fresh(problem).count, monkeypatch)
    for at in range(1, n, max(1, n // 60)):
        monkeypatch.setattr(watch, "clock", Clock(at))
        count = fresh(problem).count(time_limit=1)
        assert count <= expected
        assert count.complete == (count.stopped is None)
        assert not count.complete or count == expected


@pytest.mark.kernel
@pytest.mark.usefixtures("small_steps", "default_handler")
@pytest.mark.parametrize("problem", [KNOTS, dominoes(4, 4)], ids=["knots", "dominoes"])
def test_ctrl_c_in_any_step_loses_nothing(
    problem: Problem, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = [solution.indices for solution in fresh(problem).solutions()]
    n = readings(lambda: list(fresh(problem).solutions()), monkeypatch)
    n_interrupts = 0
    for at in range(1, n, max(1, n // 100)):
        monkeypatch.setattr(watch, "clock", CtrlC(at))
        solutions = fresh(problem).solutions()
        found = []
        for _ in range(len(expected) + 2):
            try:
                found += [solution.indices for solution in islice(solutions, 1)]
            except Interrupted as interrupted:
                assert interrupted.result is solutions
                n_interrupts += 1
        assert sorted(found) == sorted(expected)
        assert solutions.complete
    assert n_interrupts > 5


@pytest.mark.usefixtures("default_handler")
def test_ctrl_c_while_a_problem_is_laid_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def ctrl_c(*_: object) -> None:
        signal.raise_signal(signal.SIGINT)

    problem = choices(4)
    problem.count()
    with monkeypatch.context() as patched:
        patched.setattr(links, "stop_if_due", ctrl_c)
        with pytest.raises(Interrupted) as caught:
            fresh(problem).count()
    assert caught.value.result == 0
    assert fresh(problem).count() == 16


def test_what_other_threads_cancel_is_not_prepared() -> None:
    class Flag:
        """Is set from the second question on."""

        asked = 0

        def is_set(self) -> bool:
            self.asked += 1
            return self.asked > 1

    flag = Flag()
    count = fresh(choices(3)).count(cancel=flag)
    assert (count, count.stopped) == (0, Stop.CANCELLED)
    assert count.statistics.nodes == 0
    assert flag.asked < 9


def test_loading_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(watch, "clock", lambda: now[0])
    own = Watch(time_limit=10)
    with own.running():
        now[0] += 3
        with loading(), loading():
            now[0] += 100
            assert own.seconds == 3
        now[0] += 4
        assert (own.seconds, own.left, own.stop) == (7, 3, None)
    now[0] += 50
    assert own.seconds == 7
    with own.running():
        now[0] += 3
        assert own.stop is Stop.TIME
        with pytest.raises(HaltedError):
            list(watched("abc"))


def test_nothing_stops_while_kernels_are_loaded() -> None:
    with Watch(time_limit=0).running():
        with loading():
            stop_if_due()
        with pytest.raises(HaltedError):
            stop_if_due()


def test_an_inner_verb_stops_when_the_outer_one_is_to(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(watch, "clock", lambda: now[0])
    outer, inner = Watch(time_limit=1), Watch()
    with outer.running(), inner.running():
        stop_if_due()
        now[0] = 2.0
        assert inner.stop is Stop.TIME
    stop_if_due()  # nobody is running
    assert inner.stop is None


def test_what_an_outer_verb_stops_in_preparation_was_not_interrupted() -> None:
    def made() -> Engine:
        stop_if_due()
        raise AssertionError("made")

    cancel = threading.Event()
    with Watch(cancel=cancel).running():
        cancel.set()
        search = Search(made)
        assert search.collect() == []
    assert (search.stopped, search.interrupted) == (Stop.CANCELLED, False)


def test_another_thread_has_another_watch() -> None:
    halted: list[bool] = []
    own = Watch(time_limit=0)

    def look() -> None:
        stop_if_due()
        halted.append(False)

    with own.running():
        thread = threading.Thread(target=look)
        thread.start()
        thread.join()
    assert halted == [False]


@pytest.mark.parametrize("value", ["3", "soon", True, [1], 1j, b"1"])
@pytest.mark.parametrize("name", ["count", "solve", "diagram", "sample", "cheapest", "estimate"])
def test_a_time_limit_is_a_number(name: str, value: Any) -> None:
    with pytest.raises(ProblemError, match=r"time_limit is .*: it must be a number of seconds"):
        VERBS[name](choices(2), time_limit=value)


@pytest.mark.parametrize(
    ("controls", "message"),
    [
        ({"seed": True}, "seed is True"),
        ({"chosen": 0}, "chosen is 0: give a list, also of one"),
        ({"limit": "1"}, "limit is '1'"),
        ({"method": ["auto"]}, "the name of a method is a text"),
        ({"workers": "2"}, "workers is '2'"),
        ({"progress": 1}, "progress is 1"),
    ],
)
def test_controls_are_checked(controls: dict[str, Any], message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        choices(2).count(**controls)


@pytest.mark.kernel
def test_compiling_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    from exactcover.runtime.kernels import jit
    from exactcover.runtime.kernels.compile_notice import notice

    if not jit.is_compiled():
        pytest.skip("nothing is compiled here")
    now = [0.0]

    def slow() -> None:
        now[0] += 1.0  # every pass of the compiler takes a second

    monkeypatch.setattr(watch, "clock", lambda: now[0])
    monkeypatch.setattr(notice, "begin", slow)
    own = Watch(time_limit=1)
    with own.running():
        assert jit.unkept(abs_of)(-1) == 1
        assert now[0] > 5
        assert own.seconds == 0.0
        assert own.stop is None


def test_limits_do_not_apply_while_kernels_are_loaded() -> None:
    with Watch(time_limit=0).running():
        with loading():
            stop_if_due()
        with pytest.raises(HaltedError):
            stop_if_due()


def test_loading_is_not_stopped() -> None:
    limit = watch.Watch(0)
    with limit.running():
        with watch.loading():
            watch.stop_if_due()
        with pytest.raises(watch.HaltedError):
            watch.stop_if_due()
