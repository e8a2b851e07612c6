"""3D and dual Medusa: strong links of all digits, in two alternating colours.

The links are those between a cell's two candidates and between a digit's two places in a house. Of
a cluster either all candidates of one colour are true or all of the other. A colour is false if two
of its candidates exclude each other, or if it leaves a cell, or a digit in a house, without any.
Candidates that both colours exclude are false. The 3D Medusa begins at a cell with two candidates,
the dual one at a house with two places.
"""

from __future__ import annotations

import numpy as np

from exactcover.runtime.kernels.bits import popcount64, trailing_zeros64
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import Unsigned
from sudoku.statement.layout import HOUSE
from sudoku.techniques.cellsets import add, clear, has, meet
from sudoku.techniques.clusters import (
    BY_STRONG,
    COLOURS,
    FIRST,
    QUEUE,
    SECOND,
    forget_colours,
    grow,
)
from sudoku.techniques.finding import (
    CELLS,
    DIGITS,
    NODES,
    SPOT,
    Finding,
    begin_drawing,
    come_to,
    draw,
    eliminate,
    end_node,
    forget,
    is_new,
)
from sudoku.techniques.kinds import Medusa
from sudoku.techniques.tables import BIT, SIX, Tables, bit_of

THREE_D, DUAL = map(int, Medusa)
LEAST, TWO = np.uint64(4), np.uint64(2)


@kernel
def find(tables: Tables, finding: Finding, kind: int) -> bool:
    """Find the next thing that a cluster shows, by its first candidate."""
    forget(finding)
    forget_colours(finding)
    n = np.uint64(tables.pos.shape[1])
    for start in range(np.uint64(len(tables.cand)) * n):
        is_free = finding.numbers[COLOURS, start] == 0
        if not is_free or tables.cand[start // n] & bit_of(start % n) == 0:
            continue
        n_found = grow(tables, finding, start, BY_STRONG)
        if n_found < LEAST or start < finding.cursor[SPOT]:
            continue
        if not begins(tables, finding, kind, n_found):
            continue
        come_to(finding, start)
        if shows(tables, finding, n_found):
            return True
    return False


@helper
def begins(tables: Tables, finding: Finding, kind: int, n_found: Unsigned) -> bool:
    """Return whether a cluster has a cell, or a house, where the kind begins."""
    layout, n = tables.layout, np.uint64(tables.pos.shape[1])
    for at in range(n_found):
        candidate = np.uint64(finding.numbers[QUEUE, at])
        cell, digit = candidate // n, candidate % n
        if kind == THREE_D:
            if popcount64(tables.cand[cell]) == TWO:
                return True
            continue
        for k in range(layout.first_position[cell], layout.first_position[cell + BIT]):
            if popcount64(tables.pos[layout.positions[k, HOUSE], digit]) == TWO:
                return True
    return False


@helper
def shows(tables: Tables, finding: Finding, n_found: Unsigned) -> bool:
    """Return whether a colour is false, or, if neither is, what both exclude is new."""
    n_false = np.uint64(0)
    for colour in (FIRST, SECOND):
        see(tables, finding, colour, n_found)
        if is_false(tables, finding, colour, n_found):
            n_false += BIT
            eliminate_colour(tables, finding, colour, n_found)
            if is_new(finding):
                draw_both(tables, finding, n_found)
                return True
    if n_false == 0:
        eliminate_seen(tables, finding)
    if is_new(finding):
        draw_both(tables, finding, n_found)
        return True
    return False


@helper
def seen_by(colour: Unsigned, digit: Unsigned, n: Unsigned) -> Unsigned:
    """Return which of the sets has the cells whose candidate of a digit a colour excludes."""
    return np.uint64(colour - FIRST) * n + digit


@helper
def see(tables: Tables, finding: Finding, colour: Unsigned, n_found: Unsigned) -> None:
    """Write down the candidates that those of a colour exclude."""
    n = np.uint64(tables.pos.shape[1])
    for each in range(n):
        clear(finding.sets[seen_by(colour, each, n)])
    for at in range(n_found):
        candidate = np.uint64(finding.numbers[QUEUE, at])
        if finding.numbers[COLOURS, candidate] != colour:
            continue
        cell, digit = candidate // n, candidate % n
        seen = finding.sets[seen_by(colour, digit, n)]
        for word in range(np.uint64(len(seen))):
            seen[word] |= tables.layout.peer_sets[cell, word] & tables.places[digit, word]
        others = tables.cand[cell] & ~bit_of(digit)
        while others != 0:
            other = seen_by(colour, trailing_zeros64(others), n)
            add(finding.sets[other], cell)
            others &= others - BIT


@helper
def is_false(tables: Tables, finding: Finding, colour: Unsigned, n_found: Unsigned) -> bool:
    """Return whether a colour excludes itself, or all of a cell or of a digit in a house."""
    sets, n = finding.sets, np.uint64(tables.pos.shape[1])
    for at in range(n_found):
        candidate = np.uint64(finding.numbers[QUEUE, at])
        seen = sets[seen_by(colour, candidate % n, n)]
        cell = candidate // n
        is_own = finding.numbers[COLOURS, candidate] == colour
        if is_own and has(seen, cell):
            return True
    return empties_house(tables, finding, colour) or empties_cell(tables, finding, colour)


@helper
def empties_house(tables: Tables, finding: Finding, colour: Unsigned) -> bool:
    """Return whether a digit that has places in a house keeps none."""
    house_sets, n = tables.layout.house_sets, np.uint64(tables.pos.shape[1])
    for digit in range(n):
        seen = finding.sets[seen_by(colour, digit, n)]
        if not meet(seen, tables.places[digit]):
            continue
        for house in range(np.uint64(len(tables.left))):
            left = np.uint64(0)
            for word in range(np.uint64(len(seen))):
                left |= house_sets[house, word] & tables.places[digit, word] & ~seen[word]
            if left == 0 and tables.pos[house, digit] != 0:
                return True
    return False


@helper
def empties_cell(tables: Tables, finding: Finding, colour: Unsigned) -> bool:
    """Return whether a blank cell keeps no candidate."""
    n = np.uint64(tables.pos.shape[1])
    for word in range(np.uint64(tables.places.shape[1])):
        blank, left = np.uint64(0), np.uint64(0)
        for digit in range(n):
            seen = finding.sets[seen_by(colour, digit, n)]
            blank |= tables.places[digit, word]
            left |= tables.places[digit, word] & ~seen[word]
        if blank != left:
            return True
    return False


@helper
def eliminate_colour(tables: Tables, finding: Finding, colour: Unsigned, n_found: Unsigned) -> None:
    """Eliminate the candidates of a colour."""
    n = np.uint64(tables.pos.shape[1])
    for at in range(n_found):
        candidate = np.uint64(finding.numbers[QUEUE, at])
        if finding.numbers[COLOURS, candidate] == colour:
            eliminate(tables, finding, candidate // n, bit_of(candidate % n))


@helper
def eliminate_seen(tables: Tables, finding: Finding) -> None:
    """Eliminate what both colours exclude; that is nothing of the cluster, if neither is false."""
    n = np.uint64(tables.pos.shape[1])
    for digit in range(n):
        one = finding.sets[seen_by(FIRST, digit, n)]
        other = finding.sets[seen_by(SECOND, digit, n)]
        for word in range(np.uint64(len(one))):
            rest = one[word] & other[word] & tables.places[digit, word]
            while rest != 0:
                eliminate(tables, finding, (word << SIX) + trailing_zeros64(rest), bit_of(digit))
                rest &= rest - BIT


@helper
def draw_both(tables: Tables, finding: Finding, n_found: Unsigned) -> None:
    """Draw the two colours as nodes."""
    n = np.uint64(tables.pos.shape[1])
    begin_drawing(finding, np.uint64(0))
    for colour in (FIRST, SECOND):
        for at in range(n_found):
            candidate = np.uint64(finding.numbers[QUEUE, at])
            if finding.numbers[COLOURS, candidate] == colour:
                finding.pattern[DIGITS] |= bit_of(candidate % n)
                draw(finding, CELLS, candidate // n)
                draw(finding, NODES, candidate)
        end_node(finding)
