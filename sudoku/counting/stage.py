"""Stages: how a method of counting tells its tasks to whoever runs them.

A method is a generator that yields stages, one after another, receives what each one found, and
returns the count. So it knows nothing of workers, limits and checkpoints (`sudoku.counting.run`).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from exactcover.runtime.search.limits import Flag

Counting: TypeAlias = "Generator[Stage, list[int], int]"
"""A method of counting."""


@dataclass(frozen=True)
class Stage:
    """Tasks that can be done in any order, in any thread, numbered from 0.

    Attributes
    ----------
    name
        A name that no other stage of the count has.
    sizes
        For each task a number that its time is about proportional to.
    work
        Return the number that a task finds; None if the flag is set before that.
    ends
        The part of the whole work, from 0 to 1, that is done at the end of the stage.
    at_least
        Return a lower bound of the count, by what the first tasks have found: see `adds_up`.
    adds_up
        Whether only the sum of the numbers is of interest, which is then sent as a list of one.
    """

    name: str
    sizes: Sequence[float]
    work: Callable[[int, Flag], int | None]
    ends: float
    at_least: Callable[[list[int]], int] = lambda found: 0
    adds_up: bool = False

    @property
    def n_tasks(self) -> int:
        """The number of tasks."""
        return len(self.sizes)
