"""Clauses that a search has learned, for a search of a model that has grown since.

A clause that holds in all solutions of a model holds in those with further constraints, too. Only
clauses about what the model itself has stated are taken: presolve rules may add something else to
the grown model. Variables of the model keep their numbers, and those of expressions that were
stated keep theirs, but their places in the arrays and the origins of their values may be others.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from csp.engines.learning.sharing import Clause, Mark, short_clauses
from csp.engines.learning.state import (
    HAS_BOUNDS_ONLY,
    IS_BIT,
    KIND_BITS,
    LT,
    PLACE_MASK,
    ROOT_HI,
    VARIABLE_SHIFT,
    Learner,
    literal_of,
)
from csp.kernels.state import ORIGIN, State
from exactcover.runtime.kernels.types import I64

MOST_CLAUSES = 1 << 14
"""The most clauses that are handed over."""


class Extent(NamedTuple):
    """What of a search the model has stated.

    Attributes
    ----------
    variables
        The number of variables of the model.
    expressions
        The number of variables of expressions that were stated before all others.
    """

    variables: int
    expressions: int


class Position(NamedTuple):
    """A search: its arrays, and what of it the model has stated."""

    state: State
    own: Learner
    extent: Extent


def learned_for(new: Position, old: Position) -> list[Clause]:
    """Return short clauses that one search has learned, as they are in another one.

    Parameters
    ----------
    new
        The search of the grown model.
    old
        The search of the model before.
    """
    places = _places(new.extent, old)
    clauses, _ = short_clauses(old.own, MOST_CLAUSES, Mark())
    translated = (_translated(new, old, places, each) for each in clauses)
    return [each for each in translated if each is not None]


def _places(extent: Extent, old: Position) -> I64:
    """Return, for each variable of a search, its place in the grown one, or -1."""
    n, n_stated = old.extent
    places = np.full(len(old.own.variables), -1, dtype=np.int64)
    places[:n] = np.arange(n)
    places[n : n + n_stated] = extent.variables + np.arange(n_stated)
    return places


def _translated(new: Position, old: Position, places: I64, clause: Clause) -> Clause | None:
    """Return a clause as it is in the grown search; None if that cannot say it."""
    found = []
    for each in clause:
        v, kind = each >> VARIABLE_SHIFT, each & (1 << KIND_BITS) - 1
        u = int(places[v])
        if u < 0:
            return None
        before, after = old.own.variables[v], new.own.variables[u]
        shift = int(old.state.variables[v, ORIGIN]) - int(new.state.variables[u, ORIGIN])
        place = (each >> KIND_BITS & PLACE_MASK) + shift
        if before[HAS_BOUNDS_ONLY] != after[HAS_BOUNDS_ONLY]:
            return None
        if before[IS_BIT] and before[IS_BIT] + shift != after[IS_BIT]:
            return None
        if bool(before[IS_BIT]) != bool(after[IS_BIT]):
            return None
        if not 0 <= place <= int(after[ROOT_HI]) + (kind == LT):
            return None
        found.append(literal_of(u, place, kind))
    return tuple(found)
