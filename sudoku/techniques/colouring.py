"""Simple and multi colouring: strong links of one digit, in two colours by turns.

Of the cells of a cluster, either all of one colour hold the digit or all of the other. *Trap*: a
cell that sees both colours loses it. *Wrap*: two cells of one colour see each other, so that colour
is false. Two clusters: where a colour of one sees a colour of the other, one of the two opposite
colours is true; a colour that sees both colours of another cluster is false.
"""

from __future__ import annotations

from itertools import permutations

from sudoku.techniques.geometry import bits
from sudoku.techniques.position import Deduction, Deductions, Position

__all__ = ["multi_steps", "steps"]

Cluster = tuple[int, int]
"""The cells of either colour."""


def steps(position: Position, kind: str) -> Deductions:
    """Yield what one cluster rules out: kind trap or wrap."""
    for digit in range(position.n):
        for colours in clusters(position, digit):
            if (colours[0] | colours[1]).bit_count() == 2:
                continue  # a link alone: locked candidates
            if kind == "trap":
                seen = _seen(position, colours[0]) & _seen(position, colours[1])
                yield from _removal(position, digit, colours, seen & ~(colours[0] | colours[1]))
                continue
            for colour in colours:
                if _seen(position, colour) & colour:
                    yield from _removal(position, digit, colours, colour)


def multi_steps(position: Position, kind: str) -> Deductions:
    """Yield what pairs of clusters rule out: kind either (opposite colours) or both."""
    for digit in range(position.n):
        for one, other in permutations(clusters(position, digit), 2):
            ruled_out = 0
            for k, colour in enumerate(one):
                seen = _seen(position, colour)
                meets = [j for j, mask in enumerate(other) if seen & mask]
                if kind == "both" and len(meets) == 2:
                    yield from _removal(position, digit, one + other, colour)
                for j in meets:
                    ruled_out |= _seen(position, one[1 - k]) & _seen(position, other[1 - j])
            if kind == "either":
                yield from _removal(position, digit, one + other, ruled_out)


def clusters(position: Position, digit: int) -> list[Cluster]:
    """Return the clusters of a digit that can be coloured."""
    links: dict[int, int] = {}
    for _, both in position.bilocals[digit]:
        for cell in bits(both):
            links[cell] = links.get(cell, 0) | both & ~(1 << cell)
    left = sum(1 << cell for cell in links)
    found = []
    while left:
        colours, edge = [left & -left, 0], [left & -left, 0]
        while edge[0] or edge[1]:
            grown = [0, 0]
            for k in (0, 1):
                for cell in bits(edge[k]):
                    grown[1 - k] |= links[cell]
            edge = [grown[k] & ~colours[k] for k in (0, 1)]
            colours = [colours[k] | edge[k] for k in (0, 1)]
        both = colours[0] | colours[1]
        left &= ~both
        if not colours[0] & colours[1]:
            found.append((colours[0], colours[1]))
    return found


def _seen(position: Position, cells: int) -> int:
    """Return the cells that see any of these."""
    seen = 0
    for cell in bits(cells):
        seen |= position.geometry.peers[cell]
    return seen


def _removal(position: Position, digit: int, colours: tuple[int, ...], cells: int) -> Deductions:
    eliminated = position.of_digit(digit, cells)
    if eliminated:
        shift, marked = digit * position.n_cells, 0
        for mask in colours:
            marked |= mask
        chain = tuple(mask << shift for mask in colours)
        yield Deduction(eliminated, 0, 1 << digit, marked, chain=chain)
