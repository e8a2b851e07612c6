"""A case of the benchmark of models: what is asked of a model, and the known answer."""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from csp import Model

Asked = tuple[Model, Any]
"""A model, and the expression that is to be least; None where solutions are wanted."""

Goal = Literal["first", "all", "least"]


class Case(NamedTuple):
    """A model of the benchmark.

    Attributes
    ----------
    name
        The family and the size.
    source
        Where the problem is described: "CSPLib 34" is problem 34 of csplib.org.
    state
        States the model anew.
    goal
        Whether one solution, the number of all, or a least value is wanted.
    answer
        1 or 0 for a first solution, the number of all, or the least value; None if it is not
        published: then all solvers that finish have to agree.
    """

    name: str
    source: str
    state: Callable[[], Asked]
    goal: Goal
    answer: int | None = None
