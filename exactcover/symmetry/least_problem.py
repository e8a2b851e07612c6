"""A smaller problem that has the least solution of each class, and few others.

Let a group take an item A to some others B, C and so on, and let the *kind* of an option at one of
them be as in `exactcover.symmetry.lex_leader`. The options of A have the lowest ranks, by their
kinds; solutions are compared by the sorted ranks of their options. Then, in the least solution of a
class,

- the option of A is the first one of those to which symmetries take it that leave A in place;
- no other item of the orbit has an option of a lower kind than A has.

The first is achieved by leaving options out. For the second there is a secondary item for each
other item B and each kind k: it is covered by the options of A of the kind k or a higher one, and
by those of B of a lower kind, so that no solution has both. The other solutions of a class that are
left are compared with their images.

References
----------
J. Crawford, M. Ginsberg, E. Luks and A. Roy, Symmetry-breaking predicates for search problems
(1996).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from exactcover.problem.derived import restrict
from exactcover.problem.option import Incidence
from exactcover.problem.problem import Problem
from exactcover.runtime.kernels.types import U32
from exactcover.runtime.permutations import PermutationGroup
from exactcover.runtime.search.limits import watched
from exactcover.symmetry.lex_leader import MOST_SYMMETRIES, WORTHWHILE, ItemOrbit, item_orbits

MOST_CONDITIONS = 64
"""The most secondary items that are added."""


@dataclass(frozen=True)
class LeastProblem:
    """A problem that has the least solution of each class.

    Attributes
    ----------
    problem
        The problem.
    options
        Its options, as numbers of the whole problem.
    ranks
        For each symmetry, the rank of the option to which it takes each of these options; the
        identity is the first of them.
    """

    problem: Problem
    options: NDArray[np.intp]
    ranks: U32


def least_problem(
    problem: Problem, group: PermutationGroup, most_share: float = 1.0
) -> LeastProblem | None:
    """Return a smaller problem that has the least solution of each class; None if none is found.

    It has at most about `most_share` of all solutions.
    """
    if problem.has_multiplicities or not 1 < group.order <= MOST_SYMMETRIES:
        return None
    elements = np.array(list(watched(group)))
    best, least_share = None, min(most_share, WORTHWHILE)
    for orbit in item_orbits(problem, group, elements):
        candidate = _Order(orbit, elements)
        share = candidate.share()
        if candidate.n_conditions <= MOST_CONDITIONS and share < least_share:
            best, least_share = candidate, share
    return None if best is None else best.problem_of(problem)


class _Order:
    """The order of solutions by the options of the first item of an orbit."""

    def __init__(self, orbit: ItemOrbit, elements: NDArray[np.intp]) -> None:
        self._orbit, self._elements = orbit, elements
        self._n_kinds = int(orbit.kinds.max()) + 1
        is_first = orbit.places == 0
        by_kind = np.lexsort((orbit.options[is_first], orbit.kinds[is_first]))
        self._own = orbit.options[is_first][by_kind]
        self._own_kinds = orbit.kinds[is_first][by_kind]
        # Symmetries that leave the item in place take its options to each other.
        place = np.empty(elements.shape[1], dtype=np.intp)
        place[self._own] = np.arange(len(self._own))
        still = elements[np.ix_(orbit.images[:, 0] == 0, self._own)]
        self._is_kept = place[still].min(axis=0) == np.arange(len(self._own))

    @property
    def n_conditions(self) -> int:
        """The number of secondary items that are added."""
        return (self._orbit.n_items - 1) * (self._n_kinds - 1)

    def share(self) -> float:
        """Estimate which share of all solutions is left."""
        counts = np.bincount(self._own_kinds, minlength=self._n_kinds)
        kept = np.bincount(self._own_kinds[self._is_kept], minlength=self._n_kinds)
        not_lower = counts[::-1].cumsum()[::-1] / counts.sum()
        return float((kept / counts.sum() * not_lower ** (self._orbit.n_items - 1)).sum())

    def _rank(self) -> NDArray[np.intp]:
        """Return the rank of each option: those of the item come first, by their kinds."""
        is_other = np.ones(self._elements.shape[1], dtype=np.bool_)
        is_other[self._own] = False
        rank = np.empty(len(is_other), dtype=np.intp)
        rank[np.concatenate((self._own, np.flatnonzero(is_other)))] = np.arange(len(is_other))
        return rank

    def problem_of(self, problem: Problem) -> LeastProblem | None:
        """Return the smaller problem; None if a new item would be called like one of the others."""
        names = [
            ("no lower kind", place, kind)
            for place in range(1, self._orbit.n_items)
            for kind in range(1, self._n_kinds)
        ]
        if not set(names).isdisjoint(problem.items):
            return None
        keep = np.ones(problem.n_options, dtype=np.bool_)
        keep[self._own[~self._is_kept]] = False
        options, items = self._conditions()
        in_order = np.lexsort((items, options))
        options, items = options[in_order], items[in_order]
        # An option that is at both items would have the lower kind at the other one.
        is_twice = (options[1:] == options[:-1]) & (items[1:] == items[:-1])
        keep[options[1:][is_twice]] = False
        kept = np.flatnonzero(keep)
        is_kept, number = keep[options], keep.cumsum() - 1
        smaller = restrict(problem, kept.tolist())
        incidence = _extended(
            smaller.incidence, number[options[is_kept]], items[is_kept] + problem.n_items
        )
        parts = replace(smaller._parts, items=(*problem.items, *names), incidence=incidence)
        identity = np.arange(problem.n_options)
        others = self._elements[(self._elements != identity).any(axis=1)]
        images = np.concatenate((identity[np.newaxis], others))[:, kept]
        return LeastProblem(Problem.from_parts(parts), kept, self._rank()[images].astype(np.uint32))

    def _conditions(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return the options of the new items: pairs of an option and a new item, from 0."""
        orbit, item = self._orbit, 0
        options, items = [np.zeros(0, dtype=np.intp)], [np.zeros(0, dtype=np.intp)]
        for place in range(1, orbit.n_items):
            other = orbit.places == place
            for kind in range(1, self._n_kinds):
                for some in (
                    self._own[self._own_kinds >= kind],
                    orbit.options[other & (orbit.kinds < kind)],
                ):
                    options.append(some)
                    items.append(np.full(len(some), item))
                item += 1
        return np.concatenate(options), np.concatenate(items)


def _extended(
    incidence: Incidence, options: NDArray[np.intp], items: NDArray[np.intp]
) -> Incidence:
    """Return the incidence with further pairs of an option and an item, without colours."""
    owners = np.concatenate((incidence.owners(), options))
    by_option = np.argsort(owners, kind="stable")
    n_options = len(incidence.starts) - 1
    members = np.concatenate((incidence.members, items)).astype(np.int32)
    colours = np.concatenate((incidence.colours, np.zeros(len(items), incidence.colours.dtype)))
    return Incidence(
        np.concatenate(([0], np.bincount(owners, minlength=n_options).cumsum())),
        members[by_option],
        colours[by_option],
    )
