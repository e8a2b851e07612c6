"""Fingerprints of diagrams: equal for equal families of solutions, whatever their nodes.

An option stands for a random number, a solution for the product of its options, and a family for
the sum of its solutions. So the fingerprint of a node is that of `lo`, plus the number of its
option times the fingerprint of `hi`: one pass over the nodes, in any order of options. Two
different families with solutions of at most d options have the same number modulo a prime p with
probability d / p at most (the lemma of Schwartz and Zippel); a fingerprint has four such numbers,
and d = 1,000 makes 2**-88.
"""

from __future__ import annotations

import numpy as np

from exactcover.diagrams.base import Nodes
from exactcover.diagrams.nodes import FIRST
from exactcover.runtime.kernels.jit import kernel
from exactcover.runtime.kernels.types import U64

PRIME = np.uint64(2**32 - 5)
SEED = 20_260_101
N_NUMBERS = 4


def fingerprint(nodes: Nodes, root: int, n_options: int) -> tuple[int, ...]:
    """Return four numbers below 2**32 that depend on the solutions only."""
    rng = np.random.Generator(np.random.PCG64(SEED))
    numbers = []
    value = np.zeros(len(nodes.option), dtype=np.uint64)
    for _ in range(N_NUMBERS):
        value[1] = 1
        _evaluate(nodes, rng.integers(1, int(PRIME), size=n_options, dtype=np.uint64), value)
        numbers.append(int(value[root]))
    return tuple(numbers)


@kernel
def _evaluate(nodes: Nodes, number: U64, value: U64) -> None:
    for node in range(FIRST, np.uint64(len(value))):
        product = number[nodes.option[node]] * value[nodes.hi[node]] % PRIME
        value[node] = (value[nodes.lo[node]] + product) % PRIME
