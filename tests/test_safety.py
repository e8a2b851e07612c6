"""Nothing that is read can run code: not in the sources, and not when it is tried."""

import ast
import json
import os
import pickle
import re
import sqlite3
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from exactcover import Diagram, Problem
from exactcover.cli.main import main as exactcover_command
from exactcover.formats.json import BINARY, READERS
from exactcover.runtime.parallel.checkpoint import Checkpoint
from sudoku import from_fpuzzles, from_iss, from_layout
from sudoku.cli.main import main as sudoku_command
from sudoku.explaining.explanation import Explanation
from sudoku.formats.janko.reader import KINDS
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.parsing import read_rule

ROOT = Path(__file__).parents[1]
PACKAGES = ("exactcover", "csp", "sudoku")

DANGEROUS = {
    *("pickle", "cPickle", "_pickle", "cloudpickle", "dill", "joblib", "marshal", "shelve"),
    *("code", "codeop", "runpy", "yaml", "subprocess", "commands"),
}
"""Modules that run what they read, or start other programs."""
CALLS = {"eval", "exec", "compile", "__import__", "system", "popen", "execfile", "read_pickle"}

ALLOWED = {
    (
        "exactcover/runtime/kernels/kernel_cache.py",
        "pickle",
    ): "machine code of the user's own: see its docstring",
    ("exactcover/runtime/kernels/linking.py", "subprocess"): "the linker, for builds of wheels",
    ("exactcover/runtime/kernels/translation.py", "compile"): "the method of Numba's dispatchers",
    ("exactcover/symmetry/bliss.py", "subprocess"): "this interpreter, to call igraph under limits",
    (
        "exactcover/runtime/parallel/pool.py",
        "pickle",
    ): "written only, for workers that the caller chose",
    ("exactcover/runtime/parallel/worker.py", "pickle"): "what the executor's own process has sent",
}
"""Where they may be, and why."""

DATED = "sudoku/booklets/pages.py"
"""The date of a document is that of the calendar."""
CLOCKS = {("time", "time"), ("time", "time_ns"), ("datetime", "now"), ("date", "today")}
"""Clocks that can be set: limits and waiting depend on others, which cannot."""


def trees(*words: str) -> Iterator[tuple[str, ast.AST]]:
    """Yield the nodes of all sources that have one of these words, with the paths of the files."""
    wanted = re.compile(rf"\b({'|'.join(words)})\b")
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            if wanted.search(text):
                for node in ast.walk(ast.parse(text)):
                    yield path.relative_to(ROOT).as_posix(), node


def dangers_of(node: ast.AST) -> Iterator[str]:
    """Yield the names of what could run code, or set `allow_pickle`."""
    if isinstance(node, ast.Import):
        yield from (a.name for a in node.names if a.name.partition(".")[0] in DANGEROUS)
    elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
        yield from {node.module.partition(".")[0]} & DANGEROUS
    elif isinstance(node, ast.Call):
        function = node.func
        if isinstance(function, ast.Name) and function.id in CALLS:
            yield function.id
        elif isinstance(function, ast.Attribute):
            yield from _dangers_of_method(node, function)


def _dangers_of_method(call: ast.Call, function: ast.Attribute) -> Iterator[str]:
    owner = function.value.id if isinstance(function.value, ast.Name) else ""
    # Those of regular expressions, and of Numba: of a function that is already here.
    is_other = function.attr == "compile" and owner in ("re", "compiled")
    if function.attr in CALLS and not is_other:
        yield function.attr
    if owner in ("np", "numpy") and function.attr == "load":
        options = {key.arg: ast.unparse(key.value) for key in call.keywords}
        if options.get("allow_pickle") != "False":
            yield "np.load"


def test_no_source_runs_what_it_reads() -> None:
    found = {
        (path, name)
        for path, node in trees(*DANGEROUS, *CALLS, "load")
        for name in dangers_of(node)
    }
    assert found == set(ALLOWED)


@pytest.mark.parametrize(
    "source",
    [
        "import pickle",
        "import os.path, pickle as p",
        "from marshal import loads",
        "import shelve",
        "eval('1')",
        "exec(text)",
        "np.load(path)",
        "np.load(path, allow_pickle=True)",
        "numpy.load(path, allow_pickle=given)",
        "os.system('true')",
        "pandas.read_pickle(path)",
    ],
)
def test_what_is_looked_for_would_be_found(source: str) -> None:
    assert [name for node in ast.walk(ast.parse(source)) for name in dangers_of(node)]


def test_no_clock_that_can_be_set_is_used() -> None:
    found = [
        (path, ast.unparse(node))
        for path, node in trees("time", "datetime", "date")
        if path != DATED
        and isinstance(node, ast.Attribute)
        and node.attr in {attribute for _, attribute in CLOCKS}
        and (ast.unparse(node.value).rpartition(".")[2], node.attr) in CLOCKS
    ]
    imported = [
        (path, alias.name)
        for path, node in trees("time", "datetime", "date")
        if isinstance(node, ast.ImportFrom) and node.module in ("time", "datetime")
        for alias in node.names
        if alias.name in {name for _, name in CLOCKS}
    ]
    assert found + imported == []


# What is tried.


class Bomb:
    """An object that creates a folder when it is unpickled."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __reduce__(self) -> tuple[Callable[[str], None], tuple[str]]:
        return os.mkdir, (str(self.folder),)


@pytest.fixture
def boom(tmp_path: Path) -> Iterator[Path]:
    """Return the folder that bombs make, and see that it is not made."""
    folder = tmp_path / "boom"
    yield folder
    assert not folder.exists()


def bombs(folder: Path) -> list[bytes]:
    """Return files that run code where they are unpickled or evaluated."""
    code = f"__import__('os').mkdir({str(folder)!r})"
    call = {"__reduce__": ["os.mkdir", [str(folder)]], "py/reduce": [{"py/type": "os.mkdir"}]}
    return [
        *(pickle.dumps(Bomb(folder), protocol) for protocol in (0, 2, 5)),
        code.encode(),
        f"{code}\n".encode() * 9,
        f"!!python/object/apply:os.mkdir [{folder}]\n".encode(),
        json.dumps(call).encode(),
        json.dumps({"primary": [code], "options": [{"items": call, "label": code}]}).encode(),
        json.dumps({"size": code, "grid": [[{"value": code}]], "killercage": [call]}).encode(),
    ]


def read_text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="surrogateescape")


def _read_by(read: Callable[[str], Any], path: Path) -> None:
    read(read_text(path))


def _read_bytes_by(read: Callable[[bytes], Any], path: Path) -> None:
    read(path.read_bytes())


PROBLEM = Problem([["p"], ["q"], ["p", "q"]])
READ: dict[str, Callable[[Path], Any]] = {
    "Problem.read": Problem.read,
    "Diagram.load": lambda path: Diagram.load(path, PROBLEM),
    "Checkpoint": lambda path: Checkpoint(path).close(),
    "count(checkpoint=)": lambda path: PROBLEM.count(checkpoint=path),
    **{
        f"exactcover {name}": partial(_read_bytes_by if name in BINARY else _read_by, read)
        for name, read in READERS.items()
    },
    "Puzzle.from_text": lambda path: Puzzle.from_text(read_text(path)),
    "from_fpuzzles": lambda path: from_fpuzzles(read_text(path)),
    "from_fpuzzles, a link": lambda path: from_fpuzzles(f"f-puzzles.com/?load={read_text(path)}"),
    "from_iss": lambda path: from_iss("." + read_text(path)),
    **{f"from_layout, {k}": partial(_read_by, partial(from_layout, k)) for k in KINDS},
    "Explanation.from_json": lambda path: Explanation.from_json(json.loads(read_text(path))),
    "read_rule": lambda path: read_rule("killer=" + read_text(path)),
}


@pytest.mark.parametrize("reader", READ)
def test_no_reader_runs_what_is_in_a_file(reader: str, tmp_path: Path, boom: Path) -> None:
    path = tmp_path / "file"
    for content in bombs(boom):
        path.write_bytes(content)
        try:
            READ[reader](path)
        except (ValueError, LookupError, TypeError) as error:
            assert str(error)
        assert not boom.exists()


@pytest.mark.parametrize(
    "command",
    ["solve", "count", "info", "diagram", "status", "convert --from json", "convert --from matrix"],
)
def test_no_command_runs_what_is_in_a_file(command: str, tmp_path: Path, boom: Path) -> None:
    path = tmp_path / "file"
    for content in bombs(boom):
        path.write_bytes(content)
        result = CliRunner().invoke(exactcover_command, [*command.split(), str(path)])
        assert result.exit_code in (0, 1, 2)
        assert isinstance(result.exception, SystemExit | None), result.exception


@pytest.mark.parametrize("suffix", [".txt", ".json", ".sdm"])
def test_no_command_of_sudoku_runs_what_is_in_a_file(
    suffix: str, tmp_path: Path, boom: Path
) -> None:
    path = tmp_path / f"file{suffix}"
    for content in bombs(boom):
        path.write_bytes(content)
        result = CliRunner().invoke(sudoku_command, ["show", str(path)])
        assert result.exit_code in (0, 1, 2)
        assert isinstance(result.exception, SystemExit | None), result.exception


def test_no_array_of_objects_is_unpickled(tmp_path: Path, boom: Path) -> None:
    path = tmp_path / "diagram.npz"
    bomb = np.array([Bomb(boom)], dtype=object)
    for name in ("root", "digest", "option", "lo", "hi"):
        arrays: dict[str, Any] = {
            "root": np.uint32(1),
            "digest": np.array(PROBLEM.digest),
            **{each: np.zeros(2, np.uint32) for each in ("option", "lo", "hi")},
        }
        np.savez(path, **(arrays | {name: bomb}))
        with pytest.raises(ValueError, match="holds no diagram"):
            Diagram.load(path, PROBLEM)


def test_no_value_of_a_checkpoint_is_unpickled(tmp_path: Path, boom: Path) -> None:
    whole = tmp_path / "whole"
    PROBLEM.count(checkpoint=whole, method="dancing_cells")
    with sqlite3.connect(whole) as database:
        tables = {
            table: [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
            for table in ("facts", "tasks", "notes")
        }
    bomb = pickle.dumps(Bomb(boom))
    for table, columns in tables.items():
        for column in columns:
            path = tmp_path / f"{table}-{column}"
            path.write_bytes(whole.read_bytes())
            with sqlite3.connect(path) as database:
                database.execute(
                    f"UPDATE {table} SET {column} = ? "
                    f"WHERE rowid = (SELECT min(rowid) FROM {table})",
                    (bomb,),
                )
            database.close()
            with pytest.raises(ValueError, match="checkpoint"):
                PROBLEM.count(checkpoint=path, method="dancing_cells")


def test_the_bombs_would_go_off(tmp_path: Path) -> None:
    for k, content in enumerate(bombs(tmp_path / "boom")[:3]):
        pickle.loads(content)
        (tmp_path / "boom").rename(tmp_path / f"boom{k}")
    eval(bombs(tmp_path / "boom")[3])
    assert (tmp_path / "boom").exists()
