"""The search on the bitboard as one of the solvers: classic 9x9, with candidates barred."""

from functools import cache, lru_cache

import numpy as np

from exactcover.engines.protocol import warm_up
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.kernels.types import U64
from exactcover.runtime.search.goal import Goal
from sudoku.geometry.shape import Shape
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import Rule
from sudoku.rules.classic import Classic
from sudoku.solvers.base import BaseSolver, names_of
from sudoku.solvers.bitboard.engine import Bitboard
from sudoku.statement.statement import statement

__all__ = ["BitboardSolver", "knows"]

SHAPE = Shape(3, 3)


@lru_cache(maxsize=32)
def knows(shape: Shape, rules: tuple[Rule, ...]) -> bool:
    """Return whether rules say nothing but the houses of classic 9x9, and which digits cells hold.

    Examples
    --------
    >>> from sudoku import Diagonal, rule
    >>> knows(Shape(3, 3), (Classic(), rule("even_odd", [(0, 0)])))
    True
    >>> knows(Shape(3, 3), (Classic(), Diagonal()))
    False
    """
    if shape != SHAPE:
        return False
    stated, classic = statement(shape, rules), statement(SHAPE, (Classic(),))
    if stated.groups or stated.relations or stated.links or stated.constraints:
        return False
    houses, classic_houses = (
        {frozenset(house.cells) for house in each.houses} for each in (stated, classic)
    )
    return houses == classic_houses


class BitboardSolver(BaseSolver, Bitboard):
    """The solver; see `sudoku.solvers.bitboard.engine.Bitboard`. The goal makes no difference."""

    compiles_itself = True
    knows_all_rules = True
    uses_placements = True
    knows = staticmethod(knows)

    def __init__(self, puzzle: Puzzle, goal: Goal = Goal.LIST) -> None:
        if not knows(puzzle.shape, puzzle.rules):
            raise ProblemError(
                "the method bitboard knows classic 9x9 grids with candidates barred, and no "
                f"{puzzle.shape} grid of these rules: {names_of(puzzle)}"
            )
        _warm_up()
        super().__init__(_domains(puzzle.shape, puzzle.rules))


@lru_cache(maxsize=32)
def _domains(shape: Shape, rules: tuple[Rule, ...]) -> U64:
    """Return the digits that each cell may hold, as bits; only read."""
    return np.array(statement(shape, rules).domains(shape), dtype=np.uint64)


@cache
def _warm_up() -> None:
    """Let Numba compile or load the kernels, before any search is timed."""
    warm_up(Bitboard(np.full(SHAPE.n_cells, 511, dtype=np.uint64)))
