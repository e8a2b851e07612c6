"""`TaskTree`: the waiting and started tasks of a run; `OutcomeQueue`: their outcomes in order."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, TypeVar

from exactcover.runtime.parallel.task import Task

Found = TypeVar("Found")


class TaskTree:
    """The tasks that are not done; they start in the order of the search.

    Attributes
    ----------
    share
        The sum of their shares of the whole search.

    Examples
    --------
    >>> tree = TaskTree([Task((0,), (7,), 0.5), Task((1,), (8,), 0.5)])
    >>> task = tree.begin()
    >>> tree.finish(task, [Task((0, 0), (7, 9), 0.25)])
    >>> tree.begin().path, tree.first, len(tree), tree.share
    ((0, 0), (0, 0), 2, 0.75)
    """

    def __init__(self, tasks: Iterable[Task]) -> None:
        self._waiting = list(tasks)
        heapq.heapify(self._waiting)
        self._begun: set[Task] = set()
        self.share = sum(task.share for task in self._waiting)

    def __len__(self) -> int:
        return len(self._waiting) + len(self._begun)

    @property
    def n_waiting(self) -> int:
        """The number of waiting tasks."""
        return len(self._waiting)

    @property
    def first(self) -> tuple[int, ...] | None:
        """The path of the first task that is not done."""
        begun = min(self._begun) if self._begun else None
        tasks = [task for task in (begun, *self._waiting[:1]) if task]
        return min(tasks).path if tasks else None

    @property
    def is_first_waiting(self) -> bool:
        """Whether the first task that is not done has not started either."""
        return bool(self._waiting) and self._waiting[0].path == self.first

    @property
    def waiting(self) -> Sequence[Task]:
        """The waiting tasks."""
        return self._waiting

    def begin(self) -> Task:
        """Start the first waiting task, and return it."""
        task = heapq.heappop(self._waiting)
        self._begun.add(task)
        return task

    def begin_with(self, task: Task) -> bool:
        """Start the given task if it is waiting; return whether it is."""
        if task in self._begun or task not in self._waiting:
            return False
        self._waiting.remove(task)
        heapq.heapify(self._waiting)
        self._begun.add(task)
        return True

    def put_back(self, task: Task) -> None:
        """Return a started task to the waiting ones."""
        self._begun.remove(task)
        heapq.heappush(self._waiting, task)

    def finish(self, task: Task, rest: Iterable[Task]) -> None:
        """Replace a started task by the tasks that it left."""
        self._begun.remove(task)
        self.share -= task.share
        for part in rest:
            heapq.heappush(self._waiting, part)
            self.share += part.share


class OutcomeQueue(Generic[Found]):
    """The outcomes of tasks, in the order of the search or in the order of arrival.

    Attributes
    ----------
    is_ordered
        Whether the order is that of the search.

    Examples
    --------
    >>> queue = OutcomeQueue[str](is_ordered=True)
    >>> queue.put((1,), "later")
    >>> list(queue.ready((0,)))
    []
    >>> queue.put((0,), "first")
    >>> list(queue.ready(None))
    ['first', 'later']
    """

    def __init__(self, is_ordered: bool) -> None:
        self.is_ordered = is_ordered
        self._found: list[tuple[tuple[int, ...], int, Found]] = []
        self._number = 0

    def __len__(self) -> int:
        return len(self._found)

    def put(self, path: tuple[int, ...], found: Found) -> None:
        """Add the outcome of the task with this path."""
        # The number makes sure that outcomes are never compared.
        heapq.heappush(self._found, (path, self._number, found))
        self._number += 1

    def ready(self, first: tuple[int, ...] | None) -> Iterator[Found]:
        """Remove and yield the outcomes before `first`, the first task that is not done."""
        while self._found and (not self.is_ordered or first is None or self._found[0][0] < first):
            yield heapq.heappop(self._found)[2]
