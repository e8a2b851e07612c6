"""The checkpoint of a count: a file in JSON with what the tasks have found.

It is written to another name and renamed, so a run that is killed leaves the last complete one. A
lock keeps a second run from it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import ExitStack, closing
from hashlib import sha256
from pathlib import Path
from typing import Any

from exactcover.runtime.errors import CheckpointError
from exactcover.runtime.files import write_text
from exactcover.runtime.parallel.checkpoint_database import locked, place_of

FORMAT = "sudoku grids 1"
FORMAT_NAME = FORMAT.rpartition(" ")[0]
MOST = 10**4000
"""A number above those of all grids that can be counted; there are some 10**308 of 25x25 cells."""


class Checkpoint:
    """The checkpoint of a count, locked until it is closed.

    Parameters
    ----------
    path
        The file. If it exists, the count goes on from it.
    facts
        What is counted, as values of JSON.

    Raises
    ------
    CheckpointError
        If the file is of another count, damaged, or in use by another run.
    """

    def __init__(self, path: Path, facts: Mapping[str, Any]) -> None:
        self._path = path = place_of(path)
        self._facts = dict(facts)
        self._stages: dict[str, dict[str, Any]] = {}
        with ExitStack() as opened:
            opened.enter_context(closing(locked(path)))
            if path.exists():
                self._stages = self._load()
            self._opened = opened.pop_all()

    def __enter__(self) -> Checkpoint:
        return self

    def __exit__(self, *error: object) -> None:
        self._opened.close()

    def found(self, stage: str, n_tasks: int, *, adds_up: bool) -> tuple[int, list[int]]:
        """Return how many tasks of a stage are done, and what they have found.

        Raises
        ------
        CheckpointError
            If this cannot be of such a stage.
        """
        kept = self._stages.get(stage)
        if kept is None:
            return 0, [0] if adds_up else []
        done, found = kept.get("done"), kept.get("found")
        if not isinstance(found, list) or not all(map(_is_number, [done, *found])):
            raise self._damaged("it has something else than numbers")
        n_done, numbers = int(done or 0), list(map(int, found))
        if n_done > n_tasks or len(numbers) != (1 if adds_up else n_done):
            raise self._damaged(f"it has other tasks for {stage!r}")
        if not n_done and any(numbers):
            raise self._damaged(f"it has found something in no task of {stage!r}")
        return n_done, numbers

    def save(self, stage: str, done: int, found: list[int]) -> None:
        """Write how many tasks of a stage are done, and what they have found."""
        self._stages[stage] = {"done": done, "found": found}
        content = {"format": FORMAT, "facts": self._facts, "stages": self._stages}
        write_text(self._path, json.dumps(content | {"digest": _digest(content)}) + "\n")

    def _load(self) -> dict[str, dict[str, Any]]:
        try:
            content = json.loads(self._path.read_text("utf-8"))
        except (ValueError, RecursionError) as error:
            raise self._damaged(str(error)) from error
        except OSError as error:
            raise CheckpointError(f"{self._path}: {error.strerror}") from error
        written = content.get("format") if isinstance(content, dict) else None
        if isinstance(written, str) and written.startswith(FORMAT_NAME) and written != FORMAT:
            raise CheckpointError(
                f"the checkpoint {self._path} was written by another version of this library: its "
                f"format is {written!r}, not {FORMAT!r}"
            )
        if written != FORMAT:
            raise CheckpointError(f"{self._path} is no checkpoint of a count of grids")
        digest = content.pop("digest", None)
        if digest != _digest(content):
            raise self._damaged("its digest does not fit to its content")
        if content.get("facts") != self._facts:
            raise CheckpointError(
                f"the checkpoint {self._path} is of another count: {content.get('facts')}"
            )
        stages = content.get("stages")
        if not isinstance(stages, dict) or not all(isinstance(x, dict) for x in stages.values()):
            raise self._damaged("it has no stages")
        return stages

    def _damaged(self, why: str) -> CheckpointError:
        return CheckpointError(f"the checkpoint {self._path} is damaged: {why}")


def _is_number(value: object) -> bool:
    return type(value) is int and 0 <= value < MOST


def _digest(content: Mapping[str, Any]) -> str:
    return sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
