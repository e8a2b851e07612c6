"""Grouped chains: alternating inference chains and nice loops with nodes of several candidates.

See `sudoku.techniques.chains` for what follows, and `sudoku.techniques.nodes` for the nodes.

Complexity: every node is followed breadth first, so a chain is the shortest between its ends; each
node is met once as false and once as true: O(nodes * nodes) bits.
"""

from __future__ import annotations

import numpy as np

from exactcover.runtime.kernels.bits import trailing_zeros64
from exactcover.runtime.kernels.jit import helper, kernel, subroutine
from exactcover.runtime.kernels.types import Unsigned
from sudoku.techniques.cellsets import add, add_all, clear, has, is_same, remove_all
from sudoku.techniques.finding import (
    CELLS,
    DIGITS,
    N_ELIMINATED,
    NODES,
    SPOT,
    Finding,
    begin_drawing,
    come_to,
    draw_cells,
    eliminate,
    forget,
    is_new,
    spare,
)
from sudoku.techniques.kinds import GroupedChain
from sudoku.techniques.nodes import (
    LEVELS,
    MET,
    N_NODES,
    PATH,
    QUEUE,
    STACK,
    START,
    WEAK,
    Nodes,
    rule_out_both,
    rule_out_locked,
)
from sudoku.techniques.tables import BIT, SIX, Tables, bit_of

ANY, DISCONTINUOUS, CONTINUOUS = map(int, GroupedChain)
SHORTEST = np.uint64(3)
"""The fewest links of a chain; a chain of one link would show nothing new."""
MOST_LOOPS = 64
"""The most loops of the same length, first node and last node that are examined."""
INSIDE, AROUND = range(2)
"""Sets of `Finding.sets`: of a loop, the cells of which it has two digits, and all its cells."""
TWO = np.uint64(2)


@kernel
def find(tables: Tables, finding: Finding, nodes: Nodes, kind: int) -> bool:
    """Find the next chain of a kind, by its start and its end.

    A *state* is a node times two, plus one if it is true.
    """
    forget(finding)
    n_states = np.uint64(nodes.lists.shape[1])
    queue, levels = nodes.lists[QUEUE], nodes.lists[LEVELS]
    start, at = finding.cursor[SPOT] // n_states, finding.cursor[SPOT] % n_states
    while start < nodes.sizes[N_NODES]:
        if nodes.sizes[START] != start + BIT:
            follow(nodes, start)
        while at < nodes.sizes[MET]:
            state = queue[at]
            if state & BIT != 0 and levels[state] > SHORTEST:
                come_to(finding, start * n_states + at)
                if shows(tables, finding, nodes, kind, start, state):
                    return True
            at += BIT
        start += BIT
        at = np.uint64(0)
    return False


@subroutine
def follow(nodes: Nodes, start: Unsigned) -> None:
    """Note which states follow from a node's being false, and after how many links, plus one."""
    queue, levels, reached = nodes.lists[QUEUE], nodes.lists[LEVELS], nodes.reached
    n_words = (nodes.sizes[N_NODES] + np.uint64(63)) >> SIX
    for word in range(n_words):
        reached[0, word] = 0
        reached[1, word] = 0
    add(reached[0], start)
    queue[0] = TWO * start
    levels[TWO * start] = BIT
    at, n_met = np.uint64(0), BIT
    while at < n_met:
        state = queue[at]
        at += BIT
        is_true = state & BIT
        linked, met = nodes.links[is_true, state >> BIT], reached[BIT - is_true]
        for word in range(n_words):
            new = linked[word] & ~met[word]
            met[word] |= new
            while new != 0:
                other = TWO * ((word << SIX) + trailing_zeros64(new)) + (BIT - is_true)
                new &= new - BIT
                levels[other] = levels[state] + BIT
                queue[n_met] = other
                n_met += BIT
    nodes.sizes[START] = start + BIT
    nodes.sizes[MET] = n_met


@helper
def shows(
    tables: Tables, finding: Finding, nodes: Nodes, kind: int, start: Unsigned, state: Unsigned
) -> bool:
    """Return whether something new follows from a start that, if false, makes this state true."""
    end = state >> BIT
    if kind == CONTINUOUS:
        return has(nodes.links[WEAK, start], end) and shows_loop(tables, finding, nodes, state)
    if end != start:
        rule_out_both(tables, finding, nodes, start, end)
        if kind == DISCONTINUOUS:
            return shows_each(tables, finding, nodes, state)
        return is_drawn(tables, finding, nodes, state)
    if kind == ANY or nodes.single[start] == 0:
        return False
    n = np.uint64(tables.pos.shape[1])
    eliminate(tables, finding, (nodes.single[start] - BIT) // n, ~bit_of(nodes.digits[start]))
    return is_drawn(tables, finding, nodes, state)


@helper
def shows_each(tables: Tables, finding: Finding, nodes: Nodes, state: Unsigned) -> bool:
    """Return whether a new single candidate is among those that are ruled out."""
    for k in range(finding.sizes[N_ELIMINATED]):
        loser, mask = finding.cells[k], finding.masks[k]
        while mask != 0:
            forget(finding)
            eliminate(tables, finding, loser, mask & (~mask + BIT))
            mask &= mask - BIT
            if is_drawn(tables, finding, nodes, state):
                return True
    return False


@helper
def is_drawn(tables: Tables, finding: Finding, nodes: Nodes, state: Unsigned) -> bool:
    """Return whether something new was found, and draw a chain to a state."""
    if not is_new(finding):
        return False
    nodes.lists[STACK, 0] = state
    next_path(nodes, BIT)
    draw_path(tables, finding, nodes, state)
    return True


@subroutine
def next_path(nodes: Nodes, n_left: Unsigned) -> tuple[Unsigned, bool]:
    """Write the next shortest way to the state at the bottom of the stack into the path.

    Links go both ways, so look for it back. Return how many states are left to try, and whether
    there is such a way.
    """
    levels, stack, path = nodes.lists[LEVELS], nodes.lists[STACK], nodes.lists[PATH]
    n_words = (nodes.sizes[N_NODES] + np.uint64(63)) >> SIX
    while n_left != 0:
        n_left -= BIT
        state = stack[n_left]
        level, is_false = levels[state], BIT - (state & BIT)
        path[level - BIT] = state >> BIT
        if level == BIT:
            return n_left, True
        linked, met = nodes.links[is_false, state >> BIT], nodes.reached[is_false]
        for word in range(n_words):
            rest = linked[word] & met[word]
            while rest != 0:
                before = TWO * ((word << SIX) + trailing_zeros64(rest)) + is_false
                rest &= rest - BIT
                if levels[before] == level - BIT:
                    stack[n_left] = before
                    n_left += BIT
    return n_left, False


@helper
def draw_path(tables: Tables, finding: Finding, nodes: Nodes, state: Unsigned) -> None:
    """Draw the path to a state."""
    n = np.uint64(tables.pos.shape[1])
    begin_drawing(finding, np.uint64(0))
    for k in range(nodes.lists[LEVELS, state]):
        node = nodes.lists[PATH, k]
        finding.pattern[DIGITS] |= bit_of(nodes.digits[node])
        draw_cells(finding, CELLS, nodes.cells[node], nodes.digits[node], n)
        draw_cells(finding, NODES, nodes.cells[node], nodes.digits[node], n)


@helper
def shows_loop(tables: Tables, finding: Finding, nodes: Nodes, state: Unsigned) -> bool:
    """Return whether loops through the start that end here rule something new out.

    Each is reported twice: with all that it rules out, and without what textbooks leave out.
    """
    nodes.lists[STACK, 0] = state
    n_left, is_there = next_path(nodes, BIT)
    length, path = nodes.lists[LEVELS, state], nodes.lists[PATH]
    for _ in range(MOST_LOOPS):
        if not is_there:
            break
        for is_textbook in (False, True):
            for k in range(BIT, length, TWO):
                rule_out_both(tables, finding, nodes, path[k], path[(k + BIT) % length])
                rule_out_locked(tables, finding, nodes, path[k - BIT], path[k])
            if is_textbook:
                leave_out(finding, nodes, length)
            if is_new(finding):
                draw_path(tables, finding, nodes, state)
                return True
        n_left, is_there = next_path(nodes, n_left)
    return False


@helper
def leave_out(finding: Finding, nodes: Nodes, length: Unsigned) -> None:
    """Take back what is ruled out in cells of the loop where it has not two digits of the cell."""
    inside, around, path = finding.sets[INSIDE], finding.sets[AROUND], nodes.lists[PATH]
    clear(inside)
    clear(around)
    for k in range(length):
        node, after = path[k], path[(k + BIT) % length]
        add_all(around, nodes.cells[node])
        if (
            k & BIT != 0
            and nodes.single[node] != 0
            and is_same(nodes.cells[node], nodes.cells[after])
        ):
            add_all(inside, nodes.cells[node])
    remove_all(around, inside)
    spare(finding, around)
