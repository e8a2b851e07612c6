"""Count the solutions of large boards, with the time and the engine of each."""

import json

from benchmarks.instances import DATA
from benchmarks.processes import OURS, run
from benchmarks.report import Goal, Section, seconds

ENOUGH = 5.0
"""The most seconds for a board with at most MOST_DIGITS digits."""
MOST_DIGITS = 36


def measure(patience: float) -> Section:
    """Ask for two solutions of each board, in a process of its own."""
    section = Section(
        "Large boards: no solution, one or many",
        ("board", "boxes", "clues", "answer", "seconds", "nodes", "engines"),
        notes=["Setting up is included, kernels are not; two solutions are asked for."],
    )
    for path in sorted((DATA / "large").glob("*.txt")):
        command = [str(OURS), "-m", "benchmarks.workers.large", str(path), str(patience)]
        report = json.loads(run(command).output)
        took, engines = report["seconds"], list(dict.fromkeys(report["engines"]))
        section.rows.append(
            (
                path.stem,
                report["shape"],
                str(report["clues"]),
                report["answer"],
                seconds(took),
                str(report["nodes"]),
                ", ".join(engines),
            )
        )
        section.records.append({"board": path.stem, **report})
        p, q = map(int, report["shape"].split("x"))
        if p * q <= MOST_DIGITS:
            met = took <= ENOUGH and report["answer"] in ("none", "one", "many")
            measured = f"{report['answer']} in {seconds(took)} s"
            section.goals.append(Goal(path.stem, f"answered in {ENOUGH:.0f} s", measured, met))
    return section
