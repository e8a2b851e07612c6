"""The engine that counts layer by layer in passes, for counts that take minutes or hours.

It does what `exactcover.engines.frontier` does, with the same states. Their rows are in buckets by
layer and hash, so threads or processes expand several buckets at once, and what does not fit the
memory waits on disk. Where symmetries are given, states are merged up to symmetry at some layers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from exactcover.engines.frontier.engine import Frontier
from exactcover.engines.frontier.passes import tables_of
from exactcover.engines.frontier.probe import best_by_probing
from exactcover.engines.frontier.tables import MOST_BITS, lay_out
from exactcover.layered.budget import Budget, widened
from exactcover.layered.merging import Merging
from exactcover.layered.restoring import (
    Rows,
    array_of,
    check_names,
    check_order,
    count_of,
)
from exactcover.layered.stations import Stations
from exactcover.layered.store import Place, Store
from exactcover.layered.work import Crew, Portion
from exactcover.orders.fixed_order import Arrangement, Numbers, arrange, bits_of
from exactcover.orders.order import BEST, item_order, widths
from exactcover.problem.links import Links
from exactcover.problem.problem import Problem
from exactcover.runtime.errors import GaveUpError, ProblemError
from exactcover.runtime.kernels.bitsets import number_of, words_of
from exactcover.runtime.kernels.types import I64, U64
from exactcover.runtime.search.base import BaseEngine
from exactcover.runtime.search.driver import SLICE_SECONDS
from exactcover.runtime.search.limits import HaltedError, clock
from exactcover.runtime.search.protocol import UNLIMITED, Out, Status, check_only_counts, counting

FIRST_STATES = 1 << 20
"""The states that the engine `Frontier` expands first: it is faster for small searches."""
MAX_BYTES = 1 << 30
"""The most memory of the rows, by default."""
BUCKET_ROWS = 1 << 17
"""The number of rows that a bucket should have: they fit the cache when they are merged."""
MOST_SPLIT = 12
"""At most 2 to the power of this are the buckets of a layer."""
MOST_WORK = 1 << 60
"""More nodes and updates than any search has."""
TASK_TESTS = 1 << 20
"""The options that a task tests, for which it takes some milliseconds."""


class Layered(BaseEngine):
    """The engine; see `exactcover.engines.protocol.CoverEngine`. It counts, and lists nothing.

    A node is a state that is expanded, an update an option that is tested.

    Parameters
    ----------
    links
        The problem.
    order
        The order of the items: their numbers, or a name.
    max_bytes
        The memory of the rows; the others are on disk.
    crew
        The workers.
    stations
        Where, and how, states are merged up to symmetry.
    first_states
        See `FIRST_STATES`; 0 for none, as where the search resumes.
    budget
        What the solutions may cost; None where that is not limited.
    """

    name = "frontier"
    counts_only: ClassVar[bool] = True

    def __init__(
        self,
        links: Links,
        order: str | Numbers = BEST,
        max_bytes: int | None = None,
        crew: Crew | None = None,
        stations: Stations | None = None,
        first_states: int = FIRST_STATES,
        budget: Budget | None = None,
    ) -> None:
        self.depth = links.depth
        self.nodes = self.updates = 0
        self._links, self._stations, self._budget = links, stations, budget
        self._max_bytes = MAX_BYTES if max_bytes is None else max_bytes
        self._crew = crew or Crew(1, None)
        self._order = order
        self._given: list[int] = []
        self._reported = 0
        self._total: int | None = None
        self._part = 0.0
        self._first: Frontier | None = None
        self._store: Store | None = None
        self._merging: Merging | None = None
        self._costs: I64 | None = None
        self._arrangement: Arrangement | None = None
        if first_states and stations is None and budget is None:
            most = min(self._max_bytes, MAX_BYTES)
            self._first = Frontier(links, order, most)
        self._first_states = first_states

    def choose(self, options: list[int]) -> bool:
        """Choose these options before the search begins; return whether they agree."""
        given = [*self._given, *options]
        if arrange(bits_of(self._links), np.arange(self._links.n_primary)).cover(given) is None:
            return False
        self._given = given
        return self._first is None or self._first.choose(options)

    def prepare(self) -> None:
        """Begin, or merge states up to symmetry; where that is halted, go on the next time."""
        with suppress(HaltedError):
            if self._first is not None:
                self._first.prepare()
            elif self._store is None:
                self._begin()
            elif self._merging is not None:
                self._merging.go_on()

    def _begin(self) -> None:
        """Find the order and the tables; the first state is in layer 0."""
        bits = bits_of(self._links)
        if isinstance(self._order, str):
            probed = self._order == BEST
            found = best_by_probing(self._links).order if probed else None
            if found is None or not len(found):
                found = item_order(bits, self._order)
            self._order = found
        n_bits = int(widths(bits, self._order).max())
        if n_bits >= MOST_BITS:
            raise GaveUpError(
                f"the method {self.name} gave up: {n_bits} bits of a state are too many: fewer "
                f"than {MOST_BITS} is possible"
            )
        arrangement = arrange(bits, self._order)
        covered = arrangement.cover(self._given)
        assert covered is not None
        self._arrangement = arrangement = arrangement.rest(covered)
        state = lay_out(arrangement, 0)
        self._tables = tables_of(state)
        self._n_layers = len(state.begin) - 1
        self._sizes = np.diff(state.group.astype(np.int64), append=0)
        self._bits = np.zeros(self._n_layers + 1, dtype=np.uint64)
        self._layer, self._waiting = -1, list[tuple[Place, U64 | None]]()
        self._plan = None
        if self._stations is not None:
            self._plan = self._stations.plan(arrangement, self._budget)
        is_possible = True
        if self._budget is not None:
            self._tables = widened(self._tables)
            self._costs = self._budget.costs[state.option_of]
            is_possible = self._budget.sum_of(self._given) <= self._budget.limit
        n_words = len(self._tables.words)
        first = np.zeros((1, n_words + 1), dtype=np.uint64)
        first[0, 0] = first[0, n_words] = 1
        if self._budget is not None and is_possible:
            first[0, n_words - 1] = self._budget.sum_of(self._given)
        store = Store(n_words)
        if is_possible:
            store.add((0, 0), first)
        self._store = store

    def advance(self, node_budget: int, out: Out) -> Status:
        """Count on, for at most `node_budget` nodes, and report at most `out.room` solutions.

        Raises
        ------
        GaveUpError
            If the key of a state has too many bits.
        ProblemError
            If `out` has rows: the solutions are not known one by one.
        """
        check_only_counts(self, out)
        last_node = self.nodes + node_budget
        until = clock() + SLICE_SECONDS
        while self._total is None:
            if self._first is not None:
                self._try_first(self._first, last_node - self.nodes)
                return Status.BUDGET_SPENT if self._total is None else self._report(out.room)
            self.prepare()
            if self._store is None or not (self._merging is None or self._merging.is_done):
                return Status.BUDGET_SPENT
            if not self._step(self._store, last_node - self.nodes):
                self._total = sum(
                    number_of(row[self._store.n_words :])
                    for _, run in self._store.runs()
                    for row in run
                )
                self._store.clear()
            elif self.nodes >= last_node or clock() >= until:
                return Status.BUDGET_SPENT
        return self._report(out.room)

    def _try_first(self, first: Frontier, node_budget: int) -> None:
        """Let the other engine search; if it gives up, begin again."""
        nodes, updates = first.nodes, first.updates
        try:
            status = first.advance(node_budget, counting())
        except GaveUpError:
            status = Status.BUDGET_SPENT
            self._first = None
        if first.nodes >= self._first_states:
            self._first = None
        self.nodes += first.nodes - nodes
        self.updates += first.updates - updates
        self._part = max(self._part, first.part_done())
        if status == Status.EXHAUSTED:
            self._total = first.solutions

    def _report(self, room: int) -> Status:
        """Report further solutions, at most `room` of them."""
        left = (self._total or 0) - self._reported
        found = left if room >= UNLIMITED else min(room, left)
        self._reported += found
        return Status.OUT_FULL if found == room else Status.EXHAUSTED

    def _step(self, store: Store, node_budget: int) -> bool:
        """Expand some rows, or go on to the next layer; return False at the end."""
        if self._relieve(store):
            return True
        while not self._waiting:
            if self._merging is not None:
                self._merging.put_back(store)
                self._merging = None
            elif self._layer + 1 >= self._n_layers:
                return False
            else:
                self._layer += 1
                if self._plan is not None and self._plan.merges_at(self._layer, store):
                    self._merging = Merging(self._plan, self._layer, store)
                    return True
            self._waiting = [(place, None) for place in store.places(self._layer)]
            self._choose_buckets(store)
        if node_budget > 0:
            self._expand(store, node_budget)
        return True

    def _expand(self, store: Store, node_budget: int) -> None:
        """Let the workers expand some buckets of the layer, or parts of them."""
        budget = self._budget
        n_tests = max(1, int(self._sizes[self._layer]))
        n_tasks = 2 * self._crew.n_workers
        most = min(max(1, TASK_TESTS // n_tests), -(-node_budget // n_tasks))
        begin = np.concatenate(([0], np.cumsum(np.uint64(1) << self._bits))).astype(np.uint64)
        portions: list[Portion] = []
        while self._waiting and len(portions) < n_tasks and node_budget > 0:
            (place, rows), *self._waiting = self._waiting
            runs = store.take(place) if rows is None else [rows]
            portion = Portion(
                self._tables, self._layer, runs, rows is not None, begin, self._bits,
                min(most, node_budget), self._costs, 0 if budget is None else budget.limit,
            )  # fmt: skip
            node_budget -= portion.most
            portions.append(portion)
        layers = np.repeat(np.arange(len(self._bits)), np.diff(begin).astype(np.int64))
        first = begin.astype(np.int64)
        for done in self._crew.do(portions):
            self.nodes += done.n_expanded
            self.updates += done.n_expanded * n_tests
            if len(done.rest):
                self._waiting.append(((self._layer, -1), done.rest))
            for bucket, rows in done.found:
                layer = int(layers[bucket])
                store.add((layer, bucket - int(first[layer])), rows)

    def _choose_buckets(self, store: Store) -> None:
        """Choose how many buckets the next layers have: they will have about as many rows."""
        n_rows = store.n_rows(self._layer)
        wanted = min(MOST_SPLIT, (2 * n_rows // self._bucket_rows).bit_length())
        for layer in range(self._layer + 1, self._n_layers):
            if self._bits[layer] < wanted and not store.places(layer):
                self._bits[layer] = wanted

    @property
    def _bucket_rows(self) -> int:
        """The number of rows that a bucket should have; fewer, if the memory is small."""
        row_bytes = 8 * (len(self._tables.words) + 1)
        most = self._max_bytes // (16 * self._crew.n_workers * row_bytes)
        return max(16, min(BUCKET_ROWS, most))

    def _relieve(self, store: Store) -> bool:
        """If the memory is nearly full, merge rows or write some to disk; return whether it was."""
        if store.n_bytes <= self._max_bytes // 2:
            return False
        place = store.loosest()
        if place is not None:
            store.tidy(place)
            return True
        place = store.largest()
        if place is None or store.n_bytes <= 3 * self._max_bytes // 4:
            return False
        store.spill(place)
        return True

    @property
    def solutions(self) -> int:
        """The number of solutions reported so far."""
        return self._reported

    def part_done(self) -> float:
        """Return the part of the layers that is expanded; it never falls."""
        if self._total is not None:
            self._part = 1.0
        elif self._store is not None:
            self._part = max(self._part, max(0, self._layer) / (self._n_layers + 1))
        return self._part

    @staticmethod
    def refuses(problem: Problem) -> str | None:
        """Refuse items with bounds."""
        return Frontier.refuses(problem)

    def arrays(self) -> Iterator[tuple[str, NDArray[Any]]]:
        """Return an iterator over all arrays that the search changes, with their names.

        What the engine `Frontier` does first is not among them: the search begins without it.
        """
        n_runs = n_rows = 0
        yield "given", np.array(self._given, dtype=np.int64)
        yield "work", np.array([self.nodes, self.updates], dtype=np.uint64)
        yield "solutions", words_of(self._reported)
        if self._total is not None:
            yield "total", words_of(self._total)
        if self._store is not None:
            assert not isinstance(self._order, str)
            yield "order", self._order
            yield "bits", self._bits
            yield "layer", np.array([self._layer, self._merging is not None], dtype=np.int64)
            for (layer, number), rows in self._all_rows(self._store):
                yield f"rows.{n_runs}.{layer}.{number}", rows
                n_runs, n_rows = n_runs + 1, n_rows + len(rows)
        yield "runs", np.array([n_runs, n_rows], dtype=np.int64)

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes; see `arrays`."""
        return {name: array.copy() for name, array in self.arrays()}

    def _all_rows(self, store: Store) -> Iterator[tuple[Place, U64]]:
        yield from store.runs()
        yield from (((self._layer, 0), rows) for _, rows in self._waiting if rows is not None)

    def restore(self, snapshot: Mapping[str, NDArray[Any]]) -> None:
        """Restore a snapshot of an engine that was made with the same problem and symmetries.

        Raises
        ------
        ProblemError
            If there is none such.
        """
        runs, n_options = check_names(snapshot), len(self._links.node_of)
        if array_of(snapshot, "given", np.int64, len(self._given)).tolist() != self._given:
            raise ProblemError("other options were chosen before the search")
        self._first = None
        self.nodes, self.updates = array_of(snapshot, "work", np.uint64, 2).tolist()
        if max(self.nodes, self.updates) > MOST_WORK:
            raise ProblemError("it has more work than can be done")
        self._reported = count_of(snapshot, "solutions", n_options)
        if "total" in snapshot:
            self._total = count_of(snapshot, "total", n_options)
        if self._reported > (self._total or 0) or (self._total is not None and runs):
            raise ProblemError("its solutions are not all counted")
        if "order" not in snapshot:
            if runs:
                raise ProblemError("the array 'order' is missing")
            return
        n_primary = self._links.n_primary
        order = array_of(snapshot, "order", np.int64, n_primary)
        check_order(order, self._order, n_primary)
        self._order = order
        self._begin()
        self._bits = array_of(snapshot, "bits", np.uint64, self._n_layers + 1)
        layer, is_merging = map(int, array_of(snapshot, "layer", np.int64, 2))
        if (self._bits > MOST_SPLIT).any() or not -1 <= layer < self._n_layers:
            raise ProblemError("it has another number of layers, or of buckets")
        self._layer = layer
        self._restore_rows(snapshot, runs)
        assert self._store is not None
        self._waiting, self._merging = [], None
        if not is_merging:
            self._waiting = [(place, None) for place in self._store.places(layer)]
        elif self._plan is None or layer not in self._plan.layers or is_merging != 1:
            raise ProblemError(f"states are not merged at layer {layer}")
        else:
            self._merging = Merging(self._plan, layer, self._store)

    def _restore_rows(
        self, snapshot: Mapping[str, NDArray[Any]], runs: list[tuple[str, int, int]]
    ) -> None:
        """Put all rows into the store, in which at most as many as before stay in memory."""
        store, budget = self._store, self._budget
        assert store is not None
        assert self._arrangement is not None
        rows = Rows(self._arrangement, self._tables, None if budget is None else budget.limit)
        store.clear()
        n_left = int(snapshot["runs"][1])
        for name, layer, number in runs:
            if not max(0, self._layer) <= layer <= self._n_layers:
                raise ProblemError(f"the rows of {name!r} are of a layer that is done")
            if number >> int(self._bits[layer]):
                raise ProblemError(f"there is no bucket for the rows of {name!r}")
            run = snapshot[name]
            rows.check(name, run, layer)
            store.add((layer, number), run)
            n_left -= len(run)
            while self._relieve(store):
                pass
        if n_left:
            raise ProblemError(f"{n_left} of its rows are missing")

    def check(self) -> None:
        """Raise AssertionError if an invariant of the position does not hold (slow)."""
        if self._store is None or self._total is not None:
            return
        own = self._tables.own
        for (layer, _), rows in self._all_rows(self._store):
            assert layer >= self._layer
            keys, counts = rows[:, : self._store.n_words], rows[:, self._store.n_words :]
            assert counts.any(axis=1).all()
            assert (keys[:, 0] & np.uint64(1)).all()
            # The layer's own item is not covered.
            assert not (keys & own[layer]).any()

    def close(self) -> None:
        """Release the workers, and delete the files."""
        self._crew.close()
        if self._store is not None:
            self._store.close()
