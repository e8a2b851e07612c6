"""Schedules as data: tasks with their times, in rows and lanes."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from numbers import Real
from typing import Any, TypeAlias

from csp.errors import ModelError
from csp.model.expressions import Expression
from csp.pictures.drawing import Values, leaves

RowNames: TypeAlias = Mapping[Any, str] | Sequence[str] | None


@dataclass(frozen=True, slots=True)
class Task:
    """A task of a schedule.

    Attributes
    ----------
    start, duration
        When it begins, and how long it takes.
    row
        The key of its row, for example the number of its machine.
    group
        The key of its group, which determines its colour; or None.
    label
        The text on it.
    """

    start: float
    duration: float
    row: Hashable
    group: Hashable
    label: str

    @property
    def end(self) -> float:
        """When it ends."""
        return self.start + self.duration


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a chart: its lanes, each with tasks of which no two run at the same time."""

    name: str
    lanes: tuple[tuple[Task, ...], ...]


def read_tasks(
    starts: Any, durations: Any, values: Values, *, rows: Any, groups: Any, labels: Any
) -> list[Task]:
    """Return the tasks of parallel lists, which may be nested; one value holds for all tasks.

    Raises
    ------
    ModelError
        If the lists differ in length, or a time is not a number from 0 or has no value.

    Examples
    --------
    >>> read_tasks([[0], [4]], 2, Values(None), rows=None, groups="all", labels=None)[1]
    Task(start=4, duration=2, row=1, group='all', label='all')
    """
    begun = list(leaves(starts))
    length = len(begun)
    lasting = _parallel(durations, length, "durations")
    in_row = range(length) if rows is None else _parallel(rows, length, "rows")
    of_group = _parallel(groups, length, "groups")
    texts = of_group if labels is None else _parallel(labels, length, "labels")
    tasks = []
    for k, (start, duration, row, group, text) in enumerate(
        zip(begun, lasting, in_row, of_group, texts, strict=True)
    ):
        time = values.number(duration, f"the duration of task {k}")
        if time < 0:
            raise ModelError(f"the duration of task {k} is {time}: it must not be negative")
        key = values.whole(row, f"the row of task {k}") if isinstance(row, Expression) else row
        label = "" if text is None else str(text)
        tasks.append(Task(values.number(start, f"the start of task {k}"), time, key, group, label))
    return tasks


def _parallel(given: Any, length: int, what: str) -> list[Any]:
    """Return a value for each task."""
    if isinstance(given, str) or not isinstance(given, Iterable):
        return list(repeat(given, length))
    found = list(leaves(given))
    if len(found) != length:
        raise ModelError(f"there are {length} starts, but {len(found)} {what}")
    return found


def rows_of(tasks: Iterable[Task], names: RowNames) -> list[Row]:
    """Return the rows of a chart, from the top.

    Rows with names have the order of the names, and may be empty. Others are in ascending order if
    their keys are numbers, else in the order of their first tasks.

    Raises
    ------
    ModelError
        If a row has no name, but others have.

    Examples
    --------
    >>> tasks = [Task(0, 3, 1, None, "a"), Task(2, 2, 1, None, "b"), Task(3, 2, 0, None, "c")]
    >>> [(row.name, len(row.lanes)) for row in rows_of(tasks, None)]
    [('0', 1), ('1', 2)]
    """
    named: dict[Any, str] | None = None
    if names is not None:
        named = dict(names) if isinstance(names, Mapping) else dict(enumerate(names))
    of_row: dict[Any, list[Task]] = {key: [] for key in named or ()}
    for task in tasks:
        if named is not None and task.row not in named:
            raise ModelError(f"the row {task.row!r} has no name among the names of rows")
        of_row.setdefault(task.row, []).append(task)
    keys = list(of_row)
    if named is None and all(isinstance(key, Real) for key in keys):
        keys.sort()
    return [Row(str(named[key] if named else key), _lanes(of_row[key])) for key in keys]


def _lanes(tasks: list[Task]) -> tuple[tuple[Task, ...], ...]:
    """Return tasks in lanes: the fewest, each task in the first lane that is free at its start."""
    lanes: list[list[Task]] = [[]]
    for task in sorted(tasks, key=lambda task: (task.start, task.end)):
        for lane in lanes:
            if not lane or lane[-1].end <= task.start:
                lane.append(task)
                break
        else:
            lanes.append([task])
    return tuple(map(tuple, lanes))
