"""The kernel of all operations on ordered ZDDs: a machine with a stack of tasks.

An operation on two nodes is defined by the same operation on their children. The machine takes a
task from its stack; it knows the result at once, or finds it in a cache, or replaces the task by a
short program of tasks: operations on children, whose results go to a second stack, and a task that
makes a node of the last two results. So there is no recursion, the machine can be stopped between
any two tasks, and its tables can grow meanwhile.

Nodes are numbered as in `exactcover.diagrams.base.Nodes`, but test levels: the places of options
in the order. A node never leads to one of a lower or the same level. A family may have weights: a
number for each of its sets. Then it ends in more terminal nodes than `NONE` and `ALL`; the level of
all of them is `LAST`.

References
----------
S. Minato, Zero-suppressed BDDs for set manipulation in combinatorial problems (DAC 1993); D. E.
Knuth, The Art of Computer Programming 4A, section 7.1.4, exercises 203-207 and 236-243.
"""

from typing import NamedTuple

import numpy as np

from exactcover.diagrams.base import Nodes
from exactcover.diagrams.nodes import add_node
from exactcover.runtime.kernels.hash_table import (
    ABSENT,
    Table,
    add_row,
    find_slot,
    hash_key,
    row_at,
)
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import U32, U64, Unsigned

(UNION, INTERSECTION, DIFFERENCE, SYMMETRIC_DIFFERENCE, MERGE, JOIN, MEET) = range(7)
(NON_SUBSETS, NON_SUPERSETS, MAXIMAL, MINIMAL, ADD, DISJOINT_JOIN) = range(7, 13)
"""The operations. MERGE adds an option to all sets of the second family, and unites both; it is
the only one whose task has a level. ADD and DISJOINT_JOIN take weights into account."""
APPLY = 64
"""A task of this and an operation takes the last two results as operands."""
STORE = 128
"""A task of this and an operation writes the last result to the cache."""
MAKE = 255
"""A task of this kind makes a node of its level and the last two results."""

DONE, STEPS_SPENT, NODES_FULL, WEIGHTS_FULL, STACK_FULL, WEIGHTS_NARROW = range(6)
"""Why `run` returns."""
N_TASKS, N_VALUES, BUDGET, PLACE = range(4)
"""The indices of `Machine.counters`; `BUDGET` is how many tasks `run` may still perform, `PLACE`
the next node of `insert`."""
MOST_PUSHED = 16
"""A task pushes fewer tasks and results than this."""

LAST = np.uint64(0xFFFFFFFF)
"""The level of the terminal nodes."""
_NONE, _ALL, _ONE, _FIRST = np.uint64(0), np.uint64(1), np.uint64(1), np.uint64(2)
_HALF, _LOW, _KIND = np.uint64(32), np.uint64(0xFFFFFFFF), np.uint64(0xFF)
_MIX = np.uint64(0x9E3779B97F4A7C15)
_NARROW = np.uint64(0xFFFFFFFE)
"""The result of `_sum` if it has more words than weights have."""


class Machine(NamedTuple):
    """The position of a machine.

    ======== ============= ==================================================================
    array    shape, uint64 holds
    ======== ============= ==================================================================
    nodes    Table         row k is node k + 2: its level above its `lo`, then its `hi`. Of a
                           terminal node with a weight, the first is the row of `weights`
    weights  Table         weights other than 0 and 1, the lowest word first
    cache    (2**k, 3)     operation and level, both operands, the result + 1; 0 if empty
    tasks    (most, 2)     the stack: kind and level, both operands
    values   (most,)       the stack of results
    counters (4,)          see `N_TASKS`
    ======== ============= ==================================================================
    """

    nodes: Table
    weights: Table
    cache: U64
    tasks: U64
    values: U64
    counters: U64


@kernel
def run(machine: Machine) -> int:
    """Perform tasks until none is left; return why it ended."""
    return _run(machine)


@kernel
def insert(machine: Machine, nodes: Nodes, level: U32, image: U32) -> int:
    """Make the nodes of a diagram, whose options may be in any order; see `run`.

    `image[k]` becomes the node of the machine for node k, and `level` is the place of each option.
    """
    counters = machine.counters
    while True:
        if counters[N_TASKS] > _NONE:
            status = _run(machine)
            if status != DONE:
                return status
        if counters[N_VALUES] > _NONE:
            image[counters[PLACE]] = _popped(machine)
            counters[PLACE] += _ONE
        node = counters[PLACE]
        if node == np.uint64(len(image)):
            return DONE
        lo, hi = np.uint64(image[nodes.lo[node]]), np.uint64(image[nodes.hi[node]])
        _push(machine, MERGE, np.uint64(level[nodes.option[node]]), lo, hi)


@helper
def _run(machine: Machine) -> int:
    nodes, weights, counters = machine.nodes, machine.weights, machine.counters
    while counters[N_TASKS] > _NONE:
        if counters[BUDGET] == _NONE:
            return STEPS_SPENT
        if nodes.used[0] == np.uint64(len(nodes.rows)):
            return NODES_FULL
        if weights.used[0] == np.uint64(len(weights.rows)):
            return WEIGHTS_FULL
        if max(counters[N_TASKS], counters[N_VALUES]) + np.uint64(MOST_PUSHED) > np.uint64(
            len(machine.tasks)
        ):
            return STACK_FULL
        counters[BUDGET] -= _ONE
        counters[N_TASKS] -= _ONE
        head = machine.tasks[counters[N_TASKS], 0]
        operands = machine.tasks[counters[N_TASKS], 1]
        kind, level = head & _KIND, head >> _HALF
        if kind == MAKE:
            hi = _popped(machine)
            lo = _popped(machine)
            _return(machine, _node(nodes, level, lo, hi))
        elif kind >= STORE:
            slot = _slot(machine, head - np.uint64(STORE), operands)
            machine.cache[slot, 0] = head - np.uint64(STORE)
            machine.cache[slot, 1] = operands
            machine.cache[slot, 2] = machine.values[counters[N_VALUES] - _ONE] + _ONE
        else:
            f, g = operands >> _HALF, operands & _LOW
            if kind >= APPLY:
                g = _popped(machine)
                f = _popped(machine)
                kind -= np.uint64(APPLY)
            if not _call(machine, kind, level, f, g):
                return WEIGHTS_NARROW
    return DONE


@helper
def _call(machine: Machine, op: Unsigned, level: Unsigned, f: Unsigned, g: Unsigned) -> bool:
    """Return the result of an operation, or push its program; False if a weight is too large."""
    if f > g and (op <= INTERSECTION or op == SYMMETRIC_DIFFERENCE or op in (JOIN, MEET, ADD)):
        f, g = g, f
    result = _known(op, f, g)
    if result != ABSENT:
        _return(machine, result)
        return True
    nodes = machine.nodes
    level_f, level_g = _level(nodes, f), _level(nodes, g)
    top = min(level_f, level_g)
    if op == MERGE and level < top:
        _return(machine, _node(nodes, level, f, g))
        return True
    if top == LAST:  # both are weights
        result = _sum(machine, f, g)
        if result == _NARROW:
            _push(machine, op, level, f, g)
            return False
        _return(machine, result)
        return True
    head, operands = level << _HALF | op, f << _HALF | g
    slot = _slot(machine, head, operands)
    cache = machine.cache
    if cache[slot, 2] != _NONE and cache[slot, 0] == head and cache[slot, 1] == operands:
        _return(machine, cache[slot, 2] - _ONE)
        return True
    f_lo, f_hi = _children(nodes, f, level_f == top)
    g_lo, g_hi = _children(nodes, g, level_g == top)
    _push(machine, op + np.uint64(STORE), level, f, g)
    _push(machine, MAKE, top, _NONE, _NONE)
    _push_program(machine, op, level, f_lo, f_hi, g_lo, g_hi)
    return True


@helper
def _known(op: Unsigned, f: Unsigned, g: Unsigned) -> Unsigned:
    """Return the result of an operation if it needs no look at children, else ABSENT."""
    result = ABSENT
    if op in (MAXIMAL, MINIMAL):
        if f <= _ALL:
            result = f
    elif g == _NONE:
        result = _NONE if op in (INTERSECTION, JOIN, MEET, DISJOINT_JOIN) else f
    elif f == _NONE:
        if op in (UNION, SYMMETRIC_DIFFERENCE, ADD):
            result = g
        elif op != MERGE:
            result = _NONE
    elif op in (UNION, INTERSECTION):
        if f == g:
            result = f
    elif op in (DIFFERENCE, SYMMETRIC_DIFFERENCE):
        if f == g:
            result = _NONE
    elif op in (JOIN, DISJOINT_JOIN):
        if f == _ALL:
            result = g
        elif g == _ALL:
            result = f
    elif op == MEET:
        if f == _ALL or g == _ALL:
            result = _ALL
    elif (op == NON_SUBSETS and f in (g, _ALL)) or (op == NON_SUPERSETS and g in (f, _ALL)):
        result = _NONE
    return result


@helper
def _push_program(
    machine: Machine,
    op: Unsigned,
    level: Unsigned,
    f_lo: Unsigned,
    f_hi: Unsigned,
    g_lo: Unsigned,
    g_hi: Unsigned,
) -> None:
    """Push tasks whose results are the two sides of a node: `hi` first, as they are done last."""
    if op == JOIN:
        _push(machine, UNION + APPLY, _NONE, _NONE, _NONE)
        _push(machine, op, _NONE, f_hi, g_hi)
        _push(machine, UNION + APPLY, _NONE, _NONE, _NONE)
        _push(machine, op, _NONE, f_hi, g_lo)
        _push(machine, op, _NONE, f_lo, g_hi)
        _push(machine, op, _NONE, f_lo, g_lo)
    elif op == DISJOINT_JOIN:
        _push(machine, ADD + APPLY, _NONE, _NONE, _NONE)
        _push(machine, op, _NONE, f_hi, g_lo)
        _push(machine, op, _NONE, f_lo, g_hi)
        _push(machine, op, _NONE, f_lo, g_lo)
    elif op == MEET:
        _push(machine, op, _NONE, f_hi, g_hi)
        _push(machine, UNION + APPLY, _NONE, _NONE, _NONE)
        _push(machine, op, _NONE, f_hi, g_lo)
        _push(machine, UNION + APPLY, _NONE, _NONE, _NONE)
        _push(machine, op, _NONE, f_lo, g_hi)
        _push(machine, op, _NONE, f_lo, g_lo)
    elif op == NON_SUBSETS:
        _push(machine, op, _NONE, f_hi, g_hi)
        _push(machine, INTERSECTION + APPLY, _NONE, _NONE, _NONE)
        _push(machine, op, _NONE, f_lo, g_hi)
        _push(machine, op, _NONE, f_lo, g_lo)
    elif op == NON_SUPERSETS:
        _push(machine, INTERSECTION + APPLY, _NONE, _NONE, _NONE)
        _push(machine, op, _NONE, f_hi, g_hi)
        _push(machine, op, _NONE, f_hi, g_lo)
        _push(machine, op, _NONE, f_lo, g_lo)
    elif op == MAXIMAL:
        _push(machine, op, _NONE, f_hi, _NONE)
        _push(machine, NON_SUBSETS + APPLY, _NONE, _NONE, _NONE)
        _push(machine, op, _NONE, f_hi, _NONE)
        _push(machine, op, _NONE, f_lo, _NONE)
    elif op == MINIMAL:
        _push(machine, NON_SUPERSETS + APPLY, _NONE, _NONE, _NONE)
        _push(machine, op, _NONE, f_lo, _NONE)
        _push(machine, op, _NONE, f_hi, _NONE)
        _push(machine, op, _NONE, f_lo, _NONE)
    else:
        _push(machine, op, level, f_hi, g_hi)
        _push(machine, op, level, f_lo, g_lo)


@helper
def _push(machine: Machine, kind: Unsigned, level: Unsigned, f: Unsigned, g: Unsigned) -> None:
    n_tasks = machine.counters[N_TASKS]
    machine.tasks[n_tasks, 0] = level << _HALF | np.uint64(kind)
    machine.tasks[n_tasks, 1] = f << _HALF | g
    machine.counters[N_TASKS] = n_tasks + _ONE


@helper
def _return(machine: Machine, value: Unsigned) -> None:
    machine.values[machine.counters[N_VALUES]] = value
    machine.counters[N_VALUES] += _ONE


@helper
def _popped(machine: Machine) -> Unsigned:
    machine.counters[N_VALUES] -= _ONE
    return machine.values[machine.counters[N_VALUES]]


@helper
def _slot(machine: Machine, head: Unsigned, operands: Unsigned) -> Unsigned:
    """Return the only slot of the cache for an operation."""
    digest = (head * _MIX ^ operands) * _MIX
    return (digest ^ digest >> _HALF) & (np.uint64(len(machine.cache)) - _ONE)


@helper
def _level(nodes: Table, node: Unsigned) -> Unsigned:
    return LAST if node < _FIRST else nodes.rows[node - _FIRST, 0] >> _HALF


@helper
def _children(nodes: Table, node: Unsigned, tests_level: bool) -> tuple[Unsigned, Unsigned]:
    """Return both sides of a node at a level that it tests, or that it skips."""
    if tests_level:
        return nodes.rows[node - _FIRST, 0] & _LOW, nodes.rows[node - _FIRST, 1]
    return node, _NONE


@helper
def _node(nodes: Table, level: Unsigned, lo: Unsigned, hi: Unsigned) -> Unsigned:
    return lo if hi == _NONE else np.uint64(add_node(nodes, level, lo, hi))


@helper
def _sum(machine: Machine, f: Unsigned, g: Unsigned) -> Unsigned:
    """Return the terminal node whose weight is the sum of two others."""
    weights = machine.weights
    carry = _NONE
    for k in range(np.uint64(len(weights.key))):
        word = _word(machine, f, k)
        total = word + _word(machine, g, k)
        overflows = total < word
        total += carry
        carry = _ONE if overflows or total < carry else _NONE
        weights.key[k] = total
    if carry != _NONE:
        return _NARROW
    digest = hash_key(weights)
    slot = find_slot(weights, digest)
    row = row_at(weights, slot)
    if row == ABSENT:
        row = add_row(weights, slot, digest)
    return np.uint64(add_node(machine.nodes, LAST, row, _ALL))


@helper
def _word(machine: Machine, node: Unsigned, k: Unsigned) -> Unsigned:
    """Return a word of the weight of a terminal node."""
    if node == _ALL:
        return _ONE if k == _NONE else _NONE
    return machine.weights.rows[machine.nodes.rows[node - _FIRST, 0] & _LOW, k]
