"""The search on the bitboard as one of the solvers: classic 9x9, with candidates barred."""

from functools import cache

import numpy as np

from exactcover.errors import ProblemError
from exactcover.problem.links import Links
from exactcover.search.goal import Goal
from exactcover.search.protocol import warm_up
from sudoku.geometry.shape import Shape
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import Rule
from sudoku.rules.classic import Classic
from sudoku.solvers.bitboard.engine import Bitboard
from sudoku.solvers.problems import problem_of
from sudoku.statement.statement import statement

__all__ = ["BitboardSolver", "knows"]

SHAPE = Shape(3, 3)


def knows(shape: Shape, rules: tuple[Rule, ...]) -> bool:
    """Tell whether rules say nothing but the houses of classic 9x9, and which digits cells hold.

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
    said, classic = statement(shape, rules), statement(SHAPE, (Classic(),))
    if said.groups or said.relations or said.links or said.constraints:
        return False
    return {frozenset(h.cells) for h in said.houses} == {frozenset(h.cells) for h in classic.houses}


class BitboardSolver(Bitboard):
    """The engine of a puzzle's rules; see `sudoku.solvers.bitboard.engine.Bitboard`."""

    compiles_itself = True
    knows_all_rules = True

    def __init__(self, links: Links, puzzle: Puzzle, goal: Goal) -> None:
        if not knows(puzzle.shape, puzzle.rules):
            names = ", ".join(rule.name for rule in puzzle.rules)
            raise ProblemError(
                "the method bitboard knows classic 9x9 grids with candidates barred, and no "
                f"{puzzle.shape} grid of these rules: {names}"
            )
        if links is not problem_of(self.name, puzzle)[0].links:
            raise ProblemError("the method bitboard knows one order only: it takes no seed")
        _warm_up()
        domains = statement(puzzle.shape, puzzle.rules).domains(puzzle.shape)
        super().__init__(links, np.array(domains, dtype=np.uint64))


@cache
def _warm_up() -> None:
    """Let Numba compile or load the kernels, before any search is timed."""
    links = problem_of("bitboard", Puzzle(SHAPE))[0].links
    warm_up(Bitboard(links, np.full(SHAPE.n_cells, 511, dtype=np.uint64)))
