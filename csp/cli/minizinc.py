"""The command `csp minizinc`: our solver configuration, printed or placed for MiniZinc."""

from __future__ import annotations

import json
import os
import shutil
import sys
import sysconfig
from pathlib import Path

import click

from exactcover.runtime.cli.exit_codes import BadInput

SOLVER = "fzn-csp"
"""The command that MiniZinc calls."""


@click.command()
@click.option("--install", is_flag=True, help="Place the configuration where MiniZinc looks.")
@click.option("--folder", help="Place it in this folder instead of the user's.")
def minizinc(install: bool, folder: str | None) -> None:
    """Print the folder of our MiniZinc solver configuration, for MZN_SOLVER_PATH.

    With --install, place a configuration with the paths of this installation in the user's folder
    of MiniZinc, or in another one, and print its path. MiniZinc then knows the solver by itself.
    """
    from csp.formats.flatzinc.minizinc.library import library

    source = library()
    if not install and folder is None:
        print(source)
        return
    target = Path(folder) if folder is not None else _users_folder()
    configuration = json.loads((source / "csp.msc").read_text(encoding="utf-8"))
    configuration["executable"] = str(_executable())
    configuration["mznlib"] = str((source / configuration["mznlib"]).resolve())
    target.mkdir(parents=True, exist_ok=True)
    placed = target / "csp.msc"
    placed.write_text(json.dumps(configuration, indent=2) + "\n", encoding="utf-8")
    print(placed.resolve())


def _users_folder() -> Path:
    """Return the folder in which MiniZinc looks for the solvers of a user."""
    if os.name == "nt":
        return Path(os.environ.get("APPDATA", Path.home())) / "MiniZinc" / "solvers"
    return Path.home() / ".minizinc" / "solvers"


def _executable() -> Path:
    """Return the path of the solver: beside this command, or in a folder of this Python."""
    name = SOLVER + (".exe" if os.name == "nt" else "")
    folders = [Path(sys.argv[0]).parent, Path(sys.executable).parent]
    folders.append(Path(sysconfig.get_path("scripts")))
    for each in folders:
        if (each / name).is_file():
            return (each / name).absolute()
    found = shutil.which(SOLVER)
    if found is None:
        raise BadInput(
            f"there is no command {SOLVER} in {' or '.join(map(str, dict.fromkeys(folders)))}: "
            "install the package with pip"
        )
    return Path(found).absolute()
