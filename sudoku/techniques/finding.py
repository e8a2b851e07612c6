"""What a technique found, in arrays; the words for it are made later, from these."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from exactcover.jit import helper, kernel
from exactcover.links import Unsigned
from sudoku.layout import U32, U64, Layout
from sudoku.techniques.tables import ONE, Tables, place, remove

__all__ = ["Finding", "Step", "apply", "blank_finding", "eliminate", "forget", "set_placement"]

# Where `Finding.sizes` and `Finding.pattern` keep what.
CELL, DIGIT, N_ELIMINATED = range(3)
FROM, TO, DIGITS, PLACES = range(4)
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
    pattern   (4,), uint64       FROM ...      the house in which the pattern lies, the house that
                                               it acts on, its digits and its places, a bit each
    rows      (n,), uint64       0 ..          scratch space of `cover`
    picked    (n + 1,), uint64   0 ..          likewise
    unions    (n + 1,), uint64   0 ..          likewise
    ========= ================== ============= ================================================
    """

    sizes: U32
    cells: U32
    masks: U64
    pattern: U64
    rows: U64
    picked: U64
    unions: U64


@dataclass(frozen=True, slots=True)
class Step:
    """A deduction as data: what follows, by which technique, from what.

    Attributes
    ----------
    technique
        Its name in `sudoku.techniques.LADDER`.
    placements
        Pairs of a cell and its digit, from 1.
    eliminations
        Pairs of a cell and a digit that it cannot hold.
    house, acts_on
        Where the pattern lies, and where it acts: indices of the puzzle's houses, or None.
    digits, cells
        What the pattern is made of.
    """

    technique: str
    placements: tuple[tuple[int, int], ...]
    eliminations: tuple[tuple[int, int], ...]
    house: int | None
    acts_on: int | None
    digits: tuple[int, ...]
    cells: tuple[int, ...]


def blank_finding(layout: Layout) -> Finding:
    """Return room for a finding."""
    n_cells, n = len(layout.first_seat) - 1, layout.houses.shape[1]
    return Finding(
        np.zeros(3, dtype=np.uint32),
        np.zeros(n_cells, dtype=np.uint32),
        np.zeros(n_cells, dtype=np.uint64),
        np.zeros(4, dtype=np.uint64),
        np.zeros(n, dtype=np.uint64),
        np.zeros(n + 1, dtype=np.uint64),
        np.zeros(n + 1, dtype=np.uint64),
    )


def step_of(technique: str, layout: Layout, finding: Finding) -> Step:
    """Return a finding as a `Step`."""
    cell, digit, n_eliminated = finding.sizes.tolist()
    source, target, digits, places = finding.pattern.tolist()
    losses = zip(finding.cells.tolist(), finding.masks.tolist()[:n_eliminated], strict=False)
    house = None if source == NO_HOUSE else source
    return Step(
        technique,
        ((cell, digit),) if digit else (),
        tuple((loser, lost + 1) for loser, mask in losses for lost in _bits(mask)),
        house,
        None if target == NO_HOUSE else target,
        tuple(index + 1 for index in _bits(digits)),
        (cell,) if house is None else tuple(layout.houses[house][_bits(places)].tolist()),
    )


def _bits(mask: int) -> list[int]:
    return [index for index in range(mask.bit_length()) if mask >> index & 1]


@helper
def forget(finding: Finding) -> None:
    """Begin a finding anew."""
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
