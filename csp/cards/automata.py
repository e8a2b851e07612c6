"""Automata that read the values of a propagator's scope: its meaning, which can be executed.

Its states are determined by the values that were read, so a table for each step, of the state
before, the value and the state after, has the same solutions.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from csp.cards.formats import Constants, Scope, Variables

Step = Callable[[int, Any, int], Hashable]
"""(place, state, value) -> the next state, or None if the value is not allowed there."""


class Automaton(NamedTuple):
    """An automaton that must accept the values of a scope.

    Attributes
    ----------
    scope
        The variables in the order in which they are read.
    start, step
        The state at the beginning, and the transition function.
    accepts
        Whether a state may be the last one.
    """

    scope: Sequence[int]
    start: Hashable
    step: Step
    accepts: Callable[[Any], bool]


def never_rejects(state: Any) -> bool:
    """Return True: the steps have rejected what is wrong."""
    return True


def test_of(scope: Sequence[int], test: Callable[..., bool]) -> Automaton:
    """Return an automaton that remembers all values, and tests them at the end."""
    return Automaton(scope, (), lambda _, state, v: (*state, v), lambda state: test(*state))


Automata = Callable[["Scope", "Constants", "Variables"], Iterator[Automaton]]
"""Yields automata which together say what a propagator says."""
