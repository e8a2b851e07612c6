"""How much work is left: intervals hold the truth, which is known when a run has ended."""

import numpy as np

from exactcover.parallel.remaining_work import LEAST_DIVES, Outlook
from exactcover.parallel.tasks import Task
from exactcover.parallel.tree import Tree
from exactcover.parallel.worker import Outcome

NO_ROWS = np.empty((0, 0), np.uint32), np.empty(0, np.uint32)


def outcome_of(task: Task, work: int, shares: list[float]) -> Outcome:
    """Return what became of a task that found nothing, and left parts of these shares."""
    rest = [Task((*task.path, k), (), task.share * share) for k, share in enumerate(shares)]
    return Outcome(task, 0, *NO_ROWS, [], 0, work, 0.0, rest)


def told(seed: int) -> list[tuple[bool, bool]]:
    """Search a random tree whose work is only roughly as its shares; return what was told.

    Of each task that is done: whether anything was told, and whether it holds the truth.
    """
    rng = np.random.default_rng(seed)
    tree, outlook, done, said = Tree([Task((), ())]), Outlook(), 0, []
    while len(tree):
        outlook.begin(tree.waiting)
        task = outlook.next
        if task is None or not tree.begin_with(task):
            task = tree.begin()
        # The larger the share, the more is left, but for chance, which makes some ten times larger.
        is_cut = task.share * rng.lognormal(0.0, 1.0) > 0.01
        parts = rng.dirichlet(np.ones(4)) if is_cut else np.zeros(0)
        outcome = outcome_of(task, int(100 * rng.lognormal(0.0, 1.0)), parts.tolist())
        tree.finish(task, outcome.rest)
        outlook.note(outcome)
        done += outcome.updates
        said.append((done, outlook.work_left(tree.share)))
    return [
        (figure is not None, figure is not None and figure.low <= done - at <= figure.high)
        for at, figure in said
    ]


def test_intervals_hold_the_truth_most_of_the_time() -> None:
    everything = [each for seed in range(30) for each in told(seed)]
    held = [holds for was_told, holds in everything if was_told]
    assert len(held) > len(everything) / 3
    assert 0.85 < sum(held) / len(held) < 1.0


def test_nothing_is_told_before_some_dives_are_done() -> None:
    outlook = Outlook()
    for k in range(LEAST_DIVES):
        assert outlook.work_left(1.0) is None
        task = Task((k,), (), 1.0 - k / 10)
        outlook.begin([task])
        assert outlook.next == task
        outlook.note(outcome_of(task, 3, []))
    left = outlook.work_left(0.5)
    assert left is not None
    assert left.low < left.mean < left.high
    assert Outlook(outlook.text()).work_left(0.5) == left


def test_a_dive_goes_on_with_what_its_task_left() -> None:
    outlook = Outlook()
    tasks = [Task((0,), (), 0.5), Task((1,), (), 0.5)]
    outlook.begin(tasks)
    first = outlook.next
    assert first is not None
    outlook.note(outcome_of(tasks[1 - tasks.index(first)], 9, []))
    assert outlook.next == first
    outlook.note(outcome_of(first, 2, [0.25, 0.75]))
    second = outlook.next
    assert second is not None
    assert second.path[:1] == first.path
    outlook.note(outcome_of(second, 3, []))
    assert outlook.next is None
    # 2 with probability 1/2, then 3 with a probability between that of its share and 1/2.
    chance = (second.share / first.share + 0.5) / 2
    assert outlook.text() == f"[[1.0, {2 / 0.5 + 3 / (0.5 * chance)}]]"
