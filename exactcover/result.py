"""What comes back from a search, and how it says whether the search was complete."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, TypeVar

from exactcover.errors import NoSolutionError, UndecidedError
from exactcover.option import Option

Answer = TypeVar("Answer")


class Stop(Enum):
    """Why a search ended before it was complete."""

    LIMIT = "limit"
    """As many solutions as were asked for are found."""
    TIME = "time"
    NODES = "nodes"
    CANCELLED = "cancelled"
    LOST = "lost"
    """Some tasks of a search that was spread killed every worker that tried them."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """What a search did so far.

    `nodes` counts the visited nodes of the search tree, the root and forced moves included;
    `updates` the nodes of options visited to hide them, or the turns of propagators; `seconds` the
    time spent searching, without what the caller does between two solutions. `engine` searched
    last; `choice` says of every engine that had a turn why it was chosen, a line each.
    """

    nodes: int
    updates: int
    solutions: int
    seconds: float
    engine: str
    choice: tuple[str, ...] = ()


class Solution(tuple[Option, ...]):
    """An exact cover: its options, sorted by index.

    Examples
    --------
    >>> from exactcover import Problem
    >>> solution = Problem({"A": ["p", "q"], "B": ["r"]}).solve().solution
    >>> solution
    ('A', 'B')
    >>> solution.indices, solution.labels
    ((0, 1), ('A', 'B'))
    """

    __slots__ = ()

    @property
    def indices(self) -> tuple[int, ...]:
        """The options' indices in the problem."""
        return tuple(option.index for option in self)

    @property
    def labels(self) -> tuple[Any, ...]:
        """The options' labels."""
        return tuple(option.label for option in self)


@dataclass(frozen=True, slots=True)
class Result(Generic[Answer]):
    """One solution, or the proof that there is none, or neither.

    Attributes
    ----------
    solution
        The solution, or None.
    complete
        Whether the whole search was done: then None means that no solution exists.
    stopped
        Why the search ended before that, or None; ``Stop.LIMIT`` when it ended with the solution.
    """

    solution: Answer | None
    complete: bool
    stopped: Stop | None
    statistics: Statistics

    def __bool__(self) -> bool:
        """Tell whether a solution exists; raises `UndecidedError` where that is not known."""
        if self.solution is None and not self.complete:
            why = self.stopped.value if self.stopped else "interrupted"
            raise UndecidedError(
                f"the search was stopped ({why}) before it found a solution or proved that there "
                "is none"
            )
        return self.solution is not None

    @property
    def engine(self) -> str:
        """The engine that searched, or the last of several; `statistics.choice` says why."""
        return self.statistics.engine

    def get(self) -> Answer:
        """Return the solution.

        Raises
        ------
        NoSolutionError
            If there is none.
        UndecidedError
            If the search was stopped before it found out.
        """
        if not self or self.solution is None:
            raise NoSolutionError("there is no solution")
        return self.solution


class Count(int):
    """The number of solutions found: all of them if `complete`, else a lower bound.

    Examples
    --------
    >>> from exactcover import Problem
    >>> problem = Problem([["p"], ["p"], ["p"]])
    >>> problem.count()
    3
    >>> problem.count(limit=2)
    Count(2, stopped='limit')
    >>> problem.count(limit=2).complete
    False
    """

    complete: bool
    stopped: Stop | None
    statistics: Statistics

    def __new__(
        cls, number: int, complete: bool, stopped: Stop | None, statistics: Statistics
    ) -> Count:
        """Hold a number and what became of the search."""
        self = super().__new__(cls, number)
        self.complete = complete
        self.stopped = stopped
        self.statistics = statistics
        return self

    @property
    def engine(self) -> str:
        """The engine that counted, or the last of several; `statistics.choice` says why."""
        return self.statistics.engine

    def __repr__(self) -> str:
        if self.complete:
            return int.__repr__(self)
        why = self.stopped.value if self.stopped else "interrupted"
        return f"Count({int(self)}, stopped={why!r})"

    def __reduce__(self) -> tuple[type[Count], tuple[int, bool, Stop | None, Statistics]]:
        return Count, (int(self), self.complete, self.stopped, self.statistics)


class Interrupted(KeyboardInterrupt):
    """Ctrl-C ended a search; `result` holds what was found until then.

    Attributes
    ----------
    result
        What the verb would have returned: a `Count` or a `Result` that is not complete. An
        interrupted iterator of solutions goes on when it is asked for the next one.
    """

    def __init__(self, result: object) -> None:
        super().__init__("the search was interrupted")
        self.result = result
