"""Decisions before a search: options that are chosen, and options that are left out.

Engines get them as numbers: an option is chosen if the number is its index, and left out if the
number is its index plus the number of options.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from exactcover.problem.derived import find_clash
from exactcover.problem.problem import Problem
from exactcover.runtime.arguments import each_of
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.text_view import TextView


@dataclass(frozen=True, order=True)
class Without(TextView):
    """An option that solutions do not contain; `chosen=` takes it beside options.

    `split` needs it where items have bounds: the branches of such an item may only differ in what
    is left out. The option must have an item with bounds.

    Examples
    --------
    >>> from exactcover import Problem
    >>> problem = Problem({"A": ["p"], "B": ["p"], "C": ["p"]}, bounds={"p": (0, 2)})
    >>> [solution.labels for solution in problem.solutions(chosen=["A", Without("B")])]
    [('A', 'C'), ('A',)]
    """

    option: Any


def choice_numbers(problem: Problem, chosen: Iterable[Any]) -> list[int]:
    """Return the numbers of options that are chosen or left out, for engines.

    Raises
    ------
    ProblemError
        If an option is unknown, or has no item with bounds and is left out.
    """
    given = list(each_of("chosen", chosen))
    if not given:
        return []
    names = [one.option if isinstance(one, Without) else one for one in given]
    numbers = problem.find_options(names)
    for k, one in enumerate(given):
        if isinstance(one, Without):
            if not may_be_left_out(problem, numbers[k]):
                raise ProblemError(
                    f"chosen has {one!r}: only options with an item that has bounds can be left "
                    "out; use Problem.restrict for others"
                )
            numbers[k] += problem.n_options
    # To leave an option out twice is the same as once; to choose it twice is a mistake.
    return [
        number
        for k, number in enumerate(numbers)
        if number < problem.n_options or number not in numbers[:k]
    ]


def may_be_left_out(problem: Problem, option: int) -> bool:
    """Return whether an option has an item with bounds."""
    starts, members, _ = problem.incidence
    items = members[starts[option] : starts[option + 1]].tolist()
    return any(problem.items[item] in problem.bounds for item in items)


def choices_of(problem: Problem, numbers: Sequence[int]) -> tuple[Any, ...]:
    """Return numbers as `chosen=` takes them; those of options that only count are left out.

    See `exactcover.problem.bounds_as_items` about these options. Without them, the choices may
    allow more solutions.
    """
    n = problem.n_options
    return tuple(
        problem._option(number) if number < n else Without(problem._option(number - n))
        for number in numbers
        if number < 2 * n
    )


def clash_of(problem: Problem, numbers: Sequence[int]) -> str | None:
    """Return as text which of these choices exclude each other; None if they agree."""
    chosen = [number for number in numbers if number < problem.n_options]
    both = set(chosen) & {number - problem.n_options for number in numbers}
    for option in sorted(both):
        return f"option {problem._option(option)!r} is chosen and left out"
    return find_clash(problem, chosen)


def without_left_out(problem: Problem, numbers: Sequence[int]) -> Problem:
    """Return the problem that remains after these choices."""
    n, names = problem.n_options, list(map(problem._option, numbers_chosen(problem, numbers)))
    gone = {number - n for number in numbers if number >= n}
    rest = problem
    if gone:
        kept = np.setdiff1d(np.arange(n), list(gone)).tolist()
        rest = problem.restrict(list(map(problem._option, kept)))
        place = {option: k for k, option in enumerate(kept)}
        names = [rest._option(place[option.index]) for option in names]
    return rest.with_chosen(names) if names else rest


def numbers_chosen(problem: Problem, numbers: Sequence[int]) -> list[int]:
    """Return the options that are chosen."""
    return [number for number in numbers if number < problem.n_options]
