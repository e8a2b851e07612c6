"""Measure what notebooks show: the time until it is made, and its size."""

import json

from benchmarks.csp_startup import below
from benchmarks.processes import OURS
from benchmarks.report import Section
from benchmarks.startup import python_code

LIMIT_MS = 50.0
CODE = """
import json, time
from csp import *
from sudoku import *

PUZZLE = "...4.61.....3.7....67...49.7.3...6.55...4...16.4...8.9.31...58....8.4.....65.1..."
queens, large = Model(), Model()
row = queens.variables(8, range(8), name="row")
queens.post(all_different(row), all_different([r + c for c, r in enumerate(row)]))
x = large.variables(5_000, range(100_000), name="x")
large.post(x[k] + x[k + 1] <= 100 for k in range(50))
explanation = explain(PUZZLE)
shown = {
    "model of 8 queens": queens,
    "model of 5,000 variables, 100,000 values each": large,
    "solution of 8 queens": queens.solve(),
    "solution of 5,000 variables": Assignment(large, list(range(5_000))),
    "puzzle": Puzzle.from_text(PUZZLE),
    "puzzle in progress": Board(PUZZLE),
    "puzzle of 30 x 30": Puzzle(Shape(6, 5)),
    "puzzle in progress, 25 x 25": Board(Puzzle(Shape(5, 5))),
    "explanation of 71 steps": explanation,
    "step": explanation.stages[40],
    "rating": rate(PUZZLE),
}
found = []
for name, each in shown.items():
    start = time.process_time()
    text = (getattr(each, "_repr_html_", None) or each._repr_svg_)()
    found.append((name, 1000 * (time.process_time() - start), len(text) / 1000))
print(json.dumps(found))
"""


def measure(repeats: int) -> Section:
    """Show each object once in each of `repeats` new processes."""
    section = Section(
        "What notebooks show: the first time in a new process, processor milliseconds",
        ("object", f"best of {repeats}", "kB"),
    )
    runs = [json.loads(python_code(OURS, CODE).output) for _ in range(1 + repeats)][1:]
    for rows in zip(*runs, strict=True):
        name, _, size = rows[0]
        least = min(time for _, time, _ in rows)
        section.rows.append((name, f"{least:.1f}", f"{size:.1f}"))
        section.records.append({"object": name, "milliseconds": least, "kilobytes": size})
        below(section, f"notebook, {name}", least, LIMIT_MS, "ms")
    return section
