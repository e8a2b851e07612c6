"""Whether there is another solution than the known one: the question of the removal of clues."""

from __future__ import annotations

from collections.abc import Sequence

from exactcover.engines.learning.engine import Learning
from exactcover.problem.links import Links
from exactcover.search.request import Limits, Request
from exactcover.verbs.cover_search import CoverSearch
from sudoku.encodings.exact_cover import blank_problem, clue_options, grid_of
from sudoku.geometry.grid import Grid
from sudoku.geometry.shape import Shape
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import Rule

__all__ = ["find_another", "has_another"]


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
    found, complete = find_another(shape, rules, clues, solution, cells, max_nodes)
    return True if found else (False if complete else None)


def find_another(
    shape: Shape,
    rules: tuple[Rule, ...],
    clues: Sequence[int],
    solution: Sequence[int],
    cells: Sequence[int],
    max_nodes: int,
) -> tuple[Grid | None, bool]:
    """Return another solution, if one was found, and whether the search is complete.

    The parameters are those of `has_another`.

    Examples
    --------
    >>> from sudoku import Classic
    >>> solution = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]
    >>> clues = [*solution[:8], *[0] * 8]
    >>> find_another(Shape(2, 2), (Classic(),), clues, solution, [8, 12], 1000)[0].to_line()
    '1234341241232341'
    """

    def puzzle(digits: Sequence[int]) -> Puzzle:
        return Puzzle.unchecked(Grid.unchecked(shape, tuple(digits)), rules)

    def options(digits: Sequence[int]) -> list[int]:
        return clue_options(puzzle(digits)) or []

    def make(links: Links) -> Learning:
        engine = Learning(links)
        engine.choose(options(clues))
        engine.prefer(options(solution))
        engine.exclude([options([d if c in cells else 0 for c, d in enumerate(solution)])])
        return engine

    request = Request(limits=Limits(max_nodes=max_nodes), method="learning")
    search = CoverSearch(blank_problem(shape, rules), request, make)
    found = search.collect()
    if not found:
        return None, search.complete
    return grid_of(puzzle(clues), sorted(found[0])), search.complete
