"""What the documentation site is made of: the generator, and the pictures of README."""

from __future__ import annotations

import doctest
import json
import re
from importlib import import_module
from pathlib import Path

import pytest

from docs.gen.everyday import FOLDER as EVERYDAY
from docs.gen.everyday import PAGES, drawn, sections
from docs.gen.images import FOLDER, IMAGES
from sudoku import RULES

ROOT = Path(__file__).parents[1]
GENERATOR = sorted((ROOT / "docs/gen").rglob("*.py"))
MODULES = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for path in GENERATOR
    if path.name not in ("__init__.py", "hooks.py", "tables.py")  # mkdocs imports the last two
]
README = (ROOT / "README.md").read_text(encoding="utf-8")

NUMBERS = [
    ("", "Counting all", "pent6x10", "auto", "0.160"),
    ("", "Counting all", "pent6x10", "xcover", "3.99"),
    ("", "Counting all", "pent6x10", "exact_cover", "17.4"),
    ("", "Other", "count the tilings of 16x16 by dominoes", "seconds", "0.025"),
    ("batch", "Sudoku in batches", "clues17.txt", "one core", "1,968,000"),
    ("", "Puzzles of 9x9 made", "top_down", "a second", "22,000"),
    ("", "Puzzles of 9x9 made", "sudokutools", "a second", "5.5"),
    ("csp", "Constraint models", "queens 12", "ours", "0.064"),
    ("csp", "Constraint models", "queens 12", "NuCS", "2.3"),
    ("csp", "Constraint models", "queens 12", "CP-SAT", "6.9"),
]
"""Where each number of the table in README was measured."""


@pytest.mark.parametrize("module", MODULES)
def test_examples_of_the_generator(module: str) -> None:
    assert doctest.testmod(import_module(module)).failed == 0


@pytest.mark.parametrize("name", IMAGES)
def test_pictures_are_up_to_date(name: str) -> None:
    """If one is not, `python -m docs.gen.images` draws all again."""
    stored = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    assert stored == IMAGES[name]().to_svg()
    assert len(stored) < 20_000


PROBLEMS = list(sections())


@pytest.mark.parametrize(("name", "text"), PROBLEMS, ids=[name for name, _ in PROBLEMS])
def test_everyday_pictures_are_up_to_date(name: str, text: str) -> None:
    """If one is not, `python -m docs.gen.everyday` draws all again."""
    lines = re.findall(r"(?m)^(?:>>>|\.\.\.) ", text)
    assert 5 <= len(lines) <= 25
    stored = (EVERYDAY / f"{name}.svg").read_text(encoding="utf-8")
    assert len(stored) < 10_000
    assert stored == drawn(name, text)


def test_there_are_25_everyday_problems_and_the_overview_has_them() -> None:
    assert len(PROBLEMS) == 25
    assert {path.stem for path in EVERYDAY.glob("*.svg")} == {name for name, _ in PROBLEMS}
    rows = re.findall(r"(?m)^\| \[", (PAGES[0].parent / "index.md").read_text(encoding="utf-8"))
    assert len(rows) == 25


def test_every_picture_has_a_function() -> None:
    assert {path.stem for path in FOLDER.glob("*.svg")} == set(IMAGES)


@pytest.mark.parametrize(("folder", "section", "row", "column", "written"), NUMBERS)
def test_numbers_of_readme_are_the_last_results(
    folder: str, section: str, row: str, column: str, written: str
) -> None:
    """The first number of a cell of the results is the best time or rate."""
    path = ROOT / "benchmarks/results" / folder / "latest.json"
    results = json.loads(path.read_text(encoding="utf-8"))["sections"]
    found = next(each for each in results if each["title"].startswith(section))
    cells = next(each for each in found["rows"] if each[0] == row)
    best = cells[found["columns"].index(column)].partition(" / ")[0]
    digits = len(written.replace(",", "").strip("0.").replace(".", ""))
    assert float(f"{float(best.replace(',', '')):.{digits}g}") == float(written.replace(",", ""))
    table = README[README.index("## Five numbers") : README.index("## More")]
    assert f" {written} " in table


def test_readme_is_short_and_counts_the_rules() -> None:
    assert len(README.split()) <= 700
    assert f"with {len(RULES)} rules" in README
