"""Each technique alone finds what HoDoKu's regression library says it does."""

from collections import Counter
from pathlib import Path

import pytest

from sudoku import Puzzle
from sudoku.errors import TextError
from sudoku.techniques.climb import climb
from sudoku.techniques.library import read_cases, verify

SLOW = ("0341", "0342", "03411", "03421")
"""Codes of which one case is enough here: seconds each."""
SLOWEST = ("0362", "03621", "0363", "0364")
"""Finned mutant fish: up to two minutes each, so only the command runs them."""
KNOWN = {"0709-2": 1}
"""Cases that fail: a grouped continuous loop of which we find none."""
SINGLES = ["naked_single", "hidden_single"]


def test_cases(data: Path) -> None:
    lines = (data / "techniques" / "reglib.txt").read_text().splitlines()
    seen: Counter[str] = Counter()
    some = []
    for line in lines:
        code = line.split(":")[1].partition("-")[0]
        seen[code] += 1
        if code not in SLOWEST and (code not in SLOW or seen[code] == 1):
            some.append(line)
    tallies = verify(some)
    failed = {code: tally.n_cases - tally.n_passed for code, tally in tallies.items()}
    assert {code: n for code, n in failed.items() if n} == KNOWN
    assert len(some) > 500


def test_a_line_that_contradicts_itself_names_line_and_cell() -> None:
    grid = "12345678." + "." * 72
    with pytest.raises(TextError, match="line 2: row 1, column 9: no candidate is left"):
        list(read_cases(["# a comment", f":0000:9:{grid}:919:::"]))
    with pytest.raises(TextError, match="line 1: two 1s in row 1"):
        list(read_cases([":0000:9:1+1" + "." * 79 + "::::"]))
    with pytest.raises(TextError, match="line 1: 2 fields, expected at least 7"):
        list(read_cases([":0000"]))


ONLY = {
    "hidden singles": [],
    "naked pairs": ["naked_pair"],
    "hidden pairs": ["hidden_pair"],
    "unit intersections": ["pointing", "claiming"],
    "swordfish": ["swordfish"],
    "3D Medusas": ["medusa_3d"],
    "dual Medusas": ["medusa_dual"],
    "bi-value cell forcing chains": ["cell_forcing"],
    "dual unit forcing chains": ["unit_forcing"],
    "Nishio forcing chains": ["nishio"],
    "guessing": ["anti_nishio"],
}
"""What solves a puzzle of the collection, besides singles."""

SMALLER = {
    "naked triples": (["naked_triple"], ["naked_pair"]),
    "naked quads": (["naked_quad"], ["naked_pair"]),
    "hidden quads": (["hidden_quad"], ["hidden_pair"]),
    "jellyfish": (["jellyfish"], ["x_wing"]),
    "X-wings": (["x_wing"], ["franken_x_wing"]),
    "XYZ-wings": (["xyz_wing"], ["xy_wing"]),
    "Y-wings": (["xy_wing"], ["hidden_pair"]),
    "hidden triples": (["hidden_triple"], ["hidden_pair", "pointing"]),
}
"""What solves one together with others, and neither alone; see `sudoku/papers/README.md`."""


def test_puzzles_that_need_one_technique(data: Path) -> None:
    lines = (data / "techniques" / "only_technique.txt").read_text().splitlines()
    named = zip(lines[::2], lines[1::2], strict=True)
    puzzles = {title.partition("only ")[2]: Puzzle.from_text(line) for title, line in named}
    assert set(puzzles) == {*ONLY, *SMALLER}
    for name, allowed in ONLY.items():
        assert is_solved(puzzles[name], allowed), name
    for name, (named_so, others) in SMALLER.items():
        assert is_solved(puzzles[name], [*named_so, *others]), name
        assert not is_solved(puzzles[name], named_so), name
        assert not is_solved(puzzles[name], others), name


def is_solved(puzzle: Puzzle, allowed: list[str]) -> bool:
    steps = climb(puzzle, SINGLES + allowed)
    return sum(len(step.placements) for step in steps) == 81 - puzzle.n_clues
