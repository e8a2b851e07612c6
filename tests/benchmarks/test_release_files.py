"""Which files `make release-check` takes: those of this system, and of the present sources."""

from collections.abc import Sequence
from pathlib import Path

import click
import pytest

from benchmarks import release
from benchmarks.release import Report, refuse_others
from exactcover.runtime.kernels.host import fitting_targets
from exactcover.runtime.kernels.targets import WHEEL_TAGS
from exactcover.runtime.version import __version__

OWN = sorted({each.platform for each in fitting_targets()})
OTHER = next(tag for platform, tag in WHEEL_TAGS.items() if platform not in OWN)
SOURCES = {"csp/verbs.py": b"1", "sudoku/a/__init__.py": b"", "tests/test_verbs.py": b"2"}
ARCHIVE, WHEEL = Path("a-1.0.tar.gz"), Path("a-1.0-py3-none-any.whl")
IN_WHEEL = {name: text for name, text in SOURCES.items() if not name.startswith("tests/")}


def name_of(tag: str) -> str:
    """Return the name of a wheel."""
    return f"{release.NAME}-{__version__}-py3-none-{tag}.whl"


@pytest.mark.parametrize("tag", [*(WHEEL_TAGS[each] for each in OWN), "another_system"])
def test_a_wheel_of_this_system_or_of_an_unknown_one_is_taken(tag: str, tmp_path: Path) -> None:
    for each in (OTHER, tag):
        (tmp_path / name_of(each)).touch()
    assert release.wheel(tmp_path, tmp_path).name == name_of(tag)


@pytest.mark.parametrize("built", ["another_system", OTHER])
def test_a_missing_wheel_is_built_once(
    built: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    n_runs = 0

    def build(_: Sequence[object], folder: Path) -> None:
        nonlocal n_runs
        n_runs += 1
        (folder / name_of(built)).touch()

    monkeypatch.setattr(release, "run", build)
    if built == OTHER:
        with pytest.raises(click.ClickException, match="no tag of this system"):
            release.wheel(tmp_path, tmp_path)
    else:
        assert release.wheel(tmp_path, tmp_path).name == name_of(built)
    assert n_runs == 1


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    for name, text in (SOURCES | {"PKG-INFO": b"now"}).items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text)
    return tmp_path


def test_files_of_these_sources_are_taken(sources: Path) -> None:
    refuse_others(ARCHIVE, SOURCES | {"PKG-INFO": b"then"}, sources)
    bytecode = sources / "csp" / "__pycache__" / "verbs.cpython-311.pyc"
    bytecode.parent.mkdir()
    bytecode.touch()  # the build of the wheel imports the sources
    refuse_others(WHEEL, IN_WHEEL | {"csp/library.so": b"0"}, sources)


@pytest.mark.parametrize(
    ("path", "held", "names"),
    [
        (ARCHIVE, SOURCES | {"csp/verbs.py": b"0"}, "1, and first csp/verbs.py"),
        (ARCHIVE, IN_WHEEL, "tests/test_verbs.py"),
        (ARCHIVE, SOURCES | {"csp/removed.py": b""}, "csp/removed.py"),
        (WHEEL, IN_WHEEL | {"sudoku/a/__init__.py": b"0"}, "sudoku/a/__init__.py"),
        (WHEEL, {"csp/verbs.py": b"1"}, "sudoku/a/__init__.py"),
    ],
)
def test_others_are_refused(path: Path, held: dict[str, bytes], names: str, sources: Path) -> None:
    with pytest.raises(click.ClickException, match=f"is not of the present sources.*{names}$"):
        refuse_others(path, held, sources)


@pytest.mark.parametrize("wants_all", [False, True])
def test_a_missing_python(wants_all: bool) -> None:
    report = Report(wants_all)
    report.add("wheel, Python 3.99", None, None)
    assert report.faults == wants_all
