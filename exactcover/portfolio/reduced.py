"""A problem made smaller (`exactcover.reduce`), searched in place of the one that was given."""

import numpy as np

from exactcover.analysis.reduction import Reduction
from exactcover.portfolio.cover import CoverPortfolio
from exactcover.portfolio.subproblem import Subproblem
from exactcover.runtime.search.goal import Goal


class Reduced(Subproblem):
    """The engine; see `exactcover.engines.protocol.CoverEngine`. No options can be chosen first.

    Parameters
    ----------
    depth
        The most options that a solution of the given problem has.
    reduction
        The reduced problem, and the way back.
    goal
        The purpose of the search.
    """

    name = "reduced"

    def __init__(self, depth: int, reduction: Reduction, goal: Goal) -> None:
        engine = CoverPortfolio(reduction.problem.links, reduction.problem, goal)
        super().__init__(depth, np.array(reduction.forced), reduction.kept, engine)

    def choose(self, options: list[int]) -> bool:
        """Return whether no options are to be chosen before the search begins."""
        return not options
