"""Count all solutions of each instance: ours and the peers, taking turns."""

from collections.abc import Sequence
from math import isnan, nan
from statistics import median
from typing import NamedTuple

from benchmarks.instances import WARM_UP, Instance
from benchmarks.peers import Solver
from benchmarks.processes import COMPILING, WorkerError
from benchmarks.report import Goal, Section, seconds

ENOUGH = 60.0
"""A solver that has spent so many seconds on an instance is not asked again."""
TOO_LITTLE = 1.0
"""A solver that has not is asked more often than `repeats`: brief times scatter most."""
MOST_TURNS = 10
"""But not more often than this many times `repeats`."""


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
        """Return the least time with reading the file."""
        return min(sample.load + sample.seconds for sample in self.samples)

    def spent(self) -> float:
        """Return the time of all repetitions together."""
        return sum(sample.seconds for sample in self.samples)


def measure(
    solvers: Sequence[Solver], instances: Sequence[Instance], repeats: int, patience: float
) -> Section:
    """Time each solver on each instance, in turn.

    A count that differs from the known one is wrong, and is never timed.
    """
    section = Section(
        f"Counting all solutions, seconds: best / median of {repeats} or more",
        ("instance", "solutions", *(s.name for s in solvers), "best", "median", "with reading"),
        notes=[
            "Best, median: ours / xcover. With reading: the same, from file to count.",
            "The problem is read anew each time; laying out the links is part of our time.",
        ],
    )
    for solver in solvers:
        warm_up(solver)
    for instance in instances:
        series = take_turns(solvers, instance, repeats, patience, section.wrong)
        add_row(section, instance, series)
    return section


def warm_up(solver: Solver) -> None:
    """Have everything compiled and loaded before the clock runs."""
    for instance in WARM_UP:
        solver.worker.ask("count", path=str(instance.path), patience=COMPILING)


def take_turns(
    solvers: Sequence[Solver],
    instance: Instance,
    repeats: int,
    patience: float,
    wrong: list[str],
) -> dict[str, Series]:
    """Collect the repetitions; who goes first changes from turn to turn."""
    series = {solver.name: Series() for solver in solvers}
    for turn in range(MOST_TURNS * repeats):
        limit = ENOUGH if turn < repeats else TOO_LITTLE
        first = turn % len(solvers)
        for solver in (*solvers[first:], *solvers[:first]):
            mine = series[solver.name]
            if mine.excuse or mine.spent() > limit:
                continue
            try:
                reply = solver.worker.ask("count", path=str(instance.path), patience=patience)
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
    """Add an instance to the table, its goal and its times."""
    cells = [
        one.excuse or f"{seconds(one.best())} / {seconds(one.median())}" for one in series.values()
    ]
    ours, xcover = series["ours"], series.get("xcover")
    ratios = [nan] * 3
    if xcover and not ours.excuse and not xcover.excuse:
        ratios = [
            ours.best() / xcover.best(),
            ours.median() / xcover.median(),
            ours.total() / xcover.total(),
        ]
    if instance.goal is not None and xcover:
        wanted = f"<= {instance.goal:.3f} of xcover's time"
        met = ratios[0] <= instance.goal
        section.goals.append(Goal(f"count {instance.name}", wanted, figure(ratios[0]), met))
    cells += map(figure, ratios)
    section.rows.append((instance.name, str(instance.solutions), *cells))
    times = {name: [sample._asdict() for sample in one.samples] for name, one in series.items()}
    section.records.append({"instance": instance.name, "times": times})


def figure(ratio: float) -> str:
    """Write a ratio; a dash where there is none."""
    return "-" if isnan(ratio) else f"{ratio:.3f}"
