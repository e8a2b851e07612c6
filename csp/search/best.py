"""The best solution of a search, and the search for the least value of one expression."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from csp.model.expressions import Expression
from csp.model.model import Model
from csp.model.solution import Assignment
from csp.search.gap import best_bound, gap_of
from csp.search.model_search import begin, decode
from csp.search.request import ModelRequest
from csp.search.starting import solution_to_begin_with
from exactcover.runtime.errors import UndecidedError
from exactcover.runtime.methods import Method
from exactcover.runtime.search.limits import Stop
from exactcover.runtime.search.result import Interrupted, Statistics

__all__ = ["Best", "least"]


@dataclass(frozen=True, slots=True)
class Best:
    """The best solution, or the best that was found until the search was stopped.

    Attributes
    ----------
    solution
        The solution, or None.
    value
        The value of the expression there, or None; of several expressions a tuple.
    complete
        Whether the whole search was done: then `solution` is optimal, or there is none.
    stopped
        Why the search ended before that, or None.
    bound
        No solution has a better value than this: as far as it is known, the least possible value
        where the least one is wanted, and the greatest possible one where that is wanted. The value
        itself where the search is complete; None if there is no solution, or if the engine knows no
        bound. Of several objectives, the bound of the first one that is not proved.
    """

    solution: Assignment | None
    value: Any
    complete: bool
    stopped: Stop | None
    statistics: Statistics
    bound: Any = None

    _repr_html_ = Method("csp.notebook", "best_html")

    @property
    def gap(self) -> float | None:
        """How far `bound` is from `value`, as a part of the value without its sign.

        0 where the value is proved to be the best; None where there is no value or no bound, and of
        several objectives.
        """
        if isinstance(self.value, tuple):
            return 0.0 if self.complete else None
        return gap_of(self.value, self.bound)

    def __bool__(self) -> bool:
        """Return whether a solution exists.

        Raises
        ------
        UndecidedError
            If the search was stopped before this was known.
        """
        if self.solution is None and not self.complete:
            raise UndecidedError("the search was stopped before it found a solution, or none")
        return self.solution is not None


def least(model: Model, request: ModelRequest) -> Best:
    """Return the solution where the objective of a request is least.

    Raises
    ------
    Interrupted
        On Ctrl-C.
    """
    search, engine = begin(model, request)
    wanted = cast(Expression, request.objective)
    solution = solution_to_begin_with(model, request)
    value = None if solution is None else int(solution[wanted])
    while some := search.collect():
        for found in some:
            decoded = decode(model, engine, found)
            if value is None or decoded[wanted] < value:
                solution, value = decoded, int(decoded[wanted])
        if search.interrupted:
            break
    result = Best(
        solution,
        value,
        search.complete,
        search.stopped,
        search.statistics,
        best_bound(search, value),
    )
    if search.interrupted:
        raise Interrupted(result)
    return result
