"""An exact-cover problem while it is written: items by number, options as lists of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from exactcover import Problem
from exactcover.option import Incidence

__all__ = ["Draft"]


class Draft:
    """Items and options that are known to be sound, so that nothing need be checked again.

    A primary item is known by its number from 0, a secondary one by a number from -1 down.

    Examples
    --------
    >>> draft = Draft()
    >>> p, x = draft.primary("p"), draft.secondary("x")
    >>> draft.option("label", [p, x], [0, 2])
    >>> print(draft.problem("name").options[0])
    p x:2
    """

    def __init__(self) -> None:
        self._primary: list[str] = []
        self._secondary: list[str] = []
        self._members: list[list[int]] = []
        self._colours: list[list[int]] = []
        self._labels: list[Any] = []
        self._times: dict[str, int] = {}

    def primary(self, *names: str) -> int:
        """Add primary items; return the number of the first, the others follow it."""
        self._primary += map(self._unique, names)
        return len(self._primary) - len(names)

    def secondary(self, *names: str) -> int:
        """Add secondary items; return the number of the first, the others go down from it."""
        self._secondary += map(self._unique, names)
        return len(names) - len(self._secondary) - 1

    def _unique(self, name: str) -> str:
        """Return a name, or one like it where it is taken."""
        times = self._times[name] = self._times.get(name, 0) + 1
        return name if times == 1 else self._unique(f"{name}#{times}")

    def option(self, label: Any, items: list[int], colours: list[int] | None = None) -> None:
        """Add an option; its colours are numbers from 1, and 0 for none."""
        self._labels.append(label)
        self._members.append(items)
        self._colours.append(colours or [0] * len(items))

    def problem(self, name: str) -> Problem:
        """Return what was written."""
        members = np.array([i for option in self._members for i in option], dtype=np.int32)
        members[members < 0] = len(self._primary) - 1 - members[members < 0]
        colours = np.array([c for option in self._colours for c in option], dtype=np.int32)
        starts = np.zeros(len(self._members) + 1, dtype=np.int64)
        np.cumsum([len(option) for option in self._members], out=starts[1:])
        return Problem._from_parts(
            (*self._primary, *self._secondary),
            len(self._primary),
            Incidence(starts, members, colours),
            colour_names=tuple(range(1, int(colours.max(initial=0)) + 1)),
            labels=tuple(self._labels),
            name=name,
        )
