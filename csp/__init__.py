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
    all_different_except,
    at_least,
    at_most,
    cardinality,
    channel,
    circuit,
    count_of,
    cumulative,
    element,
    exactly,
    forbidden,
    if_then,
    iff,
    increasing,
    inverse,
    lexicographic,
    lexicographic_chain,
    maximum,
    minimum,
    no_overlap,
    regular,
    satisfies,
    table,
    truth,
    value_precedence,
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
    "all_different_except",
    "at_least",
    "at_most",
    "cardinality",
    "channel",
    "circuit",
    "count",
    "count_of",
    "cumulative",
    "element",
    "exactly",
    "forbidden",
    "if_then",
    "iff",
    "increasing",
    "inverse",
    "lexicographic",
    "lexicographic_chain",
    "maximize",
    "maximum",
    "minimize",
    "minimum",
    "no_overlap",
    "regular",
    "satisfies",
    "solutions",
    "solve",
    "table",
    "truth",
    "value_precedence",
]
