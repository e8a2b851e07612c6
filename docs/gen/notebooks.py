"""The notebooks as pages: executed when the site is built, because they are stored without outputs.

`python -m docs.gen.notebooks PATH` executes one, and prints it as JSON: in a process of its own,
for Jupyter leaves sockets and event loops behind.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path

from docs.gen.links import ROOT

NOTEBOOKS = ROOT / "docs/notebooks"
LONGEST = 600
"""The seconds after which a cell is taken for one that never ends."""


def pages() -> Iterator[tuple[str, str | bytes]]:
    """Yield the path and the content of each page and of its pictures."""
    paths = sorted(NOTEBOOKS.glob("*.ipynb"))
    with ThreadPoolExecutor(max(1, os.cpu_count() or 1)) as pool:
        for path, text in zip(paths, pool.map(executed, paths), strict=True):
            yield from _converted(path.stem, text)


def executed(path: Path) -> str:
    """Return a notebook with outputs, as JSON.

    Raises
    ------
    RuntimeError
        If a cell fails.
    """
    paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    run = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "docs.gen.notebooks", str(path)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if run.returncode:
        raise RuntimeError(f"{path.name}: {run.stderr}")
    return run.stdout


def _converted(name: str, text: str) -> Iterator[tuple[str, str | bytes]]:
    """Yield the page of an executed notebook, and the pictures in its outputs."""
    notebook = import_module("nbformat").reads(text, as_version=4)
    exporter = import_module("nbconvert").MarkdownExporter()
    page, resources = exporter.from_notebook_node(notebook, {"unique_key": name})
    yield (
        f"notebooks/{name}.md",
        f"{page.rstrip()}\n\n---\n\n[Download this notebook]({name}.ipynb)\n",
    )
    for file, content in resources["outputs"].items():
        yield f"notebooks/{file}", content


def _print_executed(path: Path) -> None:
    """Execute a notebook, and print it."""
    import nbclient
    from jupyter_client.manager import KernelManager

    nbformat = import_module("nbformat")
    notebook = nbformat.read(path, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        # Sockets in a folder: ports could be taken by another process.
        kernel = KernelManager(transport="ipc", ip=str(Path(folder) / "kernel"))
        try:
            nbclient.NotebookClient(notebook, km=kernel, timeout=LONGEST).execute(cwd=folder)
        finally:
            kernel.shutdown_kernel(now=True)
    print(nbformat.writes(notebook))


if __name__ == "__main__":
    _print_executed(Path(sys.argv[1]))
