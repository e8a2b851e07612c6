"""What the tables remember of each item: a state, which is a small number.

An item that is covered at most once has the states 0 and 1. One with bounds has a state for each
number of covers up to the highest that matters; a secondary item has one for each colour. State 0
is always "not covered yet". Items on which no options can clash are left out.
"""

from typing import NamedTuple

import numpy as np

from exactcover.problem.links import END, Links
from exactcover.runtime.kernels.types import I64

PLAIN, SUM, AT_LEAST, COLOUR = range(4)
"""The kinds of items.

PLAIN: covered at most once. SUM: the states of two tables are added up, to `top` at most. AT_LEAST:
the same, but `top` stands for all larger numbers, too. COLOUR: the states are colours and must be
equal; those above `top` stand for a cover without a colour, which bears no other one.
"""


class ItemStates(NamedTuple):
    """The states of the items, and what each option does to them.

    ========= ============== ======================================================================
    array     shape          holds
    ========= ============== ======================================================================
    kind      (n_items,)     PLAIN, SUM, AT_LEAST or COLOUR
    width     (n_items,)     how many bits a state takes; 0 if the item is left out
    top       (n_items,)     the highest number of covers, or the last colour
    low       (n_items,)     the least state at the end
    starts    (n_options+1,) the first place of each option in `members`
    members   (n_nodes,)     the items of all options, one option after another
    values    (n_nodes,)     the state to which each takes its item, if that was not covered before
    option_of (n_options,)   the index of each option in the problem
    ========= ============== ======================================================================
    """

    kind: I64
    width: I64
    top: I64
    low: I64
    starts: I64
    members: I64
    values: I64
    option_of: I64

    @property
    def is_infeasible(self) -> bool:
        """Whether an item has fewer options than it must be covered times."""
        n_options = np.bincount(self.members, minlength=len(self.kind))
        needed = np.where(self.kind == PLAIN, self.low, np.minimum(self.low, self.top))
        return bool((needed > n_options).any())


def item_states(links: Links) -> ItemStates:
    """Return the states of the items of a problem.

    Examples
    --------
    >>> from exactcover import Problem
    >>> bounds = {"p": (0, 2), "q": (2, 9)}
    >>> problem = Problem([["p", "q"], ["p", "q"], ["p", "q"], ["q"]], bounds=bounds)
    >>> states = item_states(problem.links)
    >>> states.kind.tolist(), states.width.tolist(), states.top.tolist(), states.low.tolist()
    ([1, 2], [2, 2], [2, 2], [0, 2])
    """
    is_node = links.item_of != END
    members = links.item_of[is_node].astype(np.int64)
    colours = links.colour_of[is_node].astype(np.int64)
    ends = np.flatnonzero(~is_node)
    lengths = np.diff(ends, prepend=-1) - 1
    owner = np.repeat(np.arange(len(ends)), lengths)
    n_options = links.size.astype(np.int64)
    low = np.zeros(links.n_items, dtype=np.int64)
    high = np.ones(links.n_items, dtype=np.int64)
    low[: links.n_primary], high[: links.n_primary] = links.low, links.high
    kind = np.where(high >= n_options, AT_LEAST, SUM)
    kind[high == 1] = PLAIN
    top = np.where(kind == AT_LEAST, low, high)
    width = _bits(top)
    # At most one option has the item, so that none can clash on it.
    width[(low == 0) & (n_options <= high)] = 0
    values = np.ones(len(members), dtype=np.int64)
    _put_colours(members, colours, values, kind, width, top, links.n_primary)
    low[kind == AT_LEAST] = top[kind == AT_LEAST]
    kept = width[members] > 0
    starts = np.zeros(len(ends) + 1, dtype=np.int64)
    np.cumsum(np.bincount(owner[kept], minlength=len(ends)), out=starts[1:])
    option_of = links.option_of[ends].astype(np.int64)
    return ItemStates(kind, width, top, low, starts, members[kept], values[kept], option_of)


def _put_colours(
    members: I64, colours: I64, values: I64, kind: I64, width: I64, top: I64, n_primary: int
) -> None:
    """Write the kind and the states of the items with colours, from 1 on for each."""
    is_coloured = np.zeros(len(kind), dtype=np.bool_)
    is_coloured[members[colours > 0]] = True
    places = np.flatnonzero(is_coloured[members] & (members >= n_primary))
    if not len(places):
        return
    # The cover without a colour is the last state of an item.
    last = np.int64(1) << 32
    shade = np.where(colours[places] == 0, last - 1, colours[places])
    known, number = np.unique(members[places] * last + shade, return_inverse=True)
    item_of = known // last
    first = np.searchsorted(item_of, item_of)
    state = np.arange(len(known)) - first + 1
    values[places] = state[number]
    items, n_states = np.unique(item_of, return_counts=True)
    has_none = known % last == last - 1
    without = np.bincount(item_of[has_none], minlength=len(kind))[items]
    kind[items] = COLOUR
    top[items] = n_states - without
    width[items] = _bits(n_states)
    width[items[(n_states == 1) & (without == 0)]] = 0


def _bits(highest: I64) -> I64:
    """Return how many bits numbers up to the given ones take."""
    bits: I64 = np.ceil(np.log2(highest + 1.0)).astype(np.int64)
    return bits
