"""Probes of an order: how many states a search by it will have, estimated from a few of them.

A probe goes through all layers as the search does, but expands at most some states of a layer. The
keys that they lead to are drawn from those of the next layers: if there were few such keys, many of
the drawn ones would be equal. So the share of equal ones tells how many keys there are.
"""

import math
from typing import NamedTuple

import numpy as np

from exactcover.engines.frontier.passes import dealt, expanded, merged, tables_of
from exactcover.engines.frontier.tables import MOST_BITS, State, lay_out
from exactcover.orders.fixed_order import Numbers, arrange, bits_of
from exactcover.orders.order import candidates, chances_of, log_states, widths
from exactcover.orders.registry import ORDERS
from exactcover.problem.links import Links, cached_per_links
from exactcover.runtime.kernels.types import U64
from exactcover.runtime.search.limits import stop_if_due

MOST_DRAWN = 512
"""The states of a layer that are expanded: their estimates were 0.5 to 2 times the true number."""
MOST_TESTS = 1 << 16
"""A layer's states are fewer where the tests of its options would be more than this."""


class Probed(NamedTuple):
    """An order of the items, and the estimates of its probe.

    Attributes
    ----------
    order
        The order; empty where none has keys of at most `MOST_BITS`.
    states, tests
        How many states a search by it has, and how many options it tests for them.
    """

    order: Numbers
    states: float
    tests: float


@cached_per_links
def best_by_probing(links: Links) -> Probed:
    """Return the order of the items with the fewest tests, of all that are quick to find."""
    bits = bits_of(links)
    chances = chances_of(bits)
    orders = [order for order in candidates(bits, ORDERS) if widths(bits, order).max() < MOST_BITS]
    # The most promising first: the probes of the others end when they are worse.
    orders.sort(key=lambda order: log_states(bits, order, chances))
    best = Probed(np.empty(0, dtype=np.int64), math.inf, math.inf)
    for order in orders:
        state = lay_out(arrange(bits, order), 0)
        states, tests = predicted(state, MOST_DRAWN, best.tests)
        if tests < best.tests:
            best = Probed(order, states, tests)
    return best


def predicted(state: State, n_states: int, most: float = math.inf) -> tuple[float, float]:
    """Return estimates of the numbers of states and of tests of options in a search.

    Parameters
    ----------
    state
        The tables of the search.
    n_states
        The most states of a layer that are expanded.
    most
        The probe ends when there are more tests than this.
    """
    tables, n_words = tables_of(state), len(state.words)
    n_layers = len(state.begin) - 1
    begin = np.arange(n_layers + 2, dtype=np.uint64)
    bits = np.zeros(n_layers + 1, dtype=np.uint64)
    drawn: dict[int, list[U64]] = {0: [np.ones((1, n_words + 1), dtype=np.uint64)]}
    drawn[0][0][0, 1:n_words] = 0
    n_arrows = np.zeros(n_layers + 1)
    n_arrows[0] = 1
    has_all = np.ones(n_layers + 1, dtype=np.bool_)
    total = tests = 0.0
    for layer in range(n_layers):
        if layer not in drawn or tests > most:
            continue
        stop_if_due()
        runs = drawn.pop(layer)
        rows = merged(runs, n_words)
        n_here = float(len(rows))
        if not has_all[layer]:
            n_here = min(n_arrows[layer], _capacity(len(rows), sum(map(len, runs))))
        n_options = int(tables.group[layer + 1]) - int(tables.group[layer])
        total += n_here
        tests += n_here * n_options
        n_drawn = max(1, min(n_states, MOST_TESTS // max(1, n_options)))
        if len(rows) > n_drawn:
            # Evenly, as neighbouring rows come from the same states.
            rows = rows[np.arange(n_drawn) * len(rows) // n_drawn]
            has_all[layer] = False
        for below, new in dealt(expanded(tables, layer, rows), begin, bits):
            new[:, n_words:] = 0
            new[:, n_words] = 1
            drawn.setdefault(below, []).append(new)
            n_arrows[below] += len(new) * n_here / len(rows)
            has_all[below] &= has_all[layer]
    return total, tests


def _capacity(n_different: int, n_drawn: int) -> float:
    """Return an estimate of the number of keys, from how many of the keys drawn are different.

    Of n keys, all equally likely, n (1 - exp(-d / n)) are expected to be among d that are drawn.
    """
    if n_different >= n_drawn:
        return math.inf
    low, high = float(n_different), float(n_drawn) ** 2
    for _ in range(60):
        middle = math.sqrt(low * high)
        if -middle * math.expm1(-n_drawn / middle) < n_different:
            low = middle
        else:
            high = middle
    return low
