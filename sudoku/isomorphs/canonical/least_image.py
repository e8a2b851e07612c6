"""The lexicographically least image of a puzzle under any group of symmetries.

The images are written cell by cell. All ways that lead to the least digits so far are kept side by
side; a way is an element of the group up to those that leave the cells in place that were written.
Digits that any symmetry may exchange form a class; they get the labels of their class in the order
in which they come.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.errors import GaveUpError
from exactcover.runtime.permutations import Level, Permutation, PermutationGroup
from exactcover.runtime.search.limits import stop_if_due
from sudoku.isomorphs.isomorphism import Isomorphism

MOST_ENTRIES = 300_000_000
"""The most entries of the ways that are kept at once: some hundred megabytes."""
MANY = 200
"""The number of ways from which equal ones are looked for."""

Ways = NDArray[np.int32]


class LeastImages:
    """The least images of puzzles under a group.

    Parameters
    ----------
    n_cells, n
        The number of cells and of digits.
    generators
        Symmetries that generate the group.
    order
        The number of symmetries.
    classes
        The digits in classes that the group can permute in any way, the cells being in place.
    """

    def __init__(
        self,
        n_cells: int,
        n: int,
        generators: Sequence[Isomorphism],
        order: int,
        classes: Sequence[Sequence[int]],
    ) -> None:
        self._n_cells, self._n, self._classes = n_cells, n, classes
        self._class_of = np.zeros(n + 1, dtype=np.intp)
        for number, digits in enumerate(classes):
            self._class_of[list(digits)] = number
        n_points = n_cells + len(classes)
        points = [*range(n_cells, n_points), *range(n_cells)]
        n_renamings = prod(factorial(len(digits)) for digits in classes)
        group = PermutationGroup(
            n_points, [self._points(each) for each in generators], order // n_renamings, points
        )
        self._levels = {level.point: level for level in group.levels if len(level.orbit) > 1}
        self._order = points

    def of(self, cells: Sequence[int]) -> tuple[tuple[int, ...], Isomorphism]:
        """Return the least image of a puzzle, and a map to it.

        Raises
        ------
        GaveUpError
            If there are too many ways that begin alike, because the puzzle has few clues and the
            group is large.
        """
        clues = np.array([*cells], dtype=np.intp)
        ways = np.arange(self._n_cells + len(self._classes), dtype=np.int32)[None]
        for point in self._order[: len(self._classes)]:
            if point in self._levels:
                ways = np.concatenate([ways[:, u] for u in self._levels[point].orbit.values()])
        labels = self._labels_for(ways)
        n_before = MANY
        for cell in range(self._n_cells):
            stop_if_due()
            ways, labels = self._divided(clues, cell, ways, labels)
            ways, labels = self._next(clues, cell, ways, labels)
            if len(ways) > n_before:
                ways, labels = self._different(clues, ways, labels)
                n_before = max(MANY, 2 * len(ways))
        return self._image(clues, ways[0], labels)

    def _points(self, map_: Isomorphism) -> Permutation:
        """Return a map as a permutation of the cells and the classes of digits."""
        goals = [self._class_of[map_.digits[digits[0] - 1]] for digits in self._classes]
        return np.array([*map_.cells, *(self._n_cells + goal for goal in goals)], dtype=np.intp)

    def _labels_for(self, ways: Ways) -> Labels:
        """Return labels for ways that have written nothing."""
        n_classes = len(self._classes)
        size = max(map(len, self._classes))
        names = np.zeros((n_classes, size), dtype=np.intp)
        for number, digits in enumerate(self._classes):
            names[number, : len(digits)] = sorted(digits)
        goal = np.argsort(ways[:, self._n_cells :], axis=1)
        shape = len(ways), self._n + 1
        return Labels(names, goal, np.zeros(shape, dtype=np.intp), np.zeros_like(goal))

    def _divided(
        self, clues: NDArray[np.intp], cell: int, ways: Ways, labels: Labels
    ) -> tuple[Ways, Labels]:
        """Return the ways with each cell of the board that they can bring to a cell of the form.

        Only the cells with the least content are taken.
        """
        level: Level | None = self._levels.get(cell)
        if level is None:
            return ways, labels
        goals = list(level.orbit)
        values = np.stack([self._values(clues[ways[:, goal]], labels)[0] for goal in goals], axis=1)
        rows, which = np.nonzero(values == values.min())
        if len(rows) * ways.shape[1] > MOST_ENTRIES:
            raise GaveUpError(
                f"the canonical form of this puzzle: more than {len(rows):,} of its images begin "
                f"alike up to cell {cell + 1}"
            )
        elements = np.array(list(level.orbit.values()), dtype=np.int32)
        found = np.empty((len(rows), ways.shape[1]), dtype=np.int32)
        for number, element in enumerate(elements):
            own = which == number
            found[own] = ways[rows[own]][:, element]
        return found, labels.chosen(rows)

    def _values(
        self, digits: NDArray[np.intp], labels: Labels
    ) -> tuple[NDArray[np.intp], NDArray[np.bool_], NDArray[np.intp]]:
        """Return the label of a digit for each way, whether it is new, and its class there."""
        rows = np.arange(len(digits))
        known = labels.of_digit[rows, digits]
        is_new = (digits > 0) & (known == 0)
        goal = labels.goal[rows, self._class_of[digits]]
        fresh = labels.names[goal, np.minimum(labels.used[rows, goal], labels.names.shape[1] - 1)]
        return np.where(is_new, fresh, known), is_new, goal

    def _next(
        self, clues: NDArray[np.intp], cell: int, ways: Ways, labels: Labels
    ) -> tuple[Ways, Labels]:
        """Write a cell; return the ways with the least label there."""
        digits = clues[ways[:, cell]]
        values, is_new, goal = self._values(digits, labels)
        rows = np.flatnonzero(is_new)
        labels.of_digit[rows, digits[rows]] = values[rows]
        labels.used[rows, goal[rows]] += 1
        least = np.flatnonzero(values == values.min())
        if len(least) == len(ways):
            return ways, labels
        return ways[least], labels.chosen(least)

    def _different(
        self, clues: NDArray[np.intp], ways: Ways, labels: Labels
    ) -> tuple[Ways, Labels]:
        """Return one of the ways for each image: equal images have the same least images."""
        whole = labels.chosen(np.arange(len(ways)))
        images = np.zeros((len(ways), self._n_cells + len(self._classes)), dtype=np.uint8)
        images[:, self._n_cells :] = ways[:, self._n_cells :] - self._n_cells
        for cell in range(self._n_cells):
            digits = clues[ways[:, cell]]
            values, is_new, goal = self._values(digits, whole)
            rows = np.flatnonzero(is_new)
            whole.of_digit[rows, digits[rows]] = values[rows]
            whole.used[rows, goal[rows]] += 1
            images[:, cell] = values
        keys = np.ascontiguousarray(images).view(np.dtype((np.void, images.shape[1])))
        first = np.sort(np.unique(keys.ravel(), return_index=True)[1])
        return ways[first], labels.chosen(first)

    def _image(
        self, clues: NDArray[np.intp], way: Ways, labels: Labels
    ) -> tuple[tuple[int, ...], Isomorphism]:
        """Return the image and the map of a way."""
        names = labels.of_digit[0]
        for number, digits in enumerate(self._classes):
            goal = labels.goal[0, number]
            unused = iter(sorted(self._classes[goal])[labels.used[0, goal] :])
            for digit in sorted(digits):
                if not names[digit]:
                    names[digit] = next(unused)
        source = way[: self._n_cells]
        cells = np.empty(self._n_cells, dtype=np.intp)
        cells[source] = np.arange(self._n_cells)
        found = Isomorphism(tuple(cells.tolist()), tuple(names[1:].tolist()))
        return tuple(names[clues[source]].tolist()), found


class Labels(NamedTuple):
    """The labels that ways have given to digits.

    Attributes
    ----------
    names
        (n_classes, size): the labels of each class, in ascending order.
    goal
        (n_ways, n_classes): the class that a class of digits becomes.
    of_digit
        (n_ways, n + 1): the label of each digit, 0 for none yet.
    used
        (n_ways, n_classes): how many labels of a class are given.
    """

    names: NDArray[np.intp]
    goal: NDArray[np.intp]
    of_digit: NDArray[np.intp]
    used: NDArray[np.intp]

    def chosen(self, rows: NDArray[np.intp]) -> Labels:
        """Return the labels of some ways, as a copy."""
        return Labels(self.names, self.goal[rows], self.of_digit[rows], self.used[rows])
