"""Several objectives in order, as one: whole costs, the first ones weighted above all further ones.

If the costs of an objective, without their signs, add up to s, then two covers differ in it by at
most 2s. So with the weight 2s + 1 the least unit of an objective outweighs all that come after it.
The sums are exact.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from exactcover.problem.choices import choice_numbers, choices_of
from exactcover.problem.costs import (
    Costs,
    check_costs,
    number,
    rounded_down,
    simplest,
    total_cost,
    whole_numbers,
)
from exactcover.problem.problem import Problem
from exactcover.runtime.arguments import Cost
from exactcover.runtime.errors import ProblemError


@dataclass(frozen=True, eq=False)
class Objectives:
    """Several objectives of a problem.

    Attributes
    ----------
    problem
        The problem.
    costs
        The costs of each objective.
    combined
        The same problem, with one cost for all of them.
    unit
        What one unit of the first costs, as whole numbers, weighs more than one of the last.
    scale
        How many of these units a cost of 1 is.
    """

    problem: Problem
    costs: tuple[Costs, ...]
    combined: Problem
    unit: int
    scale: int

    @classmethod
    def of(
        cls, problem: Problem, further: Sequence[Iterable[Cost] | Mapping[Any, Cost]]
    ) -> Objectives:
        """Return the costs of a problem, then further ones, as one objective.

        Examples
        --------
        >>> problem = Problem({"A": ["p"], "B": ["p"]}, costs=[1, 1])
        >>> Objectives.of(problem, [[5, 2]]).combined.costs.tolist()
        [Fraction(4, 3), Fraction(17, 15)]
        """
        n, labels = problem.n_options, problem.labels
        checked = []
        for k, each in enumerate(further):
            try:
                checked.append(simplest(check_costs(each, n, labels)))
            except ProblemError as error:
                raise ProblemError(f"then[{k}]: {error}") from None
        none = np.zeros(n, dtype=np.int64)
        costs = (problem.costs, *(none if each is None else each for each in checked))
        weights, scale = whole_numbers(problem.costs)
        unit = 1
        for each in costs[1:]:
            own, _ = whole_numbers(each)
            span = 2 * sum(map(abs, own)) + 1
            weights = [weight * span + one for weight, one in zip(weights, own, strict=True)]
            unit *= span
        # In units of the first costs, so that they are no larger than these, and nearly equal.
        found = check_costs([Fraction(weight, unit * scale) for weight in weights], n, None)
        combined = Problem.from_parts(replace(problem._parts, costs=found))
        return cls(problem, costs, combined, unit, scale)

    def arguments(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the arguments of `cheapest` for the combined problem."""
        arguments = {**given, "problem": self.combined}
        numbers = choice_numbers(self.problem, given["chosen"])
        arguments["chosen"] = choices_of(self.combined, numbers)
        if given["max_cost"] is not None and math.isfinite(given["max_cost"]):
            most = math.floor(Fraction(given["max_cost"]) * self.scale)
            most = most * self.unit + (self.unit - 1) // 2
            arguments["max_cost"] = Fraction(most, self.unit * self.scale)
        return arguments

    def costs_of(self, options: Sequence[int]) -> tuple[Any, ...]:
        """Return the cost of a solution in each objective."""
        return tuple(total_cost(costs, options) for costs in self.costs)

    def first_bound(self, bound: Any) -> Any:
        """Return a lower bound of the first costs, from one of the combined costs."""
        if not isinstance(bound, int | np.integer) and not math.isfinite(bound):
            return bound
        least = Fraction(bound) * self.scale - Fraction((self.unit - 1) // 2, self.unit)
        exact = number(Fraction(math.ceil(least), self.scale))
        return rounded_down(exact) if self.costs[0].dtype.kind == "f" else exact
