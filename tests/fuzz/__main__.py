"""Run random cases for as long as wanted; what fails is written to a file."""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from tests.fuzz.areas import AREAS
from tests.fuzz.pool import Worker, run_all
from tests.fuzz.reader_cases import N_LISTED
from tests.fuzz.readers import READERS

MOST_ALIKE = 3
"""The most findings of one kind that are shown and written; others are only counted."""
ALIKE = 30


@click.command()
@click.option("--seconds", default=60.0, show_default=True, help="For how long.")
@click.option("--number", type=int, help="How many cases of each area, instead of the seconds.")
@click.option("--seed", default=0, show_default=True, help="The first seed; others follow it.")
@click.option("--area", "areas", type=click.Choice(list(AREAS)), multiple=True, help="Only this.")
@click.option(
    "--reader",
    "readers",
    type=click.Choice([*READERS, "all"]),
    multiple=True,
    metavar="NAME",
    help="Only this reader; --number is of damaged inputs.",
)
@click.option("--case", "cases", multiple=True, metavar="AREA:SEED", help="Only this case.")
@click.option("--workers", default=os.cpu_count() or 1, show_default=True, help="Processes.")
@click.option("--patience", default=600.0, show_default=True, help="Seconds for a case.")
@click.option("--megabytes", default=4096, show_default=True, help="Memory for a process.")
@click.option(
    "--output", default="fuzz-findings.txt", show_default=True, type=Path, help="For findings."
)
def main(
    seconds: float,
    number: int | None,
    seed: int,
    areas: tuple[str, ...],
    readers: tuple[str, ...],
    cases: tuple[str, ...],
    workers: int,
    patience: float,
    megabytes: int,
    output: Path,
) -> None:
    """Check random problems, models, puzzles and damaged files; end with 1 if one fails."""
    console = Console(stderr=True)
    chosen = areas or tuple(AREAS)
    if readers:
        chosen = tuple(f"readers/{name}" for name in (READERS if "all" in readers else readers))
        number = None if number is None else -(-number // N_LISTED)
    if number is not None:
        cases = tuple(f"{area}:{k}" for k in range(seed, seed + number) for area in chosen)
    given = iter(cases) if cases else _cases(chosen, seed, seconds)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console) as bar, ExitStack() as opened:
        report = Report(bar, output, None if cases else seconds)
        pool = [opened.enter_context(Worker(patience, megabytes)) for _ in range(workers)]
        run_all(given, pool, report)
    if number is not None or not cases:
        console.print(f"{report.n_done:,} cases; continue with --seed {report.last_seed + 1}")
    sys.exit(1 if report.alike else 0)


class Report:
    """Shows the results of cases, and writes findings to a file.

    Attributes
    ----------
    n_done, last_seed
        How many cases are done, and the highest of their seeds.
    alike
        How many findings there are of each kind.
    """

    def __init__(self, bar: Progress, output: Path, seconds: float | None) -> None:
        self._bar = bar
        self._task = bar.add_task("", total=seconds)
        self._output = output
        self._start = time.monotonic()
        self.n_done = self.last_seed = 0
        self.alike: Counter[tuple[str, str]] = Counter()

    def __call__(self, case: str, found: str | None) -> None:
        """Take note of a case that is done."""
        self.n_done += 1
        self.last_seed = max(self.last_seed, int(case.partition(":")[2]))
        if found is not None:
            self._note(case, found)
        text = f"{self.n_done:,} cases, the last {case}, {self.alike.total()} findings"
        passed = time.monotonic() - self._start
        self._bar.update(self._task, description=text, completed=passed)

    def _note(self, case: str, found: str) -> None:
        """Show and write a finding, unless there were enough of its kind."""
        self.alike[kind_of(found)] += 1
        if self.alike[kind_of(found)] <= MOST_ALIKE:
            with self._output.open("a", encoding="utf-8") as file:
                file.write(f"python -m tests.fuzz --case {case}\n{found}\n{'-' * 80}\n")
            self._bar.console.print(f"{case}\n{found}", markup=False, highlight=False)


def kind_of(found: str) -> tuple[str, str]:
    """Return the check and the beginning of the error, which findings of one cause mostly share."""
    lines = found.strip().splitlines()
    return lines[0], lines[-1][:ALIKE]


def _cases(areas: tuple[str, ...], seed: int, seconds: float) -> Iterator[str]:
    """Yield a case of each area for a seed and those that follow, until the time is over."""
    end = time.monotonic() + seconds
    for number in count(seed):
        for area in areas:
            if time.monotonic() >= end:
                return
            yield f"{area}:{number}"


if __name__ == "__main__":
    main()
