"""The files that MiniZinc asks for the global constraints of our solver."""

import json
import re
import shutil
import stat
from pathlib import Path

import pytest
from click.testing import CliRunner

from csp.cli.fzn import fzn
from csp.cli.main import main
from csp.formats.flatzinc.minizinc import library as module
from csp.formats.flatzinc.minizinc.library import FOLDER, files, library


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of sources, in which no file has been written yet."""
    for name in ("csp.msc", "global_constraints.txt"):
        shutil.copy(FOLDER / name, tmp_path)
    (tmp_path / "csp").mkdir()
    monkeypatch.setattr(module, "FOLDER", tmp_path)
    return tmp_path


def contents(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}


def test_the_command_prints_the_folder() -> None:
    folder = Path(CliRunner().invoke(main, ["minizinc"]).stdout.strip())
    configuration = json.loads((folder / "csp.msc").read_text(encoding="utf-8"))
    assert (folder / configuration["mznlib"] / "redefinitions.mzn").exists()
    assert contents(folder / configuration["mznlib"]).items() >= dict(files()).items()
    flags = {each for option in fzn.params for each in option.opts}
    assert flags >= {*configuration["stdFlags"]}


def test_files_are_written_once(sources: Path) -> None:
    assert library() == sources
    assert contents(sources / "csp") == dict(files())
    times = {path: path.stat().st_mtime_ns for path in (sources / "csp").iterdir()}
    assert library() == sources
    assert {path: path.stat().st_mtime_ns for path in (sources / "csp").iterdir()} == times


def test_files_that_are_out_of_date_are_replaced(sources: Path) -> None:
    library()
    (sources / "csp" / "fzn_circuit.mzn").write_text("predicate of_another_version();")
    (sources / "csp" / "fzn_no_more.mzn").write_text("")
    (sources / "csp" / "redefinitions.mzn").write_text("% by hand")
    library()
    assert contents(sources / "csp") == {**dict(files()), "redefinitions.mzn": "% by hand"}


def test_a_whole_folder_needs_no_permission_to_write(sources: Path) -> None:
    library()
    (sources / "csp").chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        assert library() == sources
    finally:
        (sources / "csp").chmod(stat.S_IRWXU)


def test_a_folder_that_cannot_be_written_is_named(sources: Path) -> None:
    (sources / "csp").rmdir()
    run = CliRunner().invoke(main, ["minizinc"])
    assert run.exit_code == 2
    assert str(sources / "csp") in run.stderr


def test_each_line_is_a_constraint() -> None:
    text = (FOLDER / "global_constraints.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("%")]
    n_forms = sum(1 + line.startswith("predicate ") for line in lines)
    assert len(lines) > 70
    assert len(dict(files())) == n_forms


def test_files_have_the_names_that_minizinc_looks_for() -> None:
    for path, text in files():
        predicate = re.sub(r"arg_(max|min)", r"\1imum_arg", path.removesuffix(".mzn"))
        assert f"predicate {predicate}(" in text


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        (
            "fzn_lex_chain_less_int_reif",
            [
                "predicate csp_lex_chain_less_int_reif(array[int] of var int: a1, int: a2, "
                "var bool: a3);",
                "predicate fzn_lex_chain_less_int_reif(array[int, int] of var int: x, "
                "var bool: holds) =",
                "csp_lex_chain_less_int_reif([x[i, j] | j in index_set_2of2(x), "
                "i in index_set_1of2(x)], card(index_set_1of2(x)), holds);",
                "csp_lex_chain_less_int_imp(",
            ],
        ),
        (
            "fzn_regular",
            [
                "predicate csp_regular(array[int] of var int: a1, int: a2, int: a3, "
                "array[int] of int: a4, int: a5, set of int: a6);",
                "csp_regular(x, Q, S, array1d(d), q0, F);",
            ],
        ),
        (
            "fzn_diffn_nonstrict_k",
            ["csp_diffn_nonstrict_k(array1d(x), array1d(dx), card(index_set_2of2(x)));"],
        ),
    ],
)
def test_arrays_are_passed_as_numbers_and_lists(name: str, parts: list[str]) -> None:
    text = dict(files())[f"{name}.mzn"]
    assert [part for part in parts if part not in text] == []
