"""Which tasks of a run wait, are under way and are done."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, TypeVar

from exactcover.parallel.tasks import Task

Found = TypeVar("Found")


class TaskTree:
    """The tasks that are not done; those first in the order of the search begin first.

    Attributes
    ----------
    share
        Which part of the whole search they are, if all options of a branch count alike.

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
        """How many tasks wait."""
        return len(self._waiting)

    @property
    def first(self) -> tuple[int, ...] | None:
        """The path of the first task that is not done."""
        begun = min(self._begun) if self._begun else None
        tasks = [task for task in (begun, *self._waiting[:1]) if task]
        return min(tasks).path if tasks else None

    @property
    def is_first_waiting(self) -> bool:
        """Whether no task that is under way comes before those that wait."""
        return bool(self._waiting) and self._waiting[0].path == self.first

    @property
    def waiting(self) -> Sequence[Task]:
        """The tasks that wait."""
        return self._waiting

    def begin(self) -> Task:
        """Take the first task that waits."""
        task = heapq.heappop(self._waiting)
        self._begun.add(task)
        return task

    def begin_with(self, task: Task) -> bool:
        """Take a certain task, if it waits; tell whether it does."""
        if task in self._begun or task not in self._waiting:
            return False
        self._waiting.remove(task)
        heapq.heapify(self._waiting)
        self._begun.add(task)
        return True

    def put_back(self, task: Task) -> None:
        """Let a task wait that was begun."""
        self._begun.remove(task)
        heapq.heappush(self._waiting, task)

    def finish(self, task: Task, rest: Iterable[Task]) -> None:
        """Note that a task is done but for the tasks that it left."""
        self._begun.remove(task)
        self.share -= task.share
        for part in rest:
            heapq.heappush(self._waiting, part)
            self.share += part.share


class OutcomeQueue(Generic[Found]):
    """What tasks found, in the order of the search or as it comes.

    Attributes
    ----------
    is_ordered
        Whether it is in the order of the search.

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
        """Add what the task of a path found."""
        # No two paths are the same; the number spares heaps to compare what was found.
        heapq.heappush(self._found, (path, self._number, found))
        self._number += 1

    def ready(self, first: tuple[int, ...] | None) -> Iterator[Found]:
        """Take out what may be handed out, when `first` is the first task that is not done."""
        while self._found and (not self.is_ordered or first is None or self._found[0][0] < first):
            yield heapq.heappop(self._found)[2]
