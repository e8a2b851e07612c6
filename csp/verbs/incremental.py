"""A solver that keeps what it has learned between calls, also while its model grows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from csp.engines.learning.assuming import (
    Assuming,
    UndefinedError,
    literals_of,
    stated_as,
    truth_of,
)
from csp.engines.learning.growing import Extent, Position, learned_for
from csp.model.builder import Builder
from csp.model.constraint import Constraint
from csp.model.expressions import listed
from csp.model.model import Model
from csp.request import ModelRequest
from csp.verbs.assuming import condition_of, solve_posted
from csp.verbs.model_result import ModelResult
from csp.verbs.model_search import decode
from csp.verbs.one_solution import found_by
from exactcover.runtime.search.driver import Search
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.limits import Flag, clock
from exactcover.runtime.search.request import Limits, ProgressLike, Request
from exactcover.runtime.text_view import TextView

MOST_CALLS = 64
"""The calls for which an engine is used: for each it has a switch, a variable of its own."""


class Mark:
    """How far a model had grown: what an engine was made from."""

    def __init__(self, builder: Builder, n_variables: int, n_constraints: int) -> None:
        self._builder = builder
        self._n_constraints = n_constraints
        self.extent = Extent(n_variables, len(builder.numbers) - n_variables)

    def is_of(self, later: Mark) -> bool:
        """Return whether the model has only grown since; else constraints were taken back."""
        return self._builder is later._builder and self._n_constraints <= later._n_constraints

    def is_like(self, later: Mark) -> bool:
        """Return whether the model is the same as later."""
        is_equal = self._n_constraints == later._n_constraints and self.extent == later.extent
        return is_equal and self.is_of(later)


class Incremental(TextView):
    """Solves a model again and again, by clause learning that keeps what it has learned.

    Between two calls the model may get further variables and constraints, which it never loses. As
    long as it does not change, and no new condition is assumed, the engine goes on, too. Else a new
    one begins with the short clauses of the one before.

    Parameters
    ----------
    model
        The model.

    Examples
    --------
    >>> from csp import Incremental, Model, all_different
    >>> model = Model()
    >>> x = model.variables(3, range(4), name="x")
    >>> model.post(all_different(x))
    >>> solver = Incremental(model)
    >>> wishes = [x[0] == 3, x[1] == 3, x[2] == 0]
    >>> solver.solve(wishes).core
    (x[0] == 3, x[1] == 3)
    >>> model.post(x[0] < x[2])
    >>> solver.solve(wishes[1:]).core
    (x[2] == 0,)
    """

    def __repr__(self) -> str:
        return f"Incremental({self._model!r})"

    def __init__(self, model: Model) -> None:
        self._model = model
        self._engine: Assuming | None = None
        self._mark: Mark | None = None
        self._stated: Model | None = None
        self._truths: dict[int, tuple[Constraint, int]] = {}
        self._known: set[int] = set()
        self._switches: list[int] = []
        self._switch: list[int] = []

    def solve(
        self,
        assumptions: Iterable[Any] = (),
        *,
        time_limit: float | None = None,
        max_nodes: int | None = None,
        cancel: Flag | None = None,
        progress: ProgressLike | None = None,
    ) -> ModelResult:
        """Find one solution under assumptions, or a core of those that cannot hold together.

        Parameters
        ----------
        assumptions
            As for `csp.solve`. The same conditions should be given as the same objects: for others
            a new engine begins. Nothing is kept of a call where a function in a condition may have
            no value.
        time_limit, max_nodes, cancel, progress
            As for `csp.solve`.

        Returns
        -------
        ModelResult
            The solution or None, whether the search is complete, its statistics, and the core.

        Raises
        ------
        ModelError
            If an assumption is no condition, or if clauses cannot be learned from the model.
        Interrupted
            On Ctrl-C; a `KeyboardInterrupt`.
        """
        given = listed(assumptions, "the assumptions")
        conditions, began = [condition_of(each) for each in given], clock()
        limits = Limits(1, time_limit, max_nodes, cancel, progress)

        def assignment(found: list[int]) -> Any:
            assert self._engine is not None
            return decode(self._model, self._engine, found)

        try:
            search = Search(lambda: self._prepared(conditions), limits, name="learning")
            result = found_by(search, assignment)
        except UndefinedError:
            request = ModelRequest(Request(Goal.FEW, limits), is_for_one=True)
            return solve_posted(self._model, given, conditions, request, began)
        if result.solution is not None or not result.complete:
            return result
        engine = self._engine
        assert engine is not None and engine.core is not None
        # The last assumption is the switch of the call.
        return replace(result, core=tuple(given[k] for k in engine.core if k < len(given)))

    def _prepared(self, conditions: list[Constraint]) -> Assuming:
        """Return the engine, at the beginning of a search under conditions."""
        mark = Mark(self._model.builder, len(self._model.unknowns), self._model.n_constraints)
        is_same = self._mark is not None and self._mark.is_like(mark)
        stated, self._stated = self._stated if is_same else None, None
        if stated is None:
            is_same = False
            stated, self._truths = self._model.with_constraints(), {}
        bits = [self._truth_of(stated, each) for each in conditions]
        engine = self._engine
        if engine is None or not is_same or not self._known.issuperset(bits) or not self._switches:
            engine = self._begin(stated, mark)
        builder = stated.builder
        switch = literals_of(engine, builder, [self._switches.pop()])
        # Solutions of the call before were forbidden as long as its switch is on.
        facts = [(each ^ 1,) for each in self._switch]
        self._switch = switch
        engine.begin_again([*literals_of(engine, builder, bits), *switch], facts)
        self._stated = stated  # not before: after an error nothing that was built here stays
        return engine

    def _truth_of(self, stated: Model, condition: Constraint) -> int:
        """Return the number of the truth value of a condition, which is built once."""
        if id(condition) not in self._truths:
            self._truths[id(condition)] = condition, truth_of(stated, condition)
        return self._truths[id(condition)][1]

    def _begin(self, stated: Model, mark: Mark) -> Assuming:
        """Make a new engine, which begins with clauses that the one before has learned."""
        builder = stated.builder
        switches = [builder.new_interval(0, 1) for _ in range(MOST_CALLS)]
        engine = stated_as(stated, ModelRequest())
        if self._engine is not None and self._mark is not None and self._mark.is_of(mark):
            new = Position(*engine.arrays, mark.extent)
            engine.add(learned_for(new, Position(*self._engine.arrays, self._mark.extent)))
        self._engine, self._mark, self._known = engine, mark, set(builder.numbers)
        self._switches, self._switch = switches, []
        return engine
