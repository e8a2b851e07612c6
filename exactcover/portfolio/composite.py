"""Engines that wrap another engine, and the snapshots of several engines."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.search.base import BaseEngine
from exactcover.search.protocol import Engine

Snapshot = dict[str, NDArray[Any]]


class Wrapper(BaseEngine):
    """The base of engines that let another one search, and change only its solutions.

    Parameters
    ----------
    engine
        The engine that searches.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    @property
    def choice(self) -> Sequence[str]:
        """Which engines search, and why."""
        return self._engine.choice

    @property
    def nodes(self) -> int:
        """The number of nodes of the search tree visited so far."""
        return self._engine.nodes

    @property
    def updates(self) -> int:
        """How much work was done so far, as the engine reckons it."""
        return self._engine.updates

    @property
    def solutions(self) -> int:
        """The number of solutions found so far."""
        return self._engine.solutions

    def part_done(self) -> float:
        """Return the part of the engine's search that is done."""
        return self._engine.part_done()

    def prepare(self) -> None:
        """Let the engine prepare its next time slice."""
        self._engine.prepare()

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""
        return self._engine.snapshot()

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Restore a snapshot of an engine that was made with the same arguments."""
        self._engine.restore(snapshot)

    def check(self) -> None:
        """Raise AssertionError if an invariant of the position does not hold (slow)."""
        self._engine.check()


def snapshots(engines: Mapping[Any, Engine]) -> Snapshot:
    """Return the snapshots of several engines as one; every name begins with an engine's."""
    return {
        f"{name}.{key}": array
        for name, engine in engines.items()
        for key, array in engine.snapshot().items()
    }


def restore(engines: Mapping[Any, Engine], snapshot: Snapshot) -> None:
    """Restore every engine from what `snapshots` returned."""
    for name, engine in engines.items():
        prefix = f"{name}."
        own = {key: array for key, array in snapshot.items() if key.startswith(prefix)}
        engine.restore({key.removeprefix(prefix): array for key, array in own.items()})


def flat(solutions: Iterable[Iterable[int]]) -> tuple[NDArray[np.uint32], NDArray[np.int64]]:
    """Return the options of solutions one after another, and how many each has."""
    rows = [list(solution) for solution in solutions]
    options = [option for row in rows for option in row]
    return np.array(options, dtype=np.uint32), np.array([len(row) for row in rows], dtype=np.int64)


def lists(options: NDArray[np.uint32], lengths: NDArray[np.int64]) -> list[list[int]]:
    """Return the solutions that `flat` put one after another."""
    rest = iter(options.tolist())
    return [list(islice(rest, length)) for length in lengths.tolist()]
