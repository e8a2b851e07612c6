"""The methods of `Model` that are public functions of the package.

The package attaches them when it is imported (`exactcover.methods`); here type checkers find them.
"""

from typing import TYPE_CHECKING

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
