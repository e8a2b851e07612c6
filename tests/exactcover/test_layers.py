"""Imports go one way, and what is heavy is imported when it is needed and not before."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# Each may import itself and those after it.
PACKAGES = ["examples", "sudoku", "csp", "exactcover"]
HEAVY = {"click", "llvmlite", "networkx", "numba", "rich", "scipy"}


def imports_of(path: Path) -> Iterator[str]:
    """Yield the names of all modules that a file imports, anywhere in it."""
    package = path.relative_to(ROOT).parts[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            yield ".".join((*base, node.module or ""))


def sources(package: str) -> list[Path]:
    """Return the files of a package, which may not be there yet."""
    return sorted((ROOT / package).rglob("*.py"))


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_go_one_way(package: str) -> None:
    earlier = set(PACKAGES[: PACKAGES.index(package)]) | {"tests", "benchmarks"}
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sources(package)
        for name in imports_of(path)
        if name.partition(".")[0] in earlier
    ]
    assert wrong == []


def test_only_what_compiles_imports_numba() -> None:
    files = [
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in sources(package)
        if any(name.partition(".")[0] == "numba" for name in imports_of(path))
    ]
    allowed = ("bits", "host", "jit", "kernel_cache", "pointers", "vectors")
    assert set(files) <= {f"exactcover/{name}.py" for name in allowed}


@pytest.mark.parametrize("package", ["exactcover", "csp", "sudoku"])
def test_importing_is_light(package: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", f"import {package}, sys; print(*sys.modules)"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert HEAVY & set(run.stdout.split()) == set()
