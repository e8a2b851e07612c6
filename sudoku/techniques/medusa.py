"""3D and dual Medusa: strong links of all digits, in two colours by turns.

The links are those between a cell's two candidates and between a digit's two places in a house. Of
a cluster either all candidates of one colour are true or all of the other. A colour is false if two
of its candidates exclude each other, or if it leaves a cell, or a digit in a house, without any.
Candidates that both colours exclude are false. The 3D Medusa begins at a cell with two candidates,
the dual one at a house with two places.
"""

from __future__ import annotations

from sudoku.techniques.geometry import bits
from sudoku.techniques.links import Links
from sudoku.techniques.position import Deduction, Deductions, Position

__all__ = ["steps"]


def steps(position: Position, kind: str) -> Deductions:
    """Yield what the clusters of kind 3d or dual rule out."""
    links = Links(position)
    begins = Links(position, bilocal=kind != "3d", bivalue=kind == "3d").strong
    for colours in _clusters(links):
        both = colours[0] | colours[1]
        if both.bit_count() < 4 or not any(both >> node & 1 for node in begins):
            continue
        seen = [_seen(position, colour) for colour in colours]
        false = [
            colour
            for colour, excluded in zip(colours, seen, strict=True)
            if colour & excluded or _empties(position, excluded)
        ]
        for eliminated in false or [seen[0] & seen[1] & ~both]:
            if eliminated:
                yield _deduction(position, colours, eliminated)


def _clusters(links: Links) -> list[tuple[int, int]]:
    """Return the candidates that hang together, by colour, each cluster once."""
    left = sum(1 << node for node in links.strong)
    found = []
    while left:
        colours, edge, k = [left & -left, 0], left & -left, 0
        while edge:
            grown = 0
            for node in bits(edge):
                grown |= links.strong[node]
            k = 1 - k
            edge = grown & ~colours[k]
            colours[k] |= edge
        left &= ~(colours[0] | colours[1])
        found.append((colours[0], colours[1]))
    return found


def _seen(position: Position, colour: int) -> int:
    """Return the candidates that any of these exclude."""
    seen = 0
    for candidate in bits(colour):
        seen |= position.kills[candidate]
    return seen


def _empties(position: Position, excluded: int) -> bool:
    """Tell whether without these a cell has no candidate, or a digit no place in a house."""
    n_cells, filled, left = position.n_cells, 0, 0
    row = (1 << n_cells) - 1
    for digit, places in enumerate(position.places):
        rest = places & ~(excluded >> digit * n_cells & row)
        left |= rest
        if rest != places:
            for house in position.geometry.houses:
                if places & house and not rest & house:
                    return True
        filled |= places
    return left != filled


def _deduction(position: Position, colours: tuple[int, int], eliminated: int) -> Deduction:
    digits, cells = 0, 0
    for digit in range(position.n):
        held = (colours[0] | colours[1]) >> digit * position.n_cells & (1 << position.n_cells) - 1
        cells |= held
        digits |= bool(held) << digit
    return Deduction(eliminated, 0, digits, cells, chain=colours)
