"""Crafted checkpoints: values that no run writes, with the right digests, and SQL in the file."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.faults.attempts import Tally, in_child
from benchmarks.faults.verbs import FACTORIAL, ROOKS, make_tasks_small
from exactcover.layered.checkpoint import _digest
from exactcover.runtime.parallel.checkpoint_schema import digest_of

SEED = 20_261_128
N_CRAFTED = 400
VALUES = [None, -1, 0, 1 << 40, 1.5, "", "-1", "0x-1", "[0, 0]", "[-1]", "[9999]", "[0, 1]", b"\0"]
NUMBERS = (-1, 0, 1, 64, 1 << 20, 1 << 63, (1 << 64) - 1)
SQL = (
    "CREATE TRIGGER t AFTER INSERT ON tasks BEGIN DELETE FROM tasks; END",
    "CREATE VIEW v AS SELECT 1",
    "CREATE TABLE more (x)",
    "CREATE INDEX i ON facts (value)",
)


def craft_tasks(path: Path, rng: random.Random) -> None:
    """Replace one value of the tasks, other than what a task that is done says of its own work."""
    with closing(sqlite3.connect(path)) as database, database:
        rows = database.execute("SELECT * FROM tasks").fetchall()
        row = list(rng.choice(rows))
        place = row[0]
        column = rng.choice((0, 1, 3))
        row[column] = rng.choice([*VALUES, *(other[column] for other in rng.sample(rows, 3))])
        row[-1] = digest_of(*row[:-1])
        database.execute("DELETE FROM tasks WHERE path = ?", (place,))
        database.execute(f"INSERT OR IGNORE INTO tasks VALUES ({', '.join('?' * 9)})", row)


def craft_layers(path: Path, rng: random.Random) -> None:
    """Replace one word of an array, other than counts and sums of work."""
    with closing(sqlite3.connect(path)) as database, database:
        rows = database.execute(
            "SELECT number, name, dtype, shape, content FROM arrays "
            "WHERE length(content) AND name NOT IN ('work', 'order') AND name NOT LIKE 'rows%'"
        ).fetchall()
        number, name, dtype, shape, content = rng.choice(rows)
        at = 8 * rng.randrange(len(content) // 8)
        word = (rng.choice(NUMBERS) % (1 << 64)).to_bytes(8, "little")
        content = content[:at] + word + content[at + 8 :]
        digest = _digest(name, dtype, shape, content)
        update = "UPDATE arrays SET content = ?, digest = ? WHERE number = ?"
        database.execute(update, (content, digest, number))


def craft_sql(path: Path, rng: random.Random) -> None:
    """Add what SQLite would run or index."""
    with closing(sqlite3.connect(path)) as database:
        database.execute(rng.choice(SQL))


def count_tasks(path: Path, max_nodes: int | None = None) -> None:
    """Count in tasks, to the end or up to a number of nodes."""
    make_tasks_small()
    number = ROOKS.count(method="dancing_cells", workers=1, checkpoint=path, max_nodes=max_nodes)
    assert max_nodes or (number.complete and number == FACTORIAL)


def count_layers(path: Path, max_nodes: int | None = None) -> None:
    """Count by layers, to the end or up to a number of nodes."""
    number = ROOKS.count(method="frontier", checkpoint=path, max_nodes=max_nodes)
    assert max_nodes or (number.complete and number == FACTORIAL)


Craft = Callable[[Path, random.Random], None]
TRIES: list[tuple[str, str, Craft, Callable[..., None]]] = [
    ("a value in a checkpoint", "`count(checkpoint=)`", craft_tasks, count_tasks),
    ("a number in a checkpoint", "`count(order=, checkpoint=)`", craft_layers, count_layers),
    ("SQL in a checkpoint", "`count(checkpoint=)`", craft_sql, count_tasks),
]


def measure(*, is_quick: bool) -> list[Tally]:
    """Craft checkpoints, and count on from them."""
    words = "that somebody changed, with the right digests"
    return [
        _tried(Tally(f"{fault} {words}", what), craft, count, is_quick)
        for fault, what, craft, count in TRIES
    ]


def _tried(tally: Tally, craft: Craft, count: Callable[..., None], is_quick: bool) -> Tally:
    rng = random.Random(SEED)
    with TemporaryDirectory() as folder:
        whole, path = Path(folder, "whole"), Path(folder, "run")
        started = in_child(partial(count, whole, 40))
        assert started.is_done, started.words
        content = whole.read_bytes()
        for _ in range(10 if is_quick else N_CRAFTED):
            path.write_bytes(content)
            craft(path, rng)
            tally.note(in_child(partial(count, path)))
    return tally
