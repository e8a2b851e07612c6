"""Clauses from outside of a search: facts and clauses that searches of one model tell each other.

Literals are numbers of variables, places and kinds, which are the same in every search of a model
that posts the same. A clause that one of them has learned holds in all of them: for all solutions,
or, where the best solution is wanted, for all that are better than the best one known. What is
exported so must not depend on a solution that only one search has left behind.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from csp.engines.learning.clauses import add_learned
from csp.engines.learning.events import has_room, make_true
from csp.engines.learning.literals import is_false, is_true
from csp.engines.learning.root import leave_levels
from csp.engines.learning.state import (
    DECISION,
    DEPTH,
    DONE,
    GE,
    LBD,
    LEARNED,
    LITERALS,
    LT,
    N_LEARNED,
    NE,
    PHASE,
    REDUCTIONS,
    ROOT_HI,
    ROOT_LO,
    SIZE,
    TOP,
    Learner,
    learner_of,
    literal_of,
)
from csp.kernels.state import FIRST, WIDTH, State, state_of
from exactcover.runtime.kernels.jit import kernel
from exactcover.runtime.kernels.types import I64, U64

Clause = tuple[int, ...]
"""The literals of a clause."""

SHORT, NEAR = 8, 2
"""The most literals and the greatest LBD of a clause that is exported."""
KEPT = 0
"""The LBD of a clause that is never dropped."""


@kernel
def add_clauses(
    handle: Any, handle_own: Any, literals: I64, ends: I64, first: int, lbd: int
) -> int:
    """Go back to the root, and add clauses to those that were learned.

    Parameters
    ----------
    handle, handle_own
        The position.
    literals, ends
        The literals of all clauses, one after the other, and where each clause ends.
    first
        The number of the first clause that is added.
    lbd
        The LBD that they get: with KEPT they are never dropped.

    Returns
    -------
    The number of the clause for which there is no space; that of clauses if all were added.
    """
    state, own = state_of(handle), learner_of(handle_own)
    if own.numbers[DEPTH] > 0:
        leave_levels(state, own, np.int64(0))
    for k in range(first, len(ends)):
        begin = ends[k - 1] if k > 0 else np.int64(0)
        n, is_needed = np.int64(0), True
        for place in range(begin, ends[k]):
            if is_true(state, own, literals[place]):
                is_needed = False
            elif not is_false(state, own, literals[place]):
                own.lists[LEARNED, n] = literals[place]
                n += 1
        if not is_needed:
            continue
        if n == 0:
            own.numbers[PHASE] = DONE
            return len(ends)
        if n == 1:
            if not has_room(state, own, np.int64(1)):
                return k
            if not make_true(handle, handle_own, own.lists[LEARNED, 0], np.int64(DECISION)):
                own.numbers[PHASE] = DONE
                return len(ends)
        else:
            if own.numbers[TOP] + LITERALS + n > len(own.clauses):
                return k
            own.numbers[N_LEARNED] = n
            add_learned(own, np.int64(lbd))
    return len(ends)


@kernel
def copy_short(clauses: I64, top: int, most_lbd: int, out: I64) -> int:
    """Copy short clauses of a small LBD to rows of `out`, after their sizes; return how many.

    Clauses that must be kept are left out: they forbid solutions that were found.
    """
    n, clause = 0, 0
    while clause < top and n < len(out):
        size, lbd = clauses[clause + SIZE], clauses[clause + LBD]
        if 0 < lbd <= most_lbd and size < out.shape[1]:
            out[n, 0] = size
            for i in range(size):
                out[n, 1 + i] = clauses[clause + LITERALS + i]
            n += 1
        clause += LITERALS + size
    return n


class Mark(NamedTuple):
    """Up to where the clauses of a search were looked at, and how often some had been dropped."""

    place: int = 0
    reductions: int = 0


def short_clauses(own: Learner, most: int, since: Mark) -> tuple[list[Clause], Mark]:
    """Return short clauses that were learned since a mark, at most so many, and the next mark.

    Where clauses were dropped, those that are left have moved: all are looked at again.
    """
    now = Mark(int(own.numbers[TOP]), int(own.numbers[REDUCTIONS]))
    first = since.place if since.reductions == now.reductions else 0
    out = np.zeros((most, 1 + SHORT), dtype=np.int64)
    n = copy_short(own.clauses[first:], now.place - first, NEAR, out)
    return [tuple(sorted(row[1 : 1 + row[0]])) for row in out[:n].tolist()], now


def packed(clauses: Sequence[Sequence[int]]) -> tuple[I64, I64]:
    """Return the literals of clauses one after the other, and where each ends."""
    literals = np.array([each for clause in clauses for each in clause], dtype=np.int64)
    return literals, np.cumsum([len(clause) for clause in clauses], dtype=np.int64)


def facts_missing(state: State, own: Learner, others: Iterable[Learner]) -> list[Clause]:
    """Return what others know at the root of the search, as literals; and this search does not."""
    lows, highs, words = own.variables[:, ROOT_LO], own.variables[:, ROOT_HI], own.root
    low, high, common = lows, highs, words
    for other in others:
        low = np.maximum(low, other.variables[:, ROOT_LO])
        high = np.minimum(high, other.variables[:, ROOT_HI])
        common = common & other.root
    found = _literals(np.flatnonzero(low > lows), low, GE)
    found += _literals(np.flatnonzero(high < highs), high + 1, LT)
    found += _removed(state, words & ~common, low, high)
    return [(each,) for each in found]


def _literals(variables: NDArray[np.intp], places: I64, kind: int) -> list[int]:
    """Return literals of variables."""
    pairs = zip(variables.tolist(), places[variables].tolist(), strict=True)
    return [literal_of(v, place, kind) for v, place in pairs]


def _removed(state: State, bits: U64, low: I64, high: I64) -> list[int]:
    """Return that variables do not have the values between their bounds whose bits are given."""
    found = []
    for v in np.flatnonzero((state.variables[:, WIDTH] > 0) & (high - low > 1)).tolist():
        first, least, most = int(state.variables[v, FIRST]), int(low[v]) + 1, int(high[v])
        for j in range(least >> 6, (most - 1 >> 6) + 1):
            word = int(bits[first + j])
            while word:
                place = 64 * j + (word & -word).bit_length() - 1
                word &= word - 1
                if least <= place < most:
                    found.append(literal_of(v, place, NE))
    return found
