"""Count and list up to symmetry, beside the count of all solutions: processor time."""

import time
from collections.abc import Callable
from itertools import product
from statistics import median

from benchmarks.instances import DATA
from benchmarks.report import Goal, Section, seconds
from exactcover import Problem, tiling
from examples.dominoes import dominoes
from examples.queens import queens

FOLDER = DATA / "exactcover"
BOARDS = BOARD, *_ = "pent6x10", "pent5x12", "soma"
LEAST_RATIO = 3.0
"""All tilings of the board should take at least this many times as long as their classes."""
MOST_RATIO = 3.0
"""To list a class should take at most this many times as long as to list a solution."""
Make = Callable[[], Problem]
TASKS: dict[str, Callable[[Problem], int]] = {
    "count": lambda problem: problem.count(),
    "list": lambda problem: sum(1 for _ in problem.solutions()),
    "find the group": lambda problem: problem.symmetries().order,
    "count up to symmetry": lambda problem: problem.count(up_to="all"),
    "list up to symmetry": lambda problem: sum(1 for _ in problem.solutions(up_to="all")),
}


def measure(repeats: int) -> Section:
    """Time the tasks alternately, each time with a new problem whose symmetries are not known."""
    section = Section(
        f"Up to symmetry, seconds of the processor: best / median of {repeats}",
        ("problem", "solutions", "classes", "symmetries", *TASKS, "class / solution"),
        notes=[
            "The search for the symmetries is included, the reading of the problem is not.",
            "The last column: the best time of a class that is listed, by that of a solution.",
        ],
    )
    for name, make in problems().items():
        numbers, times = alternate(make, repeats)
        cells = [f"{seconds(min(some))} / {seconds(median(some))}" for some in times.values()]
        n_solutions, _, order, n_classes, n_listed = numbers
        _, plain, _, _, listed = (min(some) for some in times.values())
        ratio = (listed / n_listed) / (plain / n_solutions)
        row = name, f"{n_solutions:,}", f"{n_classes:,}", f"{order:,}", *cells, f"{ratio:.2f}"
        section.rows.append(row)
        section.records.append({"problem": name, "classes": n_classes, "seconds": times})
        if n_classes != n_listed:
            section.wrong.append(f"{name}: {n_classes} classes counted, {n_listed} listed")
        goal = f"a class is listed in at most {MOST_RATIO:.0f} times the time of a solution"
        section.goals.append(Goal(name, goal, f"{ratio:.2f} times", ratio <= MOST_RATIO))
        if name == BOARD:
            every, _, _, classes, _ = times.values()
            ratio = min(every) / min(classes)
            goal = f"classes at least {LEAST_RATIO:.0f} times as fast as all"
            section.goals.append(Goal(name, goal, f"{ratio:.2f} times", ratio >= LEAST_RATIO))
    return section


def problems() -> dict[str, Make]:
    """Return functions that make the problems, by name."""
    boards = {name: Problem.read(FOLDER / f"{name}.dlx") for name in BOARDS}
    copies: dict[str, Make] = {
        name: lambda board=board: Problem.from_parts(board._parts)  # type: ignore[misc]
        for name, board in boards.items()
    }
    ring = [(r, c) for r, c in product(range(8), range(8)) if not {r, c} <= {3, 4}]
    return copies | {
        "queens 12": lambda: queens(12),
        "queens 14": lambda: queens(14),
        "dominoes 6x6": lambda: dominoes(6, 6),
        "dominoes 6x8": lambda: dominoes(6, 8),
        "dominoes 8x8 with a hole": lambda: tiling(["##"], ring, numbers=None),
    }


def alternate(make: Make, repeats: int) -> tuple[list[int], dict[str, list[float]]]:
    """Return the result of each task, and its times after a first round that loads kernels."""
    times: dict[str, list[float]] = {task: [] for task in TASKS}
    numbers: list[int] = []
    for _ in range(repeats + 1):
        numbers = []
        for task, function in TASKS.items():
            problem = make()
            start = time.process_time()
            numbers.append(int(function(problem)))
            times[task].append(time.process_time() - start)
    return numbers, {task: some[1:] for task, some in times.items()}
