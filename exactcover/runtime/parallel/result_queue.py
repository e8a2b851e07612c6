"""`ResultQueue`: the solutions that a run returns to its caller, and those acknowledged.

The solutions of a call are acknowledged when the caller asks for the next ones.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

from exactcover.runtime.errors import CheckpointError
from exactcover.runtime.kernels.types import U32
from exactcover.runtime.parallel.checkpoint_schema import name_of
from exactcover.runtime.parallel.worker import Outcome

Rows = tuple[U32, U32]


class ResultQueue:
    """Returns the solutions of tasks, and records how many were acknowledged.

    A task counts as done when all its solutions are acknowledged; for other tasks a checkpoint
    stores the number of acknowledged solutions. A task always finds the same solutions in the same
    order, so these are not returned again when a resumed run repeats the task.

    Parameters
    ----------
    tidy
        Turns the rows of an engine into solutions.
    note
        Called with each outcome whose solutions are all acknowledged.
    n_before
        The number of solutions of the tasks that earlier runs completed.
    text
        The text of the other tasks in a checkpoint.

    Attributes
    ----------
    n_returned
        The number of solutions returned, including those of earlier runs.
    """

    def __init__(
        self,
        tidy: Callable[[U32, U32], Rows],
        note: Callable[[Outcome], None],
        n_before: int = 0,
        text: str = "{}",
    ) -> None:
        self._tidy, self._note = tidy, note
        self._acknowledged: dict[str, int] = json.loads(text)
        self._outcome: Outcome | None = None
        self._rows: Rows
        self._at = 0
        self.n_returned = n_before + sum(self._acknowledged.values())

    @property
    def is_empty(self) -> bool:
        """Whether all solutions of the current outcome were returned."""
        return self._outcome is None or self._at == self._outcome.found

    def next(self, ready: Iterator[Outcome], most: int) -> Rows | None:
        """Return the next solutions, or None if there are none yet.

        Parameters
        ----------
        ready
            The outcomes that may be returned now.
        most
            The maximum number of solutions.
        """
        while most > 0:
            self._acknowledge()
            if self._outcome is None:
                outcome = next(ready, None)
                if outcome is None:
                    return None
                self._begin(outcome)
            elif not self.is_empty:
                first, self._at = self._at, min(self._at + most, self._outcome.found)
                self.n_returned += self._at - first
                rows, lengths = self._rows
                return rows[first : self._at], lengths[first : self._at]
        self._acknowledge()
        return None

    def text(self) -> str:
        """Return the numbers of acknowledged solutions as text for a checkpoint."""
        return json.dumps(self._acknowledged)

    def _begin(self, outcome: Outcome) -> None:
        self._outcome = outcome
        self._rows = self._tidy(outcome.rows, outcome.lengths)
        name = name_of(outcome.task.path)
        self._at = self._acknowledged.get(name, 0)
        if self._at > outcome.found:
            raise CheckpointError(
                f"the checkpoint is damaged: {self._at} solutions of task {name!r} were taken, and "
                f"it has {outcome.found}"
            )

    def _acknowledge(self) -> None:
        """Record that the caller has received all solutions that were returned."""
        if self._outcome is None:
            return
        name = name_of(self._outcome.task.path)
        if self.is_empty:
            self._acknowledged.pop(name, None)
            self._note(self._outcome)
            self._outcome = None
        elif self._at:
            self._acknowledged[name] = self._at
