"""Verbs in an event loop: results, errors, cancelling, progress, iterators."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from csp import Model, all_different
from exactcover import InUseError, Problem, ProblemError, Progress, iterate_async, run_async
from sudoku import ClashError, Shape, generate, solve


def rooks(n: int) -> Problem:
    return Problem([[("row", r), ("column", c)] for r in range(n) for c in range(n)])


def until_cancelled(cancel: threading.Event, started: threading.Event) -> str:
    """Wait as a search does, for its flag."""
    started.set()
    while not cancel.is_set():
        threading.Event().wait(0.001)
    return "stopped"


def test_verbs_of_the_three_packages() -> None:
    async def all_three() -> tuple[Any, ...]:
        model = Model()
        x = model.variables(3, range(3), "x")
        model.post(all_different(x))
        return await asyncio.gather(
            run_async(rooks(4).count),
            run_async(model.minimize, 3 * x[0] + x[1]),
            run_async(solve, "1......2.3.....4", time_limit=60),
        )

    count, best, result = asyncio.run(all_three())
    assert (count, best.value, result.get().to_line()) == (24, 1, "1243341243212134")


def test_errors_come_as_they_are() -> None:
    with pytest.raises(ClashError):
        asyncio.run(run_async(solve, "11.............."))
    with pytest.raises(ProblemError, match="limit is -1"):
        asyncio.run(run_async(rooks(2).count, limit=-1))
    with pytest.raises(ProblemError, match="cannot be called"):
        asyncio.run(run_async(3))  # type: ignore[arg-type]


def test_the_loop_goes_on_and_a_cancelled_task_ends_after_its_verb() -> None:
    ended: list[str] = []

    def verb(*, cancel: Any = None) -> None:
        ended.append(until_cancelled(cancel, started))

    async def cancelled() -> bool:
        task = asyncio.create_task(run_async(verb))
        while not started.is_set():
            await asyncio.sleep(0)  # if the verb blocked the loop, this would wait for ever
        task.cancel()
        await asyncio.wait([task])
        assert ended == ["stopped"]
        return task.cancelled()

    started = threading.Event()
    assert asyncio.run(cancelled())


def test_a_second_cancelling_waits_for_the_verb_too() -> None:
    released, ended = threading.Event(), threading.Event()

    def verb(*, cancel: Any = None) -> None:
        until_cancelled(cancel, started)
        released.wait()
        ended.set()

    async def cancelled() -> None:
        task = asyncio.create_task(run_async(verb))
        while not started.is_set():
            await asyncio.sleep(0)
        for _ in range(3):
            task.cancel()
            await asyncio.sleep(0)
        assert not task.done()
        released.set()
        await asyncio.wait([task])
        assert task.cancelled()
        assert ended.is_set()

    started = threading.Event()
    asyncio.run(cancelled())


@pytest.mark.kernel
def test_a_search_is_cancelled() -> None:
    """A count of the placements of 16 rooks one by one would take days."""
    reports: list[Progress] = []
    threads: set[int] = set()

    def report(progress: Progress) -> None:
        reports.append(progress)
        threads.add(threading.get_ident())

    async def cancelled() -> bool:
        work = run_async(rooks(16).count, method="dancing_cells", progress=report)
        task = asyncio.create_task(work)
        while not reports:
            await asyncio.sleep(0.001)
        task.cancel()
        await asyncio.wait([task])
        return task.cancelled()

    assert asyncio.run(cancelled())
    assert threads == {threading.get_ident()}


def test_the_flag_of_the_caller_counts() -> None:
    flag = threading.Event()
    flag.set()
    count = asyncio.run(run_async(rooks(3).count, cancel=flag))
    assert str(count.stopped) == "Stop.CANCELLED"


def test_an_iterator_yields_what_its_verb_yields() -> None:
    async def listed() -> tuple[list[Any], bool, list[str]]:
        found = iterate_async(rooks(4).solutions)
        solutions = [solution async for solution in found]
        made = iterate_async(generate, 2, shape=Shape(2, 2), seed=3)
        return solutions, found.source.complete, [each.grid.to_line() async for each in made]

    solutions, complete, puzzles = asyncio.run(listed())
    assert complete
    assert solutions == list(rooks(4).solutions())
    assert puzzles == [each.grid.to_line() for each in generate(2, shape=Shape(2, 2), seed=3)]


def test_errors_of_an_iterator_and_two_tasks_at_one() -> None:
    started, released = threading.Event(), threading.Event()

    def numbers() -> Iterator[int]:
        started.set()
        released.wait()
        yield 1
        raise ValueError("no more")

    async def both() -> None:
        stream = iterate_async(numbers)
        first = asyncio.create_task(anext(stream))
        while not started.is_set():
            await asyncio.sleep(0)
        with pytest.raises(InUseError):
            await anext(stream)
        released.set()
        with pytest.raises(ValueError, match="no more"):
            await first
        with pytest.raises(StopAsyncIteration):
            await anext(stream)

    asyncio.run(both())


def test_leaving_early_closes_the_search() -> None:
    async def first() -> tuple[Any, Any]:
        async with iterate_async(rooks(9).solutions) as found:
            solution = await anext(found)
        with pytest.raises(StopAsyncIteration):
            await anext(found)
        return solution, found.source

    solution, source = asyncio.run(first())
    assert len(solution.labels or solution) > 0
    assert not source.complete
