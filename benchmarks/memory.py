"""The most memory that counting takes, a process for each instance."""

import json
from collections.abc import Sequence

from benchmarks.instances import Instance
from benchmarks.processes import OURS, run
from benchmarks.report import Goal, Section

LIMIT_MB = 250


def measure(instances: Sequence[Instance]) -> Section:
    """Count each instance in a new process that tells its peak resident size.

    A child can only report more than the harness itself holds when it starts it (Linux counts the
    moment before `exec`), which is why the harness imports neither Numba nor NumPy.
    """
    section = Section(
        "Peak memory of counting, MB (ours, warm cache)",
        ("instance", "MB"),
        notes=["ru_maxrss of a process that reads and counts one instance; 1 MB = 10^6 bytes."],
    )
    for instance in instances:
        report = json.loads(
            run([str(OURS), "-m", "benchmarks.workers.memory", str(instance.path)]).output
        )
        megabytes = report["bytes"] / 1e6
        section.rows.append((instance.name, f"{megabytes:.0f}"))
        section.records.append({"instance": instance.name, **report})
        section.goals.append(
            Goal(
                f"memory {instance.name}",
                f"< {LIMIT_MB} MB",
                f"{megabytes:.0f} MB",
                megabytes < LIMIT_MB,
            )
        )
    return section
