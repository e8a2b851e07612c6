"""The states that wait to be expanded: rows in buckets, in memory and on disk."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from exactcover.engines.frontier.passes import merged
from exactcover.runtime.kernels.types import U64

Place = tuple[int, int]
"""A bucket: its layer, and its number in the layer."""


@dataclass
class Bucket:
    """Some rows of one layer.

    Attributes
    ----------
    runs
        The rows in memory, in several arrays.
    files
        The files of the others.
    n_rows
        The number of rows in `runs`.
    n_merged
        The number of those that have different keys, because they were merged.
    n_on_disk
        The number of rows in files.
    """

    runs: list[U64] = field(default_factory=list)
    files: list[Path] = field(default_factory=list)
    n_rows: int = 0
    n_merged: int = 0
    n_on_disk: int = 0

    @property
    def n_bytes(self) -> int:
        """The bytes of the rows in memory."""
        return sum(run.nbytes for run in self.runs)


class Store:
    """The rows of all layers that are not expanded yet.

    Parameters
    ----------
    n_words
        The number of words of a key.

    Attributes
    ----------
    n_bytes
        The bytes of all rows in memory.
    n_spilled
        The number of rows that were written to disk, in all.
    """

    def __init__(self, n_words: int) -> None:
        self.n_words = n_words
        self.n_bytes = self.n_spilled = 0
        self._buckets: dict[Place, Bucket] = {}
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._n_files = 0

    def add(self, place: Place, rows: U64) -> None:
        """Add rows to a bucket."""
        bucket = self._buckets.setdefault(place, Bucket())
        bucket.runs.append(rows)
        bucket.n_rows += len(rows)
        self.n_bytes += rows.nbytes

    def take(self, place: Place) -> list[U64]:
        """Remove a bucket; return its rows, also those on disk."""
        bucket = self._buckets.pop(place)
        self.n_bytes -= bucket.n_bytes
        runs = bucket.runs
        for file in bucket.files:
            runs.append(np.load(file, allow_pickle=False))
            file.unlink()
        return runs

    def places(self, layer: int) -> list[Place]:
        """Return the buckets of a layer that have rows."""
        return sorted(place for place in self._buckets if place[0] == layer)

    def n_rows(self, layer: int | None = None) -> int:
        """Return the number of rows of a layer, or of all; equal keys count apart."""
        return sum(
            bucket.n_rows + bucket.n_on_disk
            for place, bucket in self._buckets.items()
            if layer is None or place[0] == layer
        )

    def runs(self) -> Iterator[tuple[Place, U64]]:
        """Return an iterator over all rows, array by array; those on disk stay there."""
        for place in sorted(self._buckets):
            bucket = self._buckets[place]
            yield from ((place, run) for run in bucket.runs)
            yield from ((place, np.load(file, allow_pickle=False)) for file in bucket.files)

    def clear(self) -> None:
        """Remove all rows."""
        for place in list(self._buckets):
            self.take(place)

    def loosest(self) -> Place | None:
        """Return the bucket in memory with the most rows to be merged; None if that is no gain."""
        place = max(self._buckets, key=lambda at: self._slack(self._buckets[at]), default=None)
        if place is None or self._slack(self._buckets[place]) <= 0:
            return None
        return place

    @staticmethod
    def _slack(bucket: Bucket) -> int:
        return bucket.n_rows - 2 * bucket.n_merged if bucket.n_rows > bucket.n_merged else 0

    def largest(self) -> Place | None:
        """Return the bucket with the most bytes in memory, of the last layer; None without any."""
        filled = [place for place, bucket in self._buckets.items() if bucket.n_rows]
        return max(filled, key=lambda at: (self._buckets[at].n_bytes, at), default=None)

    def tidy(self, place: Place) -> None:
        """Merge the rows of a bucket that are in memory."""
        bucket = self._buckets[place]
        rows = merged(bucket.runs, self.n_words)
        if 2 * len(rows) < bucket.n_rows:
            rows = rows.copy()  # to release the memory of the others
        self.n_bytes += rows.nbytes - bucket.n_bytes
        bucket.runs = [rows]
        bucket.n_rows = bucket.n_merged = len(rows)

    def spill(self, place: Place) -> None:
        """Write the rows of a bucket that are in memory to disk."""
        self.tidy(place)
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="exactcover-")
        bucket = self._buckets[place]
        (rows,) = bucket.runs
        file = Path(self._folder.name, f"{self._n_files}.npy")
        np.save(file, rows)
        self._n_files += 1
        self.n_bytes -= rows.nbytes
        self.n_spilled += len(rows)
        bucket.files.append(file)
        bucket.n_on_disk += len(rows)
        bucket.runs, bucket.n_rows, bucket.n_merged = [], 0, 0

    def close(self) -> None:
        """Delete all files."""
        self._buckets.clear()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None
