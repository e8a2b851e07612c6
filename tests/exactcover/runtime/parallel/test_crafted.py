"""Crafted checkpoints: every value is replaced, with the right digests; no answer is wrong."""

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from csp import Model
from csp.parallel.tasks import Assignments
from exactcover import Problem
from exactcover.cli.main import main
from exactcover.parallel.cover_job import CoverJob
from exactcover.runtime.errors import CheckpointError
from exactcover.runtime.parallel import checkpoint as checkpoints
from exactcover.runtime.parallel.checkpoint import Checkpoint
from exactcover.runtime.parallel.checkpoint_schema import INSERT_NOTE, digest_of

ROOKS = Problem([[row, ("column", column)] for row in range(5) for column in range(5)])
VALUES = [None, -1, 0, 7, 2**40, 1.5, float("nan"), "", "-1", "0x-1", "9" * 5000, b"", b"\0" * 99]
"""What stands in for any value."""
CHOSEN = ["[-1]", "[25]", "[0, 1]", "[0, 0]", "[0, 5]", "[[0]]", "[true]", "[1.0]", '["0"]', "[]"]
CHOSEN += ["[" * 9999, "{}", "[" + "9" * 6000 + "]", "[0, 6, 12, 18, 24]"]


@pytest.fixture(autouse=True)
def small_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a task end after a few nodes, and every outcome be saved."""
    for job, nodes in ((CoverJob, 3), (Assignments, 3)):
        monkeypatch.setattr(job, "call_nodes", nodes)
        monkeypatch.setattr(job, "task_updates", 1)
    monkeypatch.setattr(checkpoints, "SECONDS", 0.0)


def started(path: Path) -> Path:
    """Make a checkpoint of a run that was stopped on the way."""
    number = ROOKS.count(workers=1, method="dancing_cells", checkpoint=path, max_nodes=60)
    assert not number.complete
    return path


def count(path: Path) -> int:
    """Resume a run to its end."""
    number = ROOKS.count(workers=1, method="dancing_cells", resume=path)
    assert number.complete
    return int(number)


def sealed(path: Path, statement: str, *values: Any) -> None:
    """Change a checkpoint, and write the digests anew."""
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(statement, values)
        facts = dict(database.execute("SELECT name, value FROM facts WHERE name != 'check'"))
        check = digest_of(*sorted(facts.items(), key=repr)).hex()
        database.execute("UPDATE facts SET value = ? WHERE name = 'check'", (check,))
        for table in ("tasks", "notes"):
            for place, *row in database.execute(f"SELECT rowid, * FROM {table}").fetchall():
                digest = digest_of(*row[:-1])
                database.execute(f"UPDATE {table} SET digest = ? WHERE rowid = ?", (digest, place))


def changes(path: Path) -> Iterator[tuple[str, Any]]:
    """Yield statements that change one value of the tables, and the value."""
    with closing(sqlite3.connect(path)) as database:
        paths = [row for (row,) in database.execute("SELECT path FROM tasks")]
        done = database.execute("SELECT path FROM tasks WHERE n_left > 1").fetchall()[-1][0]
        waiting = database.execute("SELECT path FROM tasks WHERE n_left IS NULL").fetchone()[0]
        facts = [row for (row,) in database.execute("SELECT name FROM facts")]
        notes = [row for (row,) in database.execute("SELECT name FROM notes")]
    values = [*VALUES, *CHOSEN, hex(1 << 26), "0x" + "f" * 999_999]
    for path_of in (done, waiting):
        for column in ("path", "chosen", "share", "n_left", "found", "nodes", "updates", "seconds"):
            for value in [*values, *paths[:3]]:
                yield f"UPDATE tasks SET {column} = ? WHERE path = '{path_of}'", value
    for table, names in (("facts", facts), ("notes", notes)):
        for name in names:
            for value in (None, "null", "[]", '"x"', "[[0, 0]]", "-1", "[" * 9999, b"\0"):
                yield f"UPDATE {table} SET value = ? WHERE name = '{name}'", value


# A count of work says nothing about the answer; what a task that is done has found is its word.
UNSEEN = ("nodes", "updates", "seconds", "share", "found")


@pytest.mark.slow
def test_every_value_of_a_checkpoint_of_tasks(tmp_path: Path) -> None:
    whole, path = started(tmp_path / "whole"), tmp_path / "run"
    n_refused = 0
    for statement, value in changes(whole):
        shutil.copy(whole, path)
        try:
            sealed(path, statement, value)
        except sqlite3.IntegrityError:  # the tables refuse it
            continue
        try:
            found = count(path)
        except CheckpointError:
            n_refused += 1
            continue
        column = statement.split()[3]
        is_word = column in UNSEEN and "path" in statement
        assert found == 120 or is_word or value == "null", (statement, str(value)[:50])
    assert n_refused > 300


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE tasks SET found = '-0x5' WHERE n_left > 0",
        "UPDATE tasks SET found = '0x' || hex(zeroblob(1500000)) WHERE path = ''",
        "UPDATE tasks SET n_left = -1 WHERE path = ''",
        "DELETE FROM tasks WHERE n_left IS NULL",
        "DELETE FROM tasks WHERE path = ''",
        "INSERT INTO tasks SELECT '9.9', chosen, share, n_left, found, nodes, updates, seconds, "
        "digest FROM tasks WHERE n_left IS NULL LIMIT 1",
        # A branch in place of one beside it, and of the task that left it.
        "UPDATE tasks SET chosen = (SELECT chosen FROM tasks WHERE n_left IS NULL LIMIT 1)",
        "UPDATE tasks SET chosen = '[]' WHERE n_left IS NULL",
    ],
)
def test_a_tree_that_is_none(tmp_path: Path, statement: str) -> None:
    sealed(path := started(tmp_path / "run"), statement)
    with pytest.raises(CheckpointError, match="is damaged"):
        count(path)
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.mark.slow
def test_every_branch_replaced_by_another(tmp_path: Path) -> None:
    whole, path = started(tmp_path / "whole"), tmp_path / "run"
    with Checkpoint(whole) as kept:
        tasks = kept.tasks()
    beside = 0
    for task in tasks:
        name = ".".join(map(str, task.path))
        for other in tasks:
            if other == task:
                continue
            shutil.copy(whole, path)
            update = "UPDATE tasks SET chosen = ? WHERE path = ?"
            sealed(path, update, json.dumps(other.chosen), name)
            with pytest.raises(CheckpointError, match="is damaged"):
                count(path)
            beside += 1
    assert beside > 50


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER t AFTER INSERT ON tasks BEGIN INSERT INTO notes VALUES (1, 1, 1); END",
        "CREATE TRIGGER t AFTER INSERT ON notes BEGIN DELETE FROM tasks; END",
        "CREATE VIEW v AS SELECT 1",
        "CREATE TABLE more (x)",
        "CREATE INDEX i ON tasks (share)",
        "ALTER TABLE facts ADD COLUMN more",
        "ALTER TABLE tasks ADD COLUMN more AS (length(zeroblob(1)))",
        "CREATE VIRTUAL TABLE w USING fts5 (x)",
    ],
)
def test_no_other_schema(tmp_path: Path, statement: str) -> None:
    path = started(tmp_path / "run")
    with closing(sqlite3.connect(path)) as database:
        database.execute(statement)
    before = path.read_bytes()
    for use in (count, lambda path: Checkpoint(path, is_read_only=True)):
        with pytest.raises(CheckpointError, match="tables are not those"):
            use(path)
    assert path.read_bytes() == before


def test_a_view_in_place_of_a_table_is_not_run(tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "run"
    endless = "WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x, x FROM c"
    with closing(sqlite3.connect(path)) as database:
        database.execute(f"CREATE VIEW facts (name, value) AS {endless}")
    with pytest.raises(CheckpointError, match="tables are not those"):
        count(path)
    with pytest.raises(SystemExit):
        main(["status", str(path)])
    assert "tables are not those" in capsys.readouterr().err


def test_a_limit_stops_the_reading_of_a_checkpoint(tmp_path: Path) -> None:
    path = started(tmp_path / "run")
    number = ROOKS.count(workers=1, method="dancing_cells", resume=path, time_limit=0)
    assert not number.complete
    assert count(path) == 120


def test_solutions_taken_that_a_task_does_not_have(tmp_path: Path) -> None:
    path = tmp_path / "run"
    for _ in range(2):
        found = ROOKS.solutions(workers=1, method="dancing_cells", checkpoint=path, limit=3)
        list(found)
    with Checkpoint(path) as kept:
        waiting = kept.tasks()[0]
    for name, number in ((".".join(map(str, waiting.path)), 10**9), ("7.7.7", 1), ("", 1)):
        text = json.dumps({name: number})
        with closing(sqlite3.connect(path)) as database, database:
            row = ("acknowledged", text, digest_of("acknowledged", text))
            database.execute(INSERT_NOTE, row)
        with pytest.raises(CheckpointError, match="damaged"):
            list(ROOKS.solutions(workers=1, method="dancing_cells", resume=path))


def test_the_best_solution_of_a_checkpoint_is_one(tmp_path: Path) -> None:
    costs = [k * k % 17 for k in range(25)]
    priced = Problem([[r, ("column", c)] for r in range(5) for c in range(5)], costs=costs)
    path = tmp_path / "run"
    best = priced.cheapest(1, workers=1, checkpoint=path)
    for row in ([0, 6, 12, 18, 24], [0, 1], [99], [], [0] * 5):
        text = json.dumps([[0, row]])
        with closing(sqlite3.connect(path)) as database, database:
            database.execute(INSERT_NOTE, ("best", text, digest_of("best", text)))
        with pytest.raises(CheckpointError, match="false solution"):
            priced.cheapest(1, resume=path)
    assert best.complete


def queens() -> Model:
    """Return a model with 92 solutions."""
    model = Model()
    rows = model.variables(8, range(8))
    for i in range(8):
        for j in range(i):
            model.post(rows[i] != rows[j], rows[i] - rows[j] != i - j, rows[j] - rows[i] != i - j)
    return model


def test_a_checkpoint_of_a_model(tmp_path: Path) -> None:
    whole, path = tmp_path / "whole", tmp_path / "run"
    assert not queens().count(workers=1, checkpoint=whole, max_nodes=60).complete
    with Checkpoint(whole) as kept:
        tasks = kept.tasks()
    assert len(tasks) > 3
    for task, other in zip(tasks, [*tasks[1:], tasks[0]], strict=True):
        wrong = ["[]", json.dumps(other.chosen), "[-1]", "[3]", f"[{1 << 80}]", f"[{-(1 << 80)}]"]
        wrong += [f"[{999 << 21}]", f"[{(1 << 20) - 2}]"]
        for chosen in wrong:
            shutil.copy(whole, path)
            sealed(
                path, "UPDATE tasks SET chosen = ? WHERE chosen = ?", chosen, str([*task.chosen])
            )
            try:
                assert queens().count(workers=1, resume=path) == 92
            except CheckpointError as error:
                assert "damaged" in str(error)
            else:
                assert chosen in ("[3]",)
    assert queens().count(workers=1, resume=whole) == 92
