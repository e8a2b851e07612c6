"""Constraint programming on integer variables: solve, list, count or optimise models.

>>> from csp import Model, all_different
>>> model = Model()
>>> x, y, z = model.variables(3, range(1, 10), name="x")
>>> model.post(all_different([x, y, z]), x + y == z, x < y)
>>> model.count()
16
"""

from csp.constraints import registry
from csp.constraints.registry import *  # noqa: F403 (the one registry)
from csp.errors import ModelError, TranslationError
from csp.model.builder import Builder
from csp.model.constraint import Constraint
from csp.model.expressions import Expression, Variable
from csp.model.model import Model
from csp.model.solution import Assignment
from csp.search.optimize import Best, maximize, minimize
from csp.search.solve import count, solutions, solve
from exactcover.methods import attach

attach(
    Model,
    solve=solve,
    solutions=solutions,
    count=count,
    minimize=minimize,
    maximize=maximize,
)

__all__ = [
    *registry.__all__,
    "Assignment",
    "Best",
    "Builder",
    "Constraint",
    "Expression",
    "Model",
    "ModelError",
    "TranslationError",
    "Variable",
    "count",
    "maximize",
    "minimize",
    "solutions",
    "solve",
]
