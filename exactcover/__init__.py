"""Exact cover at full speed: say what must be covered, and solve, list, count, draw or optimise.

>>> from exactcover import Problem
>>> problem = Problem([["p", "q"], ["r"], ["q", "r"], ["p"]])
>>> problem.count()
2
"""

from exactcover.analysis.components import Component, combine, components
from exactcover.analysis.infeasibility import FeasibleError, InfeasibleSubset, explain_infeasible
from exactcover.analysis.reduction import Reduction, reduce
from exactcover.diagrams.construction import diagram_of
from exactcover.diagrams.diagram import Diagram, UnfinishedError
from exactcover.diagrams.sampling import Samples, sample
from exactcover.errors import (
    CheckpointError,
    FormatError,
    GaveUpError,
    LostTasksError,
    NoSolutionError,
    ProblemError,
    UndecidedError,
)
from exactcover.estimation.estimate import Estimate, estimate
from exactcover.limits import Stop
from exactcover.methods import attach
from exactcover.parallel.tasks import Task, split
from exactcover.parallel.write import write_solutions
from exactcover.problem.option import Option
from exactcover.problem.problem import Problem
from exactcover.search.progress import Progress
from exactcover.search.result import Count, Interrupted, Result, Solution, Statistics
from exactcover.verbs.cheapest import Cheapest, cheapest
from exactcover.verbs.solve import Solutions, count, solutions, solve

attach(
    Problem,
    solve=solve,
    solutions=solutions,
    count=count,
    cheapest=cheapest,
    diagram=diagram_of,
    sample=sample,
    reduce=reduce,
    components=components,
    estimate=estimate,
    explain_infeasible=explain_infeasible,
)

__all__ = [
    "Cheapest",
    "CheckpointError",
    "Component",
    "Count",
    "Diagram",
    "Estimate",
    "FeasibleError",
    "FormatError",
    "GaveUpError",
    "InfeasibleSubset",
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
