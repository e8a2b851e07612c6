"""The notebooks of the documentation run from top to bottom, and are stored without outputs."""

import json
from pathlib import Path

import pytest

from docs.gen.notebooks import executed

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))


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
    cells = json.loads(executed(path))["cells"]
    outputs = [output for cell in cells for output in cell.get("outputs", ())]
    assert [output for output in outputs if output.get("name") == "stderr"] == []
