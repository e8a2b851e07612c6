"""What `solve` does by itself: which engines take turns at a puzzle, for how long, and why.

The bit masks come first: they finish nearly every puzzle with up to 64 digits before anything else
would be set up. A search that is long by then goes to the bitboard where rules say no more than
those of classic 9x9 and which digits cells hold. Others have the exact-cover problem built, if that
can be. One for one or two solutions alternates with clause learning on what the clues leave of it,
after a look at the templates of digits, which may show that there is none; one for the number of
solutions goes to the engines that count without going to each.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from exactcover.engines.registry import load
from exactcover.portfolio.relay import Relay
from exactcover.portfolio.rest import Rest
from exactcover.portfolio.schedule import Leg, Plan, Task
from exactcover.portfolio.schedule import legs as cover_legs
from exactcover.problem.links import Links
from exactcover.problem.problem import Problem
from exactcover.search.goal import Goal
from exactcover.search.protocol import UNLIMITED, Engine, warm_up
from exactcover.search.request import FEW
from sudoku.encodings.exact_cover import encoding
from sudoku.errors import ConstraintError
from sudoku.geometry.shape import Shape
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.classic import Classic
from sudoku.rules.greater_than import GreaterThan
from sudoku.solvers.bitmask.tables import tables
from sudoku.solvers.problems import problem_of
from sudoku.solvers.templates import may_refute, templates
from sudoku.solvers.translated import translated

__all__ = ["automatic"]

Maker = Callable[[Links], Engine]

STRETCH = 1 << 22
"""The updates of bit masks before anything else is thought of: less than 0.1 s."""
PATIENCE = 16
"""So many stretches come first where there are sums or automata: to write them takes a while."""
TURNS = {"templates": 64.0, "learning": 2.0}
"""How many updates an engine has for one of the bit masks.

Those of templates take a tenth of the time, and these are done with soon, or never. Those of clause
learning take four times as long, so it has nine tenths of the time: what bit masks do not find
at once it finds sooner.
"""


def automatic(puzzle: Puzzle, goal: Goal) -> Maker:
    """Return what makes the engine for a puzzle; its clues are still to be chosen.

    Parameters
    ----------
    puzzle
        The puzzle.
    goal
        What is wanted: `Goal.FEW` where one or two solutions will do.

    Examples
    --------
    >>> from exactcover.search.request import Request
    >>> from exactcover.verbs.cover_search import CoverSearch
    >>> from sudoku.encodings.exact_cover import chosen_options, placements
    >>> puzzle = Puzzle.from_text("1......2.3.....4")
    >>> problem = placements(puzzle.shape)
    >>> engine = automatic(puzzle, Goal.COUNT)
    >>> search = CoverSearch(problem, Request(chosen=chosen_options(puzzle)), engine)
    >>> search.count()
    1
    >>> search.statistics.choice
    ('bitmask: the candidates of a cell fit into a word',)
    """
    problem, has_all = problem_of("auto", puzzle)
    plan = _legs_of_many_digits if has_all else _legs
    return partial(Relay, problem=problem, goal=goal, plan=partial(plan, puzzle))


def _legs(puzzle: Puzzle, task: Task) -> Plan:
    """Plan a search; see `exactcover.portfolio.schedule.legs`, which has no end either."""
    bitmask, stretch = (yield partial(_bitmask, puzzle)), STRETCH
    beside = tables(puzzle.shape, puzzle.rules).conditions
    if task.goal is not Goal.COUNT and beside and beside.n_larger:
        stretch *= PATIENCE
    why = "the candidates of a cell fit into a word"
    yield Leg("bitmask", why, bitmask, UNLIMITED, stretch)
    is_listed = task.goal is Goal.LIST and task.n_found()
    if not is_listed:
        yield from _bitboard(puzzle, task)
    if is_listed or not (yield partial(_can_be_written, puzzle)):
        why = "it finds solutions" if is_listed else "a constraint is too large to be options"
        yield Leg("bitmask", why, bitmask, UNLIMITED, UNLIMITED)
    if task.goal is Goal.COUNT:
        whole = translated(puzzle, partial(_engine, goal=Goal.COUNT))
        why = "the search is long: others may count faster"
        yield Leg("auto", why, whole, UNLIMITED, UNLIMITED)
    makers: dict[str, Maker] = {"learning": translated(puzzle, _learn), "bitmask": bitmask}
    if not task.n_found() and may_refute(puzzle):
        makers = {"templates": templates(puzzle), **makers}
    yield from _alternate(task, makers)


def _bitboard(puzzle: Puzzle, task: Task) -> Plan:
    """Let the bitboard search on, if it knows the rules.

    To the end, unless all solutions are to be counted and there are many: others count faster then.
    """
    from exactcover.compiled.host import has_vectors
    from sudoku.solvers.bitboard.solver import BitboardSolver, knows

    if not (has_vectors() and knows(puzzle.shape, puzzle.rules)):
        return
    make = partial(BitboardSolver, puzzle=puzzle, goal=task.goal)
    updates = STRETCH if task.goal is Goal.COUNT else UNLIMITED
    why = "the search is long, and the candidates fit into vectors"
    while task.goal is not Goal.COUNT or task.n_found() <= FEW:
        yield Leg("bitboard", why, make, UNLIMITED, updates)
        why = "it goes on"


def _legs_of_many_digits(puzzle: Puzzle, task: Task) -> Plan:
    """Plan the search of a puzzle whose candidates do not fit into a word."""
    yield task.leg("dancing_cells", "the search may be short", updates=STRETCH)
    if task.goal is Goal.COUNT:
        yield from cover_legs(task)
    yield from _alternate(task, {"learning": _learning(task)})


def _can_be_written(puzzle: Puzzle) -> bool:
    """Tell whether the whole exact-cover problem can be built; it is kept if so."""
    try:
        encoding(puzzle.shape, puzzle.rules)
    except ConstraintError:
        return False
    return True


def _engine(problem: Problem, clues: list[int], goal: Goal) -> Engine:
    engine = load("auto", problem, goal)(problem.links)
    engine.choose(clues)
    return engine


def _learn(problem: Problem, clues: list[int]) -> Engine:
    return Rest(problem.links, problem, clues, load("learning", problem))


def _alternate(task: Task, makers: dict[str, Maker]) -> Plan:
    """Let engines take turns, each longer than the last; one that finds solutions goes on alone.

    Unless two at most are wanted.
    """
    why = dict.fromkeys(makers, "it goes on")
    why["templates"] = "the ways of each digit through the grid may not fit together"
    why["learning"] = "the search is long: clauses may cut it short"
    stretch, makers = STRETCH, dict(makers)
    while True:
        for name, make in tuple(makers.items()):
            updates = stretch * TURNS.get(name, 1)
            yield Leg(name, why[name], make, UNLIMITED, int(updates))
            if task.gave_up():
                del makers[name]
            if task.goal is Goal.LIST and task.n_found():
                yield Leg(name, "it finds solutions", make, UNLIMITED, UNLIMITED)
            why[name] = "it goes on"
        stretch *= 2


def _learning(task: Task) -> Maker:
    """Return what makes the engine that learns clauses about what the clues leave."""

    def make(links: Links) -> Engine:
        return Rest(links, task.problem, task.chosen(), load("learning", task.problem))

    return make


def _bitmask(puzzle: Puzzle) -> Maker:
    """Return what makes the engine on bit masks."""
    from sudoku.solvers.bitmask.engine import Bitmask

    made = tables(puzzle.shape, puzzle.rules)
    _warm_up(made.conditions is not None)
    return partial(Bitmask, tables=made)


@cache
def _warm_up(has_conditions: bool) -> None:
    """Let Numba compile or load the kernels of bit masks, before any search is timed."""
    from sudoku.solvers.bitmask.engine import Bitmask

    rules = [Classic(), *[GreaterThan([((0, 0), (0, 1))])] * has_conditions]
    smallest = Puzzle(Shape(2, 1), rules)
    problem, _ = problem_of("bitmask", smallest)
    warm_up(Bitmask(problem.links, tables(smallest.shape, smallest.rules)))
