"""The canonical form of filled 9x9 grids.

The first row of the form of a filled grid is always 123456789, so it decides nothing. The second
row takes its first three digits from one other stack of the first row, so that it begins with 456,
or two of them, so that it begins with 457. After a pair of rows of a band, a stack and the order of
its columns were chosen, the other columns follow: the digits of the second row below them are in
the first row at the places that have the least labels. At most 648 ways are tried, and only those
with the least second row are written further.

The columns in their order are a word, with four bits for each column; so are the places of columns.
"""

from typing import NamedTuple

import numpy as np

from exactcover.runtime.kernels.jit import helper
from exactcover.runtime.kernels.types import U64, Unsigned
from sudoku.isomorphs.canonical.words import ONE, ZERO, Bytes

N, P = np.uint64(9), np.uint64(3)
TWO, FOUR, SIX = np.uint64(2), np.uint64(4), np.uint64(6)
NIBBLE = np.uint64(15)
LAST = np.uint64(0xFFFFFFFFFFFFFFFF)
"""More than any second row."""
MOST_WAYS = 648

TRANSPOSED, FIRST, SECOND, ORDER = range(4)
"""What a way holds: the orientation, the first two rows, and the columns in their order."""


class Ways(NamedTuple):
    """The ways to write a grid, and scratch space.

    ========== ================== ==================== ===========================================
    array      shape, dtype       indexed by           holds
    ========== ================== ==================== ===========================================
    ways       (648, 4), uint64   way, TRANSPOSED ..   the ways with the least second row
    where      (2, 9, 9), uint8   orientation, row,    the column of a digit
                                  digit - 1
    labels     (10,), uint8       digit                its label
    order      (9,), uint8        place                the column there
    rows       (9,), uint8        row of the form      the row of the board
    ========== ================== ==================== ===========================================

    There are no ways where this kernel is not used.
    """

    ways: U64
    where: Bytes
    labels: Bytes
    order: Bytes
    rows: Bytes


def ways_for(*, is_used: bool) -> Ways:
    """Return the arrays, without ways if they are not used."""
    most = MOST_WAYS if is_used else 0
    shapes = ((2, 9, 9), (10,), (9,), (9,))
    arrays = (np.zeros(shape, dtype=np.uint8) for shape in shapes)
    return Ways(np.zeros((most, 4), dtype=np.uint64), *arrays)


@helper
def canonicalise_grid(board: Bytes, ways: Ways, best: Bytes) -> None:
    """Write the form of a filled grid."""
    for number in range(list_ways(board, ways)):
        write_way(board, ways, ways.ways[number], best, number == ZERO)


@helper
def list_ways(board: Bytes, ways: Ways) -> Unsigned:
    """List the ways with the least second row; return their number."""
    least, n_ways = LAST, ZERO
    for orientation in range(TWO):
        for row in range(N):
            for column in range(N):
                digit = np.uint64(board[orientation, row, column])
                ways.where[orientation, row, digit - ONE] = np.uint8(column)
        for first in range(N):
            band = first // P * P
            for second in range(band, band + P):
                if second == first:
                    continue
                jump = jumps(ways.where[orientation, first], board[orientation, second])
                for start in range(ZERO, N, P):
                    for k in range(SIX):
                        order = columns_in_order(jump, start, k)
                        key = second_row(jump, order) if order != ZERO else LAST
                        if key < least:
                            least, n_ways = key, ZERO
                        if key == least:
                            way = ways.ways[n_ways]
                            way[TRANSPOSED], way[FIRST] = orientation, first
                            way[SECOND], way[ORDER] = second, order
                            n_ways += ONE
    return n_ways


@helper
def jumps(where: Bytes, source: Bytes) -> Unsigned:
    """Return for each column the one where the first row has the digit of the second row."""
    jump = ZERO
    for column in range(N):
        jump |= np.uint64(where[source[column] - ONE]) << FOUR * column
    return jump


@helper
def at(word: Unsigned, place: Unsigned) -> Unsigned:
    """Return an entry of a word."""
    return word >> FOUR * place & NIBBLE


@helper
def columns_in_order(jump: Unsigned, start: Unsigned, k: Unsigned) -> Unsigned:
    """Return the columns if those of a stack are first in the k-th order; 0 if that is not least.

    x, y and z are the first columns, u, v, w and so on those to which they lead.
    """
    x = k // TWO
    y = (x + ONE + k % TWO) % P
    x, y, z = start + x, start + y, start + P - x - y
    u, v, w = at(jump, x), at(jump, y), at(jump, z)
    if u // P != v // P:
        return ZERO
    order = x | y << FOUR | z << np.uint64(8) | u << np.uint64(12) | v << np.uint64(16)
    if u // P == w // P:
        order |= w << np.uint64(20)
        ends = at(jump, u) | at(jump, v) << FOUR | at(jump, w) << np.uint64(8)
        return order | ends << np.uint64(24)
    last = u // P * N + P - u - v  # the numbers of the columns of stack s add up to 9s + 3
    order |= last << np.uint64(20) | w << np.uint64(24)
    stack = w // P
    # Of the other columns beside w, that one is first which has the digit of an earlier place.
    one = at(jump, u)
    if one // P != stack:
        one = at(jump, v)
    if one // P != stack:
        one = at(jump, last)
    return order | one << np.uint64(28) | (stack * N + P - w - one) << np.uint64(32)


@helper
def second_row(jump: Unsigned, order: Unsigned) -> Unsigned:
    """Return the second row of the form for columns in an order, the first digit in the top bits.

    Each digit is less by one.
    """
    places, key = ZERO, ZERO
    for place in range(N):
        places |= place << FOUR * at(order, place)
    for place in range(N):
        key = key << FOUR | at(places, at(jump, at(order, place)))
    return key


@helper
def write_way(board: Bytes, ways: Ways, way: U64, best: Bytes, is_first: bool) -> None:
    """Write the form of a way if it is less than the best one."""
    source, order, labels = board[way[TRANSPOSED]], ways.order, ways.labels
    for place in range(N):
        order[place] = np.uint8(at(way[ORDER], place))
        labels[source[way[FIRST], order[place]]] = np.uint8(place + ONE)
    sort_rows(source, ways, way)
    is_less = is_first
    for row in range(ZERO if is_first else TWO, N):
        line = source[ways.rows[row]]
        for place in range(N):
            label, cell = labels[line[order[place]]], row * N + place
            if not is_less:
                if label > best[cell]:
                    return
                is_less = label < best[cell]
            if is_less:
                best[cell] = label


@helper
def sort_rows(source: Bytes, ways: Ways, way: U64) -> None:
    """Sort the rows by their first labels, within bands, and the bands after the first one."""
    rows, labels, corner = ways.rows, ways.labels, ways.order[0]
    band = way[FIRST] // P
    rows[0], rows[1] = np.uint8(way[FIRST]), np.uint8(way[SECOND])
    rows[2] = np.uint8(band * N + P - way[FIRST] - way[SECOND])
    start = P
    for other in range(P):
        if other != band:
            for k in range(P):
                rows[start + k] = np.uint8(other * P + k)
            for pair in range(P):  # three comparisons sort three rows
                a = start + pair % TWO
                if labels[source[rows[a], corner]] > labels[source[rows[a + ONE], corner]]:
                    exchange_rows(rows, a, a + ONE)
            start += P
    if labels[source[rows[P], corner]] > labels[source[rows[SIX], corner]]:
        for k in range(P):
            exchange_rows(rows, P + k, SIX + k)


@helper
def exchange_rows(rows: Bytes, a: Unsigned, b: Unsigned) -> None:
    """Exchange two rows."""
    one, other = rows[a], rows[b]
    rows[a], rows[b] = other, one
