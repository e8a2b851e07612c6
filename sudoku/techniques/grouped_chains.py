"""Grouped chains: alternating inference chains and nice loops with nodes of several candidates.

See `sudoku.techniques.chains` for what follows, and `sudoku.techniques.links` for the nodes: places
of a digit that two houses share, or that an almost locked set has.
"""

from __future__ import annotations

from functools import lru_cache

from sudoku.techniques.geometry import bits
from sudoku.techniques.links import Chain, Links
from sudoku.techniques.position import Deduction, Deductions, Position

__all__ = ["continuous_steps", "discontinuous_steps", "steps"]


def steps(position: Position) -> Deductions:
    """Yield what both ends of a chain rule out."""
    links = _links(position)
    for chain in links.chains():
        eliminated = links.killed(chain[0]) & links.killed(chain[-1])
        if chain[0] != chain[-1] and eliminated:
            yield _deduction(links, chain, eliminated)


def discontinuous_steps(position: Position) -> Deductions:
    """Yield what chains prove of one candidate: it is false, or its cell's others are."""
    links = _links(position)
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


def continuous_steps(position: Position) -> Deductions:
    """Yield what loops rule out: whatever both ends of one of their weak links do."""
    links = _links(position)
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


@lru_cache(maxsize=1)
def _links(position: Position) -> Links:
    return Links(position)


def _deduction(links: Links, chain: Chain, eliminated: int) -> Deduction:
    nodes = tuple(links.masks[node] for node in chain)
    n_cells = links.position.n_cells
    cells, digits = 0, 0
    for node in nodes:
        digit = (node.bit_length() - 1) // n_cells
        digits |= 1 << digit
        cells |= node >> digit * n_cells
    return Deduction(eliminated, 0, digits, cells, chain=nodes)
