"""Readers of checkpoints that go on from them to the end: in tasks, by classes and by layers.

The readers `..._rows` get the rows of a checkpoint as JSON, and write them into a file with the
right digests, as somebody would who wants a file to be believed.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from exactcover import CheckpointError, Count
from exactcover.parallel.cover_job import CoverJob
from exactcover.runtime.parallel import checkpoint as checkpoints
from exactcover.runtime.parallel.checkpoint_schema import TABLES, digest_of
from tests.problems import dominoes

SQUARES = dominoes(4, 4)
KNOWN = {"task": 36, "class": 9, "layer": 36}
"""What each kind of run counts: tilings of the board by dominoes, or classes of them."""
ROWS = ("task", "class")
HOW: dict[str, dict[str, Any]] = {
    "task": {"method": "dancing_cells"},
    "class": {"method": "dancing_cells", "up_to": "all"},
    "layer": {"method": "frontier"},
}


def count(kind: str, path: Path, **more: Any) -> Count:
    """Count with small tasks, going on from a checkpoint or beginning one."""
    kept = CoverJob.call_nodes, CoverJob.task_updates, checkpoints.SECONDS
    CoverJob.call_nodes, CoverJob.task_updates, checkpoints.SECONDS = 3, 1, 0.0
    try:
        return SQUARES.count(workers=1, checkpoint=path, **HOW[kind], **more)
    finally:
        CoverJob.call_nodes, CoverJob.task_updates, checkpoints.SECONDS = kept


@cache
def checkpoint_of(kind: str) -> bytes:
    """Return a checkpoint of a run that was stopped on the way."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "run"
        assert not count(kind, path, max_nodes=10).complete
        return path.read_bytes()


def resume(kind: str, data: bytes) -> None:
    """Go on from a file: the digests show any change, so that the count is right."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "run"
        path.write_bytes(data)
        assert count(kind, path) == KNOWN[kind]


@cache
def rows_of(kind: str) -> bytes:
    """Return the rows of a checkpoint as JSON, without their digests."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "run"
        path.write_bytes(checkpoint_of(kind))
        with closing(sqlite3.connect(path)) as database:
            rows = {
                "facts": database.execute("SELECT * FROM facts WHERE name != 'check'").fetchall(),
                "tasks": [row[:-1] for row in database.execute("SELECT * FROM tasks")],
                "notes": [row[:-1] for row in database.execute("SELECT * FROM notes")],
            }
    return json.dumps(rows).encode()


def resume_rows(kind: str, data: bytes) -> None:
    """Go on from rows with the right digests.

    What a task that is done has found is its word, so that the count may be another.
    """
    try:
        rows = json.loads(data)
    except (ValueError, RecursionError):
        return
    with TemporaryDirectory() as folder:
        path = Path(folder) / "run"
        if not _written(path, rows):
            return
        with suppress(CheckpointError):
            number = count(kind, path)
            assert 0 <= number <= 1 << SQUARES.n_options


def _seeds(made: Callable[[str], bytes], kind: str) -> list[bytes]:
    return [made(kind)]


def _written(path: Path, rows: Any) -> bool:
    """Write rows into a file; return whether the tables take them."""
    with closing(sqlite3.connect(path)) as database, database:
        database.executescript(TABLES)
        try:
            facts = [*rows["facts"], ["check", digest_of(*sorted(map(tuple, rows["facts"]))).hex()]]
            sealed = {"facts": facts} | {
                table: [[*row, digest_of(*row)] for row in rows[table]]
                for table in ("tasks", "notes")
            }
            for table, own in sealed.items():
                for row in own:
                    places = ", ".join("?" * len(row))
                    database.execute(f"INSERT INTO {table} VALUES ({places})", row)
        except (sqlite3.Error, TypeError, KeyError, OverflowError, UnicodeEncodeError):
            return False
    return True


CHECKPOINTS: dict[str, tuple[Callable[[bytes], object], Callable[[], list[bytes]]]] = {
    **{f"{k}_checkpoint": (partial(resume, k), partial(_seeds, checkpoint_of, k)) for k in KNOWN},
    **{f"{k}_rows": (partial(resume_rows, k), partial(_seeds, rows_of, k)) for k in ROWS},
}
"""Name -> a function that reads, and one that returns what it can read."""
