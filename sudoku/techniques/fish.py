"""X-wing, swordfish, jellyfish: a digit of k rows lies in k columns, whose rest loses it.

Or the digit of k columns lies in k rows. For other houses and fins see
`sudoku.techniques.finned_fish`.
"""

import numpy as np

from exactcover.runtime.kernels.jit import helper, kernel
from exactcover.runtime.kernels.types import Unsigned
from sudoku.techniques.cover import cover
from sudoku.techniques.finding import LINES, SPOT, Finding, eliminate, forget, set_pattern
from sudoku.techniques.tables import BIT, Tables, bit_of

TWO = np.uint64(2)


@kernel
def find(tables: Tables, finding: Finding, size: int) -> bool:
    """Find the next fish of `size` lines."""
    return find_of(tables, finding, np.uint64(size), np.uint64(0))


@helper
def find_of(tables: Tables, finding: Finding, size: Unsigned, most: Unsigned) -> bool:
    """Find the next fish of a digit that is in more than `most` lines of either way."""
    forget(finding)
    lines, rows = tables.layout.lines, finding.rows
    n = np.uint64(lines.shape[1])
    for spot in range(finding.cursor[SPOT], TWO * n):
        way, digit = (BIT, spot - n) if spot >= n else (np.uint64(0), spot)
        n_left = np.uint64(0)
        for line in range(n):
            rows[line] = tables.pos[lines[way, line], digit]
            n_left += np.uint64(rows[line] != 0)
        if n_left <= most:
            continue
        mask = cover(rows, size, finding)
        if mask != 0:
            across = np.uint64(0)
            for line in range(n):
                if mask & bit_of(line) != 0:
                    across |= rows[line]
            clear_across(tables, finding, way, digit, mask, across)
            set_pattern(finding, way, way, bit_of(digit), across)
            finding.pattern[LINES] = mask
            finding.cursor[SPOT] = spot
            return True
    return False


@helper
def clear_across(
    tables: Tables,
    finding: Finding,
    way: Unsigned,
    digit: Unsigned,
    mask: Unsigned,
    across: Unsigned,
) -> None:
    """Eliminate the digit from all other lines where they cross these."""
    lines, houses = tables.layout.lines, tables.layout.houses
    n = np.uint64(lines.shape[1])
    for line in range(n):
        if mask & bit_of(line) == 0 and finding.rows[line] & across != 0:
            for place in range(n):
                if across & bit_of(place) != 0:
                    eliminate(tables, finding, houses[lines[way, line], place], bit_of(digit))
