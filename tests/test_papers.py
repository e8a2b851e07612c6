"""sudoku/papers/README.md: what its rows name exists, and its summary counts its rows."""

import re
from collections import Counter

import pytest

from sudoku.generation.strategies.registry import STRATEGIES
from sudoku.papers.registry import STUDIES
from sudoku.ratings.registry import SCALES
from sudoku.solvers.registry import find_method
from sudoku.techniques.registry import TECHNIQUES
from tests.test_layers import ROOT

TEXT = (ROOT / "sudoku" / "papers" / "README.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in TEXT.splitlines()
    if re.match(r"\| \d+ \|", line)
]


def test_the_summary_counts_the_rows() -> None:
    assert [int(row[0]) for row in ROWS] == list(range(1, len(ROWS) + 1))
    states = Counter(row[2] for row in ROWS)
    assert set(states) <= {"works", "works, differs", "missing"}
    n_work = states["works"] + states["works, differs"]
    assert f"Of {len(ROWS)} rows {n_work} work; for {states['works, differs']} of these" in TEXT
    assert re.search(rf"\b{states['missing']} (is|are) missing", TEXT)
    assert all(row[4] for row in ROWS if row[2] != "works"), "what differs has a reason"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_row_names_what_exists(row: list[str]) -> None:
    commands = " ".join(re.findall(r"`([^`]*)`", row[3]))
    for name in re.findall(r"study ([\w-]+)", commands):
        assert name in STUDIES
    for name in re.findall(r"--strategy (\w+)", commands):
        assert name in STRATEGIES
    for name in re.findall(r"--scale (\w+)", commands):
        assert name in SCALES
    for name in re.findall(r"--method (\w+)", commands):
        assert find_method(name) == name
    for path in re.findall(r"(?:examples|tests)/[\w/.]+", commands):
        assert (ROOT / path).exists()
    if row[3].startswith("technique "):
        assert re.findall(r"`(\w+)`", row[3])[0] in [each.name for each in TECHNIQUES]
