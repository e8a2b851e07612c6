"""Published counts; `tests/data/counts.json` has their sources."""

import json
from pathlib import Path

import pytest

from exactcover import Problem

ROOT = Path(__file__).parents[2]
INSTANCES = ROOT.parent / "shared" / "data" / "exactcover"
KNOWN = json.loads((ROOT / "tests" / "data" / "counts.json").read_text(encoding="utf-8"))
# Those that are searched in no time without the JIT, too.
SHORT = {"langford8", "latin4", "queens8", "sts7", "sts9", "sudoku17"}
LONG = {"queens16"}


def _instance(name: str) -> object:
    marks = [pytest.mark.kernel] * (name in SHORT) + [pytest.mark.slow] * (name in LONG)
    return pytest.param(name, marks=marks)


@pytest.mark.parametrize("name", [_instance(name) for name in KNOWN])
def test_count_is_the_one_in_the_literature(name: str) -> None:
    path = INSTANCES / f"{name}.dlx"
    if not path.exists():
        pytest.skip(f"{path.name} is not in ../shared/data/exactcover")
    count = Problem.read(path).count()
    assert count == KNOWN[name]["count"]
    assert count.complete
