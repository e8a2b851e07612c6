"""Readers: deterministic automata that define the digits that a constraint allows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, TypeVar

from exactcover.runtime.text_view import TextView

State = TypeVar("State", bound=Hashable)


class Reader(TextView, ABC, Generic[State]):
    """A deterministic automaton that reads the digits of some cells one after another.

    Reading begins in the state `start`. Each digit leads from one state to the next, or to None
    if the constraint is violated. The state after the last digit must be accepted. A constraint
    with few states is cheap to search for, however many tuples of digits it allows.

    Readers are values: make a subclass a frozen dataclass, whose fields are the parameters of the
    constraint. Solvers share the tables of equal readers.

    Attributes
    ----------
    start
        The state before the first digit: a property, or a constant of the class.
    is_symmetric
        Whether only the digits matter, and not the order of the cells that hold them.
    is_global
        Whether it has far too many states to list, so that a puzzle is solved as a model.
    decisive
        The digits whose places decide most where the cells hold every digit once, such as the ends
        of a sandwich: a search looks for them first. None by default.

    References
    ----------
    G. Pesant, "A regular language membership constraint for finite sequences of variables",
    CP 2004.

    Examples
    --------
    >>> @dataclass(frozen=True)
    ... class Rising(Reader[int]):
    ...     by: int
    ...     start = -9
    ...
    ...     def step(self, last, digit):
    ...         return digit if digit >= last + self.by else None
    >>> Rising(2).allows((1, 3, 5)), Rising(2).allows((1, 3, 4))
    (True, False)
    >>> Rising(2) == Rising(2)
    True
    """

    @property
    @abstractmethod
    def start(self) -> State:
        """The state before the first digit."""

    @property
    def is_symmetric(self) -> bool:
        """Whether only the digits matter, and not the order of the cells that hold them."""
        return False

    @property
    def is_global(self) -> bool:
        """Whether it has far too many states to list, so that a puzzle is solved as a model."""
        return False

    @property
    def decisive(self) -> tuple[int, ...]:
        """The digits whose places decide most where the cells hold every digit once."""
        return ()

    @abstractmethod
    def step(self, state: State, digit: int) -> State | None:
        """Return the state after a state and a digit, or None if the constraint is violated."""

    def accepts(self, state: State) -> bool:
        """Return whether a state may be the last one; by default every state may."""
        return True

    def transitions(self) -> Reader[State]:
        """Return a reader with the same start and steps; it may accept other states.

        Readers with equal `transitions` share one table of states. Override this method if a
        parameter is used by `accepts` only.
        """
        return self

    def allows(self, digits: tuple[int, ...]) -> bool:
        """Return whether some digits lead from the start to a state that is accepted."""
        state = self.start
        for digit in digits:
            after = self.step(state, digit)
            if after is None:
                return False
            state = after
        return self.accepts(state)


@dataclass(frozen=True)
class OneOf(Reader[tuple[int, ...]]):
    """The digits are one of some tuples of equal length."""

    tuples: frozenset[tuple[int, ...]]

    start = ()

    def step(self, state: tuple[int, ...], digit: int) -> tuple[int, ...] | None:
        """Append a digit, unless no tuple begins with these digits."""
        read = (*state, digit)
        return read if read in self._prefixes else None

    @cached_property
    def _prefixes(self) -> frozenset[tuple[int, ...]]:
        return frozenset(word[:k] for word in self.tuples for k in range(len(word) + 1))


@dataclass(frozen=True)
class Passing(Reader[tuple[int, ...]]):
    """The digits pass a test. Readers are equal if they have the same function."""

    is_allowed: Callable[[tuple[int, ...]], bool]

    start = ()

    def step(self, state: tuple[int, ...], digit: int) -> tuple[int, ...]:
        """Append a digit."""
        return (*state, digit)

    def accepts(self, state: tuple[int, ...]) -> bool:
        """Return whether the digits pass the test."""
        return self.is_allowed(state)
