"""The checkpoint of a count by layers: an SQLite file with all arrays of the search.

The arrays are replaced in one transaction, so at any time the file holds a whole search. A search
that is killed loses what it did since the last transaction. Every piece of an array has a digest; a
file with a wrong one is refused as damaged.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.errors import CheckpointError
from exactcover.parallel.database import locked, naming_errors, transaction

__all__ = ["LayersCheckpoint"]

FORMAT = "exactcover checkpoint of layers 1"
"""The number must change with the tables, and with the meaning of the arrays."""
SECONDS, SHARE = 1.0, 10.0
"""The time between two transactions, and how many times as long as one it is at least."""
PIECE_BYTES = 1 << 26
"""The most bytes of an array in one row of a table."""
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
        self.path = path
        is_new = not path.exists()
        if is_new and must_exist:
            raise CheckpointError(f"there is no checkpoint {path}")
        if not path.parent.is_dir():
            raise CheckpointError(f"there is no folder {path.parent} for a checkpoint")
        self._next = time.monotonic() + SECONDS
        wanted = {name: json.dumps(value, default=repr) for name, value in facts.items()}
        with ExitStack() as opened:
            opened.enter_context(closing(locked(path)))
            with naming_errors(self.path):
                self._database = opened.enter_context(
                    closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False))
                )
                if is_new or not self._has_tables():
                    self._create({"format": FORMAT, **wanted})
                self._check(wanted)
            self._opened = opened.pop_all()

    def _has_tables(self) -> bool:
        """Return whether anything was ever written."""
        return bool(self._database.execute("SELECT 1 FROM sqlite_master").fetchone())

    def _create(self, facts: dict[str, str]) -> None:
        with transaction(self._database, self.path):
            for statement in TABLES.split(";")[:-1]:
                self._database.execute(statement)
            self._database.executemany("INSERT INTO facts VALUES (?, ?)", facts.items())

    def _check(self, wanted: dict[str, str]) -> None:
        """Raise CheckpointError if the file is damaged, or of another search."""
        (verdict,) = self._database.execute("PRAGMA quick_check").fetchone()
        if verdict != "ok":
            raise CheckpointError(f"the checkpoint {self.path} is damaged: {verdict}")
        known = dict(self._database.execute("SELECT name, value FROM facts"))
        if known.get("format") != FORMAT:
            raise CheckpointError(
                f"the checkpoint {self.path} is of another search: its format is "
                f"{known.get('format')!r}, not {FORMAT!r}"
            )
        for fact, value in wanted.items():
            if known.get(fact) != value:
                what = "another problem" if fact == "digest" else f"another search: {fact}"
                detail = "" if fact == "digest" else f" was {known.get(fact)}, now {value}"
                raise CheckpointError(f"the checkpoint {self.path} is of {what}{detail}")

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
