"""The verb that yields better and better solutions, until the last is proved to be optimal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from threading import Lock
from typing import Any

from csp.errors import ModelError
from csp.model.expressions import Expression
from csp.model.model import Model
from csp.model.objective import objective_of
from csp.model.solution import Assignment
from csp.request import ModelRequest
from csp.verbs.gap import gap_of
from csp.verbs.model_search import ModelSearch, best_bound, solution_to_begin_with
from csp.verbs.solve import Solutions
from exactcover.runtime.lazy_iterators import free
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.limits import Flag, Stop
from exactcover.runtime.search.request import ProgressLike, Seed


class ImprovingSolutions(Solutions):
    """A lazy iterator over solutions each of which is better than the one before.

    When it is exhausted and `complete`, the last solution is optimal.

    Examples
    --------
    >>> from csp import Model
    >>> model = Model()
    >>> x, y = model.variables(2, range(10), name="xy")
    >>> model.post(2 * x + 3 * y >= 13)
    >>> solutions = model.improving_solutions(x + y)
    >>> [solution[x] + solution[y] for solution in solutions][-1], solutions.bound, solutions.gap
    (5, 5, 0.0)
    """

    def __init__(
        self,
        model: Model,
        search: ModelSearch,
        least: Expression,
        sign: int,
        start: Assignment | None = None,
    ) -> None:
        super().__init__(model, search, search, start)
        self._least, self._sign = least, sign
        self._value: int | None = None
        self._comparing = Lock()

    def __next__(self) -> Assignment:
        with free(self._comparing):
            while True:
                try:
                    solution = super().__next__()
                except StopIteration:
                    # A start that is a solution is not lost where the search stops early.
                    start, self._start = self._start, None
                    if start is None or self.complete or self.stopped is Stop.LIMIT:
                        raise
                    solution = start
                value = int(solution[self._least])
                # An external solver may return a solution that is no better.
                if self._value is None or value < self._value:
                    self._value = value
                    return solution

    @property
    def value(self) -> int | None:
        """The value of the expression in the last solution returned; None before the first."""
        return None if self._value is None else self._sign * self._value

    @property
    def bound(self) -> int | None:
        """The bound so far of the value of all solutions; see `csp.Best.bound`."""
        # The search may be ahead: its bound is that of the best solution that it has found.
        ahead = [int(self._decode(found)[self._least]) for found in self._found]
        best = min([*ahead, *([] if self._value is None else [self._value])], default=None)
        found = best_bound(self._search, best)
        return None if found is None else self._sign * found

    @property
    def gap(self) -> float | None:
        """How far `bound` is from `value`, as a part of it; see `csp.Best.gap`."""
        return gap_of(self.value, self.bound)


def improving_solutions(
    model: Model,
    objective: Any,
    *,
    greatest: bool = False,
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
    bound: str | None = None,
    log: bool = False,
) -> ImprovingSolutions:
    """Return a lazy iterator over solutions each of which is better than the one before.

    Parameters
    ----------
    model
        The model.
    objective
        The expression that is to be least.
    greatest
        Whether it is to be greatest instead.
    limit
        Stop after this many solutions.
    time_limit, max_nodes, cancel, progress, seed
        As for `solve`.
    decide, order, values, restart, sequence, method, solver, bound, log
        As for `minimize`.

    Returns
    -------
    ImprovingSolutions
        The iterator; it also has the value of the last solution, and a bound of all values.

    Raises
    ------
    ModelError, ProblemError
        If an argument is wrong.
    Interrupted
        On Ctrl-C; a `KeyboardInterrupt`, by the iterator, which can continue after it.

    Examples
    --------
    >>> from csp import Model
    >>> model = Model()
    >>> x = model.variable(range(5), "x")
    >>> [solution[x] for solution in model.improving_solutions(x, greatest=True, values="least")]
    [0, 1, 2, 3, 4]
    """
    given = locals()
    if isinstance(objective, list | tuple):
        raise ModelError("improving_solutions has one objective: minimize takes several")
    sign = -1 if greatest else 1
    least = sign * objective_of(objective)
    request = ModelRequest.of(Goal.LIST, given, objective=least, sign=sign)
    start = solution_to_begin_with(model, request)
    return ImprovingSolutions(model, ModelSearch(model, request), least, sign, start)
