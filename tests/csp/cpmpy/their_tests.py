"""Run the tests of CPMpy's source distribution with our solver: `make test-cpmpy`.

The distribution of the installed version is downloaded by pip, unpacked in a temporary folder, and
tested there with the plugin beside this file.
"""

import subprocess
import sys
import tarfile
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

FILES = (
    "test_constraints.py",
    "test_direct.py",
    "test_globalconstraints.py",
    "test_solveAll.py",
    "test_solverinterface.py",
    "test_solvers.py",
    "test_solvers_solhint.py",
    "test_tools_mus.py",
)
"""The tests that take a solver, or the default one."""
LEFT_OUT = (
    "test_globalconstraints.py::TestGlobal::test_ite_with_constants",
    "test_solvers.py::TestSupportedSolvers::test_status_runtime",
)
"""The first one expects one of several solutions, the second one a machine that is fast enough."""
PLUGIN = "tests.csp.cpmpy.plugin"


def unpacked(folder: Path) -> Path:
    """Return the folder of the source distribution, downloaded to a folder."""
    name = f"cpmpy=={version('cpmpy')}"
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:"]
    subprocess.run([*pip, "--dest", str(folder), name], check=True)
    [archive] = folder.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    [found] = (each for each in folder.iterdir() if each.is_dir())
    return found


def main() -> int:
    """Return the exit code of pytest."""
    with TemporaryDirectory() as temporary:
        folder = unpacked(Path(temporary))
        options = ["-q", "-n", "auto", "-p", PLUGIN, "-p", "no:randomly", "-o", "addopts="]
        left_out = [f"--deselect=tests/{each}" for each in LEFT_OUT]
        files = [f"tests/{each}" for each in FILES]
        command = [sys.executable, "-m", "pytest", *options, *left_out, *files]
        return subprocess.run(command, cwd=folder, check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main())
