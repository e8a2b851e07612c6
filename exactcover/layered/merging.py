"""One merge of all states up to symmetry, which may take long and is done in pieces."""

from __future__ import annotations

import numpy as np

from exactcover.compiled.types import U64
from exactcover.engines.frontier.passes import merged
from exactcover.layered.stations import Plan
from exactcover.layered.store import Place, Store
from exactcover.limits import clock
from exactcover.search.driver import SLICE_SECONDS


class Merging:
    """The merge before one layer; the store stays as it is until the end.

    Parameters
    ----------
    plan
        The names of states.
    cut
        The layer.
    store
        The states of this layer and of later ones.
    """

    def __init__(self, plan: Plan, cut: int, store: Store) -> None:
        self._plan, self._cut = plan, cut
        by_layer: dict[int, list[U64]] = {}
        for (layer, _), run in store.runs():
            by_layer.setdefault(layer, []).append(run)
        self._rows: dict[int, U64] = {}
        for layer, runs in by_layer.items():
            rows = merged(runs, store.n_words)
            # In a fixed order, so that the same states stay in every run.
            self._rows[layer] = rows[np.lexsort(rows[:, : store.n_words].T[::-1])]
        self._pieces = [
            (layer, first)
            for layer, rows in self._rows.items()
            for first in range(0, len(rows), plan.names.piece)
        ]
        self._n_done = 0
        self._n_words = store.n_words
        # Of each state that may have solutions: its name and its count, its layer and its row.
        self._named: list[U64] = []
        self._rows_named: list[tuple[int, U64]] = []

    @property
    def is_done(self) -> bool:
        """Whether all states have names."""
        return self._n_done == len(self._pieces)

    def go_on(self) -> None:
        """Name more states, for about the time of a slice."""
        until = clock() + SLICE_SECONDS
        while not self.is_done and clock() < until:
            layer, first = self._pieces[self._n_done]
            rows = self._rows[layer][first : first + self._plan.names.piece]
            names, has_hope = self._plan.names.names(rows[:, : self._n_words], layer, self._cut)
            rows = rows[has_hope]
            self._named.append(np.concatenate((names[has_hope], rows[:, self._n_words :]), axis=1))
            self._rows_named.append((layer, rows))
            self._n_done += 1

    def put_back(self, store: Store) -> None:
        """Leave one state for each name, with the sum of the counts of all."""
        store.clear()
        if not self._named:
            return
        n_name_words = self._named[0].shape[1] - self._rows_named[0][1].shape[1] + self._n_words
        sums = merged(self._named, n_name_words)
        count_of = {row[:n_name_words].tobytes(): row[n_name_words:] for row in sums}
        left: dict[int, list[U64]] = {}
        for named, (layer, rows) in zip(self._named, self._rows_named, strict=True):
            for name, row in zip(named, rows, strict=True):
                count = count_of.pop(name[:n_name_words].tobytes(), None)
                if count is not None:
                    left.setdefault(layer, []).append(np.concatenate((row[: self._n_words], count)))
        for layer, states in left.items():
            place: Place = (layer, 0)
            store.add(place, np.stack(states))
