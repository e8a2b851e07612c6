"""Crafted checkpoints of layers: every array is replaced, with the right digests."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from exactcover import Problem
from exactcover.layered.checkpoint import LayersCheckpoint, _rows
from exactcover.runtime.errors import CheckpointError
from tests.problems import dominoes

BOARD = dominoes(6, 6)


def started(path: Path, problem: Problem = BOARD) -> Path:
    """Make a checkpoint of a count that was stopped on the way."""
    number = problem.count(method="frontier", order="given", checkpoint=path, max_nodes=200)
    assert not number.complete
    return path


def count(path: Path) -> int:
    """Resume the count to its end."""
    number = BOARD.count(method="frontier", order="given", resume=path)
    assert number.complete
    return int(number)


def arrays_of(path: Path) -> dict[str, NDArray[np.generic]]:
    """Return the arrays of a checkpoint."""
    with closing(sqlite3.connect(path)) as database:
        rows = database.execute("SELECT name, dtype, shape, content FROM arrays").fetchall()
    return {
        name: np.frombuffer(content, dtype).reshape(json.loads(shape)).copy()
        for name, dtype, shape, content in rows
    }


def write(path: Path, arrays: dict[str, NDArray[np.generic]]) -> None:
    """Replace the arrays of a checkpoint."""
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("DELETE FROM arrays")
        for number, (name, array) in enumerate(arrays.items()):
            rows = _rows(number, name, np.ascontiguousarray(array))
            database.executemany("INSERT INTO arrays VALUES (?, ?, ?, ?, ?, ?, ?)", rows)


def test_no_array_of_a_checkpoint_is_believed(tmp_path: Path) -> None:
    whole, path = started(tmp_path / "whole"), tmp_path / "run"
    arrays = arrays_of(whole)
    assert {"bits", "layer", "order", "runs", "work"} < set(arrays)
    n_refused = 0
    for name, array in arrays.items():
        plain = array.dtype.type
        fills = [
            np.full_like(array, value) for value in (64, 0, 12, 1 << 40, plain(-1 % (1 << 63)))
        ]
        shapes = [array[:0], array[None], np.concatenate([array, array]), array.astype(np.float64)]
        other = np.int64 if array.dtype == np.uint64 else np.uint64
        for changed in (*fills, *shapes, array.astype(other), array.astype(object) * 0 == 1):
            shutil.copy(whole, path)
            write(path, arrays | {name: changed})
            try:
                found = count(path)
            except CheckpointError as error:
                n_refused += "damaged" in str(error)
                continue
            assert found == 6728 or name in ("work",), (name, changed)
    assert n_refused > 60


def test_arrays_that_are_missing_or_have_other_names(tmp_path: Path) -> None:
    whole, path = started(tmp_path / "whole"), tmp_path / "run"
    arrays = arrays_of(whole)
    for name in arrays:
        rest = {other: array for other, array in arrays.items() if other != name}
        for changed in (rest, rest | {"more": arrays[name]}, rest | {f"{name}.1": arrays[name]}):
            shutil.copy(whole, path)
            write(path, changed)
            with pytest.raises(CheckpointError, match="damaged"):
                count(path)
    assert count(whole) == 6728


def test_rows_that_are_no_states(tmp_path: Path) -> None:
    whole, path = started(tmp_path / "whole"), tmp_path / "run"
    arrays = arrays_of(whole)
    name = next(name for name in arrays if name.startswith("rows."))
    _, number, layer, _ = name.split(".")
    rest = {other: array for other, array in arrays.items() if other != name}
    for other in (f"rows.{number}.0.0", f"rows.{number}.99.0", f"rows.{number}.{layer}.4096"):
        shutil.copy(whole, path)
        write(path, rest | {other: arrays[name]})
        with pytest.raises(CheckpointError, match="damaged"):
            count(path)
    for column, value in ((0, 0), (0, 2**64 - 1), (1, 0), (1, 2**63)):
        shutil.copy(whole, path)
        rows = arrays[name].copy()
        rows[0, column] = value
        write(path, arrays | {name: rows})
        with pytest.raises(CheckpointError, match=f"no state of layer {layer}"):
            count(path)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE arrays SET dtype = '|O'",
        "UPDATE arrays SET dtype = '<f8'",
        "UPDATE arrays SET shape = '[-1]'",
        "UPDATE arrays SET shape = '[99999999999, 99999999999]'",
        "UPDATE arrays SET content = 'text'",
        "UPDATE arrays SET content = zeroblob(length(content) + 8)",
        "UPDATE arrays SET name = 'bits'",
        "UPDATE arrays SET number = number + 1000",
        "UPDATE arrays SET piece = piece + 1",
        "CREATE TRIGGER t AFTER INSERT ON arrays BEGIN DELETE FROM arrays; END",
        "CREATE VIEW v AS SELECT 1",
        "ALTER TABLE arrays ADD COLUMN more",
    ],
)
def test_other_tables(tmp_path: Path, statement: str) -> None:
    path = started(tmp_path / "run")
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(statement)
    with pytest.raises(CheckpointError, match="damaged"):
        count(path)


def test_a_limit_stops_the_reading(tmp_path: Path) -> None:
    path = started(tmp_path / "run")
    stopped = BOARD.count(method="frontier", order="given", resume=path, time_limit=0)
    assert not stopped.complete
    LayersCheckpoint(path, must_exist=True, facts={}).close()
    assert count(path) == 6728
