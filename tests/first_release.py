"""Write the files that a release can read and write: `python -m tests.first_release FOLDER`.

`tests/test_first_release.py` reads those of the first release, which lie in
`tests/data/release-0.1` and never change. Whoever raises the version of a format writes a new
folder beside it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import chdir
from pathlib import Path
from typing import Any

from csp import Model, all_different
from csp.model.expressions import Variable
from exactcover import Problem, write_solutions
from exactcover.formats.json import to_json as problem_to_json
from sudoku import RULES, Classic, Puzzle, Shape, count_grids, explain, to_json
from sudoku.rules.examples import EXAMPLES
from sudoku.rules.parsing import read_rule

TWICE = {("D", "r"): 2}
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def named(multiplicities: dict[tuple[str, str], int]) -> Problem:
    """Return a problem with all that a text can say of one."""
    return Problem(
        {
            "A": {"p": None, "x": "red"},
            "B": {"q": None, "x": "red"},
            "C": {"q": None, "x": "blue"},
            "D": {"r": None},
            "E": {"p": None, "r": None},
        },
        secondary=["x"],
        bounds={"r": (1, 2)},
        costs={"A": 1, "B": 2, "C": 3, "D": 4, "E": 5},
        multiplicities=multiplicities,
    )


def queens(n: int, costs: list[int] | None = None) -> Problem:
    """Return the problem of n queens."""
    options = [
        [("row", r), ("column", c), ("up", r - c), ("down", r + c)]
        for r in range(n)
        for c in range(n)
    ]
    ways = [(way, d) for way in ("up", "down") for d in range(-n, 2 * n)]
    return Problem(options, secondary=ways, costs=costs)


def queens_model(n: int) -> tuple[Model, list[Variable]]:
    """Return the model of n queens, and its variables."""
    model = Model()
    rows = list(model.variables(n, range(n), name="row"))
    for slope in (-1, 0, 1):
        model.post(all_different([row + slope * k for k, row in enumerate(rows)]))
    return model, rows


def count_cover(**controls: Any) -> Any:
    """Count covers."""
    return queens(12).count(method="dancing_cells", workers=1, **controls)


def count_layers(**controls: Any) -> Any:
    """Count covers layer by layer."""
    return queens(10).count(max_bytes=1 << 20, **controls)


def cheapest_cover(**controls: Any) -> Any:
    """Find the least cost of a cover."""
    problem = queens(11, [(5 * k * k) % 83 for k in range(121)])
    return problem.cheapest(workers=1, **controls).costs[0]


def count_models(**controls: Any) -> Any:
    """Count the solutions of a model."""
    return queens_model(11)[0].count(method="propagation", workers=1, **controls)


def least(**controls: Any) -> Any:
    """Minimise an objective of a model."""
    model, rows = queens_model(11)
    goal = sum(k * k * row for k, row in enumerate(rows))
    return model.minimize(goal, method="propagation", workers=1, **controls).value


def count_puzzles(**controls: Any) -> Any:
    """Count the solutions of a puzzle."""
    return Puzzle(Shape(3, 3), clues="." * 21 + PUZZLE[21:]).count(workers=1, **controls)


RUNS: dict[str, tuple[Callable[..., Any], Any]] = {
    "cover": (count_cover, 14200),
    "layers": (count_layers, 724),
    "cheapest": (cheapest_cover, 249),
    "model": (count_models, 2680),
    "best": (least, 1258),
    "sudoku": (count_puzzles, 232116),
}
"""The name of a checkpoint -> the search, and its answer."""


def write(folder: Path) -> None:
    """Write all files into a folder."""
    folder.mkdir(exist_ok=True)
    problem = named(TWICE)
    named({}).write(folder / "problem.txt")  # this format has no multiplicities
    (folder / "problem.json").write_text(problem_to_json(problem), encoding="utf-8")
    queens(6).diagram().save(folder / "diagram.npz")
    for name, (run, _) in RUNS.items():
        run(checkpoint=folder / f"{name}.run", max_nodes=200)
    with chdir(folder):  # the checkpoint has the name of the file
        write_solutions(queens(6), "solutions.jsonl", checkpoint="solutions.run", workers=1)
    count_grids(Shape(3, 2), checkpoint=folder / "grids.run", workers=1)
    model, _ = queens_model(5)
    (folder / "model.fzn").write_text(model.to_flatzinc(), encoding="utf-8")
    puzzles = [
        Puzzle(Shape(3, 3), [Classic(), read_rule(f"{name}={EXAMPLES[name]}")])
        if name in EXAMPLES
        else Puzzle(Shape(3, 3), [Classic(), read_rule(name)])
        for name in RULES
        if name != "classic"
    ]
    lines = [
        to_json(each)
        for each in [*puzzles, Puzzle(Shape(3, 3), clues=PUZZLE, title="A", author="B")]
    ]
    (folder / "puzzles.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "explanation.json").write_text(explain(PUZZLE).to_json() + "\n", encoding="utf-8")
    for lock in folder.glob("*-lock"):
        lock.unlink()


if __name__ == "__main__":
    write(Path(sys.argv[1]))
