"""Twenty thousand puzzles over all strategies, shapes and symmetries, proved by exact cover."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter
from typing import Any, NamedTuple

from benchmarks.report import Goal, Section, seconds
from sudoku import SYMMETRIES, Classic, Diagonal, Puzzle, Rule, Shape, is_minimal, is_well_formed
from sudoku.generation.generate import generate
from sudoku.generation.symmetry import is_symmetric, orbits
from sudoku.rules.anti_knight import AntiKnight
from sudoku.rules.jigsaw import Jigsaw

METHOD = "dancing_cells"
"""An engine that shares no kernel with the generator."""
CLASSIC, X = (Classic(),), (Classic(), Diagonal())
JIGSAW, KNIGHT = (Jigsaw("1112 1222 3344 3344"),), (Classic(), AntiKnight())


class Batch(NamedTuple):
    """Puzzles of one order."""

    n: int
    shape: Shape
    rules: tuple[Rule, ...]
    arguments: Mapping[str, Any]


def batches() -> list[Batch]:
    """Return the batches: many puzzles of the plain strategies, and fewer of the others."""
    nine, six, four, eight = Shape(3, 3), Shape(3, 2), Shape(2, 2), Shape(4, 2)
    plain = ("top_down", "bottom_up", "deduction", "beneficial_first")
    listed = [Batch(1700, nine, CLASSIC, {"strategy": name}) for name in plain]
    for shape, rules, n in (
        (six, CLASSIC, 600),
        (four, CLASSIC, 400),
        (eight, CLASSIC, 300),
        (nine, X, 300),
        (six, X, 300),
        (four, JIGSAW, 100),
        (six, KNIGHT, 20),
    ):
        listed += [Batch(n, shape, rules, {"strategy": name}) for name in plain]
    for name in SYMMETRIES:
        listed.append(Batch(300, nine, CLASSIC, {"symmetry": name}))
        listed.append(Batch(200, six, CLASSIC, {"symmetry": name}))
    for name in ("none", "half_turn", "diagonal", "left_right"):
        listed.append(Batch(50, nine, CLASSIC, {"symmetry": name, "minimal": True}))
    listed.append(Batch(300, nine, CLASSIC, {"clues": 30}))
    listed.append(Batch(200, nine, CLASSIC, {"clues": 23, "minimal": True}))
    listed.append(Batch(50, nine, CLASSIC, {"strategy": "few_clues", "clues": 20}))
    pattern = next(generate(1, symmetry="full", seed=1)).grid.to_line()
    listed.append(Batch(100, nine, CLASSIC, {"pattern": pattern}))
    listed.append(Batch(3, Shape(4, 4), CLASSIC, {}))
    return listed


def measure() -> Section:
    """Make puzzles and prove that each is well-formed, and minimal and symmetric as requested."""
    section = Section(
        f"Generated puzzles, each proved by {METHOD}",
        ("arguments", "shape", "rules", "puzzles", "one solution", "minimal", "symmetric", "s"),
        notes=["minimal: for a symmetry without minimal=True, no orbit of clues can be removed."],
    )
    n_made = n_bad = 0
    for batch in batches():
        start = perf_counter()
        symmetry = batch.arguments.get("symmetry", "none")
        puzzles = list(
            generate(batch.n, shape=batch.shape, rules=batch.rules, seed=7, **batch.arguments)
        )
        unique = sum(is_well_formed(puzzle, method=METHOD) for puzzle in puzzles)
        must_be_minimal = batch.arguments.keys() & {
            "clues",
            "pattern",
        } == set() or batch.arguments.get("minimal", False)
        minimal = sum(_is_minimal(puzzle, batch.arguments) for puzzle in puzzles)
        symmetric = sum(is_symmetric(puzzle.grid.array(), symmetry) for puzzle in puzzles)
        n_made += len(puzzles)
        n_bad += 3 * len(puzzles) - unique - symmetric
        n_bad -= minimal if must_be_minimal else len(puzzles)
        arguments = ", ".join(
            f"{name}={str(value)[:12]}" for name, value in batch.arguments.items()
        )
        section.rows.append(
            (
                arguments,
                str(batch.shape),
                " ".join(rule.name for rule in batch.rules),
                *map(str, (len(puzzles), unique, minimal, symmetric)),
                seconds(perf_counter() - start),
            )
        )
    section.goals.append(
        Goal("puzzles proved", "20000, none wrong", f"{n_made}, {n_bad} wrong", not n_bad)
    )
    return section


def _is_minimal(puzzle: Puzzle, arguments: Mapping[str, Any]) -> bool:
    """Return whether no clue can be removed, or no orbit where whole orbits were removed."""
    if arguments.get("minimal") or arguments.get("symmetry", "none") == "none":
        return is_minimal(puzzle, method=METHOD)
    for cells in orbits(puzzle.shape.n, arguments["symmetry"]):
        left = list(puzzle.grid.cells)
        if left[cells[0]]:
            for cell in cells:
                left[cell] = 0
            if is_well_formed(Puzzle(puzzle.shape, puzzle.rules, left), method=METHOD):
                return False
    return True
