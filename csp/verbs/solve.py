"""The verbs that find one solution, iterate over all of them, or count them.

Each result states whether its search is complete, so that a stopped search is never mistaken for a
proof.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from csp.model.solution import Assignment
from csp.model.sparse import values_of_rows
from csp.request import ModelRequest, UpTo
from csp.verbs.model_result import ModelResult
from csp.verbs.model_search import Solved, begin, decode, solution_to_begin_with
from csp.verbs.one_solution import solve_one
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.limits import Flag, Stop
from exactcover.runtime.search.request import (
    ExecutorLike,
    ProgressLike,
    Seed,
)
from exactcover.runtime.search.result import Count
from exactcover.verbs.solve import Solutions as AnySolutions
from exactcover.verbs.solve import count_all

if TYPE_CHECKING:
    from csp.model.model import Model
    from exactcover.verbs.cover_search import Searching


class Solutions(AnySolutions[Assignment]):
    """A lazy iterator over the solutions of a search; see `exactcover.verbs.solve.Solutions`.

    A start that is a solution is not lost: it is given where a limit stops the search before it
    finds any.
    """

    def __init__(
        self, model: Model, search: Searching, engine: Solved, start: Assignment | None = None
    ) -> None:
        super().__init__(search, lambda found: decode(model, engine, found))
        self._solved, self._tables, self._start = engine, model.tables, start

    def _search_some(self) -> None:
        try:
            super()._search_some()
        except StopIteration:
            start = self._unfound_start()
            if start is None:
                raise
            self._decode = lambda _: start  # nothing else comes after it
            self._found.append([])

    def _unfound_start(self) -> Assignment | None:
        """Return the start, once, where the search was stopped before it found a solution."""
        is_over = self.complete or self.stopped is Stop.LIMIT or self.statistics.solutions
        start, self._start = (None, self._start) if is_over else (self._start, None)
        return start

    def _rows_of_start(self) -> Iterator[NDArray[Any]]:
        start = self._unfound_start()
        if start is not None:
            yield np.array([list(start.values())], dtype=np.int64)

    def arrays(self) -> Iterator[NDArray[Any]]:
        """Return an iterator over batches of the remaining solutions, about ten times faster.

        Yields
        ------
        Arrays of shape (solutions, variables), int64: the values of one solution a row.

        Examples
        --------
        >>> from csp import Model
        >>> model = Model()
        >>> x, y = model.variables(2, range(-1, 2))
        >>> model.post(x < y)
        >>> for rows in model.solutions().arrays():
        ...     print(rows)
        [[-1  0]
         [-1  1]
         [ 0  1]]
        """
        return chain(map(self._values, super().arrays()), self._rows_of_start())

    def _values(self, rows: NDArray[Any]) -> NDArray[Any]:
        """Return the values of solutions for their numbers from 0 on."""
        numbers = rows + np.array(self._solved.origins, dtype=np.int64)
        return values_of_rows(self._tables, numbers)


def solve(
    model: Model,
    *,
    assumptions: Iterable[Any] | None = None,
    limit: int | None = 1,
    time_limit: float | None = None,
    max_nodes: int | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
    seed: Seed | None = None,
    decide: Iterable[Any] | None = None,
    order: str | None = None,
    values: str | Mapping[Any, int] | None = None,
    restart: int | None = None,
    sequence: str | tuple[str, float] | None = None,
    method: str | None = None,
    solver: str | None = None,
    log: bool = False,
    workers: int | None = None,
    executor: ExecutorLike | None = None,
    checkpoint: str | Path | None = None,
    resume: str | Path | None = None,
) -> ModelResult:
    """Find one solution, or prove that there is none.

    Parameters
    ----------
    model
        The model.
    assumptions
        Conditions, each as for `Model.post`, that are to hold in this call only. If they cannot,
        `core` of the result has some that cannot hold together. By method "auto" or "learning",
        clauses are learned, and the core is made smaller as long as that takes about twice the
        work of the search. Else the core is minimal, if no limit stops the look for it. As for
        `truth`, what a condition is about must have a value: no divisor is 0, and no index outside.
    limit
        Stop after this many solutions; only the first one is returned.
    time_limit
        Stop after this many seconds of work: setting up and searching, but not compiling or loading
        kernels. A running step is finished first, which takes about 0.1 seconds at most.
    max_nodes
        Stop after this many nodes of the search tree.
    cancel
        Stop soon after another thread sets this flag: a `threading.Event`, or anything else with
        its method `is_set`.
    progress
        True for a bar on standard error, or a function that is called with an
        `exactcover.Progress` now and then.
    seed
        An int or a `numpy.random.Generator`: among equals variables come in a random order, and
        values are random unless `values` says something else.
    decide
        Variables that are decided before all others; or a list of `Phase` and `Priority`, each with
        variables, an order and a choice of values of its own, which are done one after another.
        After these, `order` and `values` are for what is left, by default "dom/wdeg" and "least",
        and nothing restarts unless `restart` says so.
    order
        Which variable is decided next: "smallest" (domain), "input" (the order of `decide`, or that
        in which they were made), "least value" (the variable whose least value is least: for
        packing and scheduling), "dom/wdeg" (the smallest ratio of the size of the domain to the
        failures that it was in), "last conflict" (the variable whose decision failed last; else as
        by dom/wdeg), "adaptive" ("smallest" or, in long searches, "dom/wdeg" if that finishes
        more of the tree in trials). By default "last conflict" for one solution, "dom/wdeg" for the
        best one, and "adaptive" for all. Names of controls are accepted in any usual spelling.
    values
        Which value is tried first: "least", "greatest", "saved" (its last value; else the least) or
        "random"; or a mapping from variables or their names to values that they may have, such as
        an earlier solution: these are tried first, and so are the values of expressions that follow
        from them; later as by "saved". By default "saved"
        where one solution or the best is wanted and the order depends on failures ("dom/wdeg",
        "last conflict"), else "least".
    restart
        The number of failures after which the search restarts; 0 for never. Refuted decisions are
        recorded as nogoods. Once there is a solution, only a search for the best one restarts. By
        default 100 where one solution is wanted and 1000 where the best is, if the order depends on
        failures or values are random; else 0.
    sequence
        The lengths of the runs: "luby", `restart` failures times 1 1 2 1 1 2 4 ...; "geometric",
        each run longer by half than the one before; ("geometric", base), each `base` times as long;
        "linear", `restart` times 1 2 3 ...; or "constant", where a search ends only if its nogoods
        rule out what was searched before. Without restarts it has no effect.
    method
        "propagation"; "learning", lazy clause generation; "exact_cover", for models that
        `Model.to_exact_cover` accepts; or, by default, "auto": propagation, and where one or two
        solutions or the best one are wanted, in turns with clause learning after a while. For few
        solutions clauses are learned on the exact-cover problem, too, if there is one; for the best
        one its neighbourhoods are searched. Long searches for one solution, or the best, look for
        interchangeable variables and values, and then for one of symmetric solutions.
        `statistics.choice` describes the methods used. With controls of branching, "auto" is
        propagation; "free" is "auto" without them, and one further engine that has them.
    solver
        An external solver that searches instead: "cpsat" (`pip install ortools`) or "sat"
        (`pip install python-sat`).
    log
        Whether to write a log of the search to standard error: the model, then lines with the time,
        the nodes, the failures, the solutions, the best value and its bound, and the method that
        searches.
    workers
        Search in parallel with this many workers; by default one for each core if `executor`,
        `checkpoint` or `resume` is given, else the search runs in this thread. For one or two
        solutions or the best one, workers are threads that search the whole model in different
        ways and share the best value and short clauses, if the method is "auto", "learning" or
        "neighbourhoods". Else each searches other parts of the tree, by propagation and without
        restarts; so it is also by "auto" with controls of propagation, an executor or a
        checkpoint. The result is right in any case. Which of several solutions is found, or what
        was found until a limit, depends on how fast the threads are; with a `seed` it does not,
        but then they wait for each other.
    executor
        Where the workers are: anything with the interface of `concurrent.futures.Executor`, or a
        function that makes one; by default threads of this process. Not for "learning" and
        "neighbourhoods".
    checkpoint
        A file that stores the progress and all solutions. If it exists, the search continues from
        it. Not for "learning" and "neighbourhoods".
    resume
        The same, but it is an error if there is no such file.

    Returns
    -------
    ModelResult
        The solution or None, whether the search is complete, its statistics, and the core.

    Raises
    ------
    ModelError, ProblemError
        If an argument is wrong.
    CheckpointError
        If the checkpoint cannot be used.
    Interrupted
        On Ctrl-C; a `KeyboardInterrupt`.

    Examples
    --------
    >>> from csp import Model
    >>> model = Model()
    >>> x = model.variable(range(10), name="x")
    >>> model.post(3 * x == 12)
    >>> model.solve().solution
    Assignment(x=4)
    >>> result = model.solve(assumptions=[x >= 2, x != 4])
    >>> result.solution, result.core
    (None, (x != 4,))
    """
    request = ModelRequest.of(Goal.FEW, locals(), is_for_one=True)
    if assumptions is None:
        return solve_one(model, request)
    from csp.verbs.assuming import solve_assuming

    return solve_assuming(model, assumptions, request)


def solutions(
    model: Model,
    *,
    limit: int | None = None,
    time_limit: float | None = None,
    max_nodes: int | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
    seed: Seed | None = None,
    decide: Iterable[Any] | None = None,
    order: str | None = None,
    values: str | Mapping[Any, int] | None = None,
    restart: int | None = None,
    sequence: str | tuple[str, float] | None = None,
    method: str | None = None,
    solver: str | None = None,
    log: bool = False,
    workers: int | None = None,
    executor: ExecutorLike | None = None,
    checkpoint: str | Path | None = None,
    resume: str | Path | None = None,
    up_to: UpTo = None,
) -> Solutions:
    """Return a lazy iterator over the solutions.

    Parameters
    ----------
    model
        The model.
    limit
        Stop after this many solutions.
    time_limit
        Stop after this many seconds of setting up and searching. Neither what the caller does
        between two solutions counts nor the building of an `Assignment` for each of them, which can
        take ten times as long as the search; `Solutions.arrays` builds none. To end at a time by
        the clock, leave the loop, or set `cancel`.
    max_nodes, cancel, progress, seed
        As for `solve`.
    decide, order, values, restart, sequence, method, solver, log
        As for `solve`. A mapping `values` that is a solution is given, too, where a limit stops the
        search before it finds any.
    workers, executor, checkpoint, resume
        As for `solve`.
    up_to
        Give one solution of each class of symmetric ones only: "all" for all symmetries that are
        found, or those of `Model.symmetries`. Without checkpoint.

    Returns
    -------
    Solutions
        The iterator; it also states whether the search is complete, and has its statistics.

    Raises
    ------
    ModelError, ProblemError
        If an argument is wrong.
    CheckpointError
        If the checkpoint cannot be used.
    Interrupted
        On Ctrl-C; a `KeyboardInterrupt`, by the iterator, which can continue after it.

    Examples
    --------
    >>> from csp import Model
    >>> model = Model()
    >>> x, y = model.variables(2, range(4), name="x")
    >>> model.post(x + y == 3, x < y)
    >>> list(model.solutions())
    [Assignment(x[0]=0, x[1]=3), Assignment(x[0]=1, x[1]=2)]
    """
    request = ModelRequest.of(Goal.LIST, locals())
    search, engine = begin(model, request)
    return Solutions(model, search, engine, solution_to_begin_with(model, request))


def count(
    model: Model,
    *,
    limit: int | None = None,
    time_limit: float | None = None,
    max_nodes: int | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
    seed: Seed | None = None,
    decide: Iterable[Any] | None = None,
    order: str | None = None,
    values: str | Mapping[Any, int] | None = None,
    restart: int | None = None,
    sequence: str | tuple[str, float] | None = None,
    method: str | None = None,
    solver: str | None = None,
    log: bool = False,
    workers: int | None = None,
    executor: ExecutorLike | None = None,
    checkpoint: str | Path | None = None,
    resume: str | Path | None = None,
    up_to: UpTo = None,
) -> Count:
    """Count the solutions without building them.

    Parameters
    ----------
    model
        The model.
    limit
        Stop counting at this number.
    time_limit, max_nodes, cancel, progress, seed
        As for `solve`.
    decide, order, values, restart, sequence, method, solver, log
        As for `solve`. Values to begin with are not counted by themselves: the count, which is a
        lower bound where a limit stops it, has what the search has found.
    workers, executor, checkpoint, resume
        As for `solve`.
    up_to
        Count classes of symmetric solutions: "all" for all symmetries that are found, or those of
        `Model.symmetries`. Without checkpoint.

    Returns
    -------
    Count
        An int, which also states whether the search is complete, and has its statistics.

    Raises
    ------
    ModelError, ProblemError
        If an argument is wrong.
    CheckpointError
        If the checkpoint cannot be used.
    Interrupted
        On Ctrl-C; a `KeyboardInterrupt`, with the number of solutions found until then.

    Examples
    --------
    >>> from csp import Model
    >>> model = Model()
    >>> x, y = model.variables(2, range(4))
    >>> model.post(x != y)
    >>> model.count()
    12
    """
    request = ModelRequest.of(Goal.COUNT, locals())
    search, _ = begin(model, request)
    return count_all(search)
