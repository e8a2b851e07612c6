"""The search by masks: one loop, for all that visits its tree.

As in `exactcover.engines.dancing_cells.search`, listing, counting with a memo and costs are
policies, which the compiler inlines.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from exactcover.engines.masks.rows import FAILED, propagate
from exactcover.engines.masks.state import (
    CHOSEN,
    LEFT,
    MANY,
    MARK,
    NODES,
    OPENED,
    SOLUTIONS,
    UPDATES,
    WAYS,
    WORD,
    State,
)
from exactcover.runtime.kernels.bits import trailing_zeros64
from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import Unsigned
from exactcover.runtime.search.protocol import BUDGET_SPENT, EXHAUSTED, MOST_UPDATES, OUT_FULL, Out

ONE, ZERO = np.uint64(1), np.uint64(0)
NODE_WORK = np.uint64(8)
"""The work of a node, in vectors of a row, before the first one is computed."""


class Node(NamedTuple):
    """A node that is visited.

    Attributes
    ----------
    parent, level
        The level whose option was tried, and that of the node's row.
    mark, n_chosen
        Where in `chosen` that option stands, and where the next one goes.
    number
        How many nodes were visited, with this one.
    work
        The work done so far, in vectors of a row.
    """

    parent: Unsigned
    level: Unsigned
    mark: Unsigned
    n_chosen: Unsigned
    number: Unsigned
    work: Unsigned


class Policy(NamedTuple):
    """What a search does with its nodes. Each function also gets the arrays that the policy needs.

    Attributes
    ----------
    must_pause
        Return whether the search must stop before the next node.
    begin
        Prepare for the next node. It gets the number of open levels, and the work done so far.
    admits
        Return whether an option of a level is tried.
    visit
        Look at a node that has not failed. It gets whether the node is a solution, the number of
        solutions found in this call, and how many there may be. Return whether to branch, the
        number of solutions, and the vectors computed.
    """

    must_pause: Callable[[Any], bool]
    begin: Callable[[Any, Unsigned, Unsigned], None]
    admits: Callable[[Any, Unsigned, Unsigned], bool]
    visit: Callable[[State, Any, Node, bool, Unsigned, Unsigned], tuple[bool, Unsigned, Unsigned]]


@helper
def search(state: State, policy: Policy, arrays: Any, node_budget: int, room: int) -> int:
    """Continue a search: repeatedly try the next option of the last level."""
    table, position = state.table, state.position
    opened, nodes, updates = position[OPENED], position[NODES], position[UPDATES]
    last_node, last_update = nodes + np.uint64(node_budget), updates + MOST_UPDATES
    found, most = ZERO, np.uint64(room)
    status = EXHAUSTED
    while opened > 0 or nodes == 0:
        if nodes >= last_node or updates >= last_update or policy.must_pause(arrays):
            status = BUDGET_SPENT
            break
        policy.begin(arrays, opened, updates + nodes * NODE_WORK)
        option, mark, ways, level, opened = begin_node(state, opened, nodes == 0)
        if nodes > 0 and not policy.admits(arrays, level, option):
            continue
        nodes += ONE
        parent, child = state.rows[level], state.rows[opened]
        key, n_chosen = propagate(state, parent, child, option, mark + ONE)
        updates += (n_chosen - mark) * table.n_vectors
        if key == FAILED:
            continue
        node = Node(level, opened, mark, n_chosen, nodes, updates + nodes * NODE_WORK)
        is_solved = key >> table.index_bits == table.covered
        is_open, found, work = policy.visit(state, arrays, node, is_solved, found, most)
        updates += work
        if is_open:
            open_level(state, opened, key, n_chosen, ways)
            opened += ONE
        elif found >= most:
            status = OUT_FULL
            break
    position[OPENED] = opened
    position[NODES] = nodes
    position[UPDATES] = updates
    return status


@helper
def begin_node(
    state: State, opened: Unsigned, is_root: bool
) -> tuple[Unsigned, Unsigned, Unsigned, Unsigned, Unsigned]:
    """Choose the next option of the last level, which is closed after its last option.

    Return the option, where in `chosen` it stands, how many ways there are to it, its level, and
    how many levels are open.
    """
    levels = state.levels
    if is_root:
        return state.table.nothing, state.position[CHOSEN], ONE, opened, opened
    level = opened - ONE
    option = next_option(state, level)
    if levels[level, LEFT] == 0:
        opened = level
    return option, levels[level, MARK], levels[level, WAYS], level, opened


@helper
def open_level(
    state: State, level: Unsigned, key: Unsigned, n_chosen: Unsigned, ways: Unsigned
) -> None:
    """Branch on the item that the key of a row names."""
    table, levels = state.table, state.levels
    n_left = key >> table.index_bits
    levels[level, WORD] = table.first_word[key & ((ONE << table.index_bits) - ONE)]
    levels[level, LEFT] = n_left
    levels[level, MARK] = n_chosen
    levels[level, WAYS] = min(ways * n_left, MANY)


@helper
def next_option(state: State, level: Unsigned) -> Unsigned:
    """Choose the next option of the item of a level, and remove it from the row of the level."""
    table, levels, row = state.table, state.levels, state.rows[level]
    word = levels[level, WORD]
    while row[word] == 0:
        word += table.lanes
    bits = np.uint64(row[word])
    row[word] = bits & (bits - ONE)
    levels[level, WORD] = word
    levels[level, LEFT] -= ONE
    option = table.option_at[word, trailing_zeros64(bits)]
    state.chosen[levels[level, MARK]] = option
    return option


@helper
def put(state: State, out: Out, found: Unsigned, n_chosen: Unsigned) -> None:
    """Count a solution, and write its options as row `found` of `out`, if it has rows."""
    state.position[SOLUTIONS] += ONE
    if len(out.rows) == 0:
        return
    for k in range(ONE, n_chosen):
        out.rows[found, k - ONE] = state.chosen[k]
    out.lengths[found] = n_chosen - ONE


@helper
def never(arrays: Any) -> bool:
    """Do not pause."""
    return False


@helper
def pass_by(arrays: Any, opened: Unsigned, work: Unsigned) -> None:
    """Do nothing before a node."""


@helper
def always(arrays: Any, level: Unsigned, option: Unsigned) -> bool:
    """Try all options."""
    return True


@helper
def open_or_put(
    state: State, out: Out, node: Node, is_solved: bool, found: Unsigned, most: Unsigned
) -> tuple[bool, Unsigned, Unsigned]:
    """Branch at a node, or write a solution."""
    if not is_solved:
        return True, found, ZERO
    put(state, out, found, node.n_chosen)
    return False, found + ONE, ZERO


LISTING = Policy(never, pass_by, always, open_or_put)
"""Find all solutions; the arrays are the `Out` that they are written into."""
