"""What a run searches: whatever makes an engine for each of its tasks, and knows itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from exactcover.compiled.types import U32
from exactcover.search.protocol import Splittable


class Subject(Protocol):
    """What is searched, and by which engine: exact covers (`covers`), or a model of `csp`.

    A worker gets it once, pickled, and knows it by its key from then on.

    Attributes
    ----------
    key
        Tells it from any other subject, on any machine.
    name
        What the problem is called; may be empty.
    method, why
        The engine, and why it was chosen.
    chosen
        What is chosen before the search: a task's prefix begins with it.
    task_updates
        About a tenth of a second of the engine's work.
    call_nodes
        The nodes of one call, which comes back after some 20 ms at the latest.
    k
        How many solutions of least cost are wanted, if it is these; else None.
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
        """Return what a checkpoint must be of; the `digest` is that of the problem."""

    def text(self) -> str:
        """Return the problem as people read it."""

    def describe(self, chosen: Sequence[int]) -> str:
        """Say what a prefix chooses."""

    def prefix(self, chosen: Sequence[int]) -> tuple[Any, ...]:
        """Return a prefix as callers name it."""

    def engine(self, chosen: Sequence[int], bound: int | None) -> Splittable:
        """Return the engine of a task, before its search.

        Where the best solutions are wanted, it looks for none that costs `bound` or more.
        """

    def costs(self, rows: U32, lengths: U32) -> list[int]:
        """Return what solutions cost, where the best ones are wanted."""

    def tidy(self, rows: U32, lengths: U32) -> tuple[U32, U32]:
        """Return solutions as they are handed out."""

    def shortcut(self) -> int | None:
        """Return how many solutions there are, if that is found out in no time by another way."""
