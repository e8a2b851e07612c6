"""No technique removes a digit of a solution: every step of every puzzle of all sets is checked."""

from collections import Counter
from itertools import islice
from time import process_time

from benchmarks.instances import DATA
from benchmarks.report import Goal, Section
from sudoku import Puzzle, solve_batch
from sudoku.techniques.climb import climb


def measure(most: int) -> Section:
    """Climb the whole ladder with the first puzzles of each set, and judge every step.

    A puzzle with several solutions is judged by one of them: no step may lose that either.
    """
    section = Section(
        "Soundness: steps judged by the solution",
        ("file", "puzzles", "solved", "steps", "techniques used", "wrong", "s"),
        notes=["The whole ladder but for techniques that assume one solution."],
    )
    n_puzzles = n_wrong = 0
    for path in sorted((DATA / "sudoku").iterdir()):
        lines = read(path.name, most)
        start = process_time()
        used, n_solved, wrong = judged(lines)
        seconds = process_time() - start
        n_puzzles += len(lines)
        n_wrong += len(wrong)
        section.wrong += [f"{path.name}: {each}" for each in wrong[:3]]
        numbers = (len(lines), n_solved, used.total(), len(used), len(wrong))
        section.rows.append((path.name, *map(str, numbers), f"{seconds:.1f}"))
        section.records.append({"file": path.name, "puzzles": len(lines), "steps": dict(used)})
    what = f"steps against the solution, of {n_puzzles} puzzles"
    section.goals.append(Goal(what, "0", str(n_wrong), n_wrong == 0))
    return section


def read(name: str, most: int) -> list[str]:
    """Read the first puzzles of a set; other lines are headings or comments."""
    with (DATA / "sudoku" / name).open() as file:
        puzzles = (line[:81] for line in file if line[:1] in set(".0123456789"))
        return list(islice(puzzles, most))


def judged(lines: list[str]) -> tuple[Counter[str], int, list[str]]:
    """Return the steps by technique, how many puzzles they solved, and what is wrong."""
    puzzles = [Puzzle.from_text(line) for line in lines]
    solutions, _ = solve_batch([puzzle.grid.cells for puzzle in puzzles])
    used: Counter[str] = Counter()
    wrong, n_solved = [], 0
    for puzzle, solution in zip(puzzles, solutions.tolist(), strict=True):
        n_left = 81 - puzzle.n_clues
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
