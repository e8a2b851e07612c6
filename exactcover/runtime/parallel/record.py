"""`Record`: the results of a run, in memory, in its checkpoint and in its file of solutions."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import ExitStack
from itertools import zip_longest
from pathlib import Path

from exactcover.runtime.arguments import UNLIMITED
from exactcover.runtime.errors import CheckpointError
from exactcover.runtime.kernels.types import U32
from exactcover.runtime.parallel.checkpoint import Checkpoint
from exactcover.runtime.parallel.job import Job
from exactcover.runtime.parallel.output import Output
from exactcover.runtime.parallel.task import Task
from exactcover.runtime.parallel.worker import Outcome
from exactcover.runtime.search.result import Level


class Record:
    """The sums over all tasks that are done, the checkpoint, and the file of solutions.

    Parameters
    ----------
    job
        The problem to search, and its engine.
    what
        The kind of result: "count", "list", "one" or "best". A checkpoint is for one kind.
    output
        The file of solutions, or None.
    path
        The path of the checkpoint, or None.
    must_exist
        Whether the checkpoint must exist.
    limit
        The most solutions that are written to the file.

    Attributes
    ----------
    tasks
        The tasks with which the run starts or resumes.
    notes
        The notes of the checkpoint.
    found, nodes, updates, seconds
        The solutions and the work of the tasks that are done; the seconds are those of workers.
    profile
        What these tasks did at each level of the search tree, if that is recorded.
    """

    def __init__(
        self,
        job: Job,
        what: str,
        output: Output | None = None,
        path: Path | None = None,
        must_exist: bool = False,
        limit: int = UNLIMITED,
    ) -> None:
        root = Task((), job.chosen)
        self._limit = limit
        self._surplus: list[tuple[U32, U32]] = []
        self._output = output
        self._checkpoint: Checkpoint | None = None
        self.tasks, self.notes = [root], dict[str, str]()
        self.found = self.nodes = self.updates = 0
        self.seconds = 0.0
        self.profile: tuple[Level, ...] = ()
        try:
            if path is not None:
                checkpoint = Checkpoint(path, must_exist=must_exist)
                self._resume(job, what, root, checkpoint)
            if output is not None:
                output.go_to(self.notes.get("output"), self.found)
        except BaseException:
            self.close()
            raise

    def _resume(self, job: Job, what: str, root: Task, checkpoint: Checkpoint) -> None:
        """Start a checkpoint, or resume from it."""
        facts = job.facts() | {
            "what": what,
            "output": self._output.name if self._output else None,
        }
        self._checkpoint = checkpoint
        checkpoint.begin(facts, job.text(), job.name, root, job.regions, job.most())
        self.tasks, self.notes = checkpoint.tasks(), checkpoint.notes()
        for cost, row in json.loads(self.notes.get("best", "[]")):
            if not job.is_solution(row, cost):
                raise CheckpointError(f"the checkpoint {checkpoint.path} has a false solution")
        _, self.found, self.nodes, self.updates, self.seconds = checkpoint.sums()
        self.profile = tuple(Level(*row) for row in json.loads(self.notes.get("profile", "[]")))

    @property
    def known(self) -> int:
        """The number of solutions that were found, with those that the limit leaves out."""
        return self.found + sum(len(lengths) for _, lengths in self._surplus)

    @property
    def is_kept(self) -> bool:
        """Whether the run has a checkpoint."""
        return self._checkpoint is not None

    @property
    def is_due(self) -> bool:
        """Whether it is time to save."""
        return self._checkpoint is not None and self._checkpoint.is_due

    def note(self, outcome: Outcome, found: tuple[U32, U32] | None = None) -> None:
        """Record the outcome of a task, and write its solutions to the file: rows and lengths.

        If these are more than the limit allows, the task and those after it do not count as done:
        a run that resumes this one will search them again.
        """
        number = 0 if found is None else len(found[1])
        if (
            self._output
            and found
            and number
            and (self._surplus or self.found + number > self._limit)
        ):
            self._surplus.append(found)
            return
        self.found += outcome.found
        self.nodes += outcome.nodes
        self.updates += outcome.updates
        self.seconds += outcome.seconds
        self.profile = tuple(
            Level(*map(sum, zip(*pair, strict=True)))
            for pair in zip_longest(self.profile, outcome.profile, fillvalue=Level(0, 0, 0))
        )
        if self._output and number and found:
            self._output.write(*found)
        if self._checkpoint:
            self._checkpoint.note([outcome])

    def save(self, notes: Mapping[str, str]) -> None:
        """Write the file of solutions, then the checkpoint, which contains the position in it."""
        written = {"output": self._output.flush()} if self._output else {}
        profile = {"profile": json.dumps(self.profile)} if self.profile else {}
        if self._checkpoint:
            self._checkpoint.save({**notes, **written, **profile})

    def fill(self) -> None:
        """Write solutions of tasks that do not count as done, up to the limit.

        They are after the position in the checkpoint, so a run that resumes this one removes them.
        """
        if self._output and self._surplus:
            left = self._limit - self.found
            for rows, lengths in self._surplus:
                self._output.write(rows[:left], lengths[:left])
                left -= len(lengths[:left])
            self._output.flush()

    def close(self) -> None:
        """Close the files."""
        with ExitStack() as closing:  # both, even if one of them fails
            for one in (self._checkpoint, self._output):
                if one:
                    closing.callback(one.close)
            self._checkpoint = self._output = None
