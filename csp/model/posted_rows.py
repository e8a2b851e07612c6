"""Records of many propagators in arrays, which the layout copies without a Python object each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from csp.model.posted_records import Propagator
from csp.propagators.registry import Name
from exactcover.runtime.kernels.types import I64

NONE = -1
"""In place of the number of a variable where there is none."""


class Lists(NamedTuple):
    """Lists of numbers, one behind the other.

    Examples
    --------
    >>> lists = Lists(np.array([2, 1]), np.array([7, 8, 9]))
    >>> lists.followed_by(np.array([0, 0])).numbers.tolist(), lists.chosen(np.array([1])).python()
    ([7, 8, 0, 9, 0], [[9]])
    """

    lengths: I64
    numbers: I64

    @property
    def starts(self) -> I64:
        """Where each list begins."""
        return np.cumsum(self.lengths) - self.lengths

    @property
    def owners(self) -> I64:
        """The list of each number."""
        return np.repeat(np.arange(len(self.lengths)), self.lengths)

    def chosen(self, which: I64) -> Lists:
        """Return some of the lists."""
        lengths = self.lengths[which]
        shifts = self.starts[which] - (np.cumsum(lengths) - lengths)
        return Lists(lengths, self.numbers[np.repeat(shifts, lengths) + np.arange(lengths.sum())])

    @classmethod
    def joined(cls, parts: Sequence[Lists]) -> Lists:
        """Return the lists of several, one behind the other."""
        return cls(*(np.concatenate(each) for each in zip(*parts, strict=True)))

    def followed_by(self, *columns: I64) -> Lists:
        """Return the lists with a number of each column behind them."""
        lengths = self.lengths + len(columns)
        numbers = np.empty(lengths.sum(), dtype=np.int64)
        is_old = np.ones(len(numbers), dtype=bool)
        for k, column in enumerate(columns):
            places = np.cumsum(lengths) - len(columns) + k
            numbers[places], is_old[places] = column, False
        numbers[is_old] = self.numbers
        return Lists(lengths, numbers)

    def python(self) -> list[list[int]]:
        """Return lists of Python."""
        numbers, ends = self.numbers.tolist(), np.cumsum(self.lengths).tolist()
        return [numbers[end - n : end] for n, end in zip(self.lengths.tolist(), ends, strict=True)]


def columns(*parts: I64) -> Lists:
    """Return lists of the same length: the rows of a matrix with these columns."""
    return Lists(np.full(len(parts[0]), len(parts), dtype=np.int64), np.column_stack(parts).ravel())


def interleaved(*parts: Lists) -> Lists:
    """Return lists that have one of each of several behind each other.

    Examples
    --------
    >>> one, other = Lists(np.array([2, 1]), np.array([7, 8, 9])), columns(np.array([5, 6]))
    >>> interleaved(one, other).python()
    [[7, 8, 5], [9, 6]]
    """
    lengths = np.column_stack([each.lengths for each in parts])
    owners = np.repeat(np.tile(np.arange(len(parts)), len(lengths)), lengths.ravel())
    numbers = np.empty(len(owners), dtype=np.int64)
    for k, each in enumerate(parts):
        numbers[owners == k] = each.numbers
    return Lists(lengths.sum(axis=1), numbers)


class PropagatorRecords(NamedTuple):
    """Propagators of one function; see `csp.model.posted_records.Propagator`.

    Attributes
    ----------
    places
        Where they stand among all propagators of their block; a number each, in ascending order.
    cells
        The initial words of the reversible state of each.
    has_memory
        Whether the memory of each has the numbers 0, 1, ..., as many as its scope has variables.
    """

    function: Name
    places: I64
    scopes: Lists
    constants: Lists
    cost: int
    wake: int
    cells: Sequence[int] = ()
    has_memory: bool = False

    def propagators(self) -> list[Propagator]:
        """Return a record for each."""
        both = zip(self.scopes.python(), self.constants.python(), strict=True)
        return [
            Propagator(
                self.function,
                scope,
                constants,
                self.cells,
                range(len(scope) if self.has_memory else 0),
                self.cost,
                self.wake,
            )
            for scope, constants in both
        ]


class Later:
    """Functions that are made when somebody asks for them, and the variables that equal them."""

    def __init__(self, functions: Callable[[], list[tuple[Any, int]]]) -> None:
        self.functions = functions


class Block(Later):
    """Propagators that were posted together, in arrays.

    Parameters
    ----------
    parts
        The propagators of each function.
    functions
        Returns the functions that they define, and the variables that equal them.
    """

    def __init__(
        self, parts: Sequence[PropagatorRecords], functions: Callable[[], list[tuple[Any, int]]]
    ) -> None:
        super().__init__(functions)
        self.parts = parts
        places = np.concatenate([each.places for each in parts])
        self.ranks = np.empty(len(places), dtype=np.int64)
        """The place of each among all, counted without gaps, in the order of the parts."""
        self._order = np.argsort(places, kind="stable")
        self.ranks[self._order] = np.arange(len(places))

    def __len__(self) -> int:
        return len(self.ranks)

    @cached_property
    def propagators(self) -> list[Propagator]:
        """A record for each, in the order of their places, made when somebody asks for it."""
        found = [one for each in self.parts for one in each.propagators()]
        return [found[k] for k in self._order.tolist()]
