"""The schedule of searches for one solution, or for a list of them."""

from functools import partial

from exactcover.engines.registry import ENGINES
from exactcover.portfolio import lengths
from exactcover.portfolio.counting import MOST_TABLE, is_narrow
from exactcover.portfolio.proof import Proof
from exactcover.portfolio.schedule import (
    CoverSchedule,
    Slice,
    Task,
    first_branch,
    masks_and_plain,
    row_bytes,
)
from exactcover.portfolio.smaller import refuted, smaller
from exactcover.refutation.refute import QUICK
from exactcover.runtime.portfolio.schedule import CONTINUES, one_round, rounds

SHORT_SHARE = 8
"""The search has this part of a time slice before another engine or a proof is tried."""
FIRST_FIT_NODES = 1 << 21
"""First fit goes through so many nodes in some tens of milliseconds."""


def searching(task: Task, method: str, why: str) -> CoverSchedule:
    """Alternate search and clause learning: if one takes too long, the other often does not.

    If solutions are listed, the engine that finds the first one continues alone.
    """
    nodes = max(1, lengths.ITEMS_OF_UPDATE * lengths.SLICE_UPDATES // task.problem.n_items)
    search = task.slice(method, why, nodes, lengths.SLICE_UPDATES)
    other = _after_dancing_cells(task, method)
    may_be_shorter = "the search is long: clauses may cut it short"
    learning = task.slice("learning", may_be_shorter, updates=lengths.SLICE_UPDATES)
    short = -(-nodes // SHORT_SHARE), -(-lengths.SLICE_UPDATES // SHORT_SHARE)
    first = search._replace(nodes=short[0], updates=short[1])
    left = yield from one_round([first, *([other] if other else [])], task.gave_up, task.has_won)
    yield from refuted(task, QUICK)
    goes_on = any(each.engine == method for each in left)  # it has not given up
    if goes_on and (not other or other.engine != "first_fit"):
        others = [each for each in left if each.engine != method]
        whole = search._replace(why=CONTINUES)
        left = [*(yield from one_round([whole], task.gave_up, task.has_won)), *others]
    left += yield from one_round([learning], task.gave_up, task.has_won)
    if not task.portfolio.solutions and (yield partial(is_narrow, task.problem)):
        left += yield from one_round([_proof(task)], task.gave_up)
    yield from smaller(task)
    yield from rounds(left, task.gave_up, task.has_won)


def _after_dancing_cells(task: Task, method: str) -> Slice | None:
    """Return the time slice of the engine that follows dancing cells, if one is of use.

    If to try all options of one item takes more updates than a time slice has, it is first fit.
    Elsewhere masks search for a short time: they break ties in another way.
    """
    problem = task.problem
    masks, plain = masks_and_plain(problem)
    if method != plain or masks == plain:
        return None
    if first_branch(problem) > lengths.SLICE_UPDATES and not ENGINES["first_fit"].refuses(problem):
        why = "to try the options of one item takes longer than a time slice"
        return task.slice("first_fit", why, nodes=FIRST_FIT_NODES)
    if ENGINES[masks].refuses(problem) or row_bytes(problem) * problem.n_options > MOST_TABLE:
        return None
    why = "masks break ties in another way"
    return task.slice(masks, why, updates=lengths.SLICE_UPDATES // 2)


def _proof(task: Task) -> Slice:
    """Return the time slice in which the frontier engine proves that there is no solution."""
    slice_ = task.slice(
        "frontier",
        "a narrow frontier soon tells whether there is a solution",
        updates=lengths.GROWTH * lengths.SLICE_UPDATES,
        max_states=lengths.MOST_STATES,
        max_bytes=lengths.MOST_BYTES,
    )
    return slice_._replace(make=lambda: Proof(slice_.make()))
