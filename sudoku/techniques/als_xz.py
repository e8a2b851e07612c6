"""ALS-XZ: two almost locked sets with a restricted common digit X, and another digit Z in both.

One of the sets lacks X and so holds Z: cells that see all its places in both lose it. With two
restricted commons, each set lacks one of these and all other digits are locked where they are.
"""

from __future__ import annotations

from exactcover.runtime.kernels.bits import trailing_zeros64
from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import Unsigned
from sudoku.techniques.finding import SPOT, Finding, begin_drawing, come_to, forget, is_new
from sudoku.techniques.locked_sets import (
    LockedSets,
    commons,
    draw_set,
    eliminate_commons,
    eliminate_locked,
    next_linked,
)
from sudoku.techniques.tables import BIT, Tables, bit_of


@kernel
def find(tables: Tables, finding: Finding, sets: LockedSets) -> bool:
    """Find the next pair of almost locked sets, by the smaller one."""
    forget(finding)
    n_sets = sets.size[0]
    for one in range(finding.cursor[SPOT], n_sets):
        come_to(finding, one)
        other = next_linked(sets, one, one)
        while other != n_sets:
            if shows(tables, finding, sets, one, other):
                return True
            other = next_linked(sets, one, other + BIT)
    return False


@helper
def shows(
    tables: Tables, finding: Finding, sets: LockedSets, one: Unsigned, other: Unsigned
) -> bool:
    """Return whether something new follows from two linked sets."""
    linking = commons(tables, sets, one, other)
    rest = linking
    while rest != 0:
        x = trailing_zeros64(rest)
        rest &= rest - BIT
        eliminate_commons(tables, finding, sets, one, other, ~bit_of(x))
        if is_drawn(tables, finding, sets, one, other, bit_of(x)):
            return True
        # With a second link, one set has the one digit and the other set the other one; and each
        # is locked in all digits but these.
        second = rest
        while second != 0:
            both = bit_of(x) | second & (~second + BIT)
            second &= second - BIT
            eliminate_commons(tables, finding, sets, one, other, both)
            eliminate_locked(tables, finding, sets, one, ~both)
            eliminate_locked(tables, finding, sets, other, ~both)
            if is_drawn(tables, finding, sets, one, other, both):
                return True
    return False


@helper
def is_drawn(
    tables: Tables,
    finding: Finding,
    sets: LockedSets,
    one: Unsigned,
    other: Unsigned,
    digits: Unsigned,
) -> bool:
    """Return whether something new was found, and draw the two sets."""
    if not is_new(finding):
        return False
    begin_drawing(finding, digits)
    draw_set(tables, finding, sets, one)
    draw_set(tables, finding, sets, other)
    return True
