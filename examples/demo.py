"""A demonstration in a minute: real sudoku solved through exact cover, and a board tiled.

Solves the 95 hard puzzles of Norvig's essay, each proved to have one solution, shows one of them,
and tiles the 6 x 10 board with the twelve pentominoes.
"""

import sys
import time
from pathlib import Path

from exactcover import Problem
from sudoku import Grid, Puzzle, read_puzzles, solutions

sys.path.insert(0, str(Path(__file__).parents[1]))  # so that it runs as a script, too
from examples.pentominoes import BOARDS, draw, tilings

TOP95 = Path(__file__).parent / "data" / "top95.txt"


def solve_all(path: Path) -> list[tuple[Puzzle, Grid]]:
    """Return every puzzle of a file with its solution, having proved that there is one only."""
    solved = []
    with path.open() as lines:
        for _, grid in read_puzzles(lines):
            puzzle = Puzzle(clues=grid)
            [solution] = solutions(puzzle, limit=2)
            solved.append((puzzle, solution))
    return solved


def beside(left: str, right: str) -> str:
    """Put two texts of equal height side by side."""
    pairs = zip(left.splitlines(), right.splitlines(), strict=True)
    return "\n".join(f"{a}    {b}" for a, b in pairs)


def main() -> None:
    """Show it."""
    print("Preparing: the engine is compiled the first time that it runs ...", flush=True)
    start = time.perf_counter()
    Problem([["p"]]).solve()
    print(f"  {time.perf_counter() - start:.2f} s\n")

    start = time.perf_counter()
    solved = solve_all(TOP95)
    seconds = time.perf_counter() - start
    print(f"Norvig's {len(solved)} hard puzzles, each proved to have one solution:")
    print(f"  {seconds:.3f} s in all, {1000 * seconds / len(solved):.2f} ms a puzzle; the first:\n")
    puzzle, solution = solved[0]
    print(beside(str(puzzle), str(solution)), end="\n\n")

    board = BOARDS["6 x 10"]
    start = time.perf_counter()
    tiling = tilings(board).solve().solution
    first = time.perf_counter() - start
    start = time.perf_counter()
    number = tilings(board).count()
    print(f"The 6 x 10 board tiled with the pentominoes in {1000 * first:.0f} ms;")
    print(f"  all {number:,} different tilings counted in {time.perf_counter() - start:.2f} s:\n")
    if tiling is not None:
        print(draw(tiling, board))


if __name__ == "__main__":
    main()
