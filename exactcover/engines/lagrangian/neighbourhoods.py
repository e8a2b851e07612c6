"""Neighbourhoods of a cover: which of its options are kept while the others are searched anew."""

import numpy as np
from numpy.typing import NDArray

from exactcover.problem.links import Links
from exactcover.runtime.kernels.types import F64

FEWEST = 3
"""At least so many options of a cover are given up."""


def kept_options(
    links: Links,
    cover: list[int],
    fixed: set[int],
    candidates: NDArray[np.int64],
    size: int,
    rng: np.random.Generator,
) -> list[int]:
    """Return the options of a cover to keep: all but about `size` that belong together.

    Options that are not in the cover, drawn at random, are in the way of some that are: those are
    given up.

    Parameters
    ----------
    links
        The problem.
    cover
        The options of the cover.
    fixed
        Those of them that must be kept.
    candidates
        Options that covers may have, by ascending reduced cost.
    size
        How many options to give up.
    rng
        Draws the random numbers.
    """
    owner = np.full(links.n_primary, -1)
    for option in cover:
        owner[_primary_items(links, option)] = option
    free: set[int] = set()
    size = min(size, len(cover) - len(fixed))
    # Squared, so that options of small reduced cost are drawn more often.
    draws: F64 = rng.random(8 * size + 8) ** 2 * len(candidates)
    for place in draws.astype(np.int64):
        if len(free) >= size:
            break
        free |= set(owner[_primary_items(links, int(candidates[place]))].tolist()) - fixed - {-1}
    return [option for option in cover if option not in free]


def drawn_option(candidates: NDArray[np.int64], rng: np.random.Generator) -> list[int]:
    """Return an option drawn at random, more likely one of small reduced cost."""
    return [int(candidates[int(rng.random() ** 2 * len(candidates))])]


def _primary_items(links: Links, option: int) -> NDArray[np.uint32]:
    """Return the primary items of an option."""
    node = int(links.node_of[option])
    last = node
    while links.item_of[last] < links.n_items:
        last += 1
    items = links.item_of[node:last]
    return items[items < links.n_primary]
