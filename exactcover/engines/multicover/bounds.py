"""How often items must and may be covered, and whether options agree with that."""

from collections import Counter

import numpy as np

from exactcover.problem.links import END, Links
from exactcover.runtime.kernels.types import U32

MULTIPLICITIES = "options cover several units of an item"
"""Why an engine refuses a problem with multiplicities."""


def need_and_bound(links: Links) -> tuple[U32, U32]:
    """Return how often each primary item must and may be covered.

    No item may be covered more often than it has options. An item with too few options needs one
    more than it has, so that it fails at once.
    """
    size = links.size[: links.n_primary]
    need = np.minimum(links.low, size + np.uint32(1))
    return need, np.maximum(np.minimum(links.high, size), need)


def agree(links: Links, options: list[int]) -> bool:
    """Return whether these options exceed no bound and their colours agree."""
    if len(set(options)) < len(options):
        return False
    times: Counter[int] = Counter()
    colours: dict[int, int] = {}
    for option in options:
        node = int(links.node_of[option])
        while links.item_of[node] != END:
            item, colour = int(links.item_of[node]), int(links.colour_of[node])
            times[item] += int(links.unit_of[node]) if len(links.unit_of) else 1
            if item < links.n_primary:
                if times[item] > links.high[item]:
                    return False
            elif times[item] > 1 and (colour == 0 or colours[item] != colour):
                return False
            colours[item] = colour
            node += 1
    return True
