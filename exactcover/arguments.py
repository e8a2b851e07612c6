"""Arguments that many verbs take, and what is wrong with them."""

from numbers import Real
from typing import Any

import numpy as np

from exactcover.errors import ProblemError

UNLIMITED = 1 << 62
"""What no limit comes to."""


def check_whole(name: str, value: Any) -> int:
    """Return a limit that must be a whole number, or None for no limit."""
    if value is None:
        return UNLIMITED
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise ProblemError(f"{name} is {value!r}: it must be a whole number")
    if value < 0:
        raise ProblemError(f"{name} is {value}: it must not be negative")
    return int(value)


def check_time(value: Any) -> float:
    """Return a time limit in seconds; infinity for None."""
    if value is None:
        return float("inf")
    if isinstance(value, bool | np.bool_) or not isinstance(value, Real):
        raise ProblemError(f"time_limit is {value!r}: it must be a number of seconds")
    seconds = float(value)
    if not seconds >= 0:
        raise ProblemError(f"time_limit is {value}: it must not be negative")
    return seconds


def check_chosen(chosen: Any) -> list[Any]:
    """Return options that are given as any iterable."""
    try:
        return list(chosen)
    except TypeError:
        raise ProblemError(f"chosen is {chosen!r}: it must be an iterable of options") from None


def generator(seed: Any) -> np.random.Generator:
    """Return the generator of a seed, which may be one."""
    if isinstance(seed, bool | np.bool_):
        raise ProblemError(f"seed is {seed!r}: it must be a whole number or a generator")
    try:
        return np.random.default_rng(seed)
    except (TypeError, ValueError) as error:
        raise ProblemError(f"seed is {seed!r}: {error}") from None
