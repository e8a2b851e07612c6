"""What type checkers know of the packages: `test_types_of_*.py`, checked by mypy and by pyright.

`make check` runs mypy on them, as on all files, and pytest runs them, too. Here pyright checks
them in its strict mode, if it is installed: `make test-full` installs it.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILES = sorted((ROOT / "tests").glob("test_types_of_*.py"))


def test_each_package_has_a_file() -> None:
    names = [path.stem.removeprefix("test_types_of_") for path in FILES]
    assert names == ["csp", "exactcover", "sudoku"]


@pytest.mark.slow
def test_pyright(tmp_path: Path) -> None:
    folder = str(Path(sys.executable).parent)
    program = next(
        filter(None, (shutil.which(name, path=folder) for name in ("basedpyright", "pyright"))),
        None,
    )
    if program is None:
        pytest.skip("neither basedpyright nor pyright is installed: pip install '.[types]'")
    configuration = tmp_path / "pyrightconfig.json"
    settings = {
        "include": [str(path) for path in FILES],
        "extraPaths": [str(ROOT)],
        "typeCheckingMode": "strict",
        "pythonVersion": "3.11",
    }
    configuration.write_text(json.dumps(settings), encoding="utf-8")
    words = [program, "--outputjson", "--pythonpath", sys.executable, "-p", str(configuration)]
    run = subprocess.run(words, capture_output=True, text=True, check=False)
    found = json.loads(run.stdout)
    errors = [
        f"{Path(each['file']).name}:{each['range']['start']['line'] + 1}: {each['message']}"
        for each in found["generalDiagnostics"]
        if each["severity"] == "error"
    ]
    assert errors == []
    assert found["summary"]["filesAnalyzed"] == len(FILES)
