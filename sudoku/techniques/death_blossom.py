"""Death blossom: a stem cell each of whose candidates would take its digit from a petal.

A petal is an almost locked set all of whose places for the candidate see the stem. Whichever
candidate is true, that petal is locked; so a digit that all petals share is in one of them.
"""

from __future__ import annotations

from exactcover.runtime.search.limits import stop_if_due
from sudoku.statement.bitsets import bits, mask_of
from sudoku.techniques.als import AlmostLocked, almost_locked_sets
from sudoku.techniques.position import Deduction, Deductions, Position


def steps(position: Position) -> Deductions:
    """Yield the blossoms of all stems."""
    sets = almost_locked_sets(position)
    for stem in bits(position.blank):
        seen = position.geometry.peers[stem]
        petals = [
            [
                each
                for each in sets
                if not each.cells >> stem & 1
                and digit in each.places
                and not each.places[digit] & ~seen
            ]
            for digit in bits(position.cand[stem])
        ]
        if len(petals) > 1 and all(petals):
            yield from _blossoms(position, stem, petals)


def _blossoms(position: Position, stem: int, petals: list[list[AlmostLocked]]) -> Deductions:
    """Yield each choice of petals that rules something out, digit by digit."""
    stem_digits = list(bits(position.cand[stem]))
    for digit, places in enumerate(position.places):
        if not places or position.cand[stem] >> digit & 1:
            continue
        usable = [[each for each in of_one if digit in each.places] for of_one in petals]
        stack: list[tuple[int, tuple[AlmostLocked, ...]]] = [(places, ())]
        while stack:
            stop_if_due()
            seen, chosen = stack.pop()
            if len(chosen) == len(usable):
                eliminated = seen << digit * position.n_cells
                digits = 1 << digit | mask_of(stem_digits)
                cells, marked = 1 << stem, [position.in_cell(stem, position.cand[stem])]
                for each in chosen:
                    cells |= each.cells
                    marked.append(position.in_cells(each.cells, each.digits))
                yield Deduction(eliminated, 0, digits, cells, chain=tuple(marked))
                continue
            met: dict[int, AlmostLocked] = {}
            for each in usable[len(chosen)]:
                left = seen & each.sees[digit]
                if left:
                    met.setdefault(left, each)
            stack += [(left, (*chosen, each)) for left, each in met.items()]
