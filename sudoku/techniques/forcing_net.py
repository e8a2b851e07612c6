"""Forcing nets: candidates that each of a few alternatives rules out, by easier techniques.

Unlike chains, which follow a candidate by singles, nets use all that the rules say. The simplest
net refutes a candidate, which leads to a contradiction. A net *with cases* goes on where easier
techniques stop: each digit that is left for some cell leads to a contradiction.

Complexity: one propagation of the bit-mask solver for each candidate, in microseconds, and one for
each set of alternatives that rules something out. A net with cases also needs one for each case, at
most `MOST_PROPAGATIONS` in all. The techniques in `FOLLOWS` are only asked for the words of a step.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from exactcover.runtime.kernels.types import U64
from sudoku.statement.bitsets import bits, mask_of
from sudoku.techniques.position import Deduction, Deductions, Position
from sudoku.techniques.probing import Assumption, Probing
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
"""The most candidates of a cell, or of a digit in a house, that a step refutes one by one."""
MOST_ALTERNATIVES = 3
"""The most alternatives that a step follows, and the most cases."""
MOST_PROPAGATIONS = 20_000
"""The propagations after which no further candidate is tried with cases."""


def steps(position: Position) -> Deductions:
    """Yield steps that remove the candidates which every alternative rules out.

    Steps after which propagation leaves the fewest candidates come first.
    """
    probing = Probing(position)
    found = []
    for alternatives in _alternatives(position, probing):
        gone = probing.ruled_out_by(alternatives)
        if gone.any():
            found.append((probing.n_left_without(gone), alternatives, gone))
    for _, alternatives, gone in sorted(found, key=itemgetter(0)):
        yield _deduction(position, gone, alternatives)


def _alternatives(position: Position, probing: Probing) -> Iterator[list[Assumption]]:
    """Yield a few candidates of which one is true, or that are all refuted."""
    geometry = position.geometry
    units = dict[tuple[int, int | None], list[Assumption]]()  # of a cell, or of a house and a digit
    for cell, digit in probing.trials:
        units.setdefault((cell, None), []).append((cell, digit))
        for house in geometry.houses_of[cell]:
            if geometry.houses[house].bit_count() == position.n:
                units.setdefault((house, digit), []).append((cell, digit))
    for unit in units.values():
        refuted = [each for each in unit if probing.trials[each] is None][:MOST_AT_ONCE]
        if refuted:
            yield sorted(refuted)
        if len(unit) <= MOST_ALTERNATIVES:
            yield sorted(unit)


def steps_with_cases(position: Position) -> Deductions:
    """Yield candidates with which all digits of some cell lead to a contradiction."""
    probing = Probing(position)
    for (cell, digit), left in probing.trials.items():
        if probing.n_propagated > MOST_PROPAGATIONS:
            return
        if left is not None and (at := _refuted_cell(probing, left)) is not None:
            one, cases = position.in_cell(cell, 1 << digit), position.in_cell(at, int(left[at]))
            yield Deduction(one, 0, 1 << digit, 1 << cell, chain=(one, cases))


def _deduction(position: Position, gone: U64, alternatives: list[Assumption]) -> Deduction:
    """Return that alternatives rule out some candidates."""
    return Deduction(
        sum(position.in_cell(cell, mask) for cell, mask in enumerate(gone.tolist())),
        0,
        mask_of(digit for _, digit in alternatives),
        mask_of(cell for cell, _ in alternatives),
        chain=tuple(position.in_cell(cell, 1 << digit) for cell, digit in alternatives),
    )


def _refuted_cell(probing: Probing, left: U64) -> int | None:
    """Return a cell of which propagation refutes each digit that is left; None if there is none."""
    sizes = np.bitwise_count(left)
    for cell in np.argsort(sizes, kind="stable").tolist():
        if sizes[cell] > MOST_ALTERNATIVES:
            return None
        if sizes[cell] > 1 and all(
            probing.supposed(cell, 1 << digit, left) is None for digit in bits(int(left[cell]))
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
    (house, lost), *_ = (
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
