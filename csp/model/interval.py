"""Intervals: tasks with a start and a duration, which may be left out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from csp.errors import ModelError
from csp.model.expressions import Expression, Variable, expression, listed
from exactcover.runtime.text_view import TextView

if TYPE_CHECKING:
    from csp.model.model import Model


@dataclass(frozen=True, eq=False)
class Interval(TextView):
    """A task; made by `Model.interval`.

    Attributes
    ----------
    start
        When it starts.
    duration
        How long it takes.
    present
        Whether it takes place: 1, or a variable with the values 0 and 1.

    Examples
    --------
    >>> from csp import Model
    >>> model = Model()
    >>> task = model.interval(range(10), [2, 3], name="task")
    >>> model.post(task.end <= 4)
    >>> sorted((s[task.start], s[task.duration]) for s in model.solutions())
    [(0, 2), (0, 3), (1, 2), (1, 3), (2, 2)]
    """

    start: Variable
    duration: Expression
    present: Expression

    @property
    def end(self) -> Expression:
        """When it ends: the start plus the duration."""
        return self.start + self.duration


def interval(
    model: Model,
    starts: Iterable[int],
    durations: int | Iterable[int],
    name: str | None = None,
    *,
    optional: bool = False,
) -> Interval:
    """Add the variables of a task to a model and return the task.

    It takes no limits: it adds a few variables.

    Parameters
    ----------
    model
        The model.
    starts
        When it may start.
    durations
        Its duration, or those that it may have.
    name
        Its name: the variables are name.start, and if they are needed, name.duration and
        name.present.
    optional
        Whether it may be left out. Then it has its least start and its least duration, so that
        there is one such solution and not many.

    Returns
    -------
    Interval
        The task.

    Raises
    ------
    ModelError
        As for `Model.variable`; or if a duration is negative.

    Examples
    --------
    Two tasks of three hours do not fit into five; one of them is left out:

    >>> from csp import Model, columns, no_overlap
    >>> model = Model()
    >>> tasks = [model.interval(range(3), 3, optional=True) for _ in range(2)]
    >>> model.post(no_overlap(**columns(tasks)))
    >>> model.maximize(sum(task.present for task in tasks)).value
    1
    """
    with model.adding():
        start = model.variable(starts, name and f"{name}.start")
        duration: Expression
        if isinstance(durations, Iterable):
            duration = model.variable(durations, name and f"{name}.duration")
            least = duration.values[0]
        else:
            duration = expression(durations)
            least = durations
        if least < 0:
            raise ModelError(f"the duration of a task is {least}: it must not be negative")
        if not optional:
            return Interval(start, duration, expression(1))
        present = model.bool_var(name and f"{name}.present")
        _keep_least(model, start, present)
        if isinstance(duration, Variable):
            _keep_least(model, duration, present)
        return Interval(start, duration, present)


def _keep_least(model: Model, variable: Variable, present: Variable) -> None:
    """Post that a variable has its least value if a task does not take place.

    As a comparison of bounds it does not need single values, which clauses would be about.
    """
    least, greatest = variable.values[0], variable.values[-1]
    model.post(variable <= least + (greatest - least) * present)


def columns(intervals: Iterable[Interval]) -> dict[str, list[Any]]:
    """Return the starts, the durations and the conditions of tasks, as keywords of constraints.

    They are those of `no_overlap` and `cumulative`.

    It takes no limits: its work is linear in what it is given.

    Parameters
    ----------
    intervals
        The tasks.

    Returns
    -------
    dict
        "starts", "durations" and "present" -> the expressions of all tasks.

    Raises
    ------
    ModelError
        If something is not an interval.

    Examples
    --------
    >>> from csp import Model, columns, cumulative
    >>> model = Model()
    >>> tasks = [model.interval(range(4), 2) for _ in range(3)]
    >>> model.post(cumulative(**columns(tasks), demands=[1, 1, 2], capacity=2))
    >>> model.count()
    10
    """
    own = listed(intervals, "the intervals")
    for each in own:
        if not isinstance(each, Interval):
            raise ModelError(f"{each!r} is not an interval: make it by Model.interval")
    return {
        "starts": [each.start for each in own],
        "durations": [each.duration for each in own],
        "present": [each.present for each in own],
    }
