"""Where machine code is kept: never so that stale code could run."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import platformdirs
import pytest

from exactcover.jit import cache_folder

Package = Path


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Package]:
    """Make a package named `parcel` that can be imported."""
    folder = tmp_path / "parcel"
    (folder / "inner").mkdir(parents=True)
    for path in ("__init__.py", "inner/__init__.py"):
        (folder / path).touch()
    (folder / "inner" / "constants.py").write_text("STEP = 1\n")
    (folder / "kernels.py").write_text(
        "from exactcover.jit import kernel\n"
        "from parcel.inner.constants import STEP\n"
        "@kernel\n"
        "def look_up(array, k):\n"
        "    return array[k] + STEP\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    yield folder
    sys.modules.pop("parcel", None)


def folder_now() -> Path:
    """Return where the kernels of `parcel` are kept if the process starts now."""
    cache_folder.cache_clear()
    return cache_folder("parcel")


def test_every_source_counts(package: Package) -> None:
    constants = package / "inner" / "constants.py"
    first = folder_now()
    assert folder_now() == first
    constants.write_text("STEP = 2\n")
    assert folder_now() != first
    constants.write_text("STEP = 1\n")
    assert folder_now() == first
    constants.rename(package / "inner" / "renamed.py")
    assert folder_now() != first
    assert folder_now().name.startswith("parcel-")


def test_the_environment_says_where(
    package: Package, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "here"))
    assert folder_now().parent == tmp_path / "here"


def test_else_it_is_the_users_cache_or_a_temporary_folder(
    package: Package, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda _: home)
    assert folder_now().parent.is_relative_to(home)
    temporary = Path(tempfile.gettempdir())
    with monkeypatch.context() as patched:
        patched.setattr(os, "access", lambda path, mode: False)
        assert folder_now().parent.is_relative_to(temporary)
        assert not folder_now().is_relative_to(home)
    home.rename(tmp_path / "elsewhere")
    home.touch()  # a file where the folder would be
    assert folder_now().parent.is_relative_to(temporary)
    assert not folder_now().is_relative_to(home)


def run(package: Package, place: int, **environment: str) -> str:
    """Return what the kernel gives for a place in an array of two zeros, in a new process."""
    code = (
        "import numpy as np\n"
        "from parcel.kernels import look_up\n"
        "try:\n"
        f"    print(look_up(np.zeros(2, dtype=np.int64), {place}))\n"
        "except IndexError as error:\n"
        "    print(type(error).__name__)\n"
        "print(sum(look_up.stats.cache_hits.values()))\n"
    )
    inherited = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")}
    paths = [str(package.parent), str(Path(__file__).parents[2])]
    return subprocess.run(
        [sys.executable, "-c", code],
        env=inherited
        | {
            "NUMBA_CACHE_DIR": str(package.parent / "cache"),
            "PYTHONPATH": os.pathsep.join(paths),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        | environment,
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def test_stale_code_never_runs(package: Package) -> None:
    assert run(package, 1) == "1\n0\n"
    assert run(package, 1) == "1\n1\n"  # from the cache
    (package / "inner" / "constants.py").write_text("STEP = 2\n")
    assert run(package, 1) == "2\n0\n"


def test_bounds_checks_are_not_taken_from_code_without_them(package: Package) -> None:
    assert run(package, 1) == "1\n0\n"
    assert run(package, 7, NUMBA_BOUNDSCHECK="1") == "IndexError\n0\n"
    assert run(package, 1) == "1\n1\n"
