"""Keys of nodes for masks: nodes with equal keys have the same remaining options.

What lies below a node is what its row allows. A row is long, but a few of its words tell all:

- Without secondary items, an option is left if all its items are uncovered. The key is one bit an
  item, set if it is covered.
- With them, the key is the words of some items of which every option has one. So no secondary item
  needs a field of its own, nor is its colour to be known: what it forbids is seen in the row.
"""

import numpy as np
from numpy.typing import NDArray

from exactcover.engines.masks.state import State
from exactcover.engines.masks.table import MaskTable
from exactcover.problem.links import Links
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import U32, Unsigned
from exactcover.runtime.kernels.vectors import Words, lanes_equal, load

WORD = np.uint64(64)
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)


def key_words(links: Links, table: MaskTable) -> U32:
    """Return the words of a row that are its key; none if the covered items are the key."""
    if links.n_items == links.n_primary:
        return np.zeros(0, dtype=np.uint32)
    items = few_items(links)
    n_bits, lanes = table.option_at.shape[1], int(table.lanes)
    words = [
        int(table.first_word[item]) + k * lanes
        for item in items
        for k in range(int(links.size[item]) // n_bits + 1)
    ]
    return np.array(words, dtype=np.uint32)


def few_items(links: Links) -> list[int]:
    """Choose primary items of which every option has one: that with the most new ones, each time.

    Options without primary items are left out; they are never chosen.
    """
    nodes = links.block[: links.size[: links.n_primary].sum()]
    items, options = links.item_of[nodes], links.option_of[nodes]
    chosen = []
    while len(items):
        item = int(np.bincount(items).argmax())
        chosen.append(item)
        is_met = np.zeros(len(links.node_of), dtype=np.bool_)
        is_met[options[items == item]] = True
        is_new = ~is_met[options]
        items, options = items[is_new], options[is_new]
    return chosen


def n_key_words(table: MaskTable, words: U32) -> int:
    """Return how many words of 64 bits a key has."""
    n_bits = len(words) * table.option_at.shape[1] if len(words) else len(table.item_at)
    return -(-n_bits // 64)


@helper
def write_key(state: State, words: U32, row: Words, key: NDArray[np.uint64]) -> None:
    """Write the key of a row, which must be the one that was looked at last."""
    table = state.table
    n_bits = np.uint64(table.option_at.shape[1])
    for k in range(np.uint64(len(key))):
        key[k] = 0
    if len(words) > 0:
        for k in range(np.uint64(len(words))):
            _put_bits(key, k * n_bits, np.uint64(row[words[k]]))
    else:
        for group in range(np.uint64(len(table.group) - 1)):
            covered = lanes_equal(load(state.counts, group), ALL >> (WORD - n_bits))
            _put_bits(key, group * table.lanes, covered)


@helper
def _put_bits(key: NDArray[np.uint64], place: Unsigned, bits: Unsigned) -> None:
    key[place // WORD] |= bits << place % WORD
