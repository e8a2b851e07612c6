"""The limits of a command, which all verbs that it calls share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from exactcover.runtime.search.limits import Flag, clock, seconds_loading


class Limits(Mapping[str, Any]):
    """The keyword arguments ``cancel`` and ``time_limit`` for the next verb of a command.

    The time limit is what is left of that of the command when it is looked at. The time in which
    kernels are compiled or loaded does not count, as in verbs.

    Parameters
    ----------
    time_limit
        The most seconds for the command; None for no limit.
    cancel
        The flag that is set when the answer is no longer wanted.

    Examples
    --------
    >>> from threading import Event
    >>> limits = Limits(60, Event())
    >>> sorted(limits), 0 < limits["time_limit"] <= 60
    (['cancel', 'time_limit'], True)
    """

    def __init__(self, time_limit: float | None, cancel: Flag) -> None:
        self._time_limit, self._cancel = time_limit, cancel
        self._begun = _seconds()

    def __getitem__(self, name: str) -> Any:
        if name == "cancel":
            return self._cancel
        if name != "time_limit":
            raise KeyError(name)
        if self._time_limit is None:
            return None
        return max(0.0, self._time_limit - (_seconds() - self._begun))

    def __iter__(self) -> Iterator[str]:
        return iter(("cancel", "time_limit"))

    def __len__(self) -> int:
        return 2


def _seconds() -> float:
    """Return the clock without the time that this thread has spent on loading kernels."""
    return clock() - seconds_loading()
