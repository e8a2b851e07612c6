"""What a study is, and what it gives: tables, and perhaps a plot."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

__all__ = ["Settings", "Study", "Table", "best_of", "milliseconds", "pyplot"]


@dataclass(frozen=True, slots=True)
class Settings:
    """What a study may be told.

    Attributes
    ----------
    n
        How many puzzles, in whatever sense the study says; None for its own choice.
    seed
        Where chance has a part.
    plot
        The folder for plots, where they are wanted.
    """

    n: int | None = None
    seed: int = 0
    plot: Path | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """Figures under headings, with remarks below."""

    title: str
    columns: tuple[str, ...]
    rows: Sequence[Sequence[Any]]
    notes: tuple[str, ...] = ()


class Study(NamedTuple):
    """An experiment.

    Attributes
    ----------
    summary
        What it is, in a line.
    n_means
        What `Settings.n` is the number of, and how many there are by default.
    run
        Does it, and yields its tables one by one.
    draws
        Whether it draws plots of its own; the others have a bar chart of each table.
    has_chance
        Whether chance has a part, so that a seed matters.
    """

    summary: str
    n_means: str
    run: Callable[[Settings], Iterator[Table]]
    draws: bool = False
    has_chance: bool = True


def best_of(times: int, work: Callable[[], Any]) -> tuple[float, Any]:
    """Return the least of some times that the work takes, in seconds, and what it returned last."""
    best = float("inf")
    for _ in range(times):
        start = perf_counter()
        answer = work()
        best = min(best, perf_counter() - start)
    return best, answer


def milliseconds(seconds: float) -> str:
    """Return a time as text, with three digits that count.

    >>> [milliseconds(s) for s in (0.0000123, 0.00123, 1.23456, 123.4)]
    ['0.0123', '1.23', '1,235', '123,400']
    """
    number = 1000 * seconds
    if number >= 100:
        return f"{number:,.0f}"
    return f"{number:.3g}"


def pyplot() -> Any:
    """Import what draws, or say how to get it."""
    try:
        import matplotlib
    except ImportError:
        raise ImportError("plots need matplotlib: pip install 'exactcover-sudoku[plot]'") from None
    matplotlib.use("Agg")
    from matplotlib import pyplot

    return pyplot
