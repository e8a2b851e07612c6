"""The solution of a puzzle as an HTML page: pictures and words, step by step.

Run it with the name of a folder (by default `explanation`, below the current one), and optionally a
puzzle. The page needs no other files; the arrow keys move between its steps.
"""

import sys
from pathlib import Path

from sudoku import Explanation, Puzzle, explain

PUZZLE = "...4.61.....3.7....67...49.7.3...6.55...4...16.4...8.9.31...58....8.4.....65.1..."


def write_page(explanation: Explanation, folder: Path) -> Path:
    """Write the page, and the picture of each step beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, image in enumerate(explanation.pictures(), 1):
        image.save(folder / f"{number:03}.svg")
    page = folder / "index.html"
    explanation.save(page)
    return page


def main(folder: str = "explanation", puzzle: str = PUZZLE) -> None:
    """Explain a puzzle on a page."""
    explanation = explain(Puzzle.from_text(puzzle))
    page = write_page(explanation, Path(folder))
    print(explanation.verdict)
    for name, times in explanation.tally().items():
        print(f"{times:4} {name.replace('_', ' ')}")
    print(f"Open {page} in a browser")


if __name__ == "__main__":
    main(*sys.argv[1:])
