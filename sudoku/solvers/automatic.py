"""The portfolio of `solve`: which engines have time slices for a puzzle, how long ones, and why.

The bitboard searches puzzles whose rules say no more than those of classic 9x9 and which digits
cells hold. It is alone, unless there are many solutions to count. For other puzzles with up to 64
digits the bit masks come first: they finish nearly all of them before anything else would be set
up. Then the exact-cover problem is built, if that can be. A search for one or two solutions
alternates with clause learning on what the clues leave of that problem, after a look at the
templates of digits, which may show that there is no solution. On boards with more than 64 digits,
which bit masks do not know, it alternates with annealing, too, which finds a solution where there
are few clues. A search for the number of solutions is continued by the engines that count solutions
without visiting each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING

import numpy as np

from exactcover.engines.protocol import CoverEngine, warm_up
from exactcover.engines.registry import load as load_engine
from exactcover.portfolio.portfolio import CoverPortfolio, load
from exactcover.portfolio.schedule import CoverSchedule, Slice, Task, cover_schedule
from exactcover.portfolio.subproblem import Rest
from exactcover.problem.links import build
from exactcover.problem.problem import Problem
from exactcover.runtime.portfolio.schedule import CONTINUES, TimeSlice, rounds
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.request import FEW
from sudoku.encodings.exact_cover import blank_problem, encoding, placements
from sudoku.errors import ConstraintError
from sudoku.geometry.shape import Shape
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import Rule
from sudoku.rules.classic import Classic
from sudoku.rules.greater_than import GreaterThan
from sudoku.solvers.base import Factory
from sudoku.solvers.bitmask.board_arrays import MOST_DIGITS, tables
from sudoku.solvers.draw import Draw
from sudoku.solvers.templates import Templates, may_refute
from sudoku.solvers.translated import Translated

if TYPE_CHECKING:
    from sudoku.solvers.bitboard.engine import Bitboard
    from sudoku.solvers.bitmask.engine import Bitmask

Make = Callable[[], CoverEngine]

FITS_VECTORS = "the candidates fit into vectors"
"""Why the bitboard is chosen."""
SLICE_UPDATES = 1 << 22
"""The updates of bit masks before anything else is tried: less than 0.1 s."""
PATIENCE = 16
"""A time slice is this many times as long for sums or automata.

They take long to state for others, and the bit masks propagate them as well as clauses do.
"""
TEMPLATE_UPDATES, LEARNING_UPDATES = 64, 2
"""The updates that these engines have for one of the bit masks.

Those of templates take a tenth of the time, and they end soon, or never. Those of clause learning
take four times as long, so it has nine tenths of the time, or a third if there are sums or
automata.
"""
SWAPS = 64
"""The swaps of annealing for an update of dancing cells: some seconds at first.

On a board of 100x100 clause learning takes longer to set up.
"""


def automatic(puzzle: Puzzle, goal: Goal, seed: int | None = None) -> Factory:
    """Return the function that makes the portfolio for a puzzle.

    Parameters
    ----------
    puzzle
        The puzzle.
    goal
        The purpose of the search: `Goal.FEW` if one or two solutions are enough.
    seed
        A number for a random order of bit masks and bitboard, in which solutions are drawn; see
        `sudoku.solvers.draw`. Other engines keep their order. None for fixed orders.

    Examples
    --------
    >>> from exactcover.runtime.search.request import Request
    >>> from exactcover.verbs.cover_search import CoverSearch
    >>> from sudoku.encodings.exact_cover import chosen_options
    >>> puzzle = Puzzle.from_text("1......2.3.....4")
    >>> make = automatic(puzzle, Goal.COUNT).make
    >>> problem = placements(puzzle.shape)
    >>> request = Request(chosen=chosen_options(puzzle))
    >>> search = CoverSearch(problem, request, lambda _: make())
    >>> search.count()
    1
    >>> search.statistics.choice
    ('bitmask: the candidates of a cell fit into a word',)
    """
    why = "asked for"
    if goal is not Goal.COUNT and _fits_bitboard(puzzle.shape, puzzle.rules):
        # It searches to the end, so a portfolio of it alone would only take time.
        make: Make = partial(_bitboard_solver(), puzzle, seed=seed)
        uses_placements, why = True, FITS_VECTORS
    else:
        uses_placements = puzzle.shape.n <= MOST_DIGITS
        make = partial(_portfolio, puzzle, goal, uses_placements, seed)
    if seed is None or goal is Goal.COUNT:
        return Factory(make, uses_placements, why)
    return Factory(lambda: Draw(make(), np.random.default_rng(seed)), uses_placements, why)


def _portfolio(
    puzzle: Puzzle, goal: Goal, uses_placements: bool, seed: int | None
) -> CoverPortfolio:
    if uses_placements:
        problem, schedule = placements(puzzle.shape), partial(_schedule, puzzle, seed)
        return CoverPortfolio(problem.links, problem, goal, schedule)
    problem = blank_problem(puzzle.shape, puzzle.rules)
    schedule = partial(_schedule_of_many_digits, puzzle)
    links = problem.links if seed is None else build(problem, np.random.default_rng(seed))
    return CoverPortfolio(links, problem, goal, schedule)


def _schedule(puzzle: Puzzle, seed: int | None, task: Task) -> CoverSchedule:
    """Schedule the search of a puzzle whose candidates fit into a word."""
    if _fits_bitboard(puzzle.shape, puzzle.rules):  # all solutions are to be counted
        yield from _bitboard(puzzle, task)
        yield _counting_slice(puzzle)
    bitmask: Slice = yield partial(_bitmask, puzzle, seed, task.goal)
    yield bitmask
    if task.has_won():
        yield bitmask.unbounded("it finds solutions")
    if not (yield partial(_can_be_written, puzzle)):
        yield bitmask.unbounded("a constraint is too large to be options")
    if task.goal is Goal.COUNT:
        yield _counting_slice(puzzle)
    slices = [
        _learning(partial(Translated, puzzle, _learn)),
        bitmask._replace(why=CONTINUES),
    ]
    if not task.portfolio.solutions and may_refute(puzzle):
        slices.insert(0, _templates(puzzle))
    yield from rounds(slices, task.gave_up, task.has_won)


def _counting_slice(puzzle: Puzzle) -> Slice:
    why = "the search is long: others may count faster"
    return TimeSlice("auto", why, partial(Translated, puzzle, _counting))


def _learning(make: Make) -> Slice:
    why = "the search is long: clauses may cut it short"
    return TimeSlice("learning", why, make, updates=LEARNING_UPDATES * SLICE_UPDATES)


def _templates(puzzle: Puzzle) -> Slice:
    why = "the ways of each digit through the grid may not fit together"
    make = partial(Templates, puzzle)
    return TimeSlice("templates", why, make, updates=TEMPLATE_UPDATES * SLICE_UPDATES)


def _bitboard(puzzle: Puzzle, task: Task) -> CoverSchedule:
    """Schedule the bitboard while there are few solutions: others count many of them faster."""
    make = partial(_bitboard_solver(), puzzle)
    first: Slice = TimeSlice("bitboard", FITS_VECTORS, make, updates=SLICE_UPDATES, growth=1)
    while task.portfolio.solutions <= FEW:
        yield first
        first = first.longer()


@cache
def _bitboard_solver() -> type[Bitboard]:
    """Return the solver, whose module is needed for 9x9 only."""
    from sudoku.solvers.bitboard.engine import Bitboard

    return Bitboard


def _schedule_of_many_digits(puzzle: Puzzle, task: Task) -> CoverSchedule:
    """Schedule the search of a puzzle whose candidates do not fit into a word."""
    yield task.slice("dancing_cells", "the search may be short", updates=SLICE_UPDATES)
    if task.goal is Goal.COUNT:
        yield from cover_schedule(task)
    learning = _learning(lambda: _learn(task.problem, task.portfolio.chosen))
    yield from rounds([*_annealing(puzzle), learning], task.gave_up, task.has_won)


def _annealing(puzzle: Puzzle) -> Iterator[Slice]:
    """Yield the time slice of annealing, if it knows the rules."""
    from sudoku.solvers.local_search.annealing import Annealing, can_anneal
    from sudoku.solvers.local_search.once import Once

    if can_anneal(puzzle):
        why = "the search is long: swaps of digits may find a solution"
        updates = SWAPS * SLICE_UPDATES
        yield TimeSlice("annealing", why, lambda: Once(Annealing(puzzle)), updates=updates)


def _can_be_written(puzzle: Puzzle) -> bool:
    """Return whether the whole exact-cover problem can be built; it is kept if so."""
    try:
        encoding(puzzle.shape, puzzle.rules)
    except ConstraintError:
        return False
    return True


def _counting(problem: Problem, clues: list[int]) -> CoverEngine:
    engine = load("auto", problem, Goal.COUNT)(problem.links)
    engine.choose(clues)
    return engine


def _learn(problem: Problem, clues: list[int]) -> CoverEngine:
    return Rest(problem, clues, load_engine("learning", problem))


@lru_cache(maxsize=32)
def _fits_bitboard(shape: Shape, rules: tuple[Rule, ...]) -> bool:
    """Return whether the bitboard can search a puzzle; its module is needed for 9x9 only."""
    return shape.n == 9 and _bitboard_solver().knows(shape, rules)


def _bitmask(puzzle: Puzzle, seed: int | None, goal: Goal) -> Slice:
    """Return the first time slice of bit masks, with the kernels compiled."""
    made, updates = tables(puzzle.shape, puzzle.rules), SLICE_UPDATES
    if goal is not Goal.COUNT and made.constraints and made.constraints.n_larger:
        updates *= PATIENCE
    make = partial(_warmed_up(made.constraints is not None), made, seed)
    return TimeSlice("bitmask", "the candidates of a cell fit into a word", make, updates=updates)


@cache
def _warmed_up(has_constraints: bool) -> type[Bitmask]:
    """Return the engine after its kernels are compiled or loaded, before any search is timed."""
    from sudoku.solvers.bitmask.engine import Bitmask

    rules = [Classic(), *[GreaterThan([((0, 0), (0, 1))])] * has_constraints]
    smallest = Puzzle(Shape(2, 1), rules)
    warm_up(Bitmask(tables(smallest.shape, smallest.rules)))
    return Bitmask
