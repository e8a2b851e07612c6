"""The request of a search: every argument of a verb, checked once and passed on as one value.

A public verb spells out its keywords and makes a `Request` of them (`Request.of`). Everything below
the verbs takes that value and checks nothing again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, fields
from functools import lru_cache
from operator import is_
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from exactcover.runtime.arguments import (
    Cost,
    check_chosen,
    check_cost,
    check_path,
    check_time,
    check_whole,
    generator,
)
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.limits import Flag, check_flag
from exactcover.runtime.search.progress import Progress, check_progress
from exactcover.runtime.search.steering import Steering

FEW = 2
"""A search with a limit as low as this is for a solution, or for the proof of its uniqueness."""

Seed: TypeAlias = "int | np.random.Generator"
ExecutorLike: TypeAlias = Executor | Callable[[], Executor]
ProgressLike: TypeAlias = bool | Callable[[Progress], object]
"""True for a bar on standard error, or a function that is called with the progress."""


def _check_seed(seed: Any) -> Seed | None:
    """Return a seed after checking it."""
    is_usual = seed is None or isinstance(seed, np.random.Generator)
    if is_usual or (type(seed) is int and seed >= 0):
        return seed  # type: ignore[no-any-return]
    generator(seed)
    return int(seed) if isinstance(seed, np.integer) else seed


def _check_workers(workers: Any) -> int | None:
    if workers is None:
        return None
    number = check_whole("workers", workers)
    if number < 1:
        raise ProblemError("workers is 0: there must be one")
    return number


def _check_file(name: str, path: Any) -> Path | None:
    return None if path is None else check_path(name, path)


def _check_executor(executor: Any) -> ExecutorLike | None:
    if executor is not None and not callable(executor) and not hasattr(executor, "submit"):
        raise ProblemError(
            f"executor is {executor!r}: it must have the methods of "
            "concurrent.futures.Executor, or be a function that returns one"
        )
    return executor  # type: ignore[no-any-return]


@dataclass(frozen=True, slots=True, init=False)
class Limits:
    """When a search stops before it is complete, and who receives its progress.

    Parameters
    ----------
    limit
        Stop after this many solutions. As an attribute it is `UNLIMITED` where None was given.
    time_limit
        Stop after this many seconds of work: setting up and searching, but not compiling or loading
        kernels, and not what the caller does between two solutions. As an attribute it is infinity
        where None was given.
    max_nodes
        Stop after this many nodes of the search tree; else like `limit`.
    cancel
        Stop soon after another thread sets this flag (a `threading.Event`, say).
    progress
        True for a bar on standard error, or a function that takes a `Progress` now and then.

    Raises
    ------
    ProblemError
        If one of them is not what it must be.

    Examples
    --------
    >>> Limits(time_limit=2).time_limit
    2.0
    >>> Limits(limit=-1)
    Traceback (most recent call last):
    ...
    exactcover.runtime.errors.ProblemError: limit is -1: it must not be negative
    """

    limit: int
    time_limit: float
    max_nodes: int
    cancel: Flag | None
    progress: ProgressLike | None

    def __init__(
        self,
        limit: int | None = None,
        time_limit: float | None = None,
        max_nodes: int | None = None,
        cancel: Flag | None = None,
        progress: ProgressLike | None = None,
    ) -> None:
        put = object.__setattr__
        put(self, "limit", check_whole("limit", limit))
        put(self, "time_limit", check_time(time_limit))
        put(self, "max_nodes", check_whole("max_nodes", max_nodes))
        put(self, "cancel", check_flag(cancel))
        put(self, "progress", check_progress(progress))


@dataclass(frozen=True, slots=True, init=False)
class Parallel:
    """Where a parallel search runs, and which file keeps its state.

    Parameters
    ----------
    workers
        The number of workers; by default one for each core.
    executor
        Where they are: anything with the interface of `concurrent.futures.Executor`, or a function
        that makes one; by default threads of this process.
    checkpoint
        A file that stores the progress and all solutions. If it exists, the search continues from
        it.
    resume
        The same, but it is an error if there is no such file; instead of `checkpoint`.

    Raises
    ------
    ProblemError
        If one of them is not what it must be, or both files are given.

    Examples
    --------
    >>> Parallel(workers=2).workers
    2
    >>> Parallel(workers=0)
    Traceback (most recent call last):
    ...
    exactcover.runtime.errors.ProblemError: workers is 0: there must be one
    """

    workers: int | None
    executor: ExecutorLike | None
    checkpoint: Path | None
    resume: Path | None

    def __init__(
        self,
        workers: int | None = None,
        executor: ExecutorLike | None = None,
        checkpoint: str | Path | None = None,
        resume: str | Path | None = None,
    ) -> None:
        if checkpoint is not None and resume is not None:
            raise ProblemError(
                f"checkpoint is {checkpoint!r} and resume is {resume!r}: give one of them, because "
                "a search has one file"
            )
        put = object.__setattr__
        put(self, "workers", _check_workers(workers))
        put(self, "executor", _check_executor(executor))
        put(self, "checkpoint", _check_file("checkpoint", checkpoint))
        put(self, "resume", _check_file("resume", resume))

    @classmethod
    def of(
        cls,
        workers: int | None = None,
        executor: ExecutorLike | None = None,
        checkpoint: str | Path | None = None,
        resume: str | Path | None = None,
    ) -> Parallel | None:
        """Return the settings of a parallel search; None where none is given.

        Examples
        --------
        >>> Parallel.of() is None, Parallel.of(workers=2) is None
        (True, False)
        """
        if workers is None and executor is None and checkpoint is None and resume is None:
            return None
        return cls(workers, executor, checkpoint, resume)

    @property
    def kept(self) -> Path | None:
        """The file that keeps the state of the search."""
        return self.checkpoint if self.resume is None else self.resume

    @property
    def must_exist(self) -> bool:
        """Whether it is an error if there is no such file yet."""
        return self.resume is not None


_LIMITS = tuple(field.name for field in fields(Limits))
_PARALLEL = tuple(field.name for field in fields(Parallel))
_STEERING = tuple(field.name for field in fields(Steering))
NO_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Layering:
    """How solutions are counted layer by layer.

    Attributes
    ----------
    order
        The order of the items: a name, or the items; None for the one with the fewest states.
    symmetries
        The symmetries up to which states are merged: "all", or an `exactcover.Symmetries`; or None.
    max_bytes
        How much memory the states may take; the others are on disk.
    """

    order: str | Iterable[Any] | None = None
    symmetries: Any = None
    max_bytes: int | None = None

    @classmethod
    def of(cls, order: Any, symmetries: Any, max_bytes: Any) -> Layering | None:
        """Return the settings; None where none is given.

        Examples
        --------
        >>> Layering.of(None, None, None) is None
        True
        >>> Layering.of(None, None, -1)
        Traceback (most recent call last):
        ...
        exactcover.runtime.errors.ProblemError: max_bytes is -1: it must not be negative
        """
        if order is None and symmetries is None and max_bytes is None:
            return None
        most = None if max_bytes is None else check_whole("max_bytes", max_bytes)
        return cls(order, symmetries, most)


_LAYERING = tuple(field.name for field in fields(Layering))
_DEFAULTS: dict[str, Any] = {
    **dict.fromkeys((*_LIMITS[1:], *_PARALLEL, *_LAYERING, *_STEERING)),
    **dict.fromkeys(("seed", "up_to", "max_cost")),
    "profile": False,
    "chosen": (),
}
"""The keywords but for the limit and the method, and their defaults."""


@dataclass(frozen=True, slots=True, init=False)
class Request:
    """The request of a search, with all arguments checked.

    Parameters
    ----------
    goal
        What the verb is for.
    limits
        When the search stops before it is complete.
    seed
        An int or a `numpy.random.Generator`, for a random order of the search; else None.
    chosen
        Options that every solution has, as the caller names them.
    method
        The name of the engine, or "auto"; the verbs look it up in their registry.
    parallel
        Where the search runs in parallel; None for this thread.
    up_to
        The symmetries up to which solutions count as one: "all", or a group of symmetries; or None.
    layering
        How solutions are counted layer by layer; None where that was not asked for.
    max_cost
        Only solutions that cost at most this are wanted; None for any cost.
    steering
        How the search branches and prunes, and what it records; None where that was not asked for.

    Raises
    ------
    ProblemError
        If one of them is not what it must be.

    Examples
    --------
    >>> request = Request(Goal.COUNT, Limits(limit=1), method="masks")
    >>> request.goal, request.engine_goal
    (<Goal.COUNT: 'the number of all solutions'>, <Goal.FEW: 'one or two solutions, or the proof \
that there are no more'>)
    >>> Request(seed=-1)
    Traceback (most recent call last):
    ...
    exactcover.runtime.errors.ProblemError: seed is -1: expected non-negative integer
    """

    goal: Goal
    limits: Limits
    seed: Seed | None
    chosen: tuple[Any, ...]
    method: str
    parallel: Parallel | None
    up_to: Any
    layering: Layering | None
    max_cost: Cost | None
    steering: Steering | None

    def __init__(
        self,
        goal: Goal = Goal.LIST,
        limits: Limits = NO_LIMITS,
        seed: Seed | None = None,
        chosen: Iterable[Any] = (),
        method: str = "auto",
        parallel: Parallel | None = None,
        up_to: Any = None,
        layering: Layering | None = None,
        max_cost: Cost | None = None,
        steering: Steering | None = None,
    ) -> None:
        put = object.__setattr__
        put(self, "goal", goal)
        put(self, "limits", limits)
        put(self, "seed", _check_seed(seed))
        put(self, "chosen", tuple(check_chosen(chosen)))
        put(self, "method", method)
        put(self, "parallel", parallel)
        put(self, "up_to", up_to)
        put(self, "layering", layering)
        put(self, "max_cost", check_cost("max_cost", max_cost))
        put(self, "steering", steering)

    @classmethod
    def of(cls, goal: Goal, given: Mapping[str, Any]) -> Request:
        """Return the request of a verb that has a keyword for each thing that may be asked.

        Parameters
        ----------
        goal
            What the verb is for.
        given
            The arguments of the verb by their names, as ``locals()`` returns them in its first
            line. A verb may lack some of the keywords; names that a request does not know are left
            to the verb.

        Examples
        --------
        >>> def solve(problem, *, limit=1, seed=None, choose=None):
        ...     return Request.of(Goal.FEW, locals())
        >>> request = solve("any", limit=2, choose="input")
        >>> request.limits.limit, request.seed, request.steering.order
        (2, None, 'input')
        """
        one = given.get
        limit, method, defaults = one("limit"), one("method", "auto"), _DEFAULTS.values()
        is_plain = all(map(is_, map(one, _DEFAULTS, defaults), defaults))
        if is_plain and type(method) is str and (limit is None or type(limit) is int):
            return _plain(goal, limit, method)
        return cls(
            goal,
            Limits(*map(one, _LIMITS)),
            one("seed"),
            one("chosen", ()),
            method,
            Parallel.of(*map(one, _PARALLEL)),
            one("up_to"),
            Layering.of(*map(one, _LAYERING)),
            one("max_cost"),
            Steering.of(**{name: given[name] for name in _STEERING if one(name) is not None}),
        )

    @property
    def is_for_few(self) -> bool:
        """Whether the limit is so low that the search is for a solution, or its uniqueness."""
        return self.limits.limit <= FEW

    @property
    def engine_goal(self) -> Goal:
        """The goal by which an engine is chosen: a low limit makes it `Goal.FEW`."""
        return Goal.FEW if self.is_for_few else self.goal

    def generator(self) -> np.random.Generator | None:
        """Return a generator of the seed; None where there is no seed."""
        return None if self.seed is None else generator(self.seed)


@lru_cache(maxsize=64)  # Most searches are asked for like this; checks would take 5 us each time.
def _plain(goal: Goal, limit: int | None, method: str) -> Request:
    """Return the request with nothing else given."""
    return Request(goal, Limits(limit), method=method)


DEFAULT = Request()
"""All solutions, without any limit."""
