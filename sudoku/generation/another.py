"""Whether there is another solution than the known one: the question of the removal of clues."""

from __future__ import annotations

from collections.abc import Sequence

from exactcover.engines.learning.engine import Learning
from exactcover.problem.links import Links
from exactcover.search.request import Limits, Request
from exactcover.verbs.cover_search import CoverSearch
from sudoku.encodings.exact_cover import blank_problem, clue_options
from sudoku.geometry.grid import Grid
from sudoku.geometry.shape import Shape
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import Rule

__all__ = ["has_another"]


def has_another(
    shape: Shape,
    rules: tuple[Rule, ...],
    clues: Sequence[int],
    solution: Sequence[int],
    cells: Sequence[int],
    max_nodes: int,
) -> bool | None:
    """Return whether a puzzle has another solution, which must differ in some of the given cells.

    Clause learning begins with the digits of the known solution, because another one has most of
    them. That takes a third of the time of a search for two solutions, and far less where such a
    search meets the known solution late.

    Parameters
    ----------
    clues, solution
        The digits of all cells; the rules have only houses.
    cells
        The cells of a clue, or of several, without which the solution may not be the only one.
    max_nodes
        The most nodes of the search.

    Returns
    -------
    bool or None
        None if the search reached the node limit.

    Examples
    --------
    >>> from sudoku import Classic
    >>> solution = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]
    >>> [has_another(Shape(2, 2), (Classic(),), [*solution[:8], *rest], solution, [8, 12], 1000)
    ...  for rest in ([0] * 8, [0] * 6 + [2, 1])]
    [True, False]
    """

    def options(digits: Sequence[int]) -> list[int]:
        puzzle = Puzzle.unchecked(Grid.unchecked(shape, tuple(digits)), rules)
        return clue_options(puzzle) or []

    def make(links: Links) -> Learning:
        engine = Learning(links)
        engine.choose(options(clues))
        engine.prefer(options(solution))
        engine.exclude([options([d if c in cells else 0 for c, d in enumerate(solution)])])
        return engine

    request = Request(limits=Limits(max_nodes=max_nodes), method="learning")
    search = CoverSearch(blank_problem(shape, rules), request, make)
    if search.collect():
        return True
    return False if search.complete else None
