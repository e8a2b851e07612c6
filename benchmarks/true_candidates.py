"""The processor time of true candidates of finished and half-built variants, once compiled.

`python -m benchmarks.true_candidates` prints a table. Half-built boards are published ones from
which a part of the marks was taken away, chosen by a seed; those are kept that have at least two
solutions.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Iterator

import numpy as np

from benchmarks.instances import DATA
from sudoku import Puzzle, SudokuError, from_iss, from_layout, true_candidates

N_HALF_BUILT, TAKEN_AWAY, TIME_LIMIT = 15, 0.4, 20.0
LAYOUTS = {
    "classic": "Sudoku",
    "killer": "KillerSudoku",
    "jigsaw": "JigsawSudoku",
    "consecutive": "ConsecutiveSudoku",
    "even_odd": "EvenOddSudoku",
    "skyscraper": "SkyscraperSudoku",
    "butterfly": "ButterflySudoku",
    "samurai": "SamuraiSudoku",
}
"""The kinds of puzzles of janko.at, and their files."""
PER_KIND = 12


def strings() -> list[str]:
    """Return the published constraint strings."""
    entries = json.loads((DATA / "variants/iss_puzzles.json").read_text("utf-8"))
    return [entry["input"] for entry in entries]


def finished() -> Iterator[tuple[str, Puzzle]]:
    """Yield published puzzles, some of each kind."""
    for kind, name in LAYOUTS.items():
        problems = json.loads((DATA / f"variants/{name}.json").read_text("utf-8"))
        for entry in list(problems.values())[:PER_KIND]:
            try:
                yield kind, from_layout(kind, entry["problem"])
            except SudokuError:
                continue


def half_built() -> Iterator[tuple[str, Puzzle]]:
    """Yield boards of which a part of the marks was taken away."""
    for text in strings():
        rng = random.Random(text)
        parts = text.split(".")
        kept = [part for part in parts if "~" not in part or rng.random() >= TAKEN_AWAY]
        if len(kept) < len(parts):
            try:
                yield text[:40], from_iss(".".join(kept))
            except SudokuError:
                continue


def seconds(puzzle: Puzzle, cap: int) -> tuple[float, bool, int]:
    """Return the processor time, whether the search was complete, and its nodes."""
    begun = time.process_time()
    found = true_candidates(puzzle, cap, time_limit=TIME_LIMIT)
    return time.process_time() - begun, found.complete, found.statistics.nodes


def summary(title: str, times: list[float]) -> str:
    """Return a line about times."""
    median, high = np.percentile(np.array(times) * 1000, [50, 90])
    return f"{title}: {len(times)} boards, median {median:.2f} ms, 90 % below {high:.1f} ms"


def main() -> None:
    """Print the times."""
    times = []
    for _, puzzle in finished():
        true_candidates(puzzle, time_limit=TIME_LIMIT)
        times.append(seconds(puzzle, 1)[0])
    print(summary("finished", times))
    boards: list[tuple[str, Puzzle]] = []
    for name, puzzle in half_built():
        if len(boards) == N_HALF_BUILT:
            break
        if puzzle.count(limit=2, time_limit=2) == 2:
            boards.append((name, puzzle))
    for cap in (1, 8):
        times = []
        for name, puzzle in boards:
            took, is_complete, nodes = seconds(puzzle, cap)
            times.append(took)
            end = "" if is_complete else ", stopped"
            print(f"  cap {cap}, {name}: {1000 * took:.1f} ms, {nodes} nodes{end}")
        print(summary(f"half-built, cap {cap}", times))
    sys.stdout.flush()


if __name__ == "__main__":
    main()
