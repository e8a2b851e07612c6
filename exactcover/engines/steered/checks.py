"""The invariants of a steered search, stated without its kernels."""

import numpy as np

from exactcover.engines.dancing_cells import cells
from exactcover.engines.dancing_cells.cells import (
    BACK_UP,
    CHOOSE,
    COVERED,
    CURSOR,
    DEPTH,
    ENTER,
    FIRST,
    LAST,
    PHASE,
    TAKEN,
)
from exactcover.engines.multicover.bounds import need_and_bound
from exactcover.engines.steered.state import (
    GONE,
    HAS_BOUNDS,
    IS_CONSISTENT,
    SKIP,
    SKIPPED,
    State,
)
from exactcover.problem.links import END, Links


def check(links: Links, state: State) -> None:
    """Assert the invariants of a position."""
    if state.settings[HAS_BOUNDS]:
        check_bounds(links, state)
    elif not state.settings[IS_CONSISTENT]:
        cells.check(links, state.cells)
    if state.settings[IS_CONSISTENT]:
        check_consistency(links, state)


def check_bounds(links: Links, state: State) -> None:
    """Assert that the numbers of items with bounds, and their live options, are right."""
    if state.cells.position[PHASE] == BACK_UP and not state.cells.position[DEPTH]:
        return  # the search is over
    need, bound = need_and_bound(links)
    levels = state.cells.levels[: state.cells.position[DEPTH]].tolist()
    dead: set[int] = set()
    covered: set[int] = set(np.flatnonzero(bound == 0).tolist())
    n_skipped, colours = 0, dict[int, int]()
    for level in levels[: len(levels) - int(state.cells.position[PHASE] == CHOOSE)]:
        n_skipped += level[CURSOR] == level[SKIP]
        if level[CURSOR] != level[SKIP]:
            node = state.cells.block[level[CURSOR]]
            for item, colour in members(links, int(state.cells.option_of[node])).items():
                colours[item] = colour
                if item >= links.n_primary:
                    covered.add(item)
                    continue
                bound[item] -= 1
                need[item] -= need[item] > 0
                if not bound[item]:
                    covered.add(item)
    assert n_skipped == state.cells.position[SKIPPED]
    assert (state.bound == bound).all()
    assert (state.need[: links.n_primary] == need).all()
    if state.cells.position[PHASE] != ENTER:
        return  # between two choices, or after a failure, the sizes are not up to date
    for level in levels:
        offered = state.cells.block[level[FIRST] : min(level[SKIP], level[LAST])]
        dead |= set(state.cells.option_of[offered].tolist())
    for option in range(len(links.node_of)):
        own = members(links, option)
        clashes = (item for item in own if item in covered)
        if any(own[item] == 0 or own[item] != colours.get(item) for item in clashes):
            dead.add(option)
    for item in np.flatnonzero(state.cells.size < COVERED).tolist():
        first = int(state.cells.start[item])
        block = state.cells.block[first : first + int(links.size[item])]
        live = block[: int(state.cells.size[item] & cells.SIZE)]
        found = set(state.cells.option_of[live].tolist())
        wanted = set(state.cells.option_of[block].tolist()) - dead
        assert found == wanted or (state.settings[IS_CONSISTENT] and found < wanted)


def check_consistency(links: Links, state: State) -> None:
    """Assert that each live option has a support in every item that needs a cover."""
    if state.cells.position[PHASE] != ENTER:
        return
    assert state.cells.position[GONE] == 0
    live = live_options(links, state)
    may_repeat = set(np.flatnonzero(need_and_bound(links)[1] > 1).tolist())
    open_items = [
        item
        for item in range(links.n_primary)
        if state.cells.size[item] < TAKEN and state.need[item] > 0
    ]
    for option in live:
        own = members(links, option)
        for item in set(open_items) - own.keys():
            others = (other for other in live if item in members(links, other))
            assert any(agree(own, members(links, other), may_repeat) for other in others)


def live_options(links: Links, state: State) -> list[int]:
    """Return the options that all their open items list as live, after checking that they agree."""
    listed: dict[int, set[int]] = {}
    for item in np.flatnonzero(state.cells.size < COVERED).tolist():
        first = int(state.cells.start[item])
        nodes = state.cells.block[first : first + int(state.cells.size[item] & cells.SIZE)]
        for option in state.cells.option_of[nodes].tolist():
            listed.setdefault(option, set()).add(item)
    levels = state.cells.levels[: state.cells.position[DEPTH]]
    nodes = state.cells.block[levels[levels[:, CURSOR] != levels[:, SKIP], CURSOR]]
    taken = set(state.cells.option_of[nodes].tolist())
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


def agree(one: dict[int, int], other: dict[int, int], may_repeat: set[int]) -> bool:
    """Return whether two options can be chosen together, given the items with several covers."""
    common = (one.keys() & other.keys()) - may_repeat
    return all(one[item] == other[item] != 0 for item in common)
