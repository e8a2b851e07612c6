"""The work of one task: to merge the rows of a bucket and to expand some of them.

It depends on its arguments only and changes none of them, so any process may do it.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ThreadPoolExecutor
from typing import Any, NamedTuple, cast

from exactcover.engines.frontier.passes import dealt, expanded, merged
from exactcover.engines.frontier.tables import Pass
from exactcover.layered.budget import priced, without_costs
from exactcover.runtime.cores import n_cores
from exactcover.runtime.kernels.types import I64, U64

PIECE = 1 << 14
"""The most rows that are expanded at once, so that what they lead to stays in the cache."""


class Portion(NamedTuple):
    """The work of a task: rows of a layer, to be expanded.

    Attributes
    ----------
    tables
        The tables of the problem.
    layer
        The layer of the rows.
    runs
        The rows.
    is_merged
        Whether they have different keys.
    begin, bits
        See `exactcover.engines.frontier.passes.dealt`.
    most
        How many rows may be expanded.
    costs, limit
        The costs of the options and the most that a state may cost; None where that is not limited.
    """

    tables: Pass
    layer: int
    runs: list[U64]
    is_merged: bool
    begin: U64
    bits: U64
    most: int
    costs: I64 | None = None
    limit: int = 0


class Done(NamedTuple):
    """The result of a task.

    Attributes
    ----------
    n_expanded
        How many rows were expanded.
    rest
        The rows that were not, with different keys.
    found
        The rows that the others lead to, and their buckets.
    """

    n_expanded: int
    rest: U64
    found: list[tuple[int, U64]]


def do(portion: Portion) -> Done:
    """Do the work of a task."""
    n_words = len(portion.tables.words)
    rows = portion.runs[0] if portion.is_merged else merged(portion.runs, n_words)
    here = rows[: portion.most]
    found = []
    for first in range(0, len(here), PIECE):
        piece = here[first : first + PIECE]
        if portion.costs is None:
            done = expanded(portion.tables, portion.layer, piece)
        else:
            done = expanded(portion.tables, portion.layer, without_costs(piece, n_words))
            done = priced(done, piece, portion.costs, portion.limit)
        found += [(bucket, new.copy()) for bucket, new in dealt(done, portion.begin, portion.bits)]
    return Done(len(here), rows[portion.most :], found)


class Crew:
    """The workers.

    Parameters
    ----------
    workers
        Their number; by default one for each core if there is an executor, else one.
    executor
        Anything with the interface of `concurrent.futures.Executor`, or a function that makes one;
        by default threads, because kernels release the GIL.
    """

    def __init__(
        self, workers: int | None, executor: Executor | Callable[[], Executor] | None
    ) -> None:
        self._executor = executor
        self._begun: Executor | None = None
        self.n_workers = workers or (n_cores() if executor is not None else 1)

    def do(self, portions: list[Portion]) -> list[Done]:
        """Do the work of some tasks at the same time.

        The tasks that a broken executor loses are done in this thread.
        """
        if len(portions) == 1 or (self.n_workers == 1 and self._executor is None):
            return [do(portion) for portion in portions]
        futures = [self._started().submit(do, portion) for portion in portions]
        done = []
        for portion, future in zip(portions, futures, strict=True):
            try:
                done.append(future.result())
            except BrokenExecutor:
                self.close()
                done.append(do(portion))
        return done

    def _started(self) -> Executor:
        if self._begun is None:
            if self._executor is None:
                self._begun = ThreadPoolExecutor(self.n_workers)
            else:
                made: Any = self._executor() if callable(self._executor) else self._executor
                self._begun = cast(Executor, made)
        return self._begun

    def close(self) -> None:
        """Release the workers that were started here."""
        is_ours = self._executor is None or callable(self._executor)
        if self._begun is not None and is_ours:
            self._begun.shutdown(cancel_futures=True)
        self._begun = None
