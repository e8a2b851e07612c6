"""Many constraints of one form, kept in arrays and posted together.

Readers of texts post them: an object for each constraint and each propagator takes most of the time
of reading. What is posted is the same as if each were posted alone.
"""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_left
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from csp.model.constraint import Constraint, ValueOf
from exactcover.runtime.search.limits import stop_if_due

if TYPE_CHECKING:
    from csp.model.builder import Builder

FEWEST = 32
"""Fewer rows are posted one by one, which is faster then."""
MOST_AT_ONCE = 1 << 14
"""The most rows between two looks at the clock."""


class Window:
    """Some rows, with the domains that their variables have now.

    Parameters
    ----------
    begin
        The first of the rows.
    is_plain
        Which of them can be posted together with others: they restrict no domain.
    """

    def __init__(self, begin: int, is_plain: NDArray[np.bool_]) -> None:
        self._begin = begin
        self._exceptions = [*np.flatnonzero(~is_plain).tolist(), len(is_plain)]

    def post(self, at: int, fewest: int) -> int:
        """Post rows from one on up to the first that is not plain, and return its place.

        Fewer than `fewest` rows are left to the caller, who posts them one by one.
        """
        begin = at - self._begin
        end = self._exceptions[bisect_left(self._exceptions, begin)]
        return at if end - begin < fewest else self._begin + self.post_plain(begin, end)

    @abstractmethod
    def post_plain(self, begin: int, end: int) -> int:
        """Post rows that are plain up to one that is returned; places count in the window."""


class Rows(Constraint):
    """The conjunction of many constraints of one form.

    A constraint becomes an object when somebody asks for it.
    """

    def __init__(self) -> None:
        self._made: dict[int, Constraint] = {}

    @abstractmethod
    def __len__(self) -> int:
        """Return the number of constraints."""

    @abstractmethod
    def make(self, k: int) -> Constraint:
        """Return the constraint that a row is, as it would be posted alone."""

    def window(self, builder: Builder, begin: int, end: int) -> Window:
        """Return some rows with the domains that their variables have now, for `post`."""
        raise NotImplementedError

    def constraint(self, k: int) -> Constraint:
        """Return the constraint that a row is: always the same object."""
        if k not in self._made:
            self._made[k] = self.make(k)
        return self._made[k]

    def constraints(self) -> list[Constraint]:
        """Return the constraints that the rows are, which are made when somebody asks for them."""
        return [*map(self.constraint, range(len(self)))]

    def holds(self, value_of: ValueOf) -> bool:
        """Return whether all rows hold."""
        return all(each.holds(value_of) for each in self.constraints())

    def build(self, builder: Builder) -> None:
        """Post all rows."""

        def built(each: Constraint) -> bool:
            each.build(builder)
            return True

        self.post(builder, built)

    def post(self, builder: Builder, alone: Callable[[Constraint], bool]) -> list[Constraint]:
        """Post all rows in their order, and return those that are impossible.

        `alone` posts one and returns whether it is possible. Rows that are posted together restrict
        no domain, so each is posted with the domains that it finds when it is posted alone.
        """
        impossible, at, size = list[Constraint](), 0, MOST_AT_ONCE
        while at < len(self):
            stop_if_due()
            end = min(at + max(size, FEWEST), len(self))
            window = self.window(builder, at, end) if size >= FEWEST else None
            n_restricted = builder.n_restricted
            while at < end:
                if window is not None:
                    at = window.post(at, FEWEST)
                    if at == end:
                        break
                constraint = self.constraint(at)
                if not alone(constraint):
                    impossible.append(constraint)
                at += 1
                if window is not None and builder.n_restricted != n_restricted:
                    break  # the window has old domains
            # Where rows that are posted alone restrict domains, windows become short, or none.
            size = min(2 * size, MOST_AT_ONCE) if at == end else max(size // 2, 1)
        return impossible

    def __repr__(self) -> str:
        return f"<{len(self)} constraints of one form>"
