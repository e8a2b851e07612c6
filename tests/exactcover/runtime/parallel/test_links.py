"""Links in the place of checkpoints, and of the files that a run makes beside them."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from exactcover import Problem
from exactcover.runtime.errors import CheckpointError
from exactcover.runtime.parallel.checkpoint_database import locked
from sudoku import Shape
from sudoku.counting.count_grids import count_grids

pytestmark = pytest.mark.skipif(os.name == "nt", reason="links need a privilege on Windows")

PERMUTATIONS = Problem([[row, ("column", column)] for row in range(5) for column in range(5)])


def by_tasks(path: Path) -> int:
    return int(PERMUTATIONS.count(checkpoint=path))


def by_layers(path: Path) -> int:
    return int(PERMUTATIONS.count(method="frontier", checkpoint=path))


def of_grids(path: Path) -> int:
    return int(count_grids(Shape(2, 2), checkpoint=path))


RUNS = [(by_tasks, 120), (by_layers, 120), (of_grids, 288)]


@pytest.mark.parametrize(("run", "known"), RUNS)
def test_no_link_beside_a_checkpoint_is_followed(
    run: Callable[[Path], int], known: int, tmp_path: Path
) -> None:
    path, victim = tmp_path / "run", tmp_path / "victim"
    (tmp_path / "run-lock").symlink_to(victim)
    for content in (None, b"", b"something"):
        if content is not None:
            victim.write_bytes(content)
        with pytest.raises(CheckpointError, match="run-lock is a link, where a run makes"):
            run(path)
        assert (victim.read_bytes() if victim.exists() else None) == content
    (tmp_path / "run-lock").unlink()
    victim.unlink()
    (tmp_path / "run-new").symlink_to(victim)  # is replaced, and not followed
    assert run(path) == known
    assert not victim.exists()


@pytest.mark.parametrize(("run", "known"), RUNS)
def test_a_link_to_a_checkpoint_is_followed(
    run: Callable[[Path], int], known: int, tmp_path: Path
) -> None:
    link, path = tmp_path / "link", tmp_path / "folder" / "run"
    path.parent.mkdir()
    link.symlink_to(path)
    with pytest.raises(CheckpointError, match=r"is a link to .*run, which is not there"):
        run(link)
    assert not list(path.parent.iterdir())
    assert run(path) == known
    assert run(link) == known
    assert link.is_symlink()
    assert not (tmp_path / "link-lock").exists()
    with closing(locked(path)), pytest.raises(CheckpointError, match="in use by another run"):
        run(link)


def test_the_lock_may_be_there_and_may_hold_sql(tmp_path: Path) -> None:
    path = tmp_path / "run"
    with closing(sqlite3.connect(tmp_path / "run-lock")) as other:
        other.execute("CREATE TABLE a (b)")
    assert by_tasks(path) == 120
    with closing(locked(path)), pytest.raises(CheckpointError, match="in use by another run"):
        locked(path)
