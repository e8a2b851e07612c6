"""Verbs in programs with an event loop of asyncio: they run in threads, and never block the loop.

Kernels release Python's lock, so the loop goes on while they run. A task that is cancelled sets the
flag that the verb asks between two slices (see `exactcover.runtime.search.limits`), and ends when
the verb has stopped: nothing goes on searching for a client that has gone.
"""

from __future__ import annotations

import asyncio
import contextvars
import inspect
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Any, Generic, ParamSpec, TypeVar, cast

from exactcover.runtime.errors import ProblemError
from exactcover.runtime.lazy_iterators import InUseError
from exactcover.runtime.search.limits import Flag, check_flag

__all__ = ["Stream", "iterate_async", "run_async"]

Given = ParamSpec("Given")
Found = TypeVar("Found")
Item = TypeVar("Item")

PACKAGES = ("exactcover", "csp", "sudoku")
SECONDS = 0.01
"""How long a thread takes further items before it hands over what it has."""
MOST = 1024
"""The most items that it takes."""


class _Cancelling:
    """A flag of our own together with that of the caller, if there is one."""

    def __init__(self, other: Flag | None) -> None:
        self._own, self._other = threading.Event(), other

    def set(self) -> None:
        self._own.set()

    def is_set(self) -> bool:
        return self._own.is_set() or (self._other is not None and self._other.is_set())


class _Call:
    """A call of a verb that can be cancelled, and reports its progress in the loop."""

    def __init__(
        self, verb: Callable[..., Any], arguments: tuple[Any, ...], keywords: dict[str, Any]
    ) -> None:
        if not callable(verb):
            raise ProblemError(f"{verb!r} cannot be called: give a verb, then its arguments")
        self._verb, self._arguments = verb, arguments
        self._keywords = dict(keywords)
        takes_cancel = _takes_cancel(verb, arguments)
        self.flag = _Cancelling(check_flag(keywords.get("cancel")) if takes_cancel else None)
        if takes_cancel:
            self._keywords["cancel"] = self.flag
        self.error: Exception | None = None
        """The error that the function for progress raised."""
        report = keywords.get("progress")
        if inspect.iscoroutinefunction(report):
            raise ProblemError(f"progress is {report!r}: nothing awaits it; give a plain function")
        if callable(report):
            loop = asyncio.get_running_loop()
            self._keywords["progress"] = lambda one: loop.call_soon_threadsafe(
                self._report, report, one
            )

    def __call__(self) -> Any:
        return self._verb(*self._arguments, **self._keywords)

    def _report(self, report: Callable[[Any], object], progress: Any) -> None:
        """Call the function for progress; if it fails, so does the verb."""
        try:
            if self.error is None:
                report(progress)
        except Exception as error:
            self.error = error
            self.flag.set()

    async def in_thread(self, work: Callable[[], Found], threads: Executor | None = None) -> Found:
        """Do some work in a thread of the loop's, or of others.

        A task that is cancelled waits until the work has stopped, if it has begun.
        """
        # Held by the thread that begins the work, or by the task that withdraws it.
        turn = threading.Lock()

        def begin() -> Found | None:
            if not turn.acquire(blocking=False):
                return None
            try:
                return work()
            except StopIteration as error:  # no future can hold it
                raise RuntimeError(f"{self._verb!r} raised StopIteration") from error

        context = contextvars.copy_context()
        done = asyncio.get_running_loop().run_in_executor(threads, context.run, begin)
        try:
            return cast(Found, await asyncio.shield(done))
        except asyncio.CancelledError:
            self.flag.set()
            if turn.acquire(blocking=False):
                done.cancel()
            while not done.done():
                try:
                    await asyncio.wait([done])
                except asyncio.CancelledError:
                    continue  # it has been told to stop
            if not done.cancelled():
                done.exception()  # nobody is left to hear of it
            raise


def _takes_cancel(verb: Callable[..., Any], arguments: tuple[Any, ...]) -> bool:
    """Return whether a function takes the keyword `cancel` beside some arguments.

    A function of ours may have it among those of ``**limits: Unpack[...]``. What other functions do
    with further keywords is not known.
    """
    try:
        signature = inspect.signature(verb)
        given = signature.bind_partial(*arguments, cancel=None).arguments
    except (TypeError, ValueError):
        return False
    is_ours = str(getattr(verb, "__module__", "")).partition(".")[0] in PACKAGES
    *_, last = signature.parameters.values()
    return "cancel" in given or (is_ours and str(last.annotation).startswith("Unpack["))


async def run_async(
    verb: Callable[Given, Found], *arguments: Given.args, **keywords: Given.kwargs
) -> Found:
    """Call a verb in a thread and wait for its result without blocking the event loop.

    If the task is cancelled, so is the verb: the task ends as soon as the verb has stopped, which
    takes about 20 milliseconds, and at once if no thread has begun it.

    It takes no limits: give those of the verb among its keywords.

    Parameters
    ----------
    verb
        A function or method of `exactcover`, `csp` or `sudoku`, or any function that does not block
        for long; if it has the keyword `cancel`, it can be cancelled.
    *arguments, **keywords
        What it is called with. A function for `progress` is called in the event loop; what it
        raises stops the verb, and is raised here.

    Returns
    -------
    Found
        What the verb returns.

    Raises
    ------
    ProblemError
        If `verb` cannot be called, `cancel` is not a flag, or `progress` is a coroutine function.
    Exception
        What the verb raises; for StopIteration, a RuntimeError.

    Examples
    --------
    >>> import asyncio
    >>> from exactcover import Problem, run_async
    >>> problem = Problem([["p", "q"], ["r"], ["q", "r"], ["p"]])
    >>> asyncio.run(run_async(problem.count, time_limit=2))
    2
    """
    call = _Call(verb, arguments, keywords)
    found: Found = await call.in_thread(call)
    if call.error is not None:
        raise call.error
    return found


def iterate_async(
    verb: Callable[Given, Iterator[Item]], *arguments: Given.args, **keywords: Given.kwargs
) -> Stream[Item]:
    """Iterate over what a verb yields, without blocking the event loop.

    It takes no limits: give those of the verb among its keywords.

    Parameters
    ----------
    verb
        A function or method that returns an iterator, such as `solutions` or `sudoku.generate`.
    *arguments, **keywords
        What it is called with. A function for `progress` is called in the event loop; what it
        raises stops the verb, and is raised where the next item is awaited.

    Returns
    -------
    Stream
        An asynchronous iterator. Whoever stops early closes it, best by ``async with``.

    Raises
    ------
    ProblemError
        If `verb` cannot be called, `cancel` is not a flag, or `progress` is a coroutine function.

    Examples
    --------
    >>> import asyncio
    >>> from exactcover import Problem, iterate_async
    >>> problem = Problem({"A": ["p"], "B": ["q"], "C": ["p", "q"], "D": ["p"]})
    >>> async def listed():
    ...     async with iterate_async(problem.solutions, limit=2) as found:
    ...         return [solution.labels async for solution in found], found.source.complete
    >>> asyncio.run(listed())
    ([('A', 'B'), ('B', 'D')], False)
    """
    return Stream(_Call(verb, arguments, keywords))


class Stream(AsyncIterator[Item], Generic[Item]):
    """An asynchronous iterator over what a verb yields; made by `iterate_async`.

    A thread searches only as far as it is asked to, and a hundredth of a second further. It belongs
    to one task at a time. If that is cancelled while it waits, the search ends; whoever asks for a
    further item then gets a `ProblemError`, because the items that are missing are not known.

    Attributes
    ----------
    source
        The iterator of the verb, which says whether it is complete; None before the first item.
    """

    def __init__(self, call: _Call) -> None:
        self.source: Any = None
        self._call = call
        self._items: list[Item] = []
        self._error: BaseException | None = None
        """The error that the source raised after those items."""
        self._is_done = self._is_busy = self._is_closed = self._is_cancelled = False

    async def __anext__(self) -> Item:
        if not self._items and not self._is_done:
            await self._search()
        if self._items:
            return self._items.pop()
        if self._is_cancelled:
            raise ProblemError(
                "this search has ended: a task was cancelled while it waited for the next item. "
                "Iterate anew, or give the verb a time_limit, which loses nothing"
            )
        error, self._error = self._error, None
        raise error or StopAsyncIteration

    async def _search(self) -> None:
        """Wait for the next items, or for the end."""
        if self._is_busy:
            raise InUseError("another task waits for the next item: one task at a time may")
        self._is_busy = True
        try:
            found = await self._call.in_thread(self._some)
            if self._call.error is not None:
                self._error, self._is_done = self._call.error, True
            self._items = [] if self._is_closed else found[::-1]
        except asyncio.CancelledError:
            self._is_done, self._is_cancelled = True, not self._is_closed
            raise
        finally:
            try:
                if self._is_done:
                    await self._close()
            finally:
                self._is_busy = False

    def _some(self) -> list[Item]:
        """Return the next item, and those that come at once; in a thread."""
        found: list[Item] = []
        until = time.monotonic() + SECONDS
        try:
            if self.source is None:
                self.source = iter(self._call())
            for item in self.source:
                found.append(item)
                if len(found) == MOST or time.monotonic() > until:
                    return found
        except BaseException as error:
            self._error = error
        self._is_done = True
        return found

    async def _close(self) -> None:
        """Close the source in a thread of its own: those of the loop may have other work."""
        if hasattr(self.source, "close"):
            threads = ThreadPoolExecutor(1)
            try:
                await self._call.in_thread(self.source.close, threads)
            finally:
                threads.shutdown(wait=False)

    async def aclose(self) -> None:
        """End the search, also if a task waits for its next item; there are no further ones."""
        self._call.flag.set()
        self._is_done, self._is_closed, self._items = True, True, []
        if not self._is_busy:
            self._is_busy = True
            try:
                await self._close()
            finally:
                self._is_busy = False

    async def __aenter__(self) -> Stream[Item]:
        return self

    async def __aexit__(self, *raised: object) -> None:
        await self.aclose()
