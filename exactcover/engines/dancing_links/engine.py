"""Dancing links: Algorithms X and C on a quadruply linked list, as published.

This engine is for study. `dancing_cells` does the same search by restoring arrays instead of links,
and takes 0.35 to 0.7 of the time on most problems (docs/decisions/0024). The automatic choice does
not use dancing links.

References
----------
D. E. Knuth, Dancing links, Millennial Perspectives in Computer Science (2000), 187-214. Colours are
those of The Art of Computer Programming 4B, section 7.2.2.1, Algorithm C.
"""

from __future__ import annotations

import numpy as np

from exactcover.engines.dancing_links.check import check
from exactcover.engines.dancing_links.grid import (
    CHANGING,
    DEPTH,
    GIVEN,
    ITEM,
    NODE,
    NODES,
    ONE,
    PHASE,
    ROOT,
    SIZE,
    SOLUTIONS,
    TRIED,
    UPDATES,
    Grid,
    commit,
    cover,
    first_nodes,
    lay_out,
    smallest,
    uncommit,
    uncover,
)
from exactcover.problem.links import Links
from exactcover.problem.problem import Problem
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import U32, Unsigned
from exactcover.runtime.search.base import ArrayEngine, Counters
from exactcover.runtime.search.protocol import (
    BUDGET_SPENT,
    EXHAUSTED,
    LEAST_SHARE,
    MOST_UPDATES,
    OUT_FULL,
    STATUSES,
    Out,
    Part,
    Status,
)

# The phases of the search: visit a node, or undo the choice of the last level.
ENTER, BACK_UP = range(2)


class DancingLinks(ArrayEngine):
    """The engine; see `exactcover.engines.protocol.CoverEngine`.

    An update is a node of an option that is visited to hide it.
    """

    name = "dancing_links"
    is_splittable = True
    counters = Counters(NODES, UPDATES, SOLUTIONS)
    changing = CHANGING
    _state: Grid

    def __init__(self, links: Links) -> None:
        self.depth = links.depth
        self._links = links
        self._state = lay_out(links)

    def choose(self, options: list[int]) -> bool:
        """Choose these options before the search begins; return whether they agree."""
        return choose(self._state, first_nodes(self._links, options)) == len(options)

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` nodes and `out.room` solutions."""
        return STATUSES[advance(self._state, node_budget, out)]

    def part_done(self) -> float:
        """Sum, over the levels, the part of the tree that is before the option chosen."""
        phase, depth, given = self._state.position[[PHASE, DEPTH, GIVEN]].tolist()
        if phase == BACK_UP and depth == given:
            return 1.0
        part, share = 0.0, 1.0
        for tried, size in self._state.levels[:depth, [TRIED, SIZE]].tolist():
            share /= size
            if share < LEAST_SHARE:
                break
            part += tried * share
        return part

    def remaining(self) -> list[Part]:
        """Return the parts of the tree that are still to be searched; see `Splittable`."""
        grid = self._state
        phase, depth, given = grid.position[[PHASE, DEPTH, GIVEN]].tolist()
        path = grid.option[grid.levels[:depth, NODE]].tolist()
        share, parts = 1.0, list[list[Part]]()
        for level, (item, node, _, size) in enumerate(grid.levels[:depth].tolist()):
            share /= size
            others = []
            while level >= given and (node := int(grid.down[node])) != item:
                others.append(Part(share, [*path[:level], int(grid.option[node])]))
            parts.append(others)
        if phase == ENTER:
            parts.append([Part(share, path)])
        return [part for level in reversed(parts) for part in level]

    @staticmethod
    def refuses(problem: Problem) -> str | None:
        """Refuse items with bounds."""
        return "it has items with bounds" if problem.has_bounds else None

    def check(self) -> None:
        """Raise AssertionError if an invariant of the position does not hold (slow)."""
        check(self._links, self._state)


@kernel
def choose(grid: Grid, nodes: U32) -> int:
    """Choose the options that begin at `nodes`, each on a level of its own, until one clashes.

    Return how many were chosen.
    """
    position = grid.position
    for k in range(len(nodes)):
        node = nodes[k]
        while grid.left[grid.item[node]] == grid.item[node]:  # the header of a secondary item
            node = grid.right[node]
        item = grid.item[node]
        is_covered = grid.right[grid.left[item]] != item
        is_hidden = grid.down[grid.up[node]] != node
        if is_covered or is_hidden:
            return k
        _open_level(grid, item, node, ONE)
    position[GIVEN] = position[DEPTH]
    return len(nodes)


@kernel
def advance(grid: Grid, node_budget: int, out: Out) -> int:
    """Continue the search, up to a limit or the end."""
    position = grid.position
    phase = position[PHASE]
    last_node = position[NODES] + np.uint64(node_budget)
    last_update = position[UPDATES] + MOST_UPDATES
    found = np.uint64(0)
    room = np.uint64(out.room)
    status = BUDGET_SPENT
    while position[UPDATES] < last_update:
        if phase == ENTER:
            if position[NODES] >= last_node:
                break
            position[NODES] += np.uint64(1)
            item = smallest(grid)
            if item == ROOT:
                _put(grid, out, found)
                found += np.uint64(1)
                phase = np.uint64(BACK_UP)
                if found >= room:
                    status = OUT_FULL
                    break
            elif grid.size[item] == 0:
                phase = np.uint64(BACK_UP)
            else:
                _open_level(grid, item, grid.down[item], grid.size[item])
        elif position[DEPTH] == position[GIVEN]:
            status = EXHAUSTED
            break
        elif _next_option(grid):
            phase = np.uint64(ENTER)
    position[PHASE] = phase
    position[SOLUTIONS] += found
    return status


@helper
def _open_level(grid: Grid, item: Unsigned, node: Unsigned, size: Unsigned) -> None:
    """Branch on an item with `size` options, and choose the option of `node`."""
    level = grid.position[DEPTH]
    grid.position[DEPTH] = level + np.uint64(1)
    grid.levels[level, ITEM] = item
    grid.levels[level, NODE] = node
    grid.levels[level, TRIED] = 0
    grid.levels[level, SIZE] = size
    cover(grid, item)
    commit(grid, node)


@helper
def _next_option(grid: Grid) -> bool:
    """Undo the choice of the last level and make its next one; without any, close the level."""
    level = grid.position[DEPTH] - np.uint64(1)
    node = grid.levels[level, NODE]
    uncommit(grid, node)
    tried = grid.levels[level, TRIED] + ONE
    if tried == grid.levels[level, SIZE]:
        uncover(grid, grid.levels[level, ITEM])
        grid.position[DEPTH] = level
        return False
    node = grid.down[node]
    grid.levels[level, NODE] = node
    grid.levels[level, TRIED] = tried
    commit(grid, node)
    return True


@helper
def _put(grid: Grid, out: Out, found: Unsigned) -> None:
    """Write the options chosen as row `found` of `out`, if it has rows."""
    if len(out.rows) == 0:
        return
    depth = grid.position[DEPTH]
    for level in range(depth):
        out.rows[found, level] = grid.option[grid.levels[level, NODE]]
    out.lengths[found] = depth
