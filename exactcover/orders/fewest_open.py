"""The order that opens as few bits as possible with each item: rows of a board, one by one.

An item is open when some of its options were decided and others were not; a state has a bit for
each open item. The next item is one whose options have the fewest items that were not open yet;
those that the order took before they were open count, too, so that it stays with items of one kind,
such as the cells of a row. Among equals it is the item that comes nearest to closing what is open:
so one row, one factor or one round is finished before the next one begins.
"""

import numpy as np
from numpy.typing import NDArray

from exactcover.orders.fixed_order import Bits, Numbers
from exactcover.orders.structure import Structure
from exactcover.runtime.search.limits import stop_if_due


def work(structure: Structure) -> int:
    """Return the nanoseconds that `order` takes, roughly."""
    return structure.bits.n_primary**2 * structure.bits.n_bits


def order(structure: Structure) -> Numbers:
    """Return the items in this order, and the hubs behind them."""
    bits, is_last = structure.bits, structure.is_hub
    n_items = bits.n_primary
    meets, uses = _meetings(bits)
    is_bit_last = np.zeros(bits.n_bits, dtype=np.bool_)
    is_bit_last[:n_items] = is_last
    meets[:, is_bit_last] = False
    # How many options of each bit are not decided yet.
    n_left = uses.sum(axis=0).astype(np.float64)
    is_undecided = np.ones(len(uses), dtype=np.bool_)
    is_open = np.zeros(bits.n_bits, dtype=np.bool_)
    n_opened = meets.sum(axis=1)
    waiting = np.flatnonzero(~is_last)
    found = np.empty(len(waiting), dtype=np.int64)
    for step in range(len(found)):
        stop_if_due()
        rank = n_opened[waiting] - is_open[waiting]
        best = waiting[rank == rank.min()]
        if len(best) > 1:
            # What is open counts the more, the fewer of its options are left.
            weight = np.where(is_open & (n_left > 0), 1 / np.maximum(n_left, 1), 0)
            nearness = np.round(meets[best].astype(np.float64) @ weight, 9)
            best = best[nearness == nearness.max()]
        item = found[step] = best[0]
        waiting = waiting[waiting != item]
        newly = np.flatnonzero(meets[item] & ~is_open)
        is_open[newly] = True
        n_opened -= meets[:, newly].sum(axis=1)
        decided = is_undecided & uses[:, item]
        n_left -= uses[decided].sum(axis=0)
        is_undecided &= ~decided
        # An item that was taken is neither open nor ever opened again.
        meets[:, item] = False
        is_open[item] = False
    return np.concatenate((found, np.flatnonzero(is_last)))


def _meetings(bits: Bits) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return for each item the bits that its options set, and for each option the bits it sets."""
    n_options = len(bits.option_of)
    uses = np.zeros((n_options, bits.n_bits), dtype=np.bool_)
    uses[bits.sets.option, bits.sets.bit] = True
    meets = np.zeros((bits.n_primary, bits.n_bits), dtype=np.bool_)
    is_primary = bits.sets.bit < bits.n_primary
    for option, item in zip(bits.sets.option[is_primary], bits.sets.bit[is_primary], strict=True):
        meets[item] |= uses[option]
    meets[np.arange(bits.n_primary), np.arange(bits.n_primary)] = False
    return meets, uses
