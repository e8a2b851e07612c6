"""What follows by singles alone from a candidate being true, or false."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from exactcover.compiled.bits import trailing_zeros64
from exactcover.compiled.jit import helper, subroutine
from exactcover.compiled.types import Unsigned
from sudoku.techniques.tables import BIT, ONE, Tables, bit_of, is_sound, place, remove

__all__ = ["Worlds", "follow", "leaves_room"]


class Worlds(NamedTuple):
    """Room for what follows from two alternatives."""

    one: Tables
    other: Tables


@subroutine
def follow(tables: Tables, world: Tables, cell: Unsigned, digit: Unsigned, is_true: bool) -> bool:
    """Make `world` what follows from a candidate (digit less 1); False if that contradicts itself.

    In `world.cand` cells that are placed get their digit back, so that it says for all cells what
    is possible there.
    """
    copy(tables, world)
    if is_true:
        place(world, np.uint32(cell), np.uint32(digit) + ONE)
    else:
        remove(world, np.uint32(cell), bit_of(digit))
    if not propagate(world):
        return False
    for other in range(len(world.grid)):
        if world.grid[other] != 0:
            world.cand[other] = bit_of(world.grid[other] - ONE)
    return True


@subroutine
def leaves_room(tables: Tables, world: Tables, cell: Unsigned, digit: Unsigned) -> bool:
    """Tell whether all blank cells and digits have a place if a candidate (digit less 1) is true.

    `world` is room to try that.
    """
    copy(tables, world)
    place(world, np.uint32(cell), np.uint32(digit) + ONE)
    return is_sound(world)


@helper
def copy(tables: Tables, world: Tables) -> None:
    """Make the world like the tables."""
    # Assigning whole arrays would allocate one, for fear of overlap.
    for cell in range(len(tables.grid)):
        world.grid[cell] = tables.grid[cell]
        world.cand[cell] = tables.cand[cell]
    for house in range(len(tables.left)):
        world.left[house] = tables.left[house]
        for digit in range(tables.pos.shape[1]):
            world.pos[house, digit] = tables.pos[house, digit]
    for digit in range(tables.places.shape[0]):
        for word in range(tables.places.shape[1]):
            world.places[digit, word] = tables.places[digit, word]


@helper
def propagate(world: Tables) -> bool:
    """Place naked and hidden singles until there are none; False on a contradiction."""
    while is_sound(world):
        n_placed = place_naked_singles(world) + place_hidden_singles(world)
        if n_placed == 0:
            return True
    return False


@helper
def place_naked_singles(world: Tables) -> int:
    """Place what is alone in its cell, and tell how many there were."""
    n_placed = 0
    for cell in range(np.uint32(len(world.cand))):
        mask = world.cand[cell]
        if mask != 0 and mask & (mask - BIT) == 0:
            place(world, cell, np.uint32(trailing_zeros64(mask)) + ONE)
            n_placed += 1
    return n_placed


@helper
def place_hidden_singles(world: Tables) -> int:
    """Place what has one place in a house, and tell how many there were."""
    n_placed = 0
    houses = world.layout.houses
    for house in range(np.uint64(houses.shape[0])):
        for digit in range(np.uint32(houses.shape[1])):
            places = world.pos[house, digit]
            if places != 0 and places & (places - BIT) == 0:
                place(world, houses[house, trailing_zeros64(places)], digit + ONE)
                n_placed += 1
    return n_placed
