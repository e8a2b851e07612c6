"""The number of essentially different grids, by the lemma of Cauchy, Frobenius and Burnside.

Grids are essentially the same if a symmetry of the cells and a relabelling make one of the other.
The number of classes is the mean, over all symmetries of the cells, of the number of grids that are
only relabelled, divided by the number of relabellings. Conjugate symmetries relabel equally many.

References
----------
E. Russell and F. Jarvis, "Mathematics of Sudoku II" (2006): 27 of the 275 classes of symmetries of
the usual grids relabel some of them.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import replace
from functools import partial
from math import factorial
from typing import TypeVar

from exactcover.runtime.search.limits import Flag, watched
from sudoku.counting.band_method import count_all_bands, count_completions
from sudoku.counting.conjugacy import CellSymmetry, cell_symmetries, n_cell_symmetries
from sudoku.counting.fixed_by_bands import count_fixed_by_bands
from sudoku.counting.fixed_grids import count_fixed, orbits, relabellings
from sudoku.counting.lines import Lines
from sudoku.counting.stage import Counting, Stage
from sudoku.geometry.shape import Shape

Found = TypeVar("Found")

SHARE_OF_ALL = 0.2
"""The part of the work that is spent on the number of all grids."""


def count_classes(shape: Shape, every: Counting) -> Counting:
    """Count the classes of essentially different grids; `every` counts all grids.

    Relabelled grids are counted as exact covers.
    """
    n_all = yield from _part_of(every, shape)

    def count(one: CellSymmetry, due: Flag) -> int | None:
        return count_fixed(shape, one.images, due)

    return (yield from _mean(shape, n_all, count))


def count_classes_by_bands(shape: Shape) -> Counting:
    """Count the classes of essentially different grids, where `has_few_bands` is true.

    Relabelled grids are counted by their bands, or as exact covers if rows become columns.
    """
    bands = yield from _part_of(count_all_bands(shape.p, shape.q), shape)
    n_all = yield from _part_of(count_completions(bands), shape)

    def count(one: CellSymmetry, due: Flag) -> int | None:
        lines = Lines.of(shape, one.images)
        if lines is None:
            return count_fixed(shape, one.images, due)
        return count_fixed_by_bands(lines, bands, due)

    return (yield from _mean(shape, n_all, count))


def _mean(
    shape: Shape, n_all: int, count_of: Callable[[CellSymmetry, Flag], int | None]
) -> Counting:
    """Count the classes by the number of all grids, and of those that a symmetry relabels."""
    identity, *others = watched(cell_symmetries(shape))
    others = [one for one in watched(others) if any(relabellings(shape, one.images))]
    # The more orbits, the more grids; the classes that take longest come last.
    others.sort(key=lambda each: len(orbits(dict(enumerate(each.images)))))

    def count(task: int, due: Flag) -> int | None:
        found = count_of(others[task], due)
        return None if found is None else found * others[task].size

    (total,) = yield Stage(
        "symmetries",
        [1.0] * len(others),
        count,
        1.0,
        lambda found: _classes(shape, n_all + found[0]),
        adds_up=True,
    )
    order = n_cell_symmetries(shape) * factorial(shape.n)
    n_classes, rest = divmod(n_all * identity.size + total, order)
    assert not rest, "the number of classes is a whole number"
    return n_classes


def _classes(shape: Shape, n_relabelled: int) -> int:
    """Return a lower bound of the number of classes, by relabelled grids that are counted."""
    return -(-n_relabelled // (n_cell_symmetries(shape) * factorial(shape.n)))


def _part_of(
    counting: Generator[Stage, list[int], Found], shape: Shape
) -> Generator[Stage, list[int], Found]:
    """Count grids or bands as the first part of a count of classes."""
    found = None
    while True:
        try:
            stage = next(counting) if found is None else counting.send(found)
        except StopIteration as end:
            value: Found = end.value
            return value
        at_least = partial(_classes_of_part, shape, stage.at_least)
        found = yield replace(stage, ends=stage.ends * SHARE_OF_ALL, at_least=at_least)


def _classes_of_part(shape: Shape, at_least: Callable[[list[int]], int], found: list[int]) -> int:
    """Return a lower bound of the number of classes, by a lower bound of the number of grids."""
    return _classes(shape, at_least(found))
