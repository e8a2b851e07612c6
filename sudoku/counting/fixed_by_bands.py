"""The number of grids that a symmetry of the cells relabels, band by band.

As for all grids (`sudoku.counting.band_method`), it is a sum over the sets of digits in the columns
of all bands, of the product of the numbers of bands with these sets. Here the sets of a column
determine those of its image, and a band determines its image. So of each cycle of bands, one is
counted: the fillings that are relabelled by the power of the symmetry that maps it to itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd

import numpy as np

from exactcover.runtime.search.limits import Flag
from sudoku.counting.band_numbers import BandNumbers
from sudoku.counting.column_patterns import Numbers
from sudoku.counting.column_sets import ColumnSets, least_turns, sorted_alike
from sudoku.counting.fixed_grids import orbits, relabellings
from sudoku.counting.lines import Lines
from sudoku.counting.relabelled_bands import RelabelledBands
from sudoku.geometry.shape import Shape

MOST_DIGITS = 10
"""The most digits. For 2x5, the result differs from the published one (decision 0028)."""


def has_few_bands(shape: Shape) -> bool:
    """Return whether the grids of a shape can be counted in this way.

    >>> has_few_bands(Shape(3, 3)), has_few_bands(Shape(3, 4)), has_few_bands(Shape(5, 1))
    (True, False, False)
    """
    return min(shape.p, shape.q) > 1 and shape.n <= MOST_DIGITS


def count_fixed_by_bands(lines: Lines, bands: BandNumbers, due: Flag) -> int | None:
    """Return the number of grids that a symmetry only relabels.

    Parameters
    ----------
    lines
        The symmetry, with a shape that `has_few_bands`.
    bands
        The numbers of all bands.
    due
        A flag that stops the count, which then returns None.
    """
    total = 0
    for cycles, weight in relabellings(lines.shape, lines.cells):
        sets = ColumnSets.of(lines, cycles)
        numbers = sets.weights.astype(object)
        for cycle in orbits(dict(enumerate(lines.bands))):
            found = _numbers(lines, bands, sets, cycles, cycle, due) if len(numbers) else numbers
            if found is None:
                return None
            numbers = numbers * found
        total += weight * int(numbers.sum())
    return total


def _numbers(
    lines: Lines,
    bands: BandNumbers,
    sets: ColumnSets,
    cycles: Sequence[int],
    cycle: Sequence[int],
    due: Flag,
) -> Numbers | None:
    """Return the number of fillings of the first band of a cycle, for all sets of its columns."""
    p, q = lines.p, lines.q
    band, n_steps = cycle[0], len(cycle)
    power = lines.power(n_steps)
    radix = p ** np.array([q - 1 - stack for stack in sets.patterns.stacks])
    code = sets.patterns.offsets[:, :, band] @ radix
    # The power divides a cycle of digits into several ones.
    parts = [(k, step) for k, length in enumerate(cycles) for step in range(gcd(length, n_steps))]
    lengths = [cycles[k] // gcd(cycles[k], n_steps) for k, _ in parts]
    steps = sets.patterns.powers(n_steps)
    columns = np.column_stack([code[steps[step][sets.rows[:, k]]] for k, step in parts])
    if power.keeps_all_cells_of(band):
        return bands.count(columns)
    image = np.empty(p**q, dtype=np.int64)
    image[code] = code[steps[n_steps]]
    columns = sorted_alike(least_turns(image)[columns], lengths)
    different, place = np.unique(columns, axis=0, return_inverse=True)
    found = RelabelledBands(power, band).count(different, lengths, due)
    return None if found is None else found.astype(object)[place]
