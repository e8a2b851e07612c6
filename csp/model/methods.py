"""The methods of `Model` that are public functions of the package.

`exactcover.runtime.methods.Method` imports a function when it is first used; type checkers see it
at once.
"""

from typing import TYPE_CHECKING

from exactcover.runtime.methods import Method

if TYPE_CHECKING:
    import csp


class Verbs:
    """The verbs of `Model`: the functions of these names that the package exports."""

    __slots__ = ()

    if TYPE_CHECKING:
        solve = csp.solve
        solutions = csp.solutions
        count = csp.count
        minimize = csp.minimize
        maximize = csp.maximize
        improving_solutions = csp.improving_solutions
        interval = csp.interval
        set_variable = csp.set_variable
        search_tree = csp.search_tree
        symmetries = csp.symmetries
        explain_infeasible = csp.explain_infeasible
        why = csp.why
        changes = csp.changes
        distance = csp.distance
        diverse = csp.diverse
    else:
        solve = Method("csp", "solve")
        solutions = Method("csp", "solutions")
        count = Method("csp", "count")
        minimize = Method("csp", "minimize")
        maximize = Method("csp", "maximize")
        improving_solutions = Method("csp", "improving_solutions")
        interval = Method("csp", "interval")
        set_variable = Method("csp", "set_variable")
        search_tree = Method("csp", "search_tree")
        symmetries = Method("csp", "symmetries")
        explain_infeasible = Method("csp", "explain_infeasible")
        why = Method("csp", "why")
        changes = Method("csp", "changes")
        distance = Method("csp", "distance")
        diverse = Method("csp", "diverse")
