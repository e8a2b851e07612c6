"""The use of SQLite by checkpoints: a lock, transactions, and errors that name the file.

A database from elsewhere may hold SQL, which SQLite would run: triggers, views, expressions of
generated columns and indices. So every file is opened by `connected`, and nothing but its schema is
read before `check_schema` has compared that, letter by letter, with what we create.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import cache
from pathlib import Path

from exactcover.runtime.errors import CheckpointError
from exactcover.runtime.search.limits import is_due, stop_if_due

STEPS = 10_000
"""How many instructions SQLite runs, in well below a millisecond, before the limits are asked."""

MESSAGES = {
    "locked": "is in use by another run",
    "full": "cannot be written: the disk is full; what was written before is safe",
    "readonly": "cannot be written",
    "unable to open": "cannot be opened or made: it is no file, or its folder cannot be written",
    "disk I/O error": "cannot be read or written: the disk is full or broken",
}


def place_of(path: Path, *, must_exist: bool = False) -> Path:
    """Return the file that the name of a checkpoint stands for.

    A link is followed, so that all names of a file have the same lock beside it.

    Raises
    ------
    CheckpointError
        If there is no folder for it, if it is a link to nothing, or if it must exist and does not.
    """
    real = Path(os.path.realpath(path)) if path.is_symlink() else path
    if not real.exists():
        if real != path:
            # The disk may be missing on which it lies: a new run must not begin there.
            raise CheckpointError(f"the checkpoint {path} is a link to {real}, which is not there")
        if must_exist:
            raise CheckpointError(f"there is no checkpoint {path}")
        if not path.parent.is_dir():
            raise CheckpointError(f"there is no folder {path.parent} for a checkpoint")
    return real


def locked(path: Path) -> sqlite3.Connection:
    """Lock a file by another one beside it; the lock ends with the process.

    Raises
    ------
    CheckpointError
        If another run has locked it.
    """
    with ExitStack() as failed, naming_errors(path):
        lock = created(Path(f"{path}-lock"))
        failed.callback(lock.close)
        lock.execute("BEGIN EXCLUSIVE")
        failed.pop_all()
    return lock


MAKING = threading.Lock()


def created(path: Path) -> sqlite3.Connection:
    """Open a database beside a checkpoint, and make it if it does not exist.

    Nobody named this file, so a link is not followed: whoever may write in the folder could let it
    lead to any place, and a file would be made there.

    Raises
    ------
    CheckpointError
        If there is a link.
    """
    # When a process closes a file, POSIX drops all of its locks of that file. So no other thread
    # may lock it before it is closed.
    with MAKING, suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o644))
    if path.is_symlink():
        raise CheckpointError(f"{path} is a link, where a run makes a file of its own: remove it")
    return connected(path, "rw", timeout=0)


def connected(path: Path, mode: str, timeout: float = 5) -> sqlite3.Connection:
    """Open a database so that its schema cannot call functions, and no other file is reached.

    Parameters
    ----------
    path
        The file.
    mode
        "ro" to read it, "rw" to change it, "rwc" to make it if it does not exist.
    timeout
        How many seconds to wait while another connection uses it.
    """
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    database = sqlite3.connect(
        uri, timeout=timeout, uri=True, isolation_level=None, check_same_thread=False
    )
    try:
        database.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        database.execute("PRAGMA trusted_schema = OFF")
        database.execute("PRAGMA cell_size_check = ON")
    except BaseException:
        database.close()
        raise
    return database


def check_schema(database: sqlite3.Connection, tables: str, *names: str) -> None:
    """Raise ValueError unless a database has exactly the tables that these statements create.

    Parameters
    ----------
    database
        The database; nothing else was read from it before.
    tables
        The statements.
    names
        If some are given, only these tables are compared: nothing else may be read then.
    """
    wanted, found = _schema_created_by(tables), set(database.execute(SCHEMA))
    if names:
        wanted, found = ({row for row in rows if row[2] in names} for rows in (wanted, found))
    if found != wanted:
        raise ValueError("its tables are not those of a checkpoint of this version")


def has_schema(database: sqlite3.Connection) -> bool:
    """Return whether anything was ever created in a database."""
    return database.execute(SCHEMA).fetchone() is not None


SCHEMA = "SELECT type, name, tbl_name, sql FROM sqlite_master"


@cache
def _schema_created_by(tables: str) -> set[tuple[str, ...]]:
    with closing(sqlite3.connect(":memory:")) as database:
        database.executescript(tables)
        return set(database.execute(SCHEMA))


@contextmanager
def limited(database: sqlite3.Connection) -> Iterator[None]:
    """Let the limits of the verb, and Ctrl-C, stop what SQLite does meanwhile."""
    raised: list[BaseException] = []

    def must_stop() -> bool:
        try:
            return is_due()
        except BaseException as error:  # Ctrl-C, which SQLite would drop
            raised.append(error)
            return True

    database.set_progress_handler(must_stop, STEPS)
    try:
        yield
    except sqlite3.OperationalError:
        for error in raised:
            raise error from None
        stop_if_due()
        raise
    finally:
        database.set_progress_handler(None, 0)


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
    except OSError as error:
        raise CheckpointError(f"the checkpoint {path} {MESSAGES['unable to open']}") from error
    except (sqlite3.Error, ValueError, TypeError, OverflowError, RecursionError) as error:
        raise CheckpointError(f"the checkpoint {path} {_explanation(error)}") from error


def _explanation(error: Exception) -> str:
    for word, message in MESSAGES.items():
        if word in str(error):
            return message
    if isinstance(error, sqlite3.OperationalError):
        return f"cannot be used: {error}"
    return f"is damaged, or is none: {error}"
