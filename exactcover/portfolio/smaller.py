"""What takes the place of a search: proofs, the independent parts, and the reduced problem."""

from functools import partial

from exactcover.analysis.components import components
from exactcover.portfolio.schedule import CoverSchedule, Task
from exactcover.problem.problem import Problem
from exactcover.refutation.refute import LONG, find_certificate
from exactcover.runtime.portfolio.schedule import TimeSlice

LEAST_GAIN = 0.2
"""The least share of options that a reduction must remove for a restart on the reduced problem."""


def refuted(task: Task, work: int, left: Problem | None = None) -> CoverSchedule:
    """Try to prove without a search that there is no solution, unless one is known.

    Parameters
    ----------
    work
        The work of each argument; see `exactcover.refutation.refute`.
    left
        A problem that has a solution if that of the task has one; by default that one, or what the
        chosen options leave of it.
    """
    from exactcover.portfolio.refuted import Refuted

    if task.portfolio.solutions:
        return
    chosen = task.portfolio.chosen
    if left is None:
        left = task.problem
        if chosen and max(chosen) < left.n_options:
            left = left.with_chosen([left._option(option) for option in chosen])
    certificate = yield partial(find_certificate, left, work)
    if certificate is not None:
        why = "weights of the items prove that there is no solution"
        yield TimeSlice(Refuted.name, why, partial(Refuted, task.links.depth, certificate))


def smaller(task: Task) -> CoverSchedule:
    """Search a smaller problem instead: the independent parts, or the reduced problem."""
    from exactcover.analysis.reduction import make_smaller
    from exactcover.portfolio.subproblem import Reduced

    problem, goal = task.problem, task.goal
    if not task.is_whole:
        yield from refuted(task, LONG)
        return
    yield from independent(task)
    reduction = yield partial(make_smaller, problem)
    if not reduction.infeasible:
        yield from refuted(task, LONG, reduction.problem)
    # Every search soon finds the forced options and the options that clash with them.
    if reduction.infeasible or reduction.log.unsupported >= LEAST_GAIN * problem.n_options:
        n_left = reduction.problem.n_options
        why = f"{n_left} of {problem.n_options} options are left when it is made consistent"
        yield TimeSlice(Reduced.name, why, partial(Reduced, task.links.depth, reduction, goal))


def independent(task: Task) -> CoverSchedule:
    """Search the independent parts of a problem instead, if there are several."""
    from exactcover.portfolio.parts import Parts

    parts = yield partial(components, task.problem)
    if len(parts) > 1:
        why = f"the problem falls into {len(parts)} independent parts"
        yield TimeSlice(Parts.name, why, partial(Parts, parts, task.goal))
