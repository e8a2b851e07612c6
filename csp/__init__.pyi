"""The names that the package exports: also the registry of constraints.

Each module is imported when one of its names is first used.
"""

from .constraints.all_different import all_different
from .constraints.all_different_except import all_different_except
from .constraints.all_equal import all_equal
from .constraints.among import among
from .constraints.bin_packing import bin_packing
from .constraints.cardinality import cardinality, count_of
from .constraints.channel import channel
from .constraints.circuit import circuit
from .constraints.conditions import column, value
from .constraints.cost_regular import cost_regular
from .constraints.cumulative import cumulative
from .constraints.diffn import diffn
from .constraints.element import element
from .constraints.extremum import maximum, minimum
from .constraints.extremum_place import argmax, argmin
from .constraints.forbidden import forbidden
from .constraints.inverse import inverse
from .constraints.knapsack import knapsack
from .constraints.lexicographic import increasing, lexicographic, lexicographic_chain
from .constraints.n_values import n_values
from .constraints.no_overlap import no_overlap
from .constraints.precedence import value_precedence
from .constraints.regular import regular
from .constraints.relation import linear
from .constraints.satisfies import satisfies
from .constraints.scalar_product import scalar_product
from .constraints.sequence import sequence, sliding_sum
from .constraints.sort import sort
from .constraints.stretch import stretch
from .constraints.subcircuit import subcircuit
from .constraints.table import table
from .constraints.truth import at_least, at_most, exactly, if_then, iff, truth
from .constraints.xor import xor
from .errors import FeasibleError, ModelError, TranslationError, TruthValueError
from .formats.flatzinc.reader import from_flatzinc
from .formats.instance import Instance
from .formats.opb import from_opb
from .formats.xcsp3.reader import from_xcsp3
from .model.builder import Builder
from .model.constraint import Constraint
from .model.expressions import Expression, Variable
from .model.interval import Interval, columns, interval
from .model.model import Model
from .model.solution import Assignment
from .pictures.chess import chess_board
from .pictures.drawing import Drawing
from .pictures.gantt import gantt_chart
from .pictures.tour import tour_map
from .pictures.values import value_grid
from .search.best import Best
from .search.improving import ImprovingSolutions, improving_solutions
from .search.infeasibility import ConstraintSet, explain_infeasible, why
from .search.optimize import maximize, minimize
from .search.search_tree import search_tree
from .search.solve import count, solutions, solve
from .search.tree_nodes import SearchTree
from .sets.constraints import set_channel, set_order, set_partition
from .sets.expressions import SetExpression, SetVariable
from .sets.variable import set_variable
from .symmetry.finding import symmetries
from .symmetry.lex_leader import lex_leader
from .symmetry.symmetries import Symmetries

__all__ = [
    "Assignment",
    "Best",
    "Builder",
    "Constraint",
    "ConstraintSet",
    "Drawing",
    "Expression",
    "FeasibleError",
    "ImprovingSolutions",
    "Instance",
    "Interval",
    "Model",
    "ModelError",
    "SearchTree",
    "SetExpression",
    "SetVariable",
    "Symmetries",
    "TranslationError",
    "TruthValueError",
    "Variable",
    "all_different",
    "all_different_except",
    "all_equal",
    "among",
    "argmax",
    "argmin",
    "at_least",
    "at_most",
    "bin_packing",
    "cardinality",
    "channel",
    "chess_board",
    "circuit",
    "column",
    "columns",
    "cost_regular",
    "count",
    "count_of",
    "cumulative",
    "diffn",
    "element",
    "exactly",
    "explain_infeasible",
    "forbidden",
    "from_flatzinc",
    "from_opb",
    "from_xcsp3",
    "gantt_chart",
    "if_then",
    "iff",
    "improving_solutions",
    "increasing",
    "interval",
    "inverse",
    "knapsack",
    "lex_leader",
    "lexicographic",
    "lexicographic_chain",
    "linear",
    "maximize",
    "maximum",
    "minimize",
    "minimum",
    "n_values",
    "no_overlap",
    "regular",
    "satisfies",
    "scalar_product",
    "search_tree",
    "sequence",
    "set_channel",
    "set_order",
    "set_partition",
    "set_variable",
    "sliding_sum",
    "solutions",
    "solve",
    "sort",
    "stretch",
    "subcircuit",
    "symmetries",
    "table",
    "tour_map",
    "truth",
    "value",
    "value_grid",
    "value_precedence",
    "why",
    "xor",
]
