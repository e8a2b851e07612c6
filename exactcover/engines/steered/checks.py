"""The invariants of a steered search, stated without its kernels."""

import numpy as np

from exactcover.engines.dancing_cells import cells
from exactcover.engines.dancing_cells.cells import COVERED, DEPTH, ENTER, PHASE, TAKEN
from exactcover.engines.steered.state import GONE, IS_CONSISTENT, State
from exactcover.problem.links import END, Links


def check(links: Links, state: State) -> None:
    """Assert the invariants of a position."""
    if not state.settings[IS_CONSISTENT]:
        cells.check(links, state.cells)
        return
    if state.cells.position[PHASE] != ENTER:
        return
    assert state.cells.position[GONE] == 0
    live = live_options(links, state)
    open_items = [item for item in range(links.n_primary) if state.cells.size[item] < TAKEN]
    for option in live:
        own = members(links, option)
        for item in set(open_items) - own.keys():
            others = (other for other in live if item in members(links, other))
            assert any(agree(own, members(links, other)) for other in others)


def live_options(links: Links, state: State) -> list[int]:
    """Return the options that all their open items list as live, after checking that they agree."""
    listed: dict[int, set[int]] = {}
    for item in np.flatnonzero(state.cells.size < COVERED).tolist():
        first = int(state.cells.start[item])
        nodes = state.cells.block[first : first + int(state.cells.size[item] & cells.SIZE)]
        for option in state.cells.option_of[nodes].tolist():
            listed.setdefault(option, set()).add(item)
    taken = {
        int(option)
        for option in state.cells.option_of[
            state.cells.block[state.cells.levels[: state.cells.position[DEPTH], 1]]
        ]
    }
    for option, items in listed.items():
        own = members(links, option)
        assert items == {item for item in own if state.cells.size[item] < COVERED}
        assert option not in taken
    return sorted(
        option for option in listed if any(item < links.n_primary for item in listed[option])
    )


def members(links: Links, option: int) -> dict[int, int]:
    """Return the items of an option, with their colours."""
    node, found = int(links.node_of[option]), {}
    while links.item_of[node] != END:
        found[int(links.item_of[node])] = int(links.colour_of[node])
        node += 1
    return found


def agree(one: dict[int, int], other: dict[int, int]) -> bool:
    """Return whether two options can be chosen together."""
    return all(one[item] == other[item] != 0 for item in one.keys() & other.keys())
