"""The base class of engines that search a model: requests to them, with default answers.

Portfolios, races and verbs know engines by this class alone. An engine overrides what it can do
better: a lower bound of its objective, a bound from others, a solution to begin with.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from csp.model.expressions import MOST_WHOLE
from exactcover.runtime.search.base import BaseEngine

if TYPE_CHECKING:
    from csp.phases import Step
    from exactcover.runtime.search.protocol import Engine
else:  # its properties could not be set
    Engine = object

LITTLE, USUAL, MUCH = 0.5, 1.0, 2.0
"""Three degrees of how useful further time slices of linear relaxations are.

If little, they stay as long as they are; if as usual, they grow; if much, they also grow at once.
"""


class ModelEngine(BaseEngine, Engine):
    """An engine that searches a model; see also `exactcover.runtime.search.protocol.Engine`.

    A number of a solution is a value, less the origin of its variable. "Objective" is the variable
    that is to be least, if there is one.

    Attributes
    ----------
    name, depth, nodes, updates, solutions
        As of every engine.
    origins
        The integers to add to the numbers of a solution, to get the values of the variables.
    shares
        Whether it learns clauses that are about the same variables as those of other workers.
    gives_up
        Whether it gives up where it is of little use, because other engines search, too.

    Examples
    --------
    >>> engine = ModelEngine()
    >>> engine.least_goal(), engine.failures, engine.bound == MOST_WHOLE, engine.outlook()
    (None, None, True, 0.0)
    """

    shares: ClassVar[bool] = False
    gives_up: bool = False
    depth: int
    origins: list[int]

    @property
    def failures(self) -> int | None:
        """The number of failures; None if it does not count them."""
        return None

    @property
    def bound(self) -> int:
        """The greatest value of the objective that is still accepted; `MOST_WHOLE` for any."""
        return MOST_WHOLE

    def restrict(self, bound: int) -> None:
        """Accept only solutions with a value of the objective up to a bound, from now on."""

    def least_goal(self) -> int | None:
        """Return a value that the objective has at least in all better solutions, if known."""
        return None

    def raise_goal(self, least: int) -> None:
        """Use a lower bound of the objective that another engine has proved."""

    def improve(self, values: Sequence[int], bound: int) -> None:
        """Continue from a solution that another engine found, if it is better than the best one.

        Parameters
        ----------
        values
            The values of the variables of the model.
        bound
            The greatest value of the objective that is accepted then.
        """
        if bound < self.bound:
            self.restrict(bound)

    def preferred(self) -> list[int]:
        """Return the values of the variables that would be tried first; none if not known."""
        return []

    def prefer(self, values: Sequence[int]) -> None:
        """Try these values of the first variables before others."""

    def follow(self, steps: Sequence[Step]) -> None:
        """Begin with the decisions that phases ask for, as far as they are easily made."""

    def outlook(self) -> float:
        """Return a number by which the portfolio sets the next time slice; 0 if none is known.

        Of propagation it is the part of the tree that is closed; of clause learning how near its
        bound has come to the best value; of linear relaxations what time slices are worth.
        """
        return 0.0
