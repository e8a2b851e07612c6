"""Short texts for items and options in pictures, however long their names are."""

from __future__ import annotations

from itertools import islice

from exactcover.lattices.base import Lattice
from exactcover.pictures.cells import cell_of
from exactcover.problem.option import Option
from exactcover.runtime.formatting import short

ITEMS = 8
"""The most items of an option."""


def brief(option: Option, n_items: int = ITEMS) -> str:
    """Return the first items of an option, with their colours.

    Examples
    --------
    >>> from exactcover import Problem
    >>> brief(Problem([{"p": None, "x": "A"}], secondary=["x"]).options[0])
    'p x:A'
    """
    pairs = islice(zip(option.items, option.colours, strict=True), n_items)
    words = [
        short(item) if colour is None else f"{short(item)}:{short(colour, 4)}"
        for item, colour in pairs
    ]
    return " ".join(words) + " …" * (len(option.items) > n_items)


def name_of(option: Option) -> str:
    """Return the label of an option, or if it has none, its items, cut to the length of a name."""
    return short(brief(option, 4) if option.label is None else option.label)


def tile_label(option: Option, lattice: type[Lattice]) -> str:
    """Return the items of an option that are no cells, such as the name of a piece."""
    names = (item for item in option.items if cell_of(item, lattice) is None)
    return short(" ".join(map(str, islice(names, ITEMS))))
