"""The command `sudoku`, as people and programs call it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sudoku import RULES
from sudoku.cli import main

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
MANY = PUZZLE.replace("5", ".").replace("3", ".")
CLASH = "55" + PUZZLE[2:]


def run(*arguments: str, stdin: str = "") -> Result:
    return CliRunner().invoke(main, list(arguments), input=stdin)


def test_solve_literal() -> None:
    result = run("solve", PUZZLE)
    assert result.exit_code == 0
    assert "| 5 3 4 | 6 7 8 | 9 1 2 |" in result.stdout


def test_solve_lines_keeps_the_order() -> None:
    impossible = "12345678." + "........9" + "." * 63
    stdin = "\n".join([PUZZLE, MANY, impossible, CLASH, PUZZLE])
    result = run("solve", "-", "--lines", stdin=stdin)
    assert result.stdout.splitlines() == [SOLUTION, "many", "none", "none", SOLUTION]
    assert result.exit_code == 1
    assert "line 4: two 5s in row 1: row 1, column 1 and row 1, column 2" in result.stderr


def test_solve_file(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_text(f"# a comment\n{PUZZLE}\n")
    assert run("solve", str(path), "--lines").stdout == SOLUTION + "\n"


def test_solve_json() -> None:
    result = run("solve", "-", "--json", stdin=PUZZLE)
    assert json.loads(result.stdout) == {"line": 1, "formity": "one", "solutions": [SOLUTION]}


def test_solve_says_that_there_are_many() -> None:
    assert run("solve", MANY).stdout.endswith("one of many solutions\n")


@pytest.mark.parametrize(("limit", "expected"), [("1", "1\n"), ("3", "3\n")])
def test_count_limit(limit: str, expected: str) -> None:
    result = run("count", MANY, "--limit", limit)
    assert (result.exit_code, result.stdout) == (0, expected)


def test_count_of_shapes_and_rules() -> None:
    blank = "." * 16
    assert run("count", blank).stdout == "288\n"
    assert run("count", blank, "--rule", "diagonal").stdout == "48\n"
    assert run("count", blank, "--shape", "4x1").stdout == "576\n"  # Latin squares


def test_check() -> None:
    result = run("check", "-", stdin=f"{PUZZLE}\n{MANY}\n{CLASH}\n")
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "one solution, 30 clues, not minimal",
        f"many solutions, {81 - MANY.count('.')} clues",
        "no solution, clues that clash",
    ]
    facts = json.loads(run("check", "--json", PUZZLE).stdout)
    assert facts == {"line": 1, "formity": "one", "minimal": False, "clues": 30}


def test_stopped_looks_like_nothing_else() -> None:
    result = run("solve", PUZZLE, "--lines", "--max-nodes", "0")
    assert (result.exit_code, result.stdout) == (3, "stopped\n")
    assert run("check", PUZZLE, "--max-nodes", "0").exit_code == 3
    assert run("count", PUZZLE, "--max-nodes", "0").exit_code == 3


@pytest.mark.parametrize("style", ["grid", "line", "rows"])
def test_show_can_be_read_again(style: str) -> None:
    shown = run("show", PUZZLE, "--format", style).stdout
    assert run("show", "-", "--format", "line", stdin=shown).stdout == PUZZLE + "\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["solve", PUZZLE[:-1]], "80 characters are no puzzle"),
        (["solve", CLASH], "two 5s in row 1"),
        (["solve", PUZZLE, "--rule", "knights"], "no rule is called 'knights'"),
        (["solve", PUZZLE, "--shape", "4x4"], "expected 256 characters, got 81"),
        (["solve", PUZZLE, "--shape", "square"], "'square' is not a shape"),
        (["solve", "missing.txt"], "missing.txt: No such file or directory"),
        (["count", PUZZLE, "--limit", "-2"], "limit is -2"),
        (["solve", PUZZLE.replace("9", "x")], "'x'"),
    ],
)
def test_bad_input(arguments: list[str], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr


def test_techniques_are_listed_and_verified(tmp_path: Path) -> None:
    listed = run("techniques")
    assert listed.exit_code == 0
    assert listed.output.split()[:2] == ["full_house", "0000"]
    library = tmp_path / "library.txt"
    grid = "12345678." + "." * 72
    library.write_text(f":0000:9:{grid}:::919:\n:9999:9:{grid}:::919:\n")
    verified = run("techniques", "--verify", str(library))
    assert verified.stdout.splitlines() == ["0000 1 1", "9999 0 1"]
    library.write_text(f":0000:9:{grid}:::918:\n")
    assert run("techniques", "--verify", str(library)).exit_code == 1


def test_rules_are_listed_with_their_parameters() -> None:
    lines = run("rules").stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(RULES)
    (killer,) = (line for line in lines if line.startswith("killer "))
    assert killer.endswith("none comes twice. [cages, repeats, may_overlap]")


def test_rules_with_parameters() -> None:
    blank = "." * 16
    assert run("count", blank, "--rule", 'killer=[[3, ["r1c1", "r1c2"]]]').stdout == "48\n"
    assert run("count", blank, "--rule", "jigsaw=1112122233443344").stdout == "144\n"
    assert run("count", blank, "--rule", "latin").stdout == "576\n"
    wrong = run("count", blank, "--rule", 'killer={"sums": []}')
    assert (wrong.exit_code, "no parameter 'sums'; it has cages" in wrong.stderr) == (2, True)
    assert "Expecting value at ']'" in run("count", blank, "--rule", "killer=[8,]").stderr


def test_puzzles_that_state_their_rules(tmp_path: Path) -> None:
    grid: list[list[dict[str, int]]] = [[{} for _ in range(4)] for _ in range(4)]
    file = tmp_path / "puzzle.json"
    file.write_text(json.dumps({"size": 4, "grid": grid, "diagonal+": True, "diagonal-": True}))
    assert run("count", str(file)).stdout == "48\n"
    assert run("count", file.read_text(), "--rule", "anti_king").stdout == "0\n"
    assert run("count", ".Shape~4x4.Diagonal~1.Diagonal~-1").stdout == "48\n"


def test_puzzles_of_a_layout(tmp_path: Path) -> None:
    text = "4 4\n1 - - -\n- - - -\n- - - -\n- - - -\n" + "1 1 1 2\n1 2 2 2\n3 3 4 4\n3 3 4 4"
    file = tmp_path / "jigsaw.txt"
    file.write_text(text)
    number = run("count", str(file), "--layout", "jigsaw").stdout
    assert number == run("count", "1" + "." * 15, "--rule", "jigsaw=1112122233443344").stdout
    assert run("show", str(file), "--layout", "jigsaw", "--format", "layout").stdout == text + "\n"
