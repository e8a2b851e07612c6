"""The ways to solve a puzzle, one file each, and their registry.

A solver is an engine (`sudoku.solvers.base.Solver`), so that the one driver gives all of them
limits, progress, cancelling and Ctrl-C. Its module is imported when a search asks for it, because
it imports Numba.
"""

from __future__ import annotations

from functools import cache, partial
from typing import Any

import numpy as np

from exactcover.engines import registry as engines
from exactcover.engines.protocol import CoverEngine, warm_up
from exactcover.portfolio.portfolio import AUTO
from exactcover.portfolio.portfolio import load as load_cover_engine
from exactcover.problem.links import build
from exactcover.runtime.arguments import generator
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.registry import Registry
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.limits import loading
from sudoku.encodings.exact_cover import blank_problem
from sudoku.geometry.shape import Shape
from sudoku.puzzle.puzzle import Puzzle
from sudoku.solvers.automatic import automatic
from sudoku.solvers.base import Factory, Solver, names_of
from sudoku.statement.statement import statement

SOLVERS: Registry[type[Solver]] = Registry(
    "method",
    "sudoku.solvers",
    {
        "bitmask": "sudoku.solvers.bitmask.solver:BitmaskSolver",
        "bitboard": "sudoku.solvers.bitboard.engine:Bitboard",
        "exact_cover": "sudoku.solvers.exact_cover:ExactCover",
        "brute_force_1": "sudoku.papers.warner.brute_force:BruteForce1",
        "brute_force_2": "sudoku.papers.warner.brute_force:BruteForce2",
        "brute_force_3": "sudoku.papers.warner.brute_force:BruteForce3",
        "backtracking": "sudoku.solvers.backtracking:Backtracking",
        "backjumping": "sudoku.papers.morgans.backjumping:Backjumping",
        "propagation": "sudoku.solvers.propagation:Propagation",
        "hybrid": "sudoku.papers.warner.hybrid:Hybrid",
        "race": "sudoku.papers.mychaskiw.race:Race",
        "min_conflicts": "sudoku.solvers.local_search.min_conflicts:MinConflicts",
        "annealing": "sudoku.solvers.local_search.annealing:Annealing",
        "repair": "sudoku.solvers.local_search.repair:Repair",
    },
    ProblemError,
)
"""Name -> class, which is called with a puzzle and a goal; see `sudoku.solvers.base.Solver`.

The `nodes` of brute force, backtracking, backjumping and hybrid are placements; of propagation the
values tried, without what follows from them; of local search changes of the grid, or decisions; of
the others nodes of search trees, a race's those of all racers.
"""

CSP = "csp"
"""The method that states the puzzle as a model, and searches that: `sudoku.encodings.csp_model`."""


def find_method(name: object) -> str:
    """Return the name of a method, given in any usual spelling.

    Raises
    ------
    ProblemError
        If there is no such method.

    Examples
    --------
    >>> find_method("Brute force 1")
    'brute_force_1'
    """
    if isinstance(name, str) and (name in (AUTO, CSP) or name in engines.ENGINES):
        return name
    return SOLVERS.find(name, others=(AUTO, CSP, *engines.ENGINES))


def is_complete(method: str) -> bool:
    """Return whether a method can prove that there is no further solution.

    Examples
    --------
    >>> is_complete("propagation"), is_complete("min_conflicts")
    (True, False)
    """
    # Entry points are read only for unknown names, so the usual names are tested first.
    if method in (AUTO, CSP) or method in engines.ENGINES:
        return True
    return SOLVERS[method].is_complete


def check_complete(method: str, goal: Goal, limit: int) -> None:
    """Raise ProblemError if a method that proves nothing is asked for more than one solution."""
    if (goal is not Goal.COUNT and limit <= 1) or is_complete(method):
        return
    raise ProblemError(
        f"the method {method} is a local search, which cannot prove that there is no other "
        "solution: it neither counts nor lists solutions. Ask for one, with limit=1"
    )


def load(method: str, puzzle: Puzzle, goal: Goal = Goal.LIST, seed: Any = None) -> Factory:
    """Return the function that makes the engine of a name for a puzzle, with kernels compiled.

    Parameters
    ----------
    method
        One of `SOLVERS`, "auto", or an engine of `exactcover`.
    puzzle
        The puzzle; its clues are chosen later.
    goal
        The purpose of the search.
    seed
        A whole number or a generator, for a random order of the search; or None.

    Raises
    ------
    ProblemError
        If there is no such solver, or it cannot solve puzzles with this many digits or with these
        rules, or it takes no seed.

    Examples
    --------
    >>> load("backtracking", Puzzle()).make().name
    'backtracking'
    """
    method = find_method(method)
    rng = None if seed is None else generator(seed)
    if method == AUTO:
        return automatic(puzzle, goal, None if rng is None else _number(seed, rng))
    if method in engines.ENGINES:
        # To state the problem takes time: that is for the search, whose limits count it.
        return Factory(partial(_cover_engine, method, puzzle, goal, rng), uses_placements=False)
    solver = SOLVERS[method]
    _check(method, solver, puzzle)
    if rng is not None and not solver.takes_seed:
        raise ProblemError(f"the method {method} knows one order only: it takes no seed")
    _prepare(method)
    settings: dict[str, Any] = {} if rng is None else {"seed": _number(seed, rng)}
    make: Any = solver
    return Factory(partial(make, puzzle, goal, **settings), solver.uses_placements)


def _check(method: str, solver: type[Solver], puzzle: Puzzle) -> None:
    """Raise ProblemError if a solver cannot solve a puzzle."""
    is_known = solver.knows_all_rules or statement(puzzle.shape, puzzle.rules).has_only_houses
    if not is_known:
        raise ProblemError(
            f"the method {method} does not know all that these rules say: {names_of(puzzle)}"
        )
    most, n = solver.most_digits, puzzle.shape.n
    if most is not None and n > most:
        raise ProblemError(f"the method {method} takes at most {most} digits, the puzzle has {n}")


def _number(seed: Any, rng: np.random.Generator) -> int:
    """Return a seed as a number, drawn from it if it is a generator.

    With a number, a solver that is made twice has the same order twice.
    """
    return int(seed) if isinstance(seed, int | np.integer) else int(rng.integers(1 << 62))


def _cover_engine(
    method: str, puzzle: Puzzle, goal: Goal, rng: np.random.Generator | None
) -> CoverEngine:
    """Return an engine for the exact cover problem of a puzzle."""
    problem = blank_problem(puzzle.shape, puzzle.rules)
    make = load_cover_engine(method, problem, goal)
    return make(problem.links if rng is None else build(problem, rng))


@cache
def _prepare(method: str) -> None:
    """Import a solver and let Numba compile or load its kernels, before any search is timed."""
    with loading():
        solver = SOLVERS[method]
    for part in solver.parts:
        _prepare(part)
    if not solver.compiles_itself:
        with loading():
            warm_up(solver(Puzzle(Shape(1, 1)), Goal.LIST))
