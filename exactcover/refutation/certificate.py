"""`Certificate`: the weights of items that prove that a problem has no solution."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import gcd

from exactcover.problem.bounds import ONCE
from exactcover.problem.option import Item
from exactcover.problem.problem import Problem
from exactcover.refutation.system import Allowed
from exactcover.refutation.words import in_words
from exactcover.runtime.formatting import brief_repr
from exactcover.runtime.text_view import TextView


@dataclass(frozen=True, eq=False)
class Certificate(TextView):
    """A proof that a problem has no solution, by a weight for each of some items.

    The weight of an option is the sum of those of its items; but a secondary item to which it gives
    a colour does not count. `allowed` says what all chosen options can weigh together. If that is
    nothing, then the problem has no solution.

    Attributes
    ----------
    problem
        The problem.
    weights
        Item -> weight, a whole number other than 0. All other items have weight 0.
    argument
        The name of the argument that found the weights.

    Examples
    --------
    A board of 2 x 3 without two cells of the same colour of a chessboard:

    >>> from exactcover import Problem
    >>> problem = Problem([["a1", "a2"], ["a2", "b2"], ["b2", "b3"], ["a2", "a3"], ["a3", "b3"]],
    ...                   primary=["a1", "a2", "a3", "b2"], secondary=["b3"])
    >>> Certificate(problem, {"a1": -1, "a3": -1, "b2": -1, "a2": 1, "b3": 1}).is_valid
    True
    >>> Certificate(problem, {"a1": -1, "a2": 1}).is_valid
    False
    """

    problem: Problem
    weights: Mapping[Item, int]
    argument: str = "given"

    __repr__ = brief_repr

    @property
    def is_valid(self) -> bool:
        """Whether the weights prove it. This is checked with the integers of Python."""
        return self.allowed.is_empty

    @cached_property
    def allowed(self) -> Allowed:
        """What all options of a solution can weigh together, by the items and by the options."""
        return self._allowed(set(self.problem.primary))

    def _allowed(self, required: set[Item]) -> Allowed:
        """Return the same if only some items have to be covered, and the others may be."""
        low = high = least = most = divisor = 0
        for item, weight in self.weights.items():
            fewest, largest = self.problem.bounds.get(item, ONCE)
            # An item cannot be covered more often than all options together do.
            units = self._units[item]
            fewest = min(fewest, units + 1) if item in required else 0
            largest = max(fewest, min(largest, units))
            low += min(weight * fewest, weight * largest)
            high += max(weight * fewest, weight * largest)
        for weight in self.option_weights:
            least += min(weight, 0)
            most += max(weight, 0)
            divisor = gcd(divisor, weight)
        return Allowed(low, high, least, most, divisor)

    @cached_property
    def _units(self) -> Counter[Item]:
        """How often all options together cover each item."""
        units: Counter[Item] = Counter()
        for option in self.problem.options:
            for item, times in zip(option.items, option.units, strict=True):
                units[item] += times
        return units

    @cached_property
    def option_weights(self) -> tuple[int, ...]:
        """The weight of each option."""
        weight = self.weights.get
        return tuple(
            sum(
                weight(item, 0) * times
                for item, colour, times in zip(
                    option.items, option.colours, option.units, strict=True
                )
                if colour is None
            )
            for option in self.problem.options
        )

    @cached_property
    def needed(self) -> tuple[Item, ...]:
        """The items that have to be covered for the proof: the others of `weights` only may be.

        >>> problem = Problem([["p", "q"], ["q", "r"]])
        >>> Certificate(problem, {"p": -1, "q": 1, "r": -1}).needed
        ('p', 'r')
        """
        known = set(self.problem.primary)
        primary = tuple(item for item in self.weights if item in known)
        for sign in (-1, 1):
            some = tuple(item for item in primary if sign * self.weights[item] > 0)
            if self._allowed(set(some)).is_empty:
                return some
        return primary

    def __str__(self) -> str:
        return in_words(self.problem, self.weights, self.allowed, self.option_weights)
