"""`Solution`: an exact cover, as the options that were chosen."""

from typing import Any

from exactcover.problem.costs import total
from exactcover.problem.option import Option
from exactcover.runtime.formatting import joined_briefly
from exactcover.runtime.methods import Method


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
    _repr_html_ = Method("exactcover.pictures.notebook", "solution_html")

    def __repr__(self) -> str:
        """Return the solution as a tuple, cut if it is long; `str` has all its options."""
        end = "," * (len(self) == 1)
        return f"({joined_briefly(map(repr, self), len(self))}{end})"

    __str__ = tuple.__repr__

    @property
    def indices(self) -> tuple[int, ...]:
        """The indices of the options in the problem."""
        return tuple(option.index for option in self)

    @property
    def cost(self) -> Any:
        """The sum of the costs of its options: exact, but rounded once if these are floats."""
        return total([option.cost for option in self])

    @property
    def class_size(self) -> int:
        """The number of solutions in its class, if it was found up to symmetry; else 1."""
        return 1

    @property
    def labels(self) -> tuple[Any, ...]:
        """The labels of the options."""
        return tuple(option.label for option in self)
