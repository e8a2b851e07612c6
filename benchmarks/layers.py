"""Count by layers: rows of Latin squares, states up to symmetry, states on disk."""

import json

from benchmarks.processes import OURS, run
from benchmarks.report import Goal, Section, seconds
from benchmarks.workers.layers import CASES

MOST_MEGABYTES = 4096


def measure() -> Section:
    """Count each problem in a process of its own, and compare with the published number."""
    section = Section(
        "Counting by layers",
        ("problem", "solutions", "seconds", "processor", "nodes", "MB"),
        notes=["Kernels are compiled or loaded before. The memory is that of the process."],
    )
    for name, case in CASES.items():
        command = [str(OURS), "-m", "benchmarks.workers.layers", name]
        report = json.loads(run(command).output)
        took, size = report["seconds"], report["megabytes"]
        section.rows.append(
            (
                name,
                str(report["count"]),
                seconds(took),
                seconds(report["processor"]),
                str(report["nodes"]),
                f"{size:.0f}",
            )
        )
        section.records.append({"problem": name, **report})
        if report["count"] != case.known:
            section.wrong.append(f"{name} has {case.known} solutions, not {report['count']}")
        met = took <= case.seconds and size <= MOST_MEGABYTES
        wanted = f"at most {case.seconds:.0f} s and {MOST_MEGABYTES} MB"
        section.goals.append(Goal(name, wanted, f"{seconds(took)} s and {size:.0f} MB", met))
    return section
