"""Options that come as diagrams: counted so, and by dancing cells with all options written out."""

import json
from statistics import median

from benchmarks.processes import OURS, run
from benchmarks.report import Goal, Section, seconds
from benchmarks.workers.d3x import CASES

MANY = 1000
"""Problems with fewer options are too quick to be compared."""


def measure(repeats: int) -> Section:
    """Count each problem in a process of its own, and compare with the known number."""
    section = Section(
        "Options as diagrams",
        ("problem", "options", "covers", "best", "median", "nodes", "MB", "written out"),
        notes=[
            "Seconds of processor time; kernels are compiled or loaded before. "
            'The last column is `count()` by the method "auto", with all options written out.'
        ],
    )
    for name, case in CASES.items():
        command = [str(OURS), "-m", "benchmarks.workers.d3x", name, str(repeats)]
        report = json.loads(run(command).output)
        if report is None:
            section.notes.append(f"{name} is absent.")
            continue
        times, written = report["seconds"], report["written"]
        section.rows.append(
            (
                name,
                f"{report['options']:.3g}",
                f"{report['count']:.6g}",
                seconds(min(times)),
                seconds(median(times)),
                str(report["nodes"]),
                f"{report['megabytes']:.0f}",
                "-" if written is None else seconds(written),
            )
        )
        section.records.append({"problem": name, **report})
        for known in (case.known, report["written_count"]):
            if known not in (None, report["count"]):
                section.wrong.append(f"{name} has {known} covers, not {report['count']}")
        if written is not None and report["options"] >= MANY:
            section.goals.append(
                Goal(
                    f"{name} as a diagram",
                    "not slower than written out",
                    f"{seconds(min(times))} and {seconds(written)} s",
                    min(times) <= written,
                )
            )
    return section
