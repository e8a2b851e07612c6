"""The snapshots of several engines."""

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.search.protocol import Engine

Snapshot = dict[str, NDArray[Any]]


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
