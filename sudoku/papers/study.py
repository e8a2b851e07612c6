"""The types of a study: its settings, and the tables and charts that it yields."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import mean, stdev
from time import perf_counter
from typing import Any, NamedTuple


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a run of a study. `Study.takes` names those that a study uses besides `n`.

    Attributes
    ----------
    n
        The number of puzzles, as `Study.n_means` defines it; None for the study's default.
    seed
        The seed of the random numbers.
    runs
        How often the whole experiment is repeated, for averages; None for the study's default.
    racers
        The names of the solvers that race; none for those of the paper.
    """

    n: int | None = None
    seed: int = 0
    runs: int | None = None
    racers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Series:
    """Some numbers that a chart draws alike.

    Attributes
    ----------
    name
        The text in the legend.
    x, y
        The places and the values; places may be texts.
    style
        "bars", "line", "dots", or "marks" for the values of a paper.
    """

    name: str
    x: Sequence[Any]
    y: Sequence[float]
    style: str = "bars"


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart: its title, the labels of its axes with their units, and what it shows."""

    title: str
    x: str
    y: str
    series: tuple[Series, ...]
    is_log: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table: a title, the names of the columns, the rows, notes below them, and charts."""

    title: str
    columns: tuple[str, ...]
    rows: Sequence[Sequence[Any]]
    notes: tuple[str, ...] = ()
    charts: tuple[Chart, ...] = ()


class Study(NamedTuple):
    """An experiment.

    Attributes
    ----------
    summary
        What the study measures, in one line.
    n_means
        What `Settings.n` counts, and its default.
    run
        A function that runs the study and yields its tables.
    takes
        The names of the other settings that the study uses; the command refuses the others.
    """

    summary: str
    n_means: str
    run: Callable[[Settings], Iterator[Table]]
    takes: frozenset[str] = frozenset({"seed"})


def best_of(times: int, work: Callable[[], Any]) -> tuple[float, Any]:
    """Run some work several times; return the least time in seconds, and the last result."""
    best = float("inf")
    for _ in range(times):
        start = perf_counter()
        answer = work()
        best = min(best, perf_counter() - start)
    return best, answer


def milliseconds(seconds: float) -> str:
    """Return a time in milliseconds as text, with three significant digits.

    >>> [milliseconds(s) for s in (0.0000123, 0.00123, 1.23456, 123.4)]
    ['0.0123', '1.23', '1,235', '123,400']
    """
    number = 1000 * seconds
    if number >= 100:
        return f"{number:,.0f}"
    return f"{number:.3g}"


def percent(part: float, whole: float) -> str:
    """Return a share in percent as text, or "-" if the whole is 0.

    >>> percent(1, 3), percent(0, 0)
    ('33 %', '-')
    """
    return f"{100 * part / whole:.0f} %" if whole else "-"


# The 97.5 % points of Student's t distribution, for 1 to 12 degrees of freedom.
_STUDENT = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.20, 2.18)


def interval(values: Sequence[float], form: str = ".2f") -> str:
    """Return the mean of several runs as text, with its 95 % confidence interval.

    The interval needs two runs or more, and takes them as independent and normally distributed.

    >>> interval([1.0]), interval([1.0, 2.0, 3.0])
    ('1.00', '2.00 ± 2.48')
    """
    if len(values) < 2:
        return format(mean(values), form)
    degrees = len(values) - 1
    point = _STUDENT[degrees - 1] if degrees <= len(_STUDENT) else 2.0
    return f"{mean(values):{form}} ± {point * stdev(values) / sqrt(len(values)):{form}}"
