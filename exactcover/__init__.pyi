"""The names of the package. Each module is imported when one of its names is first used."""

from .analysis.components import Component, combine, components
from .analysis.infeasibility import FeasibleError, InfeasibleSubset, explain_infeasible
from .analysis.reduction import Reduction, reduce
from .budget import Budget
from .diagrams.construction import diagram_of
from .diagrams.diagram import Diagram
from .diagrams.families.covers import FamilyCovers, FamilyOption
from .diagrams.families.problem import FamilyProblem
from .diagrams.sampling import Samples, sample
from .errors import (
    BudgetError,
    CheckpointError,
    FormatError,
    GaveUpError,
    LostTasksError,
    NoSolutionError,
    ProblemError,
    UndecidedError,
)
from .estimation.estimate import Estimate, estimate
from .formats.burrtools import from_burrtools
from .limits import Stop
from .parallel.tasks import Task, split
from .parallel.write import write_solutions
from .pictures.picture import picture
from .pictures.search_tree import SearchTree, search_tree
from .problem.choices import Without
from .problem.option import Option
from .problem.problem import Problem
from .problem.solution import Solution
from .search.progress import Progress
from .search.result import Count, Interrupted, Result, Statistics
from .search.steering import Hook
from .search.work import UnfinishedError
from .shapes.drawings import drawn
from .shapes.polyform import Polyform
from .shapes.polyforms import named_polyforms, polyforms
from .shapes.tiling import tiling
from .symmetry.symmetries import Symmetries, symmetries
from .turns import InUseError
from .verbs.cheapest import Cheapest, cheapest
from .verbs.cover_search import NO_OPTION
from .verbs.improving import ImprovingSolutions, improving_solutions
from .verbs.solve import Solutions, count, solutions, solve
from .verbs.trace import TraceStep, trace

__all__ = [
    "NO_OPTION",
    "Budget",
    "BudgetError",
    "Cheapest",
    "CheckpointError",
    "Component",
    "Count",
    "Diagram",
    "Estimate",
    "FamilyCovers",
    "FamilyOption",
    "FamilyProblem",
    "FeasibleError",
    "FormatError",
    "GaveUpError",
    "Hook",
    "ImprovingSolutions",
    "InUseError",
    "InfeasibleSubset",
    "Interrupted",
    "LostTasksError",
    "NoSolutionError",
    "Option",
    "Polyform",
    "Problem",
    "ProblemError",
    "Progress",
    "Reduction",
    "Result",
    "Samples",
    "SearchTree",
    "Solution",
    "Solutions",
    "Statistics",
    "Stop",
    "Symmetries",
    "Task",
    "TraceStep",
    "UndecidedError",
    "UnfinishedError",
    "Without",
    "cheapest",
    "combine",
    "components",
    "count",
    "diagram_of",
    "drawn",
    "estimate",
    "explain_infeasible",
    "from_burrtools",
    "improving_solutions",
    "named_polyforms",
    "picture",
    "polyforms",
    "reduce",
    "sample",
    "search_tree",
    "solutions",
    "solve",
    "split",
    "symmetries",
    "tiling",
    "trace",
    "write_solutions",
]
