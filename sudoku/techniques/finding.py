"""What a technique found, in arrays; the words for it are made later, from these."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from exactcover.jit import helper, kernel
from exactcover.links import Unsigned
from sudoku.layout import U32, U64, Layout
from sudoku.techniques.step import Step
from sudoku.techniques.tables import ONE, Tables, place, remove

__all__ = ["Finding", "apply", "begin", "blank_finding", "eliminate", "forget", "set_placement"]

# Where `Finding.sizes` and `Finding.pattern` keep what.
CELL, DIGIT, N_ELIMINATED = range(3)
FROM, TO, DIGITS, PLACES, LINES = range(5)
SPOT, DEPTH = range(2)
NO_HOUSE = np.uint64(0xFFFFFFFF)


class Finding(NamedTuple):
    """One step: a placement, or candidates to eliminate, and the pattern that says why.

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
                                               columns, and its places are the lines across
    cursor    (2,), uint64       SPOT, DEPTH   where the technique goes on looking when it is
                                               asked again, and `cover` within that spot
    rows      (n,), uint64       0 ..          scratch space of `cover`
    picked    (n + 1,), uint64   0 ..          likewise
    unions    (n + 1,), uint64   0 ..          likewise
    ========= ================== ============= ================================================
    """

    sizes: U32
    cells: U32
    masks: U64
    pattern: U64
    cursor: U64
    rows: U64
    picked: U64
    unions: U64


def blank_finding(layout: Layout) -> Finding:
    """Return room for a finding."""
    n_cells, n = len(layout.first_seat) - 1, layout.houses.shape[1]
    return Finding(
        np.zeros(3, dtype=np.uint32),
        np.zeros(n_cells, dtype=np.uint32),
        np.zeros(n_cells, dtype=np.uint64),
        np.zeros(5, dtype=np.uint64),
        np.zeros(2, dtype=np.uint64),
        np.zeros(n, dtype=np.uint64),
        np.zeros(n + 1, dtype=np.uint64),
        np.zeros(n + 1, dtype=np.uint64),
    )


def step_of(technique: str, tables: Tables, finding: Finding) -> Step:
    """Return a finding as a `Step`; to be asked for before it is applied."""
    cell, digit, n_eliminated = finding.sizes.tolist()
    digits = finding.pattern[DIGITS]
    losses = zip(finding.cells.tolist(), finding.masks.tolist()[:n_eliminated], strict=False)
    houses, acts_on, cells = _pattern_of(tables, finding)
    return Step(
        technique,
        ((cell, digit),) if digit else (),
        tuple((loser, lost + 1) for loser, mask in losses for lost in _bits(mask)),
        houses,
        acts_on,
        tuple(index + 1 for index in _bits(int(digits))),
        cells,
    )


Numbers = tuple[int, ...]


def _pattern_of(tables: Tables, finding: Finding) -> tuple[Numbers, Numbers, Numbers]:
    """Return the houses in which the pattern lies, those that it acts on, and its cells."""
    source, target, digits, places, lines = finding.pattern.tolist()
    layout = tables.layout
    if lines:
        houses = layout.lines[source][_bits(lines)]
        across = layout.lines[1 - source][_bits(places)]
        crossings = layout.houses[houses][:, _bits(places)].ravel()
        held = crossings[(tables.cand[crossings] & np.uint64(digits)) != 0]
        return tuple(houses.tolist()), tuple(across.tolist()), tuple(held.tolist())
    acts_on = () if target == NO_HOUSE else (target,)
    if source == NO_HOUSE:
        return (), acts_on, (int(finding.sizes[CELL]),)
    return (source,), acts_on, tuple(layout.houses[source][_bits(places)].tolist())


def _bits(mask: int) -> list[int]:
    return [index for index in range(mask.bit_length()) if mask >> index & 1]


def begin(finding: Finding) -> None:
    """Let the technique that is asked next look from the beginning."""
    finding.cursor.fill(0)
    finding.picked[0] = finding.unions[0] = 0


@helper
def restart_cover(finding: Finding) -> None:
    """Let `cover` look at all rows again."""
    finding.cursor[DEPTH] = 0
    finding.picked[0] = 0
    finding.unions[0] = 0


@helper
def forget(finding: Finding) -> None:
    """Write a finding anew."""
    finding.sizes[DIGIT] = 0
    finding.sizes[N_ELIMINATED] = 0


@helper
def set_pattern(
    finding: Finding, source: Unsigned, target: Unsigned, digits: Unsigned, places: Unsigned
) -> None:
    """Say why."""
    finding.pattern[FROM] = source
    finding.pattern[TO] = target
    finding.pattern[DIGITS] = digits
    finding.pattern[PLACES] = places
    finding.pattern[LINES] = 0


@helper
def set_placement(finding: Finding, cell: Unsigned, digit: Unsigned) -> None:
    """Say that a cell holds a digit, from 1."""
    finding.sizes[CELL] = cell
    finding.sizes[DIGIT] = digit


@helper
def eliminate(tables: Tables, finding: Finding, cell: Unsigned, mask: Unsigned) -> None:
    """Say that a cell loses these candidates, those of them that it has."""
    mask &= tables.cand[cell]
    if mask != 0:
        k = finding.sizes[N_ELIMINATED]
        finding.cells[k] = cell
        finding.masks[k] = mask
        finding.sizes[N_ELIMINATED] = k + ONE


@kernel
def apply(tables: Tables, finding: Finding) -> None:
    """Do what was found."""
    if finding.sizes[DIGIT] != 0:
        place(tables, finding.sizes[CELL], finding.sizes[DIGIT])
    for k in range(finding.sizes[N_ELIMINATED]):
        remove(tables, finding.cells[k], finding.masks[k])
