"""The finding of a technique, in arrays; its explanation in words is made later, from these.

A kernel that is called again continues at the same spot of its outermost loop, and skips the
eliminations that it returned there before: see `come_to` and `is_new`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from exactcover.runtime.kernels.bits import trailing_zeros64
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import U32, U64, Unsigned
from sudoku.geometry.candidate_numbers import cell_and_digit
from sudoku.statement.bitsets import bits
from sudoku.statement.layout import Layout
from sudoku.techniques.step import Node, Step
from sudoku.techniques.tables import (
    BIT,
    ONE,
    SIX,
    Tables,
    bit_in_word,
    bit_of,
    place,
    remove,
    word_of,
)

# The indices of `Finding.sizes`, `Finding.pattern` and `Finding.cursor`.
CELL, DIGIT, N_ELIMINATED = range(3)
FROM, TO, DIGITS, PLACES, LINES = range(5)
SPOT, DEPTH, GIVEN, MET, N_OTHERS = range(5)
NO_HOUSE = np.uint64(0xFFFFFFFF)
DRAWN = np.uint64(0xFFFFFFFE)
"""The value of `Finding.pattern[FROM]` if the pattern is in `Finding.drawn`."""
# The lists of `Finding.drawn`.
HOUSES, ACTS_ON, CELLS, NODES, ENDS = range(5)
N_LISTS, N_NUMBERS, N_SETS = 5, 6, 8


class Finding(NamedTuple):
    """One step: a placement, or candidates to eliminate, and the pattern that justifies it.

    ========= ================== ============= ================================================
    array     shape, dtype       indexed by    holds
    ========= ================== ============= ================================================
    sizes     (3,), uint32       CELL ...      the placement's cell and digit (0 for none); how
                                               many cells lose candidates
    cells     (n_cells,), uint32 0 ..          the cells that lose candidates
    masks     (n_cells,), uint64 0 ..          which ones they lose
    pattern   (5,), uint64       FROM ...      the house in which the pattern lies, the house that
                                               it acts on, its digits and its places, a bit each;
                                               if it lies in LINES, FROM is 0 for rows, 1 for
                                               columns, and its places are the lines across; if
                                               FROM is DRAWN, `drawn` has it
    drawn     (5, ...), uint32   HOUSES ...    five lists, each with its length in front: houses,
                                               those acted on, cells, candidates (``cell * n +
                                               digit - 1``) of all nodes in turn, and where each
                                               node ends
    cursor    (5,), uint64       SPOT ...      where the technique continues when it is called
                                               again: the spot, the depth of `cover` in it, and the
                                               numbers of its eliminations returned, and met since;
                                               how many patterns it met that are another technique's
    rows      (n,), uint64       0 ..          scratch space of `cover`
    picked    (n + 1,), uint64   0 ..          likewise
    unions    (n + 1,), uint64   0 ..          likewise
    numbers   (6, ...), uint32   0 ..          scratch space: numbers, with space for all
                                               candidates twice, and for all houses
    sets      (..., words),      0 ..          scratch space: 8 cell sets, and four for each cell
              uint64                           or digit, whichever are more
    ========= ================== ============= ================================================
    """

    sizes: U32
    cells: U32
    masks: U64
    pattern: U64
    drawn: U32
    cursor: U64
    rows: U64
    picked: U64
    unions: U64
    numbers: U32
    sets: U64


def blank_finding(layout: Layout) -> Finding:
    """Return empty arrays for a finding."""
    n_cells, (n_houses, n) = len(layout.first_position) - 1, layout.houses.shape
    space = max(2 * n_cells * n, n_houses) + 2
    return Finding(
        np.zeros(3, dtype=np.uint32),
        np.zeros(n_cells, dtype=np.uint32),
        np.zeros(n_cells, dtype=np.uint64),
        np.zeros(5, dtype=np.uint64),
        np.zeros((N_LISTS, space), dtype=np.uint32),
        np.zeros(5, dtype=np.uint64),
        np.zeros(n, dtype=np.uint64),
        np.zeros(n + 1, dtype=np.uint64),
        np.zeros(n + 1, dtype=np.uint64),
        np.zeros((N_NUMBERS, space), dtype=np.uint32),
        np.zeros((N_SETS + 4 * max(n_cells, n), layout.peer_sets.shape[1]), dtype=np.uint64),
    )


def step_of(technique: str, tables: Tables, finding: Finding) -> Step:
    """Return a finding as a `Step`; it must not be applied before."""
    cell, digit, n_eliminated = finding.sizes.tolist()
    digits = finding.pattern[DIGITS]
    losses = zip(finding.cells.tolist(), finding.masks.tolist()[:n_eliminated], strict=False)
    houses, acts_on, cells, chain = _pattern_of(tables, finding)
    return Step(
        technique,
        ((cell, digit),) if digit else (),
        tuple((loser, lost + 1) for loser, mask in losses for lost in bits(mask)),
        houses,
        acts_on,
        tuple(index + 1 for index in bits(int(digits))),
        cells,
        chain,
    )


Numbers = tuple[int, ...]


def _pattern_of(
    tables: Tables, finding: Finding
) -> tuple[Numbers, Numbers, Numbers, tuple[Node, ...]]:
    """Return the houses in which the pattern lies, those acted on, its cells and its nodes."""
    source, target, digits, places, lines = finding.pattern.tolist()
    layout = tables.layout
    if source == DRAWN:
        return _drawn(finding, layout.houses.shape[1])
    if lines:
        houses = layout.lines[source][list(bits(lines))]
        across = layout.lines[1 - source][list(bits(places))]
        crossings = layout.houses[houses][:, list(bits(places))].ravel()
        held = crossings[(tables.cand[crossings] & np.uint64(digits)) != 0]
        return tuple(houses.tolist()), tuple(across.tolist()), tuple(held.tolist()), ()
    acts_on = () if target == NO_HOUSE else (target,)
    if source == NO_HOUSE:
        return (), acts_on, (int(finding.sizes[CELL]),), ()
    return (source,), acts_on, tuple(layout.houses[source][list(bits(places))].tolist()), ()


def _drawn(finding: Finding, n: int) -> tuple[Numbers, Numbers, Numbers, tuple[Node, ...]]:
    houses, acts_on, cells, nodes, ends = (
        drawn[1 : 1 + int(drawn[0])].tolist() for drawn in finding.drawn
    )
    starts = [0, *ends]
    chain = tuple(
        tuple(cell_and_digit(candidate, n) for candidate in nodes[start:end])
        for start, end in zip(starts, ends, strict=False)
    )
    return tuple(houses), tuple(acts_on), tuple(sorted(set(cells))), chain


def begin(finding: Finding) -> None:
    """Let the technique that is called next begin its search anew."""
    finding.cursor.fill(0)
    finding.picked[0] = finding.unions[0] = 0


@helper
def restart(finding: Finding) -> None:
    """Do the same as `begin`, in a kernel."""
    for k in range(len(finding.cursor)):
        finding.cursor[k] = 0
    restart_cover(finding)


@helper
def restart_cover(finding: Finding) -> None:
    """Let `cover` begin its search anew."""
    finding.cursor[DEPTH] = 0
    finding.picked[0] = 0
    finding.unions[0] = 0


@helper
def forget(finding: Finding) -> None:
    """Clear the placement and the eliminations of a finding."""
    finding.sizes[DIGIT] = 0
    finding.sizes[N_ELIMINATED] = 0


@helper
def come_to(finding: Finding, spot: Unsigned) -> None:
    """Begin with a spot in the outermost loop."""
    if finding.cursor[SPOT] != spot:
        finding.cursor[SPOT] = spot
        finding.cursor[GIVEN] = 0
    finding.cursor[MET] = 0


@helper
def is_new(finding: Finding) -> bool:
    """Return whether the elimination was not returned at this spot before; forget it otherwise."""
    if finding.sizes[N_ELIMINATED] == 0:
        return False
    finding.cursor[MET] += BIT
    if finding.cursor[MET] > finding.cursor[GIVEN]:
        finding.cursor[GIVEN] = finding.cursor[MET]
        return True
    forget(finding)
    return False


@helper
def begin_drawing(finding: Finding, digits: Unsigned) -> None:
    """Begin to note the pattern in lists; the digits are a mask."""
    finding.pattern[FROM] = DRAWN
    finding.pattern[DIGITS] = digits
    for k in range(len(finding.drawn)):
        finding.drawn[k, 0] = 0


@helper
def draw(finding: Finding, kind: int, number: Unsigned) -> None:
    """Append a number to one of the lists."""
    at = finding.drawn[kind, 0] + ONE
    finding.drawn[kind, 0] = at
    finding.drawn[kind, at] = number


@helper
def draw_cells(finding: Finding, kind: int, cells: U64, digit: Unsigned, n: Unsigned) -> None:
    """Append the cells of a set to CELLS, or their candidates of a digit (less 1) to NODES.

    In the latter case they are one node.
    """
    for word in range(np.uint64(len(cells))):
        rest = cells[word]
        while rest != 0:
            cell = (word << SIX) + trailing_zeros64(rest)
            rest &= rest - BIT
            draw(finding, kind, cell * np.uint64(n) + np.uint64(digit) if kind == NODES else cell)
    if kind == NODES:
        end_node(finding)


@helper
def draw_link(finding: Finding, cell: Unsigned, digit: Unsigned, n: Unsigned) -> None:
    """Draw a cell, and its candidate of a digit (less 1) as the next node of a chain."""
    draw(finding, CELLS, cell)
    draw(finding, NODES, np.uint64(cell) * np.uint64(n) + np.uint64(digit))
    end_node(finding)


@helper
def end_node(finding: Finding) -> None:
    """End a node: the candidates appended to the list NODES since the last end."""
    draw(finding, ENDS, finding.drawn[NODES, 0])


@helper
def set_pattern(
    finding: Finding, source: Unsigned, target: Unsigned, digits: Unsigned, places: Unsigned
) -> None:
    """Note the pattern: the house where it lies, the house it acts on, its digits and places."""
    finding.pattern[FROM] = source
    finding.pattern[TO] = target
    finding.pattern[DIGITS] = digits
    finding.pattern[PLACES] = places
    finding.pattern[LINES] = 0


@helper
def set_placement(finding: Finding, cell: Unsigned, digit: Unsigned) -> None:
    """Note that a cell holds a digit, from 1."""
    finding.sizes[CELL] = cell
    finding.sizes[DIGIT] = digit


@helper
def eliminate(tables: Tables, finding: Finding, cell: Unsigned, mask: Unsigned) -> None:
    """Note the elimination of these candidates of a cell, if it has them."""
    mask &= tables.cand[cell]
    if mask != 0:
        k = np.uint32(0)
        while k < finding.sizes[N_ELIMINATED] and finding.cells[k] != cell:
            k += ONE
        if k == finding.sizes[N_ELIMINATED]:
            finding.cells[k] = cell
            finding.masks[k] = 0
            finding.sizes[N_ELIMINATED] = k + ONE
        finding.masks[k] |= mask


@helper
def eliminate_digit(tables: Tables, finding: Finding, digit: Unsigned, cells: U64) -> None:
    """Note the elimination of a digit (less 1) from all cells of a set that have it."""
    for word in range(np.uint64(len(cells))):
        rest = cells[word] & tables.places[digit, word]
        while rest != 0:
            eliminate(tables, finding, (word << SIX) + trailing_zeros64(rest), bit_of(digit))
            rest &= rest - BIT


@helper
def spare(finding: Finding, cells: U64) -> None:
    """Remove the cells of a set from the eliminations."""
    n_kept = np.uint32(0)
    for k in range(finding.sizes[N_ELIMINATED]):
        cell = finding.cells[k]
        if cells[word_of(cell)] & bit_in_word(cell) == 0:
            finding.cells[n_kept], finding.masks[n_kept] = cell, finding.masks[k]
            n_kept += ONE
    finding.sizes[N_ELIMINATED] = n_kept


@kernel
def apply(tables: Tables, finding: Finding) -> None:
    """Apply the finding to the tables."""
    if finding.sizes[DIGIT] != 0:
        place(tables, finding.sizes[CELL], finding.sizes[DIGIT])
    for k in range(finding.sizes[N_ELIMINATED]):
        remove(tables, finding.cells[k], finding.masks[k])
