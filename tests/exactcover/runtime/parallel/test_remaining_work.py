"""How much work is left: intervals hold the truth, which is known when a run has ended."""

import numpy as np

from exactcover.runtime.parallel.remaining_work import (
    LEAST_SUBTREES,
    MIN_PROBES,
    RemainingWork,
    Subtrees,
)
from exactcover.runtime.parallel.task import Task
from exactcover.runtime.parallel.task_tree import TaskTree
from exactcover.runtime.parallel.worker import Outcome

NO_ROWS = np.empty((0, 0), np.uint32), np.empty(0, np.uint32)


def outcome_of(task: Task, work: int, shares: list[float]) -> Outcome:
    """Return the outcome of a task that found nothing and left parts of these shares."""
    rest = [Task((*task.path, k), (), task.share * share) for k, share in enumerate(shares)]
    return Outcome(task, 0, *NO_ROWS, [], 0, work, 0.0, rest)


def estimates_of(seed: int) -> list[tuple[bool, bool]]:
    """Search a random tree whose work is roughly proportional to its shares; check all estimates.

    For each task that is done after a tenth of the work: whether there is an estimate, and whether
    its interval is right.
    """
    rng = np.random.default_rng(seed)
    root = Task((), ())
    tree, remaining, done, estimates = TaskTree([root]), RemainingWork("[]", [root]), 0, []
    while len(tree):
        remaining.begin(tree.waiting)
        task = remaining.next
        if task is None or not tree.begin_with(task):
            task = tree.begin()
        # The larger the share, the more is left, but for chance, which makes some ten times larger.
        is_cut = task.share * rng.lognormal(0.0, 1.0) > 0.01
        parts = rng.dirichlet(np.ones(4)) if is_cut else np.zeros(0)
        outcome = outcome_of(task, int(100 * rng.lognormal(0.0, 1.0)), parts.tolist())
        tree.finish(task, outcome.rest)
        remaining.note(outcome)
        done += outcome.updates
        estimates.append((done, remaining.estimate(tree.share)))
    return [
        (interval is not None, interval is not None and interval.low <= done - at <= interval.high)
        for at, interval in estimates
        if at >= done / 10
    ]


def test_intervals_hold_the_truth_most_of_the_time() -> None:
    everything = [each for seed in range(30) for each in estimates_of(seed)]
    held = [holds for is_known, holds in everything if is_known]
    assert len(held) > 0.9 * len(everything)
    # Less often than in searches: here the work of a task hardly depends on its share.
    assert 0.85 < sum(held) / len(held) < 1.0


def test_subtrees_expect_the_work_of_their_shares() -> None:
    root = Task((), ())
    halves = [Task((k,), (), 0.5) for k in range(2)]
    quarters = [Task((0, k), (), 0.125) for k in range(4)]
    subtrees = Subtrees([root])
    assert subtrees.remaining() is None
    subtrees.add(root, 7, halves)
    subtrees.add(halves[0], 5, quarters)
    for task in quarters[:LEAST_SUBTREES]:
        subtrees.add(task, 10, [])
    # The fourth of them and the right half are left.
    assert subtrees.remaining() == 10 * (0.125 + 0.5) / 0.125
    subtrees.add(quarters[3], 10, [])
    assert subtrees.remaining() == 10 * 0.5 / 0.125


def test_there_is_no_estimate_before_some_probes_are_done() -> None:
    remaining = RemainingWork()
    for k in range(MIN_PROBES):
        assert remaining.estimate(1.0) is None
        task = Task((k,), (), 1.0 - k / 10)
        remaining.begin([task])
        assert remaining.next == task
        remaining.note(outcome_of(task, 3, []))
    left = remaining.estimate(0.5)
    assert left is not None
    assert left.low < left.mean < left.high
    assert RemainingWork(remaining.text()).estimate(0.5) == left


def test_a_probe_continues_with_a_task_that_its_task_left() -> None:
    remaining = RemainingWork()
    tasks = [Task((0,), (), 0.5), Task((1,), (), 0.5)]
    remaining.begin(tasks)
    first = remaining.next
    assert first is not None
    remaining.note(outcome_of(tasks[1 - tasks.index(first)], 9, []))
    assert remaining.next == first
    remaining.note(outcome_of(first, 2, [0.25, 0.75]))
    second = remaining.next
    assert second is not None
    assert second.path[:1] == first.path
    remaining.note(outcome_of(second, 3, []))
    assert remaining.next is None
    # 2 with probability 1/2, then 3 with a probability between that of its share and 1/2.
    chance = (second.share / first.share + 0.5) / 2
    assert remaining.text() == f"[[1.0, {2 / 0.5 + 3 / (0.5 * chance)}]]"
