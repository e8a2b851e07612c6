"""Our techniques: the steps of each puzzle as data, or counts for many puzzles."""

from collections.abc import Sequence
from time import process_time
from typing import Any

import numpy as np

from benchmarks.workers.protocol import serve
from sudoku import Puzzle
from sudoku.techniques.climb import climb as our_climb
from sudoku.techniques.climb_many import climb_batch


def climb(lines: list[str]) -> dict[str, Any]:
    """Solve each puzzle step by step and measure the total time."""
    start = process_time()
    left = 0
    for line in lines:
        puzzle = Puzzle.from_text(line)
        n_placed = sum(len(step.placements) for step in our_climb(puzzle))
        left += n_placed + puzzle.n_clues < 81
    return {"seconds": process_time() - start, "solved": len(lines) - left}


def count(lines: list[str], techniques: Sequence[str] | None = None) -> dict[str, Any]:
    """Count the steps of all puzzles, from an array."""
    puzzles = np.array([[int(cell) if cell != "." else 0 for cell in line] for line in lines])
    start = process_time()
    climbs = climb_batch(puzzles, techniques)
    return {"seconds": process_time() - start, "solved": int(climbs.solved.sum())}


if __name__ == "__main__":
    serve({"climb": climb, "count": count})
