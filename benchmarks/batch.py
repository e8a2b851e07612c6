"""Puzzles a second through the batch verbs: arrays in, solutions and counts out."""

import csv
import time
from pathlib import Path
from statistics import median

import numpy as np
from numpy.typing import NDArray

from benchmarks.engines import machine_scale
from benchmarks.instances import DATA
from benchmarks.report import Goal, Section
from benchmarks.sudoku_rate import is_solution
from sudoku import solve_batch

FILES = {
    "clues17.txt": (700_000, 1),
    "kaggle.csv": (400_000, 1),
    "magictour.txt": (130_000, 1),
    "hardest1905.txt": (22_000, 1),
    "many_solutions.txt": (500_000, 2),
}
"""The collections: puzzles a second wanted on one core, and how many solutions are to be found."""
TWO_CORES = 1.9
"""How many times as fast two cores must be."""
LEAST = 0.5
"""Seconds that a measurement of both cores should take: the file is repeated for that."""

BY_COVER, COVERED = 30_000, ("clues17.txt", "kaggle.csv")
"""The puzzles a second by exact cover that are wanted, and of which files."""


def measure(repeats: int) -> Section:
    """Time every collection on one core, `repeats` times, and the first also on two."""
    section = Section(
        f"Sudoku in batches, puzzles a second: best / median of {repeats}",
        ("file", "puzzles", "one core", "two cores / one", "by exact cover"),
        notes=["Each is solved and proved unique; of many_solutions, two are found for each."],
    )
    scale = machine_scale(repeats)
    section.notes.append(f"This machine takes {scale:.2f} times as long as that of the goals.")
    solve_batch(np.zeros((1, 81), dtype=np.uint8))
    for name, (wanted, n_solutions) in FILES.items():
        cells = read_cells(DATA / "sudoku" / name)
        rates = [rate(cells, 1, n_solutions, name, section.wrong) for _ in range(repeats)]
        ratio = two_cores(cells, max(rates), repeats)
        best, middle = max(rates), median(rates)
        figures = f"{best:,.0f} / {middle:,.0f}"
        covers = [
            rate(cells, 1, n_solutions, name, section.wrong, "dancing_cells")
            for _ in range(repeats)
        ]
        by_cover = f"{max(covers):,.0f} / {median(covers):,.0f}"
        section.rows.append((name, str(len(cells)), figures, f"{ratio:.2f}", by_cover))
        section.records.append(
            {"file": name, "rates": rates, "two_cores": ratio, "exact_cover": covers}
        )
        if name in COVERED:
            least = BY_COVER / scale
            text = f">= {least:,.0f}/s ({BY_COVER:,} scaled)"
            goal_by_cover = Goal(
                f"batch of {name} by exact cover", text, by_cover, max(covers) >= least
            )
            section.goals.append(goal_by_cover)
        goal = wanted / scale
        text = f">= {goal:,.0f}/s ({wanted:,} scaled)"
        section.goals.append(Goal(f"batch of {name}", text, f"{best:,.0f}/s", best >= goal))
    ratio = max(record["two_cores"] for record in section.records)
    met = ratio >= TWO_CORES
    section.goals.append(Goal("batch on two cores", f">= {TWO_CORES}", f"{ratio:.2f}", met))
    return section


def read_cells(path: Path) -> NDArray[np.uint8]:
    """Read a collection: the first 81 characters of each line, or of a CSV file's first column."""
    with path.open(newline="") as file:
        lines = [row[0] for row in csv.reader(file) if row and len(row[0]) >= 81]
    text = "".join(line[:81] for line in lines).replace(".", "0")
    return np.frombuffer(text.encode(), dtype=np.uint8).reshape(-1, 81) - np.uint8(ord("0"))


def rate(
    cells: NDArray[np.uint8],
    workers: int,
    n_solutions: int,
    name: str,
    wrong: list[str],
    method: str | None = None,
) -> float:
    """Return the puzzles a second of one run, and check its results."""
    start = time.perf_counter()
    solutions, counts = solve_batch(cells, workers=workers, method=method)
    elapsed = time.perf_counter() - start
    if (counts != n_solutions).any():
        wrong.append(f"{name}: {(counts != n_solutions).sum()} puzzles with other counts")
    pairs = zip(cells[::97].tolist(), solutions[::97].tolist(), strict=True)
    if not all(is_solution(*("".join(map(str, line)) for line in pair)) for pair in pairs):
        wrong.append(f"{name}: a solution is wrong")
    return len(cells) / elapsed


def two_cores(cells: NDArray[np.uint8], one_core: float, repeats: int) -> float:
    """Return the best speedup of two workers in several runs on a long batch."""
    many = np.tile(cells, (int(one_core * LEAST / len(cells)) + 1, 1))
    seconds = {1: float("inf"), 2: float("inf")}
    for _ in range(repeats):
        for workers in seconds:
            start = time.perf_counter()
            solve_batch(many, workers=workers)
            seconds[workers] = min(seconds[workers], time.perf_counter() - start)
    return seconds[1] / seconds[2]
