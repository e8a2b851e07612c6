"""Counts of the solutions that cost at most a number: states also have what they cost so far.

The cost is one more word of a key, so partial solutions are merged if they cover the same items and
cost the same. All items are covered exactly once. So a price on each item can be deducted from its
options without changing the order of solutions. The prices are such that no option costs less than
0 then. So a state that costs more than the limit is dropped at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np

from exactcover.engines.cheapest.scaling import BITS, scaled
from exactcover.engines.cheapest.taxes import prices
from exactcover.engines.frontier.tables import BY, FROM, Pass
from exactcover.engines.within_cost import limit_of
from exactcover.problem.links import Links
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.kernels.bitsets import key_words
from exactcover.runtime.kernels.types import I64, U64

ALL_BITS = np.uint64(0xFFFFFFFFFFFFFFFF)


@dataclass(frozen=True)
class Budget:
    """The costs of options, and the most that a solution may cost.

    Attributes
    ----------
    costs
        The cost of each option, without the prices of its items: whole numbers from 0 on.
    limit
        The most that the options of a solution may cost together.
    """

    costs: I64
    limit: int

    @classmethod
    def of(cls, links: Links, max_cost: Any, *, is_uniform: bool) -> Budget:
        """Return the budget of a problem.

        Parameters
        ----------
        links
            The problem, without bounds.
        max_cost
            The most that a solution may cost.
        is_uniform
            Whether all items have the same price. Else prices give a good lower bound of costs, but
            symmetric states need not have the same cost so far.

        Raises
        ------
        ProblemError
            If sums of costs would have to be rounded.
        """
        scale = scaled(links)
        price = scale.price
        if not scale.is_exact or len(scale.levels) > 1 or _most_bits(price, links) > BITS:
            raise ProblemError(
                "max_cost= with order=, symmetries= or max_bytes= needs costs whose sums are exact "
                "in 52 bits, such as whole numbers: partial solutions are merged by their costs"
            )
        of_item = _uniform(links, price) if is_uniform else _least_shares(links)
        nodes = np.flatnonzero(links.item_of < links.n_primary)
        rest = price.copy()
        np.subtract.at(rest, links.option_of[nodes], of_item[links.item_of[nodes]])
        if max_cost in (inf, -inf):
            limit = int(rest.max(initial=0)) * links.n_primary if max_cost > 0 else -1
        else:
            limit = limit_of(scale, links.costs, max_cost) - 1 - int(of_item.sum())
        # An option that costs more than the limit may cost any more, so that no sum overflows.
        return cls(np.minimum(rest, max(0, limit) + 1), limit)

    def sum_of(self, options: Sequence[int]) -> int:
        """Return the cost of some options together."""
        return int(self.costs[list(options)].sum())


def _most_bits(price: I64, links: Links) -> int:
    """Return the number of bits of the most that a cover could cost."""
    return (int(abs(price).max(initial=0)) * (links.n_primary + 1)).bit_length()


def _uniform(links: Links, price: I64) -> I64:
    """Return the same price for all items, so low that no option costs less than 0."""
    n_items = np.bincount(
        links.option_of[links.item_of < links.n_primary], minlength=len(links.node_of)
    )
    least = int((price // np.maximum(n_items, 1)).min(initial=0))
    return np.full(links.n_primary, least)


def _least_shares(links: Links) -> I64:
    """Return the least share of each item in the costs of its options."""
    share = prices(links).share
    found = np.zeros(links.n_primary, dtype=np.int64)
    has_options = links.size[: links.n_primary] > 0
    block = links.block[: int(links.size[: links.n_primary].sum())]
    if len(block):
        starts = links.start[: links.n_primary][has_options]
        found[has_options] = np.minimum.reduceat(share[block], starts)
    return found


def widened(tables: Pass) -> Pass:
    """Return tables whose keys have one more word, which the kernels leave as it is."""

    def wider(words: U64, value: np.uint64) -> U64:
        return np.pad(words, ((0, 0), (0, 1)), constant_values=value)

    zero = np.uint64(0)
    return tables._replace(
        sets=wider(tables.sets, zero),
        clashes=wider(tables.clashes, zero),
        keep=wider(tables.keep, ALL_BITS),
        own=wider(tables.own, zero),
        must=wider(tables.must, zero),
        pending=wider(tables.pending, zero),
        memory=wider(tables.memory, zero),
        words=key_words(len(tables.words) + 1),
    )


def without_costs(rows: U64, n_words: int) -> U64:
    """Return rows whose last word of the key is 0, so that their hashes do not depend on costs."""
    found = rows.copy()
    found[:, n_words - 1] = 0
    return found


def priced(done: Pass, rows: U64, costs: I64, limit: int) -> Pass:
    """Return the states of a pass with their costs, without those that cost too much.

    Parameters
    ----------
    done
        The pass.
    rows
        The rows that were expanded, with their costs.
    costs
        The cost of each option, in the order of the tables.
    limit
        The most that a state may cost.
    """
    n_words = len(done.words)
    pending = done.pending
    before = rows[pending[:, n_words + int(FROM)].astype(np.int64), n_words - 1]
    cost = before + costs[pending[:, n_words + int(BY)].astype(np.int64)].astype(np.uint64)
    kept = cost <= np.uint64(limit)
    found = pending[kept]
    found[:, n_words - 1] = cost[kept]
    return done._replace(pending=found)
