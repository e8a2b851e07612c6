"""The functions of the caller that a search calls: compiled, and connected to its state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from exactcover.engines.steered.state import CHOOSER, PRUNER, State
from exactcover.engines.steered.view import View, state_of
from exactcover.problem.links import Links
from exactcover.problem.problem import Problem
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.kernels.jit import is_compiled, unkept
from exactcover.runtime.kernels.pointers import describe, unkept_address_of
from exactcover.runtime.kernels.types import I64, U32
from exactcover.runtime.search.steering import Hook

RAISED_ERROR = -2
"""The result of a compiled hook if the caller's function raised an error."""


@dataclass(frozen=True)
class Hooks:
    """The hook that chooses items and the one that prunes, either of which may be absent.

    Attributes
    ----------
    chooser, pruner
        The hooks.
    inner
        The number in the search of each item of the problem.
    outer
        The inverse of `inner`.
    """

    chooser: Hook | None
    pruner: Hook | None
    inner: U32
    outer: U32

    @classmethod
    def none(cls) -> Hooks:
        """Return no hooks."""
        nothing = np.zeros(0, dtype=np.uint32)
        return cls(None, None, nothing, nothing)

    @classmethod
    def of(cls, chooser: Hook | None, pruner: Hook | None) -> Hooks:
        """Return hooks, after compiling them."""
        for hook in (chooser, pruner):
            if hook is not None:
                _compiled(hook)
        return replace(cls.none(), chooser=chooser, pruner=pruner)

    def of_links(self, problem: Problem, links: Links) -> Hooks:
        """Return the hooks with the numbers of items in the search of some links."""
        inner = numbers_in(problem, links)
        return replace(self, inner=inner, outer=np.argsort(inner).astype(np.uint32))

    @property
    def own(self) -> I64:
        """The cells of both hooks, the chooser's first."""
        return self._joined("cells")

    @property
    def memory(self) -> I64:
        """The memory of both hooks, the chooser's first."""
        return self._joined("memory")

    def _joined(self, name: str) -> I64:
        hooks = [hook for hook in (self.chooser, self.pruner) if hook is not None]
        return np.concatenate(
            [np.zeros(0, dtype=np.int64), *(np.asarray(getattr(hook, name)) for hook in hooks)]
        )

    def connect(self, state: State) -> tuple[View, View]:
        """Put the addresses of the hooks into the settings of a state; return what they see of it.

        The views must be kept as long as kernels use their handles.
        """
        n_cells = 0 if self.chooser is None else len(self.chooser.cells)
        n_memory = 0 if self.chooser is None else len(self.chooser.memory)
        first = self._view(state, self.chooser, slice(0, n_cells), slice(0, n_memory))
        second = self._view(state, self.pruner, slice(n_cells, None), slice(n_memory, None))
        for place, hook in ((CHOOSER, self.chooser), (PRUNER, self.pruner)):
            if hook is not None:
                state.settings[place] = _compiled(hook)
        return first, second

    def _view(self, state: State, hook: Hook | None, cells: slice, memory: slice) -> View:
        """Return the view of a state that a hook gets."""
        arrays = (
            *(state.cells.item_of, state.cells.colour_of, state.cells.option_of, state.node_of),
            *(
                state.cells.start,
                state.cells.size,
                state.cells.block,
                state.cells.levels,
                state.cells.position,
            ),
            *(self.inner, self.outer),
            np.zeros(0, dtype=np.int64) if hook is None else np.asarray(hook.data),
            *(state.own[cells], state.memory[memory]),
        )
        return View(*arrays, describe(arrays))

    @property
    def error(self) -> str:
        """The message if a hook raised an error, or named an item that cannot be branched on."""
        names = [f"prune={self.pruner.name}"] if self.pruner else []
        if self.chooser:
            names.append(f"choose={self.chooser.name}")
        return (
            f"{' or '.join(names)} raised an error, or returned no open item; with "
            "NUMBA_DISABLE_JIT=1 in the environment the traceback is shown"
        )


def numbers_in(problem: Problem, links: Links) -> U32:
    """Return the number in `links` of each item of the problem."""
    if not links.is_shuffled:
        return np.arange(problem.n_items, dtype=np.uint32)
    inner = np.full(problem.n_items, problem.n_items, dtype=np.uint32)
    starts, members, _ = problem.incidence
    place = np.arange(len(members)) - np.repeat(starts[:-1], np.diff(starts))
    node = links.node_of[problem.incidence.owners()].astype(np.int64) + place
    inner[members] = links.item_of[node]
    # Items without options cannot be told apart: they get the numbers that are left, in order.
    is_left = inner == problem.n_items
    inner[is_left] = np.setdiff1d(np.arange(problem.n_items), inner)
    return inner


def _compiled(hook: Hook) -> int:
    """Return the address of the function of a hook.

    Raises
    ------
    ProblemError
        If Numba cannot compile it.
    """
    try:
        return _address_of(hook.function)
    except Exception as error:
        raise ProblemError(f"the function {hook.name} cannot be compiled: {error}") from error


@cache
def _address_of(function: Callable[..., Any]) -> int:
    """Compile a function of a state and a number; return its address."""
    if not is_compiled():
        own = getattr(function, "py_func", function)
        return unkept_address_of(lambda view, number: int(own(view, int(number))))
    compiled = unkept(function)

    def guarded(handle: Any, number: Any) -> int:
        try:
            return int(compiled(state_of(handle), np.int64(number)))
        except Exception:
            return RAISED_ERROR

    return unkept_address_of(guarded)
