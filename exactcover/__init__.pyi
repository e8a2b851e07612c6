"""The names of the package. Each module is imported when one of its names is first used."""

from .analysis.components import Component, combine, components
from .analysis.infeasibility import FeasibleError, InfeasibleSubset, explain_infeasible
from .analysis.reduction import Reduction, reduce
from .diagrams.construction import diagram_of
from .diagrams.diagram import Diagram
from .diagrams.families.covers import FamilyCovers, FamilyOption
from .diagrams.families.problem import FamilyProblem
from .estimation.estimate import Estimate, estimate
from .formats.burrtools import from_burrtools
from .formats.linear_reader import from_lp, from_opb
from .parallel.tasks import split
from .parallel.write import write_solutions
from .pictures.picture import picture
from .pictures.search_tree import SearchTree, search_tree
from .problem.choices import Without
from .problem.option import Option
from .problem.problem import Problem
from .problem.soft import Uncovered
from .problem.solution import Solution
from .refutation.certificate import Certificate
from .refutation.refute import refute
from .runtime.asynchronous import iterate_async, run_async
from .runtime.errors import (
    BudgetError,
    CheckpointError,
    FormatError,
    GaveUpError,
    LostTasksError,
    NoSolutionError,
    ProblemError,
    UndecidedError,
)
from .runtime.lazy_iterators import InUseError
from .runtime.parallel.task import Task
from .runtime.reading_budget import Budget
from .runtime.search.limits import Stop
from .runtime.search.progress import Progress
from .runtime.search.result import Count, Interrupted, Result, Statistics
from .runtime.search.steering import Hook
from .runtime.search.work import UnfinishedError
from .shapes.drawings import drawn
from .shapes.enumeration import named_polyforms, polyforms
from .shapes.moves import board_moves
from .shapes.polyform import Polyform
from .shapes.tiling import tiling
from .symmetry.symmetries import Symmetries, symmetries
from .verbs.cheapest import Cheapest, cheapest
from .verbs.cover_search import NO_OPTION
from .verbs.improving import ImprovingSolutions, improving_solutions
from .verbs.live import LiveResult, LiveSearch
from .verbs.solve import Solutions, count, solutions, solve
from .verbs.trace import TraceStep, trace
from .weighted.sampling import Samples, sample
from .weighted.uses import uses

__version__: str
__all__ = [
    "NO_OPTION",
    "Budget",
    "BudgetError",
    "Certificate",
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
    "LiveResult",
    "LiveSearch",
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
    "Uncovered",
    "UndecidedError",
    "UnfinishedError",
    "Without",
    "board_moves",
    "cheapest",
    "combine",
    "components",
    "count",
    "diagram_of",
    "drawn",
    "estimate",
    "explain_infeasible",
    "from_burrtools",
    "from_lp",
    "from_opb",
    "improving_solutions",
    "iterate_async",
    "named_polyforms",
    "picture",
    "polyforms",
    "reduce",
    "refute",
    "run_async",
    "sample",
    "search_tree",
    "solutions",
    "solve",
    "split",
    "symmetries",
    "tiling",
    "trace",
    "uses",
    "write_solutions",
]
