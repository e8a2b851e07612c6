"""The verbs: find one solution, go through all, count them, find the best one.

All take the same controls, by keyword (`csp.search.strategy.Controls`). None of them ever takes a
search that was stopped for one that found nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol, Unpack, cast

import numpy as np
from numpy.typing import NDArray

from csp.model.expressions import Variable, expression
from csp.model.model import Model
from csp.model.solution import Assignment
from csp.search.strategy import Controls
from exactcover.errors import UndecidedError
from exactcover.limits import Stop
from exactcover.search.driver import Limits, Search, check_names
from exactcover.search.protocol import Machine
from exactcover.search.result import Count, Interrupted, Result, Statistics
from exactcover.verbs.cover_search import Searching, is_spread
from exactcover.verbs.solve import Solutions as AnySolutions
from exactcover.verbs.solve import count_all, find_one


class Solved(Protocol):
    """What says what its solutions, which are numbers from 0 on, are counted from."""

    @property
    def origins(self) -> list[int]:
        """What is to be added, for each variable."""


class Solutions(AnySolutions[Assignment]):
    """A lazy iterator over the solutions of a search; see `exactcover.verbs.solve.Solutions`."""

    def __init__(self, model: Model, search: Searching, engine: Solved) -> None:
        super().__init__(search, lambda found: _decode(model, engine, found))
        self._solved = engine

    def arrays(self) -> Iterator[NDArray[Any]]:
        """Go through the solutions that were not taken yet in batches: some ten times faster.

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
        for rows in super().arrays():
            yield rows + np.array(self._solved.origins, dtype=np.int64)


def solve(model: Model, **controls: Unpack[Controls]) -> Result[Assignment]:
    """Find one solution, or prove that there is none.

    Raises
    ------
    ModelError
        If a control is wrong.
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
    """
    controls.setdefault("limit", 1)
    search, engine = begin(model, controls, is_for_one=True)
    return find_one(search, lambda found: _decode(model, engine, found))


def solutions(model: Model, **controls: Unpack[Controls]) -> Solutions:
    """Iterate over the solutions, searching no further than asked.

    Examples
    --------
    >>> from csp import Model
    >>> model = Model()
    >>> x, y = model.variables(2, range(4), name="x")
    >>> model.post(x + y == 3, x < y)
    >>> list(model.solutions())
    [Assignment(x[0]=0, x[1]=3), Assignment(x[0]=1, x[1]=2)]
    """
    search, engine = begin(model, controls)
    return Solutions(model, search, engine)


def count(model: Model, **controls: Unpack[Controls]) -> Count:
    """Count the solutions, building none of them.

    Examples
    --------
    >>> from csp import Model
    >>> model = Model()
    >>> x, y = model.variables(2, range(4))
    >>> model.post(x != y)
    >>> model.count()
    12
    """
    search, _ = begin(model, controls, lists=False)
    return count_all(search)


def propagated(model: Model) -> dict[Variable, list[int]] | None:
    """Return the values of each variable that propagation leaves, without any search.

    Returns
    -------
    The values in order; or None, if there is no solution.

    Examples
    --------
    >>> from csp import Model
    >>> model = Model()
    >>> x, y = model.variables(2, range(4), name="x")
    >>> model.post(x + 2 <= y)
    >>> propagated(model)
    {x[0]: [0, 1], x[1]: [2, 3]}
    """
    from csp.kernels.search import reach_fixed_point
    from csp.model.layout import lay_out
    from csp.search.engine import check_raised, values_left
    from csp.search.methods import built
    from exactcover.compiled.pointers import handle

    builder = built(model)
    state = lay_out(builder)
    if builder.is_infeasible:
        return None
    is_possible = reach_fixed_point(handle(state))
    check_raised(state)
    if not is_possible:
        return None
    return {variable: values_left(state, variable.index) for variable in model.unknowns}


@dataclass(frozen=True, slots=True)
class Best:
    """The best solution, or the best that was found until the search was stopped.

    Attributes
    ----------
    solution
        The solution, or None.
    value
        What the expression comes to there, or None.
    complete
        Whether the whole search was done: then no solution is better, or there is none.
    stopped
        Why the search ended before that, or None.
    """

    solution: Assignment | None
    value: int | None
    complete: bool
    stopped: Stop | None
    statistics: Statistics

    def __bool__(self) -> bool:
        """Tell whether a solution exists.

        Raises
        ------
        UndecidedError
            If the search was stopped before it found out.
        """
        if self.solution is None and not self.complete:
            raise UndecidedError("the search was stopped before it found a solution, or none")
        return self.solution is not None


def minimize(model: Model, objective: Any, **controls: Unpack[Controls]) -> Best:
    """Find a solution where an expression is least, by branch and bound.

    Parameters
    ----------
    model
        Whose solution is wanted.
    objective
        The expression.
    **controls
        As for the other verbs; `limit` stops after so many improvements.

    Raises
    ------
    ModelError
        If the objective or a control is wrong.
    Interrupted
        On Ctrl-C; a `KeyboardInterrupt`, whose `result` is the best found until then.

    Examples
    --------
    >>> from csp import Model
    >>> model = Model()
    >>> x, y = model.variables(2, range(10), name="x")
    >>> model.post(2 * x + 3 * y >= 13)
    >>> best = model.minimize(x + y)
    >>> best.value, best.complete
    (5, True)
    """
    wanted = expression(objective)
    search, engine = begin(model, controls, objective=wanted)
    solution: Assignment | None = None
    value: int | None = None
    while some := search.collect():
        for found in some:
            decoded = _decode(model, engine, found)
            if value is None or decoded[wanted] < value:
                solution, value = decoded, int(decoded[wanted])
        if search.interrupted:
            break
    result = Best(solution, value, search.complete, search.stopped, search.statistics)
    if search.interrupted:
        raise Interrupted(result)
    return result


def maximize(model: Model, objective: Any, **controls: Unpack[Controls]) -> Best:
    """Find a solution where an expression is greatest: as `minimize` does.

    Examples
    --------
    >>> from csp import Model
    >>> model = Model()
    >>> x, y = model.variables(2, range(10), name="x")
    >>> model.post(2 * x + 3 * y <= 13)
    >>> model.maximize(x + y).value
    6
    """
    try:
        best = minimize(model, -expression(objective), **controls)
    except Interrupted as interrupted:
        raise Interrupted(_negated(cast(Best, interrupted.result))) from None
    return _negated(best)


def _negated(best: Best) -> Best:
    value = None if best.value is None else -best.value
    return Best(best.solution, value, best.complete, best.stopped, best.statistics)


def begin(
    model: Model | Callable[[], Model],
    controls: Controls,
    *,
    lists: bool = True,
    is_for_one: bool = False,
    objective: Any = None,
) -> tuple[Searching, Solved]:
    """Make a search ready, in this thread or spread over workers, as the controls say.

    Parameters
    ----------
    model
        What is searched, or what states it: that takes time, too.

    Returns
    -------
    The search, and what tells the origins of its solutions.
    """
    check_names(controls, Controls)
    if is_spread(controls):
        from csp.search.tasks import spread_model

        return spread_model(
            _stated(model), controls, lists=lists, is_for_one=is_for_one, objective=objective
        )
    search = ModelSearch(model, controls, is_for_one=is_for_one, objective=objective)
    return search, search


def _stated(model: Model | Callable[[], Model]) -> Model:
    return model if isinstance(model, Model) else model()


class ModelSearch(Search):
    """One search of one model, which is laid out first; see `begin`."""

    def __init__(
        self,
        model: Model | Callable[[], Model],
        controls: Controls,
        *,
        is_for_one: bool,
        objective: Any,
    ) -> None:
        from csp.search.methods import engine_for

        def made() -> Machine:
            given = controls.copy()
            machine, self._why = engine_for(
                _stated(model), given, is_for_one=is_for_one, objective=objective
            )
            return machine

        limits = {name: value for name, value in controls.items() if name in Limits.__annotations__}
        super().__init__(made, **cast(Limits, limits))

    @property
    def origins(self) -> list[int]:
        """What is to be added to the numbers of a solution; nothing before all is laid out."""
        return getattr(self.machine, "origins", [])


def _decode(model: Model, engine: Solved, found: list[int]) -> Assignment:
    return Assignment(model, [o + k for o, k in zip(engine.origins, found, strict=True)])
