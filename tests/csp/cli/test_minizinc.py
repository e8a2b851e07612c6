"""The solver configuration that is placed where MiniZinc looks for it."""

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from csp.cli.main import main


@pytest.fixture
def executable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the path of a solver beside the command that is called."""
    path = tmp_path / "bin" / ("fzn-csp.exe" if os.name == "nt" else "fzn-csp")
    path.parent.mkdir()
    path.write_text("")
    monkeypatch.setattr("sys.argv", [str(path.with_name("csp"))])
    return path


def test_a_configuration_has_the_paths_of_the_installation(
    tmp_path: Path, executable: Path
) -> None:
    folder = tmp_path / "solvers"
    result = CliRunner().invoke(main, ["minizinc", "--folder", str(folder)])
    placed = folder / "csp.msc"
    assert result.stdout == f"{placed.resolve()}\n"
    found = json.loads(placed.read_text(encoding="utf-8"))
    assert found["executable"] == str(executable)
    assert Path(found["mznlib"]).is_absolute()
    assert (Path(found["mznlib"]) / "fzn_circuit.mzn").exists()


@pytest.mark.usefixtures("executable")
def test_it_is_placed_in_the_folder_of_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setenv("APPDATA", str(tmp_path))
    placed = Path(CliRunner().invoke(main, ["minizinc", "--install"]).stdout.strip())
    parts = ("MiniZinc", "solvers") if os.name == "nt" else (".minizinc", "solvers")
    assert placed == tmp_path.joinpath(*parts, "csp.msc").resolve()


def test_a_missing_command_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", [str(tmp_path / "csp")])
    monkeypatch.setattr("sys.executable", str(tmp_path / "python"))
    monkeypatch.setattr("sysconfig.get_path", lambda _: str(tmp_path))
    monkeypatch.setattr("shutil.which", lambda _: None)
    result = CliRunner().invoke(main, ["minizinc", "--install", "--folder", str(tmp_path)])
    assert result.exit_code == 2
    assert "there is no command fzn-csp" in result.stderr
