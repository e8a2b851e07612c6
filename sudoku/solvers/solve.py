"""The verbs on a puzzle: solve, list, count, and judge its form.

What they take as a puzzle may also be a text, a grid, rows of digits, an array or a `Board`: see
`Puzzle.of`.

All take the controls of `exactcover` by keyword: ``limit``, ``time_limit``, ``max_nodes``,
``cancel``, ``progress``, ``seed``, ``method``. The method is a name of
`sudoku.solvers.registry.SOLVERS`, of an engine of `exactcover`, "csp" for the puzzle as a model, or
"auto".

``workers``, ``executor``, ``checkpoint`` and ``resume`` search the puzzle's exact-cover problem in
tasks (see `exactcover.verbs.cover_search.Spreading`), or its model.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Unpack

from exactcover import Count, Result, Solutions, UndecidedError
from exactcover.arguments import check_whole
from exactcover.engines.registry import ENGINES
from exactcover.errors import ProblemError
from exactcover.problem.derived import find_clash
from exactcover.problem.problem import Problem
from exactcover.search.goal import Goal
from exactcover.verbs.cover_search import (
    FEW,
    INFEASIBLE,
    Controls,
    CoverSearch,
    Searching,
    begin,
    is_spread,
)
from exactcover.verbs.solve import count_all, find_one
from sudoku.encodings.exact_cover import (
    blank_problem,
    chosen_options,
    clue_options,
    grid_of,
    grid_placed,
    placements,
)
from sudoku.geometry.grid import Grid
from sudoku.puzzle.puzzle import Puzzle
from sudoku.solvers.problems import says_all
from sudoku.solvers.registry import CSP, find_method, load

if TYPE_CHECKING:
    from sudoku.puzzle.puzzle import PuzzleLike

__all__ = ["Formity", "count", "formity", "is_minimal", "is_well_formed", "solutions", "solve"]


class Formity(StrEnum):
    """How many solutions a puzzle has, as far as it matters."""

    NONE = "none"
    ONE = "one"
    MANY = "many"


def solve(puzzle: PuzzleLike, **controls: Unpack[Controls]) -> Result[Grid]:
    """Find one solution, or prove that there is none; it need not be the only one.

    Examples
    --------
    >>> solve(Puzzle.from_text("1......2.3.....4")).solution
    Grid('1243341243212134', 2x2)
    >>> solve("1......2.3.....4").solution
    Grid('1243341243212134', 2x2)
    """
    controls.setdefault("limit", 1)
    return find_one(*_search(puzzle, Goal.FEW, **controls))


def solutions(puzzle: PuzzleLike, **controls: Unpack[Controls]) -> Solutions[Grid]:
    """Iterate over the solutions, searching no further than asked.

    Examples
    --------
    >>> len(list(solutions(Puzzle.from_text("1234............"))))
    12
    """
    return Solutions(*_search(puzzle, **controls))


def count(puzzle: PuzzleLike, **controls: Unpack[Controls]) -> Count:
    """Count the solutions, building none of them.

    Examples
    --------
    >>> from sudoku import Shape
    >>> count(Puzzle(Shape(2, 2)))
    288
    """
    return count_all(search(puzzle, Goal.COUNT, **controls))


def formity(puzzle: PuzzleLike, **controls: Unpack[Controls]) -> Formity:
    """Tell whether the puzzle has no solution, one, or many.

    Raises
    ------
    UndecidedError
        If a limit stopped the search before it knew.

    Examples
    --------
    >>> formity(Puzzle.from_text("1234............"))
    <Formity.MANY: 'many'>
    """
    controls["limit"] = 2
    found = count(puzzle, **controls)
    if found == 2:
        return Formity.MANY
    if not found.complete:
        raise UndecidedError(f"the search was stopped with {int(found)} solutions found")
    return Formity.ONE if found else Formity.NONE


def is_well_formed(puzzle: PuzzleLike, **controls: Unpack[Controls]) -> bool:
    """Tell whether the puzzle has exactly one solution.

    >>> is_well_formed(Puzzle.from_text("1234............"))
    False
    """
    return formity(puzzle, **controls) is Formity.ONE


def is_minimal(puzzle: PuzzleLike, **controls: Unpack[Controls]) -> bool:
    """Tell whether the puzzle is well-formed and would not be without any one of its clues.

    It takes a search for every clue; each keeps to the limits given.

    >>> is_minimal(Puzzle.from_text("1......2.3.....4"))
    True
    >>> is_minimal(Puzzle.from_text("12.....2.3.....4"))
    False
    """
    puzzle = Puzzle.of(puzzle)
    if not is_well_formed(puzzle, **controls):
        return False
    clues = [cell for cell, digit in enumerate(puzzle.grid.cells) if digit]
    return all(
        formity(puzzle.without_clue(*puzzle.shape.position(cell)), **controls) is Formity.MANY
        for cell in clues
    )


def search(puzzle: PuzzleLike, goal: Goal = Goal.LIST, **controls: Unpack[Controls]) -> Searching:
    """Return the search that the verbs run, with the clues chosen and nothing searched yet.

    A low limit makes the goal `Goal.FEW`: one solution, or the proof that it is the only one.

    Examples
    --------
    >>> search(Puzzle.from_text("1......2.3.....4"), method="backtracking").count()
    1
    """
    return _search(puzzle, goal, **controls)[0]


def _search(
    source: PuzzleLike, goal: Goal = Goal.LIST, **controls: Unpack[Controls]
) -> tuple[Searching, Callable[[list[int]], Grid]]:
    """Return the search, and what makes a grid of a solution that it finds."""
    puzzle = Puzzle.of(source)
    method = controls["method"] = find_method(controls.get("method", "auto"))
    if method == CSP:
        from sudoku.encodings.csp_model import model_search

        return model_search(puzzle, goal, **controls)
    if is_spread(controls):
        return _spread(puzzle, goal, **controls)
    if check_whole("limit", controls.get("limit")) <= FEW:
        goal = Goal.FEW
    seed = controls.get("seed")
    del controls["method"]
    make = load(method, puzzle, goal, seed)
    has_all = says_all(method, puzzle, seed)
    running = CoverSearch(partial(_stated, puzzle, has_all), make, **controls)
    return running, partial(grid_of, puzzle) if has_all else partial(grid_placed, puzzle.shape)


def _stated(puzzle: Puzzle, has_all: bool) -> tuple[Problem, list[int]] | None:
    """Return the exact-cover problem of a puzzle, and the options that its clues choose.

    None where no cover has all of them.
    """
    if not has_all:
        problem = placements(puzzle.shape)
        return problem, problem.find_options(chosen_options(puzzle))
    clues = clue_options(puzzle)
    return None if clues is None else (blank_problem(puzzle.shape, puzzle.rules), clues)


def _spread(
    puzzle: Puzzle, goal: Goal, **controls: Unpack[Controls]
) -> tuple[Searching, Callable[[list[int]], Grid]]:
    """Return the search in tasks of the exact-cover problem of a puzzle."""
    method = controls.get("method", "auto")
    if method != "auto" and method not in ENGINES:
        raise ProblemError(
            f"a search by {method} cannot be spread over workers, nor keep a checkpoint; auto, "
            f"{CSP} and the engines of exactcover can"
        )
    stated = _stated(puzzle, has_all=True)
    has_clash = stated is None or find_clash(*stated) is not None
    problem, clues = (INFEASIBLE, []) if stated is None or has_clash else stated
    controls["chosen"] = [problem.options[clue] for clue in clues]
    return begin(problem, goal, **controls), partial(grid_of, puzzle)
