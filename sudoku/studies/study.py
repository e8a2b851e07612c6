"""The types of a study: its settings, and the tables that it yields."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from exactcover.extras import imported

__all__ = ["Settings", "Study", "Table", "best_of", "milliseconds", "pyplot"]


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a run of a study.

    Attributes
    ----------
    n
        The number of puzzles, as `Study.n_means` defines it; None for the study's default.
    seed
        The seed of the random numbers, for a study that uses some.
    plot
        The folder for plots; None for no plots.
    """

    n: int | None = None
    seed: int = 0
    plot: Path | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A table: a title, the names of the columns, the rows, and notes below them."""

    title: str
    columns: tuple[str, ...]
    rows: Sequence[Sequence[Any]]
    notes: tuple[str, ...] = ()


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
    draws
        Whether the study draws its own plots; for the others each table becomes a bar chart.
    has_chance
        Whether the study uses random numbers, so that a seed matters.
    """

    summary: str
    n_means: str
    run: Callable[[Settings], Iterator[Table]]
    draws: bool = False
    has_chance: bool = True


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


def pyplot() -> Any:
    """Return the module `pyplot` of matplotlib."""
    imported("matplotlib", "A plot", "matplotlib", "plot").use("Agg")
    return imported("matplotlib.pyplot", "A plot", "matplotlib", "plot")
