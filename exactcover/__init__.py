"""Exact cover at full speed: say what must be covered, and solve, list or count.

>>> from exactcover import Problem
>>> problem = Problem([["p", "q"], ["r"], ["q", "r"], ["p"]])
>>> problem.count()
2
"""

from exactcover.errors import FormatError, NoSolutionError, ProblemError, UndecidedError
from exactcover.option import Option
from exactcover.problem import Problem
from exactcover.progress import Progress
from exactcover.result import Count, Interrupted, Result, Solution, Statistics, Stop
from exactcover.solve import Solutions, count, solutions, solve

__all__ = [
    "Count",
    "FormatError",
    "Interrupted",
    "NoSolutionError",
    "Option",
    "Problem",
    "ProblemError",
    "Progress",
    "Result",
    "Solution",
    "Solutions",
    "Statistics",
    "Stop",
    "UndecidedError",
    "count",
    "solutions",
    "solve",
]
