"""`Branch`: a smaller problem whose solutions stand for classes of the whole one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from exactcover.problem.costs import Costs, total_cost
from exactcover.problem.problem import Problem
from exactcover.runtime.kernels.types import U32
from exactcover.runtime.permutations import Permutation
from exactcover.symmetry.action import Action, fixed_by
from exactcover.symmetry.selection import Least

_NO_OPTION = np.uint32(0xFFFFFFFF)
"""Fills the rest of a row; it is the largest number, so sorting keeps it last."""


class Selector(Protocol):
    """Selects one solution of each class; a worker gets it pickled."""

    @property
    def ranks(self) -> NDArray[Any] | None:
        """The symmetries, as ranks of options: two selectors of one branch differ in these only."""

    def __call__(self, rows: Sequence[Sequence[int]]) -> list[bool]:
        """Return for each solution, given by its options, whether it is the one of its class."""


@dataclass(frozen=True)
class Branch:
    """A smaller problem, and what its solutions count for.

    Attributes
    ----------
    action
        The problem, with the symmetries that still act on it.
    weight
        Each solution counts for this many classes, divided by the same number for all branches.
    element
        A symmetry: the solutions are those that it leaves as they are. None for all solutions.
    selector
        Selects one solution of each class; None if all solutions are of different classes, or only
        their weights matter.
    """

    action: Action
    weight: int = 1
    element: Permutation | None = None
    selector: Selector | None = None

    def at_most(self, costs: Costs, max_cost: Any) -> Branch:
        """Return the branch whose solutions cost at most a number, as parts of the whole one."""
        return replace(self, selector=AtMostCost(costs, max_cost, self.action, self.selector))

    def problem(self) -> Problem:
        """Return the problem to search; one that a symmetry defines is made at each call."""
        if self.element is None:
            return self.action.problem
        return fixed_by(self.action.problem, self.element)

    def covers(self, rows: U32, lengths: U32) -> tuple[U32, U32]:
        """Return the selected ones of some solutions, as sorted options of the whole problem.

        They are arrays of the same kind.

        Parameters
        ----------
        rows, lengths
            The options of the solutions, a row each, and how many there are.
        """
        if isinstance(self.selector, Least):
            is_selected = self.selector.select(rows, lengths)
        elif self.selector is not None:
            pairs = zip(rows.tolist(), lengths.tolist(), strict=True)
            is_selected = np.array(self.selector([row[:n] for row, n in pairs]), dtype=np.bool_)
        else:
            is_selected = np.ones(len(rows), dtype=np.bool_)
        rows, lengths = rows[is_selected], lengths[is_selected]
        n_chosen = len(self.action.chosen)
        found = np.full((len(rows), n_chosen + rows.shape[1]), _NO_OPTION, dtype=np.uint32)
        found[:, :n_chosen] = self.action.chosen
        is_there = np.arange(rows.shape[1]) < lengths[:, np.newaxis]
        found[:, n_chosen:][is_there] = self.action.options[rows[is_there]]
        found.sort(axis=1)
        return found, lengths + np.uint32(n_chosen)


@dataclass(frozen=True)
class AtMostCost:
    """Selects of the solutions that another selector admits those that cost at most a number.

    Attributes
    ----------
    costs
        The costs of the options of the whole problem.
    max_cost
        The greatest cost.
    action
        The branch.
    selector
        The other selector; None if that admits all.
    """

    costs: Costs
    max_cost: Any
    action: Action
    selector: Selector | None

    @property
    def ranks(self) -> NDArray[Any] | None:
        """The ranks of the other selector."""
        return None if self.selector is None else self.selector.ranks

    def __call__(self, rows: Sequence[Sequence[int]]) -> list[bool]:
        """Return for each solution whether it is selected."""
        is_cheap = [
            total_cost(self.costs, self.action.options_of(row)) <= self.max_cost for row in rows
        ]
        if self.selector is None:
            return is_cheap
        found = self.selector([row for row, is_one in zip(rows, is_cheap, strict=True) if is_one])
        verdicts = iter(found)
        return [is_one and next(verdicts) for is_one in is_cheap]


class FirstOfClass:
    """Selects the first solution of each class that it meets, and keeps a digest of each class.

    For searches that leave out solutions for reasons which need not be symmetric.
    """

    def __init__(self, elements: NDArray[np.intp]) -> None:
        self._elements = elements
        self._known: set[bytes] = set()

    @property
    def ranks(self) -> NDArray[np.intp]:
        """The symmetries."""
        return self._elements

    def __call__(self, rows: Sequence[Sequence[int]]) -> list[bool]:
        """Return for each solution whether it is the first of its class."""
        n_before = len(self._known)
        found = []
        for row in rows:
            self._known.add(self._least_image(row))
            found.append(len(self._known) > n_before)
            n_before = len(self._known)
        return found

    def _least_image(self, row: Sequence[int]) -> bytes:
        """Return the least of the solutions to which the group takes one, as bytes."""
        images = np.sort(self._elements[:, np.array(row, dtype=np.intp)], axis=1)
        for column in range(images.shape[1]):
            images = images[images[:, column] == images[:, column].min()]
        return bytes(images[0])
