"""What follows from assumptions at one level of nesting, in SukakuExplainer's order.

This is the search of `sudoku.ratings.explainer.implications` on the numbered candidates of a `Net`.
It also keeps the number of candidates that each implication follows from, so that the length of a
chain is a sum of numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from exactcover.runtime.kernels.jit import helper, subroutine
from exactcover.runtime.kernels.types import U64
from sudoku.ratings.explainer.nested.arrays import (
    CANDIDATE,
    CAUSE,
    FALSE,
    FOUND,
    HEAD_OFF,
    HEAD_ON,
    LENGTH,
    N_WAYS,
    N_WORDS,
    NOBODY,
    TAIL_OFF,
    TAIL_ON,
    TRUE,
    TRUTH,
    WORDS,
    Implications,
    Index,
    Net,
)
from sudoku.ratings.explainer.nested.net import add, drop, has, lowest, ones, other_left

SOURCE, ADVANCED = 65535, 1000
"""The cause of an assumption; the first number of a cause that is a nested technique."""


@helper
def begin(net: Net, implied: Implications, assumption: Index) -> None:
    """Begin with an assumption: nothing follows from it yet."""
    one, truth = assumption >> 1, assumption & 1
    for word in range(net.sizes[WORDS]):
        implied.live[word] = implied.base[word]
        implied.on[assumption, word] = 0
        implied.off[assumption, word] = 0
    for word in range(2 * N_WORDS):
        implied.causes[assumption, word] = 0
    for end in range(4):
        implied.ends[end] = 0
    implied.conflict[assumption, FOUND] = 0
    queue_up(net, implied, assumption, one, truth, SOURCE)


@helper
def queue_up(
    net: Net, implied: Implications, assumption: Index, one: Index, truth: Index, cause: Index
) -> None:
    """Note that a candidate is true, or false; `Implications.causes` has all but itself."""
    node = 2 * one + truth
    add(implied.causes[node, N_WORDS * (1 - truth) :], one)
    implied.cause[assumption, node] = np.uint16(cause)
    implied.size[assumption, node] = np.uint16(n_causes(net, implied, node))
    if truth == TRUE:
        add(implied.on[assumption], one)
        implied.queue[TRUE, implied.ends[TAIL_ON]] = one
        implied.ends[TAIL_ON] += 1
    else:
        add(implied.off[assumption], one)
        implied.queue[FALSE, implied.ends[TAIL_OFF]] = one
        implied.ends[TAIL_OFF] += 1


@helper
def n_causes(net: Net, implied: Implications, node: Index) -> Index:
    """Return the number of candidates that a node follows from."""
    count = 0
    for word in range(net.sizes[WORDS]):
        count += ones(implied.causes[node, word]) + ones(implied.causes[node, N_WORDS + word])
    return count


@helper
def copy_causes(net: Net, implied: Implications, node: Index, source: Index) -> None:
    """Note that a node follows from what another follows from."""
    for word in range(net.sizes[WORDS]):
        implied.causes[node, word] = implied.causes[source, word]
        implied.causes[node, N_WORDS + word] = implied.causes[source, N_WORDS + word]


@helper
def gather_causes(net: Net, implied: Implications, one: Index, way: Index) -> None:
    """Note that a candidate is true because all others of a unit are false."""
    node, unit = 2 * one + TRUE, net.units[one, way]
    for word in range(net.sizes[WORDS]):
        implied.causes[node, word] = 0
        implied.causes[node, N_WORDS + word] = 0
    for word in range(net.sizes[WORDS]):
        rest = net.members[unit, word] & implied.base[word]
        while rest != 0:
            other = 64 * word + lowest(rest)
            rest &= rest - np.uint64(1)
            if other != one:
                for k in range(net.sizes[WORDS]):
                    implied.causes[node, k] |= implied.causes[2 * other, k]
                    implied.causes[node, N_WORDS + k] |= implied.causes[2 * other, N_WORDS + k]


@subroutine
def settle(net: Net, implied: Implications, assumption: Index, is_dynamic: bool) -> bool:
    """Follow what is in the queues; return whether there is a contradiction."""
    ends = implied.ends
    while True:
        if ends[HEAD_ON] < ends[TAIL_ON]:
            one = np.int64(implied.queue[TRUE, ends[HEAD_ON]])
            ends[HEAD_ON] += 1
            for k in range(net.n_weak[one]):
                other = np.int64(net.weak[one, k])
                if not has(implied.live, other):
                    continue
                if has(implied.on[assumption], other):
                    length = implied.size[assumption, 2 * one + TRUE] + 1
                    note_conflict(implied, assumption, other, FALSE, one, length)
                    return True
                if not has(implied.off[assumption], other):
                    copy_causes(net, implied, 2 * other, 2 * one + TRUE)
                    queue_up(net, implied, assumption, other, FALSE, one)
        elif ends[HEAD_OFF] < ends[TAIL_OFF]:
            one = np.int64(implied.queue[FALSE, ends[HEAD_OFF]])
            ends[HEAD_OFF] += 1
            for way in range(N_WAYS):
                other = other_left(net, implied.live, net.units[one, way], one)
                if other == NOBODY or has(implied.on[assumption], other):
                    continue
                gather_causes(net, implied, other, way)
                if has(implied.off[assumption], other):
                    length = n_causes(net, implied, 2 * other + TRUE) + 1
                    note_conflict(implied, assumption, other, TRUE, way, length)
                    return True
                queue_up(net, implied, assumption, other, TRUE, way)
            if is_dynamic:
                drop(implied.live, one)
        else:
            return False


@helper
def note_conflict(
    implied: Implications, assumption: Index, one: Index, truth: Index, cause: Index, length: Index
) -> None:
    """Note that a candidate was found to be both true and false."""
    implied.conflict[assumption, FOUND] = 1
    implied.conflict[assumption, CANDIDATE] = one
    implied.conflict[assumption, TRUTH] = truth
    implied.conflict[assumption, CAUSE] = cause
    opposite = 2 * one + 1 - truth
    implied.conflict[assumption, LENGTH] = length + implied.size[assumption, opposite]


@subroutine
def trace(
    net: Net, implied: Implications, eliminations: U64, assumption: Index, goal: Index
) -> None:
    """Note in `Implications.traced` the candidates that a node follows from.

    `eliminations` has the false candidates from which nested techniques follow.
    """
    words = net.sizes[WORDS]
    for word in range(2 * N_WORDS):
        implied.traced[word] = 0
    size = push(implied, goal, 0)
    while size > 0:
        size -= 1
        node = np.int64(implied.stack[size])
        cause, one = np.int64(implied.cause[assumption, node]), node >> 1
        if cause == SOURCE:
            continue
        if node & 1 == FALSE and cause < ADVANCED:
            size = push(implied, 2 * cause + TRUE, size)
            continue
        for word in range(words):
            rest = (
                net.members[net.units[one, cause], word] & implied.base[word]
                if node & 1 == TRUE
                else eliminations[cause - ADVANCED, word]
            )
            while rest != 0:
                other = 64 * word + lowest(rest)
                rest &= rest - np.uint64(1)
                if other != one:
                    size = push(implied, 2 * other, size)


@helper
def push(implied: Implications, node: Index, size: Any) -> Index:
    """Push a node that was not traced yet on the stack, and return the size of the stack."""
    half = implied.traced[N_WORDS * (1 - (node & 1)) :]
    if has(half, node >> 1):
        return size
    add(half, node >> 1)
    implied.stack[size] = node
    return size + 1
