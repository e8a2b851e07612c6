"""Where a digit is in the bands of some stacks, and how a symmetry of the cells moves it.

In each stack, a digit is in a different column of each band. Its *pattern* in some stacks is the
column of each band. If a symmetry relabels a grid, it takes the pattern of a digit to the pattern
of the digit that replaces it. So the pattern of one digit of a cycle determines those of the
others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import permutations, product

import numpy as np
from numpy.typing import NDArray

from sudoku.counting.lines import Lines

Numbers = NDArray[np.int64]
ROWS_A_STEP = 1 << 14
"""The most rows that are extended at the same time, which bounds the memory."""


class Patterns:
    """The patterns of a digit in some stacks, numbered from 0.

    Parameters
    ----------
    lines
        The symmetry of the cells.
    orbits
        Orbits of stacks under it. The patterns in the last one change fastest.

    Attributes
    ----------
    offsets
        For each pattern, stack and band the column in which the digit is, from 0 in each stack.
    image
        The pattern to which the symmetry takes each pattern.
    """

    def __init__(self, lines: Lines, orbits: Sequence[Sequence[int]]) -> None:
        self._lines, self._orbits = lines, orbits
        self.stacks = [stack for orbit in orbits for stack in orbit]
        orders = list(permutations(range(lines.p)))
        self.offsets: Numbers = np.array(list(product(orders, repeat=len(self.stacks))))
        self._number = {one.tobytes(): number for number, one in enumerate(self.offsets)}
        self.image = self._images(dict(enumerate(lines.columns)), lines.bands)

    def __len__(self) -> int:
        return len(self.offsets)

    def powers(self, exponent: int) -> Numbers:
        """Return the images of all patterns after 0, 1, ... steps; the last row is the exponent."""
        found = [np.arange(len(self))]
        for _ in range(exponent):
            found.append(self.image[found[-1]])
        return np.array(found)

    def choices(self, cycles: Sequence[int]) -> Numbers:
        """Return all patterns that the first digits of cycles can have together, in rows.

        Each column of each band must hold as many digits as the band has rows.
        """
        found = np.zeros((1, 0), dtype=np.int64)
        room = np.full((1, *self.offsets.shape[1:], self._lines.p), self._lines.q)
        for length in cycles:
            usage = self._usage(length)
            closed = np.flatnonzero(self.powers(length)[length] == np.arange(len(self)))
            steps = [
                _extended(found[k : k + ROWS_A_STEP], room[k : k + ROWS_A_STEP], closed, usage)
                for k in range(0, max(len(found), 1), ROWS_A_STEP)
            ]
            found = np.concatenate([rows for rows, _ in steps])
            room = np.concatenate([left for _, left in steps])
        return found

    @cached_property
    def exchanges(self) -> Numbers:
        """The images of all patterns under permutations of the columns that change no number.

        These are permutations that commute with the symmetry: of the columns of one orbit of
        stacks, or of those of two orbits, which change places.
        """
        bands = range(self._lines.p)
        return np.array([self._images(order, bands) for order in self._commuting()])

    def _commuting(self) -> Iterator[dict[int, int]]:
        """Yield permutations that commute with the symmetry, as the images of moved columns.

        The image of one stack determines the images of its orbit.
        """
        p, moved = self._lines.p, self._lines.columns
        for number, one in enumerate(self._orbits):
            for other in self._orbits[number:]:
                for stack, order in product(other, permutations(range(p))):
                    source = [one[0] * p + offset for offset in range(p)]
                    target = [stack * p + offset for offset in order]
                    images: dict[int, int] = {}
                    for _ in one:
                        images |= zip(source, target, strict=True)
                        source = [moved[column] for column in source]
                        target = [moved[column] for column in target]
                    is_closed = [images[column] for column in source] == target
                    if is_closed and len(one) == len(other):
                        back = {image: column for column, image in images.items()}
                        yield images if other is one else images | back

    def _usage(self, length: int) -> Numbers:
        """Return how many digits each column of each band has, if a cycle has each pattern."""
        hot = (self.offsets[..., None] == np.arange(self._lines.p)).astype(np.int64)
        total: Numbers = hot[self.powers(length - 1)].sum(axis=0)
        return total

    def _images(self, columns: Mapping[int, int], bands: Sequence[int]) -> Numbers:
        """Return the images of all patterns under permutations of the columns and bands.

        Columns without an image are not moved.
        """
        p, place = self._lines.p, {stack: k for k, stack in enumerate(self.stacks)}
        moved = np.empty_like(self.offsets)
        for k, stack in enumerate(self.stacks):
            own = range(stack * p, stack * p + p)
            images = np.array([columns.get(column, column) for column in own])
            target = int(images[0]) // p
            for band in range(p):
                offsets = images[self.offsets[:, k, band]] - target * p
                moved[:, place[target], bands[band]] = offsets
        return np.array([self._number[one.tobytes()] for one in moved])


def _extended(
    found: Numbers, room: Numbers, choices: Numbers, usage: Numbers
) -> tuple[Numbers, Numbers]:
    """Return all rows with one choice more for which there is room, and the room that is left."""
    left = room[:, None] - usage[choices]
    fits = (left >= 0).all(axis=tuple(range(2, left.ndim)))
    rows, chosen = np.nonzero(fits)
    return np.column_stack((found[rows], choices[chosen])), left[fits]
