"""What follows from assumptions at one level of nesting, in SukakuExplainer's order.

This is the search of `sudoku.ratings.explainer.implications` on the numbered candidates of a `Net`.
It also keeps the number of candidates that each implication follows from, so that the length of a
chain is a sum of numbers.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.jit import helper, subroutine
from exactcover.runtime.kernels.types import U16, U64
from sudoku.ratings.explainer.board import N_CANDIDATES, N_NODES
from sudoku.ratings.explainer.nested.net import (
    N_WAYS,
    N_WORDS,
    NOBODY,
    WORDS,
    Index,
    Net,
    add,
    drop,
    has,
    lowest,
    ones,
    other_left,
)

__all__ = ["Layer", "begin", "layer9", "settle", "trace"]

SOURCE, ADVANCED = 65535, 1000
"""The cause of an assumption; the first number of a cause that is a nested technique."""

# What is kept in `Layer.conflict`.
FOUND, CANDIDATE, TRUTH, CAUSE, LENGTH = range(5)
# What is kept in `Layer.ends`.
HEAD_ON, TAIL_ON, HEAD_OFF, TAIL_OFF = range(4)
FALSE, TRUE = range(2)


class Layer(NamedTuple):
    """The implications of assumptions, where some candidates of a net are left.

    ======== ===================== ================ =============================================
    array    shape, dtype          indexed by       holds
    ======== ===================== ================ =============================================
    base     (12,), uint64         -                the candidates that are left at the beginning
    live     (12,), uint64         -                those that are left under an assumption
    on       (1458, 12), uint64    assumption       the candidates that are true
    off      (1458, 12), uint64    assumption       the candidates that are false
    cause    (1458, 1458), uint16  assumption, node of a false one, the true one, or ADVANCED + the
                                                    number of a record; of a true one, the way;
                                                    SOURCE
    size     (1458, 1458), uint16  assumption, node how many candidates it follows from, and itself
    conflict (1458, 5), int64      assumption       FOUND; the CANDIDATE that is both true and
                                                    false, its last TRUTH and its CAUSE; the LENGTH
                                                    of both chains
    causes   (1458, 24), uint64    node             what it follows from: true and false candidates
    queue    (2, 729), int32       truth            candidates whose implications are still to be
                                                    followed
    ends     (4,), int64           HEAD_ON ...      the parts of the queues in use
    traced   (24,), uint64         -                the true and false candidates of a chain
    stack    (1458,), int32        0 ..             nodes still to be traced
    ======== ===================== ================ =============================================
    """

    base: U64
    live: U64
    on: U64
    off: U64
    cause: U16
    size: U16
    conflict: NDArray[np.int64]
    causes: U64
    queue: NDArray[np.int32]
    ends: NDArray[np.int64]
    traced: U64
    stack: NDArray[np.int32]


def layer9() -> Layer:
    """Return empty arrays for implications."""
    return Layer(
        np.zeros(N_WORDS, np.uint64),
        np.zeros(N_WORDS, np.uint64),
        np.zeros((N_NODES, N_WORDS), np.uint64),
        np.zeros((N_NODES, N_WORDS), np.uint64),
        np.zeros((N_NODES, N_NODES), np.uint16),
        np.zeros((N_NODES, N_NODES), np.uint16),
        np.zeros((N_NODES, 5), np.int64),
        np.zeros((N_NODES, 2 * N_WORDS), np.uint64),
        np.zeros((2, N_CANDIDATES), np.int32),
        np.zeros(4, np.int64),
        np.zeros(2 * N_WORDS, np.uint64),
        np.zeros(N_NODES, np.int32),
    )


@helper
def begin(net: Net, layer: Layer, assumption: Index) -> None:
    """Begin with an assumption: nothing follows from it yet."""
    one, truth = assumption >> 1, assumption & 1
    for word in range(net.sizes[WORDS]):
        layer.live[word] = layer.base[word]
        layer.on[assumption, word] = 0
        layer.off[assumption, word] = 0
    for word in range(2 * N_WORDS):
        layer.causes[assumption, word] = 0
    for end in range(4):
        layer.ends[end] = 0
    layer.conflict[assumption, FOUND] = 0
    queue_up(net, layer, assumption, one, truth, SOURCE)


@helper
def queue_up(
    net: Net, layer: Layer, assumption: Index, one: Index, truth: Index, cause: Index
) -> None:
    """Note that a candidate is true, or false; `Layer.causes` has all but itself."""
    node = 2 * one + truth
    add(layer.causes[node, N_WORDS * (1 - truth) :], one)
    layer.cause[assumption, node] = np.uint16(cause)
    layer.size[assumption, node] = np.uint16(n_causes(net, layer, node))
    if truth == TRUE:
        add(layer.on[assumption], one)
        layer.queue[TRUE, layer.ends[TAIL_ON]] = one
        layer.ends[TAIL_ON] += 1
    else:
        add(layer.off[assumption], one)
        layer.queue[FALSE, layer.ends[TAIL_OFF]] = one
        layer.ends[TAIL_OFF] += 1


@helper
def n_causes(net: Net, layer: Layer, node: Index) -> Index:
    """Return the number of candidates that a node follows from."""
    count = 0
    for word in range(net.sizes[WORDS]):
        count += ones(layer.causes[node, word]) + ones(layer.causes[node, N_WORDS + word])
    return count


@helper
def copy_causes(net: Net, layer: Layer, node: Index, source: Index) -> None:
    """Note that a node follows from what another follows from."""
    for word in range(net.sizes[WORDS]):
        layer.causes[node, word] = layer.causes[source, word]
        layer.causes[node, N_WORDS + word] = layer.causes[source, N_WORDS + word]


@helper
def gather_causes(net: Net, layer: Layer, one: Index, way: Index) -> None:
    """Note that a candidate is true because all others of a unit are false."""
    node, unit = 2 * one + TRUE, net.units[one, way]
    for word in range(net.sizes[WORDS]):
        layer.causes[node, word] = 0
        layer.causes[node, N_WORDS + word] = 0
    for word in range(net.sizes[WORDS]):
        rest = net.members[unit, word] & layer.base[word]
        while rest != 0:
            other = 64 * word + lowest(rest)
            rest &= rest - np.uint64(1)
            if other != one:
                for k in range(net.sizes[WORDS]):
                    layer.causes[node, k] |= layer.causes[2 * other, k]
                    layer.causes[node, N_WORDS + k] |= layer.causes[2 * other, N_WORDS + k]


@subroutine
def settle(net: Net, layer: Layer, assumption: Index, is_dynamic: bool) -> bool:
    """Follow what is in the queues; return whether there is a contradiction."""
    ends = layer.ends
    while True:
        if ends[HEAD_ON] < ends[TAIL_ON]:
            one = np.int64(layer.queue[TRUE, ends[HEAD_ON]])
            ends[HEAD_ON] += 1
            for k in range(net.n_weak[one]):
                other = np.int64(net.weak[one, k])
                if not has(layer.live, other):
                    continue
                if has(layer.on[assumption], other):
                    length = layer.size[assumption, 2 * one + TRUE] + 1
                    note_conflict(layer, assumption, other, FALSE, one, length)
                    return True
                if not has(layer.off[assumption], other):
                    copy_causes(net, layer, 2 * other, 2 * one + TRUE)
                    queue_up(net, layer, assumption, other, FALSE, one)
        elif ends[HEAD_OFF] < ends[TAIL_OFF]:
            one = np.int64(layer.queue[FALSE, ends[HEAD_OFF]])
            ends[HEAD_OFF] += 1
            for way in range(N_WAYS):
                other = other_left(net, layer.live, net.units[one, way], one)
                if other == NOBODY or has(layer.on[assumption], other):
                    continue
                gather_causes(net, layer, other, way)
                if has(layer.off[assumption], other):
                    length = n_causes(net, layer, 2 * other + TRUE) + 1
                    note_conflict(layer, assumption, other, TRUE, way, length)
                    return True
                queue_up(net, layer, assumption, other, TRUE, way)
            if is_dynamic:
                drop(layer.live, one)
        else:
            return False


@helper
def note_conflict(
    layer: Layer, assumption: Index, one: Index, truth: Index, cause: Index, length: Index
) -> None:
    """Note that a candidate was found to be both true and false."""
    layer.conflict[assumption, FOUND] = 1
    layer.conflict[assumption, CANDIDATE] = one
    layer.conflict[assumption, TRUTH] = truth
    layer.conflict[assumption, CAUSE] = cause
    opposite = 2 * one + 1 - truth
    layer.conflict[assumption, LENGTH] = length + layer.size[assumption, opposite]


@subroutine
def trace(net: Net, layer: Layer, records: U64, assumption: Index, goal: Index) -> None:
    """Note in `Layer.traced` the candidates that a node follows from.

    `records` has the false candidates that the nested techniques of this assumption follow from.
    """
    words = net.sizes[WORDS]
    for word in range(2 * N_WORDS):
        layer.traced[word] = 0
    size = push(layer, goal, 0)
    while size > 0:
        size -= 1
        node = np.int64(layer.stack[size])
        cause, one = np.int64(layer.cause[assumption, node]), node >> 1
        if cause == SOURCE:
            continue
        if node & 1 == FALSE and cause < ADVANCED:
            size = push(layer, 2 * cause + TRUE, size)
            continue
        for word in range(words):
            rest = (
                net.members[net.units[one, cause], word] & layer.base[word]
                if node & 1 == TRUE
                else records[cause - ADVANCED, word]
            )
            while rest != 0:
                other = 64 * word + lowest(rest)
                rest &= rest - np.uint64(1)
                if other != one:
                    size = push(layer, 2 * other, size)


@helper
def push(layer: Layer, node: Index, size: Any) -> Index:
    """Push a node that was not traced yet on the stack, and return the size of the stack."""
    half = layer.traced[N_WORDS * (1 - (node & 1)) :]
    if has(half, node >> 1):
        return size
    add(half, node >> 1)
    layer.stack[size] = node
    return size + 1
