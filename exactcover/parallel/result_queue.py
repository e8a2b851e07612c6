"""Solutions on their way to the caller: each batch is taken when the next one is asked for."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

from exactcover.compiled.types import U32
from exactcover.parallel.schema import name_of
from exactcover.parallel.worker import Outcome

Rows = tuple[U32, U32]


class Delivery:
    """What was handed out of the outcomes of tasks, and what was taken.

    A task counts as done when all of its solutions were taken; of others a checkpoint keeps how
    many. A task always finds the same solutions in the same order: so those that were taken are not
    handed out again when it is done again.

    Parameters
    ----------
    tidy
        Makes solutions of an engine's rows.
    note
        Is told of outcomes all of whose solutions were taken.
    n_before
        How many solutions the tasks that earlier runs have done had.
    text
        What a checkpoint has kept of other tasks of theirs.

    Attributes
    ----------
    given
        How many solutions were handed out, those of earlier runs among them.
    """

    def __init__(
        self,
        tidy: Callable[[U32, U32], Rows],
        note: Callable[[Outcome], None],
        n_before: int = 0,
        text: str = "{}",
    ) -> None:
        self._tidy, self._note = tidy, note
        self._taken: dict[str, int] = json.loads(text)
        self._outcome: Outcome | None = None
        self._rows: Rows
        self._at = 0
        self.given = n_before + sum(self._taken.values())

    @property
    def is_empty(self) -> bool:
        """Whether no solution is here that was not handed out."""
        return self._outcome is None or self._at == self._outcome.found

    def next(self, ready: Iterator[Outcome], most: int) -> Rows | None:
        """Hand out the next solutions, at most so many; None if there are none yet.

        Parameters
        ----------
        ready
            The outcomes whose turn it is.
        most
            How many are wanted.
        """
        while most > 0:
            self._take()
            if self._outcome is None:
                outcome = next(ready, None)
                if outcome is None:
                    return None
                self._begin(outcome)
            elif not self.is_empty:
                first, self._at = self._at, min(self._at + most, self._outcome.found)
                self.given += self._at - first
                rows, lengths = self._rows
                return rows[first : self._at], lengths[first : self._at]
        self._take()
        return None

    def text(self) -> str:
        """Return what was taken, as a checkpoint keeps it."""
        return json.dumps(self._taken)

    def _begin(self, outcome: Outcome) -> None:
        self._outcome = outcome
        self._rows = self._tidy(outcome.rows, outcome.lengths)
        self._at = self._taken.get(name_of(outcome.task.path), 0)

    def _take(self) -> None:
        """Note that all that was handed out is taken."""
        if self._outcome is None:
            return
        name = name_of(self._outcome.task.path)
        if self.is_empty:
            self._taken.pop(name, None)
            self._note(self._outcome)
            self._outcome = None
        elif self._at:
            self._taken[name] = self._at
