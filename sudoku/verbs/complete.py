"""The verb `complete`: from a setter's drawing to a puzzle with one solution."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from exactcover import Interrupted
from exactcover.runtime.arguments import check_truth, check_whole, generator, listed
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.formatting import brief_repr
from exactcover.runtime.methods import Method
from exactcover.runtime.search.limits import Flag, HaltedError, Stop, stop_if_due
from exactcover.runtime.search.request import ProgressLike, Seed
from exactcover.runtime.search.work import Work
from sudoku.completion.drawn import Drawn, before, filled, value_in
from sudoku.completion.fewest import Fewest
from sudoku.errors import FormityError, RuleError
from sudoku.geometry.grid import Grid
from sudoku.geometry.words import cell_name
from sudoku.puzzle.puzzle import Puzzle
from sudoku.verbs.solve import solutions, solve

if TYPE_CHECKING:
    from sudoku.puzzle.puzzle import PuzzleLike


@dataclass(frozen=True)
class Completion:
    """A puzzle with one solution that has all of a setter's clues, marks and rules.

    Attributes
    ----------
    puzzle
        The completed puzzle; None if none was found.
    grid
        Its solution.
    added
        The cells that got a clue.
    values
        The drawn marks with their values: numbers, the digits of quadruples, and "white", "black",
        "x" or "v".
    complete
        Whether no fewer clues are enough for any of the grids that may be the solution.
    n_grids
        The number of grids that were tried as the solution.
    stopped
        What stopped the search; None if nothing did.
    """

    puzzle: Puzzle | None
    grid: Grid | None = None
    added: tuple[int, ...] = ()
    values: tuple[tuple[Drawn, Any], ...] = ()
    complete: bool = False
    n_grids: int = 0
    stopped: Stop | None = None

    __repr__ = brief_repr
    _repr_html_ = Method("sudoku.notebook", "puzzle_words_html")

    def __bool__(self) -> bool:
        """Return whether a puzzle was found."""
        return self.puzzle is not None

    def __str__(self) -> str:
        end = "" if self.stopped is None else f" The search was {self.stopped.words}."
        if self.puzzle is None or self.grid is None:
            return f"No puzzle with one solution was found.{end}"
        shape = self.puzzle.shape
        clues = [f"{self.grid.cells[cell]} in {cell_name(shape, cell)}" for cell in self.added]
        valued = [f"{value} for {mark.title}" for mark, value in self.values]
        said = f"Values: {', '.join(valued)}. " if valued else ""
        least = " No fewer are enough." if self.complete and clues else ""
        return f"{said}Added: {', '.join(clues) if clues else 'no clue'}.{least}{end}"


def complete(
    puzzle: PuzzleLike,
    drawn: Iterable[Drawn] = (),
    *,
    grid: Grid | str | None = None,
    among: Iterable[tuple[int, int] | int] | None = None,
    fewest: bool = True,
    grids: int = 10,
    seed: Seed | None = None,
    time_limit: float | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
) -> Completion:
    """Return a puzzle with one solution that keeps all clues, marks and rules of a given one.

    Marks that are drawn without a value get the one that the solution gives them, and then the
    fewest clues are added.

    Parameters
    ----------
    puzzle
        A puzzle, or anything that `Puzzle.of` takes for one; usually it has several solutions.
    drawn
        Marks without a value; `sudoku.drawn_marks` returns those of a puzzle or of f-puzzles data.
    grid
        The solution, if it is known; by default several random grids are tried, and that with the
        fewest clues is taken.
    among
        The cells that may get a clue: (row, column), from 0, or numbers; by default all.
    fewest
        Whether the clues are proved to be the fewest for their grid. This may take very long if a
        puzzle has few marks and clues. Otherwise only each one is necessary.
    grids
        The number of grids that are tried. If there are no more solutions, all of them are.
    seed
        An int or a `numpy.random.Generator`, for other grids and clues.
    time_limit, cancel
        As for `sudoku.solve`; after them, the best that was found is returned.
    progress
        As for `sudoku.solve`; nodes are the puzzles that were solved, and solutions the grids.

    Returns
    -------
    Completion
        The puzzle, and what it has got.

    Raises
    ------
    FormityError
        If the puzzle has no solution, or the grid is none of its solutions.
    SudokuError, ProblemError
        If an argument is wrong.
    Interrupted
        After Ctrl-C; its `result` is the best that was found.

    References
    ----------
    E. Moreno-Centeno, R. M. Karp, "The implicit hitting set approach to solve combinatorial
    optimization problems", Operations Research 61 (2013).

    Examples
    --------
    >>> made = complete("12.............4", seed=1)
    >>> made.puzzle.count(), len(made.added), made.complete
    (1, 1, True)
    """
    given, marks = Puzzle.of(puzzle), tuple(listed("drawn", drawn))
    for mark in marks:
        if not isinstance(mark, Drawn):
            raise RuleError(f"drawn: {mark!r} is no Drawn")
    check_truth("fewest", fewest)
    if check_whole("grids", grids) < 1:
        raise ProblemError(f"grids is {grids}: at least one is tried")
    shape, rng = given.shape, generator(seed)
    cells = range(shape.n_cells) if among is None else _cells(given, among)
    work = Work(time_limit, cancel, progress)
    best = _Best(given, marks, fewest, cells, work, rng)
    try:
        with work.reporting():
            loose = before(given, marks)
            known = _grids(loose, grid, grids, rng)
            for solution in known.grids:
                best.try_grid(solution)
                work.solutions, work.part = best.n_grids, best.n_grids / known.n_tried
                if best.is_perfect:
                    break
            work.part = 1.0
    except HaltedError:
        return best.result(False, work.stop or Stop.CANCELLED)
    except KeyboardInterrupt:
        raise Interrupted(best.result(False, Stop.CANCELLED)) from None
    if not best.n_grids:
        raise FormityError("the puzzle has no solution: clues or marks contradict each other")
    return best.result(known.are_all, None)


@dataclass
class _Known:
    """Grids that may be the solution, how many are tried, and whether these are all."""

    grids: Iterable[Grid]
    n_tried: int
    are_all: bool


def _grids(puzzle: Puzzle, grid: Any, most: int, rng: np.random.Generator) -> _Known:
    """Return the grids that are tried."""
    if grid is not None:
        try:
            made = grid if isinstance(grid, Grid) else Puzzle.of(grid).grid
            filled_in = puzzle.changed(cells=made)
        except ValueError as error:
            raise FormityError(f"the grid is no solution of the puzzle: {error}") from None
        agrees = all(b in (0, a) for a, b in zip(made.cells, puzzle.grid.cells, strict=True))
        if not made.is_filled or not agrees or filled_in.count() != 1:
            raise FormityError("the grid is no solution of the puzzle")
        return _Known([made], 1, True)
    few = list(solutions(puzzle, limit=most + 1))
    stop_if_due()
    if len(few) <= most:
        return _Known(few, len(few), True)

    def drawn() -> Iterable[Grid]:
        for _ in range(most):
            found = solve(puzzle, seed=rng).solution
            if found is None:
                raise HaltedError
            yield found

    return _Known(drawn(), most, False)


def _cells(puzzle: Puzzle, among: Iterable[Any]) -> list[int]:
    return [puzzle.shape.cell_at(place) for place in listed("among", among)]


class _Best:
    """The best puzzle of all grids that were tried."""

    def __init__(
        self,
        puzzle: Puzzle,
        marks: tuple[Drawn, ...],
        fewest: bool,
        cells: Iterable[int],
        work: Work,
        rng: np.random.Generator,
    ) -> None:
        self._puzzle, self._marks, self._fewest = puzzle, marks, fewest
        self._cells, self._work, self._rng = list(cells), work, rng
        self._found: tuple[Puzzle, Grid, frozenset[int], tuple[tuple[Drawn, Any], ...]] | None = (
            None
        )
        self._all_proved = True
        self.n_grids = 0

    @property
    def is_perfect(self) -> bool:
        """Whether no clue is added."""
        return self._found is not None and not self._found[2]

    def try_grid(self, grid: Grid) -> None:
        """Complete the puzzle so that a grid is its solution, if that takes fewer clues."""
        values = tuple((mark, value_in(mark, grid)) for mark in self._marks)
        self.n_grids += 1
        if any(value is None for _, value in values):
            return
        valued = filled(self._puzzle, values)
        search = Fewest(valued, grid, self._cells, self._work, self._rng)
        below = None if self._found is None else len(self._found[2])
        try:
            search.find(below if self._fewest else 0)
            if not self._fewest:
                search.reduce()
        finally:
            is_beaten = below is not None and search.bound >= below
            self._all_proved &= search.is_proved or is_beaten
            if search.best is not None and (below is None or len(search.best) < below):
                self._found = valued, grid, search.best, values

    def result(self, are_all: bool, stopped: Stop | None) -> Completion:
        """Return the best that was found."""
        if self._found is None:
            return Completion(None, complete=are_all, n_grids=self.n_grids, stopped=stopped)
        puzzle, grid, cells, values = self._found
        digits = list(puzzle.grid.cells)
        for cell in cells:
            digits[cell] = grid.cells[cell]
        done = puzzle.changed(cells=digits)
        is_least = stopped is None and (not cells or (are_all and self._all_proved))
        return Completion(done, grid, tuple(sorted(cells)), values, is_least, self.n_grids, stopped)
