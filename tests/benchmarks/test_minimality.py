"""The judge of generated puzzles, and the ledger of its findings."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import minimality, replaced
from sudoku import Grid, Puzzle, Shape, generate, solve

MINIMAL = Puzzle.from_text("3....13...1..2..")
"""A minimal puzzle of 4x4."""
SPARE = Puzzle.from_text("34...13...1..2..")
"""The same with a clue too many."""
OPEN = Puzzle.from_text("3....1....1..2..")
"""The same with a clue too few."""


@pytest.mark.parametrize("counted", [4, 3], ids=["counted", "certified"])
@pytest.mark.kernel
def test_redundant_clues_are_counted(counted: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minimality, "COUNTED_DIGITS", counted)
    assert minimality.redundant(MINIMAL) == 0
    assert minimality.redundant(SPARE) > 0
    assert minimality.redundant(OPEN) == 16


def test_a_certificate_is_another_solution_without_one_clue() -> None:
    solution = solve(MINIMAL).get()
    cell = MINIMAL.grid.cells.index(3)
    others = [grid for grid in MINIMAL.without_clue(0, 0).solutions() if grid != solution]
    assert others
    for other in others:
        assert minimality.is_certificate(MINIMAL, solution, cell, other)
        # It breaks the clue itself, so it shows nothing about another clue.
        assert not minimality.is_certificate(MINIMAL, solution, 5, other)
    assert not minimality.is_certificate(MINIMAL, solution, cell, solution)
    wrong = Grid(Shape(2, 2), (4, *solution.cells[1:]))
    assert not minimality.is_certificate(MINIMAL, solution, cell, wrong)


def test_a_run_makes_what_the_ledger_lacks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minimality, "PER_STRATEGY", {"2x2": 3})
    monkeypatch.setattr(minimality, "PARTS", {4: 2})
    ledger = tmp_path / "ledger.jsonl"
    section = minimality.measure(20_000, 1, ledger)
    assert not section.wrong
    assert all(goal.met for goal in section.goals)
    assert ("top_down", "3 of 3") in section.rows
    found = minimality.read(ledger)
    assert [each.made for each in found if each.strategy == "top_down"] == [2, 1]
    lines = ledger.read_text().splitlines()
    ledger.write_text("\n".join(lines[:-1]) + "\n")
    minimality.complete(20_000, 1, ledger)
    again = minimality.read(ledger)
    assert [each[:7] for each in again] == [each[:7] for each in found]  # but for the times


def test_what_is_replaced() -> None:
    puzzles = list(generate(30, seed=1, workers=1))
    uses = replaced.uses_of("multi_colours_2", puzzles)
    assert (uses.at_the_end, uses.needed) == (0, 0)
    uses = replaced.uses_of("naked_pair", puzzles)
    assert uses.stuck >= uses.at_the_end >= uses.needed > 0
    assert uses.example != "-"
