"""Chains: if the node at one end is false, the links make the node at the other end true.

So one of the two ends is true, and what both rule out is false. An *X-chain* has one digit, an
*XY-chain* goes through cells of two digits, an *alternating inference chain* takes any links, a
grouped one those of groups and almost locked sets, too. A chain that comes back to its beginning is
a *nice loop*: a *continuous* one, whose ends see each other, makes all of its weak links strong; a
*discontinuous* one proves one candidate true or false.
"""

from __future__ import annotations

from functools import lru_cache

from sudoku.techniques.geometry import bits
from sudoku.techniques.links import Chain, Links
from sudoku.techniques.position import Deduction, Deductions, Position

__all__ = ["continuous_steps", "discontinuous_steps", "steps", "x_steps", "xy_steps"]


def steps(position: Position, grouped: bool) -> Deductions:
    """Yield what both ends of a chain rule out."""
    links = _links(position, grouped)
    for chain in links.chains():
        if chain[0] != chain[-1]:
            yield from _from_ends(links, chain)


def x_steps(position: Position) -> Deductions:
    """Yield the chains of one digit."""
    links = Links(position, bivalue=False, one_digit=True)
    for chain in links.chains():
        if chain[0] != chain[-1]:
            yield from _from_ends(links, chain)


def xy_steps(position: Position) -> Deductions:
    """Yield the chains through cells of two digits that have the same digit at both ends."""
    links = Links(position, bilocal=False, one_digit=True)
    for chain in links.chains():
        if chain[0] != chain[-1] and not (chain[0] - chain[-1]) % position.n_cells:
            continue
        if chain[0] // position.n_cells == chain[-1] // position.n_cells:
            yield from _from_ends(links, chain)


def discontinuous_steps(position: Position, grouped: bool) -> Deductions:
    """Yield what chains prove of one candidate: it is false, or its cell's others are."""
    links = _links(position, grouped)
    proved = 0
    for chain in links.chains():
        first, last = chain[0], chain[-1]
        if first == last and first < links.first_group:
            cell = first % position.n_cells
            eliminated = position.in_cell(cell, position.cand[cell]) & ~(1 << first)
            if eliminated:
                yield _deduction(links, chain, eliminated)
        eliminated = links.killed(first) & links.killed(last) & ~proved
        if first != last and eliminated:
            proved |= eliminated
            for candidate in bits(eliminated):
                yield _deduction(links, chain, 1 << candidate)


def continuous_steps(position: Position, grouped: bool) -> Deductions:
    """Yield what loops rule out: whatever both ends of one of their weak links do."""
    links = _links(position, grouped)
    for chain in links.loops():
        eliminated = 0
        for k in range(1, len(chain), 2):
            one, other = chain[k], chain[(k + 1) % len(chain)]
            eliminated |= links.killed(one) & links.killed(other)
            eliminated |= links.set_digits.get((chain[k - 1], one), 0)
        if eliminated:
            found = _deduction(links, chain, eliminated)
            yield found
            yield found._replace(eliminated=_outside(links, chain, eliminated))


def _outside(links: Links, chain: Chain, eliminated: int) -> int:
    """Return what a loop rules out as textbooks count it.

    That is: in cells of the loop only where it goes through two digits of the cell.
    """
    n_cells = links.position.n_cells
    cells, inside = 0, 0
    for k, node in enumerate(chain):
        mask = links.masks[node]
        digit = (mask.bit_length() - 1) // n_cells
        cells |= mask >> digit * n_cells
        if k & 1 and node < links.first_group > chain[(k + 1) % len(chain)]:
            inside |= (1 << node % n_cells) * (not (chain[(k + 1) % len(chain)] - node) % n_cells)
    return eliminated & ~links.position.in_cells(cells & ~inside, (1 << links.position.n) - 1)


@lru_cache(maxsize=2)
def _links(position: Position, grouped: bool) -> Links:
    return Links(position, groups=grouped, sets=grouped)


def _from_ends(links: Links, chain: Chain) -> Deductions:
    eliminated = links.killed(chain[0]) & links.killed(chain[-1])
    if eliminated:
        yield _deduction(links, chain, eliminated)


def _deduction(links: Links, chain: Chain, eliminated: int) -> Deduction:
    nodes = tuple(links.masks[node] for node in chain)
    n_cells = links.position.n_cells
    cells, digits = 0, 0
    for node in nodes:
        digit = (node.bit_length() - 1) // n_cells
        digits |= 1 << digit
        cells |= node >> digit * n_cells
    return Deduction(eliminated, 0, digits, cells, chain=nodes)
