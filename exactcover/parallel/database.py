"""The use of SQLite by checkpoints: a lock, transactions, and errors that name the file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from exactcover.errors import CheckpointError

__all__ = ["locked", "naming_errors", "transaction"]

MESSAGES = {
    "locked": "is in use by another run",
    "full": "cannot be written: the disk is full; what was written before is safe",
    "readonly": "cannot be written",
    "unable to open": "cannot be opened or made: it is no file, or its folder cannot be written",
    "disk I/O error": "cannot be read or written: the disk is full or broken",
}


def locked(path: Path) -> sqlite3.Connection:
    """Lock a file by another one beside it; the lock ends with the process.

    Raises
    ------
    CheckpointError
        If another run has locked it.
    """
    with ExitStack() as failed, naming_errors(path):
        lock = sqlite3.connect(
            f"{path}-lock", isolation_level=None, timeout=0, check_same_thread=False
        )
        failed.callback(lock.close)
        lock.execute("BEGIN EXCLUSIVE")
        failed.pop_all()
    return lock


@contextmanager
def transaction(database: sqlite3.Connection, path: Path) -> Iterator[None]:
    """Write everything or, after an error, nothing."""
    with naming_errors(path):
        database.execute("BEGIN IMMEDIATE")
        try:
            yield
            database.execute("COMMIT")
        except BaseException:
            if database.in_transaction:
                database.execute("ROLLBACK")
            raise


@contextmanager
def naming_errors(path: Path) -> Iterator[None]:
    """Turn errors of the database, or of values that cannot be read, into `CheckpointError`."""
    try:
        yield
    except CheckpointError:
        raise
    except (sqlite3.Error, ValueError, TypeError) as error:
        raise CheckpointError(f"the checkpoint {path} {_explanation(error)}") from error


def _explanation(error: Exception) -> str:
    for word, message in MESSAGES.items():
        if word in str(error):
            return message
    if isinstance(error, sqlite3.OperationalError):
        return f"cannot be used: {error}"
    return f"is damaged, or is none: {error}"
