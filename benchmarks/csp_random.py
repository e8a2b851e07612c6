"""Measure how many random instances and 25x25 boards our solver decides, and how fast."""

import json
from collections.abc import Sequence
from statistics import median
from typing import Any, NamedTuple

from benchmarks.processes import OURS, run
from benchmarks.report import Goal, Section, seconds

MODULE = "benchmarks.csp_workers.boards"


class Target(NamedTuple):
    """The number of instances of a kind that must be decided within some seconds."""

    kind: str
    what: str
    limit: float
    wanted: int | None


TARGETS = (
    Target("holes 25", "quasigroup of order 25, 42 % holes, one solution", 2.0, 18),
    Target("holes 30", "quasigroup of order 30, 42 % holes, one solution", 2.0, 18),
    Target("queens 200", "200 queens, ten of them placed, one solution", 2.0, 18),
    Target("25x25", "sudoku 25x25 of the data, unique, proved", 2.0, None),
    Target("25x25 dug", "sudoku 25x25 dug to 290 clues, unique or not", 10.0, 8),
)
"""None: all."""


def measure() -> Section:
    """Solve all instances, in one process."""
    lines = run([str(OURS), "-m", MODULE]).output.splitlines()
    reports = [json.loads(line) for line in lines]
    section = Section(
        "Random instances and large boards, processor seconds, stating the model included",
        ("instances", "number", "decided", "median", "worst", "in time"),
        notes=["How they are made: benchmarks/csp_workers/boards.py, benchmarks/csp_instances.py."],
        records=reports,
    )
    for target in TARGETS:
        add_row(section, target, [r for r in reports if is_about(target, r)])
    return section


def is_about(target: Target, report: dict[str, Any]) -> bool:
    """Return whether a report counts for a target; a board with two solutions is not unique."""
    is_several = target.kind == "25x25" and report["solutions"] > 1
    return bool(report["kind"] == target.kind and not is_several)


def add_row(section: Section, target: Target, reports: Sequence[dict[str, Any]]) -> None:
    """Add a kind to the table, and its goal."""
    n, times = len(reports), [report["seconds"] for report in reports]
    decided = [report for report in reports if report["decided"]]
    n_in_time = sum(report["seconds"] <= target.limit for report in decided)
    numbers = (str(n), str(len(decided)), seconds(median(times)), seconds(max(times)))
    section.rows.append((target.what, *numbers, str(n_in_time)))
    wanted = n if target.wanted is None else target.wanted
    goal = f"{wanted} of {n} in {target.limit:g} s"
    section.goals.append(Goal(target.what, goal, str(n_in_time), n_in_time >= wanted))
