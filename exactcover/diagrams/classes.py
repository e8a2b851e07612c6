"""The diagram of one solution of each class of symmetric solutions.

Where an item has options that symmetries take to each other, one of each orbit is chosen: the
solutions with one of these are separated from the others by nodes that test them. So the diagram
consists of diagrams of smaller problems. A smaller problem that has symmetries left is searched for
one solution of each class, and these are made into nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from operator import itemgetter

import numpy as np

from exactcover.diagrams.base import ALL, NONE, Nodes
from exactcover.diagrams.diagram import Diagram
from exactcover.diagrams.nodes import without
from exactcover.problem.problem import Problem
from exactcover.runtime.search.limits import stop_if_due
from exactcover.runtime.search.work import UnfinishedError
from exactcover.symmetry.action import Action, divided
from exactcover.symmetry.branch import Branch
from exactcover.symmetry.symmetries import Symmetries

MOST_LISTED = 1 << 18
"""The most classes that are listed, one by one, for a diagram."""
Row = Sequence[int]


class ClassDiagram:
    """The construction of the diagram.

    Parameters
    ----------
    group
        The symmetries.
    construct
        Constructs the diagram of all solutions of a smaller problem.
    find
        Finds at most so many solutions of some branches, one of each class, as sorted options of
        the whole problem.
    """

    def __init__(
        self,
        group: Symmetries,
        construct: Callable[[Problem], Diagram],
        find: Callable[[Sequence[Branch], int], Iterable[Row]],
    ) -> None:
        self._group = group
        self._construct = construct
        self._find = find
        self._columns: tuple[list[int], list[int], list[int]] = ([0, 0], [0, 0], [0, 0])
        self._n_listed = 0

    def diagram(self) -> Diagram:
        """Return the diagram.

        Raises
        ------
        UnfinishedError
            If too many classes would have to be listed.
        """
        problem, action = self._group.problem, self._group.action
        if action is None:
            root = self._listed(self._group.listing_branches, ())
        else:
            root = self._of(action)
        nodes = Nodes(*(np.array(column, dtype=np.uint32) for column in self._columns))
        nothing = np.zeros(problem.n_options, dtype=np.bool_)
        return Diagram(problem, *without(nodes, root, nothing))  # where equal nodes become one

    def _of(self, action: Action) -> int:
        """Return the node of the solutions of a smaller problem, without its chosen options."""
        stop_if_due()
        branches = divided(action)
        if branches is None:
            if not action.group.generators:
                return self._all(action)
            return self._listed([self._group.listing_branch(action)], action.chosen)
        root = NONE
        for branch in branches:
            below = self._of(branch)
            if len(branch.chosen) == len(action.chosen):
                # Only the first branch chooses none: it has some options of the item together.
                root = below
            elif below != NONE:
                root = self._node(branch.chosen[-1], root, below)
        return root

    def _all(self, action: Action) -> int:
        """Return the node of all solutions of a smaller problem."""
        found = self._construct(action.problem)
        shift = len(self._columns[0]) - 2
        self._columns[0].extend(action.options[found._nodes.option[2:]].tolist())
        for column, ends in zip(self._columns[1:], (found._nodes.lo, found._nodes.hi), strict=True):
            ends = ends[2:].astype(np.int64)
            column.extend(np.where(ends > ALL, ends + shift, ends).tolist())
        return found.root + shift if found.root > ALL else found.root

    def _listed(self, branches: Sequence[Branch], chosen: Sequence[int]) -> int:
        """Return the node of one solution of each class of some branches."""
        room = MOST_LISTED - self._n_listed
        rows = [[k for k in row if k not in chosen] for row in self._find(branches, room + 1)]
        if len(rows) > room:
            raise UnfinishedError(
                f"the diagram is not complete: its symmetries would have to be undone by listing "
                f"more than {MOST_LISTED:,} classes, one by one"
            )
        self._n_listed += len(rows)
        return self._of_rows(sorted(rows), 0)

    def _of_rows(self, rows: Sequence[Row], place: int) -> int:
        """Return the node of some sorted solutions, from a place on."""
        root = NONE
        if rows and len(rows[0]) == place:  # with bounds, other solutions may go on from here
            root, rows = ALL, rows[1:]
        by_option = [(k, list(some)) for k, some in groupby(rows, key=itemgetter(place))]
        for option, some in reversed(by_option):
            root = self._node(option, root, self._of_rows(some, place + 1))
        return root

    def _node(self, option: int, lo: int, hi: int) -> int:
        for column, value in zip(self._columns, (option, lo, hi), strict=True):
            column.append(value)
        return len(self._columns[0]) - 1
