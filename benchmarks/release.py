"""Install the wheel and the sources in a fresh environment of every Python: `make release-check`.

``python -m benchmarks.release dist`` takes the files of this version in the folder, and builds
those that are missing: the archive of sources, and from what it holds the wheel. Files that hold
anything but the present sources are refused. It runs README in each environment, and some tests in
the unpacked sources. The exit status is 1 if a step fails. A Python that is neither here nor can be
fetched is named; it fails only with ``--all``.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

import click
from rich.console import Console
from rich.table import Table

from exactcover.runtime.kernels.host import fitting_targets
from exactcover.runtime.kernels.targets import WHEEL_TAGS
from exactcover.runtime.version import __version__

ROOT = Path(__file__).parents[1]
NAME = "exactcover_sudoku"
PACKAGES = ("exactcover/", "csp/", "sudoku/")
PYTHON = "Programming Language :: Python :: 3."
TESTS = ("tests/test_release.py", "tests/test_layers.py", "tests/exactcover/problem")
"""The tests that are run in the unpacked sources."""
SMALL = """
import csp, exactcover, sudoku
assert {exactcover.__version__, csp.__version__, sudoku.__version__} == {"%s"}
assert exactcover.Problem([["p", "q"], ["r"], ["q", "r"], ["p"]]).count() == 2
"""


def pythons() -> list[str]:
    """Return the versions of Python that `pyproject.toml` names."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = [each.removeprefix(PYTHON) for each in project["classifiers"] if PYTHON in each]
    return [f"3.{minor}" for minor in found if minor.isdecimal()]


def run(words: Sequence[object], folder: Path, **variables: str) -> None:
    """Run a command in a folder.

    Raises
    ------
    CalledProcessError
        If it fails; its output has the end of what the command printed.
    """
    done = subprocess.run(
        [*map(str, words)],
        cwd=folder,
        env=_environment() | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        last = "\n".join(done.stdout.splitlines()[-15:])
        raise subprocess.CalledProcessError(done.returncode, [*map(str, words)], last)


def _environment() -> dict[str, str]:
    """Return the variables of this process but for those that lead to our sources and kernels."""
    ours = ("PYTHONPATH", "NUMBA_CACHE_DIR", "EXACTCOVER_KERNELS", "EXACTCOVER_PRECOMPILE")
    return {name: value for name, value in os.environ.items() if name not in ours}


def interpreter(version: str) -> str | None:
    """Return the path of a Python, which uv fetches if there is none; None if that fails."""
    uv = shutil.which("uv", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    for path in _candidates(version, uv):
        words = [path, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
        try:
            found = subprocess.run(words, capture_output=True, text=True, check=False)
        except OSError:
            continue
        if found.stdout.strip() == version:
            return path
    return None


def _candidates(version: str, uv: str | None) -> Iterator[str]:
    """Yield paths where a Python may be; the last ones are asked for only if no other fits."""
    yield sys.executable
    if path := shutil.which(f"python{version}"):
        yield path
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    yield from map(str, sorted(versions.glob(f"{version}.*/bin/python")))
    if uv is not None:
        subprocess.run([uv, "python", "install", version], capture_output=True, check=False)
        words = [uv, "python", "find", "--managed-python", version]
        found = subprocess.run(words, capture_output=True, text=True, check=False)
        if path := found.stdout.strip():
            yield path


def archive(dist: Path, folder: Path) -> Path:
    """Return the archive of the sources of this version, which are unpacked in a folder.

    It is built anew; one that is in `dist` has to hold the same.
    """
    path = dist / f"{NAME}-{__version__}.tar.gz"
    run([sys.executable, "-m", "build", "--sdist", "--outdir", folder], ROOT)
    with tarfile.open(folder / path.name) as packed:
        packed.extractall(folder, filter="data")
    if not path.exists():
        return Path(shutil.copy(folder / path.name, path))
    with tarfile.open(path) as packed:
        files = {each.name.partition("/")[2]: each for each in packed if each.isfile()}
        held = {name: _read(packed, each) for name, each in files.items()}
    refuse_others(path, held, folder / path.name.removesuffix(".tar.gz"))
    return path


def _read(packed: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    file = packed.extractfile(member)
    return file.read() if file else b""


def refuse_others(path: Path, held: Mapping[str, bytes], sources: Path) -> None:
    """Check that an archive or a wheel holds the sources.

    A wheel has only those of the packages, and may have further files, such as kernels.

    Raises
    ------
    ClickException
        If a file is missing or is another one; the message has their names.
    """
    is_wheel = path.suffix == ".whl"
    wanted = {
        name: file.read_bytes()
        for file in sorted(sources.rglob("*"))
        if file.is_file() and file.suffix != ".pyc"  # the build imports the sources
        if (name := file.relative_to(sources).as_posix()) != "PKG-INFO"
        if not is_wheel or name.startswith(PACKAGES)
    }
    further = set() if is_wheel else held.keys() - wanted.keys() - {"PKG-INFO"}
    others = sorted({name for name in wanted if held.get(name) != wanted[name]} | further)
    if others:
        raise click.ClickException(
            f"{path.name} is not of the present sources; remove it and build it again. "
            f"Files that differ: {len(others)}, and first {', '.join(others[:5])}"
        )


def wheel(dist: Path, sources: Path) -> Path:
    """Return the wheel of this version for this system; build it from the sources if needed."""
    if (path := fitting_wheel(dist)) is not None:
        return path
    run([sys.executable, "-m", "build", "--wheel", "--outdir", dist], sources)
    if (path := fitting_wheel(dist)) is not None:
        return path
    raise click.ClickException(f"the wheel that was built in {dist} has no tag of this system")


def fitting_wheel(dist: Path) -> Path | None:
    """Return a wheel of this version for this system; None if the folder has none."""
    known = [WHEEL_TAGS[target.platform] for target in fitting_targets()]
    for tag in (*known, "*"):
        for path in sorted(dist.glob(f"{NAME}-{__version__}-py3-none-{tag}.whl")):
            if tag != "*" or not any(other in path.name for other in WHEEL_TAGS.values()):
                return path
    return None


def check_wheel(path: Path, python: str, folder: Path) -> None:
    """Install the wheel; run README and the commands, without a compiler."""
    installed = _environment_of(python, folder, path)
    words = [installed, "-P", "-X", "utf8", "-W", "error", "-m", "doctest", ROOT / "README.md"]
    run(words, folder, EXACTCOVER_KERNELS="precompiled")
    for command in ("exactcover", "csp", "sudoku"):
        run([installed.with_name(command), "--version"], folder)


def check_archive(path: Path, python: str, folder: Path) -> None:
    """Install the archive of the sources, and count; its kernels run as plain Python."""
    installed = _environment_of(python, folder, path)
    run([installed, "-P", "-c", SMALL % __version__], folder, NUMBA_DISABLE_JIT="1")


def _environment_of(python: str, folder: Path, what: Path) -> Path:
    """Make an environment, and install something; return its Python."""
    place = folder / "environment"
    run([python, "-m", "venv", place], folder)
    installed = place / ("Scripts" if os.name == "nt" else "bin") / "python"
    words = [installed, "-m", "pip", "install", "--quiet", "--no-compile", what]
    run(words, folder, EXACTCOVER_PRECOMPILE="none")
    return installed


def check_sources(sources: Path) -> None:
    """Run some tests in the unpacked sources, with the packages of this environment."""
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTS]
    run(words, sources, NUMBA_DISABLE_JIT="1", PYTHONPATH=str(sources))


@click.command()
@click.argument("dist", type=click.Path(file_okay=False, path_type=Path))
@click.option("--all", "wants_all", is_flag=True, help="Fail if a Python is missing.")
def main(dist: Path, wants_all: bool) -> None:
    """Check the files of this version in DIST; those that are missing are built."""
    dist.mkdir(exist_ok=True)
    dist = dist.resolve()
    with TemporaryDirectory() as place:
        folder = Path(place)
        source = archive(dist, folder)
        sources = folder / source.name.removesuffix(".tar.gz")
        built = wheel(dist, sources)
        with ZipFile(built) as zipped:
            held = {name: zipped.read(name) for name in zipped.namelist()}
        refuse_others(built, held, sources)
        report = Report(wants_all)
        report.add("tests of the sources", sys.executable, partial(check_sources, sources))
        for version in pythons():
            python = interpreter(version)
            for name, check in (("wheel", check_wheel), ("sources", check_archive)):
                own = folder / f"{name}-{version}"
                own.mkdir()
                file = built if name == "wheel" else source
                step = None if python is None else partial(check, file, python, own)
                report.add(f"{name}, Python {version}", python, step)
    Console().print(report.table)
    sys.exit(1 if report.faults else 0)


class Report:
    """The results of all checks; faults are also printed at once."""

    def __init__(self, wants_all: bool) -> None:
        self._wants_all = wants_all
        self.table = Table("step", "interpreter", "result")
        self.faults = 0

    def add(self, name: str, python: str | None, step: Callable[[], None] | None) -> None:
        """Do a step, and add its result; None is a step that cannot be done here."""
        if step is None:
            self.faults += self._wants_all
            self.table.add_row(name, "", "not checked: there is no such Python here")
            return
        try:
            step()
        except subprocess.CalledProcessError as error:
            self.faults += 1
            print(f"{name}: {' '.join(error.cmd)}\n{error.output}", file=sys.stderr)
            self.table.add_row(name, python, "failed")
        else:
            self.table.add_row(name, python, "ok")


if __name__ == "__main__":
    main()
