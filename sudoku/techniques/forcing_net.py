"""Forcing nets: what all of some alternatives rule out, by easier techniques.

Unlike chains, which follow a candidate by singles, nets use all that the rules say. A candidate
that leads to a contradiction is the simplest case. A net *with cases* goes on where easier
techniques stop: each digit that is left for some cell comes to a contradiction.

Complexity: a propagation of each candidate by the bit-mask solver, in microseconds, and for a net
with cases one of each case. The techniques in `FOLLOWS` are only asked for the words of a step.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from exactcover.runtime.kernels.types import U64
from sudoku.statement.bitsets import bits, mask_of
from sudoku.techniques.position import Deduction, Deductions, Position
from sudoku.techniques.probing import Probing
from sudoku.techniques.registry import ELEMENTS
from sudoku.techniques.step import Candidate, Step

if TYPE_CHECKING:
    from sudoku.techniques.climb import Climber

FOLLOWS = (
    "full_house", "naked_single", "hidden_single", *ELEMENTS,
    "pointing", "claiming", "naked_pair", "hidden_pair", "naked_triple", "hidden_triple", "x_wing",
)  # fmt: skip
"""The techniques that follow a candidate, the easiest first."""

MOST_AT_ONCE = 2
"""The most digits of a cell that a step follows."""
MOST_CASES = 3
"""The most digits of the cell that a net with cases tries."""


def steps(position: Position) -> Deductions:
    """Yield what follows whichever of some alternatives is true, the most useful first.

    A candidate that leads to a contradiction is an alternative that leaves nothing.
    """
    probing = Probing(position)
    found = []
    for alternatives in _alternatives(position, probing):
        gone = probing.without(alternatives)
        if gone.any():
            found.append((probing.n_left(gone), alternatives, gone))
    for _, alternatives, gone in sorted(found, key=itemgetter(0)):
        yield _deduction(position, gone, alternatives)


def _alternatives(position: Position, probing: Probing) -> Iterator[list[Candidate]]:
    """Yield few candidates of which one is true, and those that are refuted."""
    places = dict[tuple[int, int], list[Candidate]]()
    for cell, digit in probing.trials:
        places.setdefault((cell, -1), []).append((cell, digit))
        for house in position.geometry.houses_of[cell]:
            if position.geometry.houses[house].bit_count() == position.n:
                places.setdefault((house, digit), []).append((cell, digit))
    for some in places.values():
        refuted = [each for each in some if probing.trials[each] is None][:MOST_AT_ONCE]
        if refuted:
            yield sorted(refuted)
        if len(some) <= MOST_CASES:
            yield sorted(some)


def steps_with_cases(position: Position) -> Deductions:
    """Yield candidates with which all digits of some cell lead to a contradiction."""
    probing = Probing(position)
    for (cell, digit), left in probing.trials.items():
        at = None if left is None else _case_cell(probing, left)
        if left is not None and at is not None:
            one, cases = position.in_cell(cell, 1 << digit), position.in_cell(at, int(left[at]))
            yield Deduction(one, 0, 1 << digit, 1 << cell, chain=(one, cases))


def _deduction(position: Position, gone: U64, alternatives: list[Candidate]) -> Deduction:
    """Return candidates that no alternative leaves."""
    nodes = [position.in_cell(cell, 1 << digit) for cell, digit in alternatives]
    return Deduction(
        sum(position.in_cell(cell, mask) for cell, mask in enumerate(gone.tolist())),
        0,
        mask_of(digit for _, digit in alternatives),
        mask_of(cell for cell, _ in alternatives),
        chain=tuple(nodes),
    )


def _case_cell(probing: Probing, left: U64) -> int | None:
    """Return a cell of which propagation refutes all digits that are left; None if none is."""
    sizes = np.bitwise_count(left)
    for cell in np.argsort(sizes, kind="stable").tolist():
        if sizes[cell] > MOST_CASES:
            return None
        if sizes[cell] > 1 and not any(
            probing.supposed(cell, 1 << digit, left) is not None for digit in bits(int(left[cell]))
        ):
            return int(cell)
    return None


class Refutation(NamedTuple):
    """How a candidate leads to a contradiction.

    Attributes
    ----------
    steps
        The steps until then.
    cell
        The cell that has no candidate left; None if a digit has no place in a house.
    house, digit
        That house, by its number, and that digit, from 1.
    """

    steps: list[Step]
    cell: int | None
    house: int = 0
    digit: int = 0


def refute(position: Position, cell: int, digit: int) -> Refutation | None:
    """Return how a candidate leads to a contradiction; None if the steps do not come to one."""
    climber, found = followed(position, cell, digit)
    if not climber.is_contradictory():
        return None
    tables = climber.tables
    empty = np.flatnonzero((tables.grid == 0) & (tables.cand == 0))
    if len(empty):
        return Refutation(found, int(empty[0]))
    house, lost = next(
        (house, digit)
        for house, missing in enumerate(tables.left.tolist())
        for digit in bits(missing)
        if not tables.pos[house, digit]
    )
    return Refutation(found, None, house, lost + 1)


def followed(
    position: Position, cell: int, digit: int, until: Candidate | None = None
) -> tuple[Climber, list[Step]]:
    """Return a climber that followed a candidate, and its steps, at most until another is false."""
    from sudoku.techniques.climb import Climber, ladder_of

    climber, found = Climber.assuming(position, cell, digit), list[Step]()
    ladder = ladder_of(position.geometry)
    for step in climber.climb([each for each in ladder if each.name in FOLLOWS]):
        if until is not None and is_false(climber, *until):
            break
        found.append(step)
    return climber, found


def is_false(climber: Climber, cell: int, digit: int) -> bool:
    """Return whether a digit, from 1, is not possible any more in a cell."""
    is_candidate = int(climber.tables.cand[cell]) >> digit - 1 & 1
    return not is_candidate and int(climber.tables.grid[cell]) != digit
