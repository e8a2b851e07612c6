"""Nogoods: decisions that, all together, were refuted before a restart.

The scope is all variables; the one constant is how many words of memory there are for nogoods. The
memory:

- the variables, those first that were fixed and whose watches were looked at; the cell says how
  many these are;
- for each variable, its first watch, or -1;
- how many words are used;
- the nogoods: how many decisions; the next watches of the variables of the first two decisions;
  then the decisions, each a variable and its value.

A watch is the place of a nogood, times 2, plus 0 or 1 for its first or second decision.

References
----------
C. Lecoutre, L. Sais, S. Tabary and V. Vidal, Nogood recording from restarts, IJCAI 2007.
"""

from typing import Any

import numpy as np

from csp.kernels.domains import ONE, ZERO, Value, contains, is_fixed, low, put, remove
from csp.kernels.propagate import DONE, FAILED, arity, cells_of, constants, memory_of
from csp.kernels.state import State, opened
from exactcover.compiled.jit import helper
from exactcover.compiled.types import Unsigned

TWO, THREE, FIVE = np.uint64(2), np.uint64(3), np.uint64(5)


def nogoods(handle: Any, p: Any) -> int:
    """Look at the watches of the variables that were fixed."""
    state = opened(handle)
    n, order, cell = arity(state, p), memory_of(state, p), cells_of(state, p)
    if state.memory[used_of(state, p)] == 0:
        return DONE
    n_told = state.cells[cell]
    k = n_told
    while k < n:
        v = state.memory[order + k]
        if is_fixed(state, np.uint64(v)):
            state.memory[order + k] = state.memory[order + n_told]
            state.memory[order + n_told] = v
            n_told += ONE
            if not look(state, order + n, np.uint64(v)):
                return FAILED
        k += ONE
    if n_told != state.cells[cell]:
        put(state, cell, n_told)
    return DONE


@helper
def used_of(state: State, p: Unsigned) -> Unsigned:
    """Return where in `memory` it stands how many words are used."""
    return memory_of(state, p) + TWO * arity(state, p)


@helper
def look(state: State, heads: Unsigned, v: Unsigned) -> bool:
    """Move the watches of a variable that has its value; where there is nothing else, remove."""
    memory, value = state.memory, low(state, v)
    previous = heads + v
    while memory[previous] >= 0:
        watch = memory[previous]
        nogood, side = np.uint64(watch >> 1), np.uint64(watch & 1)
        link, own = nogood + ONE + side, nogood + THREE + TWO * side
        if memory[own + ONE] == value:
            place = open_decision(state, nogood)
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
def open_decision(state: State, nogood: Unsigned) -> Unsigned:
    """Return the place of a decision, but the first two, that is not made; or 0."""
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
def learn(
    state: State, p: Unsigned, levels: Any, depth: Unsigned, v: Unsigned, value: Value
) -> bool:
    """Note, at the root, that the decisions of some levels and one more cannot all be made.

    False if it follows that there is no solution.
    """
    memory, used = state.memory, used_of(state, p)
    room = np.uint64(state.data[constants(state, p)])
    if np.uint64(memory[used]) + FIVE + TWO * depth > room:
        forget(state, p)
        if FIVE + TWO * depth > room:
            return True
    nogood = used + ONE + np.uint64(memory[used])
    n = ZERO
    for k in range(depth + ONE):
        u, own = v, value
        if k < depth:
            u, own = np.uint64(levels[k, 0]), levels[k, 1]
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
def forget(state: State, p: Unsigned) -> None:
    """Have no nogoods: there is no more room."""
    heads, n = memory_of(state, p) + arity(state, p), arity(state, p)
    for k in range(n):
        state.memory[heads + k] = -1
    state.memory[heads + n] = 0
