"""A problem in a fixed order of its items, where the covered items are a set of bits.

A search covers the primary items in stages, one item in each: the item at place t of the order has
stage t and bit t. The bits of the secondary items follow: one for each colour that options give an
item, and one for no colour. An option sets the bits of its items, and clashes with the bits that
must not be set when it is chosen: for a secondary item these are the bits of all other colours, or
all bits if the option gives it no colour. Two options therefore clash if and only if one of them
sets a bit that the other clashes with.

The lowest item of an option is its first one in the order. When the items are covered in order, an
option is chosen in the stage of its lowest item.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.problem.links import END, Links
from exactcover.runtime.search.limits import stop_if_due

Numbers = NDArray[np.int64]
"""An array of numbers of items, stages, options or bits."""


class Pairs(NamedTuple):
    """A relation between options and bits, as two arrays of equal length."""

    option: Numbers
    bit: Numbers


class Bits(NamedTuple):
    """The bits of a problem before its items are ordered: the bit of a primary item is its number.

    ========== ================ =================================================================
    field      shape            holds
    ========== ================ =================================================================
    sets       Pairs            the bits that each option sets, option by option
    clashes    Pairs            the bits that must not be set when it is chosen
    first      (n_options,)     the first place of an option in `sets`
    option_of  (n_options,)     its index in the problem
    ========== ================ =================================================================

    Options are numbered in the order of the links.
    """

    sets: Pairs
    clashes: Pairs
    first: Numbers
    option_of: Numbers
    n_primary: int
    n_bits: int

    def stage_of(self, order: Numbers) -> Numbers:
        """Return the new number of every bit for this order of the items."""
        stage = np.arange(self.n_bits)
        stage[order] = np.arange(self.n_primary)
        return stage

    def lowest(self, stage_of: Numbers) -> Numbers:
        """Return for every option the stage of its lowest item."""
        # Secondary bits have higher numbers than any stage.
        return np.minimum.reduceat(stage_of[self.sets.bit], self.first)

    def lifetimes(self, order: Numbers) -> tuple[Numbers, Numbers]:
        """Return `Arrangement.lifetimes` for an order, without arranging the options."""
        stage_of = self.stage_of(order)
        sets, clashes = (Pairs(option, stage_of[bit]) for option, bit in self[:2])
        return _lifetimes(sets, clashes, self.lowest(stage_of), self.n_primary, self.n_bits)


class Arrangement(NamedTuple):
    """The options in the order of their lowest items, and their bits in the order of the stages.

    ========== ================ =================================================================
    field      shape            holds
    ========== ================ =================================================================
    sets       Pairs            the bits that each option sets
    clashes    Pairs            the bits that must not be set when it is chosen
    lowest     (n_options,)     the stage of its lowest item; ascending
    group      (n_primary + 1,) the first option of each stage
    option_of  (n_options,)     its index in the problem
    ========== ================ =================================================================
    """

    sets: Pairs
    clashes: Pairs
    lowest: Numbers
    group: Numbers
    option_of: Numbers
    n_primary: int
    n_bits: int

    @property
    def n_options(self) -> int:
        """The number of options."""
        return len(self.option_of)

    def lifetimes(self) -> tuple[Numbers, Numbers]:
        """Return the first stage in which a bit can be set, and the last one in which it matters.

        The first is the stage after the one that sets the bit. A bit that no option sets is born
        after all stages; a bit that dies before it is born never matters.
        """
        return _lifetimes(self.sets, self.clashes, self.lowest, self.n_primary, self.n_bits)

    def cover(self, options: list[int]) -> NDArray[np.bool_] | None:
        """Return the bits that some options of the problem set; None if two of them clash."""
        is_chosen = np.isin(self.option_of, options)
        # An option clashes with itself, because it has a primary item.
        if np.count_nonzero(is_chosen) < len(options):
            return None
        sets, clashes = (
            Pairs(option[is_chosen[option]], bit[is_chosen[option]]) for option, bit in self[:2]
        )
        n_setters = np.bincount(sets.bit, minlength=self.n_bits)
        own, asked = (option * self.n_bits + bit for option, bit in (sets, clashes))
        if (n_setters[clashes.bit] > np.isin(asked, own)).any():
            return None
        return n_setters > 0

    def rest(self, covered: NDArray[np.bool_]) -> "Arrangement":
        """Return the arrangement of the uncovered items and the options that do not clash."""
        stop_if_due()
        fits = np.ones(self.n_options, dtype=np.bool_)
        fits[self.clashes.option[covered[self.clashes.bit]]] = False
        option_number, bit_number = np.cumsum(fits) - 1, np.cumsum(~covered) - 1

        def left(pairs: Pairs) -> Pairs:
            stays = fits[pairs.option] & ~covered[pairs.bit]
            return Pairs(option_number[pairs.option[stays]], bit_number[pairs.bit[stays]])

        n_primary = int(np.count_nonzero(~covered[: self.n_primary]))
        lowest = bit_number[self.lowest[fits]]
        return Arrangement(
            left(self.sets),
            left(self.clashes),
            lowest,
            np.searchsorted(lowest, np.arange(n_primary + 1)),
            self.option_of[fits],
            n_primary,
            int(np.count_nonzero(~covered)),
        )


def bits_of(links: Links) -> Bits:
    """Return the bits of a problem, in time linear in their pairs (but for sorting the colours)."""
    stop_if_due()
    is_node = links.item_of != END
    ends = np.flatnonzero(~is_node)
    item = links.item_of[is_node].astype(np.int64)
    stop_if_due()
    option = (np.cumsum(~is_node) - ~is_node)[is_node]
    stop_if_due()
    first = np.concatenate(([0], ends[:-1] + 1 - np.arange(1, len(ends)))) if len(ends) else ends
    n_bits = links.n_primary
    sets = clashes = Pairs(option, item)
    secondary = np.flatnonzero(item >= links.n_primary)
    stop_if_due()
    if len(secondary):
        colour = links.colour_of[is_node][secondary].astype(np.int64)
        shade, shade_of = np.unique(item[secondary] << 32 | colour, return_inverse=True)
        bit = item.copy()
        bit[secondary] = n_bits + shade_of
        sets = Pairs(option, bit)
        clashes = _clashes(sets, secondary, shade >> 32, shade & (1 << 32) - 1, links.n_primary)
        n_bits += len(shade)
    return Bits(
        sets, clashes, first, links.option_of[ends].astype(np.int64), links.n_primary, n_bits
    )


def _clashes(
    sets: Pairs, secondary: Numbers, item_of: Numbers, colour_of: Numbers, n_primary: int
) -> Pairs:
    """Replace each secondary bit of an option by all bits of the item that clash with it.

    The items and colours are those of each shade: of each secondary bit, in order of the items.
    """
    own = sets.bit[secondary] - n_primary
    begin = np.searchsorted(item_of, item_of)
    length = np.searchsorted(item_of, item_of, side="right") - begin
    source = np.repeat(np.arange(len(secondary)), length[own])
    offset = np.arange(len(source)) - np.repeat(np.cumsum(length[own]) - length[own], length[own])
    shade = begin[own][source] + offset
    clashes = (shade != own[source]) | (colour_of[shade] == 0)
    is_primary = sets.bit < n_primary
    return Pairs(
        np.concatenate((sets.option[is_primary], sets.option[secondary][source[clashes]])),
        np.concatenate((sets.bit[is_primary], n_primary + shade[clashes])),
    )


def arrange(bits: Bits, order: Numbers) -> Arrangement:
    """Return the options arranged for this order of the primary items; the sort is stable."""
    stop_if_due()
    stage_of = bits.stage_of(order)
    lowest = bits.lowest(stage_of)
    by_turn = np.argsort(lowest, kind="stable")
    number = np.empty_like(by_turn)
    number[by_turn] = np.arange(len(by_turn))
    stop_if_due()
    sets, clashes = (Pairs(number[option], stage_of[bit]) for option, bit in bits[:2])
    lowest = lowest[by_turn]
    return Arrangement(
        sets,
        clashes,
        lowest,
        np.searchsorted(lowest, np.arange(bits.n_primary + 1)),
        bits.option_of[by_turn],
        bits.n_primary,
        bits.n_bits,
    )


def _lifetimes(
    sets: Pairs, clashes: Pairs, lowest: Numbers, n_primary: int, n_bits: int
) -> tuple[Numbers, Numbers]:
    birth = np.full(n_bits, n_primary + 1)
    death = np.full(n_bits, -1)
    np.minimum.at(birth, sets.bit, lowest[sets.option] + 1)
    np.maximum.at(death, clashes.bit, lowest[clashes.option])
    # Whether an item is covered matters up to its own stage.
    death[:n_primary] = np.arange(n_primary)
    return birth, death
