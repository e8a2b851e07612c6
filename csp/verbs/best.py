"""The best solution of a search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar, cast

from csp.model.solution import Assignment
from csp.verbs.gap import gap_of
from exactcover.runtime.errors import UndecidedError
from exactcover.runtime.methods import Method
from exactcover.runtime.search.limits import Stop, ending
from exactcover.runtime.search.result import Statistics

Value = TypeVar("Value", covariant=True)


@dataclass(frozen=True, slots=True, repr=False)
class Best(Generic[Value]):
    """The best solution, or the best that was found until the search was stopped.

    Attributes
    ----------
    solution
        The solution, or None.
    value
        The value of the expression there, or None; of several expressions a tuple.
    complete
        Whether the whole search was done: then `solution` is optimal, or there is none.
    stopped
        Why the search ended before that, or None.
    bound
        No solution has a better value than this: as far as it is known, the least possible value
        where the least one is wanted, and the greatest possible one where that is wanted. The value
        itself where the search is complete; None if there is no solution, or if the engine knows no
        bound. Of several objectives, the bound of the first one that is not proved.
    """

    solution: Assignment | None
    value: Value | None
    complete: bool
    stopped: Stop | None
    statistics: Statistics
    bound: int | None = None

    _repr_html_ = Method("csp.notebook", "best_html")

    def __repr__(self) -> str:
        if self.solution is None:
            return f"<Best: {'there is no solution' if self.complete else self._ending()}>"
        end = "" if self.complete else f", {self._ending()}"
        return f"<Best: value {self.value}{end}, {self.solution!r}>"

    def _ending(self) -> str:
        known = "" if self.bound is None else f"bound {self.bound}, "
        return f"{known}not proved, {ending(self.stopped)}"

    @property
    def gap(self) -> float | None:
        """How far `bound` is from `value`, as a part of the value without its sign.

        0 where the value is proved to be the best; None where there is no value or no bound, and of
        several objectives.
        """
        if isinstance(self.value, tuple):
            return 0.0 if self.complete else None
        return gap_of(cast(int | None, self.value), self.bound)

    def __bool__(self) -> bool:
        """Return whether a solution exists.

        Raises
        ------
        UndecidedError
            If the search was stopped before this was known.
        """
        if self.solution is None and not self.complete:
            raise UndecidedError("the search was stopped before it found a solution, or none")
        return self.solution is not None
