"""What a release needs to agree: versions, the policy of formats, the budgets that are promised."""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

import csp
import exactcover
import sudoku
from csp.cli.main import main as csp_main
from exactcover.cli.main import main as exactcover_main
from exactcover.diagrams.files import FORMAT as DIAGRAM
from exactcover.formats.json import FORMAT as PROBLEM
from exactcover.layered.checkpoint import FORMAT as LAYERS
from exactcover.runtime.parallel.checkpoint_schema import FORMAT as TASKS
from exactcover.runtime.reading_budget import MOST
from exactcover.runtime.version import __version__
from sudoku.cli.main import main as sudoku_main
from sudoku.counting.checkpoint import FORMAT as GRIDS
from sudoku.explaining.interchange import FORMAT as EXPLANATION
from sudoku.formats.json_line import FORMAT as PUZZLE
from sudoku.studio.messages import VERSION

ROOT = Path(__file__).parents[1]
MINIZINC = "csp/formats/flatzinc/minizinc/csp.msc"


def text_of(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def test_every_package_and_command_has_the_version() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", __version__)
    assert {exactcover.__version__, csp.__version__, sudoku.__version__} == {__version__}
    for command in (exactcover_main, csp_main, sudoku_main):
        shown = CliRunner().invoke(command, ["--version"]).stdout
        assert shown.rstrip().endswith(f"version {__version__}")


def test_every_file_has_the_version() -> None:
    assert f"\nversion: {__version__}\n" in text_of("CITATION.cff")
    assert json.loads(text_of(MINIZINC))["version"] == __version__
    assert re.findall(r"^## ([\d.]+)", text_of("CHANGELOG.md"), re.MULTILINE)[0] == __version__
    project = tomllib.loads(text_of("pyproject.toml"))
    assert project["project"]["dynamic"] == ["version"]
    assert project["tool"]["hatch"]["version"]["path"] == "exactcover/runtime/version.py"


def test_a_tag_of_this_commit_is_of_the_version_and_the_changelog_has_its_day() -> None:
    words = ["git", "-C", str(ROOT), "tag", "--points-at", "HEAD", "v*"]
    try:
        found = subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("these sources are in no repository")
    assert found in ([], [f"v{__version__}"])
    day = re.search(r"^## [\d.]+ \((.+)\)$", text_of("CHANGELOG.md"), re.MULTILINE)
    assert day is not None
    pattern = r"\d{4}-\d\d-\d\d" if found else r"\d{4}-\d\d-\d\d|not released yet"
    assert re.fullmatch(pattern, day[1])


def test_the_change_log_is_one_page() -> None:
    assert len(text_of("CHANGELOG.md").split()) <= 1200


def test_licence_and_authors_are_the_same_everywhere() -> None:
    project = tomllib.loads(text_of("pyproject.toml"))["project"]
    (author,) = project["authors"]
    assert f"Copyright (c) 2026 {author['name']}" in text_of("LICENSE")
    assert f'name: "{author["name"]}"' in text_of("CITATION.cff")
    assert text_of("LICENSE").startswith("MIT License")
    assert project["license"] == "MIT"
    assert "\nlicense: MIT\n" in text_of("CITATION.cff")


def test_the_security_policy_states_the_budgets() -> None:
    numbers = re.findall(r" ([\d,]+) (?=\|)", text_of("SECURITY.md"))
    assert sorted(int(each.replace(",", "")) for each in numbers) == sorted(MOST.values())


def test_the_policy_of_formats_names_their_versions() -> None:
    stated = re.findall(r'`(?:"format": ")?((?:exactcover|sudoku) [a-z ]+ \d+)"?`', POLICY)
    assert sorted(stated) == sorted([PROBLEM, DIAGRAM, PUZZLE, EXPLANATION, TASKS, LAYERS, GRIDS])
    assert f'`"version": {VERSION}`' in POLICY


POLICY = text_of("docs/compatibility.md")


@pytest.mark.parametrize("package", ["exactcover", "csp", "sudoku"])
def test_a_package_says_that_it_is_typed(package: str) -> None:
    assert (ROOT / package / "py.typed").exists()
