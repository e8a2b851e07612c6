"""`Representative`: a solution that stands for its class."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from exactcover.problem.option import Option
from exactcover.problem.solution import Solution

if TYPE_CHECKING:
    from exactcover.symmetry.symmetries import Symmetries


class Representative(Solution):
    """One solution of a class of solutions, as `solutions(up_to=...)` yields it.

    Examples
    --------
    >>> from exactcover import Problem
    >>> problem = Problem([["p", "q"], ["q", "r"], ["r", "s"], ["p", "s"]])
    >>> [(found.indices, found.class_size) for found in problem.solutions(up_to="all")]
    [((0, 2), 2)]
    """

    _group: Symmetries | int

    def __new__(cls, options: Iterable[Option], group: Symmetries | int) -> Representative:
        """Return a solution with the group of symmetries, or with the size of its class."""
        self = super().__new__(cls, options)
        self._group = group
        return self

    @property
    def class_size(self) -> int:
        """The number of solutions in its class, computed at the first use."""
        if not isinstance(self._group, int):
            self._group = self._group.class_size(self)
        return self._group

    def __reduce__(self) -> tuple[type[Representative], tuple[tuple[Option, ...], int]]:
        return Representative, (tuple(self), self.class_size)
