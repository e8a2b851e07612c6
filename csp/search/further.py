"""Time slices of further engines in a portfolio: clauses, relaxations, neighbourhoods.

These engines are made when they are needed, and may turn out to be of no use. The schedules in
`csp.search.schedules` say when they come, and how long their time slices are.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import partial
from typing import TYPE_CHECKING, Any

from csp.errors import TranslationError
from csp.search.breaking import BREAKS, SUFFIX, Breaker
from csp.search.shares import USUAL
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.portfolio.portfolio import Portfolio
from exactcover.runtime.portfolio.slices import CONTINUES, Question, Round, TimeSlice, one_round

if TYPE_CHECKING:
    from csp.learning.engine import Learning
    from csp.search.methods import Solver
    from csp.search.relaxed import Relaxed

NEIGHBOUR_UPDATES = 1 << 18
"""The updates of the first time slice of neighbourhoods; it grows where they find something."""
BOUNDS = "the search is long: linear relaxations may bound the objective"
LONG = "the search is long: clauses about bounds and values may cut it short"


def near_slices(slices: list[TimeSlice[Solver]], portfolio: Portfolio[Solver]) -> Round[Solver]:
    """Schedule a time slice of neighbourhoods, if there is a solution.

    It grows if a better one is found, and shrinks to its first length if not.
    """
    left = []
    for each in slices:
        before = portfolio.solutions
        if not before:
            left.append(each)
            continue
        yield each
        if not portfolio.gave_up:
            shorter = max(NEIGHBOUR_UPDATES, each.updates // 2)
            grows = portfolio.solutions > before
            left.append(each.longer() if grows else each._replace(updates=shorter, why=CONTINUES))
    return left


def of_length(updates: int, slices: list[TimeSlice[Solver]]) -> list[TimeSlice[Solver]]:
    """Return the same time slices with another number of updates."""
    return [each._replace(updates=updates) for each in slices]


def linear_slices(
    bound: Callable[[], Relaxed], updates: int, portfolio: Portfolio[Solver]
) -> Generator[TimeSlice[Solver] | Question, Any, list[TimeSlice[Solver]]]:
    """Schedule a time slice of linear relaxations; return the next one, if they are useful."""
    linear = yield partial(made_or_reason, bound)
    if isinstance(linear, Exception):
        return []
    first = [TimeSlice("linear", BOUNDS, lambda: linear, updates=updates)]
    longer = yield from one_round(first, lambda: portfolio.gave_up)
    # Where the gap is wide, the tree of relaxations may never end.
    return longer if portfolio.last_part >= USUAL else [each._replace(growth=1) for each in longer]


def broken_slices(
    look: Breaker,
    patience: int,
    propagation: list[TimeSlice[Solver]],
    learning: list[TimeSlice[Solver]],
) -> Generator[Question, Any, tuple[list[TimeSlice[Solver]], list[TimeSlice[Solver]]] | None]:
    """Return time slices of engines that search for one of symmetric solutions, if there are such.

    They are as long as those of the engines of propagation and clause learning until now.
    """
    if not propagation:  # it has ended
        return None
    found = yield partial(look, patience)
    if found is None:
        return None
    n_updates = min(each.updates for each in propagation)
    less_symmetric = [
        TimeSlice(name + SUFFIX, BREAKS, make, updates=n_updates)
        for name, make in found.propagation.items()
    ]
    clauses: list[TimeSlice[Solver]] = []
    if learning:
        clauses = yield from learning_slices(found.generate, BREAKS, "learning" + SUFFIX)
        clauses = of_length(learning[0].updates, clauses)
    return less_symmetric, clauses


def learning_slices(
    generate: Callable[[], Learning], why: str = LONG, name: str = "learning"
) -> Generator[Question, Any, list[TimeSlice[Solver]]]:
    """Return the first time slice of lazy clause generation, if the model can be searched so."""
    made = yield partial(made_or_reason, generate)
    if isinstance(made, Exception):
        return []
    return [TimeSlice(name, why, lambda: made)]


def made_or_reason(make: Callable[[], Solver]) -> Solver | Exception:
    """Return an engine that learns clauses, or why there is none."""
    try:
        return make()
    except (TranslationError, ProblemError) as reason:
        return reason
