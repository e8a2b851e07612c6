"""A problem with a group that acts on its options, and smaller problems that count for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from exactcover.limits import stop_if_due
from exactcover.problem.bounds import ONCE
from exactcover.problem.derived import keep_only, left_by
from exactcover.problem.option import Incidence
from exactcover.problem.parts import Parts
from exactcover.problem.problem import Problem
from exactcover.symmetry.permutations import Permutation, PermutationGroup, orbits

__all__ = ["Action", "Case", "fixed_by", "leaves"]

LEAST_ORDER = 8
"""With fewer symmetries, a problem with chosen options is not divided further.

To count what each symmetry fixes is faster than many small searches, each with its preparation.
"""


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
        """Return a choice of options of which each class of solutions has exactly one; or None.

        If the group takes the options of an item to each other, then each class has a solution with
        the first option of an orbit of these. Two such solutions are in the same class only if a
        symmetry that leaves that option in place takes one to the other.
        """
        least = self.group.orbits()
        item = self._best_item(least)
        if item is None:
            return None
        incidence = self.problem.incidence
        own = incidence.owners()[incidence.members == item]
        return [self._with(int(option)) for option in own[least[own] == own]]

    def options_of(self, solution: Sequence[int]) -> list[int]:
        """Return a solution in the numbers of the whole problem, sorted."""
        return sorted([*self.chosen, *self.options[solution].tolist()])

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
        rest = np.flatnonzero(keep)
        number = np.full(len(keep), -1)
        number[rest] = np.arange(len(rest))
        below = self.group.stabilizer(option)
        return Action(
            keep_only(self.problem, keep, is_gone, bounds),
            PermutationGroup(len(rest), [number[g[rest]] for g in below.generators]),
            (*self.chosen, int(self.options[option])),
            self.options[rest],
        )


@dataclass(frozen=True)
class Case:
    """A problem whose solutions count for those of another one.

    Attributes
    ----------
    problem
        The problem.
    weight
        The number of classes that each of its solutions counts for.
    """

    problem: Problem
    weight: Fraction


def leaves(action: Action) -> Iterator[Action]:
    """Yield smaller problems with their groups, which have the classes of the whole one."""
    is_worthwhile = not action.chosen or action.group.order >= LEAST_ORDER
    branches = action.branches() if is_worthwhile else None
    if branches is None:
        yield action
    else:
        for branch in branches:
            yield from leaves(branch)


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
