"""Kernels that make a problem domain consistent before its search: see `exactcover.reduce`.

An option is supported if every primary item that it does not cover has an option compatible with
it. To find the options that an item does not support, take the option of the item whose own items
have the fewest options: few options clash with it, and only these can be unsupported. For each of
them search an option of the item that is compatible; the last one found is often compatible again.
Only items that lost options are checked again.

References
----------
D. E. Knuth, programs DLX-PRE and XCCDC ("domain consistency"), which drop the same options: the one
by choosing every option once, the other by lists of the options that each option supports.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.problem.links import END, Links
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import U32, Unsigned

ONE = np.uint32(1)
NONE = np.uint32(0xFFFFFFFF)

# The state of an option (`State.fate`).
LIVE, FORCED, CLASHES, UNSUPPORTED = range(4)
# The state of an item (`State.role`): EQUAL means in the same options as another item that stays,
# FREE never violated.
STAYS, COVERED, EQUAL, FREE = range(4)
# The indices of `State.position`.
HEAD, QUEUED, STACKED, STAMP, WORK, DEAD, ITEM, PLACE = range(8)


class State(NamedTuple):
    """The remaining problem; see `exactcover.problem.links.Links` for the first five arrays.

    ========= ============= ========== ===========================================================
    array     shape         indexed by holds
    ========= ============= ========== ===========================================================
    size      (n_items,)    item       live options of its block
    block     (n_blocks,)   place      the nodes of every item, the live ones first
    place     (n_nodes,)    node       its place in `block`
    fate      (n_options,)  option     LIVE, FORCED, CLASHES, UNSUPPORTED
    cause     (n_options,)  option     the item that forced it; the forced option that it clashes
                                       with; the item that it would leave without options
    role      (n_items,)    item       STAYS, COVERED, EQUAL, FREE
    queue     (n_items,)    place      items that lost options, a ring buffer from HEAD on
    is_queued (n_items,)    item       1 for those in `queue`
    stack     (n_items,)    place      items with one option left
    marked    (n_items,)    item       the last STAMP under which an option's items were marked
    wanted    (n_items,)    item       the colour that the marked option gives it
    seen      (n_options,)  option     the last STAMP under which it was visited
    suspects  (n_options,)  place      first nodes of options that clash with the current one
    position  (8,), uint64  HEAD ...   ring buffer, stack and stamp; nodes visited; the item
                                       without options; the item that may be released next, and
                                       how many of its options were checked
    ========= ============= ========== ===========================================================

    All but `position` are uint32. The kernels change all but the five of `Links`.
    """

    item_of: U32
    colour_of: U32
    first_of: U32
    option_of: U32
    start: U32
    size: U32
    block: U32
    place: U32
    fate: U32
    cause: U32
    role: U32
    queue: U32
    is_queued: U32
    stack: U32
    marked: U32
    wanted: U32
    seen: U32
    suspects: U32
    position: NDArray[np.uint64]
    n_primary: int


def begin(links: Links) -> State:
    """Return a state in which every primary item is in the queue."""
    n_items, n_options = links.n_items, len(links.node_of)

    def zeros(length: int) -> U32:
        return np.zeros(length, dtype=np.uint32)

    state = State(
        links.item_of,
        links.colour_of,
        links.first_of,
        links.option_of,
        links.start,
        links.size.copy(),
        links.block.copy(),
        links.place.copy(),
        fate=zeros(n_options),
        cause=zeros(n_options),
        role=zeros(n_items),
        queue=zeros(n_items),
        is_queued=zeros(n_items),
        stack=zeros(n_items),
        marked=zeros(n_items),
        wanted=zeros(n_items),
        seen=zeros(n_options),
        suspects=zeros(n_options),
        position=np.zeros(8, dtype=np.uint64),
        n_primary=links.n_primary,
    )
    numbers = np.arange(links.n_primary, dtype=np.uint32)
    sizes = links.size[: links.n_primary]
    dead, single, waiting = numbers[sizes == 0], numbers[sizes == 1], numbers[sizes > 1]
    state.stack[: len(single)] = single
    state.queue[: len(waiting)] = waiting
    state.is_queued[waiting] = 1
    state.position[[STACKED, QUEUED]] = len(single), len(waiting)
    state.position[DEAD] = dead[0] if len(dead) else NONE
    return state


@kernel
def make_consistent(state: State, most_work: int) -> bool:
    """Choose forced options and delete those that are in no solution; return whether all is done.

    An item without options also ends the work. Otherwise `most_work` nodes were visited in all
    calls together, and another call continues.
    """
    position = state.position
    limit = np.uint64(most_work)
    while position[DEAD] == NONE:
        if position[STACKED] > 0:
            position[STACKED] -= ONE
            item = state.stack[position[STACKED]]
            if state.role[item] == STAYS:
                _force(state, item)
        elif position[QUEUED] == 0:
            break
        elif position[WORK] >= limit:
            return False
        else:
            item = _pop(state)
            if state.role[item] == STAYS:
                _drop_unsupported(state, item)
    return True


@helper
def _note_size(state: State, item: Unsigned) -> None:
    """Add a primary item that lost an option to the queue or to the stack, by its size."""
    position = state.position
    if state.size[item] == 0:
        if position[DEAD] == NONE:
            position[DEAD] = item
    elif state.size[item] == 1:
        state.stack[position[STACKED]] = item
        position[STACKED] += ONE
    elif state.is_queued[item] == 0:
        end = position[HEAD] + position[QUEUED]
        if end >= len(state.queue):
            end -= np.uint64(len(state.queue))
        state.queue[end] = item
        state.is_queued[item] = 1
        position[QUEUED] += ONE


@helper
def _pop(state: State) -> Unsigned:
    """Remove the first item from the queue, and return it."""
    position = state.position
    item = state.queue[position[HEAD]]
    state.is_queued[item] = 0
    position[QUEUED] -= ONE
    position[HEAD] += ONE
    if position[HEAD] == len(state.queue):
        position[HEAD] = 0
    return item


@helper
def _force(state: State, item: Unsigned) -> None:
    """Choose the only option left of `item`, and delete those that clash with it."""
    first = state.first_of[state.block[state.start[item]]]
    option = state.option_of[first]
    state.fate[option] = FORCED
    state.cause[option] = item
    node = first
    while state.item_of[node] != END:
        state.role[state.item_of[node]] = COVERED
        node += ONE
    node = first
    while state.item_of[node] != END:
        covered = state.item_of[node]
        colour = state.colour_of[node]
        # From the end, because deleted nodes move there.
        k = state.size[covered]
        while k > 0:
            k -= ONE
            other = state.block[state.start[covered] + k]
            differs = colour == 0 or state.colour_of[other] != colour
            if differs and state.first_of[other] != first:
                _delete(state, state.first_of[other], np.uint32(CLASHES), option)
        node += ONE


@helper
def _delete(state: State, first: Unsigned, fate: Unsigned, cause: Unsigned) -> None:
    """Delete the option that begins at `first` from the blocks of its items."""
    size, block, place = state.size, state.block, state.place
    option = state.option_of[first]
    state.fate[option] = fate
    state.cause[option] = cause
    node = first
    while state.item_of[node] != END:
        item = state.item_of[node]
        size[item] -= ONE
        end = state.start[item] + size[item]
        gap = place[node]
        moved = block[end]
        block[end] = node
        place[node] = end
        block[gap] = moved
        place[moved] = gap
        if item < state.n_primary and state.role[item] == STAYS:
            _note_size(state, item)
        node += ONE
    state.position[WORK] += node - first


@helper
def _drop_unsupported(state: State, item: Unsigned) -> None:
    """Delete the options that clash with all options of `item`, which are two or more."""
    begin = state.start[item]
    end = begin + state.size[item]
    rarest = _rarest(state, begin, end)
    n_suspects = _find_clashing(state, item, state.first_of[state.block[rarest]])
    for k in range(n_suspects):
        if not _is_supported(state, state.suspects[k], begin, end):
            _delete(state, state.suspects[k], np.uint32(UNSUPPORTED), item)


@helper
def _is_supported(state: State, first: Unsigned, begin: Unsigned, end: Unsigned) -> bool:
    """Return whether the option at `first` is compatible with one of the options in these places.

    That one goes to the front: it will often support the next one, too.
    """
    _mark(state, first)
    block, place = state.block, state.place
    for k in range(begin, end):
        node = block[k]
        if not _clashes_with_marked(state, state.first_of[node], NONE):
            moved = block[begin]
            block[begin] = node
            place[node] = begin
            block[k] = moved
            place[moved] = k
            return True
    return False


@helper
def _rarest(state: State, begin: Unsigned, end: Unsigned) -> Unsigned:
    """Return the place, from `begin` on, of the option whose items have the fewest options."""
    least = NONE
    rarest = begin
    for k in range(begin, end):
        total = np.uint32(0)
        first = state.first_of[state.block[k]]
        node = first
        while state.item_of[node] != END:
            if state.role[state.item_of[node]] == STAYS:
                total += state.size[state.item_of[node]]
            node += ONE
        state.position[WORK] += node - first
        if total < least:
            least = total
            rarest = k
    return rarest


@helper
def _find_clashing(state: State, item: Unsigned, first: Unsigned) -> Unsigned:
    """List the options without `item` that clash with the option at `first`; return how many."""
    position = state.position
    position[STAMP] += ONE
    stamp = position[STAMP]
    n_suspects = np.uint32(0)
    node = first
    while state.item_of[node] != END:
        shared = state.item_of[node]
        colour = state.colour_of[node]
        # The remaining options of a covered item are compatible.
        if shared != item and state.role[shared] == STAYS:
            begin = state.start[shared]
            position[WORK] += state.size[shared]
            for k in range(begin, begin + state.size[shared]):
                other = state.block[k]
                option = state.option_of[other]
                differs = colour == 0 or state.colour_of[other] != colour
                if differs and state.seen[option] != stamp:
                    state.seen[option] = stamp
                    if not _has(state, state.first_of[other], item):
                        state.suspects[n_suspects] = state.first_of[other]
                        n_suspects += ONE
        node += ONE
    return n_suspects


@helper
def _mark(state: State, first: Unsigned) -> None:
    """Mark the items of the option at `first`, with its colours."""
    position = state.position
    position[STAMP] += ONE
    node = first
    while state.item_of[node] != END:
        item = state.item_of[node]
        if state.role[item] == STAYS:
            state.marked[item] = position[STAMP]
            state.wanted[item] = state.colour_of[node]
        node += ONE
    position[WORK] += node - first


@helper
def _clashes_with_marked(state: State, first: Unsigned, ignored: Unsigned) -> bool:
    """Return whether the option at `first` clashes with the marked one on an item not `ignored`."""
    stamp = state.position[STAMP]
    node = first
    state.position[WORK] += ONE
    while state.item_of[node] != END:
        item = state.item_of[node]
        if state.marked[item] == stamp and item != ignored:
            colour = state.colour_of[node]
            if colour == 0 or colour != state.wanted[item]:
                return True
        node += ONE
    return False


@helper
def _has(state: State, first: Unsigned, item: Unsigned) -> bool:
    """Return whether the option at `first` has `item`."""
    node = first
    while state.item_of[node] != END:
        if state.item_of[node] == item:
            return True
        node += ONE
    state.position[WORK] += node - first
    return False
