"""The solvers that are there: ours, those that MiniZinc knows, and Choco."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from csp.formats.flatzinc.minizinc.library import library as our_library

OURS = "exactcover.csp"
GECODE = "org.gecode.gecode"
CHOCO = "org.choco.choco"
CSP = (sys.executable, "-m", "csp", "fzn", "-s")
CHOCO_CLASS = "org.chocosolver.parser.flatzinc.ChocoFZN"
SEED = 1


class Solver(NamedTuple):
    """A way to run a solver."""

    name: str
    library: str
    """The identifier by which MiniZinc knows the library of global constraints."""
    command: tuple[str, ...]
    """The words before the file, without the option ``-a``."""
    n_threads: int = 1
    is_ours: bool = False
    """Whether our reader has read the file, so that the answer is checked."""

    def words(self, flatzinc: Path, has_objective: bool) -> list[str]:
        """Return the command that prints all improvements, or one solution of a decision."""
        return [*self.command, *(["-a"] if has_objective else []), str(flatzinc)]


class Library(NamedTuple):
    """The configuration of a solver, as MiniZinc lists it."""

    identifier: str
    executable: Path | None
    folder: Path | None
    """The files of its global constraints, if they are not in the folder of MiniZinc."""
    flags: tuple[str, ...]
    """The standard flags of the executable."""


def variables() -> dict[str, str]:
    """Return the environment of MiniZinc, with our configuration after those of the caller."""
    folders = [os.environ.get("MZN_SOLVER_PATH", ""), str(our_library())]
    return {"MZN_SOLVER_PATH": os.pathsep.join(filter(None, folders))}


def libraries() -> dict[str, Library]:
    """Ask MiniZinc which solvers it knows; of several with one identifier it uses the first."""
    command = ["minizinc", "--solvers-json"]
    environment = {**os.environ, **variables()}
    text = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    found: dict[str, Library] = {}
    for fields in json.loads(text.stdout):
        if not fields.get("isGUIApplication"):
            library = _library(fields)
            found.setdefault(library.identifier, library)
    return found


def solvers(known: dict[str, Library]) -> dict[str, Solver]:
    """Return all solvers that can run, by name; `known` are the `libraries`."""
    found = [*_ours(), *_choco(known)]
    for library in known.values():
        if library.executable and library.identifier not in (OURS, CHOCO):
            found += _configured(library, library.executable)
    return {solver.name: solver for solver in found}


def _library(fields: dict[str, Any]) -> Library:
    details = fields.get("extraInfo", {})
    executable = Path(details.get("executable", ""))
    is_there = executable.name.startswith("fzn-") and os.access(executable, os.X_OK)
    folder = Path(details.get("configFile", "")).parent / fields.get("mznlib", "")
    return Library(
        fields["id"],
        executable if is_there else None,
        folder if fields.get("mznlib") and folder.is_dir() else None,
        tuple(fields.get("stdFlags", ())),
    )


def _ours() -> Iterator[Solver]:
    yield Solver("csp-free", OURS, (*CSP, "-f"), is_ours=True)
    yield Solver("csp-fixed", OURS, CSP, is_ours=True)
    yield Solver("csp-threads", OURS, (*CSP, "-f", "-p", "2"), n_threads=2, is_ours=True)
    if find_spec("ortools"):
        yield Solver("cpsat", OURS, (*CSP, "--solver", "cpsat"), is_ours=True)


def _configured(library: Library, executable: Path) -> Iterator[Solver]:
    name = executable.name.removeprefix("fzn-")
    seed = ("-r", str(SEED)) if "-r" in library.flags else ()
    statistics = ("-s",) if "-s" in library.flags else ()
    command = (str(executable), *statistics, *seed)
    yield Solver(f"{name}-fixed", library.identifier, command)
    if "-f" in library.flags:
        yield Solver(f"{name}-free", library.identifier, (*command, "-f"))


def _choco(known: dict[str, Library]) -> Iterator[Solver]:
    """Yield Choco if there are Java, the package pycsp3, and a library of Choco for MiniZinc."""
    package = find_spec("pycsp3")
    folders = package.submodule_search_locations if package else None
    jars = sorted(Path(folders[0]).glob("solvers/choco/choco-parsers*.jar")) if folders else []
    java = shutil.which("java")
    if jars and java and CHOCO in known:
        command = (java, "-Xss64M", "-Xmx2g", "-cp", str(jars[-1]), CHOCO_CLASS)
        options = ("-lvl", "COMPET", "-p", "1")
        yield Solver("choco-fixed", CHOCO, (*command, *options))
        yield Solver("choco-free", CHOCO, (*command, *options, "-f"))
