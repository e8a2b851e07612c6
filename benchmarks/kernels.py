"""Measure precompiled kernels beside those that Numba compiles, in processes that take turns."""

import json
import subprocess
import sys
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.instances import DATA
from benchmarks.processes import ROOT, run
from benchmarks.report import Goal, Section, seconds
from benchmarks.startup import best_median

MOST = 1.03
"""The largest ratio that counts as equal."""
MODES = ("precompiled", "jit")
MALLOC = {"MALLOC_MMAP_THRESHOLD_": str(1 << 26), "MALLOC_TRIM_THRESHOLD_": str(1 << 27)}
"""Numba leaves the C library's allocator with a larger threshold, from which on memory is returned
to the system. With these variables both modes have the same."""
WORK = """
import json, sys, time
import numpy as np
import csp, exactcover, sudoku

exact, lines = sys.argv[1:]
times = {}

def measure(name, work):
    work()
    found = []
    for _ in range(9):
        start = time.perf_counter()
        work()
        found.append(time.perf_counter() - start)
    times[name] = min(found)

for name, methods in {
    "langford12": ["dancing_cells", "dancing_cells_memo", "masks", "masks_memo"],
    "latin5": ["frontier", "masks"],
    "queens12": ["dancing_cells", "frontier", "masks"],
    "pent8x8c": ["dancing_cells", "masks"],
    "soma": ["dancing_cells", "masks"],
}.items():
    problem = exactcover.Problem.read(f"{exact}/{name}.dlx")
    for method in methods:
        measure(f"count {name}: {method}", lambda: problem.count(method=method))
squares = exactcover.Problem.read(f"{exact}/qwh30_380.dlx")
measure("solve qwh30_380: learning", lambda: squares.solve(method="learning"))
costs = exactcover.Problem.read(f"{exact}/pent6x10_cost.dlx")
measure("cheapest of pent6x10_cost", costs.cheapest)
model = csp.Model()
row = model.variables(9, range(9))
model.post(csp.all_different(row))
model.post(csp.all_different([r + c for c, r in enumerate(row)]))
model.post(csp.all_different([r - c for c, r in enumerate(row)]))
measure("9 queens by csp", model.count)
texts = open(lines).read().split()
grids = np.array([[int(c) if c != "." else 0 for c in text] for text in texts], dtype=np.uint8)
measure("solve_batch of top95", lambda: sudoku.solve_batch(grids, workers=1))
puzzles = [sudoku.Puzzle.from_text(text) for text in texts]
measure("solve each of top95", lambda: [sudoku.solve(puzzle) for puzzle in puzzles])
easy = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
puzzle = sudoku.Puzzle.from_text(easy)
measure("solve 200 easy puzzles", lambda: [sudoku.solve(puzzle) for _ in range(200)])
measure("solve 200 easy puzzles of text", lambda: [sudoku.solve(easy) for _ in range(200)])
measure("explain a puzzle", lambda: sudoku.explain(puzzles[3]))
measure("rate 40 puzzles", lambda: sudoku.rate_batch(grids[:40]))
print(json.dumps(times))
"""


def measure(repeats: int) -> Section:
    """Compare the two modes; the library must have been built (`make kernels`)."""
    section = Section(
        f"Precompiled kernels and Numba's, seconds: best / median of {repeats} processes",
        ("work", *MODES, "ratio of the best", "of the medians"),
        notes=["Each process takes the best of nine runs. Both have the same settings of malloc."],
    )
    words = [str(DATA / "exactcover"), str(DATA / "sudoku" / "top95.txt")]
    runs: dict[str, list[dict[str, float]]] = {mode: [] for mode in MODES}
    with TemporaryDirectory() as cache:
        for round_ in range(-1, repeats):
            for mode in MODES:
                variables = {"EXACTCOVER_KERNELS": mode, "PYTHONPATH": str(ROOT), **MALLOC}
                if mode == "jit":
                    variables["NUMBA_CACHE_DIR"] = cache
                try:
                    one = run([sys.executable, "-c", WORK, *words], variables)
                except subprocess.CalledProcessError as error:
                    section.wrong.append(f"{mode}: exit code {error.returncode}")
                    return section
                if round_ >= 0:
                    runs[mode].append(json.loads(one.output))
    for name in runs["jit"][0]:
        times = [[one[name] for one in runs[mode]] for mode in MODES]
        best = min(times[0]) / min(times[1])
        middle = median(times[0]) / median(times[1])
        section.rows.append((name, *map(best_median, times), f"{best:.2f}", f"{middle:.2f}"))
        section.records.append({"name": name, **dict(zip(MODES, times, strict=True))})
        section.goals.append(Goal(name, f"<= {MOST} of Numba's", f"{best:.3f}", best <= MOST))
    add_calls(section)
    return section


CALL = """
import json, time
start = time.perf_counter()
from exactcover import Problem
from exactcover.engines.dancing_cells.engine import DancingCells, advance
from exactcover.runtime.search.protocol import counting
engine, out = DancingCells(Problem([["p"]]).links), counting()
advance(engine._state, 0, out)
best = 1.0
for _ in range(200):
    start = time.perf_counter()
    for _ in range(100):
        advance(engine._state, 0, out)
    best = min(best, (time.perf_counter() - start) / 100)
print(json.dumps(best))
"""


def add_calls(section: Section) -> None:
    """Add the time of a call of a kernel that does nothing."""
    best = []
    for mode in MODES:
        variables = {"EXACTCOVER_KERNELS": mode, "PYTHONPATH": str(ROOT)}
        best.append(float(run([sys.executable, "-c", CALL], variables).output))
    section.rows.append(
        ("a call of `dancing_cells`", *map(seconds, best), f"{best[0] / best[1]:.2f}", "")
    )
    section.records.append({"name": "call", **dict(zip(MODES, best, strict=True))})
