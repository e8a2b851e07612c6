"""The invariants of dancing links, found again from the options that are chosen."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from exactcover.engines.dancing_links.grid import AGREES, DEPTH, NODE, ROOT, Grid
from exactcover.problem.links import Links
from exactcover.runtime.kernels.types import U32


def check(links: Links, grid: Grid) -> None:
    """Assert that the linked list has exactly what the chosen options leave."""
    chosen = grid.option[grid.levels[: grid.position[DEPTH], NODE]].tolist()
    committed = {item: colour for one in chosen for item, colour in _members(links, one)}
    headers = [item + 1 for item in range(links.n_primary) if item not in committed]
    assert list(_walk(grid.right, int(ROOT))) == headers
    assert list(_walk(grid.left, int(ROOT))) == headers[::-1]
    live = [
        option
        for option in range(len(links.node_of))
        if all(
            item not in committed or (colour and committed[item] == colour)
            for item, colour in _members(links, option)
        )
    ]
    for item in sorted(set(range(links.n_items)) - committed.keys()):
        column = list(_walk(grid.down, item + 1))
        assert list(_walk(grid.up, item + 1)) == column[::-1]
        assert grid.size[item + 1] == len(column)
        assert (grid.item[column] == item + 1).all()
        assert (grid.colour[column] != AGREES).all()
        wanted = [one for one in live if item in dict(_members(links, one))]
        assert sorted(grid.option[column].tolist()) == wanted


def _members(links: Links, option: int) -> list[tuple[int, int]]:
    """Return the items of an option with their colours."""
    own = np.flatnonzero((links.option_of == option) & (links.item_of < links.n_items))
    return list(zip(links.item_of[own].tolist(), links.colour_of[own].tolist(), strict=True))


def _walk(following: U32, start: int) -> Iterator[int]:
    """Yield the nodes of a circular list after `start`."""
    node = int(following[start])
    while node != start:
        yield node
        node = int(following[node])
