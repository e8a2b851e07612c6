"""Branches by the least options of symmetric items, where no item has an orbit of its own.

Let a group take some items to each other. An option at one of them has a *kind*: two options at two
of these items are of one kind if a symmetry takes the one to the other together with the items. For
each solution there is a least kind at these items, and the set of items that have it. The solutions
are divided by these: by the kind, and by the set of items up to symmetry. In such a branch only
symmetries that keep the set of items remain, so two solutions in it are symmetric exactly if one of
these takes one to the other.

Most solutions have the least kind at one item only, so a branch has few symmetries left, and the
branches together have about as many solutions as there are classes. This is the first step of
comparing solutions with their images in lexicographic order; it never leaves a tie undecided.

References
----------
J. Crawford, M. Ginsberg, E. Luks and A. Roy, Symmetry-breaking predicates for search problems
(1996).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from exactcover.problem.bounds import ONCE
from exactcover.problem.problem import Problem
from exactcover.runtime.permutations import Permutation, PermutationGroup, generated, orbits
from exactcover.runtime.search.limits import stop_if_due, watched

MOST_ITEMS = 8
"""The most items in an orbit; there may be two to the power of this sets of them."""
MOST_SYMMETRIES = 400
"""The largest group whose symmetric items are compared."""
MOST_BRANCHES = 256
WORTHWHILE = 0.75
"""The largest estimated share of the solutions that is searched for."""


@dataclass(frozen=True)
class LexBranch:
    """The options of a branch, and the symmetries that it has.

    Attributes
    ----------
    keep
        Which options remain.
    group
        The symmetries, as they act on all options.
    """

    keep: NDArray[np.bool_]
    group: PermutationGroup


@dataclass(frozen=True)
class ItemOrbit:
    """Some items that symmetries take to each other, and the kinds of their options.

    Attributes
    ----------
    options, places
        For each option and each of these items that it has: the option, and the place of the item.
    kinds
        The kind of each of these pairs; the kinds are numbered from 0.
    images
        For each symmetry, the place of the item to which it takes each item.
    """

    options: NDArray[np.intp]
    places: NDArray[np.intp]
    kinds: NDArray[np.intp]
    images: NDArray[np.intp]

    @property
    def n_items(self) -> int:
        """The number of items."""
        return len(self.images[0])

    @property
    def n_branches(self) -> int:
        """How many branches there are at most."""
        return (int(self.kinds.max()) + 1) * sum(1 for _ in self.sets())

    def sets(self) -> Iterator[tuple[int, ...]]:
        """Yield one of each class of symmetric sets of items that are not empty."""
        seen: set[tuple[int, ...]] = set()
        for size in range(1, self.n_items + 1):
            for some in combinations(range(self.n_items), size):
                if some not in seen:
                    seen.update(map(tuple, np.sort(self.images[:, some], axis=1).tolist()))
                    yield some

    def share(self) -> float:
        """Estimate which share of all solutions the branches have."""
        counts = np.bincount(self.kinds) / self.n_items
        n_options = counts.sum()
        share = 0.0
        for kind, count in enumerate(counts.tolist()):
            higher = counts[kind + 1 :].sum() / n_options
            for some in self.sets():
                # Where one item has the kind, its options are taken to each other: one is tried.
                own = 1 / n_options if len(some) == 1 else (count / n_options) ** len(some)
                share += own * higher ** (self.n_items - len(some))
        return float(share)

    def branch(
        self, kind: int, some: Sequence[int], elements: NDArray[np.intp]
    ) -> LexBranch | None:
        """Return the branch whose least kind is at some items; None if it has no solution."""
        has_it = np.isin(self.places, some)
        fits = np.where(has_it, self.kinds == kind, self.kinds > kind)
        if len(np.unique(self.places[fits])) < self.n_items:
            return None
        keep = np.ones(elements.shape[1], dtype=np.bool_)
        keep[self.options[~fits]] = False
        is_kept = (np.sort(self.images[:, some], axis=1) == some).all(axis=1)
        return LexBranch(keep, generated(elements[is_kept]))


def lex_branches(problem: Problem, group: PermutationGroup) -> list[LexBranch] | None:
    """Return a division of the solutions by the least options of symmetric items.

    Returns
    -------
    The branches; None if the group is too large, or no items are promising.
    """
    if not 1 < group.order <= MOST_SYMMETRIES:
        return None
    elements = np.array(list(watched(group)))
    known = [
        orbit
        for orbit in item_orbits(problem, group, elements)
        if orbit.n_items > 1 and orbit.n_branches <= MOST_BRANCHES
    ]
    best = min(known, key=ItemOrbit.share, default=None)
    if best is None or best.share() > WORTHWHILE:
        return None
    kinds = range(int(best.kinds.max()) + 1)
    found = (best.branch(kind, some, elements) for kind in kinds for some in best.sets())
    return [branch for branch in found if branch is not None]


def item_orbits(
    problem: Problem, group: PermutationGroup, elements: NDArray[np.intp]
) -> Iterator[ItemOrbit]:
    """Yield the orbits of primary items that are covered once, if they are small."""
    own = _options_of_items(problem)
    number = {options.tobytes(): item for item, options in own.items()}

    def image(element: Permutation, item: int) -> int:
        return number[np.sort(element[own[item]]).tobytes()]

    place_of = {item: place for place, item in enumerate(own)}
    moved = [
        np.array([place_of[image(generator, item)] for item in own], dtype=np.intp)
        for generator in watched(group.generators, every=1)
    ]
    least = orbits(len(own), moved)
    in_order = np.array(list(own), dtype=np.intp)
    for first in np.unique(least):
        items = in_order[least == first].tolist()
        if len(items) <= MOST_ITEMS:
            stop_if_due()
            place = {own[item].tobytes(): k for k, item in enumerate(items)}
            moved_to = [np.sort(elements[:, own[item]], axis=1) for item in items]
            images = [[place[row.tobytes()] for row in rows] for rows in moved_to]
            yield _item_orbit([own[item] for item in items], np.array(images).T, elements)


def _options_of_items(problem: Problem) -> dict[int, NDArray[np.intp]]:
    """Return the sorted options of primary items that are covered once; of equal items, one."""
    incidence = problem.incidence
    in_order = np.argsort(incidence.members, kind="stable")
    owners = np.split(incidence.owners()[in_order], np.cumsum(problem.sizes)[:-1])
    found: dict[bytes, int] = {}
    for item in range(problem.n_primary):
        if len(owners[item]) and problem.bounds.get(problem.items[item], ONCE) == ONCE:
            found.setdefault(owners[item].tobytes(), item)
    return {item: owners[item].astype(np.intp) for item in found.values()}


def _item_orbit(
    own: list[NDArray[np.intp]], images: NDArray[np.intp], elements: NDArray[np.intp]
) -> ItemOrbit:
    """Return the orbit of items with these options; the fewest options have the first kinds."""
    options = np.concatenate(own)
    places = np.repeat(np.arange(len(own)), [len(some) for some in own])
    n_options = elements.shape[1]
    # All pairs to which symmetries take a pair are of its kind: the least of them names it.
    names = (images[:, places] * n_options + elements[:, options]).min(axis=0)
    _, kinds, sizes = np.unique(names, return_inverse=True, return_counts=True)
    by_size = np.argsort(np.argsort(sizes, kind="stable"), kind="stable")
    return ItemOrbit(options, places, by_size[kinds].astype(np.intp), images)
