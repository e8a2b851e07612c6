"""Parts of sums: what they can hold is what brute force over all sets of digits finds."""

from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from operator import and_, or_

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover.runtime.kernels.jit import kernel
from sudoku import Constraint, Rule, Shape
from sudoku.rules.latin import Latin
from sudoku.rules.linear import SumTo
from sudoku.solvers.bitmask.board_arrays import tables
from sudoku.solvers.bitmask.constraint_arrays import LISTED, SUMS, TURNED_SUMS
from sudoku.solvers.bitmask.state import State, state_of
from sudoku.solvers.bitmask.sum_parts import KIND, look, members_of, weights_of
from sudoku.solvers.bitmask.sum_tables import EVERY_BITS, MOST_TABLED, sum_tables
from sudoku.statement.bitsets import bits, mask_of, mask_of_digits


@dataclass(frozen=True)
class CornerSum(Rule):
    """The first cells of the first row and the last cell of the second one add up to a total."""

    size: int
    total: int

    name = "corner_sum"
    summary = "Two parts add up."

    def constraints(self, shape: Shape) -> list[Constraint]:
        cells = (*range(self.size), 2 * shape.n - 1)
        return [Constraint("corner", cells, SumTo(self.total))]


@kernel
def seen(state: State, allowed: np.uint64) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """Return the weights of the first part, its fixed digits, and those of the sets it can hold."""
    grid, part = state.grids[0], np.uint64(0)
    weights = weights_of(state, grid, part)
    found = look(state, grid, part)
    some, every = members_of(state, part, allowed, found)
    return weights, found[1], some, every


def sets_of(cells: list[int]) -> list[int]:
    """Return the sets of digits that some cells can hold if each candidate that they lack counts.

    As in the kernels, the cells need not be able to hold the digits at the same time.
    """
    union = reduce(or_, cells)
    fixed = reduce(or_, (cell for cell in cells if cell.bit_count() == 1), 0)
    masks = (
        mask_of_digits(k + 1 for k in digits) for digits in combinations(bits(union), len(cells))
    )
    return [own for own in masks if own & fixed == fixed and all(own & cell for cell in cells)]


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("n", "size", "from_above", "kind"),
    [
        (6, 2, True, TURNED_SUMS),
        (6, 4, False, SUMS),
        (9, 3, True, TURNED_SUMS),
        (10, 5, False, SUMS),
        (MOST_TABLED + 1, 2, False, LISTED),
        (MOST_TABLED + 1, 3, True, LISTED),
    ],
)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_parts_can_hold_what_brute_force_finds(
    n: int, size: int, from_above: bool, kind: int, data: st.DataObject
) -> None:
    least, most = size * (size + 1) // 2, size * (2 * n + 1 - size) // 2
    total = most + n - 1 if from_above else least + 1
    made = tables(Shape(n, 1), (Latin(), CornerSum(size, total)))
    assert made.constraints is not None
    assert made.constraints.parts[0, KIND] == kind
    cells = data.draw(st.lists(st.integers(1, (1 << n) - 1), min_size=size, max_size=size))
    allowed = data.draw(st.integers(0, (1 << (most - least + 1)) - 1))
    state = state_of(made)
    state.grids[0] = made.domains
    state.grids[0, :size] = cells
    weights, fixed, some, every = map(int, seen(state, np.uint64(allowed)))

    def weight(digits: int) -> int:
        own = sum(k + 1 for k in bits(digits))
        return most - own if from_above else own - least

    sets = sets_of(cells)
    assert weights == reduce(or_, (1 << weight(own) for own in sets), 0)
    wanted = [own for own in sets if allowed >> weight(own) & 1]
    union, in_any = reduce(or_, cells), reduce(or_, wanted, 0)
    in_every = reduce(and_, wanted, (1 << 64) - 1)
    if in_any == union and not in_every & ~fixed:
        assert some == union
        assert not every & ~fixed
    else:
        assert (some, every) == (in_any, in_every)


@pytest.mark.parametrize("n", [1, 2, 5, 6])
def test_tables_of_sums_equal_brute_force(n: int) -> None:
    made = sum_tables(n)
    for size in range(n + 1):
        for mask in range(1 << n):
            sets = list(combinations([k + 1 for k in bits(mask)], size))
            sums = {sum(digits) for digits in sets}
            assert int(made.totals[0, size, mask]) == mask_of(sums)
            turned = {size * (n + 1) - s for s in sums}
            assert int(made.totals[1, size, mask]) == mask_of(turned)
            for s in sums if size else ():
                own = [mask_of_digits(digits) for digits in sets if sum(digits) == s]
                place = mask * (size * (n - size) + 1) + s - size * (size + 1) // 2
                entry = int(made.members[int(made.first[size]) + place])
                assert entry >> EVERY_BITS == reduce(or_, own)
                assert entry % (1 << EVERY_BITS) == reduce(and_, own)
