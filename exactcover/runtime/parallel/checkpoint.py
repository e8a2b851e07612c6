"""`Checkpoint`: all results of a run in one file, an SQLite database (see `checkpoint_schema`).

The row of a task is written together with the rows of the tasks that it left, in one transaction.
At any time the rows therefore make up the whole search. A run that is killed loses the tasks of
the last second, which a resumed run repeats.

Every row contains a digest of itself, and the tree of tasks must be complete; otherwise the file is
refused as damaged (see `checkpoint_check`).
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Mapping
from contextlib import ExitStack, closing
from pathlib import Path
from types import TracebackType
from typing import Any, cast

from exactcover.runtime.errors import CheckpointError
from exactcover.runtime.parallel.checkpoint_check import RegionsOf, find_damage
from exactcover.runtime.parallel.checkpoint_database import (
    check_schema,
    connected,
    created,
    limited,
    locked,
    naming_errors,
    place_of,
    transaction,
)
from exactcover.runtime.parallel.checkpoint_schema import (
    FORMAT,
    FORMAT_NAME,
    INSERT_NOTE,
    INSERT_TASK,
    TABLES,
    Sums,
    create,
    format_of,
    note_of,
    rows_of,
    sums_of,
    waiting,
)
from exactcover.runtime.parallel.task import Task
from exactcover.runtime.parallel.worker import Outcome

__all__ = ["Checkpoint", "CheckpointError", "Sums"]

SECONDS = 1.0
"""The time between two transactions; a crash loses the work of this time."""
_KINDS = {
    '"count"': "a count",
    '"list"': "a listing of solutions",
    '"one"': "a search for one solution",
    '"best"': "a search for the best solutions",
}
"""The kinds of results, as the facts have them, in words."""


class Checkpoint:
    """The checkpoint of a run, locked until it is closed.

    Parameters
    ----------
    path
        The file, or a link to it. If it exists, the run resumes from it.
    must_exist
        Whether the file must exist.
    is_read_only
        Whether it is only read, which is possible while a run writes it.

    Raises
    ------
    CheckpointError
        If the file is not a checkpoint, is damaged, or is used by another run, or there is a link
        to nothing.
    """

    def __init__(
        self, path: str | Path, *, must_exist: bool = False, is_read_only: bool = False
    ) -> None:
        self.path = place_of(Path(path), must_exist=must_exist or is_read_only)
        self.is_new = not self.path.exists()
        self._pending: list[Outcome] = []
        self._next = time.monotonic() + SECONDS
        with ExitStack() as opened:
            if not is_read_only:
                opened.enter_context(closing(locked(self.path)))
            if not self.is_new:
                self._open(opened, "ro" if is_read_only else "rw")
                self._check_format()
                if is_read_only:
                    self._check_content()
                else:
                    self._make_writable()
            self._opened = opened.pop_all()

    def _open(self, opened: ExitStack, mode: str) -> None:
        """Open the database; `opened` will close it."""
        with naming_errors(self.path):
            self._database = opened.enter_context(closing(connected(self.path, mode)))

    def _make_writable(self) -> None:
        """Let others read the file while this run writes it."""
        with naming_errors(self.path):
            self._database.execute("PRAGMA journal_mode = WAL")
            self._database.execute("PRAGMA synchronous = FULL")

    def _check_format(self) -> None:
        """Raise CheckpointError if the file has other tables, or another format."""
        with naming_errors(self.path), limited(self._database):
            # Another version may have other tables, but not another table of facts.
            check_schema(self._database, TABLES, "facts")
            known = format_of(self._database) or ""
            if known != FORMAT and known.startswith(FORMAT_NAME):
                raise CheckpointError(
                    f"the checkpoint {self.path} was written by another version of this "
                    f"library: its format is {known!r}, and {FORMAT!r} can be read"
                )
            check_schema(self._database, TABLES)

    def _check_content(self, regions: RegionsOf | None = None, most: int | None = None) -> None:
        """Raise CheckpointError if no run can have written what the file holds."""
        with naming_errors(self.path), limited(self._database):
            self._database.execute("BEGIN")  # so that another run changes nothing meanwhile
            try:
                damage = find_damage(self._database, regions, most)
            finally:
                self._database.execute("ROLLBACK")
        if damage:
            raise CheckpointError(f"the checkpoint {self.path} is damaged: {damage}")

    def begin(
        self,
        facts: Mapping[str, Any],
        text: str,
        name: str,
        root: Task,
        regions: RegionsOf | None = None,
        most: int | None = None,
    ) -> None:
        """Start a run, or resume it if the facts are the same.

        Parameters
        ----------
        facts
            What identifies the run; `digest` is that of the problem.
        text, name
            The problem in a readable form.
        root
            The first task.
        regions, most
            See `exactcover.runtime.parallel.checkpoint_check.find_damage`.

        Raises
        ------
        CheckpointError
            If the file belongs to another problem or search, or is damaged.
        """
        wanted = {"format": FORMAT} | {fact: json.dumps(value) for fact, value in facts.items()}
        if self.is_new:
            self._create(wanted | {"problem": text, "name": name}, root)
            self._open(self._opened, "rw")
            self._make_writable()
            return
        known = self.facts()
        if (known.get("what"), wanted.get("what")) == ('"list"', '"one"'):
            self._check_content()
            if not self._has_returned:
                known["what"] = '"one"'
        for fact in sorted(wanted, key=lambda fact: (fact != "digest", fact != "what")):
            was, now = known.get(fact), wanted[fact]
            if was != now:
                what = f"another search: {fact} was {was}, now {now}"
                if fact == "digest":
                    what = "another problem or objective"
                elif fact == "what" and was in _KINDS:
                    what = f"{_KINDS[was]}, and this is {_KINDS[now]}"
                raise CheckpointError(f"the checkpoint {self.path} is of {what}")
        self._check_content(regions, most)
        if self.first_choices() != list(root.chosen):
            raise CheckpointError(f"the checkpoint {self.path} is damaged: it begins elsewhere")

    @property
    def _has_returned(self) -> bool:
        """Whether a solution was returned: before, a listing is the same as a search for one."""
        return self.sums().found > 0 or self.notes().get("acknowledged", "{}") != "{}"

    def _create(self, facts: dict[str, str], root: Task) -> None:
        """Create the file atomically."""
        draft = Path(f"{self.path}-new")
        for leftover in (draft, Path(f"{self.path}-wal"), Path(f"{self.path}-shm")):
            leftover.unlink(missing_ok=True)
        with naming_errors(self.path), closing(created(draft)) as database:
            create(database, facts, root)
        draft.replace(self.path)
        self.is_new = False

    def facts(self) -> dict[str, str]:
        """Return the entries that identify the run."""
        with naming_errors(self.path):
            return dict(self._database.execute("SELECT name, value FROM facts"))

    def tasks(self) -> list[Task]:
        """Return the tasks that are not done, in order."""
        with naming_errors(self.path):
            return waiting(self._database)

    def first_choices(self) -> list[int]:
        """Return the choices before the search."""
        with naming_errors(self.path):
            (text,) = self._database.execute("SELECT chosen FROM tasks WHERE path = ''").fetchone()
            return cast(list[int], json.loads(text))

    def sums(self) -> Sums:
        """Return the sums over all tasks that are done."""
        with naming_errors(self.path):
            return sums_of(self._database)

    def notes(self) -> dict[str, str]:
        """Return the notes of the run."""
        with naming_errors(self.path):
            return dict(self._database.execute("SELECT name, value FROM notes"))

    def note(self, outcomes: Iterable[Outcome]) -> None:
        """Keep the outcomes of tasks until `save` writes them."""
        self._pending.extend(outcomes)

    @property
    def is_due(self) -> bool:
        """Whether it is time to save."""
        return time.monotonic() >= self._next

    def save(self, notes: Mapping[str, str]) -> None:
        """Write all outcomes, and the notes of the run, in one transaction.

        Raises
        ------
        CheckpointError
            If the file cannot be written; it stays unchanged.
        """
        rows = [row for outcome in self._pending for row in rows_of(outcome)]
        with transaction(self._database, self.path):
            self._database.executemany(INSERT_TASK, rows)
            self._database.executemany(INSERT_NOTE, [note_of(*note) for note in notes.items()])
        self._pending.clear()
        self._next = time.monotonic() + SECONDS

    def close(self) -> None:
        """Close the file; outcomes that were not saved are lost."""
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
