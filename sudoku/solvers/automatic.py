"""What `solve` does by itself: which engines take turns at a puzzle, for how long, and why.

The bit masks come first: they finish nearly every puzzle with up to 64 digits before anything else
would be set up. A search that is long by then, and is for one or two solutions, alternates with
clause learning on what the clues leave of the exact-cover problem; one for the number of solutions
goes to the exact-cover engines that count without going to each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial

from exactcover.engine import UNLIMITED, Engine, warm_up
from exactcover.engines import load
from exactcover.engines.composite.relay import Relay
from exactcover.engines.composite.rest import Rest
from exactcover.links import Links
from exactcover.plan import Goal, Leg, Task
from exactcover.plan import legs as cover_legs
from sudoku.bitmask.tables import MOST_DIGITS, tables
from sudoku.encode import template
from sudoku.puzzle import Puzzle
from sudoku.shape import Shape

__all__ = ["automatic"]

Maker = Callable[[Links], Engine]

STRETCH = 1 << 23
"""The updates of bit masks before anything else is thought of: less than 0.2 s."""
LEARNING_UPDATES = 4
"""An update of clause learning takes as long as so many of bit masks."""


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
    >>> from exactcover.covering import CoverSearch
    >>> from sudoku.encode import chosen_options
    >>> puzzle = Puzzle.from_text("1......2.3.....4")
    >>> problem = template(puzzle.shape, puzzle.rules)
    >>> engine = automatic(puzzle, Goal.COUNT)
    >>> search = CoverSearch(problem, engine, chosen=chosen_options(puzzle))
    >>> search.count()
    1
    >>> search.statistics.choice
    ('bitmask: the candidates of a cell fit into a word',)
    """
    problem = template(puzzle.shape, puzzle.rules)

    def make(links: Links) -> Engine:
        # Links in random order ask for solutions in random order: bit masks know only one.
        if links is not problem.links:
            return Relay(links, problem, goal)
        return Relay(links, problem, goal, partial(_legs, puzzle))

    return make


def _legs(puzzle: Puzzle, task: Task) -> Iterator[Leg]:
    """Plan a search; see `exactcover.plan.legs`, which has no end either."""
    if puzzle.shape.n > MOST_DIGITS:
        yield task.leg("dancing_cells", "the search may be short", updates=STRETCH)
        if task.goal is Goal.COUNT:
            yield from cover_legs(task)
        yield from _alternate(task, {"learning": _learning(task)})
    bitmask = partial(_bitmask(), tables=tables(puzzle.shape, puzzle.rules))
    why = "the candidates of a cell fit into a word"
    yield Leg("bitmask", why, bitmask, UNLIMITED, STRETCH)
    if task.goal is Goal.COUNT:
        yield from cover_legs(task)
    if task.goal is Goal.LIST and task.n_found():
        yield Leg("bitmask", "it finds solutions", bitmask, UNLIMITED, UNLIMITED)
    yield from _alternate(task, {"learning": _learning(task), "bitmask": bitmask})


def _alternate(task: Task, makers: dict[str, Maker]) -> Iterator[Leg]:
    """Let engines take turns, each longer than the last; one that finds solutions goes on alone.

    Unless two at most are wanted.
    """
    why = dict.fromkeys(makers, "it goes on")
    why["learning"] = "the search is long: clauses may cut it short"
    stretch = STRETCH
    while True:
        for name, make in makers.items():
            updates = stretch // LEARNING_UPDATES if name == "learning" else stretch
            yield Leg(name, why[name], make, UNLIMITED, updates)
            if task.goal is Goal.LIST and task.n_found():
                yield Leg(name, "it finds solutions", make, UNLIMITED, UNLIMITED)
            why[name] = "it goes on"
        stretch *= 2


def _learning(task: Task) -> Maker:
    """Return what makes the engine that learns clauses about what the clues leave."""

    def make(links: Links) -> Engine:
        return Rest(links, task.problem, task.chosen(), load("learning", task.problem))

    return make


@cache
def _bitmask() -> Callable[..., Engine]:
    """Import the engine and let Numba compile or load its kernels, before any search is timed."""
    from sudoku.bitmask.engine import Bitmask

    smallest = Puzzle(Shape(1, 1))
    problem = template(smallest.shape, smallest.rules)
    warm_up(Bitmask(problem.links, tables(smallest.shape, smallest.rules)))
    return Bitmask
