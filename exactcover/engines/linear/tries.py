"""Tries for a better cover: dives, neighbourhoods of the best cover, and greedy choices.

A dive chooses what the relaxation likes most, and rarely goes back. A neighbourhood is a dive below
most options of the best cover.

References
----------
E. Danna, E. Rothberg, C. Le Pape, "Exploring relaxation induced neighborhoods to improve MIP
solutions" (2005).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.engines.linear import covers
from exactcover.engines.linear.covers import BEST, NOT_FOUND, NOW, improve, no_choice
from exactcover.engines.linear.propagation import FREE
from exactcover.engines.linear.root import NOTHING, Root
from exactcover.engines.linear.tree import Tree
from exactcover.runtime.kernels.types import F64, I64
from exactcover.runtime.search.protocol import copied, put_back

GREEDY_TRIES = 100
CHOICE_WORK = 1 << 22
"""Greedy choices are made in turns: no further one begins after so much work."""
MOST_FAILURES = 40
"""The nodes refuted after which a dive or a neighbourhood is given up."""
FEWEST = 4
"""At least so many options of the best cover are given up in a neighbourhood."""
FIRST_WORK = 1 << 22
"""The work of the tree before the first try."""
MOST_USELESS = 24
"""Tries go on until so many in a row found nothing."""
SHARE = 2
"""After that, the tree has so many times the time of the tries."""
SEED = 2026

_NUMBERS = (
    "spent",
    "_spent_here",
    "_n_tries",
    "_n_failures",
    "_size",
    "_old_work",
    "_limit",
    "_n_useless",
    "_known",
    "_n_left",
    "n_choices",
)


class Tries:
    """Looks for better covers, a step at a time.

    Parameters
    ----------
    root
        The columns, and what is fixed.
    tree
        Visits the nodes of dives.

    Attributes
    ----------
    spent
        The work of the tree.
    n_choices
        The number of greedy choices so far.
    """

    def __init__(self, root: Root, tree: Tree) -> None:
        self._root, self._tree = root, tree
        self.spent = self._spent_here = self._n_tries = self._n_failures = 0
        self._size, self._old_work, self._limit = 2 * FEWEST, 0, 0
        self._n_useless, self._known = 0, 0
        self._n_left = self.n_choices = 0
        self._choice = no_choice(root.rows, root.price, SEED)
        self._reduced: F64 = np.zeros(len(root.price))

    @property
    def updates(self) -> int:
        """The work of greedy choices."""
        return self._old_work + int(self._choice.work[0])

    @property
    def is_due(self) -> bool:
        """Whether tries are better than the tree, or that has had its share of the time."""
        if self.spent < FIRST_WORK:
            return False
        return self._n_useless < MOST_USELESS or SHARE * self._spent_here <= self.spent

    def renumber(self, cover: I64) -> None:
        """Begin anew with the columns that are left; `cover` has the first numbers of the best."""
        root = self._root
        random, self._old_work = self._choice.random.copy(), self.updates
        self._choice = no_choice(root.rows, root.price, SEED)
        self._choice.random[:] = random
        self._reduced = (
            np.zeros(len(root.price))
            if root.bound is None
            else (root.bound.reduced.astype(np.float64))
        )
        self._set(cover)

    def _set(self, cover: I64) -> None:
        """Let greedy choices go on from a cover, given by its first numbers."""
        if not len(cover):
            return
        columns, own = self._root.number_of[cover], self._choice
        price = int(self._root.price[columns].sum())
        own.best[:] = 0
        own.best[columns] = 1
        own.now[:] = own.best
        own.totals[NOW] = own.totals[BEST] = price

    @property
    def is_choosing(self) -> bool:
        """Whether greedy choices are to be made first."""
        return self._n_left > 0

    def begin_choices(self, reduced: F64) -> None:
        """Let some greedy choices come next, by other reduced costs."""
        self._reduced, self._n_left = reduced, GREEDY_TRIES

    def choose(self, most: int) -> tuple[I64, int] | None:
        """Make some of these choices, at most so many; return a cover better than those before."""
        root, own = self._root, self._choice
        known, begun = int(own.totals[BEST]), self.updates
        fixed = root.at_root.value
        value = np.where((own.now == 1) & (fixed == 0), FREE, fixed)  # what is decided stays
        n = improve(
            root.rows, root.price, self._reduced, value, own, GREEDY_TRIES - self._n_left,
            min(most, self._n_left), int(own.work[0]) + CHOICE_WORK,
        )  # fmt: skip
        self.n_choices += int(n)
        # After a dead end without any cover, the next choice would hardly fare better.
        self._n_left -= int(n) if own.totals[NOW] < NOT_FOUND else self._n_left
        self._spent_here += self.updates - begun
        price = int(own.totals[BEST])
        if price >= known:
            return None
        return root.columns[np.flatnonzero((own.best == 1) & root.is_option)], price

    def step(self, cover: I64, limit: int) -> None:
        """Do a step of a try: a node of a dive, or the start of greedy choices."""
        begun = self._root.updates
        stack = self._tree.waiting.stack
        if not stack:
            self._n_tries += 1
            self._n_useless = self._n_useless + 1 if limit == self._known else 0
            self._known = limit
            self._n_failures, self._limit = 0, limit
            if self._n_tries % 2 == 0 and len(cover):
                self._set_if_better(cover)
                self.begin_choices(self._reduced)
            else:
                stack.append(self._tree.first(-(1 << 62), self._kept(cover)))
        else:
            self._dive(stack, limit)
        self._spent_here += 1 + self._root.updates - begun

    def _set_if_better(self, cover: I64) -> None:
        """Let greedy choices go on from the best cover, if they have not found it."""
        columns = self._root.number_of[cover]
        if int(self._root.price[columns].sum()) < self._choice.totals[BEST]:
            self._set(cover)

    def _dive(self, stack: list[Any], limit: int) -> None:
        """Visit the next node of a dive; end it after too many failures, or a better cover."""
        is_rash = self._n_tries == 1
        children = self._tree.visit(stack.pop(), has_bounds=True, is_dive=True, is_rash=is_rash)
        stack += children
        self._n_failures += not children
        if limit < self._limit or self._n_failures > MOST_FAILURES + self._n_tries:
            stack.clear()
            self._size = max(FEWEST, self._size - 1)
        elif not stack:
            self._size += 2

    def _kept(self, cover: I64) -> I64:
        """Return decisions to begin a dive with: options of the best cover to keep."""
        root = self._root
        columns = root.number_of[cover]
        if not len(cover) or self._n_tries == 1:
            return NOTHING
        rng = np.random.default_rng([SEED, self._n_tries])
        size = min(self._size, len(cover))
        rows = root.rows
        is_kept = np.zeros(len(root.price), dtype=np.bool_)
        is_kept[columns] = root.at_root.value[columns] != 0
        n_out = 0
        # Options that share rows are given up together.
        for row in rng.permutation(len(rows.low)).tolist():
            if n_out >= size:
                break
            own = rows.columns[rows.starts[row] : rows.starts[row + 1]]
            if not len(own):
                continue
            near = own[int(rng.random() * len(own))]
            for i in rows.column_rows[rows.column_starts[near] : rows.column_starts[near + 1]]:
                others = rows.columns[rows.starts[i] : rows.starts[i + 1]]
                n_out += int(is_kept[others].sum())
                is_kept[others] = False
        kept = np.flatnonzero(is_kept)
        return 2 * root.columns[kept] + 1

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""
        return copied(self._choice, covers.CHANGING) | {
            "numbers": np.array([getattr(self, name) for name in _NUMBERS], dtype=np.int64),
            "reduced costs": self._reduced.copy(),
        }

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Continue from a snapshot; the columns are those of the restored root."""
        self._choice = no_choice(self._root.rows, self._root.price, SEED)
        put_back(self._choice, covers.CHANGING, snapshot)
        for name, number in zip(_NUMBERS, snapshot["numbers"].tolist(), strict=True):
            setattr(self, name, number)
        self._reduced = snapshot["reduced costs"].copy()
