"""A puzzle as an exact-cover problem, and a cover as a grid.

The items are, in the order of Mychaskiw (2014): every cell (it holds a digit), every row with every
digit, every column with every digit, every box with every digit; then the houses of further rules:
4n^2 items for classic sudoku, 2n more for the two diagonals. The n^3 options are the placements of
a digit in a cell, less those that a rule bars; a clue excludes the other digits of its cell.

Everything else that rules state becomes (`sudoku.encodings.rule_options`):

- a group, in which no digit is repeated: a secondary item for each digit;
- exclusions: secondary items, each for a set of placements that all exclude each other (a clique);
- linked cells: a secondary item that they share, its colour the digit;
- a constraint on the set of digits of different cells, such as a cage: an item whose options are
  the sets of digits, and an item for each digit, covered by its placement or by a set without it;
- any other constraint: an item whose options are its tuples, or, if it has fewer steps than tuples,
  an item for each of its cells, whose options are the steps of its reader. The digits of cells and
  the states between steps are colours of secondary items.

Each solution of the puzzle corresponds to exactly one cover, so that counting covers is enough.

References
----------
T. Mychaskiw, "Generation of minimal well formed sudoku puzzles" (2014), section 2.3.3.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import compress
from operator import add
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from exactcover import Option, Problem
from exactcover.runtime.search.limits import Flag, stop_if_due, watched
from exactcover.runtime.search.request import ProgressLike
from exactcover.runtime.search.work import limited
from sudoku.encodings.draft import Draft
from sudoku.encodings.rule_options import Chosen, item_names, write_rules
from sudoku.errors import ClueError
from sudoku.geometry.candidate_numbers import candidate_of, cell_and_digit
from sudoku.geometry.grid import Grid
from sudoku.geometry.shape import Shape, check_searchable
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import House, Rule
from sudoku.statement.bitsets import digits_of
from sudoku.statement.candidates import candidates
from sudoku.statement.implied_sums import strengthened
from sudoku.statement.statement import stated_houses

if TYPE_CHECKING:
    from sudoku.puzzle.puzzle import PuzzleLike

AT_ONCE = 1024
"""So many candidates are compared with the clues between two looks at the clock."""


class Placement(NamedTuple):
    """A digit in a cell; row and column from 0. As text they are counted from 1: ``r1c1=5``."""

    row: int
    column: int
    digit: int

    def _repr_html_(self) -> str:
        from exactcover.runtime.notebook import text_html

        return text_html(self)

    def __str__(self) -> str:
        return f"r{self.row + 1}c{self.column + 1}={self.digit}"


class Encoding(NamedTuple):
    """The problem of a puzzle without clues, and the candidates of its placements.

    Attributes
    ----------
    problem
        The problem. Its first options are placements, cell by cell, without those that a rule bars.
    placed
        The candidate of each placement: see `sudoku.geometry.candidate_numbers`.
    """

    problem: Problem
    placed: tuple[int, ...]


def encode(
    puzzle: PuzzleLike,
    *,
    time_limit: float | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
) -> Problem:
    """Return the puzzle's exact-cover problem, whose placements are labelled with a `Placement`.

    Items are named ``r1c1`` (row 1, column 1 holds a digit) and ``r1=5`` (row 1 holds a 5), and
    likewise for ``c``, ``b`` and the houses of other rules.

    Parameters
    ----------
    puzzle
        A puzzle, or anything that `Puzzle.of` takes for one.
    time_limit, cancel, progress
        As for `solve`: when to stop, and who is told how far it is.

    Returns
    -------
    Problem
        The problem, whose solutions are those of the puzzle.

    Raises
    ------
    ConstraintError
        If a constraint is too large to be written down as options.
    UnfinishedError
        If the time limit or `cancel` stopped the work.

    Examples
    --------
    >>> encode(Puzzle.from_text("1234341221434321"))
    <Problem 2x2 classic: 64 primary items, 16 options>
    >>> encode(Puzzle()).options[0].label
    Placement(row=0, column=0, digit=1)
    >>> print(encode(Puzzle()).options[0])
    r1c1 r1=1 c1=1 b1=1
    """
    puzzle = Puzzle.of(puzzle)
    with limited("the problem", time_limit, cancel, progress):
        return _encoded(puzzle)


def _encoded(puzzle: Puzzle) -> Problem:
    """Return the problem of a puzzle: that of its shape and rules, without what clues exclude."""
    n = puzzle.shape.n
    problem, placed = encoding(puzzle.shape, puzzle.rules)
    cells = puzzle.grid.cells
    kept: list[int] = []
    for first in range(0, len(placed), AT_ONCE):
        stop_if_due()
        of_option = (cell_and_digit(candidate, n) for candidate in placed[first : first + AT_ONCE])
        kept += [k for k, (cell, digit) in enumerate(of_option, first) if cells[cell] in (0, digit)]
    if len(kept) == len(placed):
        return problem
    return problem.restrict(
        (*map(problem.options.__getitem__, kept), *problem.options[len(placed) :])
    )


def decode(shape: Shape, options: Iterable[Option]) -> Grid:
    """Return the grid that a cover of `encode`'s problem represents.

    It takes no limits: its work is linear in the cells.

    Parameters
    ----------
    shape
        The shape of the puzzle.
    options
        The options of a solution of `encode`'s problem.

    Returns
    -------
    Grid
        The grid with a digit for each option that is a placement.

    Raises
    ------
    ClueError
        If two options put a digit in the same cell.

    Examples
    --------
    >>> puzzle = Puzzle.from_text("1234341221434321")
    >>> decode(puzzle.shape, encode(puzzle).solve().solution) == puzzle.grid
    True
    """
    cells = [0] * shape.n_cells
    for option in options:
        if isinstance(option.label, Placement):
            cell = shape.cell(option.label.row, option.label.column)
            if cells[cell]:
                raise ClueError(f"{shape.in_words(cell)}: two options put a digit there")
            cells[cell] = option.label.digit
        elif not isinstance(option.label, Chosen):
            raise TypeError(f"option {option!r} is no placement of a digit in a cell")
    return Grid(shape, cells)


@lru_cache(maxsize=32)
def encoding(shape: Shape, rules: tuple[Rule, ...]) -> Encoding:
    """Return the encoding of the puzzle without clues.

    It is built once for all puzzles of a shape and rules; their clues are chosen options.
    """
    check_searchable(shape)
    n = shape.n
    spec, domains = strengthened(shape, rules), candidates(shape, rules)
    draft = _begun(shape, stated_houses(shape, rules))
    write_rules(draft, shape, spec, domains)
    placed = [
        candidate_of(cell, digit, n)
        for cell, domain in enumerate(watched(domains))
        for digit in digits_of(domain)
    ]
    name = f"{shape} {' '.join(rule.name for rule in rules)}"
    problem = draft.problem(name, np.array(placed, dtype=np.int64))
    return Encoding(problem, tuple(placed))


def _begun(shape: Shape, houses: Sequence[House]) -> Draft:
    """Begin a problem with the items of cells and houses."""
    n, places = shape.n, _places(shape)
    draft = Draft(n, places)
    first = draft.primary(*(f"r{row + 1}c{column + 1}" for row, column, _ in places[::n]))
    draft.cover(np.arange(len(places)), first + np.arange(len(places)) // n)
    if houses:
        names = (name for house in houses for name in item_names(house.name, n))
        draft.cover_digits([house.cells for house in houses], draft.primary(*names))
    return draft


@lru_cache(maxsize=32)
def placements(shape: Shape) -> Problem:
    """Return the problem of one digit for each cell, without rules: it has `n` options per cell.

    Searches that implement the rules themselves return their solutions as options of this problem.

    Examples
    --------
    >>> placements(Shape(2, 2))
    <Problem 2x2: 16 primary items, 64 options>
    """
    check_searchable(shape)
    draft = _begun(shape, ())
    return draft.problem(str(shape), np.arange(shape.n_cells * shape.n))


def blank_problem(shape: Shape, rules: tuple[Rule, ...]) -> Problem:
    """Return the problem of the puzzle without clues."""
    return encoding(shape, rules).problem


def chosen_options(puzzle: Puzzle) -> list[Placement]:
    """Return the options of `blank_problem` that the clues choose, by their labels."""
    places = _places(puzzle.shape)
    return [places[place] for place in clue_placements(puzzle)]


def clue_placements(puzzle: Puzzle) -> list[int]:
    """Return the options of `placements` that the clues choose, by index."""
    cells = puzzle.grid.cells  # not `candidate_of`, for speed: this runs for every puzzle
    return list(map(add, compress(_bases(puzzle.shape), cells), filter(None, cells)))


def clue_options(puzzle: Puzzle) -> list[int] | None:
    """Return the options of `blank_problem` that the clues choose, by index.

    The result is None if a rule bars a clue, so that no cover has all of these options.

    Examples
    --------
    >>> from sudoku import Classic, rule
    >>> rules = [Classic(), rule("even_odd", even=[(0, 0)])]
    >>> clue_options(Puzzle(rules=rules, clues="2..............."))
    [0]
    """
    placed = encoding(puzzle.shape, puzzle.rules).placed
    places = clue_placements(puzzle)
    if len(placed) == puzzle.shape.n_cells * puzzle.shape.n:
        return places  # nothing is barred: places and options have the same numbers
    options = [bisect_left(placed, place) for place in places]
    is_barred = any(placed[k : k + 1] != (p,) for k, p in zip(options, places, strict=True))
    return None if is_barred else options


def grid_of(puzzle: Puzzle, chosen: Sequence[int]) -> Grid:
    """Return the grid of a cover of `blank_problem`, given as its sorted option indices."""
    shape = puzzle.shape
    placed = encoding(shape, puzzle.rules).placed
    # Placements come before all other options.
    return grid_placed(shape, [placed[option] for option in chosen[: shape.n_cells]])


def grid_placed(shape: Shape, chosen: Sequence[int]) -> Grid:
    """Return the grid of a cover of `placements`, given as its sorted option indices."""
    digit_of = _digits(
        shape
    ).__getitem__  # not `cell_and_digit`, for speed: this runs for all cells
    return Grid.unchecked(shape, tuple(map(digit_of, chosen)))


@lru_cache
def _bases(shape: Shape) -> range:
    """Return for each cell the number that, with a digit added, is the index of its placement."""
    return range(-1, shape.n_cells * shape.n - 1, shape.n)


@lru_cache
def _digits(shape: Shape) -> tuple[int, ...]:
    """Return the digit of each of `placements`."""
    return tuple(range(1, shape.n + 1)) * shape.n_cells


@lru_cache
def _places(shape: Shape) -> tuple[Placement, ...]:
    """Return all placements, barred or not, cell by cell."""
    digits = range(1, shape.n + 1)
    positions = map(shape.position, range(shape.n_cells))
    return tuple(Placement(*place, digit) for place in positions for digit in digits)
