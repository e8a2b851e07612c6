"""Peers that make sudokus; run as a script, apart from ours: ``python -I FILE NAME SECONDS``.

One of them imports as `sudoku`, which is our name, too.
"""

import json
import sys
from collections.abc import Callable
from time import perf_counter


def py_sudoku(k: int) -> str:
    """Make a puzzle as the README shows; the README does not promise exactly one solution."""
    from sudoku import Sudoku  # type: ignore[attr-defined]

    board = Sudoku(3, seed=k).difficulty(0.7).board
    return "".join(str(digit or 0) for row in board for digit in row)


def dokusan(k: int) -> str:
    """Make a puzzle from the middle of the generator's scale of difficulty."""
    from dokusan import generators  # type: ignore[import-not-found]

    return str(generators.random_sudoku(avg_rank=150))


def sudokutools(k: int) -> str:
    """Make a minimal puzzle."""
    from sudokutools.generate import generate  # type: ignore[import-not-found]

    return str(generate().encode())


PEERS: dict[str, Callable[[int], str]] = {
    "py-sudoku": py_sudoku,
    "dokusan": dokusan,
    "sudokutools": sudokutools,
}


def main(name: str, seconds: float) -> None:
    """Make puzzles for some seconds, and print them with the time that they took."""
    make = PEERS[name]
    make(0)
    puzzles: list[str] = []
    start = perf_counter()
    while perf_counter() - start < seconds:
        puzzles.append(make(len(puzzles) + 1))
    print(json.dumps({"puzzles": puzzles, "seconds": perf_counter() - start}))


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
