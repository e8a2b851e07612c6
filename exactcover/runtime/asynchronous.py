"""Verbs in programs with an event loop of asyncio: they run in threads, and never block the loop.

Kernels release Python's lock, so the loop goes on while they run. A task that is cancelled sets the
flag that the verb asks between two slices (see `exactcover.runtime.search.limits`), and ends when
the verb has stopped: nothing goes on searching for a client that has gone.
"""

from __future__ import annotations

import asyncio
import inspect
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any, Generic, ParamSpec, TypeVar

from exactcover.runtime.errors import ProblemError
from exactcover.runtime.lazy_iterators import InUseError
from exactcover.runtime.search.limits import Flag

__all__ = ["Stream", "iterate_async", "run_async"]

Given = ParamSpec("Given")
Found = TypeVar("Found")
Item = TypeVar("Item")

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
        self.flag = _Cancelling(keywords.get("cancel"))
        self._verb, self._arguments = verb, arguments
        self._keywords = keywords
        if _takes(verb, "cancel"):
            self._keywords = keywords | {"cancel": self.flag}
        report = keywords.get("progress")
        if callable(report):
            loop = asyncio.get_running_loop()
            self._keywords["progress"] = lambda one: loop.call_soon_threadsafe(report, one)

    def __call__(self) -> Any:
        return self._verb(*self._arguments, **self._keywords)

    async def in_thread(self, work: Callable[[], Found]) -> Found:
        """Do some work in a thread; a task that is cancelled waits until it has stopped."""
        done = asyncio.ensure_future(asyncio.to_thread(work))
        try:
            return await asyncio.shield(done)
        except asyncio.CancelledError:
            self.flag.set()
            while not done.done():
                try:
                    await asyncio.wait([done])
                except asyncio.CancelledError:
                    continue  # it has been told to stop
            if not done.cancelled():
                done.exception()  # nobody is left to hear of it
            raise


def _takes(verb: Callable[..., Any], name: str) -> bool:
    """Return whether a function has a keyword; one that has any keywords is one of ours."""
    try:
        parameters = inspect.signature(verb).parameters
    except (TypeError, ValueError):
        return False
    return name in parameters or any(each.kind == each.VAR_KEYWORD for each in parameters.values())


async def run_async(
    verb: Callable[Given, Found], *arguments: Given.args, **keywords: Given.kwargs
) -> Found:
    """Call a verb in a thread and wait for its result without blocking the event loop.

    If the task is cancelled, so is the verb: the task ends as soon as the verb has stopped, which
    takes about 20 milliseconds. It takes no limits: they are among the keywords of the verb.

    Parameters
    ----------
    verb
        A function or method of `exactcover`, `csp` or `sudoku`, or any function that does not block
        for long; if it has the keyword `cancel`, it can be cancelled.
    *arguments, **keywords
        What it is called with. A function for `progress` is called in the event loop.

    Returns
    -------
    Found
        What the verb returns.

    Raises
    ------
    ProblemError
        If `verb` cannot be called.
    Exception
        What the verb raises.

    Examples
    --------
    >>> import asyncio
    >>> from exactcover import Problem, run_async
    >>> problem = Problem([["p", "q"], ["r"], ["q", "r"], ["p"]])
    >>> asyncio.run(run_async(problem.count, time_limit=2))
    2
    """
    call = _Call(verb, arguments, keywords)
    return await call.in_thread(call)


def iterate_async(
    verb: Callable[Given, Iterator[Item]], *arguments: Given.args, **keywords: Given.kwargs
) -> Stream[Item]:
    """Iterate over what a verb yields, without blocking the event loop.

    It takes no limits: they are among the keywords of the verb.

    Parameters
    ----------
    verb
        A function or method that returns an iterator, such as `solutions` or `sudoku.generate`.
    *arguments, **keywords
        What it is called with. A function for `progress` is called in the event loop.

    Returns
    -------
    Stream
        An asynchronous iterator. Whoever stops early closes it, best by ``async with``.

    Raises
    ------
    ProblemError
        If `verb` cannot be called.

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
    to one task at a time. If that is cancelled while it waits, the search ends.

    Attributes
    ----------
    source
        The iterator of the verb, which says whether it is complete; None before the first item.
    """

    def __init__(self, call: _Call) -> None:
        self.source: Any = None
        self._call = call
        self._items: list[Item] = []
        self._is_done = self._is_busy = False

    async def __anext__(self) -> Item:
        if not self._items and not self._is_done:
            if self._is_busy:
                raise InUseError("another task waits for the next item: one task at a time may")
            self._is_busy = True
            try:
                found = await self._call.in_thread(self._some)
            except BaseException:
                self._is_done = True
                raise
            finally:
                self._is_busy = False
            self._items = found[::-1]
        if not self._items:
            raise StopAsyncIteration
        return self._items.pop()

    def _some(self) -> list[Item]:
        """Return the next item, and those that come at once; in a thread."""
        if self.source is None:
            self.source = iter(self._call())
        found: list[Item] = []
        until = time.monotonic() + SECONDS
        for item in self.source:
            found.append(item)
            if len(found) == MOST or time.monotonic() > until:
                return found
        self._is_done = True
        return found

    async def aclose(self) -> None:
        """End the search; later items are not asked for."""
        self._call.flag.set()
        self._is_done, self._items = True, []
        if hasattr(self.source, "close") and not self._is_busy:
            await self._call.in_thread(self.source.close)

    async def __aenter__(self) -> Stream[Item]:
        return self

    async def __aexit__(self, *raised: object) -> None:
        await self.aclose()
