"""The consequences, by singles only, of a candidate being true or false."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from exactcover.runtime.kernels.bits import trailing_zeros64
from exactcover.runtime.kernels.jit import helper, subroutine
from exactcover.runtime.kernels.types import Unsigned
from sudoku.techniques.tables import BIT, ONE, Tables, bit_of, is_sound, place, remove


class Alternatives(NamedTuple):
    """Tables for the consequences of two alternatives."""

    one: Tables
    other: Tables


@subroutine
def follow(tables: Tables, trial: Tables, cell: Unsigned, digit: Unsigned, is_true: bool) -> bool:
    """Write the consequences of a candidate (digit less 1) to `trial`; False on a contradiction.

    In `trial.cand` cells that are placed get their digit back, so that it says for all cells what
    is possible there.
    """
    copy(tables, trial)
    if is_true:
        place(trial, np.uint32(cell), np.uint32(digit) + ONE)
    else:
        remove(trial, np.uint32(cell), bit_of(digit))
    if not propagate(trial):
        return False
    for other in range(len(trial.grid)):
        if trial.grid[other] != 0:
            trial.cand[other] = bit_of(trial.grid[other] - ONE)
    return True


@subroutine
def leaves_places(tables: Tables, trial: Tables, cell: Unsigned, digit: Unsigned) -> bool:
    """Return whether all blank cells and digits have a place if a candidate (digit less 1) is true.

    `trial` is written over.
    """
    copy(tables, trial)
    place(trial, np.uint32(cell), np.uint32(digit) + ONE)
    return is_sound(trial)


@helper
def copy(tables: Tables, trial: Tables) -> None:
    """Copy the tables to the trial."""
    # The assignment of whole arrays would allocate a copy, because they might overlap.
    for cell in range(len(tables.grid)):
        trial.grid[cell] = tables.grid[cell]
        trial.cand[cell] = tables.cand[cell]
    for house in range(len(tables.left)):
        trial.left[house] = tables.left[house]
        for digit in range(tables.pos.shape[1]):
            trial.pos[house, digit] = tables.pos[house, digit]
    for digit in range(tables.places.shape[0]):
        for word in range(tables.places.shape[1]):
            trial.places[digit, word] = tables.places[digit, word]


@helper
def propagate(trial: Tables) -> bool:
    """Place naked and hidden singles until there are none; False on a contradiction."""
    while is_sound(trial):
        n_placed = place_naked_singles(trial) + place_hidden_singles(trial)
        if n_placed == 0:
            return True
    return False


@helper
def place_naked_singles(trial: Tables) -> int:
    """Place all naked singles, and return their number."""
    n_placed = 0
    for cell in range(np.uint32(len(trial.cand))):
        mask = trial.cand[cell]
        if mask != 0 and mask & (mask - BIT) == 0:
            place(trial, cell, np.uint32(trailing_zeros64(mask)) + ONE)
            n_placed += 1
    return n_placed


@helper
def place_hidden_singles(trial: Tables) -> int:
    """Place all hidden singles, and return their number."""
    n_placed = 0
    houses = trial.layout.houses
    for house in range(np.uint64(houses.shape[0])):
        for digit in range(np.uint32(houses.shape[1])):
            places = trial.pos[house, digit]
            if places != 0 and places & (places - BIT) == 0:
                place(trial, houses[house, trailing_zeros64(places)], digit + ONE)
                n_placed += 1
    return n_placed
