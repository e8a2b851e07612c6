"""A problem made smaller (`exactcover.reduce`), searched in place of the one that was given."""

import numpy as np

from exactcover.engines.composite.relay import Relay
from exactcover.engines.composite.smaller import Smaller
from exactcover.links import Links
from exactcover.plan import Goal
from exactcover.reduce import Reduction


class Reduced(Smaller):
    """The engine; see `exactcover.engine.Engine`. Nothing can be chosen before it begins.

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
