"""A draft of the exact-cover problem of a puzzle: placements, then all other options."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from exactcover import Problem
from exactcover.problem.option import Incidence
from exactcover.problem.parts import Parts
from exactcover.runtime.search.limits import watched
from sudoku.geometry.candidate_numbers import candidate_of

Numbers = NDArray[np.int64]


class Draft:
    """Items and options of a problem that are valid by construction and not checked again.

    Primary items have the numbers 0, 1 and so on, secondary items -1, -2 and so on. The first
    options are placements, identified by their candidate: see `sudoku.geometry.candidate_numbers`.

    Parameters
    ----------
    n
        The number of digits.
    labels
        The labels of the placements.

    Examples
    --------
    >>> draft = Draft(2, ["one", "two"])
    >>> p, x = draft.primary("p"), draft.secondary("x")
    >>> draft.cover([0, 1], p)
    >>> draft.cover([1], x, 1)
    >>> draft.option("other", [p, x], [0, 2])
    >>> for option in draft.problem("name", np.array([1])).options:
    ...     print(option.label, option)
    two p x:1
    other p x:2
    """

    def __init__(self, n: int, labels: Sequence[Any]) -> None:
        self._n = n
        self._places = labels
        self._primary: list[str] = []
        self._secondary: list[str] = []
        self._names: set[str] = set()
        self._nodes: list[tuple[Numbers, Numbers, Numbers]] = []  # place, item, colour
        self._labels: list[Any] = []
        self._members: list[list[int]] = []
        self._colours: list[list[int]] = []

    def primary(self, *names: str) -> int:
        """Add primary items; return the number of the first. The others go up from it."""
        self._primary += self._unique(names)
        return len(self._primary) - len(names)

    def secondary(self, *names: str) -> int:
        """Add secondary items; return the number of the first. The others go down from it."""
        self._secondary += self._unique(names)
        return len(names) - len(self._secondary) - 1

    def cover(self, places: ArrayLike, items: ArrayLike, colours: ArrayLike = 0) -> None:
        """Add an item to each of some placements; the three arguments are broadcast together."""
        of = np.broadcast_arrays(*(np.asarray(a, dtype=np.int64) for a in (places, items, colours)))
        self._nodes.append((of[0].ravel(), of[1].ravel(), of[2].ravel()))

    def cover_digits(self, houses: Sequence[Sequence[int]], first: int) -> None:
        """Add an item for each house and digit to the placements in some houses of equal size.

        `first` is the item of digit 1 in the first house; each house has n consecutive items.
        """
        digits = np.arange(1, self._n + 1)
        cells = np.array(houses, dtype=np.int64)[..., np.newaxis]
        items = np.arange(len(houses))[:, np.newaxis, np.newaxis] * self._n + digits - 1
        places = candidate_of(cells, digits, self._n)
        self.cover(places, first + (items if first >= 0 else -items))

    def option(self, label: Any, items: list[int], colours: list[int]) -> None:
        """Add an option that is not a placement; colours are numbers from 1, or 0 for none."""
        self._labels.append(label)
        self._members.append(items)
        self._colours.append(colours)

    def problem(self, name: str, placed: Numbers) -> Problem:
        """Return the problem with these placements only; they must be in ascending order."""
        place, item, colour = map(np.concatenate, zip(*self._nodes, strict=True))
        number = np.full(len(self._places), -1)
        number[placed] = np.arange(len(placed))
        order = np.argsort(number[place], kind="stable")
        order = order[np.searchsorted(number[place][order], 0) :]
        rest = [i for option in self._members for i in option]
        members = np.concatenate([item[order], np.array(rest, dtype=np.int64)])
        members = np.where(members < 0, len(self._primary) - 1 - members, members)
        rest = [c for option in self._colours for c in option]
        colours = np.concatenate([colour[order], np.array(rest, dtype=np.int64)])
        sizes = np.bincount(number[place[order]], minlength=len(placed)).tolist()
        sizes += map(len, self._members)
        starts = np.zeros(len(sizes) + 1, dtype=np.int64)
        np.cumsum(sizes, out=starts[1:])
        return Problem.from_parts(
            Parts(
                (*self._primary, *self._secondary),
                len(self._primary),
                Incidence(starts, members.astype(np.int32), colours.astype(np.int32)),
                colour_names=tuple(range(1, int(colours.max(initial=0)) + 1)),
                labels=(*[self._places[place] for place in placed.tolist()], *self._labels),
                name=name,
            )
        )

    def _unique(self, names: Sequence[str]) -> list[str]:
        """Return the names; a number is appended to each name that is already used."""
        unique = []
        for name in watched(names, 1024):
            new, times = name, 1
            while new in self._names:
                times += 1
                new = f"{name}#{times}"
            self._names.add(new)
            unique.append(new)
        return unique
