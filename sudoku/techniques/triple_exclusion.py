"""Triple exclusion: digits of three cells that are in none of their possible combinations.

A combination is impossible if it has a digit twice in cells that see each other, or leaves no
candidate to a cell that sees the cells it takes them from. (Aligned triple exclusion.) For two
cells see `sudoku.techniques.pair_exclusion`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from sudoku.masks import bits
from sudoku.techniques.position import Deduction, Deductions, Position

__all__ = ["steps"]


SIZE = 3


def steps(position: Position) -> Deductions:
    """Yield what three cells rule out among themselves."""
    few = [(cell, mask) for cell, mask in enumerate(position.cand) if 2 <= mask.bit_count() <= SIZE]
    for cells in _groups(position, few):
        excluders = _excluders(position, cells, few)
        if len(excluders) < 2:
            continue
        possible = [0] * SIZE
        for digits in product(*(list(bits(position.cand[cell])) for cell in cells)):
            if not _is_impossible(position, cells, digits, excluders):
                for k, digit in enumerate(digits):
                    possible[k] |= 1 << digit
        eliminated = 0
        for cell, mask in zip(cells, possible, strict=True):
            eliminated |= position.in_cell(cell, position.cand[cell] & ~mask)
        if eliminated:
            marked = sum(1 << cell for cell in cells)
            yield Deduction(eliminated, 0, position.digits_in(marked), marked)


def _groups(position: Position, few: list[tuple[int, int]]) -> Iterator[tuple[int, ...]]:
    """Yield groups of cells all of which see one cell of few candidates, none twice."""
    known: set[tuple[int, ...]] = set()
    for cell, _ in few:
        near = list(bits(position.geometry.peers[cell] & position.blank))
        for group in combinations(near, SIZE):
            if group not in known:
                known.add(group)
                yield group


def _excluders(
    position: Position, cells: tuple[int, ...], few: list[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Return digits that a cell elsewhere needs one of, and which of the cells it sees, as bits."""
    peers = position.geometry.peers
    found = []
    for cell, mask in few:
        if cell not in cells:
            seen = sum(1 << k for k, other in enumerate(cells) if peers[cell] >> other & 1)
            if seen.bit_count() >= mask.bit_count():
                found.append((mask, seen))
    return found


def _is_impossible(
    position: Position,
    cells: tuple[int, ...],
    digits: tuple[int, ...],
    excluders: list[tuple[int, int]],
) -> bool:
    """Tell whether the cells cannot hold these digits together."""
    peers = position.geometry.peers
    for (one, digit), (other, digit_2) in combinations(zip(cells, digits, strict=True), 2):
        if digit == digit_2 and peers[one] >> other & 1:
            return True
    for mask, seen in excluders:
        for k in bits(seen):
            mask &= ~(1 << digits[k])
        if not mask:
            return True
    return False
