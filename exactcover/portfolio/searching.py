"""The schedule of searches for one solution, or for a list of them."""

from functools import partial

from exactcover.portfolio import lengths
from exactcover.portfolio.counting import is_narrow
from exactcover.portfolio.proof import Proof
from exactcover.portfolio.schedule import CoverSchedule, Slice, Task
from exactcover.portfolio.smaller import refuted, smaller
from exactcover.refutation.refute import QUICK
from exactcover.runtime.portfolio.schedule import one_round, rounds


def searching(task: Task, method: str, why: str) -> CoverSchedule:
    """Alternate search and clause learning: if one takes too long, the other often does not.

    If solutions are listed, the engine that finds the first one continues alone.
    """
    nodes = max(1, lengths.ITEMS_OF_UPDATE * lengths.SLICE_UPDATES // task.problem.n_items)
    search = task.slice(method, why, nodes, lengths.SLICE_UPDATES)
    may_be_shorter = "the search is long: clauses may cut it short"
    learning = task.slice("learning", may_be_shorter, updates=lengths.SLICE_UPDATES)
    left = yield from one_round([search], task.gave_up, task.has_won)
    yield from refuted(task, QUICK)
    left += yield from one_round([learning], task.gave_up, task.has_won)
    if not task.portfolio.solutions and (yield partial(is_narrow, task.problem)):
        left += yield from one_round([_proof(task)], task.gave_up)
    yield from smaller(task)
    yield from rounds(left, task.gave_up, task.has_won)


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
