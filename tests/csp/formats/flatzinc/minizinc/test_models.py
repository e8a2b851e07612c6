"""MiniZinc with our solver finds what it finds with Gecode.

Gecode gets global constraints as MiniZinc's own library defines them by simpler ones, which depends
on nothing of ours. The library for Gecode that Debian has does not fit its MiniZinc.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from csp.cli.minizinc import SOLVER
from tests.csp.formats.flatzinc.minizinc.models import ALL, BEST

GECODE = "fzn-gecode"
END, PROOF, NONE = "----------", "==========", "=====UNSATISFIABLE====="


def lacks() -> str | None:
    """Return what these tests need and this machine does not have."""
    for command in ("minizinc", GECODE):
        if shutil.which(command) is None:
            return f"{command} is not installed: apt-get install minizinc"
    scripts = Path(sys.executable).parent
    if shutil.which(SOLVER, path=str(scripts)) is None:
        return f"the command {SOLVER} is not in {scripts}: install the project"
    return None


pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(why := lacks()), reason=why or "")]


@pytest.fixture(scope="session")
def solver(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Place our solver configuration in a folder, and return its path."""
    folder = tmp_path_factory.mktemp("solvers")
    command = [sys.executable, "-m", "csp", "minizinc", "--folder", str(folder)]
    placed = subprocess.run(command, capture_output=True, text=True, check=True)
    return placed.stdout.strip()


@pytest.fixture(scope="session")
def gecode(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the path of a configuration of Gecode with the library of MiniZinc alone."""
    path = tmp_path_factory.mktemp("gecode") / "gecode.msc"
    known = {"id": "gecode.alone", "name": "Gecode", "version": "6", "stdFlags": ["-a"]}
    path.write_text(json.dumps(known | {"executable": shutil.which(GECODE)}))
    return str(path)


def run(solver: str, model: Path, *options: str) -> list[str]:
    """Return what MiniZinc prints: the texts of solutions, and last what is known at the end."""
    command = ["minizinc", "--solver", solver, *options, str(model)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr + done.stdout
    *texts, end = done.stdout.split(f"{END}\n")
    return [*texts, end.strip()]


def written(text: str, path: Path, goal: str = "") -> Path:
    path.write_text(f'include "globals.mzn";\n{text}\n{goal}', encoding="utf-8")
    return path


@pytest.mark.parametrize("name", ALL)
def test_all_solutions_are_the_same(name: str, solver: str, gecode: str, tmp_path: Path) -> None:
    model = written(ALL[name], tmp_path / "model.mzn", "solve satisfy;")
    *expected, end = run(gecode, model, "-a")
    *found, own_end = run(solver, model, "-a")
    assert sorted(found) == sorted(expected)
    assert own_end == end
    assert end == (PROOF if found else NONE)


@pytest.mark.parametrize("name", BEST)
def test_the_best_value_is_the_same(name: str, solver: str, gecode: str, tmp_path: Path) -> None:
    model = written(BEST[name], tmp_path / "model.mzn", 'output ["\\(p)"];')
    expected, found = run(gecode, model), run(solver, model)
    assert found == expected
    assert found[-1] == (PROOF if found[1:] else NONE)
    improving = run(solver, model, "-i")
    values = [int(value) for value in improving[:-1]]
    sign = -1 if "maximize" in BEST[name] else 1
    assert values == sorted(set(values), key=lambda value: -sign * value)
    assert values[-1:] == [int(value) for value in found[:-1]]
