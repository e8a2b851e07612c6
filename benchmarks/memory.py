"""Measure the peak memory of counting, in one process for each instance."""

import json
from collections.abc import Mapping, Sequence
from tempfile import TemporaryDirectory

from benchmarks.instances import INSTANCES, Instance
from benchmarks.processes import OURS, run
from benchmarks.report import Goal, Section

LIMIT_MB = 250


def measure(instances: Sequence[Instance]) -> Section:
    """Count each instance in a new process that reports its peak resident size.

    A child reports at least the memory that the harness holds when it starts the child (Linux
    counts the moment before `exec`). So the harness imports neither Numba nor NumPy.
    """
    section = Section(
        "Peak memory of counting, MB",
        ("instance", "MB"),
        notes=["Ours; ru_maxrss of a process that reads and counts one instance; 1 MB = 10^6 B."],
    )
    for instance in instances:
        add_row(section, instance, instance.name, {})
    with TemporaryDirectory() as empty:
        compiling = {"NUMBA_CACHE_DIR": empty}
        add_row(section, INSTANCES["queens8"], "queens8, empty cache", compiling)
    return section


def add_row(section: Section, instance: Instance, name: str, variables: Mapping[str, str]) -> None:
    """Count an instance; add it to the table, and its goal."""
    command = [str(OURS), "-m", "benchmarks.workers.memory", str(instance.path)]
    report = json.loads(run(command, variables).output)
    megabytes = report["bytes"] / 1e6
    measured = f"{megabytes:.0f} MB"
    section.rows.append((name, f"{megabytes:.0f}"))
    section.records.append({"instance": name, **report})
    if report["count"] != instance.solutions:
        section.wrong.append(f"{name}: counts {report['count']}")
    goal = Goal(f"memory {name}", f"< {LIMIT_MB} MB", measured, megabytes < LIMIT_MB)
    section.goals.append(goal)
