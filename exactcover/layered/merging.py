"""One merge of all states up to symmetry, which may take long and is done in pieces."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from exactcover.engines.frontier.passes import merged
from exactcover.layered.stations import Plan
from exactcover.layered.store import Store
from exactcover.runtime.kernels.types import U64
from exactcover.runtime.search.driver import SLICE_SECONDS
from exactcover.runtime.search.limits import clock


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
        self._plan, self._cut, self._n_words = plan, cut, store.n_words
        by_layer: dict[int, list[U64]] = {}
        for (layer, _), run in store.runs():
            by_layer.setdefault(layer, []).append(run)
        self._rows = {layer: _in_order(runs, store.n_words) for layer, runs in by_layer.items()}
        self._pieces = [
            (layer, first)
            for layer, rows in self._rows.items()
            for first in range(0, len(rows), plan.names.piece)
        ]
        self._n_done = 0
        # The names, the layers and the rows of the states that may have solutions.
        self._names: list[U64] = []
        self._layers: list[NDArray[np.int64]] = []
        self._kept: list[U64] = []

    @property
    def is_done(self) -> bool:
        """Whether all states have names."""
        return self._n_done == len(self._pieces)

    def go_on(self) -> None:
        """Name more states, at least one piece, for about the time of a slice."""
        until = clock() + SLICE_SECONDS
        while not self.is_done:
            layer, first = self._pieces[self._n_done]
            rows = self._rows[layer][first : first + self._plan.names.piece]
            names, has_hope = self._plan.names.names(rows[:, : self._n_words], layer, self._cut)
            if self._plan.has_costs:
                names = np.column_stack((names, rows[:, self._n_words - 1]))
            self._names.append(names[has_hope])
            self._kept.append(rows[has_hope])
            self._layers.append(np.full(len(self._kept[-1]), layer))
            self._n_done += 1
            if clock() >= until:
                break

    def put_back(self, store: Store) -> None:
        """Leave one state for each name, with the sum of the counts of all."""
        store.clear()
        if not self._names:
            return
        width = max(rows.shape[1] for rows in self._kept)
        rows = np.concatenate([_widened(rows, width) for rows in self._kept])
        names, layers = np.concatenate(self._names), np.concatenate(self._layers)
        n_name_words = names.shape[1]
        sums = merged([np.concatenate((names, rows[:, self._n_words :]), axis=1)], n_name_words)
        # In the order of the names: the first state of each, and the sum of the counts.
        _, first = np.unique(_texts(names), return_index=True)
        sums = sums[np.argsort(_texts(sums[:, :n_name_words]))]
        left = np.concatenate((rows[first, : self._n_words], sums[:, n_name_words:]), axis=1)
        for layer in np.unique(layers[first]).tolist():
            store.add((layer, 0), left[layers[first] == layer])


def _in_order(runs: list[U64], n_words: int) -> U64:
    """Merge the rows of a layer, and sort them, so that the same states stay in every run."""
    rows = merged(runs, n_words)
    in_order: U64 = rows[np.lexsort(rows[:, :n_words].T[::-1])]
    return in_order


def _widened(rows: U64, width: int) -> U64:
    """Return rows with zeros behind them."""
    return np.pad(rows, ((0, 0), (0, width - rows.shape[1])))


def _texts(words: U64) -> NDArray[np.void]:
    """Return each row of words as one thing that can be compared."""
    return np.ascontiguousarray(words).view(f"V{8 * words.shape[1]}").ravel()
