"""Kinds of neighbourhoods: which variables are relaxed together.

Each kind is a function that returns some of the free variables in an order: the first ones are
relaxed. `KINDS` lists them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

import numpy as np

from csp.kernels.state import ARITY, DATA, GROUPS, State
from exactcover.runtime.kernels.types import I64


class Neighbours:
    """The variables of a model that are free at the root, and the constraints between them.

    Parameters
    ----------
    state
        The state before the search.
    free
        The variables of the model that are not fixed at the root.
    """

    def __init__(self, state: State, free: Sequence[int]) -> None:
        self.free = np.array(free, dtype=np.int64)
        self._state = state

    def kept(self, relax: Kind, size: int, best: I64, random: np.random.Generator) -> I64:
        """Return the free variables that are not relaxed, in random order.

        Parameters
        ----------
        relax
            The kind of neighbourhood.
        size
            The number of variables that are relaxed.
        best
            The values of all variables in the best solution.
        """
        if not len(self.free):
            return self.free
        relaxed = np.zeros(len(best), dtype=bool)
        relaxed[relax(self, size, best, random)[:size]] = True
        return random.permutation(self.free[~relaxed[self.free]])

    @cached_property
    def scopes(self) -> list[I64]:
        """The variables of each propagator and of each group of different views."""
        state = self._state
        found = [
            state.data[place : place + n]
            for place, n in state.propagators[:, [DATA, ARITY]].tolist()
        ]
        groups: set[int] = set()
        for place in state.variables[:, GROUPS].tolist():
            n = int(state.data[place])
            groups.update(state.data[place + 1 : place + 1 + 2 * n : 2].tolist())
        for place in sorted(groups):
            found.append(state.data[place + 1 : place + 1 + int(state.data[place])])
        return found

    @cached_property
    def scopes_of(self) -> list[list[int]]:
        """For each variable, the scopes that it is in, without those of more than half of all."""
        own: list[list[int]] = [[] for _ in range(len(self._state.variables))]
        for k, scope in enumerate(self.scopes):
            if len(scope) <= max(8, len(own) // 2):
                for v in scope.tolist():
                    own[v].append(k)
        return own

    def reached(self, start: int, random: np.random.Generator) -> Iterator[int]:
        """Yield variables that are connected by constraints, the near ones first."""
        seen, used, border = {start}, set[int](), [start]
        while border:
            v = border.pop(int(random.integers(len(border))))
            yield v
            for k in self.scopes_of[v]:
                if k not in used:
                    used.add(k)
                    fresh = [u for u in self.scopes[k].tolist() if u not in seen]
                    seen.update(fresh)
                    border += fresh


Kind = Callable[[Neighbours, int, I64, np.random.Generator], I64]


def at_random(own: Neighbours, size: int, best: I64, random: np.random.Generator) -> I64:
    """Relax any variables."""
    return random.permutation(own.free)


def in_a_row(own: Neighbours, size: int, best: I64, random: np.random.Generator) -> I64:
    """Relax variables that were made one after another: parts of arrays, most often."""
    return np.roll(own.free, -int(random.integers(len(own.free))))


def alike(own: Neighbours, size: int, best: I64, random: np.random.Generator) -> I64:
    """Relax variables with values near that of one of them: tasks of a time, things of a bin."""
    order = random.permutation(own.free)
    return order[np.argsort(np.abs(best[order] - best[order[0]]), kind="stable")]


def connected(own: Neighbours, size: int, best: I64, random: np.random.Generator) -> I64:
    """Relax variables that are connected by constraints."""
    order = random.permutation(own.free)
    chosen: dict[int, None] = {}
    is_free = set(own.free.tolist())
    for v in own.reached(int(order[0]), random):
        if v in is_free:
            chosen[v] = None
        if len(chosen) >= size:
            break
    return np.array([*chosen, *(v for v in order.tolist() if v not in chosen)], dtype=np.int64)


KINDS: tuple[Kind, ...] = (at_random, in_a_row, alike, connected)
