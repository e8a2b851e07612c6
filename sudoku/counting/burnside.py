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

from collections.abc import Callable
from dataclasses import replace
from math import factorial

from exactcover.limits import Flag, watched
from sudoku.counting.conjugacy import cell_symmetries, n_cell_symmetries
from sudoku.counting.fixed_grids import count_fixed, orbits
from sudoku.counting.stage import Counting, Stage
from sudoku.geometry.shape import Shape

__all__ = ["count_classes"]

SHARE_OF_ALL = 0.2
"""The part of the work that is spent on the number of all grids."""


def count_classes(shape: Shape, every: Counting) -> Counting:
    """Count the classes of essentially different grids; `every` counts all grids."""
    order = n_cell_symmetries(shape) * factorial(shape.n)

    def classes(n_relabelled: int) -> int:
        return -(-n_relabelled // order)

    n_all = yield from _part_of(every, SHARE_OF_ALL, classes)
    identity, *others = watched(cell_symmetries(shape))
    # The more orbits, the more grids; the classes that take longest come last.
    others.sort(key=lambda each: len(orbits(dict(enumerate(each.images)))))

    def count(task: int, due: Flag) -> int | None:
        one = others[task]
        found = count_fixed(shape, one.images, due)
        return None if found is None else found * one.size

    (total,) = yield Stage(
        "symmetries",
        [1.0] * len(others),
        count,
        1.0,
        lambda found: classes(n_all + found[0]),
        adds_up=True,
    )
    n_classes, rest = divmod(n_all * identity.size + total, order)
    assert not rest, "the number of classes is a whole number"
    return n_classes


def _part_of(counting: Counting, share: float, at_least: Callable[[int], int]) -> Counting:
    """Count as a part of a larger count."""
    found = None
    while True:
        try:
            stage = next(counting) if found is None else counting.send(found)
        except StopIteration as end:
            return int(end.value)
        found = yield _within(stage, share, at_least)


def _within(stage: Stage, share: float, at_least: Callable[[int], int]) -> Stage:
    own = stage.at_least
    return replace(stage, ends=stage.ends * share, at_least=lambda found: at_least(own(found)))
