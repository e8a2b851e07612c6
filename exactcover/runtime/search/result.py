"""Results of a search, which know whether the search was complete."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from exactcover.runtime.errors import NoSolutionError, UndecidedError
from exactcover.runtime.formatting import MAX_PYTHON_DIGITS, format_repr, format_whole
from exactcover.runtime.methods import Method
from exactcover.runtime.search.limits import Stop, ending
from exactcover.runtime.text_view import TextView

Answer = TypeVar("Answer")


def undecided(stopped: Stop | None) -> UndecidedError:
    """Return the error for a search without a solution or a proof that there is none."""
    return UndecidedError(
        f"it is not known whether there is a solution: the search found none so far ("
        f"{'asked for none' if stopped is Stop.LIMIT else ending(stopped)})"
    )


def solution_of(given: Any) -> Any:
    """Return the solution of a result, the next one of an iterator of solutions, the first of many.

    Anything else is returned as it is.

    Raises
    ------
    NoSolutionError, UndecidedError
        If the result has no solution, or the iterator no further one; the message says whether
        there is one.

    Examples
    --------
    >>> from exactcover import Problem
    >>> problem = Problem({"A": ["p"], "B": ["p"]})
    >>> solution_of(problem.solve()), solution_of(problem.solutions()), solution_of("A")
    (('A',), ('A',), 'A')
    """
    several = getattr(given, "solutions", None)
    if isinstance(given, Iterator) and hasattr(given, "complete"):
        found = next(given, None)
    elif hasattr(given, "complete") and hasattr(given, "solution"):
        found = given.solution
    elif hasattr(given, "complete") and isinstance(several, tuple | list):
        found = next(iter(several), None)
    else:
        return given
    if found is None:
        if _has_found(given):
            why = "all there are were taken" if given.complete else ending(given.stopped)
            is_end = given.complete or given.stopped is Stop.LIMIT
            error = NoSolutionError if is_end else UndecidedError
            raise error(f"the iterator has no further solution: {why}")
        if not given.complete:
            raise undecided(given.stopped)
        raise NoSolutionError("there is no solution")
    return found


def _has_found(given: Any) -> bool:
    """Return whether something is an iterator whose search has found a solution."""
    statistics = getattr(given, "statistics", None)
    return isinstance(given, Iterator) and statistics is not None and statistics.solutions > 0


class Level(NamedTuple):
    """The work of a search at one level of its tree: that with a given number of choices made.

    Attributes
    ----------
    nodes
        The nodes visited.
    updates
        The work done at them; see `Statistics`.
    solutions
        The solutions found.
    """

    nodes: int
    updates: int
    solutions: int


@dataclass(frozen=True, slots=True, repr=False)
class Statistics(TextView):
    """The statistics of a search.

    Attributes
    ----------
    nodes
        The visited nodes of the search tree, including the root and forced moves.
    updates
        The nodes of options visited to hide them, or the calls of propagators.
    solutions
        The solutions found.
    seconds
        The time of the search, without that of the caller between two solutions.
    engine
        The engine that searched last.
    choice
        For every engine that searched, why it was chosen.
    profile
        What the search did at each level of its tree, the root first; empty unless ``profile=True``
        asked for it.
    """

    nodes: int
    updates: int
    solutions: int
    seconds: float
    engine: str
    choice: tuple[str, ...] = ()
    profile: tuple[Level, ...] = ()

    def __repr__(self) -> str:
        shown = [name for name in self.__dataclass_fields__ if name != "profile" or self.profile]
        return format_repr(self, shown)


@dataclass(frozen=True, slots=True, repr=False)
class Result(Generic[Answer]):
    """One solution, or the proof that there is none, or neither.

    Attributes
    ----------
    solution
        The solution, or None.
    complete
        Whether the search is complete. If `solution` is then None, no solution exists.
    stopped
        Why the search was stopped, or None; ``Stop.LIMIT`` if it stopped at the solution.

    Examples
    --------
    >>> from exactcover import Problem
    >>> Problem({"A": ["p"], "B": ["p"]}).solve()
    <Result: ('A',)>
    >>> Problem([["p", "q"], ["q", "r"]]).solve()
    <Result: there is no solution>
    >>> Problem([["p"]]).solve(max_nodes=0)
    <Result: undecided, stopped by the node limit>
    """

    solution: Answer | None
    complete: bool
    stopped: Stop | None
    statistics: Statistics

    def __bool__(self) -> bool:
        """Return whether a solution exists; raise `UndecidedError` if that is not known."""
        if self.solution is None and not self.complete:
            raise undecided(self.stopped)
        return self.solution is not None

    _repr_html_ = Method("exactcover.runtime.notebook", "result_html")

    def __repr__(self) -> str:
        if self.solution is not None:
            return f"<Result: {self.solution!r}>"
        why = "there is no solution" if self.complete else f"undecided, {ending(self.stopped)}"
        return f"<Result: {why}>"

    @property
    def engine(self) -> str:
        """The engine that searched, or the last of several; `statistics.choice` says why."""
        return self.statistics.engine

    def get(self) -> Answer:
        """Return the solution.

        Raises
        ------
        NoSolutionError
            If there is no solution.
        UndecidedError
            If the search was stopped before that was known.
        """
        if not self or self.solution is None:
            raise NoSolutionError("there is no solution")
        return self.solution


class Count(int):
    """The number of solutions found: all of them if `complete`, else a lower bound.

    It is true if there is a solution. If the search was stopped and has found none, `bool` raises
    `UndecidedError`.

    Examples
    --------
    >>> from exactcover import Problem
    >>> problem = Problem([["p"], ["p"], ["p"]])
    >>> problem.count()
    3
    >>> problem.count(limit=2)
    <Count: at least 2, as many as asked for>
    >>> problem.count(limit=2).complete
    False
    """

    complete: bool
    stopped: Stop | None
    statistics: Statistics
    _repr_html_ = Method("exactcover.pictures.notebook", "count_html")

    def __new__(
        cls, number: int, complete: bool, stopped: Stop | None, statistics: Statistics
    ) -> Count:
        """Return the number with the state of its search."""
        self = super().__new__(cls, number)
        self.complete = complete
        self.stopped = stopped
        self.statistics = statistics
        return self

    @property
    def engine(self) -> str:
        """The engine that counted, or the last of several; `statistics.choice` says why."""
        return self.statistics.engine

    def __bool__(self) -> bool:
        """Return whether a solution exists; raise `UndecidedError` if that is not known."""
        if self == 0 and not self.complete:
            raise undecided(self.stopped)
        return self != 0

    def __repr__(self) -> str:
        """Return the number as text, rounded if Python does not write it."""
        number = format_whole(self, max_digits=MAX_PYTHON_DIGITS)
        return number if self.complete else f"<Count: at least {number}, {ending(self.stopped)}>"

    def __reduce__(self) -> tuple[type[Count], tuple[int, bool, Stop | None, Statistics]]:
        return Count, (int(self), self.complete, self.stopped, self.statistics)


class Interrupted(KeyboardInterrupt):
    """Ctrl-C ended a search; `result` holds what it has found.

    Attributes
    ----------
    result
        The incomplete result of the verb, such as a `Count` or a `Result`. An interrupted iterator
        of solutions continues when it is asked for the next one.
    """

    def __init__(self, result: object) -> None:
        super().__init__("the search was interrupted")
        self.result = result
