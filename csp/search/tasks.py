"""A model as what a run searches in tasks: see `exactcover.parallel`.

What travels to other processes is the model as it is laid out for the search, arrays and the names
of propagators. So predicates need not travel: they are tables by then.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from csp.errors import ModelError
from csp.kernels.decisions import described, domain_of
from csp.kernels.state import ADDRESS, CHANGING, ORIGIN, State
from csp.kernels.tree import OBJECTIVE, Tree, build_tree
from csp.model.builder import Builder
from csp.model.layout import lay_out, load_propagator, with_table
from csp.model.model import Model
from csp.search.engine import Propagation
from csp.search.request import ModelRequest
from csp.search.strategy import described as how
from csp.search.strategy import plant
from exactcover.compiled.pointers import address_of
from exactcover.compiled.types import U32
from exactcover.parallel.run import Run

Function = str | Callable[..., int]
MOST_REFUTED = 1 << 22
"""So many values may be refuted on a branch, or the search cannot be cut."""
SAID = ("cells", "variables", "wakes", "data", "memory", "position")
"""The arrays of a state that say what the model is, with the propagators' but for addresses."""


class Plan(NamedTuple):
    """A model as it is laid out, and how it is to be searched."""

    state: State
    functions: list[Function]
    order: list[int]
    settings: list[int]
    names: list[str]
    is_infeasible: bool


class Assignments:
    """The solutions of a model; see `exactcover.parallel.job.Job`.

    Parameters
    ----------
    plan
        The model and how to search it.
    name
        What it is called.
    said
        The model as people read it.
    """

    method = "propagation"
    task_updates = 1 << 16
    call_nodes = 1 << 11
    chosen: tuple[int, ...] = ()

    def __init__(self, plan: Plan, name: str, said: str) -> None:
        self._plan, self._said = plan, said
        self.name = name
        self._goal = plan.settings[OBJECTIVE]
        self._n = len(plan.names)
        self.k = None if self._goal < 0 else 1
        self.why = how(self._tree(0))
        self.origins: list[int] = plan.state.variables[: self._n, ORIGIN].tolist()
        self.key = hashlib.sha256(json.dumps(self.facts()).encode()).hexdigest()

    def __reduce__(self) -> tuple[type[Assignments], tuple[Any, ...]]:
        # Addresses, and the table of those, are of this process only.
        state = self._plan.state
        bare = state.propagators.copy()
        bare[:, ADDRESS] = 0
        state = state._replace(
            propagators=bare, trail=state.trail[:0], table=np.zeros(0, dtype=np.int64)
        )
        return Assignments, (self._plan._replace(state=state), self.name, self._said)

    def facts(self) -> dict[str, Any]:
        """Return what a checkpoint must be of."""
        state = self._plan.state
        arrays = [getattr(state, name) for name in SAID] + [state.propagators[:, ADDRESS + 1 :]]
        digest = hashlib.sha256(repr([*map(_named, self._plan.functions)]).encode())
        digest.update(repr(self._plan.names).encode())
        for array in arrays:
            digest.update(repr(array.shape).encode() + np.ascontiguousarray(array).tobytes())
        order = repr((self._plan.order, self._plan.settings)).encode()
        return {
            "digest": digest.hexdigest(),
            "method": self.method,
            "order": hashlib.sha256(order).hexdigest(),
        }

    def text(self) -> str:
        """Return the variables and constraints."""
        return self._said

    def describe(self, chosen: Sequence[int]) -> str:
        """Say what a prefix decides."""
        return described(self._plan.state, chosen, self._plan.names) or "nothing decided"

    def prefix(self, chosen: Sequence[int]) -> tuple[int, ...]:
        """Return the numbers of what a prefix decides."""
        return tuple(chosen)

    def engine(self, chosen: Sequence[int], bound: int | None) -> Propagation:
        """Return the engine of a task, before its search."""
        laid_out, n_values = self._laid_out
        own = {name: getattr(laid_out, name).copy() for name in (*CHANGING, "scratch")}
        state = with_table(laid_out._replace(**own))
        engine = Propagation(
            state,
            self._tree(n_values),
            max(self._n, self._goal + 1),
            _no_nogoods,
            is_infeasible=self._plan.is_infeasible,
        )
        engine.choose(chosen, bound)
        return engine

    def costs(self, rows: U32, lengths: U32) -> list[int]:
        """Return the values of the objective."""
        origin = int(self._plan.state.variables[self._goal, ORIGIN])
        return [origin + value for value in rows[:, self._goal].tolist()]

    def tidy(self, rows: U32, lengths: U32) -> tuple[U32, U32]:
        """Return solutions without the variables of expressions."""
        return rows[:, : self._n], np.minimum(lengths, self._n)

    def shortcut(self) -> int | None:
        """Return None: there is none."""
        return None

    @cached_property
    def _laid_out(self) -> tuple[State, int]:
        """The state before the search in this process, and how many values all variables have."""
        state = self._plan.state
        table = state.propagators.copy()
        table[:, ADDRESS] = [
            address_of(load_propagator(each), "csp") for each in self._plan.functions
        ]
        trail = np.empty((4 * len(state.cells), 2), dtype=np.uint64)
        return state._replace(propagators=table, trail=trail), n_values(state)

    def _tree(self, n_refuted: int) -> Tree:
        return build_tree(self._plan.order, self._plan.settings, n_refuted)


def spread_model(model: Model, request: ModelRequest) -> tuple[Run, Assignments]:
    """Return the run that searches a model in tasks, and what it searches.

    Raises
    ------
    ModelError
        If the request is not one for a search in tasks.
    """
    for name, given in (("method", request.search.method), ("solver", request.solver)):
        if given not in (None, "auto", Assignments.method):
            raise ModelError(
                f"{name} is {given!r}: only propagation is searched in tasks; the problem of "
                "to_exact_cover() takes workers, too"
            )
    if request.branching.restart:
        raise ModelError("a search in tasks does not begin anew: leave restart out")
    request = replace(request, branching=replace(request.branching, restart=0))
    job = Assignments(*_planned(model, request))
    return Run(job, request.search), job


def _planned(model: Model, request: ModelRequest) -> tuple[Plan, str, str]:
    """Lay a model out; return that, its name and what it says."""
    from csp.search.methods import built, goal_of

    if not model.unknowns:
        raise ModelError("the model has no variables")
    builder: Builder = built(model)
    objective = None if request.objective is None else goal_of(builder, request.objective)
    state = lay_out(builder)
    if n_values(state) > MOST_REFUTED:
        raise ModelError(
            f"all domains together have {n_values(state)} values: a search with more than "
            f"{MOST_REFUTED} cannot be cut into tasks"
        )
    tree = plant(state, model, request, objective)
    variables = [f"{each!r} in {_values(each)}" for each in model.unknowns]
    said = "\n".join([*variables, *map(repr, model.constraints)])
    plan = Plan(
        state,
        builder.functions(),
        tree.order.tolist(),
        tree.settings.tolist(),
        [each.name for each in model.unknowns],
        builder.is_infeasible,
    )
    return plan, repr(model), said


def n_values(state: State) -> int:
    """Return how many values all domains have together."""
    return sum(domain_of(state, v).bit_count() for v in range(len(state.variables)))


def _values(variable: Any) -> str:
    return str(variable.values) if len(variable.values) < 100 else f"{len(variable.values)} values"


def _named(function: Function) -> tuple[str, str]:
    """Return what tells a propagator from others on any machine."""
    if isinstance(function, str):
        return function, ""
    code = function.__code__
    source = repr((code.co_code, code.co_names, [c for c in code.co_consts if _is_plain(c)]))
    name = f"{function.__module__}:{function.__qualname__}"
    return name, hashlib.sha256(source.encode()).hexdigest()


def _is_plain(constant: object) -> bool:
    return isinstance(constant, int | float | str | bytes | None)


def _no_nogoods() -> State:
    raise AssertionError("a search in tasks does not begin anew")
