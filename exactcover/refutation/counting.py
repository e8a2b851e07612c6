"""Counting: a few classes of items, and how often each option covers the items of a class.

For example the cells of a board and the pieces, each of which covers five cells. All items of a
class get the same weight. So a class is like one item, that must be covered as often as all its
items together, and options that are alike become one option: the other arguments are quick on this
small system.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from exactcover.refutation.classes import independent_rows
from exactcover.refutation.elimination import by_elimination
from exactcover.refutation.relaxation import by_relaxation
from exactcover.refutation.system import Numbers, System
from exactcover.runtime.search.limits import stop_if_due

MOST_KINDS = 1 << 10
"""Options of more different kinds are not compared."""
MOST_APART = 64
"""The most items that are classes of their own."""


def by_counting(system: System, work: int) -> Iterator[Numbers]:
    """Yield weights that are equal for all items of a class.

    The classes are told apart by the bounds of items, and by whether an item is one of those that
    are found first of which no option has two, such as the pieces. Of these, each is a class of its
    own if there are not many.
    """
    is_primary = system.low > 0
    kind = is_primary + 2 * system.are_equations
    keys = [kind]
    if len(system.rows) <= work >> 4:
        is_apart = independent_rows(system, is_primary | ~system.are_equations)
        keys.insert(0, kind + 4 * is_apart)
        if is_apart.sum() <= MOST_APART:
            keys.insert(1, np.where(is_apart, 4 + np.arange(system.n_rows), kind))
    for key in keys:
        classes, class_of = np.unique(key, return_inverse=True)
        if 1 < len(classes) == system.n_rows:
            continue  # the other arguments try the whole system
        small = quotient(system, class_of, len(classes))
        if small is None:
            continue
        for weights in _candidates(small, work):
            yield weights[class_of]


def _candidates(small: System, work: int) -> Iterator[Numbers]:
    """Yield weights of classes."""
    yield np.ones(small.n_rows, dtype=np.int64)
    yield from np.eye(small.n_rows, dtype=np.int64)
    yield from by_elimination(small, work)
    yield from by_relaxation(small, work)


def quotient(system: System, class_of: Numbers, n_classes: int) -> System | None:
    """Return the system whose rows are the sums of those of a class; None if it is not small.

    Columns with equal entries become one. They are told apart by random numbers: if these took two
    different ones for equal, weights that follow from it would prove nothing.
    """
    stop_if_due()
    if not system.n_columns:
        return None
    codes = np.random.default_rng(n_classes).integers(1, 1 << 62, n_classes)
    code = np.add.reduceat(codes[class_of[system.rows]] * system.amounts, system.starts[:-1])
    _, first, kind_of = np.unique(code, return_index=True, return_inverse=True)
    if len(first) > MOST_KINDS:
        return None
    counts = np.zeros((len(first), n_classes), dtype=np.int64)
    for place, column in enumerate(first.tolist()):
        nodes = slice(system.starts[column], system.starts[column + 1])
        np.add.at(counts[place], class_of[system.rows[nodes]], system.amounts[nodes])
    kind, row = np.nonzero(counts)
    return System(
        np.searchsorted(kind, np.arange(len(first) + 1)),
        row,
        counts[kind, row],
        np.bincount(kind_of, system.copies).astype(np.int64),
        np.bincount(class_of, system.low).astype(np.int64),
        np.bincount(class_of, system.high).astype(np.int64),
    )
