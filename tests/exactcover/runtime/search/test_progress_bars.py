"""Progress bars: in a notebook there is one in HTML, which is emptied at the end."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import pytest

from exactcover.runtime.search.progress import Progress
from exactcover.runtime.search.progress_bars import NotebookBar, TerminalBar, new_bar

CELLS = [
    """
import IPython.display
from exactcover import Problem
from exactcover.runtime.search import driver, progress
driver.FIRST_BUDGET, driver.SLICE_SECONDS, progress.SECONDS_BETWEEN = 1, 0.0, 0.0
shown, update = [], IPython.display.DisplayHandle.update
def record(self, data, **options):
    shown.append(data["text/html"])
    update(self, data, **options)
IPython.display.DisplayHandle.update = record
""",
    """
rooks = Problem([[("row", i), ("column", k)] for i in range(4) for k in range(4)])
rooks.count(progress=True, method="dancing_cells")
""",
    "print(shown[-2], len(shown), repr(shown[-1]))",
]


class Handle:
    """Records what is shown."""

    def __init__(self) -> None:
        self.shown: list[dict[str, str]] = []

    def update(self, data: dict[str, str], *, raw: bool) -> None:
        assert raw
        self.shown.append(data)


@pytest.fixture
def handle(monkeypatch: pytest.MonkeyPatch) -> Handle:
    """Return what a bar shows in the kernel of a notebook, which is simulated."""
    handle = Handle()

    def display(data: dict[str, str], **options: bool) -> Handle:
        assert options == {"raw": True, "display_id": True}
        handle.shown.append(data)
        return handle

    kernel = SimpleNamespace(kernel=object())
    ipython: Any = SimpleNamespace(get_ipython=lambda: kernel)
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    monkeypatch.setitem(sys.modules, "IPython.display", SimpleNamespace(display=display))
    return handle


def test_the_bar_of_a_notebook(handle: Handle) -> None:
    bar = new_bar()
    assert isinstance(bar, NotebookBar)
    bar(Progress(0.25, 12_000, 34, 2.0))
    bar.stop()
    progress, end = handle.shown
    assert progress["text/html"].startswith('<progress value="0.2500" max="1"')
    assert progress["text/plain"] == "25.00 % 34 solutions, 6,000 nodes/s"
    assert end == {"text/html": "", "text/plain": ""}


def test_a_bar_that_was_never_shown_leaves_nothing(handle: Handle) -> None:
    new_bar().stop()
    assert handle.shown == []


@pytest.mark.parametrize(
    "shell", [None, SimpleNamespace()], ids=["no shell", "a shell on a terminal"]
)
def test_the_bar_of_a_terminal(shell: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    assert isinstance(new_bar(), TerminalBar)


def test_a_real_notebook() -> None:
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    notebook = nbformat.v4.new_notebook(cells=list(map(nbformat.v4.new_code_cell, CELLS)))
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    _, (bar, result), (printed,) = (cell.outputs for cell in notebook.cells)
    assert bar.data == {"text/html": "", "text/plain": ""}
    assert result.data["text/html"].startswith("<div><p><b>24</b> solutions</p>")
    assert printed.text.startswith('<progress value="1.0000"')
    assert "24 solutions" in printed.text
    assert printed.text.endswith(" ''\n")
