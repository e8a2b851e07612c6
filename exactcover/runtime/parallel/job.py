"""`Job`: a problem together with the engine that searches its tasks."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from exactcover.runtime.kernels.types import U32
from exactcover.runtime.search.protocol import Splittable


class Job(Protocol):
    """A problem and its engine: an exact cover problem (`cover_job`), or a model of `csp`.

    A job is sent to each worker once, pickled; after that only its key is sent.

    Attributes
    ----------
    key
        Identifies the job on every machine.
    name
        The name of the problem; may be empty.
    method, why
        The engine, and why it was chosen.
    chosen
        What is chosen before the search: the prefix of every task begins with it.
    task_updates
        The number of updates in about a tenth of a second of the engine's work.
    call_nodes
        The node budget of one call of the engine, which should take at most some 20 ms.
    k
        How many solutions of least cost are wanted, or None if the cost does not matter.
    """

    key: str
    name: str
    method: str
    why: str
    chosen: tuple[int, ...]
    task_updates: int
    call_nodes: int
    k: int | None

    def facts(self) -> dict[str, Any]:
        """Return the entries that identify the job in a checkpoint, with the problem's `digest`."""

    def text(self) -> str:
        """Return the problem in a readable form."""

    def describe(self, chosen: Sequence[int]) -> str:
        """Return the choices of a prefix as text."""

    def prefix(self, chosen: Sequence[int]) -> tuple[Any, ...]:
        """Return the choices of a prefix by the caller's names."""

    def most(self) -> int:
        """Return an upper bound of the number of solutions that all tasks find together."""

    def regions(
        self, chosen: Sequence[int], parts: Sequence[Sequence[int]]
    ) -> Iterable[Mapping[Hashable, Any]]:
        """Return for each part of a task the values that its own decisions leave to variables.

        A region is a mapping from variables to the values that are left, as sets or bit masks. Two
        parts have no common solution if their regions leave a variable no common value. A
        checkpoint is checked so (`exactcover.runtime.parallel.checkpoint_check`).

        Parameters
        ----------
        chosen
            The prefix of the task.
        parts
            The prefixes of its parts, which begin with that of the task.

        Raises
        ------
        ProblemError
            If a part is none of this task, or decides what cannot be decided.
        """

    def is_solution(self, row: Sequence[int], cost: int) -> bool:
        """Return whether a row as of `tidy` is a solution with this cost, in units of `costs`."""

    def engine(self, chosen: Sequence[int], bound: int | None) -> Splittable:
        """Return the engine of a task, whose search has not started.

        Where the best solutions are wanted, it ignores those that cost `bound` or more.
        """

    def costs(self, rows: U32, lengths: U32) -> list[int]:
        """Return the costs of solutions, where the best ones are wanted."""

    def tidy(self, rows: U32, lengths: U32) -> tuple[U32, U32]:
        """Return solutions in the form that the caller gets."""

    def shortcut(self) -> int | None:
        """Return the number of solutions, if another method finds it quickly; else None."""
