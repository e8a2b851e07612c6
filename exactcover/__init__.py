"""Exact cover at full speed: say what must be covered, and solve, list, count, draw or optimise.

>>> from exactcover import Problem
>>> problem = Problem([["p", "q"], ["r"], ["q", "r"], ["p"]])
>>> problem.count()
2
"""

from exactcover.cheapest import Cheapest, cheapest
from exactcover.components import Component, combine, components
from exactcover.diagram import Diagram, UnfinishedError
from exactcover.errors import (
    CheckpointError,
    FormatError,
    GaveUpError,
    LostTasksError,
    NoSolutionError,
    ProblemError,
    UndecidedError,
)
from exactcover.estimate import Estimate, estimate
from exactcover.explain import Explanation, FeasibleError, explain_infeasible
from exactcover.option import Option
from exactcover.problem import Problem
from exactcover.progress import Progress
from exactcover.reduce import Reduction, reduce
from exactcover.result import Count, Interrupted, Result, Solution, Statistics, Stop
from exactcover.sample import Samples, sample
from exactcover.solve import Solutions, count, solutions, solve
from exactcover.spread.tasks import Task, split
from exactcover.spread.write import write_solutions
from exactcover.weaving import diagram_of

__all__ = [
    "Cheapest",
    "CheckpointError",
    "Component",
    "Count",
    "Diagram",
    "Estimate",
    "Explanation",
    "FeasibleError",
    "FormatError",
    "GaveUpError",
    "Interrupted",
    "LostTasksError",
    "NoSolutionError",
    "Option",
    "Problem",
    "ProblemError",
    "Progress",
    "Reduction",
    "Result",
    "Samples",
    "Solution",
    "Solutions",
    "Statistics",
    "Stop",
    "Task",
    "UndecidedError",
    "UnfinishedError",
    "cheapest",
    "combine",
    "components",
    "count",
    "diagram_of",
    "estimate",
    "explain_infeasible",
    "reduce",
    "sample",
    "solutions",
    "solve",
    "split",
    "write_solutions",
]
