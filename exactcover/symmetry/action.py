"""A problem with a group that acts on its options, and smaller problems that have its classes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from exactcover.portfolio.portfolio import load
from exactcover.problem.bounds import ONCE
from exactcover.problem.derived import keep_only, left_by, restrict
from exactcover.problem.option import Incidence
from exactcover.problem.parts import Parts
from exactcover.problem.problem import Problem
from exactcover.runtime.permutations import Permutation, PermutationGroup, orbits
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.limits import stop_if_due
from exactcover.runtime.search.protocol import Status, counting
from exactcover.symmetry.lex_leader import lex_branches

LEAST_ORDER = 8
"""With fewer symmetries, a problem with chosen options is not divided further.

To count what each symmetry fixes is faster than many small searches, each with its preparation.
"""


SHORT_UPDATES, SHORT_NODES = 1 << 23, 1 << 12
"""A search of as many updates takes less time than to prepare many branches."""


@dataclass(frozen=True)
class Action:
    """A problem with a group of permutations of its options that map solutions to solutions.

    Attributes
    ----------
    problem
        The problem.
    group
        The group.
    chosen
        The options that were chosen before, in the numbers of the whole problem.
    options
        The number of each option in the whole problem.
    """

    problem: Problem
    group: PermutationGroup
    chosen: tuple[int, ...]
    options: NDArray[np.intp]

    @classmethod
    def of(cls, problem: Problem, group: PermutationGroup) -> Action:
        """Return the action of a group on a whole problem."""
        return cls(problem, group, (), np.arange(problem.n_options))

    def branches(self) -> list[Action] | None:
        """Return smaller problems of which each class of solutions has a share; or None.

        If the group takes the options of an item to each other, then each class has a solution with
        the first option of an orbit of these. Two such solutions are in the same class only if a
        symmetry that leaves that option in place takes one to the other. Options that no symmetry
        leaves in place are tried in one search.
        """
        least = self.group.orbits()
        item = self._best_item(least)
        if item is None:
            return None
        incidence = self.problem.incidence
        own = incidence.owners()[incidence.members == item]
        firsts = own[least[own] == own]
        sizes = np.bincount(least, minlength=len(least))[firsts]
        moved = firsts[sizes == self.group.order]
        if len(moved) > 1:
            keep = np.ones(self.problem.n_options, dtype=np.bool_)
            keep[own] = False
            keep[moved] = True
            return [
                self._only(keep, _no_symmetries(self.problem)),
                *map(self._with, firsts[sizes < self.group.order].tolist()),
            ]
        return [self._with(option) for option in firsts.tolist()]

    def lex_branches(self) -> list[Action] | None:
        """Return smaller problems by the least options of symmetric items; or None."""
        found = lex_branches(self.problem, self.group)
        if found is None:
            return None
        return [self._only(branch.keep, branch.group) for branch in found]

    def part(self, problem: Problem, options: NDArray[np.intp]) -> Action:
        """Return the action without symmetries on a problem with some of the options."""
        return Action(problem, _no_symmetries(problem), self.chosen, self.options[options])

    def options_of(self, solution: Sequence[int]) -> list[int]:
        """Return a solution in the numbers of the whole problem, sorted."""
        return sorted([*self.chosen, *self.options[list(solution)].tolist()])

    def _best_item(self, least: NDArray[np.intp]) -> int | None:
        """Return the item for which the fewest options have to be tried; None if it is no gain.

        Only items that are covered exactly once count, whose options are some whole orbits.
        """
        problem = self.problem
        owner = problem.incidence.owners()
        n_all = problem.sizes[: problem.n_primary]
        firsts = problem.incidence.members[least[owner] == owner]
        n_first = np.bincount(firsts, minlength=problem.n_items)[: problem.n_primary]
        bounds = [problem.bounds.get(name, ONCE) for name in problem.primary]
        is_once = np.array([pair == ONCE for pair in bounds], dtype=np.bool_)
        candidates = np.flatnonzero(self._is_invariant(least) & (n_first < n_all) & is_once)
        if not len(candidates):
            return None
        return int(min(candidates, key=lambda k: (n_first[k], -n_all[k])))

    def _is_invariant(self, least: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Return for each primary item whether its options are whole orbits."""
        problem = self.problem
        members = problem.incidence.members.astype(np.int64)
        orbit_size = np.bincount(least, minlength=problem.n_options)
        pairs, counts = np.unique(
            members * problem.n_options + least[problem.incidence.owners()], return_counts=True
        )
        item, orbit = np.divmod(pairs, problem.n_options)
        is_whole = np.ones(problem.n_items, dtype=np.bool_)
        is_whole[item[counts != orbit_size[orbit]]] = False
        return is_whole[: problem.n_primary]

    def _with(self, option: int) -> Action:
        """Return the problem with an option chosen, and the symmetries that leave it in place."""
        stop_if_due()
        keep, is_gone, bounds = left_by(self.problem, [option])
        below = self.group.stabilizer(option)
        chosen = (*self.chosen, int(self.options[option]))
        return self._smaller(keep_only(self.problem, keep, is_gone, bounds), keep, below, chosen)

    def _only(self, keep: NDArray[np.bool_], group: PermutationGroup) -> Action:
        """Return the problem with some options only, and the symmetries that remain."""
        stop_if_due()
        problem = restrict(self.problem, np.flatnonzero(keep).tolist())
        return self._smaller(problem, keep, group, self.chosen)

    def _smaller(
        self,
        problem: Problem,
        keep: NDArray[np.bool_],
        group: PermutationGroup,
        chosen: tuple[int, ...],
    ) -> Action:
        """Return the action of a group of this problem on a problem with some of its options."""
        rest = np.flatnonzero(keep)
        number = np.full(len(keep), -1)
        number[rest] = np.arange(len(rest))
        generators = [number[g[rest]] for g in group.generators]
        return Action(problem, PermutationGroup(len(rest), generators), chosen, self.options[rest])


def _no_symmetries(problem: Problem) -> PermutationGroup:
    """Return the group that leaves every option of a problem in place."""
    return PermutationGroup(problem.n_options, [], 1)


def leaves(action: Action, goal: Goal, may_compare: bool = True) -> Iterator[Action]:
    """Yield smaller problems with their groups, which have the classes of the whole one.

    Where no item has options that are whole orbits, symmetric items are compared, once.
    """
    branches = divided(action)
    has_symmetries = bool(action.group.generators)
    if branches is None and has_symmetries and may_compare and is_long(action.problem, goal):
        branches, may_compare = action.lex_branches(), False
    if branches is None:
        yield action
    else:
        for branch in branches:
            yield from leaves(branch, goal, may_compare)


def divided(action: Action) -> list[Action] | None:
    """Return the branches by an item whose options are whole orbits; None if there are none.

    The branch with several options of the item comes first, if there is one.
    """
    is_worthwhile = action.group.order >= (LEAST_ORDER if action.chosen else 2)
    return action.branches() if is_worthwhile else None


def is_long(problem: Problem, goal: Goal) -> bool:
    """Return whether a search takes long enough to be divided; a short one is done for that."""
    engine = load("auto", problem, goal)(problem.links)
    status = Status.BUDGET_SPENT
    while status != Status.EXHAUSTED and engine.updates < SHORT_UPDATES:
        stop_if_due()
        engine.prepare()
        status = engine.advance(SHORT_NODES, counting())
    return status != Status.EXHAUSTED


def fixed_by(problem: Problem, element: Permutation) -> Problem:
    """Return the problem whose solutions are those that a symmetry maps to themselves.

    Each is made of whole cycles of the symmetry, so a cycle becomes an option, unless two options
    of it cannot be chosen together.
    """
    if (element == np.arange(problem.n_options)).all():
        return problem
    incidence = problem.incidence
    cycle = orbits(problem.n_options, [element])
    pairs, first, place, counts = np.unique(
        cycle[incidence.owners()] * problem.n_items + incidence.members,
        return_index=True,
        return_inverse=True,
        return_counts=True,
    )
    colour = incidence.colours[first]
    differs = np.zeros(len(pairs), dtype=np.bool_)
    differs[place[incidence.colours != colour[place]]] = True
    clashes = (counts > 1) & ((colour == 0) | differs)
    option, item = np.divmod(pairs, problem.n_items)
    is_bad = np.zeros(problem.n_options, dtype=np.bool_)
    is_bad[option[clashes]] = True
    kept = ~is_bad[option]
    lengths = np.unique(option[kept], return_counts=True)[1]
    return Problem.from_parts(
        Parts(
            problem.items,
            problem.n_primary,
            Incidence(
                np.concatenate(([0], np.cumsum(lengths))).astype(np.int64),
                item[kept].astype(np.int32),
                colour[kept],
            ),
            problem.colour_names,
            name=problem.name,
        )
    )
