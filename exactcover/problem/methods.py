"""The methods of `Problem` that are public functions of the package.

The package attaches them when it is imported (`exactcover.methods`); here type checkers find them.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import exactcover


class Verbs:
    """The verbs of `Problem`: the functions of these names that the package exports."""

    __slots__ = ()

    if TYPE_CHECKING:
        solve = exactcover.solve
        solutions = exactcover.solutions
        count = exactcover.count
        cheapest = exactcover.cheapest
        diagram = exactcover.diagram_of
        sample = exactcover.sample
        reduce = exactcover.reduce
        components = exactcover.components
        estimate = exactcover.estimate
        explain_infeasible = exactcover.explain_infeasible
