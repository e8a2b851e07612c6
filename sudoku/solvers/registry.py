"""The ways to solve a puzzle, one file each, and their registry.

A solver is an engine (`exactcover.search.protocol.Engine`), so that the one driver gives all of
them limits, progress, cancelling and Ctrl-C. Its module is imported when a search asks for it,
because it imports Numba.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

from exactcover.engines import registry as engines
from exactcover.errors import ProblemError
from exactcover.limits import loading
from exactcover.problem.links import Links
from exactcover.registry import Registry
from exactcover.search.goal import Goal
from exactcover.search.protocol import Engine, warm_up
from sudoku.encodings.exact_cover import blank_problem
from sudoku.geometry.shape import Shape
from sudoku.puzzle.puzzle import Puzzle
from sudoku.solvers.automatic import automatic as by_itself
from sudoku.solvers.problems import problem_of
from sudoku.statement.statement import statement

__all__ = ["CSP", "SOLVERS", "find_method", "load", "problem_of"]

SOLVERS: Registry[Callable[..., Engine]] = Registry(
    "method",
    "sudoku.solvers",
    {
        "bitmask": "sudoku.solvers.bitmask.solver:BitmaskSolver",
        "bitboard": "sudoku.solvers.bitboard.solver:BitboardSolver",
        "exact_cover": "sudoku.solvers.exact_cover:ExactCover",
        "brute_force_1": "sudoku.solvers.brute_force:BruteForce1",
        "brute_force_2": "sudoku.solvers.brute_force:BruteForce2",
        "brute_force_3": "sudoku.solvers.brute_force:BruteForce3",
        "backtracking": "sudoku.solvers.backtracking:Backtracking",
        "propagation": "sudoku.solvers.propagation:Propagation",
        "hybrid": "sudoku.solvers.hybrid:Hybrid",
        "race": "sudoku.solvers.race:Race",
    },
    ProblemError,
)
"""Name -> class, which is called with links, puzzle and goal; see `Walker`.

The `nodes` of brute force, backtracking and hybrid are placements; of propagation the values tried,
without what follows from them; of the others nodes of search trees, a race's those of all racers.
"""


CSP = "csp"
"""The method that states the puzzle as a model, and searches that: `sudoku.encodings.csp_model`."""


def find_method(name: object) -> str:
    """Return the name of the method that is meant, in any usual spelling.

    Raises
    ------
    ProblemError
        If there is no such method.

    Examples
    --------
    >>> find_method("Brute force 1")
    'brute_force_1'
    """
    if isinstance(name, str) and (name in ("auto", CSP) or name in engines.ENGINES):
        return name
    return SOLVERS.find(name, others=("auto", CSP, *engines.ENGINES))


def load(
    method: str, puzzle: Puzzle, goal: Goal = Goal.LIST, seed: Any = None
) -> Callable[[Links], Engine]:
    """Return what makes the engine of a name for a puzzle, with kernels compiled.

    Parameters
    ----------
    method
        One of `SOLVERS`, "auto", or an engine of `exactcover`.
    puzzle
        Whose shape and rules the engine is for; the clues are chosen later.
    goal
        What is wanted of the search.
    seed
        What the links are shuffled by.

    Raises
    ------
    ProblemError
        If there is no such solver, or it cannot take so many digits, or not all of the rules.

    Examples
    --------
    >>> load("backtracking", Puzzle())(blank_problem(Shape(3, 3), Puzzle().rules).links).name
    'backtracking'
    """
    method = find_method(method)
    if method == "auto" and seed is None:
        return by_itself(puzzle, goal)
    if method == "auto" or method in engines.ENGINES:
        # To state the problem takes time: that is for the search, whose limits count it.
        return lambda links: _engine(method, puzzle, goal)(links)
    solver = SOLVERS[method]
    knows_all = getattr(solver, "knows_all_rules", False)
    if not knows_all and not statement(puzzle.shape, puzzle.rules).has_only_houses:
        names = ", ".join(rule.name for rule in puzzle.rules)
        raise ProblemError(f"the method {method} does not know all that these rules say: {names}")
    _prepare(method)
    most = getattr(solver, "most_digits", None)
    if most is not None and puzzle.shape.n > most:
        raise ProblemError(
            f"the method {method} takes at most {most} digits, the puzzle has {puzzle.shape.n}"
        )
    return partial(solver, puzzle=puzzle, goal=goal)


def _engine(method: str, puzzle: Puzzle, goal: Goal) -> Callable[[Links], Engine]:
    return engines.load(method, blank_problem(puzzle.shape, puzzle.rules), goal)


@cache
def _prepare(method: str) -> None:
    """Import a solver and let Numba compile or load its kernels, before any search is timed.

    A solver that hands over to others by itself names them as its `parts`.
    """
    with loading():
        solver = SOLVERS[method]
    for part in getattr(solver, "parts", ()):
        _prepare(part)
    if not getattr(solver, "compiles_itself", False):
        with loading():
            _run_once(method, solver)


def _run_once(method: str, solver: Callable[..., Any]) -> None:
    puzzle = Puzzle(Shape(1, 1))
    problem, _ = problem_of(method, puzzle)
    warm_up(solver(problem.links, puzzle, Goal.LIST))
