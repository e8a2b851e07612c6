"""The verbs: find one solution, go through all, count them.

All take the same controls, by keyword (`exactcover.verbs.cover_search.Controls`): ``limit``,
``time_limit``, ``max_nodes``, ``cancel``, ``progress``, ``seed``, ``chosen``, ``method``. None of
them ever takes a search that was stopped for one that found nothing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import Any, Generic, NoReturn, TypeVar, Unpack

import numpy as np
from numpy.typing import NDArray

from exactcover.formatting import format_whole
from exactcover.limits import Stop, ending
from exactcover.problem.option import Options
from exactcover.problem.problem import Problem
from exactcover.search.goal import Goal
from exactcover.search.result import Count, Interrupted, Result, Solution, Statistics
from exactcover.verbs.cover_search import NO_OPTION, Controls, Searching, begin

Answer = TypeVar("Answer")
Decode = Callable[[list[int]], Answer]


def solve(problem: Problem, **controls: Unpack[Controls]) -> Result[Solution]:
    """Find one solution, or prove that there is none.

    Raises
    ------
    ProblemError
        If a control is wrong: a negative limit, an unknown method, chosen options that clash.
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
    controls.setdefault("limit", 1)
    return find_one(begin(problem, Goal.FEW, **controls), _cover(problem))


def solutions(problem: Problem, **controls: Unpack[Controls]) -> Solutions[Solution]:
    """Iterate over the solutions, searching no further than asked.

    Examples
    --------
    >>> from exactcover import Problem, solutions
    >>> for solution in solutions(Problem([["p"], ["q"], ["p", "q"]])):
    ...     print(solution.indices)
    (0, 1)
    (2,)
    """
    return Solutions(begin(problem, Goal.LIST, **controls), _cover(problem))


def count(problem: Problem, **controls: Unpack[Controls]) -> Count:
    """Count the solutions, building none of them.

    Examples
    --------
    >>> from exactcover import Problem, count
    >>> count(Problem([["p"], ["q"], ["p", "q"]]))
    2
    """
    return count_all(begin(problem, Goal.COUNT, **controls))


def find_one(search: Searching, decode: Decode[Answer]) -> Result[Answer]:
    """Run any search until it has a solution; return that."""
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


class Solutions(Generic[Answer], Iterator[Answer]):
    """A lazy iterator over the solutions of a search.

    It survives Ctrl-C: what was found is still there, and the next call goes on.

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

    def __next__(self) -> Answer:
        if not self._found:
            self._found.extend(self._search.collect())
            if self._search.interrupted:
                raise Interrupted(self)
        if not self._found:
            raise StopIteration
        return self._decode(self._found.popleft())

    def arrays(self) -> Iterator[NDArray[Any]]:
        """Go through the solutions that were not taken yet in batches: some ten times faster.

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
        while True:
            if self._found:
                lengths = list(map(len, self._found))
                rows = np.full((len(lengths), max(lengths)), NO_OPTION)
                for row, indices in zip(rows, self._found, strict=True):
                    row[: len(indices)] = indices
                self._found.clear()
            else:
                rows, _ = self._search.collect_rows()
            if len(rows):
                yield rows
            if self._search.interrupted:
                raise Interrupted(self)
            if not len(rows):
                return

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
        """Why the iteration ended before that; None while it may go on."""
        return None if self._found else self._search.stopped

    @property
    def engine(self) -> str:
        """The engine that searches, or the last of several; `statistics.choice` says why."""
        return self._search.statistics.engine

    @property
    def statistics(self) -> Statistics:
        """What the search did so far."""
        return self._search.statistics


def _cover(problem: Problem) -> Decode[Solution]:
    options = Options(problem._option)
    return lambda indices: Solution(map(options.__getitem__, indices))
