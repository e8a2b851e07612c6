"""Everything that a run has found, in one file: a database in SQLite.

A task's row is written together with the rows of the tasks that it left, in one transaction: so at
any moment the rows make up the whole search, done or waiting, each part once. A run that is killed
loses the tasks of the last second, which are then done again.

Every row carries a digest of itself, and the tree must be whole: a file that was damaged is
refused, never believed.

======== ==========================================================================================
table    holds
======== ==========================================================================================
facts    what the run is: the format's number, the problem and its digest, the method, ...
tasks    a row a task: where it stands, what is chosen; if it is done, what it found and how many
         tasks it left
outputs  the files that solutions went to, and how far they are part of this checkpoint
======== ==========================================================================================
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple

from exactcover.errors import ProblemError
from exactcover.interchange import to_json
from exactcover.spread.tasks import Task
from exactcover.spread.work import Outcome

if TYPE_CHECKING:
    from exactcover.problem import Problem

FORMAT = "exactcover checkpoint 1"
SECONDS = 1.0
"""Between two transactions; what falls in between is lost by a crash, and done again."""
TABLES = """
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE tasks (
    path TEXT PRIMARY KEY, chosen TEXT NOT NULL, share REAL NOT NULL, n_left INTEGER,
    found TEXT, nodes TEXT, updates TEXT, seconds REAL, digest BLOB NOT NULL
);
CREATE TABLE outputs (name TEXT PRIMARY KEY, position TEXT NOT NULL, digest BLOB NOT NULL);
"""
INSERT = "INSERT OR REPLACE INTO tasks VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
MESSAGES = {
    "locked": "is in use by another run",
    "full": "cannot be written: the disk is full; what was written before is safe",
    "readonly": "cannot be written",
}


class CheckpointError(ProblemError):
    """A checkpoint cannot be used; says why."""


class Sums(NamedTuple):
    """What the tasks that are done have found, and what they took."""

    n_done: int
    found: int
    nodes: int
    updates: int
    seconds: float


class Checkpoint:
    """The file of a run, which it holds for itself until it is closed.

    Parameters
    ----------
    path
        Where. A run that finds the file goes on.
    must_exist
        Whether it is an error if there is none.
    is_read_only
        To look at what there is, also while a run goes on.

    Raises
    ------
    CheckpointError
        If it is no checkpoint, is damaged, or another run uses it.
    """

    def __init__(
        self, path: str | Path, *, must_exist: bool = False, is_read_only: bool = False
    ) -> None:
        self.path = Path(path)
        self.is_new = not self.path.exists()
        if self.is_new and (must_exist or is_read_only):
            raise CheckpointError(f"there is no checkpoint {self.path}")
        if not self.path.parent.is_dir():
            raise CheckpointError(f"there is no folder {self.path.parent} for a checkpoint")
        self._pending: list[Outcome] = []
        self._next = time.monotonic() + SECONDS
        with ExitStack() as opened:
            if not is_read_only:
                opened.enter_context(closing(_locked(self.path)))
            if not self.is_new:
                self._open(opened, "ro" if is_read_only else "rw")
                with self._errors():
                    check_whole(self._database, self.path)
            self._opened = opened.pop_all()

    def _open(self, opened: ExitStack, mode: str) -> None:
        """Open the database, to be closed with what was opened before."""
        with self._errors():
            self._database = sqlite3.connect(
                f"{self.path.absolute().as_uri()}?mode={mode}",
                uri=True,
                isolation_level=None,
                check_same_thread=False,
            )
            opened.enter_context(closing(self._database))
            if mode == "rw":
                self._database.execute("PRAGMA journal_mode = WAL")
                self._database.execute("PRAGMA synchronous = FULL")

    def begin(self, problem: Problem, facts: dict[str, Any], root: Task) -> None:
        """Begin a run, or go on: what it is must be what it was.

        Raises
        ------
        CheckpointError
            If the file is of another problem, or of another search.
        """
        wanted = {"format": FORMAT, "digest": problem.digest} | {
            name: json.dumps(value) for name, value in facts.items()
        }
        if self.is_new:
            self._create(wanted | {"problem": to_json(problem), "name": problem.name}, root)
            self._open(self._opened, "rw")
            return
        known = self.facts()
        for name, value in wanted.items():
            if known.get(name) != value:
                what = "another problem" if name == "digest" else f"another search: {name}"
                told = "" if name == "digest" else f" was {known.get(name)}, now {value}"
                raise CheckpointError(f"the checkpoint {self.path} is of {what}{told}")

    def _create(self, facts: dict[str, str], root: Task) -> None:
        """Make the file, whole or not at all."""
        draft = Path(f"{self.path}-new")
        for leftover in (draft, Path(f"{self.path}-wal"), Path(f"{self.path}-shm")):
            leftover.unlink(missing_ok=True)
        facts = facts | {"check": _digest(*sorted(facts.items())).hex()}
        with self._errors(), closing(sqlite3.connect(draft)) as database:
            database.executescript(TABLES)
            database.executemany("INSERT INTO facts VALUES (?, ?)", facts.items())
            database.execute(INSERT, _waiting(root))
            database.commit()
        draft.replace(self.path)
        self.is_new = False

    def facts(self) -> dict[str, str]:
        """Return what the run is."""
        with self._errors():
            return dict(self._database.execute("SELECT name, value FROM facts"))

    def tasks(self) -> list[Task]:
        """Return the tasks that are not done, in order."""
        with self._errors():
            rows = self._database.execute(
                "SELECT path, chosen, share FROM tasks WHERE n_left IS NULL"
            )
            return sorted(
                Task(_path(path), tuple(json.loads(chosen)), share) for path, chosen, share in rows
            )

    def sums(self) -> Sums:
        """Return what the tasks that are done have found."""
        with self._errors():
            return sums_of(self._database)

    def note(self, outcomes: Iterable[Outcome]) -> None:
        """Take over what tasks found; `save` writes it."""
        self._pending.extend(outcomes)

    @property
    def is_due(self) -> bool:
        """Whether it is time to save."""
        return time.monotonic() >= self._next

    def save(self, outputs: dict[str, str]) -> None:
        """Write what was noted, in one transaction, with the positions of files of solutions.

        Raises
        ------
        CheckpointError
            If it cannot be written; the file stays as it was.
        """
        rows = [row for outcome in self._pending for row in _rows(outcome)]
        with self._transaction():
            self._database.executemany(INSERT, rows)
            for name, position in outputs.items():
                row = (name, position, _digest(name, position))
                self._database.execute("INSERT OR REPLACE INTO outputs VALUES (?, ?, ?)", row)
        self._pending.clear()
        self._next = time.monotonic() + SECONDS

    def outputs(self) -> dict[str, str]:
        """Return how far files of solutions are part of this checkpoint."""
        with self._errors():
            return dict(self._database.execute("SELECT name, position FROM outputs"))

    def close(self) -> None:
        """Let go of the file; what was noted and not saved is lost."""
        self._opened.close()

    def __enter__(self) -> Checkpoint:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._errors():
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._database.execute("COMMIT")
            except BaseException:
                if self._database.in_transaction:
                    self._database.execute("ROLLBACK")
                raise

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Say what is wrong with the file in our words."""
        try:
            yield
        except sqlite3.Error as error:
            raise _said(self.path, error) from error


def sums_of(database: sqlite3.Connection) -> Sums:
    """Add up what the tasks that are done have found."""
    rows = database.execute(
        "SELECT found, nodes, updates, seconds FROM tasks WHERE n_left IS NOT NULL"
    ).fetchall()
    columns = list(zip(*rows, strict=True)) or [(), (), (), ()]
    found, nodes, updates = (sum(map(int, column)) for column in columns[:3])
    return Sums(len(rows), found, nodes, updates, sum(columns[3]))


def check_whole(database: sqlite3.Connection, path: Path) -> None:
    """Raise unless the tasks of a database make up a whole search, and each row is as written."""
    for (verdict,) in database.execute("PRAGMA integrity_check"):
        _must(verdict == "ok", path, verdict)
    facts = dict(database.execute("SELECT name, value FROM facts"))
    _must(facts.get("format") == FORMAT, path, "it does not say what it is")
    check = facts.pop("check", "")
    _must(check == _digest(*sorted(facts.items())).hex(), path, "its facts are not as written")
    n_left: dict[str, int] = {}
    n_here: dict[str, int] = {}
    for row in database.execute("SELECT * FROM tasks"):
        name, left = row[0], row[3]
        _must(row[-1] == _digest(*row[:-1]), path, f"task {name!r} is not as it was written")
        n_left[name] = left or 0
        if name:
            parent = name.rpartition(".")[0]
            n_here[parent] = n_here.get(parent, 0) + 1
    _must("" in n_left, path, "its first task is missing")
    for name, left in n_left.items():
        _must(n_here.pop(name, 0) == left, path, f"tasks that task {name!r} left are missing")
    _must(not n_here, path, "it has tasks that no other left")
    for row in database.execute("SELECT * FROM outputs"):
        _must(row[-1] == _digest(*row[:-1]), path, f"output {row[0]!r} is not as it was written")


def _must(holds: bool, path: Path, why: str) -> None:
    if not holds:
        raise CheckpointError(f"the checkpoint {path} is damaged: {why}")


def _locked(path: Path) -> sqlite3.Connection:
    """Hold a lock beside a file; it goes with the process, however that ends."""
    lock = sqlite3.connect(f"{path}-lock", isolation_level=None, timeout=0, check_same_thread=False)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        lock.close()
        raise _said(path, error) from error
    return lock


def _said(path: Path, error: sqlite3.Error) -> CheckpointError:
    for word, message in MESSAGES.items():
        if word in str(error):
            return CheckpointError(f"the checkpoint {path} {message}")
    if isinstance(error, sqlite3.OperationalError):
        return CheckpointError(f"the checkpoint {path} cannot be used: {error}")
    return CheckpointError(f"the checkpoint {path} is damaged, or is none: {error}")


def _rows(outcome: Outcome) -> list[tuple[Any, ...]]:
    """Return the rows of a task that is done and of those that it left."""
    task, rest = outcome.task, outcome.rest
    figures = (str(outcome.found), str(outcome.nodes), str(outcome.updates), outcome.seconds)
    return [_row(task, len(rest), *figures), *map(_waiting, rest)]


def _waiting(task: Task) -> tuple[Any, ...]:
    return _row(task, None, None, None, None, None)


def _row(task: Task, *values: object) -> tuple[Any, ...]:
    row = (".".join(map(str, task.path)), json.dumps(task.chosen), task.share, *values)
    return (*row, _digest(*row))


def _path(name: str) -> tuple[int, ...]:
    return tuple(map(int, name.split("."))) if name else ()


def _digest(*values: object) -> bytes:
    return hashlib.blake2b(repr(values).encode(), digest_size=8).digest()
