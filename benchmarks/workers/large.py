"""Count the solutions of one board, up to two, and name the engine."""

import json
import sys
from pathlib import Path
from time import perf_counter

from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.request import Limits, Request
from sudoku import Puzzle
from sudoku.verbs.solve import search


def answer(path: Path, patience: float) -> dict[str, object]:
    """Read a board and look for two solutions; the kernels are compiled or loaded before."""
    puzzle = Puzzle.from_text(path.read_text())
    for each in (Puzzle.from_text("1..............."), puzzle):
        start = perf_counter()
        found = search(each, Request(Goal.FEW, Limits(2, patience)))
        number = found.count()
        took = perf_counter() - start
    decided = found.complete or number == 2
    words = ("none", "one", "many") if decided else ("stopped", "one or more")
    return {
        "shape": str(puzzle.shape),
        "clues": puzzle.n_clues,
        "answer": words[number],
        "seconds": took,
        "nodes": found.statistics.nodes,
        "engines": [line.partition(":")[0] for line in found.statistics.choice],
    }


if __name__ == "__main__":
    print(json.dumps(answer(Path(sys.argv[1]), float(sys.argv[2]))))
