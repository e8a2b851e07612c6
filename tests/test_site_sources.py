"""What the documentation site is made of: the generator, and the pictures of README."""

from __future__ import annotations

import doctest
import json
import re
from importlib import import_module
from pathlib import Path

import pytest

from docs.gen.images import FOLDER, IMAGES
from sudoku import RULES

ROOT = Path(__file__).parents[1]
GENERATOR = sorted((ROOT / "docs/gen").rglob("*.py"))
MODULES = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for path in GENERATOR
    if path.name not in ("__init__.py", "hooks.py")  # mkdocs calls the hooks
]
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("module", MODULES)
def test_examples_of_the_generator(module: str) -> None:
    assert doctest.testmod(import_module(module)).failed == 0


@pytest.mark.kernel
@pytest.mark.parametrize("name", IMAGES)
def test_pictures_are_up_to_date(name: str) -> None:
    """If one is not, `python -m docs.gen.images` draws all again."""
    stored = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    assert stored == IMAGES[name]().to_svg()
    assert len(stored) < 20_000


def test_every_picture_has_a_function() -> None:
    assert {path.stem for path in FOLDER.glob("*.svg")} == set(IMAGES)


def test_numbers_of_readme_are_the_last_results() -> None:
    measured = ""
    for folder in ("", "csp"):
        path = ROOT / "benchmarks/results" / folder / "latest.json"
        sections = json.loads(path.read_text(encoding="utf-8"))["sections"]
        measured += "\n".join(str(row) for section in sections for row in section["rows"])
    known = {
        float(number.replace(",", ""))
        for number in re.findall(r"[\d,]*\.?\d+(?:e\+\d+)?", measured)
    }
    table = README[README.index("## Five numbers") : README.index("## More")]
    numbers = re.findall(r"([\d,.]+) (?:s\b|a second)", table)
    assert len(numbers) == 10
    for number in numbers:
        value = float(number.replace(",", ""))
        assert any(abs(value - other) <= 0.006 * value for other in known), number


def test_readme_is_short_and_counts_the_rules() -> None:
    assert len(README.split()) <= 700
    assert f"with {len(RULES)} rules" in README
