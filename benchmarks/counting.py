"""Count all solutions of each instance: our solver and the peers alternate."""

from collections.abc import Sequence
from contextlib import suppress
from math import nan
from statistics import median
from typing import NamedTuple

from benchmarks.instances import WARM_UP, Instance
from benchmarks.peers import Solver
from benchmarks.processes import COMPILING, WorkerError
from benchmarks.report import Goal, Section, seconds

ENOUGH = 60.0
"""A solver that has spent this many seconds on an instance is not measured again."""
TOO_LITTLE = 1.0
"""A solver that has spent less is measured more often than `repeats`: short times vary most."""
MOST_ROUNDS = 10
"""The most repetitions, as a multiple of `repeats`."""


class Sample(NamedTuple):
    """One repetition."""

    load: float
    seconds: float


class Series:
    """The repetitions of one solver on one instance, or the reason why they do not count."""

    def __init__(self) -> None:
        self.samples: list[Sample] = []
        self.excuse = ""

    def best(self) -> float:
        """Return the least time."""
        return min(sample.seconds for sample in self.samples)

    def median(self) -> float:
        """Return the median time."""
        return median(sample.seconds for sample in self.samples)

    def total(self) -> float:
        """Return the least time, including the reading of the file."""
        return min(sample.load + sample.seconds for sample in self.samples)

    def spent(self) -> float:
        """Return the time of all repetitions together."""
        return sum(sample.seconds for sample in self.samples)


def measure(
    solvers: Sequence[Solver], instances: Sequence[Instance], repeats: int, patience: float
) -> Section:
    """Time the solvers alternately on each instance.

    A count that differs from the known one is reported as wrong, and its time is not used.
    """
    ours, *peers = solvers
    entrants = [*methods(ours, ("auto", "dancing_cells")), *peers]
    section = Section(
        f"Counting all solutions, seconds: best / median of {repeats} or more",
        ("instance", "solutions", *(s.name for s in entrants), "auto ratio", "cells ratio"),
        notes=[
            "Ratios to xcover's time: best / median / best from file to count. The problem is read",
            "again each time; our time includes the layout and the choice of an engine.",
        ],
    )
    for solver in entrants:
        warm_up(solver, instances)
    for instance in instances:
        series = alternate(entrants, instance, repeats, patience, section.wrong)
        add_row(section, instance, series)
    return section


def methods(ours: Solver, names: Sequence[str]) -> list[Solver]:
    """Return our solver once for each of these methods, all in one process."""
    return [Solver(name, ours.worker, {"method": name}) for name in names]


def warm_up(solver: Solver, instances: Sequence[Instance]) -> None:
    """Compile and load everything before the measurements.

    All instances are needed, because the automatic choice of an engine depends on the instance. An
    engine may not finish one of them: then it is measured without a value there.
    """
    for instance in dict.fromkeys([*WARM_UP, *instances]) if solver.arguments else WARM_UP:
        path = str(instance.path)
        with suppress(WorkerError):
            solver.worker.ask("count", path=path, patience=COMPILING, **solver.arguments)


def alternate(
    solvers: Sequence[Solver],
    instance: Instance,
    repeats: int,
    patience: float,
    wrong: list[str],
) -> dict[str, Series]:
    """Collect the repetitions; each round begins with another solver."""
    series = {solver.name: Series() for solver in solvers}
    for round_ in range(MOST_ROUNDS * repeats):
        limit = ENOUGH if round_ < repeats else TOO_LITTLE
        first = round_ % len(solvers)
        for solver in (*solvers[first:], *solvers[:first]):
            mine = series[solver.name]
            if mine.excuse or mine.spent() > limit:
                continue
            try:
                reply = solver.worker.ask(
                    "count", path=str(instance.path), patience=patience, **solver.arguments
                )
            except WorkerError as error:
                mine.excuse = str(error)
                continue
            if "unsupported" in reply:
                mine.excuse = "-"
            elif reply["count"] != instance.solutions:
                mine.excuse = "wrong"
                wrong.append(
                    f"{solver.name} counts {reply['count']} solutions of {instance.name}, "
                    f"not {instance.solutions}"
                )
            else:
                mine.samples.append(Sample(reply["load"], reply["seconds"]))
    return series


def add_row(section: Section, instance: Instance, series: dict[str, Series]) -> None:
    """Add an instance to the table, its goals and its times."""
    columns = [
        one.excuse or f"{seconds(one.best())} / {seconds(one.median())}" for one in series.values()
    ]
    xcover = series.get("xcover")
    goals = {"auto": instance.auto_goal, "dancing_cells": instance.cells_goal}
    for name, goal in goals.items():
        best, middle, total = ratios(series[name], xcover)
        columns.append(f"{best:.3f} / {middle:.3f} / {total:.3f}" if xcover else "-")
        if goal is not None and xcover:
            wanted = f"<= {goal:.3f} of xcover's time"
            met = best <= goal
            section.goals.append(Goal(f"count {instance.name}: {name}", wanted, f"{best:.3f}", met))
    section.rows.append((instance.name, str(instance.solutions), *columns))
    times = {name: [sample._asdict() for sample in one.samples] for name, one in series.items()}
    section.records.append({"instance": instance.name, "times": times})


def ratios(ours: Series, theirs: Series | None) -> tuple[float, float, float]:
    """Compare our times with theirs: best, median, and best with reading; nan where one failed."""
    if theirs is None or ours.excuse or theirs.excuse:
        return nan, nan, nan
    return (
        ours.best() / theirs.best(),
        ours.median() / theirs.median(),
        ours.total() / theirs.total(),
    )
