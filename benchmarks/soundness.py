"""No technique removes a digit of a solution: every step of every puzzle of all sets is checked."""

from collections import Counter
from itertools import islice
from time import process_time

from benchmarks.instances import DATA
from benchmarks.report import Goal, Section
from benchmarks.variants import of_layout
from sudoku import Puzzle, solve, solve_batch
from sudoku.formats.janko.reader import KINDS
from sudoku.techniques.climb import climb

Judged = tuple[Puzzle, list[int]]
"""A puzzle and a solution of it."""


def measure(most: int) -> Section:
    """Solve the first puzzles of each set and kind by all techniques, and check every step.

    A puzzle with several solutions is checked with one of them, which no step may lose, either.
    """
    sets = [(path.name, of_file(path.name, most)) for path in sorted((DATA / "sudoku").iterdir())]
    sets += [(kind, of_kind(kind, most)) for kind in KINDS]
    section = Section(
        "Soundness: steps judged by the solution",
        ("file", "puzzles", "solved", "steps", "techniques used", "wrong", "s"),
        notes=["The whole ladder but for techniques that assume one solution."],
    )
    n_puzzles = n_wrong = 0
    for name, puzzles in sets:
        start = process_time()
        used, n_solved, wrong = judged(puzzles)
        seconds = process_time() - start
        n_puzzles += len(puzzles)
        n_wrong += len(wrong)
        section.wrong += [f"{name}: {each}" for each in wrong[:3]]
        numbers = (len(puzzles), n_solved, used.total(), len(used), len(wrong))
        section.rows.append((name, *map(str, numbers), f"{seconds:.1f}"))
        section.records.append({"file": name, "puzzles": len(puzzles), "steps": dict(used)})
    what = f"steps against the solution, of {n_puzzles} puzzles"
    section.goals.append(Goal(what, "0", str(n_wrong), n_wrong == 0))
    return section


def read(name: str, most: int) -> list[str]:
    """Read the first puzzles of a set; other lines are headings or comments."""
    with (DATA / "sudoku" / name).open() as file:
        puzzles = (line[:81] for line in file if line[:1] in set(".0123456789"))
        return list(islice(puzzles, most))


def of_file(name: str, most: int) -> list[Judged]:
    """Return the first puzzles of a set, each with a solution."""
    puzzles = [Puzzle.from_text(line) for line in read(name, most)]
    solutions, _ = solve_batch([puzzle.grid.cells for puzzle in puzzles])
    return list(zip(puzzles, solutions.tolist(), strict=True))


def of_kind(kind: str, most: int) -> list[Judged]:
    """Return the first puzzles with rules of a kind, each with a solution."""
    puzzles = [make() for _, make, _ in of_layout(kind)[:most]]
    return [(puzzle, list(solve(puzzle).get().cells)) for puzzle in puzzles]


def judged(puzzles: list[Judged]) -> tuple[Counter[str], int, list[str]]:
    """Return the numbers of steps by technique and of solved puzzles, and the errors."""
    used: Counter[str] = Counter()
    wrong, n_solved = [], 0
    for puzzle, solution in puzzles:
        n_left = puzzle.grid.cells.count(0)
        for step in climb(puzzle):
            used[step.technique] += 1
            n_left -= len(step.placements)
            is_right = all(solution[cell] == digit for cell, digit in step.placements)
            is_right &= all(solution[cell] != digit for cell, digit in step.eliminations)
            if not is_right:
                wrong.append(f"{puzzle}: {step}")
                break
        n_solved += n_left == 0
    return used, n_solved, wrong
