"""Puzzles a second through the exact-cover path: parse, solve and prove unique."""

from collections.abc import Mapping, Sequence
from itertools import islice
from statistics import median
from typing import Any, NamedTuple

from benchmarks.instances import DATA
from benchmarks.peers import Solver
from benchmarks.processes import COMPILING, WorkerError
from benchmarks.report import Goal, Section

FILES = {"clues17.txt": 5000.0, "kaggle.csv": None, "top95.txt": None}
"""The collections, with the puzzles a second wanted of ours on one core."""
DIGITS = set("123456789")


class Way(NamedTuple):
    """A solver and its method for sudokus."""

    name: str
    solver: Solver
    arguments: Mapping[str, Any]


def ways(solvers: Sequence[Solver]) -> list[Way]:
    """Return the solvers: xcover twice, by its function for matrices and by its bare kernel."""
    listed = []
    for solver in solvers:
        if solver.name == "xcover":
            listed.append(Way("xcover, matrix", solver, {"arrays": False}))
            listed.append(Way("xcover, arrays", solver, {"arrays": True}))
        else:
            listed.append(Way(solver.name, solver, {}))
    return listed


def read_puzzles(name: str, most: int) -> list[str]:
    """Read the first puzzles of a collection: the first 81 characters of each line."""
    with (DATA / "sudoku" / name).open() as file:
        return [line[:81] for line in islice(file, most)]


def is_solution(puzzle: str, grid: str) -> bool:
    """Return whether a grid agrees with the clues and has every digit in every house.

    Examples
    --------
    >>> is_solution("." * 81, "123456789" * 9)
    False
    """
    houses = [
        {grid[cell] for cell in cells}
        for k in range(9)
        for cells in (
            range(9 * k, 9 * k + 9),
            range(k, 81, 9),
            [27 * (k // 3) + 3 * (k % 3) + 9 * (j // 3) + j % 3 for j in range(9)],
        )
    ]
    agrees = all(clue in (".", "0", digit) for clue, digit in zip(puzzle, grid, strict=True))
    return agrees and all(house == DIGITS for house in houses)


def measure(solvers: Sequence[Solver], repeats: int, most: int, patience: float) -> Section:
    """Have each solver solve the same puzzles, alternately, `repeats` times."""
    listed = ways(solvers)
    section = Section(
        f"Sudoku by exact cover, puzzles a second: best / median of {repeats}",
        ("file", "puzzles", *(way.name for way in listed)),
        notes=[
            "Two solutions are asked for and exactly one found. Ours: from_text, then solutions.",
            "xcover, matrix: covers_bool; arrays: algorithm_c on arrays that the caller lays out.",
        ],
    )
    for file, wanted in FILES.items():
        lines = read_puzzles(file, most)
        times = alternate(listed, file, lines, repeats, patience, section.wrong)
        rates = {name: [len(lines) / each for each in mine] for name, mine in times.items()}
        cells = [f"{max(r):.0f} / {median(r):.0f}" if r else "-" for r in rates.values()]
        section.rows.append((file, str(len(lines)), *cells))
        section.records.append({"file": file, "puzzles": len(lines), "seconds": times})
        if wanted is not None:
            best = max(rates["ours"], default=0.0)
            goal = Goal(f"sudoku {file}", f">= {wanted:.0f}/s", f"{best:.0f}/s", best >= wanted)
            section.goals.append(goal)
    return section


def alternate(
    listed: Sequence[Way],
    file: str,
    lines: list[str],
    repeats: int,
    patience: float,
    wrong: list[str],
) -> dict[str, list[float]]:
    """Collect times, after one untimed puzzle each; a solver that fails is not asked again."""
    times: dict[str, list[float]] = {way.name: [] for way in listed}
    failed: set[str] = set()
    for round_ in range(-1, repeats):
        for way in listed:
            if way.name in failed:
                continue
            puzzles = lines if round_ >= 0 else lines[:1]
            limit = patience if round_ >= 0 else COMPILING
            try:
                reply = way.solver.worker.ask(
                    "solve_sudoku", lines=puzzles, patience=limit, **way.arguments
                )
            except WorkerError as error:
                failed.add(way.name)
                wrong.append(f"{way.name} on {file}: {error}")
                continue
            bad = [
                puzzle
                for puzzle, grids in zip(puzzles, reply["solutions"], strict=True)
                if len(grids) != 1 or not is_solution(puzzle, grids[0])
            ]
            if bad:
                failed.add(way.name)
                wrong.append(f"{way.name} on {file}: {len(bad)} puzzles, the first {bad[0]}")
            elif round_ >= 0:
                times[way.name].append(reply["seconds"])
    return times
