"""The number of grids in which some cells hold given digits, band by band.

It is summed over all sets of digits in the columns of all bands, as in
`sudoku.counting.band_method`. Given digits leave few such sets, but also few symmetries, so nothing
is taken up to equivalence here: there should be several given digits in each stack.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations
from math import prod
from typing import Any, NamedTuple

import numpy as np

from exactcover.runtime.kernels.bits import trailing_zeros64
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import U32, U64, Unsigned
from exactcover.runtime.search.limits import Flag
from sudoku.geometry.shape import Shape

ZERO, ONE = np.uint64(0), np.uint64(1)
ZERO32, ONE32 = np.uint32(0), np.uint32(1)
CHUNK = 1 << 10
"""The bands whose number one call of a kernel finds."""

Columns = tuple[int, ...]
"""The digits of each column of a stack in a band, as bits."""
Pins = Mapping[tuple[int, int], int]
"""The digits of some cells, both from 0."""


def count_pinned(shape: Shape, pins: Pins, due: Flag) -> int | None:
    """Return the number of grids with given digits, up to a flag that stops it: then None.

    Examples
    --------
    >>> from threading import Event
    >>> count_pinned(Shape(2, 2), {(0, 0): 0, (0, 1): 1, (0, 2): 2, (0, 3): 3}, Event())
    12
    """
    stacks = [_Stack(shape, stack, pins) for stack in range(shape.q)]
    if not all(stack.numbers.size for stack in stacks):
        return 0
    tables = []
    for band in range(shape.p):
        table = _numbers_of_bands(shape, band, [stack.columns[band] for stack in stacks], pins, due)
        if table is None:
            return None
        tables.append(table)
    return _sum(stacks, tables)


class _Stack:
    """The sets of digits that the columns of a stack can have in a band.

    Attributes
    ----------
    columns
        For each band all that its columns can have.
    numbers
        For each possible stack the number of what each band has.
    """

    def __init__(self, shape: Shape, stack: int, pins: Pins) -> None:
        p, q = shape.p, shape.q
        first = stack * p
        pinned = [[0] * p for _ in range(p)]
        for (row, column), digit in pins.items():
            if first <= column < first + p:
                pinned[row // q][column - first] |= 1 << digit
        every = tuple(((1 << shape.n) - 1,) * p)
        found = list(_stacks(every, pinned, q))
        self.columns = [list(dict.fromkeys(bands[band] for bands in found)) for band in range(p)]
        numbers = [{own: k for k, own in enumerate(columns)} for columns in self.columns]
        self.numbers: U32 = np.array(
            [[numbers[band][bands[band]] for band in range(p)] for bands in found], dtype=np.uint32
        )


def _stacks(
    left: Columns, pinned: Sequence[Sequence[int]], q: int
) -> Iterator[tuple[Columns, ...]]:
    """Yield the sets of all bands in a stack, by the digits that are left in its columns."""
    if not pinned:
        yield ()
        return
    later = [sum(column) for column in zip(*pinned[1:], strict=True)] or [0] * len(left)
    usable = tuple(one & ~other for one, other in zip(left, later, strict=True))
    for columns in _band(usable, pinned[0], q):
        rest = tuple(one & ~own for one, own in zip(left, columns, strict=True))
        for others in _stacks(rest, pinned[1:], q):
            yield (columns, *others)


def _band(usable: Columns, pinned: Sequence[int], q: int) -> Iterator[Columns]:
    """Yield the sets of the columns of a band in a stack, with the pinned digits."""
    if not usable:
        yield ()
        return
    free = usable[0] & ~sum(pinned)
    digits = [1 << digit for digit in range(free.bit_length()) if free >> digit & 1]
    n_free = q - pinned[0].bit_count()
    if n_free < 0 or pinned[0] & ~usable[0]:
        return
    for chosen in combinations(digits, n_free):
        own = pinned[0] | sum(chosen)
        for others in _band(tuple(one & ~own for one in usable[1:]), pinned[1:], q):
            yield (own, *others)


class Places(NamedTuple):
    """How the digits of a band can be placed.

    Attributes
    ----------
    columns
        For each stack, for each of its possible sets: the digits of each column, as bits.
    starts
        The first of the sets of each stack.
    turn
        For each digit when it is placed: those with the fewest possible rows come first.
    n_orders
        For each turn how many ways there are to place the digit.
    rows
        For each turn and way, the row in each stack.
    """

    columns: U64
    starts: U32
    turn: U64
    n_orders: U64
    rows: U64


def _numbers_of_bands(
    shape: Shape, band: int, columns: list[list[Columns]], pins: Pins, due: Flag
) -> U64 | None:
    """Return the number of bands for all combinations of sets of the stacks, in a flat array."""
    starts = np.cumsum([0, *map(len, columns)]).astype(np.uint32)
    sets = np.array([own for each in columns for own in each], dtype=np.uint64)
    places = Places(sets, starts, *_orders(shape, band, pins))
    numbers = np.zeros(prod(map(len, columns)), dtype=np.uint64)
    masks = np.zeros((shape.n, places.rows.shape[1] + 1), dtype=np.uint64)
    for first in range(0, len(numbers), CHUNK):
        if due.is_set():
            return None
        write_numbers(places, masks, np.uint64(first), numbers[first : first + CHUNK])
    return numbers


def _orders(shape: Shape, band: int, pins: Pins) -> tuple[U64, U64, U64]:
    """Return the last three arrays of `Places`."""
    every = np.array(list(permutations(range(shape.q))), dtype=np.uint64)
    possible = np.ones((shape.n, len(every)), dtype=bool)
    for (row, column), digit in pins.items():
        if row // shape.q == band:
            possible[digit] &= every[:, column // shape.p] == row % shape.q
    n_orders = possible.sum(axis=1)
    digits = np.argsort(n_orders, kind="stable")
    rows = np.zeros((shape.n, *every.shape), dtype=np.uint64)
    for turn, digit in enumerate(digits):
        rows[turn, : n_orders[digit]] = every[possible[digit]]
    return np.argsort(digits).astype(np.uint64), n_orders[digits].astype(np.uint64), rows


def _sum(stacks: list[_Stack], tables: list[U64]) -> int:
    """Return the sum over the possible stacks of the products of the numbers of their bands."""
    n_bands = len(tables)
    n_terms = prod(len(stack.numbers) for stack in stacks)
    if prod(int(table.max()) for table in tables) * n_terms >> 63:
        raise OverflowError("the sum over all bands needs more than 63 bits")
    sizes = [[len(stack.columns[band]) for band in range(n_bands)] for stack in stacks]
    # The place of a band in its table, as a sum of one number for each stack.
    steps = [np.prod(sizes[k + 1 :], axis=0, dtype=np.int64) for k in range(len(stacks))]
    starts = np.cumsum([0, *(len(stack.numbers) for stack in stacks)]).astype(np.uint32)
    places = np.vstack(
        [stack.numbers * step for stack, step in zip(stacks, steps, strict=True)]
    ).astype(np.uint32)
    firsts = np.cumsum([0, *map(len, tables)])[:-1].astype(np.uint32)
    chosen = np.zeros((len(stacks) + 1, n_bands + 1), dtype=np.uint32)
    chosen[0, :-1] = firsts
    return int(sum_of_products(np.concatenate(tables), places, starts, chosen))


@kernel
def write_numbers(places: Places, masks: U64, first: Unsigned, numbers: U64) -> None:
    """Write the numbers of bands for combinations of sets, from the first one on.

    Parameters
    ----------
    places
        How the digits can be placed.
    masks
        Memory for the cells of each digit in each order, and for the order that is next.
    first
        The first of the combinations, where that of the last stack changes fastest.
    numbers
        The numbers, one for each combination.
    """
    n_stacks = np.uint64(len(places.starts)) - ONE
    for k in range(np.uint64(len(numbers))):
        masks[:] = ZERO
        rest = first + k
        for step in range(n_stacks):
            stack = n_stacks - ONE - step
            start = np.uint64(places.starts[stack])
            size = np.uint64(places.starts[stack + ONE]) - start
            add_stack(places, stack, start + rest % size, masks)
            rest //= size
        numbers[k] = count_placements(places.n_orders, masks)


@helper
def add_stack(places: Places, stack: Unsigned, chosen: Unsigned, masks: U64) -> None:
    """Add the cells of a stack to those of each digit in each order of the rows."""
    columns = places.columns[chosen]
    p, q = np.uint64(len(columns)), np.uint64(places.rows.shape[2])
    for j in range(p):
        left = columns[j]
        while left:
            turn = places.turn[trailing_zeros64(left)]
            left &= left - ONE
            for order in range(places.n_orders[turn]):
                cell = (stack * p + j) * q + places.rows[turn, order, stack]
                masks[turn, order] |= ONE << cell


@helper
def count_placements(n_orders: U64, masks: U64) -> Unsigned:
    """Return the number of ways to place all digits, so that no two are in the same cell."""
    last = np.uint64(len(masks)) - ONE
    tried = np.uint64(masks.shape[1]) - ONE
    found = turn = used = ZERO
    masks[0, tried] = ZERO
    while True:
        order = masks[turn, tried]
        if order < n_orders[turn]:
            masks[turn, tried] = order + ONE
            if masks[turn, order] & used == ZERO:
                if turn == last:
                    found += ONE
                else:
                    used |= masks[turn, order]
                    turn += ONE
                    masks[turn, tried] = ZERO
        elif turn == ZERO:
            return found
        else:
            turn -= ONE
            used ^= masks[turn, masks[turn, tried] - ONE]


@kernel
def sum_of_products(numbers: U64, places: U32, starts: U32, chosen: U32) -> Any:
    """Return the sum over all choices, one of each stack, of the product over all bands.

    Parameters
    ----------
    numbers
        The tables of all bands, one after another.
    places
        For each choice and band, what is added to the place in its table.
    starts
        The first choice of each stack.
    chosen
        Memory: for each stack the places before it, and the choice.
    """
    n_stacks, n_bands = np.uint32(len(starts)) - ONE32, np.uint32(places.shape[1])
    total = ZERO
    stack = ZERO32
    chosen[0, n_bands] = ZERO32
    while True:
        k = starts[stack] + chosen[stack, n_bands]
        below = stack + ONE32
        if k == starts[below]:
            if stack == ZERO32:
                return np.int64(total)
            stack -= ONE32
            chosen[stack, n_bands] += ONE32
        elif below == n_stacks:
            product = ONE
            for band in range(n_bands):
                product *= numbers[chosen[stack, band] + places[k, band]]
            total += product
            chosen[stack, n_bands] += ONE32
        else:
            for band in range(n_bands):
                chosen[below, band] = chosen[stack, band] + places[k, band]
            stack = below
            chosen[stack, n_bands] = ZERO32
