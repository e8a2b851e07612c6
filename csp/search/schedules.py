"""The schedules of portfolios: propagation, clause learning and neighbourhoods in turns.

Most searches for one solution end within the first time slice of propagation. Another search
may take too long: then lazy clause generation (`csp.learning`) receives time slices, too. For few
solutions an engine that learns clauses on the exact cover problem has some before, if the model
can be translated. For the best solution, linear relaxations have some if they bound the objective
well, and its neighbourhoods are searched, once there is one (unless `IN_TURNS` is False).
Propagation has several engines: other orders of decisions may be much better, or much worse. Time
slices are measured in work, not in seconds: so a search is the same on every computer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from csp.search.breaking import PATIENCE, Breaker
from csp.search.further import (
    LONG,
    NEIGHBOUR_UPDATES,
    broken_slices,
    learning_slices,
    linear_slices,
    made_or_reason,
    near_slices,
    of_length,
)
from csp.search.shares import MUCH, Progress, Slices, uneven_rounds
from exactcover.runtime.portfolio.portfolio import Portfolio
from exactcover.runtime.portfolio.slices import (
    CONTINUES,
    Round,
    Schedule,
    TimeSlice,
    one_round,
    rounds,
)

if TYPE_CHECKING:
    from csp.bridges.cover_engine import Covering
    from csp.learning.engine import Learning
    from csp.search.engine import Propagation
    from csp.search.methods import Solver
    from csp.search.neighbourhoods import Neighbourhoods
    from csp.search.relaxed import Relaxed

SLOWER = 4
"""How many times as long an update of clause learning or linear relaxations may take as one of
propagation."""
PROPAGATION_UPDATES, CLAUSE_UPDATES = 1 << 16, 1 << 17
"""The updates of the first time slices of propagation and of lazy clause generation.

The first slices are short: most searches that propagation does not finish in one are finished by
another engine, or by none.
"""
FIRST_UPDATES, GROUP_UPDATES = 1 << 10, 1 << 5
"""If few solutions are wanted, the updates of propagation before cliques of comparisons are looked
for: so many, and so many more for each group of different variables. The look takes no longer."""
SHORT_UPDATES = 1 << 16
"""If the best solution is wanted, the updates of a time slice of clause learning before its first
long one: about 0.02 seconds."""
SECOND_UPDATES = 1 << 19
"""After it, those of the second time slice of propagation: about 0.05 seconds. A short proof of
propagation takes less than the long slices of other engines."""
ROUNDS_OF_TASKS, SECOND_OF_TASKS = 3, 1 << 17
"""The same if there are tasks, whose schedules are proved by clause learning or not at all; and how
many time slices clause learning has before these."""
MORE_FOR_FEW = 2
"""If there are tasks and few solutions are wanted, so many more time slices of clause learning, as
long as the first one, come before the second ones of propagation. Longer ones would delay packings
that propagation finds soon."""
COVER_UPDATES = 1 << 22
"""The same for clauses on the exact cover problem, whose updates are short: about 0.15 seconds."""
LINEAR_UPDATES = 1 << 17
"""The same for linear relaxations: about 0.03 seconds."""
SURE_FACTOR = 4
"""How many times as long they are once their bound is very near to the best value."""
LATER_LOOKS = {2: PATIENCE[1], 5: PATIENCE[2]}
"""After so many rounds of time slices, symmetries are looked for again, with more patience."""
ROUNDS_FOR_FEW = 2, 2, 4
"""For one solution, the rounds of time slices before each look for symmetries."""
FIRST = "the search is long: one that decides the variables of the model first may be shorter"
COVERS = "the search is long: clauses on the exact cover problem may cut it short"
CLIQUES = "the search is long: variables that differ pair by pair may have too few values"
IN_TURNS = True
"""Whether neighbourhoods have time slices by default."""
UNEVEN = ("propagation", "variables first")
"""For few solutions, the engines that grow in every second round only, where others learn."""
NEAR = "neighbourhoods of the best solution may have a better one"

Variants = Mapping[str, Callable[[], "Propagation"]]


def first_slice(propagation: Propagation, why: str) -> TimeSlice[Solver]:
    """Return the first time slice of propagation."""
    return TimeSlice(propagation.name, why, lambda: propagation, updates=PROPAGATION_UPDATES)


def other_slices(variants: Variants) -> list[TimeSlice[Solver]]:
    """Return the first time slices of engines of propagation that branch in other ways."""
    return [
        TimeSlice(name, FIRST, make, updates=PROPAGATION_UPDATES) for name, make in variants.items()
    ]


def for_few(
    first: TimeSlice[Solver],
    variants: Variants,
    bind: Callable[[], Propagation],
    learn: Callable[[], Covering] | None,
    generate: Callable[[], Learning],
    look: Breaker,
    n_groups: int,
    has_tasks: bool,
    portfolio: Portfolio[Solver],
) -> Schedule[Solver]:
    """Alternate propagation and learning, on the exact cover problem and on the model.

    Parameters
    ----------
    first
        The first time slice of propagation.
    variants
        Engines of propagation that branch in other ways: name -> a function that returns one.
    bind
        Returns an engine of propagation with the cliques of comparisons, which has one time slice.
    learn
        Returns the engine of the exact cover problem, whose solutions have the same origins; None
        where lazy clause generation is known to be better.
    generate
        Returns the engine of lazy clause generation.
    look
        Returns engines that search for one of symmetric solutions, if there are such.
    n_groups
        The number of groups of variables that differ.
    has_tasks
        Whether tasks share machines or resources: then clause learning has several time slices
        before the second ones of the other engines.
    portfolio
        The portfolio that follows the schedule.
    """
    gave_up = lambda: portfolio.gave_up  # noqa: E731
    yield first._replace(updates=min(first.updates, FIRST_UPDATES + GROUP_UPDATES * n_groups))
    bound = yield partial(made_or_reason, bind)
    if not isinstance(bound, Exception):
        yield TimeSlice("cliques", CLIQUES, lambda: bound, updates=PROPAGATION_UPDATES)
    first = first._replace(why=CONTINUES)
    propagation = yield from one_round([first, *other_slices(variants)], gave_up)
    why = LONG
    covers: list[TimeSlice[Solver]] = []
    if learn is not None:
        made = yield partial(made_or_reason, learn)
        if isinstance(made, Exception):
            why = f"{LONG}; {made}"
        else:
            covers = [TimeSlice("exact_cover", COVERS, lambda: made, updates=COVER_UPDATES)]
            # Before lazy clause generation is prepared: most that can be translated ends here.
            covers = yield from one_round(covers, gave_up)
    learning = of_length(CLAUSE_UPDATES, (yield from learning_slices(generate, why)))
    for _ in range(MORE_FOR_FEW if has_tasks else 0):
        learning = of_length(CLAUSE_UPDATES, (yield from one_round(learning, gave_up)))
    others = [each for each in propagation if each.engine in UNEVEN]
    growing = [*learning, *(each for each in propagation if each.engine not in UNEVEN), *covers]
    for n_rounds, patience in zip(ROUNDS_FOR_FEW, PATIENCE, strict=True):
        growing, others = yield from uneven_rounds(growing, others, gave_up, n_rounds)
        learning = [each for each in growing if each.engine == "learning"]
        broken = yield from broken_slices(look, patience, others, learning)
        if broken is not None:
            growing = [*broken[1], *(each for each in growing if each not in learning)]
            break
    _, propagation = yield from uneven_rounds(growing, others, gave_up)
    yield from rounds(propagation, gave_up)


def for_best(
    first: list[TimeSlice[Solver]],
    generate: Callable[[], Learning],
    bound: Callable[[], Relaxed],
    relax: Callable[[], Neighbourhoods],
    is_early: Callable[[], bool],
    look: Breaker,
    has_tasks: bool,
    portfolio: Portfolio[Solver],
) -> Schedule[Solver]:
    """Alternate propagation, clause generation, linear relaxations and neighbourhoods.

    The relaxation is early if `is_early` says so. If there are tasks, second time slices of
    propagation are short, and come after some of clause learning. Engines of propagation have
    longer time slices where they make progress, and those of clause learning are then no longer,
    for so long, unless its bound comes much nearer to the best value; see `csp.search.shares`.
    """
    gave_up = lambda: portfolio.gave_up  # noqa: E731
    progress = Progress(portfolio)
    propagation = yield from progress.one_round(first)
    may_be_early = yield is_early
    linear = (yield from linear_slices(bound, LINEAR_UPDATES, portfolio)) if may_be_early else []
    learning = yield from learning_slices(generate)
    learning = yield from progress.growing_round(of_length(SHORT_UPDATES, learning))
    learning = of_length(CLAUSE_UPDATES, learning)
    for _ in range(ROUNDS_OF_TASKS if has_tasks else 0):
        learning = yield from progress.growing_round(learning)
    second = SECOND_OF_TASKS if has_tasks else SECOND_UPDATES
    propagation = yield from progress.one_round(of_length(second, propagation))
    # The third time slice is as long as the second one, so that clause learning keeps its share.
    propagation = of_length(second, propagation)
    broken = yield from broken_slices(look, PATIENCE[0], propagation, learning)
    propagation, learning = broken or (propagation, learning)
    learning = yield from progress.growing_round(learning)
    if not may_be_early:
        linear = yield from linear_slices(bound, LINEAR_UPDATES, portfolio)
    near: list[TimeSlice[Solver]] = []
    if IN_TURNS:
        near = [TimeSlice("neighbourhoods", NEAR, relax, updates=NEIGHBOUR_UPDATES)]
    n_rounds, is_sure = 0, False
    while learning or linear or propagation:
        if progress.is_closing and not progress.is_raising:
            learning = yield from brief_round(progress.growing_round, propagation, learning)
        else:
            learning = yield from progress.growing_round(learning)
        if progress.is_visible and not is_sure:
            linear = yield from brief_round(
                partial(one_round, gave_up=gave_up), propagation, linear
            )
        else:
            linear = yield from one_round(linear, gave_up)
        if linear and not is_sure and portfolio.last_part == MUCH:
            is_sure = True
            linear = [each._replace(updates=SURE_FACTOR * each.updates) for each in linear]
        near = yield from near_slices(near, portfolio)
        propagation = yield from progress.one_round(propagation)
        n_rounds += 1
        if broken is None and n_rounds in LATER_LOOKS:
            broken = yield from broken_slices(look, LATER_LOOKS[n_rounds], propagation, learning)
            propagation, learning = broken or (propagation, learning)


def brief_round(
    one_round: Callable[[Slices], Round[Solver]], propagation: Slices, others: Slices
) -> Round[Solver]:
    """Schedule time slices of another engine that take about as long as those of propagation.

    Propagation may end soon, and should not wait for other engines most of the time. If it does
    not, they go on as they were: the next slices are as long as `others`.
    """
    most = min(each.updates for each in propagation) // SLOWER
    left = yield from one_round([each._replace(updates=min(most, each.updates)) for each in others])
    engines = {each.engine for each in left}
    return [each._replace(why=CONTINUES) for each in others if each.engine in engines]
