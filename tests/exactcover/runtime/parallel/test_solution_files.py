"""The files of `write_solutions`: lines of JSON, Parquet and Arrow have the same solutions."""

import json
from pathlib import Path
from typing import Any

import pytest

from exactcover import Problem, ProblemError, write_solutions
from exactcover.formats.solutions import members_as_json, name_as_json, solution_as_json
from exactcover.parallel.solution_files import output_of

pytestmark = pytest.mark.kernel

OPTIONS: dict[Any, Any] = {
    "é\n": ["p q", ("x", 1)],
    ("A", 2): ["p q"],
    3: [("x", 1)],
    2.5: {"p q": None, ("x", 1): None, "s": "dark red"},
    4: {"p q": None, "s": 7},
}
NAMED = Problem(OPTIONS, ["p q", ("x", 1)], ["s"])
OPEN = Problem([["p"], ["p"]], bounds={"p": (0, 2)})
"""One of its solutions has no options."""


@pytest.mark.parametrize("problem", [NAMED, OPEN], ids=["named", "open"])
def test_lines_are_the_solutions_as_json(tmp_path: Path, problem: Problem) -> None:
    path = tmp_path / "covers.jsonl"
    number = write_solutions(problem, path, workers=1)
    expected = [json.dumps(solution_as_json(solution)) for solution in problem.solutions()]
    found = path.read_text().splitlines()
    assert len(found) == number == len(expected)
    assert sorted(found) == sorted(expected)


def tables(folder: Path) -> list[Any]:
    """Return the tables of a folder."""
    parquet = pytest.importorskip("pyarrow.parquet")
    ipc = pytest.importorskip("pyarrow.ipc")
    return [
        parquet.read_table(path) if path.suffix == ".parquet" else ipc.open_file(path).read_all()
        for path in sorted(folder.iterdir())
    ]


@pytest.mark.parametrize("suffix", ["parquet", "arrow"])
@pytest.mark.parametrize("problem", [NAMED, OPEN], ids=["named", "open"])
def test_tables_have_numbers_and_names(tmp_path: Path, problem: Problem, suffix: str) -> None:
    pytest.importorskip("pyarrow")
    folder, kept = tmp_path / f"covers.{suffix}", tmp_path / "run"
    write_solutions(problem, folder, workers=1, checkpoint=kept, limit=1)
    number = write_solutions(problem, folder, workers=1, resume=kept)
    rows = [row for table in tables(folder) for row in table.column("options").to_pylist()]
    assert len(rows) == number
    assert sorted(rows) == sorted(list(s.indices) for s in problem.solutions())
    for table in tables(folder):
        names = table.schema.metadata
        assert json.loads(names[b"options"]) == list(map(members_as_json, problem.options))
        labels = [name_as_json(label) for label in problem.labels or ()]
        assert json.loads(names.get(b"labels", b"[]")) == labels


@pytest.mark.parametrize("suffix", ["parquet", "arrow"])
def test_damaged_tables_are_named(tmp_path: Path, suffix: str) -> None:
    pytest.importorskip("pyarrow")
    folder = tmp_path / f"covers.{suffix}"
    write_solutions(NAMED, folder, workers=1)
    part = folder / f"part-000000.{suffix}"
    part.write_bytes(part.read_bytes()[:20])
    with pytest.raises(ProblemError, match=rf"part-000000.{suffix} is damaged"):
        output_of(folder, NAMED).go_to("1", 3)
