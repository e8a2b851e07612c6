"""Chains: if the node at one end is false, the links make the node at the other end true.

So one of the two ends is true, and what both rule out is false. An *X-chain* has one digit, an
*XY-chain* goes through cells of two digits, an *alternating inference chain* takes any links. A
chain that comes back to its beginning is a *nice loop*: a *continuous* one, whose ends see each
other, makes all of its weak links strong; a *discontinuous* one proves one candidate true or false.

Nodes are single candidates here; for grouped nodes see `sudoku.techniques.grouped_chains`.

Complexity: every start is followed breadth first, so a chain is the shortest between its ends; each
candidate is met once as false and once as true: O(candidates * links).
"""

from __future__ import annotations

import numpy as np

from exactcover.runtime.kernels.bits import trailing_zeros64
from exactcover.runtime.kernels.jit import helper, kernel, subroutine
from exactcover.runtime.kernels.types import Unsigned
from sudoku.techniques.cellsets import add, clear, has, remove_all
from sudoku.techniques.chain_links import (
    LEVELS,
    LINKED,
    NEAR,
    QUEUE,
    TWO,
    forget_met,
    list_next,
    meet_strong,
    meet_weak,
    note_linked,
)
from sudoku.techniques.finding import (
    DIGITS,
    N_ELIMINATED,
    SPOT,
    Finding,
    begin_drawing,
    come_to,
    draw_link,
    eliminate,
    forget,
    is_new,
    spare,
)
from sudoku.techniques.kinds import Chain
from sudoku.techniques.tables import BIT, ONE, SIX, Tables, bit_of, exclude, sees

XY, DISCONTINUOUS, CONTINUOUS = int(Chain.XY), int(Chain.DISCONTINUOUS), int(Chain.CONTINUOUS)
STACK, PATH = 3, 4
"""Further rows of `Finding.numbers`: states left to try on the way back; the way itself."""
SHORTEST = np.uint64(3)
"""Links that a chain has at least: with one it would say what the link says."""
MOST_LOOPS = 64
"""How many loops of the same length are looked at that begin and end with the same candidates."""
INSIDE, AROUND = range(2)
"""Sets of `Finding.sets`: of a loop, the cells of which it has two digits, and all its cells."""


@kernel
def find(tables: Tables, finding: Finding, kind: int) -> bool:
    """Find the next chain of a kind, by its start."""
    forget(finding)
    n = np.uint64(tables.pos.shape[1])
    for state in range(len(finding.numbers[LEVELS])):
        finding.numbers[LEVELS, state] = 0
    note_linked(tables, finding, kind)
    first = finding.cursor[SPOT]
    for cell in range(first // n, np.uint64(len(tables.cand))):
        rest = tables.cand[cell]
        while rest != 0:
            digit = trailing_zeros64(rest)
            start = cell * n + digit
            rest &= rest - BIT
            if start >= first and has(finding.sets[LINKED + TWO * digit], cell):
                come_to(finding, start)
                if has_chain(tables, finding, kind, start):
                    return True
    return False


@helper
def has_chain(tables: Tables, finding: Finding, kind: int, start: Unsigned) -> bool:
    """Follow a candidate's being false, breadth first, and return whether that shows something.

    All levels are 0 before, and after a search in vain. Of the candidates that are false only those
    with a strong link are met, as others lead to nothing.
    """
    queue, levels = finding.numbers[QUEUE], finding.numbers[LEVELS]
    queue[0] = TWO * start
    levels[TWO * start] = ONE
    forget_met(tables, finding, start)
    at, n_met = np.uint64(0), np.uint64(1)
    while at < n_met:
        state = np.uint64(queue[at])
        at += BIT
        if state & BIT == 0:
            n_met = meet_strong(tables, finding, kind, state, n_met)
            continue
        if np.uint64(levels[state]) > SHORTEST and leads_to(tables, finding, kind, start, state):
            return True
        n_met = meet_weak(tables, finding, kind, state, n_met)
    for k in range(n_met):
        levels[queue[k]] = 0
    return False


@helper
def leads_to(tables: Tables, finding: Finding, kind: int, start: Unsigned, state: Unsigned) -> bool:
    """Return whether it shows something that a start, if false, makes this state true."""
    if kind != CONTINUOUS:
        return shows(tables, finding, kind, start, state)
    return exclude(tables, state >> BIT, start) and shows_loop(tables, finding, kind, state)


@helper
def shows(tables: Tables, finding: Finding, kind: int, start: Unsigned, state: Unsigned) -> bool:
    """Return whether something new follows from a start that, if false, makes this state true."""
    n, end = np.uint64(tables.pos.shape[1]), state >> BIT
    if end == start:
        if kind == XY:
            rule_out_common(tables, finding, start, end)
        elif kind == DISCONTINUOUS:
            eliminate(tables, finding, start // n, ~bit_of(start % n))
        return is_drawn(tables, finding, kind, state)
    if kind == XY and start % n != end % n:
        return False
    if kind == DISCONTINUOUS:
        return shows_false(tables, finding, kind, start, state)
    rule_out_common(tables, finding, start, end)
    return is_drawn(tables, finding, kind, state)


@helper
def shows_false(
    tables: Tables, finding: Finding, kind: int, start: Unsigned, state: Unsigned
) -> bool:
    """Return whether a new single candidate is ruled out by both ends."""
    rule_out_common(tables, finding, start, state >> BIT)
    for k in range(finding.sizes[N_ELIMINATED]):
        loser, mask = finding.cells[k], finding.masks[k]
        while mask != 0:
            forget(finding)
            eliminate(tables, finding, loser, mask & (~mask + BIT))
            mask &= mask - BIT
            if is_drawn(tables, finding, kind, state):
                return True
    return False


@subroutine
def rule_out_common(tables: Tables, finding: Finding, one: Unsigned, other: Unsigned) -> None:
    """Eliminate what two candidates both rule out."""
    n = np.uint64(tables.pos.shape[1])
    cell, digit, cell_2, digit_2 = one // n, one % n, other // n, other % n
    if cell == cell_2:
        eliminate(tables, finding, cell, ~(bit_of(digit) | bit_of(digit_2)))
    if digit == digit_2:
        for word in range(np.uint64(tables.places.shape[1])):
            seen = tables.layout.peer_sets[cell, word] & tables.layout.peer_sets[cell_2, word]
            rest = tables.places[digit, word] & seen
            while rest != 0:
                eliminate(tables, finding, (word << SIX) + trailing_zeros64(rest), bit_of(digit))
                rest &= rest - BIT
    elif sees(tables, cell, cell_2):
        eliminate(tables, finding, cell, bit_of(digit_2))
        eliminate(tables, finding, cell_2, bit_of(digit))
    rule_out_weak_links(tables, finding, one, other)
    rule_out_weak_links(tables, finding, other, one)


@helper
def rule_out_weak_links(tables: Tables, finding: Finding, one: Unsigned, other: Unsigned) -> None:
    """Eliminate the candidates that rules link to one candidate and that the other excludes."""
    n, layout = np.uint64(tables.pos.shape[1]), tables.layout
    for k in range(layout.first_weak_link[one], layout.first_weak_link[one + BIT]):
        linked = np.uint64(layout.weak_links[k])
        if exclude(tables, other, linked):
            eliminate(tables, finding, linked // n, bit_of(linked % n))


@subroutine
def is_drawn(tables: Tables, finding: Finding, kind: int, state: Unsigned) -> bool:
    """Return whether something new was found, and draw a chain that leads to a state."""
    if not is_new(finding):
        return False
    finding.numbers[STACK, 0] = state
    next_path(tables, finding, kind, BIT)
    draw_path(tables, finding, state)
    return True


@helper
def next_path(
    tables: Tables, finding: Finding, kind: int, n_left: Unsigned
) -> tuple[Unsigned, bool]:
    """Write the next shortest way to the state at the bottom of the stack into the path.

    Links go both ways, so look for it back. Return how many states are left to try, and whether
    there is such a way.
    """
    levels, stack, path = finding.numbers[LEVELS], finding.numbers[STACK], finding.numbers[PATH]
    while n_left != 0:
        n_left -= BIT
        state = np.uint64(stack[n_left])
        level = levels[state]
        path[level - ONE] = state
        if level == ONE:
            return n_left, True
        for k in range(list_next(tables, finding, kind, state ^ BIT)):
            before = TWO * np.uint64(finding.numbers[NEAR, k]) + (BIT - (state & BIT))
            # Two candidates are linked once for each house that they share, maybe too often.
            if levels[before] == level - ONE and n_left < np.uint64(len(stack)):
                stack[n_left] = before
                n_left += BIT
    return n_left, False


@helper
def draw_path(tables: Tables, finding: Finding, state: Unsigned) -> None:
    """Draw the path to a state."""
    n = np.uint64(tables.pos.shape[1])
    begin_drawing(finding, np.uint64(0))
    for k in range(finding.numbers[LEVELS, state]):
        candidate = np.uint64(finding.numbers[PATH, k]) >> BIT
        finding.pattern[DIGITS] |= bit_of(candidate % n)
        draw_link(finding, candidate // n, candidate % n, n)


@helper
def shows_loop(tables: Tables, finding: Finding, kind: int, state: Unsigned) -> bool:
    """Return whether loops through the start, which this state excludes, rule something new out.

    Each is reported twice: with all that it rules out, and without what textbooks leave out.
    """
    n = np.uint64(tables.pos.shape[1])
    finding.numbers[STACK, 0] = state
    n_left, is_there = next_path(tables, finding, kind, BIT)
    length = np.uint64(finding.numbers[LEVELS, state])
    for _ in range(MOST_LOOPS):
        if not is_there:
            break
        for is_textbook in (False, True):
            for k in range(BIT, length, TWO):
                one = np.uint64(finding.numbers[PATH, k]) >> BIT
                other = np.uint64(finding.numbers[PATH, (k + BIT) % length]) >> BIT
                rule_out_common(tables, finding, one, other)
            if is_textbook:
                leave_out(finding, length, n)
            if is_new(finding):
                draw_path(tables, finding, state)
                return True
        n_left, is_there = next_path(tables, finding, kind, n_left)
    return False


@helper
def leave_out(finding: Finding, length: Unsigned, n: Unsigned) -> None:
    """Take back what is ruled out in cells of the loop where it has not two digits of the cell."""
    path = finding.numbers[PATH]
    inside, around = finding.sets[INSIDE], finding.sets[AROUND]
    clear(inside)
    clear(around)
    for at in range(length):
        cell = (np.uint64(path[at]) >> BIT) // n
        after = (np.uint64(path[(at + BIT) % length]) >> BIT) // n
        add(around, cell)
        if at & BIT != 0 and cell == after:
            add(inside, cell)
    remove_all(around, inside)
    spare(finding, around)
