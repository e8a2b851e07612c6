"""Constraints on integer variables: say what must hold, and solve, list, count or optimise.

>>> from csp import Model, all_different
>>> model = Model()
>>> x, y, z = model.variables(3, range(1, 10), name="x")
>>> model.post(all_different([x, y, z]), x + y == z, x < y)
>>> model.count()
16
"""

from csp.build import Builder
from csp.constraint import Constraint
from csp.constraints import (
    all_different,
    cardinality,
    count_of,
    element,
    lexicographic,
    satisfies,
    table,
)
from csp.errors import ContradictionError, ModelError, TranslationError
from csp.expressions import Expression, Variable
from csp.model import Model
from csp.solution import Assignment
from csp.solve import Best, count, maximize, minimize, solutions, solve

__all__ = [
    "Assignment",
    "Best",
    "Builder",
    "Constraint",
    "ContradictionError",
    "Expression",
    "Model",
    "ModelError",
    "TranslationError",
    "Variable",
    "all_different",
    "cardinality",
    "count",
    "count_of",
    "element",
    "lexicographic",
    "maximize",
    "minimize",
    "satisfies",
    "solutions",
    "solve",
    "table",
]
