"""A demonstration in a minute: real sudoku solved through exact cover, and a board tiled.

Solves the 95 hard puzzles of Norvig's essay, each proved to have one solution, shows one of them,
and tiles the 6 x 10 board with the twelve pentominoes.
"""

import sys
import time
from pathlib import Path

from sudoku import Grid, Puzzle, read_puzzles, solutions

sys.path.insert(0, str(Path(__file__).parents[1]))  # so that it runs as a script, too
from examples.pentominoes import BOARDS, draw, tilings

TOP95 = Path(__file__).parent / "data" / "top95.txt"


def solve_all(path: Path) -> tuple[list[tuple[Puzzle, Grid]], float]:
    """Solve every puzzle of a file, and prove that there is one solution only.

    Returns
    -------
    solved
        The puzzles and their solutions.
    seconds
        How long that took, without the compilation of kernels.
    """
    solved, seconds = [], 0.0
    with path.open() as lines:
        for _, grid in read_puzzles(lines):
            puzzle = Puzzle(clues=grid)
            found = solutions(puzzle, limit=2)
            [solution] = found
            solved.append((puzzle, solution))
            seconds += found.statistics.seconds
    return solved, seconds


def beside(left: str, right: str) -> str:
    """Put two texts of equal height side by side."""
    pairs = zip(left.splitlines(), right.splitlines(), strict=True)
    return "\n".join(f"{a}    {b}" for a, b in pairs)


def main() -> None:
    """Show it."""
    start = time.perf_counter()
    solved, seconds = solve_all(TOP95)
    rest = time.perf_counter() - start - seconds
    print(f"Norvig's {len(solved)} hard puzzles, each proved to have one solution:")
    print(f"  {seconds:.3f} s to solve them, {1000 * seconds / len(solved):.2f} ms a puzzle")
    print(f"  {rest:.3f} s to read them and to load kernels (at the first time: to compile them)")
    print("The first of them:\n")
    puzzle, solution = solved[0]
    print(beside(str(puzzle), str(solution)), end="\n\n")

    board = BOARDS["6 x 10"]
    first, number = tilings(board).solve(), tilings(board).count()
    milliseconds, seconds = 1000 * first.statistics.seconds, number.statistics.seconds
    print(f"The 6 x 10 board tiled with the pentominoes in {milliseconds:.0f} ms;")
    print(f"  all {number:,} different tilings counted in {seconds:.2f} s:\n")
    print(draw(first.get(), board))


if __name__ == "__main__":
    main()
