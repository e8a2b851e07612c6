"""Arguments that many verbs take, and what is wrong with them."""

from collections.abc import Iterable
from numbers import Real
from pathlib import Path
from typing import Any, cast

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


def each_of(name: str, several: Any) -> Iterable[Any]:
    """Return several things to go through; a text or a single thing is not several."""
    if isinstance(several, str | bytes):
        raise ProblemError(f"{name} is {several!r}: give a list, also of one")
    return listed(name, several)


def listed(name: str, several: Any) -> Iterable[Any]:
    """Return several things to go through, which may be the letters of a text."""
    try:
        iter(several)
    except TypeError:
        raise ProblemError(f"{name} is {several!r}: give a list, also of one") from None
    return cast(Iterable[Any], several)


def check_labels(labels: Any, n_options: int, what: str = "options") -> tuple[Any, ...] | None:
    """Return the labels of options, None if there are none, after checking that they can be."""
    if labels is None:
        return None
    given = tuple(listed("labels", labels))
    if len(given) != n_options:
        raise ProblemError(f"{len(given)} labels for {n_options} {what}")
    for label in given:
        if not is_hashable(label):
            raise ProblemError(f"label {label!r} cannot be one: it must be hashable")
    return given


def check_path(name: str, path: Any) -> Path:
    """Return the path of a file."""
    try:
        return Path(path)
    except TypeError:
        raise ProblemError(f"{name} is {path!r}: it must be a path") from None


def check_problem(problem: Any) -> None:
    """Raise unless this is an exact-cover problem."""
    if not hasattr(problem, "incidence"):
        raise ProblemError(f"an exactcover.Problem was expected, not {problem!r}")


def is_hashable(thing: object) -> bool:
    """Return whether something can be a name or a label."""
    try:
        hash(thing)
    except TypeError:
        return False
    return True


def check_number(name: str, value: Any, least: int = 1) -> int:
    """Return a number of things asked for, which must be a whole number, and not too small."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
        raise ProblemError(f"{name} is {value!r}: it must be a whole number, and at least {least}")
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
    return list(each_of("chosen", chosen))


def generator(seed: Any) -> np.random.Generator:
    """Return the generator of a seed, which may be one."""
    if isinstance(seed, bool | np.bool_):
        raise ProblemError(f"seed is {seed!r}: it must be a whole number or a generator")
    try:
        return np.random.default_rng(seed)
    except (TypeError, ValueError) as error:
        raise ProblemError(f"seed is {seed!r}: {error}") from None
