"""Crafted checkpoints of counts of grids: no other content than numbers of tasks is read."""

import json
from pathlib import Path
from typing import Any

import pytest

from exactcover.runtime.errors import CheckpointError
from sudoku.counting.checkpoint import MOST, Checkpoint, _digest

FACTS = {"shape": "3x3"}
GOOD = {"tasks": {"done": 2, "found": [5, 7]}}


def read(path: Path, stages: Any, *, adds_up: bool = False) -> tuple[int, list[int]]:
    """Write a checkpoint with the right digest, and read it."""
    content = {"format": "sudoku grids 1", "facts": FACTS, "stages": stages}
    if stages is None:
        del content["stages"]
    path.write_text(json.dumps(content | {"digest": _digest(content)}), encoding="utf-8")
    with Checkpoint(path, FACTS) as kept:
        return kept.found("tasks", 3, adds_up=adds_up)


def test_what_is_right(tmp_path: Path) -> None:
    assert read(tmp_path / "run", GOOD) == (2, [5, 7])
    assert read(tmp_path / "run", {"tasks": {"done": 2, "found": [5]}}, adds_up=True) == (2, [5])


@pytest.mark.parametrize(
    "stage",
    [
        {"done": done, "found": found}
        for done in (2, -1, True, 1.0, None, "2", 4, 10**30)
        for found in ([5, 7], [-5, 7], [5], [5, MOST], [5, 7.0], [5, True], "57", {"0": 5}, None)
        if (done, found) != (2, [5, 7])
    ],
)
def test_numbers_that_cannot_be(tmp_path: Path, stage: Any) -> None:
    with pytest.raises(CheckpointError, match="damaged"):
        read(tmp_path / "run", {"tasks": stage})


@pytest.mark.parametrize("stages", [None, [], 5, "x", {"tasks": []}, {"tasks": 5, "other": {}}])
def test_stages_that_are_none(tmp_path: Path, stages: Any) -> None:
    with pytest.raises(CheckpointError, match="damaged"):
        read(tmp_path / "run", stages)


def test_nothing_done_and_something_found(tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match="in no task"):
        read(tmp_path / "run", {"tasks": {"done": 0, "found": [5]}}, adds_up=True)


def test_a_folder_in_its_place(tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match=r"Is a directory|denied"):
        Checkpoint(tmp_path, FACTS)
