"""The parallel search of a model in tasks; see `exactcover.parallel`.

Other processes receive the model as it is laid out for the search: arrays, and the names of
propagators. Predicates are not sent, for they have become tables by then.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from math import prod
from typing import Any, NamedTuple

import numpy as np

from csp.engines.propagation.engine import Propagation
from csp.engines.propagation.phases import phases_for
from csp.engines.propagation.strategy import described as how
from csp.engines.propagation.strategy import tree_for
from csp.errors import ModelError
from csp.kernels.decisions import bound_decision, decision, described, domain_of, regions
from csp.kernels.state import ADDRESS, FIRST, HIGH, LOW, ORIGIN, WIDTH, State
from csp.kernels.tree import KEEPS_REFUTED, OBJECTIVE, Phases, Tree, build_tree
from csp.model.builder import Builder
from csp.model.layout import copied
from csp.model.model import Model
from csp.propagators.registry import Kernel, card_of
from csp.request import ModelRequest
from exactcover.runtime.kernels.pointers import address_of
from exactcover.runtime.kernels.types import U32
from exactcover.runtime.parallel.run import Run
from exactcover.runtime.search.protocol import Out

MOST_COSTS = 1 << 32
"""The most values of an objective: solutions are rows of 32-bit numbers."""
SPECIFYING = ("cells", "variables", "wakes", "data", "memory", "position")
"""The arrays of a state that specify the model, with the propagators without their addresses."""


class ModelLayout(NamedTuple):
    """A model as it is laid out for the search, and the settings of the search tree."""

    state: State
    functions: list[Kernel]
    order: list[int]
    settings: list[int]
    names: list[str]
    phases: Phases


class Assignments:
    """The solutions of a model; see `exactcover.runtime.parallel.job.Job`.

    Parameters
    ----------
    layout
        The model and how to search it.
    name
        The name of the model.
    text
        The model as people read it.
    """

    method = "propagation"
    task_updates = 1 << 16
    call_nodes = 1 << 11
    chosen: tuple[int, ...] = ()

    def __init__(self, layout: ModelLayout, name: str, text: str) -> None:
        self._layout, self._text = layout, text
        self.name = name
        self._goal = layout.settings[OBJECTIVE]
        self._n = len(layout.names)
        self.k = None if self._goal < 0 else 1
        self.why = how(self._tree())
        self.origins: list[int] = layout.state.variables[: self._n, ORIGIN].tolist()
        self.key = hashlib.sha256(json.dumps(self.facts()).encode()).hexdigest()

    def __reduce__(self) -> tuple[type[Assignments], tuple[Any, ...]]:
        # Addresses and their table are valid in this process only.
        state = self._layout.state
        bare = state.propagators.copy()
        bare[:, ADDRESS] = 0
        state = state._replace(
            propagators=bare, trail=state.trail[:0], table=np.zeros(0, dtype=np.int64)
        )
        return Assignments, (self._layout._replace(state=state), self.name, self._text)

    def facts(self) -> dict[str, Any]:
        """Return the facts that identify the search in a checkpoint."""
        state = self._layout.state
        arrays = [getattr(state, name) for name in SPECIFYING] + [
            state.propagators[:, ADDRESS + 1 :]
        ]
        digest = hashlib.sha256(repr([*map(_named, self._layout.functions)]).encode())
        digest.update(repr(self._layout.names).encode())
        for array in arrays:
            digest.update(repr(array.shape).encode() + np.ascontiguousarray(array).tobytes())
        phases = [each.tolist() for each in self._layout.phases if len(each)]
        order = repr((self._layout.order, self._layout.settings, *phases)).encode()
        return {
            "digest": digest.hexdigest(),
            "method": self.method,
            "order": hashlib.sha256(order).hexdigest(),
        }

    def text(self) -> str:
        """Return the variables and constraints."""
        return self._text

    def describe(self, chosen: Sequence[int]) -> str:
        """Return a description of the decisions of a prefix."""
        return described(self._layout.state, chosen, self._layout.names) or "nothing decided"

    def prefix(self, chosen: Sequence[int]) -> tuple[int, ...]:
        """Return the decisions of a prefix, which are all that identifies it."""
        return tuple(chosen)

    def most(self) -> int:
        """Return an upper bound of the number of solutions: the product of all domain sizes."""
        state = self._layout.state
        return prod(_span(state, v) for v in range(self._n))

    def regions(
        self, chosen: Sequence[int], parts: Sequence[Sequence[int]]
    ) -> Iterator[Mapping[Hashable, Any]]:
        """Return the region of each part of a task: the values that are left to variables."""
        return regions(self._layout.state, chosen, parts)

    def is_solution(self, row: Sequence[int], cost: int) -> bool:
        """Return whether the values of all variables satisfy the model at this cost."""
        state = self._layout.state
        if len(row) != max(self._n, self._goal + 1):
            return False
        decisions: list[int] = []
        for v, place in enumerate(row):
            value = int(state.variables[v, ORIGIN]) + place
            if state.variables[v, WIDTH]:
                decisions.append(decision(state, v, value))
            else:
                decisions.append(bound_decision(state, v, value))
                decisions += [~bound_decision(state, v, value - 1)] if place else []
        list(regions(state, (), [decisions]))  # refuses values that no variable has
        engine = self.engine(decisions, None)
        out = Out(np.empty((1, engine.depth), np.uint32), np.empty(1, np.uint32), 1)
        engine.advance(self.call_nodes, out)
        return engine.solutions == 1 and self.costs(out.rows, out.lengths) == [cost]

    def engine(self, chosen: Sequence[int], bound: int | None) -> Propagation:
        """Return the engine of a task, before its search."""
        engine = Propagation(
            copied(self._start),
            self._tree(),
            max(self._n, self._goal + 1),
        )
        engine.choose(chosen, bound)
        return engine

    def costs(self, rows: U32, lengths: U32) -> list[int]:
        """Return the values of the objective."""
        origin = int(self._layout.state.variables[self._goal, ORIGIN])
        return [origin + value for value in rows[:, self._goal].tolist()]

    def tidy(self, rows: U32, lengths: U32) -> tuple[U32, U32]:
        """Return solutions without the variables of expressions."""
        return rows[:, : self._n], np.minimum(lengths, self._n)

    def shortcut(self) -> int | None:
        """Return None: there is none."""
        return None

    @cached_property
    def _start(self) -> State:
        """The state before the search in this process."""
        state = self._layout.state
        table = state.propagators.copy()
        table[:, ADDRESS] = [
            address_of(card_of(each).function, "csp") for each in self._layout.functions
        ]
        trail = np.empty((4 * len(state.cells), 2), dtype=np.uint64)
        return state._replace(propagators=table, trail=trail)

    def _tree(self) -> Tree:
        n_wide = int((self._layout.state.variables[:, WIDTH] == 0).sum())
        layout = self._layout
        return build_tree(layout.order, layout.settings, len(layout.order), n_wide, layout.phases)


def parallel_search(model: Model, request: ModelRequest) -> tuple[Run, Assignments]:
    """Return the run that searches a model in tasks, and the job that it runs.

    Raises
    ------
    ModelError
        If the request is not one for a search in tasks.
    """
    for name, given in (("method", request.search.method), ("solver", request.solver)):
        if given not in (None, "auto", Assignments.method):
            raise ModelError(
                f"{name} is {given!r}: only propagation is searched in tasks, and learning and "
                "neighbourhoods in threads; the problem of to_exact_cover() takes workers, too"
            )
    request = request.freed
    if request.branching.restart:
        raise ModelError("a search in tasks does not restart: leave restart out")
    request = replace(request, branching=replace(request.branching, restart=0))
    job = Assignments(*_laid_out(model, request))
    return Run(job, request.search), job


def _laid_out(model: Model, request: ModelRequest) -> tuple[ModelLayout, str, str]:
    """Return the layout of a model, its name, and its variables and constraints as text."""
    from csp.presolve.search_parts import built, goal_of, laid_out

    if not model.unknowns:
        raise ModelError("the model has no variables")
    builder: Builder = built(model)
    objective = None if request.objective is None else goal_of(builder, request)[0]
    phases = phases_for(builder, model, request.branching.steps)
    state = laid_out(model, builder)
    if objective is not None and _span(state, objective) > MOST_COSTS:
        raise ModelError(
            f"the objective has more than {MOST_COSTS} values: such a search cannot be cut into "
            "tasks; leave checkpoint=, resume=, executor= and the controls of propagation out"
        )
    tree = tree_for(state, model, request, objective, phases)
    tree.settings[KEEPS_REFUTED] = 1
    variables = [f"{each!r} in {_values(each)}" for each in model.unknowns]
    text = "\n".join([*variables, *map(repr, model.constraints)])
    layout = ModelLayout(
        state,
        builder.functions(),
        tree.order.tolist(),
        tree.settings.tolist(),
        [each.name for each in model.unknowns],
        phases,
    )
    return layout, repr(model), text


def _span(state: State, v: int) -> int:
    """Return how many values there are between the bounds of a variable, with these."""
    first, width = state.variables[v, [FIRST, WIDTH]].tolist()
    if width == 1:
        return domain_of(state, v).bit_length()
    low, high = state.cells[[first + width + int(LOW), first + width + int(HIGH)]].tolist()
    return int(high) - int(low) + 1


def _values(variable: Any) -> str:
    return str(variable.values) if len(variable.values) < 100 else f"{len(variable.values)} values"


def _named(function: Kernel) -> tuple[str, str]:
    """Return the name and the digest of a propagator, which are the same on any machine."""
    if isinstance(function, str):
        return function, ""
    code = function.__code__
    source = repr((code.co_code, code.co_names, [c for c in code.co_consts if _is_plain(c)]))
    name = f"{function.__module__}:{function.__qualname__}"
    return name, hashlib.sha256(source.encode()).hexdigest()


def _is_plain(constant: object) -> bool:
    return isinstance(constant, int | float | str | bytes | None)
