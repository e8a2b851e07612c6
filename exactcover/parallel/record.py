"""What a run has found, in memory and in the files that keep it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from exactcover.parallel.checkpoint import Checkpoint
from exactcover.parallel.job import Job
from exactcover.parallel.output import Output
from exactcover.parallel.tasks import Task
from exactcover.parallel.worker import Outcome


class Record:
    """The sums of all tasks that are done, the checkpoint, the file of solutions.

    Parameters
    ----------
    job
        What is searched.
    what
        What is wanted of it, for a checkpoint: another run of the same job may want other
        things.
    output
        Where solutions go, or None.
    kept
        Where the checkpoint is, or None.
    must_exist
        Whether it is an error if there is none.

    Attributes
    ----------
    tasks
        Those with which the run begins or goes on.
    notes
        What the checkpoint has noted beside tasks.
    found, nodes, updates, seconds
        What the tasks that are done found, and what they took; in seconds of workers.
    """

    def __init__(
        self,
        job: Job,
        what: str,
        output: Output | None = None,
        kept: Path | None = None,
        must_exist: bool = False,
    ) -> None:
        root = Task((), job.chosen)
        self._output = output
        self._checkpoint: Checkpoint | None = None
        self.tasks, self.notes = [root], dict[str, str]()
        self.found = self.nodes = self.updates = 0
        self.seconds = 0.0
        try:
            if kept is not None:
                checkpoint = Checkpoint(kept, must_exist=must_exist)
                self._go_on(job, what, root, checkpoint)
            if output is not None:
                output.go_to(self.notes.get("output"))
        except BaseException:
            self.close()
            raise

    def _go_on(self, job: Job, what: str, root: Task, checkpoint: Checkpoint) -> None:
        """Begin a checkpoint, or go on where it stands."""
        facts = job.facts() | {
            "what": what,
            "output": self._output.name if self._output else None,
        }
        self._checkpoint = checkpoint
        checkpoint.begin(facts, job.text(), job.name, root)
        self.tasks, self.notes = checkpoint.tasks(), checkpoint.notes()
        _, self.found, self.nodes, self.updates, self.seconds = checkpoint.sums()

    @property
    def is_kept(self) -> bool:
        """Whether there is a checkpoint."""
        return self._checkpoint is not None

    @property
    def is_due(self) -> bool:
        """Whether it is time to save."""
        return self._checkpoint is not None and self._checkpoint.is_due

    def note(self, outcome: Outcome, rows: list[NDArray[Any]] | None = None) -> None:
        """Take over what a task found; its solutions go to the file as `rows`."""
        self.found += outcome.found
        self.nodes += outcome.nodes
        self.updates += outcome.updates
        self.seconds += outcome.seconds
        if self._output and rows is not None:
            self._output.write(rows)
        if self._checkpoint:
            self._checkpoint.note([outcome])

    def save(self, notes: Mapping[str, str]) -> None:
        """Write the file of solutions, then the checkpoint that knows how far it is."""
        written = {"output": self._output.keep()} if self._output else {}
        if self._checkpoint:
            self._checkpoint.save({**notes, **written})

    def close(self) -> None:
        """Let go of the files."""
        with ExitStack() as closing:  # both, even if one of them fails
            for one in (self._checkpoint, self._output):
                if one:
                    closing.callback(one.close)
            self._checkpoint = self._output = None
