"""Answer for one board how many solutions it has, as far as it matters, and by which engine."""

import json
import sys
from pathlib import Path
from time import perf_counter

from exactcover.search.goal import Goal
from exactcover.verbs.cover_search import CoverSearch
from sudoku import Puzzle
from sudoku.encodings.exact_cover import blank_problem, chosen_options
from sudoku.solvers.automatic import automatic


def answer(path: Path, patience: float) -> dict[str, object]:
    """Read a board and look for two solutions; the kernels are compiled or loaded before."""
    puzzle = Puzzle.from_text(path.read_text())
    for each in (Puzzle.from_text("1..............."), puzzle):
        start = perf_counter()
        search = CoverSearch(
            blank_problem(each.shape, each.rules),
            automatic(each, Goal.FEW),
            Goal.FEW,
            chosen=chosen_options(each),
            limit=2,
            time_limit=patience,
        )
        number = search.count()
        took = perf_counter() - start
    decided = search.complete or number == 2
    words = ("none", "one", "many") if decided else ("stopped", "one or more")
    return {
        "shape": str(puzzle.shape),
        "clues": puzzle.n_clues,
        "answer": words[number],
        "seconds": took,
        "nodes": search.statistics.nodes,
        "engines": [line.partition(":")[0] for line in search.statistics.choice],
    }


if __name__ == "__main__":
    print(json.dumps(answer(Path(sys.argv[1]), float(sys.argv[2]))))
