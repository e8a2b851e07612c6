"""The methods of `Problem` that are public functions of the package.

`exactcover.methods.Method` imports a function when it is first used; type checkers see it at once.
"""

from typing import TYPE_CHECKING

from exactcover.methods import Method

if TYPE_CHECKING:
    import exactcover


class Verbs:
    """The verbs of `Problem`: the functions of these names that the package exports."""

    __slots__ = ()
    _repr_svg_ = Method("exactcover.pictures.notebook", "problem_svg")

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
        symmetries = exactcover.symmetries
    else:
        solve = Method("exactcover", "solve")
        solutions = Method("exactcover", "solutions")
        count = Method("exactcover", "count")
        cheapest = Method("exactcover", "cheapest")
        diagram = Method("exactcover", "diagram_of")
        sample = Method("exactcover", "sample")
        reduce = Method("exactcover", "reduce")
        components = Method("exactcover", "components")
        estimate = Method("exactcover", "estimate")
        explain_infeasible = Method("exactcover", "explain_infeasible")
        symmetries = Method("exactcover", "symmetries")
