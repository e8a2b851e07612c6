"""Checks of arguments that many verbs share."""

from __future__ import annotations  # to evaluate them would import numpy.random

import sys
from collections.abc import Iterable
from numbers import Rational, Real
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import numpy as np

from exactcover.runtime.errors import ProblemError
from exactcover.runtime.formatting import shown

if TYPE_CHECKING:
    from decimal import Decimal
    from fractions import Fraction

Cost: TypeAlias = "float | Fraction | Decimal"
"""A cost: any finite number. It is taken exactly; a float stands for the number that it holds."""

UNLIMITED = 1 << 62
"""A number that is larger than any limit."""


def is_whole(value: Any) -> bool:
    """Return whether a value is a whole number: a truth value is none, nor is a duration of NumPy.

    >>> is_whole(3), is_whole(np.uint8(3)), is_whole(True), is_whole(np.timedelta64(3, "s"))
    (True, True, False, False)
    """
    return isinstance(value, int | np.integer) and not isinstance(value, bool | np.timedelta64)


def check_whole(name: str, value: Any) -> int:
    """Return a limit, which must be a whole number; `UNLIMITED` for None, and for any above it."""
    if value is None:
        return UNLIMITED
    if not is_whole(value):
        raise ProblemError(f"{name} is {shown(value)}: it must be a whole number")
    if value < 0:
        raise ProblemError(f"{name} is {shown(value)}: it must not be negative")
    return min(int(value), UNLIMITED)


def check_truth(name: str, value: Any) -> bool:
    """Return an argument that must be True or False; a text such as "no" would count as true.

    >>> check_truth("unique", "no")
    Traceback (most recent call last):
    ...
    exactcover.runtime.errors.ProblemError: unique is 'no': it must be True or False
    """
    if not isinstance(value, bool | np.bool_):
        raise ProblemError(f"{name} is {value!r}: it must be True or False")
    return bool(value)


def check_text(name: str, value: Any) -> str:
    """Return an argument that must be a text."""
    if not isinstance(value, str):
        raise ProblemError(f"{name} is {value!r}: it must be a text")
    return value


def check_unmasked(name: str, array: Any) -> Any:
    """Return an argument; refuse it if it is an array of which some entries are masked.

    NumPy's functions take the hidden numbers below a mask as if they were visible.

    >>> check_unmasked("costs", np.ma.masked_equal([1, 5], 5))
    Traceback (most recent call last):
    ...
    exactcover.runtime.errors.ProblemError: costs[1] is masked: give an array without masked entries
    """
    if isinstance(array, np.ma.MaskedArray):
        for place in np.argwhere(np.ma.getmaskarray(array))[:1].tolist():
            where = ", ".join(map(str, place))
            raise ProblemError(f"{name}[{where}] is masked: give an array without masked entries")
    return array


def each_of(name: str, several: Any) -> Iterable[Any]:
    """Return an iterable argument after checking it; a text is refused."""
    if isinstance(several, str | bytes):
        raise ProblemError(f"{name} is {several!r}: give a list, also of one")
    return listed(name, several)


def listed(name: str, several: Any) -> Iterable[Any]:
    """Return an iterable argument after checking it; a text is its letters."""
    try:
        iter(several)
    except TypeError:
        raise ProblemError(f"{name} is {several!r}: give a list, also of one") from None
    return cast(Iterable[Any], several)


def check_labels(labels: Any, n_options: int, what: str = "options") -> tuple[Any, ...] | None:
    """Return the labels of options after checking them; None if there are none."""
    if labels is None:
        return None
    given = tuple(listed("labels", labels))
    if len(given) != n_options:
        raise ProblemError(f"{len(given)} labels for {n_options} {what}")
    for label in given:
        if not is_hashable(label):
            raise ProblemError(f"label {label!r} cannot be one: it must be hashable")
    return given


def index_of(table: Any) -> list[Any] | None:
    """Return the index of a Series or a data frame as labels; None if it has none or is 0, 1, ...

    Examples
    --------
    >>> index_of(["a", "b"])
    """
    index = getattr(table, "index", None)
    if index is None or callable(index) or not hasattr(table, "to_numpy"):
        return None  # the index of a list or of an array of pyarrow is a method
    labels = list(index)
    return None if labels == list(range(len(labels))) else labels


def check_path(name: str, path: Any) -> Path:
    """Return an argument as a path; an empty text, which would be the working folder, is none."""
    try:
        made = Path(path)
    except TypeError:
        made = None
    if made is None or path == "":
        raise ProblemError(f"{name} is {path!r}: it must be a path")
    return made


def is_hashable(thing: object) -> bool:
    """Return whether an object can be the name of an item or a label."""
    try:
        hash(thing)
    except TypeError:
        return False
    return True


def check_number(name: str, value: Any, least: int = 1) -> int:
    """Return a number, which must be whole and at least `least`."""
    if not is_whole(value) or value < least:
        raise ProblemError(
            f"{name} is {shown(value)}: it must be a whole number, and at least {least}"
        )
    return int(value)


def check_time(value: Any) -> float:
    """Return a time limit in seconds; infinity for None."""
    if value is None:
        return float("inf")
    is_number = isinstance(value, Real) and not isinstance(value, bool | np.bool_ | np.timedelta64)
    if not is_number or value != value:
        raise ProblemError(f"time_limit is {shown(value)}: it must be a number of seconds")
    if value < 0:
        raise ProblemError(f"time_limit is {shown(value)}: it must not be negative")
    try:
        return float(value)
    except OverflowError:  # of whole numbers and fractions
        return float("inf")


def check_cost(name: str, value: Any) -> Any:
    """Return a cost, which may be any number, also infinite; None stays None."""
    if value is None:
        return None
    is_number = isinstance(value, Real) or is_decimal(value)
    if not is_number or isinstance(value, bool | np.bool_ | np.timedelta64) or value != value:
        raise ProblemError(f"{name} is {shown(value)}: it must be a number")
    if isinstance(value, int | np.integer):
        return int(value)
    if isinstance(value, Rational) or (is_decimal(value) and value.is_finite()):
        from fractions import Fraction

        return Fraction(value)
    return float(value)


def is_decimal(value: Any) -> bool:
    """Return whether a number is a `decimal.Decimal`; that module need not be imported for it."""
    decimal = sys.modules.get("decimal")
    return decimal is not None and isinstance(value, decimal.Decimal)


def check_chosen(chosen: Any) -> list[Any]:
    """Return the argument `chosen` as a list."""
    return list(each_of("chosen", chosen))


def generator(seed: Any) -> np.random.Generator:
    """Return the random generator of a seed, which may be a generator itself."""
    if isinstance(seed, bool | np.bool_ | np.timedelta64):
        raise ProblemError(f"seed is {seed!r}: it must be a whole number or a generator")
    if isinstance(seed, list | tuple) and not all(map(is_whole, seed)):
        raise ProblemError("seed is a list: only whole numbers can be in it")
    try:
        return np.random.default_rng(seed)
    except (TypeError, ValueError) as error:
        raise ProblemError(f"seed is {shown(seed)}: {error}") from None
