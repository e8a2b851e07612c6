"""The notebooks of the documentation run from top to bottom, and are stored without outputs."""

import os
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))
LONGEST = 600
"""The seconds after which a cell is taken for one that never ends."""


def test_there_are_notebooks() -> None:
    assert len(NOTEBOOKS) >= 7


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_stored_without_outputs(path: Path) -> None:
    nbformat = pytest.importorskip("nbformat")
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    first, *_ = notebook.cells
    assert first.cell_type == "markdown"
    assert first.source.startswith("# ")
    codes = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.id for cell in codes if cell.outputs or cell.execution_count is not None] == []


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path) -> None:
    for module in ("nbclient", "nbformat", "ipykernel"):
        pytest.importorskip(module)
    paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    # In a process of its own, for Jupyter leaves sockets and event loops, and warns of some.
    run = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "tests.test_notebooks", str(path)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout == ""


def execute(path: Path) -> None:
    """Execute a notebook; print what its cells write to standard error, such as warnings."""
    import nbclient
    from jupyter_client.manager import KernelManager

    notebook = import_module("nbformat").read(path, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        # Sockets in a folder: ports could be taken by another process of the tests.
        kernel = KernelManager(transport="ipc", ip=str(Path(folder) / "kernel"))
        try:
            nbclient.NotebookClient(notebook, km=kernel, timeout=LONGEST).execute(cwd=folder)
        finally:
            kernel.shutdown_kernel(now=True)
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            if output.get("name") == "stderr":
                print(output.text)


if __name__ == "__main__":
    execute(Path(sys.argv[1]))
