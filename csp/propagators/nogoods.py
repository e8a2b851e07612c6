"""Nogoods: sets of decisions that were refuted before a restart, with two watched decisions each.

The scope is all variables; the constant is the number of words of memory for nogoods. The memory:

- the variables; fixed ones whose watches were updated come first, and the cell is their number;
- for each variable, its first watch, or -1;
- the number of words that are used;
- the nogoods: the number of decisions; the next watch in the lists of the two watched decisions;
  then the decisions, each a variable and a value, the watched ones first.

A watch is the place of a nogood, times 2, plus 0 or 1 for its first or second decision.

References
----------
C. Lecoutre, L. Sais, S. Tabary and V. Vidal, Nogood recording from restarts, IJCAI 2007.
"""

from typing import Any

import numpy as np

from csp.cards.card import Card, Missing, Naive, Wide
from csp.kernels.domains import ONE, ZERO, Value, contains, is_fixed, low, remove, set_cell
from csp.kernels.propagate import DONE, FAILED, arity, cells_of, constants, memory_of
from csp.kernels.state import State, state_of
from csp.kernels.tree import CHOSEN, IS, KIND, VALUE
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned

TWO, THREE, FIVE = np.uint64(2), np.uint64(3), np.uint64(5)


def nogoods(handle: Any, p: Any) -> int:
    """Update the watches of newly fixed variables; propagate nogoods with one open decision."""
    state = state_of(handle)
    n, order, cell = arity(state, p), memory_of(state, p), cells_of(state, p)
    if state.memory[used_of(state, p)] == 0:
        return DONE
    n_processed = state.cells[cell]
    k = n_processed
    while k < n:
        v = state.memory[order + k]
        if is_fixed(state, np.uint64(v)):
            state.memory[order + k] = state.memory[order + n_processed]
            state.memory[order + n_processed] = v
            n_processed += ONE
            if not update_watches(state, order + n, np.uint64(v)):
                return FAILED
        k += ONE
    if n_processed != state.cells[cell]:
        set_cell(state, cell, n_processed)
    return DONE


@helper
def used_of(state: State, p: Unsigned) -> Unsigned:
    """Return the place in `memory` of the number of used words."""
    return memory_of(state, p) + TWO * arity(state, p)


@helper
def update_watches(state: State, heads: Unsigned, v: Unsigned) -> bool:
    """Move the watches of a fixed variable; without an open decision, refute the other watch."""
    memory, value = state.memory, low(state, v)
    previous = heads + v
    while memory[previous] >= 0:
        watch = memory[previous]
        nogood, side = np.uint64(watch >> 1), np.uint64(watch & 1)
        link, own = nogood + ONE + side, nogood + THREE + TWO * side
        if memory[own + ONE] == value:
            place = find_new_watch(state, nogood)
            if place != ZERO:
                swap(memory, own, place)
                memory[previous] = memory[link]
                head = heads + np.uint64(memory[own])
                memory[link] = memory[head]
                memory[head] = watch
                continue
            other = nogood + FIVE - TWO * side
            if not remove(state, np.uint64(memory[other]), memory[other + ONE]):
                return False
        previous = link
    return True


@helper
def find_new_watch(state: State, nogood: Unsigned) -> Unsigned:
    """Return the place of an unwatched decision that does not hold yet, or 0."""
    memory = state.memory
    first = nogood + THREE
    for k in range(TWO, np.uint64(memory[nogood])):
        place = first + TWO * np.uint64(k)
        v = np.uint64(memory[place])
        if not is_fixed(state, v) or low(state, v) != memory[place + ONE]:
            return place
    return ZERO


@helper
def swap(memory: Any, one: Unsigned, other: Unsigned) -> None:
    """Exchange two decisions."""
    for k in range(TWO):
        kept = memory[one + k]
        memory[one + k] = memory[other + k]
        memory[other + k] = kept


@helper
def add_nogood(
    state: State, p: Unsigned, levels: Any, depth: Unsigned, v: Unsigned, value: Value
) -> bool:
    """Add, at the root, the nogood of the decisions of `depth` levels and one more.

    Nothing is added if a wide domain was halved by one of them. Return False if it follows that
    there is no solution.
    """
    memory, used = state.memory, used_of(state, p)
    n_words = np.uint64(state.data[constants(state, p)])
    if np.uint64(memory[used]) + FIVE + TWO * depth > n_words:
        delete_nogoods(state, p)
        if FIVE + TWO * depth > n_words:
            return True
    nogood = used + ONE + np.uint64(memory[used])
    n = ZERO
    for k in range(depth + ONE):
        u, own = v, value
        if k < depth:
            u, own = np.uint64(levels[k, CHOSEN]), levels[k, VALUE]
            if levels[k, KIND] != IS:
                return True
        if not contains(state, u, own):
            return True
        if not is_fixed(state, u):
            place = nogood + THREE + TWO * n
            memory[place], memory[place + ONE] = u, own
            n += ONE
    if n == ZERO:
        return False
    if n == ONE:
        return remove(state, np.uint64(memory[nogood + THREE]), memory[nogood + THREE + ONE])
    memory[nogood] = n
    heads = memory_of(state, p) + arity(state, p)
    for side in range(TWO):
        head = heads + np.uint64(memory[nogood + THREE + TWO * np.uint64(side)])
        memory[nogood + ONE + side] = memory[head]
        memory[head] = np.int64(nogood + nogood + np.uint64(side))
    memory[used] += np.int64(THREE + TWO * n)
    return True


@helper
def delete_nogoods(state: State, p: Unsigned) -> None:
    """Delete all nogoods, when their memory is full."""
    heads, n = memory_of(state, p) + arity(state, p), arity(state, p)
    for k in range(n):
        state.memory[heads + k] = -1
    state.memory[heads + n] = 0


NOGOODS = Card(
    nogoods,
    explanation=Naive("a search that learns clauses does not post it"),
    translation=Missing("it is posted by a search, and not by a constraint"),
    rows=Missing("it is posted by a search, and not by a constraint"),
    wide=Wide.SEARCHED,
)
