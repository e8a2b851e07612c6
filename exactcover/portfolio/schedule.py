"""The schedules of `method="auto"`: which engines have time slices, how long ones, and why.

The rules and numbers are measured: see "The choice of engines" in ARCHITECTURE.md.
"""

from exactcover.portfolio import lengths
from exactcover.portfolio.masks_or_cells import first_branch, masks_and_plain, prefers_masks
from exactcover.portfolio.task import CoverSchedule, Task
from exactcover.runtime.search.goal import Goal


def cover_schedule(task: Task) -> CoverSchedule:
    """Schedule the search of a problem."""
    problem, goal = task.problem, task.goal
    masks, plain = masks_and_plain(problem)
    if problem.n_nodes < lengths.LARGE or first_branch(problem) < lengths.FIRST_UPDATES:
        yield task.slice(
            plain, "the search may be short", lengths.FIRST_NODES, lengths.FIRST_UPDATES
        )
    are_faster, why = prefers_masks(problem)
    method = masks if are_faster else plain
    # Short searches end here: what long ones need is imported only now.
    if problem.has_multiplicities:
        from exactcover.portfolio.units import with_units

        yield from with_units(task)
    elif goal is Goal.COUNT:
        from exactcover.portfolio.counting import counting

        yield from counting(task, method, why)
    elif task.has_won():
        yield task.slice(method, why)
    else:
        from exactcover.portfolio.searching import searching

        yield from searching(task, method, why)
