"""Measure the microseconds of techniques where they find nothing: the time that a ladder spends.

python -m benchmarks.searches [NAME...]

The positions are those where the easiest techniques find nothing, on the way through the first
puzzles of some sets. A call counts with its fastest time of several. A call of a kernel that does
nothing takes about 2 microseconds, of one that is not precompiled 6.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from time import perf_counter

import click
import numpy as np

from benchmarks.soundness import read
from sudoku import Puzzle
from sudoku.techniques.climb import Climber, ladder_of
from sudoku.techniques.easiest import climb_easiest, easiest_indices
from sudoku.techniques.finders import technique
from sudoku.techniques.finding import begin, blank_finding
from sudoku.techniques.locked_sets import allocate_sets, list_sets
from sudoku.techniques.registry import EASIEST, TECHNIQUES

FILES = {"qqwing_expert.txt": 60, "kaggle.csv": 30, "top95.txt": 15}
REPEATS = 9
EASY, SETS = "easiest", "locked_sets"
"""All of the easiest techniques, and the list of almost locked sets."""


def positions(file: str, n_puzzles: int) -> Iterator[Climber]:
    """Yield climbers where the easiest techniques find nothing."""
    for line in read(file, n_puzzles):
        climber = Climber(Puzzle.from_text(line))
        for step in climber.climb(ladder_of(climber.geometry)):
            if step.technique not in EASIEST:
                yield climber


def search_of(name: str, climber: Climber) -> Callable[[], object]:
    """Return the call of a search at the position of a climber."""
    tables, finding = climber.tables, blank_finding(climber.tables.layout)
    if name == EASY:
        counts = np.zeros(len(EASIEST), np.uint32)
        return partial(climb_easiest, tables, finding, easiest_indices(EASIEST), counts)
    if name == SETS:
        return partial(list_sets, tables, finding, allocate_sets(1 << 12, tables.layout))
    chosen = technique(name)
    needs = (getattr(climber, chosen.needs),) if chosen.needs else ()
    find = chosen.load()

    def search() -> bool:
        begin(finding)
        return bool(find(tables, finding, *needs, *chosen.arguments))

    return search


def fastest(search: Callable[[], object]) -> float:
    """Return the microseconds of the fastest of several calls."""
    times = []
    for _ in range(REPEATS):
        start = perf_counter()
        search()
        times.append(perf_counter() - start)
    return 1e6 * min(times)


def mean_of(name: str, file: str, n_puzzles: int) -> tuple[int, float]:
    """Return at how many positions a search finds nothing, and the mean of its times there."""
    times = []
    for climber in positions(file, n_puzzles):
        search = search_of(name, climber)
        if name in (EASY, SETS) or not search():
            times.append(fastest(search))
    return len(times), sum(times) / max(1, len(times))


@click.command()
@click.argument("names", nargs=-1)
def main(names: tuple[str, ...]) -> None:
    """Print for each search and set the number of positions and the mean in microseconds."""
    known = [each.name for each in TECHNIQUES.ladder if each.is_kernel and not each.only_with]
    for name in names or (EASY, SETS, *known):
        means = [mean_of(name, file, n_puzzles) for file, n_puzzles in FILES.items()]
        cells = "".join(f"{n_found:5d} {mean:8.1f}" for n_found, mean in means)
        click.echo(f"{name:28s}{cells}")


if __name__ == "__main__":
    main()
