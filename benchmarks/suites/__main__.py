"""Run the suites of other libraries against this one: ``python -m benchmarks.suites FOLDER ...``.

A FOLDER is a copy of the sources of xcover, exact_cover or algorithm-x, with its tests. These run
in an environment of their own, in which the three libraries are installed.
"""

import os
import subprocess
import sys
from importlib.metadata import requires, version
from pathlib import Path

import click

from benchmarks.peers import make
from benchmarks.processes import ROOT

ENVIRONMENT = ROOT / ".venv-suites"
REQUIREMENTS = """\
xcover==0.2.6
exact_cover==1.5.*
algorithm-x==0.1.*
zdd_algorithms
hypothesis
pytest
networkx
"""


SUITES = {"xcover": "src/test", "exact_cover": "tests", "algorithm_x": "algorithm_x/tests"}
"""The libraries, and where their sources have the tests."""


def suite_of(folder: Path) -> str:
    """Return the name of the library whose sources are in a folder."""
    for name, tests in SUITES.items():
        has_package = (folder / name).is_dir() or (folder / "src" / name).is_dir()
        if has_package and (folder / tests).is_dir():
            return name
    raise click.BadParameter(f"{folder} has the tests of none of {', '.join(SUITES)}")


@click.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--python", type=click.Path(path_type=Path), help="Use this environment instead.")
def main(folders: tuple[Path, ...], python: Path | None) -> None:
    """Run the tests in each FOLDER; end with 1 if one fails."""
    if python is None:
        shared = [f"{name}=={version(name)}" for name in ("numba", "numpy")]
        ours = [each for each in requires("exactcover-sudoku") or () if "extra ==" not in each]
        make(ENVIRONMENT, "\n".join([REQUIREMENTS, *ours, *shared]))
        python = ENVIRONMENT / "bin" / "python"
    codes = []
    for folder in folders:
        name = suite_of(folder)
        plugin = f"benchmarks.suites.{name}_plugin"
        command = [str(python), "-m", "pytest", "-q", "-p", plugin, "-p", "no:cacheprovider"]
        paths = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
        print(f"{name}:", flush=True)
        run = subprocess.run(
            [*command, SUITES[name]],
            cwd=folder,
            env=os.environ | {"PYTHONPATH": paths},
            check=False,
        )
        codes.append(run.returncode)
    sys.exit(any(codes))


if __name__ == "__main__":
    main()
