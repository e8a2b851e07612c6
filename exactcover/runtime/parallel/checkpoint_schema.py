"""The SQL schema of a checkpoint: its tables and their rows (see also `checkpoint_check`).

======== ==========================================================================================
table    holds
======== ==========================================================================================
facts    the run: the number of the format, the problem and its digest, the method, ...
tasks    one row for each task: its path and prefix; if it is done, its results and the number of
         tasks that it left
notes    what changes during the run: the position in the file of solutions, the acknowledged
         solutions, the best ones so far, the probes of the remaining work
======== ==========================================================================================
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from typing import Any, NamedTuple

from exactcover.runtime.parallel.task import Task
from exactcover.runtime.parallel.worker import Outcome

FORMAT = "exactcover checkpoint 5"
"""The number must change with the tables, and when searches get other tasks, or tasks find their
solutions in another order: the number of acknowledged solutions is then invalid."""
FORMAT_NAME = FORMAT.rpartition(" ")[0]
TABLES = """
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE tasks (
    path TEXT PRIMARY KEY, chosen TEXT NOT NULL, share REAL NOT NULL, n_left INTEGER,
    found TEXT, nodes TEXT, updates TEXT, seconds REAL, digest BLOB NOT NULL
);
CREATE TABLE notes (name TEXT PRIMARY KEY, value TEXT NOT NULL, digest BLOB NOT NULL);
"""
INSERT_TASK = "INSERT OR REPLACE INTO tasks VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
INSERT_NOTE = "INSERT OR REPLACE INTO notes VALUES (?, ?, ?)"


class Sums(NamedTuple):
    """The sums of results and work over all tasks that are done."""

    n_done: int
    found: int
    nodes: int
    updates: int
    seconds: float


def create(database: sqlite3.Connection, facts: dict[str, str], root: Task) -> None:
    """Create the tables of a run that has not started."""
    facts = facts | {"check": digest_of(*sorted(facts.items())).hex()}
    database.executescript(TABLES)
    database.execute("BEGIN")
    database.executemany("INSERT INTO facts VALUES (?, ?)", facts.items())
    database.execute(INSERT_TASK, _waiting(root))
    database.execute("COMMIT")


def rows_of(outcome: Outcome) -> list[tuple[Any, ...]]:
    """Return the rows of a task that is done and of those that it left."""
    task, rest = outcome.task, outcome.rest
    # Hexadecimal, because Python does not write decimal numbers of more than 4,300 digits.
    results = (hex(outcome.found), str(outcome.nodes), str(outcome.updates), outcome.seconds)
    return [_row(task, len(rest), *results), *map(_waiting, rest)]


def note_of(name: str, value: str) -> tuple[str, str, bytes]:
    """Return the row of a note."""
    return name, value, digest_of(name, value)


def waiting(database: sqlite3.Connection) -> list[Task]:
    """Return the tasks that are not done, in order."""
    rows = database.execute("SELECT path, chosen, share FROM tasks WHERE n_left IS NULL")
    return sorted(
        Task(_path(path), tuple(json.loads(chosen)), share) for path, chosen, share in rows
    )


def sums_of(database: sqlite3.Connection) -> Sums:
    """Return the sums over all tasks that are done."""
    rows = database.execute(
        "SELECT found, nodes, updates, seconds FROM tasks WHERE n_left IS NOT NULL"
    ).fetchall()
    columns = list(zip(*rows, strict=True)) or [(), (), (), ()]
    found = sum(int(number, 16) for number in columns[0])
    nodes, updates = (sum(map(int, column)) for column in columns[1:3])
    return Sums(len(rows), found, nodes, updates, sum(columns[3]))


def format_of(database: sqlite3.Connection) -> str | None:
    """Return the format in which a checkpoint is written."""
    found = database.execute("SELECT value FROM facts WHERE name = 'format'").fetchone()
    return found[0] if found and isinstance(found[0], str) else None


def name_of(path: tuple[int, ...]) -> str:
    """Return the name of a task in the tables."""
    return ".".join(map(str, path))


def digest_of(*values: object) -> bytes:
    """Return a digest that detects damaged values."""
    return hashlib.blake2b(repr(values).encode(), digest_size=8).digest()


def _waiting(task: Task) -> tuple[Any, ...]:
    return _row(task, None, None, None, None, None)


def _row(task: Task, *values: object) -> tuple[Any, ...]:
    row = (name_of(task.path), json.dumps(task.chosen), task.share, *values)
    return (*row, digest_of(*row))


def _path(name: str) -> tuple[int, ...]:
    return tuple(map(int, name.split("."))) if name else ()
