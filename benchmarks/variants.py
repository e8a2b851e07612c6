"""Time the proof of uniqueness of variant puzzles: to state them, and to search.

Run ``python -m benchmarks.variants FOLDER [KIND ...]``: the folder has files such as
``KillerSudoku.json``, of ``{id: {problem, solution}}``, in the layouts of `sudoku.formats.janko`.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from statistics import mean, median

from sudoku.encode import template
from sudoku.formats.janko import KINDS, read

NAMES = {"kenken": "KenKen", "str8ts": "Str8t", "suguru": "Suguru", "classic": "Sudoku"}


def file_of(kind: str) -> str:
    """Return the name of a kind's file."""
    return NAMES.get(kind, kind.title().replace("_", "").replace("-", "") + "Sudoku") + ".json"


def measure(kind: str, folder: Path) -> str:
    """Return a line of figures, in milliseconds; the first puzzle is solved twice, to warm up."""
    texts = [
        texts["problem"] for texts in json.loads((folder / file_of(kind)).read_text()).values()
    ]
    stated, searched, n_open = [], [], 0
    for text in [texts[0], *texts]:
        start = time.perf_counter()
        puzzle = read(kind, text)
        template(puzzle.shape, puzzle.rules)
        ready = time.perf_counter()
        search = puzzle.solutions(limit=2, time_limit=10)
        n_open += len(list(search)) < 2 and not search.complete
        searched.append(1e3 * (time.perf_counter() - ready))
        stated.append(1e3 * (ready - start))
    figures = [f"{mean(x):8.2f} {median(x):8.2f} {max(x):8.1f}" for x in (stated[1:], searched[1:])]
    return f"{kind:12} {len(texts):5}  {'  '.join(figures)}  {n_open:4}"


def main() -> None:
    """Print a table."""
    folder, *kinds = sys.argv[1:]
    print("kind        number  to state: mean, median, max  to search: mean, median, max  stopped")
    for kind in kinds or KINDS:
        if (Path(folder) / file_of(kind)).is_file():
            print(measure(kind, Path(folder)), flush=True)


if __name__ == "__main__":
    main()
