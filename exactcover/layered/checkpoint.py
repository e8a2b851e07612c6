"""The checkpoint of a count by layers: an SQLite file with all arrays of the search.

The arrays are replaced in one transaction, so at any time the file holds a whole search. A search
that is killed loses what it did since the last transaction. Every piece of an array has a digest; a
file with a wrong one is refused as damaged. Anybody can compute digests, so the engine checks what
the arrays hold (see `restoring`).
"""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, closing
from itertools import groupby
from math import prod
from operator import itemgetter
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.errors import CheckpointError
from exactcover.runtime.parallel.checkpoint_database import (
    check_schema,
    connected,
    has_schema,
    limited,
    locked,
    naming_errors,
    place_of,
    transaction,
)
from exactcover.runtime.search.limits import watched

FORMAT = "exactcover checkpoint of layers 2"
"""The number must change with the tables, and with the meaning of the arrays."""
FORMAT_NAME = FORMAT.rpartition(" ")[0]
SECONDS, SHARE = 1.0, 10.0
"""The time between two transactions, and how many times as long as one it is at least."""
PIECE_BYTES = 1 << 26
"""The most bytes of an array in one row of a table."""
DTYPES = {np.dtype(kind).str for kind in (np.int64, np.uint64)}
SHAPE = re.compile(r"\[[0-9]{1,12}(?:, [0-9]{1,12})?\]")
PIECES = """
SELECT number, piece, name, dtype, shape, typeof(content), length(content) FROM arrays
ORDER BY number, piece
"""
TABLES = """
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE arrays (
    number INTEGER, piece INTEGER, name TEXT NOT NULL, dtype TEXT NOT NULL, shape TEXT NOT NULL,
    content BLOB NOT NULL, digest BLOB NOT NULL, PRIMARY KEY (number, piece)
);
"""


class LayersCheckpoint(Mapping[str, NDArray[Any]]):
    """The file, locked until it is closed; as a mapping, the arrays that it holds.

    Parameters
    ----------
    path
        The file. If it exists, the search resumes from it.
    must_exist
        Whether the file must exist.
    facts
        What identifies the search; `digest` is that of the problem.

    Raises
    ------
    CheckpointError
        If the file is no such checkpoint, is damaged, is in use, or belongs to another search.
    """

    def __init__(self, path: Path, *, must_exist: bool, facts: Mapping[str, Any]) -> None:
        self.path = path = place_of(path, must_exist=must_exist)
        is_new = not path.exists()
        self._next = time.monotonic() + SECONDS
        wanted = {name: json.dumps(value, default=repr) for name, value in facts.items()}
        with ExitStack() as opened:
            opened.enter_context(closing(locked(path)))
            with naming_errors(path):
                database = connected(path, "rwc")
                self._database = opened.enter_context(closing(database))
                if is_new or not has_schema(database):
                    self._create({"format": FORMAT, **wanted})
                with limited(database):
                    self._check(wanted)
            self._opened = opened.pop_all()

    def _create(self, facts: dict[str, str]) -> None:
        with transaction(self._database, self.path):
            for statement in TABLES.split(";")[:-1]:
                self._database.execute(statement)
            self._database.executemany("INSERT INTO facts VALUES (?, ?)", facts.items())

    def _check(self, wanted: dict[str, str]) -> None:
        """Raise CheckpointError if the file is damaged, or of another search."""
        # Another version may have other tables, but not another table of facts.
        check_schema(self._database, TABLES, "facts")
        known = dict(self._database.execute("SELECT name, value FROM facts"))
        written = known.get("format")
        if written != FORMAT:
            is_ours = isinstance(written, str) and written.startswith(FORMAT_NAME)
            what = (
                "was written by another version of this library"
                if is_ours
                else "is of another search"
            )
            raise CheckpointError(
                f"the checkpoint {self.path} {what}: its format is {written!r}, not {FORMAT!r}"
            )
        for fact, value in wanted.items():
            if known.get(fact) != value:
                what = "another problem" if fact == "digest" else f"another search: {fact}"
                detail = "" if fact == "digest" else f" was {known.get(fact)}, now {value}"
                raise CheckpointError(f"the checkpoint {self.path} is of {what}{detail}")
        check_schema(self._database, TABLES)
        (verdict,) = self._database.execute("PRAGMA quick_check").fetchone()
        if verdict != "ok":
            raise ValueError(verdict)
        self._check_pieces()

    def _check_pieces(self) -> None:
        """Raise ValueError unless the pieces make up arrays, each once."""
        names = set[str]()
        rows = groupby(watched(self._database.execute(PIECES)), key=itemgetter(0))
        for number, (place, group) in enumerate(rows):
            pieces = list(group)
            kind = pieces[0][2:5]
            name, size = kind[0], _size_of(*kind)
            is_whole = sum(length for *_, length in pieces) == size
            in_order = [piece for _, piece, *_ in pieces] == list(range(len(pieces)))
            are_alike = all(row[2:6] == (*kind, "blob") for row in pieces)
            if place != number or name in names or not (is_whole and in_order and are_alike):
                raise ValueError(f"array {number} does not have the pieces that were written")
            names.add(name)

    def __iter__(self) -> Iterator[str]:
        with naming_errors(self.path):
            rows = self._database.execute("SELECT name FROM arrays WHERE piece = 0").fetchall()
        return iter([name for (name,) in rows])

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __getitem__(self, name: str) -> NDArray[Any]:
        with naming_errors(self.path):
            pieces = self._database.execute(
                "SELECT dtype, shape, content, digest FROM arrays WHERE name = ? ORDER BY piece",
                (name,),
            ).fetchall()
        if not pieces:
            raise KeyError(name)
        for dtype, shape, content, digest in pieces:
            if digest != _digest(name, dtype, shape, content):
                raise CheckpointError(
                    f"the checkpoint {self.path} is damaged: {name!r} is not as it was written"
                )
        dtype, shape, *_ = pieces[0]
        content = b"".join(content for _, _, content, _ in pieces)
        return np.frombuffer(content, dtype=dtype).reshape(json.loads(shape)).copy()

    @property
    def is_due(self) -> bool:
        """Whether it is time to save."""
        return time.monotonic() >= self._next

    def save(self, arrays: Iterable[tuple[str, NDArray[Any]]]) -> None:
        """Write all arrays in one transaction, in place of those that the file has.

        Raises
        ------
        CheckpointError
            If the file cannot be written; it stays unchanged.
        """
        begun = time.monotonic()
        with transaction(self._database, self.path):
            self._database.execute("DELETE FROM arrays")
            for number, (name, array) in enumerate(arrays):
                self._database.executemany(
                    "INSERT INTO arrays VALUES (?, ?, ?, ?, ?, ?, ?)", _rows(number, name, array)
                )
        ended = time.monotonic()
        self._next = ended + max(SECONDS, SHARE * (ended - begun))

    def close(self) -> None:
        """Close the file; what was not saved is lost."""
        self._opened.close()


def _size_of(name: object, dtype: object, shape: object) -> int:
    """Return how many bytes an array has; raise ValueError if there is no such array."""
    texts = [each for each in (name, dtype, shape) if isinstance(each, str)]
    if len(texts) < 3 or texts[1] not in DTYPES or not SHAPE.fullmatch(texts[2]):
        raise ValueError(f"there is no array of the dtype {dtype!r} and shape {shape!r}")
    return int(prod(json.loads(texts[2]))) * np.dtype(texts[1]).itemsize


def _rows(number: int, name: str, array: NDArray[Any]) -> Iterator[tuple[Any, ...]]:
    """Return the rows of an array, one for each piece of it."""
    content, dtype, shape = array.tobytes(), array.dtype.str, json.dumps(array.shape)
    for piece, first in enumerate(range(0, max(1, len(content)), PIECE_BYTES)):
        part = content[first : first + PIECE_BYTES]
        yield number, piece, name, dtype, shape, part, _digest(name, dtype, shape, part)


def _digest(name: str, dtype: str, shape: str, content: bytes) -> bytes:
    digest = hashlib.blake2b(repr((name, dtype, shape)).encode(), digest_size=8)
    digest.update(content)
    return digest.digest()
