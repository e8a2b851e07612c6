"""Measure how often and how fast the generator reaches a requested difficulty."""

from __future__ import annotations

from statistics import median
from time import process_time

import numpy as np

from benchmarks.report import Goal, Section
from sudoku import Classic, Shape, rate
from sudoku.generation.batch_counts import Digits, Judge
from sudoku.generation.strategies.registry import strategy
from sudoku.generation.strategies.strategy import PuzzleRequest
from sudoku.ratings.goals import goal_of

N_CLASSES, N_TECHNIQUES = 1000, 100
CHECKED = 50
"""The number of puzzles of each class that are rated again by the scale itself."""
SECONDS = 10.0
"""The most seconds of an attempt for a technique."""
TECHNIQUES = ("swordfish", "xy_wing", "nishio")


def measure() -> Section:
    """Generate puzzles of each class, and puzzles that need a technique."""
    section = Section(
        "Generation to a difficulty, one core",
        ("requested", "attempts", "found", "a second", "median s", "longest s"),
        notes=["seconds of the processor; an attempt is one search, from one seed for techniques."],
    )
    for level in ("easy", "medium", "hard", "expert"):
        _class(section, level)
    for technique in TECHNIQUES:
        _technique(section, technique)
    return section


def _search(request: PuzzleRequest, seed: int, n: int) -> Digits:
    judge = Judge(Shape(3, 3), (Classic(),))
    return strategy("graded").make(judge, request, np.random.default_rng(seed), n).puzzles


def _class(section: Section, level: str) -> None:
    request = PuzzleRequest(goal=goal_of(level))
    _search(request, 1, 10)  # kernels are compiled
    start = process_time()
    puzzles = _search(request, 0, N_CLASSES)
    seconds = process_time() - start
    share, pace = len(puzzles) / N_CLASSES, len(puzzles) / seconds
    section.rows.append((level, str(N_CLASSES), f"{100 * share:.1f} %", f"{pace:.3g}", "", ""))
    section.records.append({"requested": level, "found": share, "a second": pace})
    section.goals += [
        Goal(f"{level}: found", ">= 99 %", f"{100 * share:.1f} %", share >= 0.99),
        Goal(f"{level}: a second", ">= 20", f"{pace:.0f}", pace >= 20),
    ]
    section.wrong += [
        f"{level}: a puzzle is {found}"
        for found in map(_level_of, puzzles[:CHECKED].tolist())
        if found != level
    ]


def _level_of(cells: list[int]) -> str | None:
    from sudoku import Puzzle

    return rate(Puzzle(Shape(3, 3), clues=cells)).level


def _technique(section: Section, name: str) -> None:
    request = PuzzleRequest(goal=goal_of(technique=name))
    _search(request, N_TECHNIQUES, 1)  # kernels are compiled
    times, n_found = [], 0
    for seed in range(N_TECHNIQUES):
        start = process_time()
        is_found = len(_search(request, seed, 1)) == 1
        times.append(process_time() - start)
        n_found += is_found and times[-1] <= SECONDS
    share = n_found / N_TECHNIQUES
    section.rows.append(
        (
            f"needs {name}",
            str(N_TECHNIQUES),
            f"{100 * share:.0f} %",
            f"{N_TECHNIQUES / sum(times):.3g}",
            f"{median(times):.3g}",
            f"{max(times):.3g}",
        )
    )
    section.records.append({"requested": f"needs {name}", "found": share, "seconds": times})
    words = f">= 95 % within {SECONDS:.0f} s", f"{100 * share:.0f} %"
    section.goals.append(Goal(f"needs {name}: found", *words, share >= 0.95))
