"""Orders of options: that of all paths of a diagram, or a good one for a problem."""

from __future__ import annotations

import heapq

import numpy as np

from exactcover.diagrams.base import Nodes
from exactcover.orders.fixed_order import bits_of
from exactcover.orders.order import item_order
from exactcover.problem.problem import Problem
from exactcover.runtime.arguments import listed
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.kernels.types import U32
from exactcover.runtime.search.limits import watched


def order_of(n_options: int, *diagrams: Nodes) -> U32 | None:
    """Return an order in which every path of all diagrams tests its options; None if none exists.

    Of all such orders it is the one that is least when they are compared as lists.
    """
    pairs = np.unique(np.concatenate([_steps(nodes) for nodes in diagrams]))
    above, below = (pairs >> np.uint64(32)).astype(np.int64), (pairs & np.uint64(2**32 - 1))
    below = below.astype(np.int64)
    if (above < below).all():
        return np.arange(n_options, dtype=np.uint32)
    n_above = np.bincount(below, minlength=n_options).tolist()
    first = np.searchsorted(above, np.arange(n_options + 1)).tolist()
    below_of = below.tolist()
    free = [option for option in range(n_options) if not n_above[option]]
    order = []
    for _ in watched(range(n_options), every=1024):
        if not free:
            return None
        option = heapq.heappop(free)
        order.append(option)
        for next_one in below_of[first[option] : first[option + 1]]:
            n_above[next_one] -= 1
            if not n_above[next_one]:
                heapq.heappush(free, next_one)
    return np.array(order, dtype=np.uint32)


def _steps(nodes: Nodes) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    """Return the pairs of options of a node and of its child, as words."""
    option = nodes.option.astype(np.uint64)
    words = []
    for ends in (nodes.lo, nodes.hi):
        inner = np.flatnonzero(ends > 1)
        words.append(np.unique(option[inner] << np.uint64(32) | option[ends[inner]]))
    return np.concatenate(words)


def good_order(problem: Problem) -> U32:
    """Return an order in which diagrams of a problem are usually small.

    Options are sorted by their first item, in the order of items that the engine "frontier" uses.
    """
    if problem.has_bounds or not problem.n_primary or not problem.n_options:
        return np.arange(problem.n_options, dtype=np.uint32)
    bits = bits_of(problem.links)
    stages = np.full(problem.n_options, bits.n_primary)  # options that are in no solution come last
    stages[bits.option_of] = bits.lowest(bits.stage_of(item_order(bits)))
    return np.argsort(stages, kind="stable").astype(np.uint32)


def given_order(problem: Problem, options: object) -> U32:
    """Return the order of these options, and of all others after them, after checking them."""
    first = problem.find_options(listed("order", options))
    if len(set(first)) < len(first):
        twice = next(one for place, one in enumerate(first) if one in first[:place])
        raise ProblemError(f"order has option {problem._option(twice)!r} twice")
    rest = np.setdiff1d(np.arange(problem.n_options), first)
    return np.concatenate((np.array(first, dtype=np.uint32), rest.astype(np.uint32)))
