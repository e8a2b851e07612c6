"""Verbs in an event loop: results, errors, cancelling, progress, iterators."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from csp import Model, all_different
from exactcover import InUseError, Problem, ProblemError, Progress, iterate_async, run_async
from exactcover.runtime.asynchronous import SECONDS, _takes_cancel
from sudoku import ClashError, Shape, generate, rule, solve


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


def test_a_call_that_no_thread_has_begun_is_withdrawn_at_once() -> None:
    started, released = threading.Event(), threading.Event()
    begun: list[str] = []

    def stranger() -> None:
        started.set()
        released.wait()

    async def one_thread() -> None:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
        long = asyncio.create_task(run_async(stranger))
        while not started.is_set():
            await asyncio.sleep(0)
        queued = asyncio.create_task(run_async(begun.append, "begun"))
        await asyncio.sleep(0)
        queued.cancel()
        await asyncio.wait([queued])
        assert queued.cancelled()
        assert not long.done()
        released.set()
        await long

    asyncio.run(one_thread())
    assert begun == []


def test_a_stream_is_closed_although_strangers_have_all_threads() -> None:
    released = threading.Event()

    async def one_thread() -> Any:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
        async with iterate_async(Waiting) as stream:
            await anext(stream)
            long = asyncio.create_task(run_async(released.wait))
            await asyncio.sleep(0)
        assert not long.done()
        released.set()
        await long
        return stream.source

    assert asyncio.run(one_thread()).closed.is_set()


def test_a_flag_is_given_only_to_what_takes_one() -> None:
    def any_keywords(**keywords: Any) -> list[str]:
        return list(keywords)

    def has_it(cancel: Any, **keywords: Any) -> bool:
        return isinstance(cancel, threading.Event)

    diagram = rooks(3).diagram()
    assert _takes_cancel(diagram.union, (diagram,))

    async def each() -> tuple[Any, ...]:
        return (
            await run_async(any_keywords, a=1),
            await run_async(rule, "anti_king") == rule("anti_king"),
            await run_async(has_it, threading.Event()),
            (await run_async(diagram.union, diagram, max_bytes=1 << 20)).count(),
        )

    assert asyncio.run(each()) == (["a"], True, True, 6)


def test_wrong_arguments_are_named_as_by_the_verb() -> None:
    async def report(progress: Progress) -> None:
        pass

    with pytest.raises(ProblemError, match="cancel is 5: it must have a method is_set"):
        asyncio.run(run_async(rooks(2).count, cancel=5))  # type: ignore[arg-type]
    with pytest.raises(ProblemError, match="nothing awaits it; give a plain function"):
        asyncio.run(run_async(rooks(2).count, progress=report))


def test_a_verb_that_raises_stop_iteration_does_not_hang() -> None:
    with pytest.raises(RuntimeError, match="raised StopIteration"):
        asyncio.run(run_async(next, iter([])))


def test_what_a_function_for_progress_raises_stops_the_verb() -> None:
    def verb(*, progress: Any, cancel: Any = None) -> str:
        progress(1)
        return until_cancelled(cancel, threading.Event())

    def numbers(*, progress: Any, cancel: Any = None) -> Iterator[str]:
        yield "first"
        yield verb(progress=progress, cancel=cancel)

    def report(progress: object) -> None:
        raise LookupError("of the caller")

    async def listed() -> None:
        found = []
        with pytest.raises(LookupError, match="of the caller"):
            async for item in iterate_async(numbers, progress=report):
                found.append(item)
        assert found == ["first", "stopped"]

    with pytest.raises(LookupError, match="of the caller"):
        asyncio.run(run_async(verb, progress=report))
    asyncio.run(listed())


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


def test_items_before_an_error_are_delivered_and_two_tasks_cannot_wait() -> None:
    started, released = threading.Event(), threading.Event()

    def numbers() -> Iterator[int]:
        started.set()
        released.wait()
        yield 1
        yield 2
        raise ValueError("no more")

    async def both() -> None:
        stream = iterate_async(numbers)
        first = asyncio.create_task(anext(stream))
        while not started.is_set():
            await asyncio.sleep(0)
        with pytest.raises(InUseError):
            await anext(stream)
        released.set()
        assert [await first, await anext(stream)] == [1, 2]
        with pytest.raises(ValueError, match="no more"):
            await anext(stream)
        with pytest.raises(StopAsyncIteration):
            await anext(stream)

    asyncio.run(both())


class Waiting:
    """An iterator that yields 1, then waits as a search does, and yields 2."""

    def __init__(self, *, cancel: Any = None) -> None:
        self.started, self.closed = threading.Event(), threading.Event()
        self._cancel = cancel
        self._items = iter([1, 2])

    def __iter__(self) -> Waiting:
        return self

    def __next__(self) -> int:
        item = next(self._items)
        if item == 2:
            until_cancelled(self._cancel, self.started)
        else:
            threading.Event().wait(2 * SECONDS)  # so that it is handed over alone
        return item

    def close(self) -> None:
        self.closed.set()


async def waiting() -> tuple[Any, asyncio.Task[int]]:
    """Return a stream, and a task that waits for its second item."""
    stream = iterate_async(Waiting)
    assert await anext(stream) == 1
    task = asyncio.ensure_future(anext(stream))
    while not stream.source.started.is_set():
        await asyncio.sleep(0)
    return stream, task


def test_a_stream_whose_task_was_cancelled_does_not_look_complete() -> None:
    async def cancelled() -> None:
        stream, task = await waiting()
        task.cancel()
        await asyncio.wait([task])
        assert task.cancelled()
        assert stream.source.closed.is_set()
        for _ in range(2):
            with pytest.raises(ProblemError, match="a task was cancelled while it waited"):
                await anext(stream)

    asyncio.run(cancelled())


def test_a_task_that_waits_gets_no_item_of_a_stream_that_is_closed() -> None:
    async def closed() -> None:
        stream, task = await waiting()
        await stream.aclose()
        with pytest.raises(StopAsyncIteration):
            await task
        assert stream.source.closed.is_set()

    asyncio.run(closed())


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
