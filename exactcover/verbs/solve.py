"""The verbs that find one solution, iterate over all of them, and count them.

None of them ever takes a search that was stopped for one that found nothing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from exactcover.problem.option import Option, Options
from exactcover.problem.problem import Problem
from exactcover.problem.solution import Solution
from exactcover.runtime.arguments import Cost
from exactcover.runtime.formatting import format_whole
from exactcover.runtime.lazy_iterators import InTurn, free
from exactcover.runtime.search.driver import trimmed
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.limits import Flag, Stop, ending
from exactcover.runtime.search.request import (
    ExecutorLike,
    ProgressLike,
    Request,
    Seed,
)
from exactcover.runtime.search.result import Count, Interrupted, Result, Statistics
from exactcover.runtime.search.steering import HookLike
from exactcover.runtime.text_view import TextView
from exactcover.verbs.cover_search import NO_OPTION, Searching, UpTo, begin

if TYPE_CHECKING:
    from exactcover.circuits.weights import Number, WeightsLike

Answer = TypeVar("Answer")
Decode = Callable[[list[int]], Answer]


def solve(
    problem: Problem,
    *,
    limit: int | None = 1,
    time_limit: float | None = None,
    max_nodes: int | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
    seed: Seed | None = None,
    chosen: Iterable[Any] = (),
    method: str = "auto",
    workers: int | None = None,
    executor: ExecutorLike | None = None,
    checkpoint: str | Path | None = None,
    resume: str | Path | None = None,
    max_cost: Cost | None = None,
    choose: str | HookLike | None = None,
    decide: Iterable[Any] | str | None = None,
    item_weights: Mapping[Any, float] | None = None,
    prune: HookLike | None = None,
    consistency: str | None = None,
    profile: bool = False,
) -> Result[Solution]:
    """Find one solution, or prove that there is none.

    Parameters
    ----------
    problem
        The exact-cover problem.
    limit
        Stop after this many solutions; only the first one is returned.
    time_limit
        Stop after this many seconds of work: setting up and searching, but not compiling or loading
        kernels. What is under way is finished first; that takes about 0.1 seconds at most.
    max_nodes
        Stop after this many nodes of the search tree.
    cancel
        Stop soon after another thread sets this flag: a `threading.Event`, or anything else with
        its method `is_set`.
    progress
        True for a bar on standard error, or a function that is called with an
        `exactcover.Progress` now and then.
    seed
        An int or a `numpy.random.Generator`, for a random order of the search. (The first solution
        is not uniformly random among all; see `exactcover.sample`.) By default the order follows
        from the problem alone.
    chosen
        Options that every solution must have, given as for `Problem.find_options`.
    method
        The engine: one of `exactcover.engines.registry.ENGINES`, or "auto".
    workers
        Search in parallel with this many workers; by default one for each core if `executor`,
        `checkpoint` or `resume` is given, else the search runs in this thread.
    executor
        Where the workers are: anything with the interface of `concurrent.futures.Executor`, or a
        function that makes one; by default threads of this process.
    checkpoint
        A file that stores the progress and all solutions. If it exists, the search continues from
        it.
    resume
        The same, but it is an error if there is no such file.
    max_cost
        Find a solution that costs at most this; see `exactcover.cheapest` for the method, and for
        how costs are compared.
    choose
        How the search chooses the item to branch on: "smallest" (the fewest options; the default,
        also called "mrv"), "input" (the first; also "given"), "dom/wdeg", "last conflict" or
        "failure rate"; or a function, see `exactcover.Hook`.
    decide
        Items that are branched on before all others; or a text with which their names begin, such
        as "#". Items with at most one option still come first (Knuth's sharp preference).
    item_weights
        Item -> positive number: of two items the search takes that with fewer options per weight.
    prune
        A function that cuts branches of the search tree; see `exactcover.Hook`.
    consistency
        "forward": after each choice, options that clash with it are removed (the default).
        "domain": so are options that cannot be chosen together with any option of some open item.
    profile
        Whether ``statistics.profile`` has the nodes, updates and solutions of each level.

    Returns
    -------
    Result[Solution]
        The solution or None, whether the search is complete, and its statistics.

    Raises
    ------
    ProblemError
        If an argument is wrong: a negative limit, an unknown method, chosen options that clash.
    CheckpointError
        If the checkpoint cannot be used: it is damaged, in use, or of another search.
    Interrupted
        On Ctrl-C; a `KeyboardInterrupt`.

    Examples
    --------
    >>> from exactcover import Problem, solve
    >>> solve(Problem({"A": ["p", "q"], "B": ["q", "r"], "C": ["r"]})).solution
    ('A', 'C')
    >>> result = solve(Problem([["p", "q"], ["q", "r"]]))
    >>> print(result.solution, result.complete)
    None True
    >>> solve(Problem([["p"]]), max_nodes=0).stopped
    <Stop.NODES: 'nodes'>
    """
    request = Request.of(Goal.FEW, locals())
    return find_cover(problem, request)


def solutions(
    problem: Problem,
    *,
    limit: int | None = None,
    time_limit: float | None = None,
    max_nodes: int | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
    seed: Seed | None = None,
    chosen: Iterable[Any] = (),
    method: str = "auto",
    workers: int | None = None,
    executor: ExecutorLike | None = None,
    checkpoint: str | Path | None = None,
    resume: str | Path | None = None,
    up_to: UpTo = None,
    max_cost: Cost | None = None,
    choose: str | HookLike | None = None,
    decide: Iterable[Any] | str | None = None,
    item_weights: Mapping[Any, float] | None = None,
    prune: HookLike | None = None,
    consistency: str | None = None,
    profile: bool = False,
) -> Solutions[Solution]:
    """Return a lazy iterator over the solutions.

    Parameters
    ----------
    problem
        The exact-cover problem.
    limit
        Stop after this many solutions.
    time_limit
        As for `solve`; the time that the caller spends between two solutions is not counted.
    max_nodes, cancel, progress, seed, chosen, method, workers, executor, checkpoint, resume
        As for `solve`. A run that continues a checkpoint does not repeat what earlier ones yielded.
    up_to
        Yield one solution of each class of solutions that symmetries take to each other: those
        of `exactcover.symmetries`, "all", or for a board of `tiling` its "rotations" or
        "reflections" (with rotations); `Solution.class_size` is the size of its class.
    max_cost
        Yield only the solutions that cost at most this, in no particular order of cost; `method` is
        then as for `exactcover.cheapest`.
    choose, decide, item_weights, prune, consistency, profile
        As for `solve`.

    Returns
    -------
    Solutions[Solution]
        The iterator; it also says whether the search is complete, and its statistics.

    Raises
    ------
    ProblemError
        If an argument is wrong.
    CheckpointError
        If the checkpoint cannot be used.
    Interrupted
        On Ctrl-C, by the iterator, which can continue after it.

    Examples
    --------
    >>> from exactcover import Problem, solutions
    >>> for solution in solutions(Problem([["p"], ["q"], ["p", "q"]])):
    ...     print(solution.indices)
    (0, 1)
    (2,)
    """
    request = Request.of(Goal.LIST, locals())
    search = begin(problem, request)
    return Solutions(search, _cover(problem, search))


@overload
def count(
    problem: Problem,
    *,
    weights: None = None,
    limit: int | None = None,
    time_limit: float | None = None,
    max_nodes: int | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
    seed: Seed | None = None,
    chosen: Iterable[Any] = (),
    method: str = "auto",
    workers: int | None = None,
    executor: ExecutorLike | None = None,
    checkpoint: str | Path | None = None,
    resume: str | Path | None = None,
    up_to: UpTo = None,
    order: str | Iterable[Any] | None = None,
    symmetries: UpTo = None,
    max_bytes: int | None = None,
    max_cost: Cost | None = None,
    choose: str | HookLike | None = None,
    decide: Iterable[Any] | str | None = None,
    item_weights: Mapping[Any, float] | None = None,
    prune: HookLike | None = None,
    consistency: str | None = None,
    profile: bool = False,
) -> Count: ...


@overload
def count(
    problem: Problem,
    *,
    weights: WeightsLike,
    time_limit: float | None = None,
    max_nodes: int | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
    chosen: Iterable[Any] = (),
    method: str = "auto",
    max_bytes: int | None = None,
) -> Number: ...


def count(
    problem: Problem,
    *,
    weights: WeightsLike | None = None,
    limit: int | None = None,
    time_limit: float | None = None,
    max_nodes: int | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
    seed: Seed | None = None,
    chosen: Iterable[Any] = (),
    method: str = "auto",
    workers: int | None = None,
    executor: ExecutorLike | None = None,
    checkpoint: str | Path | None = None,
    resume: str | Path | None = None,
    up_to: UpTo = None,
    order: str | Iterable[Any] | None = None,
    symmetries: UpTo = None,
    max_bytes: int | None = None,
    max_cost: Cost | None = None,
    choose: str | HookLike | None = None,
    decide: Iterable[Any] | str | None = None,
    item_weights: Mapping[Any, float] | None = None,
    prune: HookLike | None = None,
    consistency: str | None = None,
    profile: bool = False,
) -> Count | Number:
    """Count the solutions without building them.

    Parameters
    ----------
    problem
        The exact-cover problem.
    weights
        A weight for each option, any number: a list, or a mapping from label (or index, if there
        are no labels) to weight, where other options weigh 1. Then the answer is the sum, over all
        solutions, of the products of the weights of their options. The limits and `chosen` are
        obeyed; `method` is one of "decomposition" (tables), "diagram" and "auto".
    limit
        Count no further than this.
    time_limit, max_nodes, cancel, progress, seed, chosen, method
        As for `solve`.
    workers, executor, checkpoint, resume
        As for `solve`.
    up_to
        Count the classes of solutions that symmetries take to each other, as for `solutions`.
    order
        Count layer by layer, and cover the items in this order: a name of
        `exactcover.orders.registry.ORDERS`, "best", or the items themselves. Items that are not
        given come last.
    symmetries
        Count all solutions layer by layer, and merge partial solutions that symmetries take to each
        other, given as `up_to`. With many symmetries there are far fewer of them.
    max_bytes
        Count layer by layer, with at most about this much memory for partial solutions; further
        ones wait on disk. By default one gibibyte.
    max_cost
        Count only the solutions that cost at most this; `method` is then as for
        `exactcover.cheapest`. Layer by layer, the sums of costs must be exact in 52 bits, as those
        of whole numbers are.
    choose, decide, item_weights, prune, consistency, profile
        As for `solve`.

    Returns
    -------
    Count
        An int, which also says whether the search is complete, and its statistics. With weights it
        is a plain number: exact, or a float if there are floats among the weights.

    Raises
    ------
    ProblemError
        If an argument is wrong.
    CheckpointError
        If the checkpoint cannot be used.
    UnfinishedError
        With weights, if a limit, `cancel` or `max_bytes` stops it: a part of the sum tells nothing.
    Interrupted
        On Ctrl-C, with the number of solutions found until then.

    Examples
    --------
    >>> from exactcover import Problem, count
    >>> count(Problem([["p"], ["q"], ["p", "q"]]))
    2

    The Latin squares of order 5:

    >>> latin = Problem([[("cell", r, c), ("row", r, s), ("column", c, s)]
    ...                  for r in range(5) for c in range(5) for s in range(5)])
    >>> number = count(latin, symmetries="all")
    >>> number, number.statistics.nodes < count(latin, method="frontier").statistics.nodes / 50
    (161280, True)

    With weights:

    >>> from fractions import Fraction
    >>> count(Problem([["p"], ["q"], ["p", "q"]]), weights=[Fraction(1, 2), Fraction(1, 3), 2])
    Fraction(13, 6)
    """
    request = Request.of(Goal.COUNT, locals())
    if weights is not None:
        from exactcover.weighted.count import weighted_count

        return weighted_count(problem, weights, request)
    return count_all(begin(problem, request))


def find_cover(problem: Problem, request: Request) -> Result[Solution]:
    """Run the search of a request until it has a solution; return the result."""
    search = begin(problem, request)
    return find_one(search, _cover(problem, search))


def find_one(search: Searching, decode: Decode[Answer]) -> Result[Answer]:
    """Run any search until it has a solution; return the result."""
    found = search.collect()
    if found:
        search.end(Stop.LIMIT)
    result = Result(
        decode(found[0]) if found else None, search.complete, search.stopped, search.statistics
    )
    if search.interrupted:
        raise Interrupted(result)
    return result


def count_all(search: Searching) -> Count:
    """Run any search to its end; return the number of solutions."""
    number = search.count()
    result = Count(number, search.complete, search.stopped, search.statistics)
    if search.interrupted:
        raise Interrupted(result)
    return result


class Solutions(TextView, Generic[Answer], Iterator[Answer]):
    """A lazy iterator over the solutions of a search.

    It can be used after Ctrl-C: no solution is lost, and the next call continues. It may be handed
    to another thread, but one that asks for a solution while another one is waiting for it gets an
    `exactcover.InUseError`.

    Examples
    --------
    >>> from exactcover import Problem
    >>> solutions = Problem([["p"], ["p"], ["p"]]).solutions(limit=2)
    >>> len(list(solutions)), solutions.complete, solutions.stopped
    (2, False, <Stop.LIMIT: 'limit'>)
    """

    def __init__(self, search: Searching, decode: Decode[Answer]) -> None:
        self._search = search
        self._decode = decode
        self._found: deque[list[int]] = deque()
        self._turn = Lock()

    def __next__(self) -> Answer:
        while True:
            try:
                # Atomic, so that only the search needs a turn, and not each of its solutions.
                indices = self._found.popleft()
            except IndexError:
                self._search_some()
            else:
                return self._decode(indices)

    def _search_some(self) -> None:
        """Search for some more solutions; raise StopIteration if there are none."""
        with free(self._turn):
            if self._found:
                return
            self._found.extend(self._search.collect())
            if self._search.interrupted:
                raise Interrupted(self)
            if not self._found:
                raise StopIteration

    def arrays(self) -> Iterator[NDArray[Any]]:
        """Return an iterator over batches of the remaining solutions, about ten times faster.

        Yields
        ------
        Arrays of shape (solutions, options): the sorted indices of one solution's options a row;
        `NO_OPTION`, which is the highest number there is, fills short rows up.

        Examples
        --------
        >>> from exactcover import Problem
        >>> for rows in Problem([["p"], ["q"], ["p", "q"]]).solutions().arrays():
        ...     print(rows)
        [[         0          1]
         [         2 4294967295]]
        """
        return InTurn(Batches(self), self._turn)

    def _next_rows(self) -> NDArray[Any]:
        """Return the next batch of solutions; raise StopIteration if there are none."""
        found: list[list[int]] = []
        with suppress(IndexError):
            while True:
                found.append(self._found.popleft())
        if found:
            rows = np.full((len(found), max(map(len, found))), NO_OPTION)
            for row, indices in zip(rows, found, strict=True):
                row[: len(indices)] = indices
            return rows
        rows, lengths = self._search.collect_rows()
        if self._search.interrupted:
            self._found.extend(trimmed(rows, lengths))
            raise Interrupted(self)
        if not len(rows):
            raise StopIteration
        return rows

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "Solutions cannot be copied or pickled: a search is under way. Keep what it has given"
        )

    def __repr__(self) -> str:
        number = format_whole(self.statistics.solutions)
        if self.complete:
            return f"<Solutions: {number} found, all there are>"
        if self.stopped is Stop.LIMIT:
            return f"<Solutions: {number} found, {Stop.LIMIT.words}>"
        state = ending(self.stopped) if self.stopped else "going on"
        return f"<Solutions: {number} found so far, {state}>"

    def close(self) -> None:
        """End the search; solutions not yet taken are dropped."""
        with free(self._turn):
            if self._found:
                self._search.complete = False
                self._found.clear()
            self._search.end(Stop.CANCELLED)

    @property
    def complete(self) -> bool:
        """Whether all solutions there are have been returned."""
        return self._search.complete and not self._found

    @property
    def stopped(self) -> Stop | None:
        """Why the iteration ended before that; None while it may continue."""
        return None if self._found else self._search.stopped

    @property
    def engine(self) -> str:
        """The engine that searches, or the last of several; `statistics.choice` says why."""
        return self._search.statistics.engine

    @property
    def statistics(self) -> Statistics:
        """The statistics of the search so far."""
        return self._search.statistics


class Batches(Iterator[NDArray[Any]]):
    """An iterator over batches of the remaining solutions of `Solutions`.

    It is no generator: that would end with the first exception, as if there were no more.
    """

    __slots__ = ("_solutions",)

    def __init__(self, solutions: Solutions[Any]) -> None:
        self._solutions = solutions

    def __next__(self) -> NDArray[Any]:
        return self._solutions._next_rows()


def _cover(problem: Problem, search: Searching) -> Decode[Solution]:
    """Return the function of a solution's indices that makes what the caller gets."""
    options = Options(problem._option)
    # A search up to symmetry makes solutions that know how many their class has.
    make: Callable[[Iterable[Option]], Solution] = getattr(search, "cover", Solution)
    return lambda indices: make(map(options.__getitem__, indices))
