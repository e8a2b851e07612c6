"""The implications of single candidates, and the chain of them that is examined."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import U64
from sudoku.ratings.explainer.board import N_CANDIDATES
from sudoku.ratings.explainer.nested.alternatives import MIX
from sudoku.ratings.explainer.nested.hints import Hints, keep
from sudoku.ratings.explainer.nested.layer import Layer
from sudoku.ratings.explainer.nested.net import (
    COUNT,
    N_WAYS,
    N_WORDS,
    NOBODY,
    WORDS,
    Index,
    Net,
)

__all__ = ["Paths", "forget_chain", "keep_path", "need", "paths9", "reach", "start"]


class Paths(NamedTuple):
    """The implications of single candidates, and arrays to search them.

    ======== ================== ============= ===================================================
    array    shape, dtype       indexed by    holds
    ======== ================== ============= ===================================================
    strong   (729, 4), int32    candidate     what is true if it is false, by each way, or NOBODY
    two      (729,), uint8      candidate     1 if its cell has two candidates
    parent   (2, 729), int32    truth,        what it was reached from, or NOBODY
                                candidate
    way      (2, 729), int32    the same      in which way
    depth    (2, 729), int32    the same      in how many steps
    queue    (1458,), int32     0 ..          nodes whose implications are still to be followed
    chain    (24,), uint64      -             the true and the false candidates of a chain
    needs    (12,), uint64      -             the false candidates that it follows from
    seen     (2, 12), uint64    truth         what sees a true, or a false, candidate of a cycle
    ======== ================== ============= ===================================================
    """

    strong: NDArray[np.int32]
    two: NDArray[np.uint8]
    parent: NDArray[np.int32]
    way: NDArray[np.int32]
    depth: NDArray[np.int32]
    queue: NDArray[np.int32]
    chain: U64
    needs: U64
    seen: U64


def paths9() -> Paths:
    """Return empty arrays for implications."""
    return Paths(
        np.zeros((N_CANDIDATES, N_WAYS), np.int32),
        np.zeros(N_CANDIDATES, np.uint8),
        np.zeros((2, N_CANDIDATES), np.int32),
        np.zeros((2, N_CANDIDATES), np.int32),
        np.zeros((2, N_CANDIDATES), np.int32),
        np.zeros(2 * N_CANDIDATES, np.int32),
        np.zeros(2 * N_WORDS, np.uint64),
        np.zeros(N_WORDS, np.uint64),
        np.zeros((2, N_WORDS), np.uint64),
    )


@helper
def start(net: Net, paths: Paths, one: Index, truth: Index) -> None:
    """Forget the last search and put its first node."""
    for other in range(net.sizes[COUNT]):
        paths.parent[0, other] = NOBODY
        paths.parent[1, other] = NOBODY
    paths.queue[0] = 2 * one + truth
    paths.parent[truth, one] = one
    paths.depth[truth, one] = 1


@helper
def reach(paths: Paths, one: Index, parent: Index, truth: Index, way: Index, tail: Index) -> Index:
    """Put a candidate into the queue unless it was there, and return the queue's end."""
    if paths.parent[truth, one] != NOBODY:
        return tail
    paths.parent[truth, one] = parent
    paths.way[truth, one] = way
    paths.depth[truth, one] = paths.depth[1 - truth, parent] + 1
    paths.queue[tail] = 2 * one + truth
    return tail + 1


@helper
def keep_path(net: Net, paths: Paths, hints: Hints, one: Index, key: Index, length: Index) -> None:
    """Keep the chain in `Paths.chain` as the easiest that eliminates a candidate."""
    keep(hints, one, key, length, 0, 0, 0)
    name = np.uint64(length)
    for word in range(net.sizes[WORDS]):
        hints.parents[one, word] = paths.needs[word]
        name = (name ^ paths.chain[word]) * MIX
        name = (name ^ name >> np.uint64(29) ^ paths.chain[N_WORDS + word]) * MIX
    hints.name[one] = name ^ name >> np.uint64(31)


@helper
def forget_chain(net: Net, paths: Paths) -> None:
    """Begin to note a chain."""
    for word in range(net.sizes[WORDS]):
        paths.chain[word] = 0
        paths.chain[N_WORDS + word] = 0
        paths.needs[word] = 0


@helper
def need(net: Net, outer: Layer, paths: Paths, unit: Index) -> None:
    """Note that a chain follows from what the assumption eliminated in a unit."""
    for word in range(net.sizes[WORDS]):
        paths.needs[word] |= net.members[unit, word] & outer.base[word] & ~outer.live[word]
