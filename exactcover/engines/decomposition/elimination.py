"""Elimination orders of the items: the tables of a good one hold few items at a time.

To eliminate an item joins all tables and options that have it, so that its neighbours become
neighbours of each other. Greedy orders eliminate next the item that adds the fewest pairs
(min-fill), or the fewest for each neighbour; ties are broken at random. They are good for graphs
like trees. A linear order lets one frontier grow from an item far out, which is better for boards.

References
----------
H. L. Bodlaender, A. M. C. A. Koster, Treewidth computations I: upper bounds, Information and
Computation 208 (2010), 259-275.
"""

from typing import NamedTuple

import numpy as np

from exactcover.engines.decomposition.graph import Graph
from exactcover.engines.decomposition.rows import signed
from exactcover.runtime.kernels.bits import popcount64, trailing_zeros64
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.powers import power_of_two
from exactcover.runtime.kernels.types import F64, U32, U64, Unsigned
from exactcover.runtime.kernels.xorshift import random_bits
from exactcover.runtime.search.limits import stop_if_due

MOST_GREEDY = 8192
"""The most items of a problem for which greedy orders are tried: they take a matrix of bits."""
LEAST_COST = 1e5
"""An order whose tables are as small as this needs no better one."""
STEPS_OF_ROW = 2
"""Looking for orders ends when it has taken as many steps as so many for each likely row."""
FILL, RATIO, LINEAR = range(3)
"""The rules: min-fill, fill over degree, and one frontier."""
ITEMS_OF_STEP = 8
"""As many items are looked at in a step, to find the next one."""
LINEAR_TRIES = 6
"""A linear order takes far less time than a greedy one, so that more are tried."""
STEPS_OF_TRY = 1 << 15
"""To begin with an order takes as many steps: a tenth of a millisecond."""
MOST_FRONT = 256
"""A linear order with a larger frontier is given up."""

ZERO, ONE, SIX, LOW = np.uint64(0), np.uint64(1), np.uint64(6), np.uint64(63)
_NEVER = 1e300


class Order(NamedTuple):
    """An elimination order.

    Attributes
    ----------
    items
        The items that are remembered, in this order.
    cost
        The sum, over all items, of the number of states that a table of the item and its neighbours
        may have. It is mostly far too large, because most states do not occur.
    """

    items: U32
    cost: float


class OrderSearch:
    """Looks for good orders; it can be continued.

    Parameters
    ----------
    graph
        The graph of the items.
    """

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._best: dict[int, Order] = {}
        self._numbers = np.array([0x9E3779B97F4A7C15], dtype=np.uint64)
        self._steps = 0
        is_large = len(graph.items) > MOST_GREEDY
        self._tries = {LINEAR: 1} if is_large else {LINEAR: LINEAR_TRIES, FILL: 1, RATIO: 1}
        """How often each rule is tried in a round."""

    def best(self, most_steps: int) -> list[Order]:
        """Return the best order of each rule, the best one first.

        Looking for them ends after `most_steps` in all calls, or when it takes as long as the
        tables are likely to.
        """
        if not len(self._graph.items):
            return [Order(self._graph.items, 0.0)]
        while not self._best or self._may_pay(most_steps):
            for rule, tries in self._tries.items():
                for _ in range(tries):
                    stop_if_due()
                    self._try(rule, most_steps)
        orders = sorted(self._best.values(), key=lambda order: order.cost)
        return [orders[0], *(order for order in orders[1:] if order.cost < _NEVER)]

    def _may_pay(self, most_steps: int) -> bool:
        """Return whether to look for better orders."""
        least = min(order.cost for order in self._best.values())
        return LEAST_COST < least < _NEVER and self._steps < min(most_steps, STEPS_OF_ROW * least)

    def _try(self, rule: int, most_steps: int) -> None:
        """Make an order by a rule, and keep it if it is better."""
        order, cost, taken = _found(self._graph, rule, self._numbers, most_steps)
        self._steps += taken + STEPS_OF_TRY
        if rule not in self._best or cost < self._best[rule].cost:
            self._best[rule] = Order(order, cost)


def _found(graph: Graph, rule: int, numbers: U64, most_steps: int) -> tuple[U32, float, int]:
    """Return an order by a rule, its cost, and the steps that it took."""
    n_items = len(graph.weight)
    order = np.empty(len(graph.items), dtype=np.uint32)
    result = np.zeros(1)
    scratch = np.zeros((4, n_items), dtype=np.uint32)
    if rule == LINEAR:
        score = np.zeros(n_items)
        with np.errstate(over="ignore"):
            steps = _linear(graph, numbers, order, result, scratch, score)
    else:
        n_words = (n_items + 63) // 64
        matrix = np.zeros((n_items, n_words), dtype=np.uint64)
        words = np.zeros((3, n_words), dtype=np.uint64)
        score = np.zeros(n_items)
        with np.errstate(over="ignore"):
            steps = _greedy(
                graph, rule == FILL, numbers, order, result, matrix, words, score, most_steps
            )
    return order, float(result[0]), int(steps)


@kernel
def _greedy(
    graph: Graph,
    is_fill: bool,
    numbers: U64,
    order: U32,
    result: F64,
    matrix: U64,
    words: U64,
    score: F64,
    most_steps: int,
) -> int:
    """Write an order by the least fill, or the least fill over degree; return the steps taken.

    After `most_steps` there is no order, and its cost is that of the worst.

    `matrix` has a set of neighbours for each item; `words` are sets of items: those that are left,
    the neighbours of the next one, and those whose score changes.
    """
    n_words = matrix.shape[1]
    left, around, touched = words[0], words[1], words[2]
    for k in range(len(graph.items)):
        item = np.uint64(graph.items[k])
        left[item >> SIX] |= ONE << (item & LOW)
        for place in range(graph.starts[item], graph.starts[item + ONE]):
            other = np.uint64(graph.neighbours[place])
            matrix[item, other >> SIX] |= ONE << (other & LOW)
    steps = 0
    for k in range(len(graph.items)):
        steps += _rescore(matrix, graph.items[k], is_fill, score)
    cost = 0.0
    for place in range(len(order)):
        if steps > most_steps:
            result[0] = _NEVER
            return steps
        item = _least(left, score, numbers)
        steps += len(graph.items) // ITEMS_OF_STEP
        left[item >> SIX] &= ~(ONE << (item & LOW))
        order[place] = item
        bits = float(graph.weight[item])
        for w in range(n_words):
            around[w] = matrix[item, w]
            touched[w] = around[w]
        for w in range(n_words):
            word = around[w]
            while word != ZERO:
                bit = trailing_zeros64(word)
                word &= word - ONE
                other = np.uint64(w) * np.uint64(64) + bit
                bits += float(graph.weight[other])
                # Items beside two neighbours that become neighbours have less fill now.
                is_new = ZERO
                for v in range(n_words):
                    is_new |= around[v] & ~matrix[other, v] & ~_own(other, v)
                for v in range(n_words):
                    if is_new != ZERO:
                        touched[v] |= matrix[other, v]
                    matrix[other, v] |= around[v]
                matrix[other, other >> SIX] &= ~(ONE << (other & LOW))
                matrix[other, item >> SIX] &= ~(ONE << (item & LOW))
                steps += 2 * n_words
        cost += _power(bits)
        for w in range(n_words):
            word = touched[w] & left[w]
            while word != ZERO:
                other = np.uint64(w) * np.uint64(64) + trailing_zeros64(word)
                word &= word - ONE
                steps += _rescore(matrix, other, is_fill, score)
    result[0] = cost
    return steps


@helper
def _power(bits: float) -> float:
    """Return the number of states that take some bits, as far as floats hold it."""
    return power_of_two(bits if bits < 900.0 else 900.0)


@helper
def _own(item: Unsigned, word: Unsigned) -> Unsigned:
    """Return the word of a set that has an item only."""
    return ONE << (item & LOW) if item >> SIX == np.uint64(word) else ZERO


@helper
def _least(left: U64, score: F64, numbers: U64) -> Unsigned:
    """Return an item that is left with the least score, at random among several."""
    best, n_best, least = ZERO, ZERO, 1e308
    for w in range(len(left)):
        word = left[w]
        while word != ZERO:
            item = np.uint64(w) * np.uint64(64) + trailing_zeros64(word)
            word &= word - ONE
            if score[item] < least:
                best, n_best, least = item, ONE, score[item]
            elif score[item] == least:
                n_best += ONE
                if random_bits(numbers, ZERO) % n_best == ZERO:
                    best = item
    return best


@helper
def _rescore(matrix: U64, item: Unsigned, is_fill: bool, score: F64) -> int:
    """Write the fill of an item, or that over its degree; return the steps taken."""
    n_words = matrix.shape[1]
    missing, degree = ZERO, ZERO
    for w in range(n_words):
        word = matrix[item, w]
        while word != ZERO:
            other = np.uint64(w) * np.uint64(64) + trailing_zeros64(word)
            word &= word - ONE
            degree += ONE
            for v in range(n_words):
                missing += popcount64(matrix[item, v] & ~matrix[other, v])
    # Each neighbour is missing in its own set.
    fill = (float(missing) - float(degree)) / 2.0
    score[item] = fill if is_fill else fill / max(1.0, float(degree))
    return int(n_words * signed(degree + ONE))


@kernel
def _linear(graph: Graph, numbers: U64, order: U32, result: F64, scratch: U32, entered: F64) -> int:
    """Write an order in which one frontier grows, from an item that is far from others.

    Next is the item of the frontier that adds the fewest new ones, the oldest among several.
    `scratch` has the frontier, the number of new neighbours of each item, whether an item is new,
    and a queue; `entered` is when items came to the frontier.
    """
    front, n_new, is_old, queue = scratch[0], scratch[1], scratch[2], scratch[3]
    for k in range(len(graph.items)):
        item = graph.items[k]
        n_new[item] = np.uint32(graph.starts[item + np.uint32(1)] - graph.starts[item])
    n_front, n_done, cost, bits, steps, next_start = 0, 0, 0.0, 0.0, 0, 0
    while n_done < len(order):
        if n_front == 0:
            while is_old[graph.items[next_start]] != 0:
                next_start += 1
            item = graph.items[next_start]
            if n_done == 0:
                item = graph.items[random_bits(numbers, ZERO) % np.uint64(len(order))]
            for _ in range(2):
                item = _farthest(graph, item, is_old, queue, numbers)
                steps += len(order)
            n_front = _enter(graph, item, front, n_front, n_new, is_old)
            entered[item] = n_done
            bits += float(graph.weight[item])
        best, least = 0, 1e300
        for k in range(n_front):
            key = float(n_new[front[k]]) * 1e9 + entered[front[k]]
            key += float(random_bits(numbers, ZERO)) * 2.0**-54
            if key < least:
                best, least = k, key
        steps += n_front
        item = front[best]
        n_front -= 1
        front[best] = front[n_front]
        for place in range(graph.starts[item], graph.starts[item + np.uint32(1)]):
            other = graph.neighbours[place]
            if is_old[other] == 0:
                entered[other] = n_done
                bits += float(graph.weight[other])
                n_front = _enter(graph, other, front, n_front, n_new, is_old)
                steps += int(graph.starts[other + np.uint32(1)] - graph.starts[other])
        cost += _power(bits)
        bits -= float(graph.weight[item])
        order[n_done] = item
        n_done += 1
        if n_front > MOST_FRONT:
            result[0] = _NEVER
            return steps
    result[0] = cost
    return steps


@helper
def _enter(graph: Graph, item: Unsigned, front: U32, n_front: int, n_new: U32, is_old: U32) -> int:
    """Put an item on the frontier; return how many there are."""
    is_old[item] = 1
    front[n_front] = item
    for place in range(graph.starts[item], graph.starts[item + np.uint32(1)]):
        n_new[graph.neighbours[place]] -= np.uint32(1)
    return n_front + 1


@helper
def _farthest(graph: Graph, item: Unsigned, is_old: U32, queue: U32, numbers: U64) -> Unsigned:
    """Return an item as far as possible from another one, among those that are not old."""
    queue[0] = item
    is_old[item] = 1
    n_found, begin, level = 1, 0, 0
    while begin < n_found:
        level, end = begin, n_found
        while begin < end:
            here = queue[begin]
            begin += 1
            for place in range(graph.starts[here], graph.starts[here + np.uint32(1)]):
                other = graph.neighbours[place]
                if is_old[other] == 0:
                    is_old[other] = 1
                    queue[n_found] = other
                    n_found += 1
    for k in range(n_found):
        is_old[queue[k]] = 0
    n_last = np.uint64(n_found - level)
    return queue[np.uint64(level) + random_bits(numbers, ZERO) % n_last]
