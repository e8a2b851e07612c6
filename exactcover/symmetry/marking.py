"""Branches of groups that are too large to be listed: one item after another is marked.

Of the solutions with a marked item, symmetric ones are left out by choosing one option of each
orbit under the symmetries that leave the item in place. A class of solutions is then met once for
each class of its items, and one of these is chosen: that of the item which comes first in a
canonical labelling of the graph with the solution. Then the next item is marked, until few
symmetries remain.

References
----------
B. D. McKay, Isomorph-free exhaustive generation (1998).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from exactcover.problem.bounds import ONCE
from exactcover.problem.derived import keep_only, left_by
from exactcover.problem.problem import Problem
from exactcover.runtime.kernels.types import U32
from exactcover.runtime.permutations import PermutationGroup, orbits
from exactcover.runtime.search.limits import stop_if_due
from exactcover.symmetry.action import Action
from exactcover.symmetry.branch import Branch
from exactcover.symmetry.graph import ProblemGraph
from exactcover.symmetry.selection import Least

FEW_SYMMETRIES = 48
"""With as few symmetries as this no more item is marked."""
MOST_ORBITS = 8
"""An item is not marked if it has options of more orbits than this."""


@dataclass(frozen=True)
class Mark:
    """A marked item.

    Attributes
    ----------
    item
        The item.
    orbit
        The items to which symmetries take it that leave the items marked before in place.
    """

    item: int
    orbit: NDArray[np.intp]


@dataclass(frozen=True)
class Canonical:
    """Selects the solution of each class whose marked items are the canonical ones.

    Attributes
    ----------
    graph
        The graph of the problem; its automorphisms are all symmetries.
    action
        The branch.
    marks
        The marked items, one after another.
    least
        Selects one solution of each class under the symmetries that remain; None if there are too
        many of these.
    """

    graph: ProblemGraph
    action: Action
    marks: tuple[Mark, ...]
    least: Least | None

    @property
    def ranks(self) -> U32 | None:
        """The ranks of `least`; all else follows from the problem."""
        return None if self.least is None else self.least.ranks

    def __call__(self, rows: Sequence[Sequence[int]]) -> list[bool]:
        """Return for each solution whether it is the one of its class."""
        found = [True] * len(rows) if self.least is None else self.least(rows)
        return [
            is_least and self._is_selected(self.action.options_of(row))
            for is_least, row in zip(found, rows, strict=True)
        ]

    def _is_selected(self, solution: list[int]) -> bool:
        stop_if_due()
        items: list[int] = []
        for mark in self.marks:
            if not self.graph.is_first(mark.item, mark.orbit, solution, items):
                return False
            items.append(mark.item)
        # The symmetries that remain leave the marked items and their options in place.
        still = [*items, *self.graph.vertex_of_option[list(self.action.chosen)].tolist()]
        return self.least is not None or self.graph.is_canonical(solution, still)


def marked_branches(
    problem: Problem, graph: ProblemGraph, group: PermutationGroup
) -> Iterator[Branch]:
    """Yield branches that together have one selected solution of each class.

    Parameters
    ----------
    problem
        The problem.
    graph
        Its graph.
    group
        All automorphisms of the graph; of equal items, only the first is moved.
    """
    yield from _Marking(problem, graph).branches(group, [], ())


@dataclass(frozen=True)
class _Marking:
    """The problem and its graph; see `marked_branches`."""

    problem: Problem
    graph: ProblemGraph

    def branches(
        self, group: PermutationGroup, chosen: list[int], marks: tuple[Mark, ...]
    ) -> Iterator[Branch]:
        """Yield the branches with some options chosen and some items marked."""
        stop_if_due()
        action = self._action(group, chosen)
        found = None if group.order <= FEW_SYMMETRIES else self._next(action, group)
        if found is None:
            yield Branch(action, selector=self._selector(action, marks))
            return
        item, firsts, below = found
        orbit = np.flatnonzero(group.orbits()[: self.problem.n_items] == group.orbits()[item])
        mark = Mark(item, np.flatnonzero(np.isin(self.graph.first_alike, orbit)))
        for option in firsts:
            rest = below.stabilizer(int(self.graph.vertex_of_option[option]))
            yield from self.branches(rest, [*chosen, option], (*marks, mark))

    def _action(self, group: PermutationGroup, chosen: list[int]) -> Action:
        """Return the problem with some options chosen, and the group on those that remain."""
        keep, is_gone, bounds = left_by(self.problem, chosen)
        rest = np.flatnonzero(keep)
        number = np.full(self.problem.n_options, -1)
        number[rest] = np.arange(len(rest))
        moved = [self.graph.option_permutation(g) for g in group.generators]
        own = PermutationGroup(len(rest), [number[g[rest]] for g in moved])
        return Action(keep_only(self.problem, keep, is_gone, bounds), own, tuple(chosen), rest)

    def _selector(self, action: Action, marks: tuple[Mark, ...]) -> Canonical | None:
        """Return the selector of a branch; None if its solutions are of different classes."""
        least = None
        if not action.group.generators:
            least = Least.of(np.arange(action.problem.n_options)[np.newaxis])
        elif action.group.order <= FEW_SYMMETRIES:
            least = Least.of(np.array(list(action.group)))
        return Canonical(self.graph, action, marks, least)

    def _next(
        self, action: Action, group: PermutationGroup
    ) -> tuple[int, list[int], PermutationGroup] | None:
        """Return the next item, its options to try, and the group that leaves the item in place.

        It is an item with the fewest options, among those in the largest orbit.
        """
        if not action.group.generators:
            return None
        rest = action.problem
        number = {name: k for k, name in enumerate(self.problem.items)}
        orbit_of = group.orbits()
        sizes = np.bincount(orbit_of)
        candidates = [
            (int(rest.sizes[k]), -int(sizes[orbit_of[number[name]]]), number[name], k)
            for k, name in enumerate(rest.primary)
            if rest.bounds.get(name, ONCE) == ONCE
            and self.graph.first_alike[number[name]] == number[name]
        ]
        if not candidates:
            return None
        *_, item, own = min(candidates)
        below = group.stabilizer(item)
        options = action.options[rest.incidence.owners()[rest.incidence.members == own]]
        moved = map(self.graph.option_permutation, below.generators)
        firsts = np.unique(orbits(self.problem.n_options, moved)[options]).tolist()
        return (item, firsts, below) if len(firsts) <= MOST_ORBITS else None
