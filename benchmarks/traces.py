"""The Python files that a small call goes through, and its calls: ``python -m benchmarks.traces``.

Each call is made twice, and the second one is traced: by then modules are imported and kernels are
compiled.
"""

import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

from csp import Model
from exactcover import Problem
from sudoku import Puzzle, solve

ROOT = Path(__file__).parents[1]
PACKAGES = ("exactcover", "csp", "sudoku")
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def files_of(call: Callable[[], object]) -> Counter[str]:
    """Return how many functions of each file of the packages a call enters."""
    call()
    entered: Counter[str] = Counter()

    def note(frame: FrameType, event: str, argument: Any) -> None:
        path = Path(frame.f_code.co_filename)
        if event == "call" and path.is_relative_to(ROOT):
            name = path.relative_to(ROOT).as_posix()
            if name.startswith(PACKAGES):
                entered[name] += 1

    sys.setprofile(note)
    try:
        call()
    finally:
        sys.setprofile(None)
    return entered


def calls() -> dict[str, Callable[[], object]]:
    """Return three small calls, one of each package."""
    problem = Problem([["p", "q"], ["q", "r"], ["r"], ["p"]])
    puzzle = Puzzle.from_text(EASY)
    model = Model()
    x, y = model.variables(2, range(5), name="x")
    model.post(x + y >= 3)
    return {
        "Problem.count()": problem.count,
        "sudoku.solve": lambda: solve(puzzle),
        "Model.minimize": lambda: model.minimize(x + 2 * y),
    }


def main() -> None:
    """Print the files of the calls."""
    for name, call in calls().items():
        entered = files_of(call)
        print(f"{name}: {len(entered)} files, {entered.total()} calls")
        for path in sorted(entered):
            print(f"    {entered[path]:4} {path}")


if __name__ == "__main__":
    main()
