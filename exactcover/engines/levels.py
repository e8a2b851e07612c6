"""The levels of a search tree whose last alternative may be "none of these options".

A level is a list of four numbers: the place of its first option, the cursor at the alternative
taken, the place after its last alternative, and the alternative "none of these" (a higher number
than all others if there is none).
"""

from collections.abc import Iterable, Sequence

from exactcover.runtime.kernels.types import U32
from exactcover.runtime.search.protocol import LEAST_SHARE, Part

Levels = Sequence[Sequence[int]]


def part_done(levels: Levels) -> float:
    """Return the part of the tree that lies left of the cursors."""
    part, share = 0.0, 1.0
    for first, cursor, last, _ in levels:
        share /= last - first
        if share < LEAST_SHARE:
            break
        part += (cursor - first) * share
    return part


def others(levels: Levels, n_given: int, option_of: U32, block: U32, n_options: int) -> list[Part]:
    """Return the part below the alternatives taken, then those beside them, the deepest first.

    Parameters
    ----------
    levels
        The levels.
    n_given
        As many levels were there before the search; they have no other alternative.
    option_of, block
        The option of each node, and the node at each place.
    n_options
        The number of options. An option that is left out has its number plus this.
    """
    share, path, parts = 1.0, list[int](), list[Iterable[Part]]()
    for level, (first, cursor, last, skip) in enumerate(levels):
        options = option_of[block[first : min(skip, last)]].tolist()
        ways = [[option] for option in options]
        if skip < last:
            ways.append([n_options + option for option in options])
        if level >= n_given:
            share /= len(ways)
            parts.append([Part(share, [*path, *way]) for way in ways[cursor - first + 1 :]])
        path = [*path, *ways[cursor - first]]
    return [Part(share, path), *(part for level in reversed(parts) for part in level)]
