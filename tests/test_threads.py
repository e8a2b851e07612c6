"""Lazy iterators belong to one thread at a time; problems and models may be shared by threads.

No test depends on which thread is faster.
"""

import pickle
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import csp
import sudoku
from csp.constraints.all_different import AllDifferent
from exactcover import (
    InUseError,
    Problem,
    Progress,
    combine,
    components,
    trace,
)
from exactcover.runtime.lazy_iterators import InTurn
from exactcover.runtime.search import progress as reports
from sudoku import Puzzle, Shape
from tests.problems import choices

ROOKS = [[row, ("column", column)] for row in range(5) for column in range(5)]
N_ROOKS = 120


def rooks() -> Problem:
    return Problem(ROOKS, costs=range(25))


def all_different() -> csp.Model:
    model = csp.Model()
    model.post(csp.all_different(model.variables(5, range(5), name="x")))
    return model


def texts(elements: Iterable[Any]) -> list[str]:
    """Return the texts of solutions; how many of them an array has depends on the time."""
    return [
        repr(solution)
        for each in elements
        for solution in (each if isinstance(each, np.ndarray) else [each])
    ]


class Gate:
    """A flag that is not set, and where the first thread that looks waits once it is closed."""

    def __init__(self) -> None:
        self.is_closed = False
        self.has_come, self.is_open = threading.Event(), threading.Event()

    def is_set(self) -> bool:
        if self.is_closed:
            self.is_closed = False
            self.has_come.set()
            assert self.is_open.wait(60)
        return False


def improving(**controls: Any) -> Iterator[Any]:
    model = all_different()
    return model.improving_solutions(model.unknowns[0], **controls)


SEARCHES: dict[str, Callable[..., Iterator[Any]]] = {
    "cover": lambda **controls: rooks().solutions(**controls),
    "arrays": lambda **controls: rooks().solutions(**controls).arrays(),
    "improving": lambda **controls: rooks().improving_solutions(**controls),
    "workers": lambda **controls: rooks().solutions(workers=1, **controls),
    "classes": lambda **controls: rooks().solutions(up_to="all", **controls),
    "model": lambda **controls: all_different().solutions(**controls),
    "model's arrays": lambda **controls: all_different().solutions(**controls).arrays(),
    "model, improving": improving,
    "model's cover": lambda **controls: all_different().to_exact_cover().solutions(**controls),
    "puzzle": lambda **controls: Puzzle(Shape(2, 2)).solutions(**controls),
    "generate": lambda **controls: sudoku.generate(9, shape=Shape(2, 2), seed=1, **controls),
}


@pytest.mark.kernel
@pytest.mark.parametrize("name", SEARCHES)
def test_a_second_thread_is_refused_and_the_first_goes_on(name: str) -> None:
    gate = Gate()
    iterator = SEARCHES[name](cancel=gate)
    gate.is_closed = True
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(next, iterator)
        assert gate.has_come.wait(60)
        try:
            for _ in range(2):
                with pytest.raises(InUseError, match="Let one thread at a time use it"):
                    next(iterator)
        finally:
            gate.is_open.set()
        found = [first.result(), *iterator]
    expected = [*SEARCHES[name]()]
    assert texts(found) == texts(expected)


@pytest.mark.kernel
def test_a_search_is_not_entered_from_its_own_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reports, "SECONDS_BETWEEN", -1.0)
    refused: list[str] = []

    def report(progress: Progress) -> None:
        for use in (solutions.__next__, solutions.close, solutions.arrays().__next__):
            with pytest.raises(InUseError) as caught:
                use()
            refused.append(str(caught.value))
        assert solutions.statistics.solutions <= N_ROOKS

    solutions = rooks().solutions(progress=report)
    assert len(set(solutions)) == N_ROOKS
    assert refused


@pytest.mark.kernel
def test_another_thread_may_go_on_later() -> None:
    solutions = rooks().solutions()
    found: list[Any] = []
    with ThreadPoolExecutor(1) as pool:
        while True:
            found.append(next(solutions, None))
            found.append(pool.submit(next, solutions, None).result())
            if found[-1] is None:
                break
    assert Counter(found) - Counter([None] * 3) == Counter(rooks().solutions())


@pytest.mark.kernel
@pytest.mark.parametrize("name", ["cover", "model", "puzzle"])
def test_four_threads_that_ask_again_lose_nothing_and_get_nothing_twice(name: str) -> None:
    iterator = SEARCHES[name]()

    def take() -> list[str]:
        found = []
        while True:
            try:
                found.append(repr(next(iterator)))
            except InUseError:
                continue
            except StopIteration:
                return found

    with ThreadPoolExecutor(4) as pool:
        futures = [pool.submit(take) for _ in range(4)]
    found = Counter(each for future in futures for each in future.result())
    assert found == Counter(map(repr, SEARCHES[name]()))


def parts() -> Iterator[Any]:
    own = components(choices(3))
    return combine(own, [part.problem.solutions() for part in own])


@pytest.mark.kernel
@pytest.mark.parametrize(
    "make",
    [
        lambda: iter(choices(2).diagram()),
        lambda: choices(2).diagram().by_cost(),
        lambda: trace(choices(2)),
        parts,
        lambda: choices(2).symmetries().conjugacy_classes(),
        lambda: all_different().symmetries().images({f"x[{k}]": k for k in range(5)}),
        lambda: sudoku.read_puzzles(["1" + "." * 15]),
        lambda: sudoku.explain(sudoku.parse(".234341221434321")).pictures(),
        lambda: choices(2).solutions().arrays(),
        lambda: sudoku.generate(2, shape=Shape(2, 2)).arrays(),
    ],
)
def test_all_that_is_made_when_asked_for_is_made_in_turn(make: Callable[[], Any]) -> None:
    iterator = make()
    assert isinstance(iterator, InTurn)
    assert len([*iterator]) >= 1


def test_what_is_made_in_turn_refuses_a_second_thread() -> None:
    gate = Gate()
    gate.is_closed = True
    iterator = InTurn(k for k in range(3) if not gate.is_set())
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(next, iterator)
        assert gate.has_come.wait(60)
        with pytest.raises(InUseError):
            next(iterator)
        gate.is_open.set()
        assert [first.result(), *iterator] == [0, 1, 2]


@pytest.mark.kernel
def test_threads_may_share_a_problem_and_a_model() -> None:
    problem, model = rooks(), pickle.loads(pickle.dumps(all_different()))
    barrier = threading.Barrier(4)

    def count(shared: Any) -> int:
        barrier.wait(60)
        return int(shared.count())

    with ThreadPoolExecutor(4) as pool:
        assert [*pool.map(count, [problem, problem, model, model])] == [N_ROOKS] * 4


@pytest.mark.kernel
def test_a_model_that_was_built_in_part_is_built_again(monkeypatch: pytest.MonkeyPatch) -> None:
    model = csp.Model()
    x = model.variables(3, range(3), name="x")
    model.post(x[0] != 0, csp.all_different(x))
    again = pickle.loads(pickle.dumps(model))
    build = AllDifferent.build

    def halted(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(AllDifferent, "build", halted)
    with pytest.raises(KeyboardInterrupt):
        again.count()
    monkeypatch.setattr(AllDifferent, "build", build)
    assert again.count() == 4


@pytest.mark.kernel
@pytest.mark.parametrize("name", sorted(SEARCHES.keys() - {"workers", "classes", "generate"}))
def test_nothing_is_lost_when_progress_raises(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also not by the last report, which comes after the last solutions."""
    monkeypatch.setattr(reports, "SECONDS_BETWEEN", -1.0)
    n_calls = 0

    def report(progress: Progress) -> None:
        nonlocal n_calls
        n_calls += 1
        if n_calls % 2 or progress.part == 1:
            raise ZeroDivisionError

    found: list[str] = []
    iterator = SEARCHES[name](progress=report)
    for _ in range(1000):
        try:
            found += texts([next(iterator)])
        except ZeroDivisionError:
            continue
        except StopIteration:
            break
    assert n_calls
    assert found == texts(SEARCHES[name]())
