"""A problem made smaller (`exactcover.reduce`), searched in place of the one that was given."""

import numpy as np

from exactcover.analysis.reduction import Reduction
from exactcover.portfolio.relay import Relay
from exactcover.portfolio.smaller import Smaller
from exactcover.problem.links import Links
from exactcover.search.goal import Goal


class Reduced(Smaller):
    """The engine; see `exactcover.search.protocol.Engine`. Nothing can be chosen before it begins.

    Parameters
    ----------
    links
        The problem that was given, of which only `depth` is used.
    reduction
        What is left, and the way back.
    goal
        What is wanted of the search.
    """

    name = "reduced"

    def __init__(self, links: Links, reduction: Reduction, goal: Goal) -> None:
        engine = Relay(reduction.problem.links, reduction.problem, goal)
        super().__init__(links.depth, np.array(reduction.forced), reduction.kept, engine)

    def choose(self, options: list[int]) -> bool:
        """Take these options before the search begins; none can be."""
        return not options
