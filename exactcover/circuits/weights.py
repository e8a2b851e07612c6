"""The weights of options, which are taken as they are: every float is the number that it holds."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np

from exactcover.problem.costs import number, numbers_of_options
from exactcover.problem.problem import Problem
from exactcover.runtime.arguments import Cost, check_unmasked
from exactcover.runtime.errors import ProblemError

WeightsLike: TypeAlias = "Iterable[Cost] | Mapping[Any, Cost]"
"""A weight for each option: in their order, or by label, or by index if there are no labels."""
Number: TypeAlias = "int | Fraction | float"
"""What is computed of weights: exact, but a float where some of them are floats."""


@dataclass(frozen=True)
class Weights:
    """The weights of the options of a problem.

    Attributes
    ----------
    numerators, denominators
        The weights as exact numbers.
    is_rounded
        Whether what is computed of them is rounded to a float, as some of them are floats.
    """

    numerators: Sequence[int]
    denominators: Sequence[int]
    is_rounded: bool = False

    @classmethod
    def of(cls, weights: Sequence[Any]) -> Weights:
        """Return the weights that are given as numbers.

        Examples
        --------
        >>> Weights.of([2, 0.5]).denominators
        [1, 2]
        """
        ratios = [_ratio(weight) for weight in weights]
        is_rounded = any(isinstance(weight, float | np.floating) for weight in weights)
        return cls([above for above, _ in ratios], [below for _, below in ratios], is_rounded)

    @cached_property
    def is_negative(self) -> bool:
        """Whether one of them is below 0."""
        return any(above < 0 for above in self.numerators)

    @cached_property
    def unit(self) -> int:
        """The least common multiple of the denominators."""
        return math.lcm(*set(self.denominators))

    def answer(self, value: Fraction | int) -> Number:
        """Return an exact number in the type of the answer."""
        return as_float(value) if self.is_rounded else number(value)


def check_weights_to_draw(weights: WeightsLike, problem: Problem) -> Weights:
    """Return the weights of options after checking them; none may be negative."""
    checked = check_weights(weights, problem)
    if checked.is_negative:
        option = next(k for k, above in enumerate(checked.numerators) if above < 0)
        raise ProblemError(f"option {option} has a negative weight: none can be drawn by it")
    return checked


def check_weights(weights: WeightsLike, problem: Problem) -> Weights:
    """Return the weights of the options of a problem after checking them.

    The keys of a mapping, or the index of a Series, are labels, or indices if there are no labels;
    other options weigh 1.

    Raises
    ------
    ProblemError
        If there is a weight too few or too many, or one that is no finite number.
    """
    given = weights if isinstance(weights, Mapping) else check_unmasked("weights", weights)
    hint = " (the weights of items, which steer a search, are item_weights=)"
    values = numbers_of_options(
        given, problem.n_options, problem.labels, 1, "weight", "weighs", hint
    )
    return Weights.of(values)


def as_float(value: Fraction | int) -> float:
    """Return a number rounded to a float.

    Raises
    ------
    ProblemError
        If there is no float as large as this.
    """
    try:
        return float(value)
    except OverflowError:
        raise too_large() from None


def too_large() -> ProblemError:
    """Return the error for a sum that no float holds."""
    return ProblemError(
        "a sum of weights is above 1.8e308, the largest float: give the weights as fractions"
    )


def _ratio(weight: Any) -> tuple[int, int]:
    """Return a weight as numerator and denominator."""
    if isinstance(weight, int | np.integer):
        return int(weight), 1
    exact = Fraction(float(weight) if isinstance(weight, np.floating) else weight)
    return exact.numerator, exact.denominator
