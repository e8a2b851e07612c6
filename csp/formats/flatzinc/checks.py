"""Checks of the arguments of predicates: that lengths agree, and that numbers are within bounds.

The reader adds the place in the text and the name of the predicate to their messages.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sized

from csp.errors import ModelError
from exactcover.runtime.reading_budget import spend


def check_lengths(arrays: Mapping[str, Sized]) -> None:
    """Raise ModelError unless arrays have the same length; the keys say what is in them.

    Examples
    --------
    >>> check_lengths({"coefficients": [2, 3], "variables": "xyz"})
    Traceback (most recent call last):
        ...
    csp.errors.ModelError: there are 2 coefficients, but 3 variables
    """
    if len({len(each) for each in arrays.values()}) > 1:
        *others, last = [f"{len(each)} {what}" for what, each in arrays.items()]
        word = ", but" if len(others) == 1 else " and"
        raise ModelError(f"there are {', '.join(others)}{word} {last}")


def check_length(what: str, array: Sized, n: int, of: str = "entries") -> None:
    """Raise ModelError unless an array has a certain length."""
    if len(array) != n:
        raise ModelError(f"{what} has {len(array)} {of} instead of {n}")


def check_rows(flat: Sized, n: int) -> None:
    """Raise ModelError unless an array consists of rows of n entries."""
    check_least("the length of a row", n, 1)
    if len(flat) % n:
        raise ModelError(
            f"an array of rows of {n} entries has {len(flat)} entries: it must have a multiple of "
            f"{n}"
        )


def check_least(what: str, number: int, least: int) -> None:
    """Raise ModelError if a number is less than the least one that is possible."""
    if number < least:
        raise ModelError(f"{what} is {number}: it must be {least} or more")


def check_range(what: str, numbers: Collection[int], low: int, high: int) -> None:
    """Raise ModelError unless all numbers are within bounds; the message has one that is not.

    Examples
    --------
    >>> check_range("a state", [1, 4, 2], 1, 3)
    Traceback (most recent call last):
        ...
    csp.errors.ModelError: a state is 4: it must be from 1 to 3
    """
    for each in ends(numbers) if numbers else ():
        if not low <= each <= high:
            raise ModelError(f"{what} is {each}: it must be from {low} to {high}")


def check_ranges(what: str, sets: Iterable[Collection[int]], low: int, high: int) -> None:
    """Raise ModelError unless all numbers of all sets are within bounds."""
    for each in sets:
        check_range(what, each, low, high)


def numbers(values: range | frozenset[int]) -> range | frozenset[int]:
    """Return a set whose numbers are gone through one by one, after counting them.

    Raises
    ------
    BudgetError
        If they are more than the reading budget allows.
    """
    spend("numbers", max(0, values.stop - values.start) if isinstance(values, range) else 0)
    return values


def ends(numbers: Collection[int]) -> tuple[int, int]:
    """Return the least and the greatest of some numbers; of a range this takes no time."""
    if type(numbers) is range and numbers.step == 1 and numbers:  # most often, and fast
        return numbers.start, numbers.stop - 1
    if isinstance(numbers, range):
        return numbers[0], numbers[-1]
    return min(numbers), max(numbers)
