"""The command `sudoku`, as people and programs call it."""

import json
import shlex
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sudoku import RULES, Puzzle, __version__
from sudoku.cli.main import main
from sudoku.cli.plain_lines import is_plain
from sudoku.formats.recognise import rules_asked
from sudoku.ratings.registry import SCALES
from sudoku.rules.registry import rule_class

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


def test_check_says_why() -> None:
    lines = run(
        "check", "--why", "-", stdin="12....34........\n12.....2.3.....4\n"
    ).stdout.splitlines()
    assert lines[0] == "no solution, 4 clues"
    assert lines[1].startswith("  These ")
    assert lines[2] == "one solution, 5 clues, not minimal"
    assert lines[3].startswith("  Each of these alone is redundant: 1 in r1c1; 2 in r1c2.")
    facts = json.loads(run("check", "--why", "--json", "12.....2.3.....4").stdout)
    assert facts["redundant"] == ["1 in r1c1", "2 in r1c2"]


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
        (["solve", PUZZLE[:-1]], "80 digits: one of 81 is missing"),
        (["show", CLASH], "two 5s in row 1"),
        (["solve", PUZZLE, "--rule", "knights"], "unknown rule 'knights'"),
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


def test_a_technique_is_explained_by_an_example() -> None:
    shown = run("techniques", "Hidden single")
    assert shown.exit_code == 0
    assert shown.stdout.startswith("hidden_single: Hidden single\nAn example:\n\n")
    assert shown.stdout.count("|") == 18
    assert "the only place for" in shown.stdout
    assert "Assumes a unique solution." in run("techniques", "bug_plus_one").stdout
    assert "classic, killer" in run("techniques", "constraint").stdout
    assert run("techniques", "guessing").exit_code == 2
    assert run("techniques", "x_wing", "--verify", "file").exit_code == 2


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
    assert "the rule 'killer'" in (damaged := run("count", blank, "--rule", "killer=[8,]").stderr)
    assert "']'" in damaged or "',]'" in damaged  # before Python 3.13, and later


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


def test_the_other_lines_of_a_file_are_answered() -> None:
    text = "\n".join([PUZZLE, PUZZLE[1:], PUZZLE.replace("8", "x"), PUZZLE]) + "\n"
    solved = run("solve", "-", "--lines", stdin=text)
    assert solved.stdout.splitlines() == [SOLUTION, "refused", "refused", SOLUTION]
    assert solved.exit_code == 2
    assert "Error: line 2: expected 81 characters, got 80\n" in solved.stderr
    assert "Error: line 3: row 2, column 2" not in solved.stdout
    assert run("count", "-", stdin=text).stdout.splitlines() == ["1", "refused", "refused", "1"]
    counted = run("count", "-", "--json", stdin=text).stdout.splitlines()[1]
    assert json.loads(counted) == {"line": 2, "error": "line 2: expected 81 characters, got 80"}
    checked = run("check", "-", stdin=text)
    assert [line.split()[0] for line in checked.stdout.splitlines()][1:3] == ["refused"] * 2
    rated = run("rate", "-", "--lines", "--scale", "morgans", stdin=text)
    assert (rated.stdout.splitlines()[1:3], rated.exit_code) == (["refused"] * 2, 2)
    shown = run("show", "-", "--format", "line", stdin=text)
    assert (shown.stdout.splitlines(), shown.exit_code) == ([PUZZLE] * 2, 2)
    hinted = run("hint", "-", stdin=text)
    assert (hinted.stdout.count("Puzzle "), hinted.exit_code) == (2, 2)


def test_a_first_line_that_is_refused_does_not_end_the_file() -> None:
    solved = run("solve", "-", "--lines", stdin=f"{PUZZLE[1:]}\n{PUZZLE}\n")
    assert (solved.stdout.splitlines(), solved.exit_code) == (["refused", SOLUTION], 2)


def test_the_highest_exit_code_is_returned() -> None:
    text = f"{PUZZLE}\n{PUZZLE[1:]}\n{CLASH}\n"
    assert run("solve", "-", "--lines", stdin=text).exit_code == 2
    assert run("solve", "-", "--lines", "--max-nodes", "0", stdin=text).exit_code == 3
    assert run("solve", CLASH).exit_code == 1


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_spreadsheets(separator: str, tmp_path: Path) -> None:
    rows = [PUZZLE[k : k + 9] for k in range(0, 81, 9)]
    table = "\r\n".join(separator.join(row.replace(".", "\0")) for row in rows).replace("\0", "")
    path = tmp_path / "table.csv"
    path.write_bytes(f"\ufeff{table}\r\n\r\n{table}\r\n".encode())
    result = run("solve", str(path), "--lines")
    assert (result.stdout, result.exit_code) == (f"{SOLUTION}\n" * 2, 0)


def test_byte_order_marks(tmp_path: Path) -> None:
    path = tmp_path / "puzzle.txt"
    path.write_bytes(b"\xef\xbb\xbf" + PUZZLE.encode())
    assert run("solve", str(path), "--lines").stdout == SOLUTION + "\n"
    assert run("solve", "-", "--lines", stdin="\ufeff" + PUZZLE).stdout == SOLUTION + "\n"
    square: list[list[dict[str, int]]] = [[{} for _ in range(4)] for _ in range(4)]
    stated = tmp_path / "puzzle.json"
    stated.write_bytes(b"\xef\xbb\xbf" + json.dumps({"size": 4, "grid": square}).encode())
    assert run("count", str(stated)).stdout == "288\n"


def test_generate_takes_rules_with_parameters() -> None:
    cage = 'killer=[[8, ["r1c1", "r1c2"]]]'
    made = run("generate", "--rule", cage, "--seed", "1", "--workers", "1")
    assert made.exit_code == 0
    solution = run("solve", made.stdout.strip(), "--rule", cage, "--lines").stdout
    assert int(solution[0]) + int(solution[1]) == 8
    latin = run("generate", "--rule", "latin", "--shape", "2x2", "--seed", "1", "--workers", "1")
    assert run("check", latin.stdout.strip(), "--rule", "latin").exit_code == 0


def test_one_name_for_the_number_of_answers() -> None:
    for option in ("-n", "--limit"):
        assert run("count", "." * 16, option, "3").stdout == "3\n"
        made = run("generate", option, "2", "--shape", "2x2", "--seed", "1").stdout
        assert len(made.splitlines()) == 2


def test_names_in_any_spelling() -> None:
    same = [
        run("generate", "--shape", "2x2", "--seed", "1", "--symmetry", name).stdout
        for name in ("half_turn", "Half-Turn", "rotational")
    ]
    assert len(set(same)) == 1
    assert run("solve", PUZZLE, "--method", "Dancing Cells", "--lines").stdout == SOLUTION + "\n"
    assert run("hint", PUZZLE, "--upto", "X-wing").exit_code == 0
    assert run("count", "." * 16, "--rule", "Anti-King").stdout == "0\n"


def test_a_rule_with_text_in_quotes() -> None:
    assert run("count", "." * 16, "--rule", 'jigsaw="1112122233443344"').stdout == "144\n"


@pytest.mark.parametrize("name", RULES)
def test_the_example_of_a_rule_works_when_it_is_pasted(name: str) -> None:
    printed = run("rules", name)
    assert printed.exit_code == 0
    (example,) = (line for line in printed.stdout.splitlines() if line.startswith("  --rule "))
    if fields(rule_class(name)):
        assert "Parameters" in printed.stdout
        assert "=" in example
    shown = run("show", "." * 81, *shlex.split(example), "--format", "line")
    assert (shown.stdout, shown.exit_code) == ("." * 81 + "\n", 0)
    result = Puzzle(rules=rules_asked(shlex.split(example)[1:])).solve(max_nodes=100_000)
    assert result.solution is not None


def test_plain_files_are_answered_like_others(tmp_path: Path) -> None:
    impossible = "12345678." + "........9" + "." * 63
    lines = [PUZZLE, MANY, impossible, CLASH, *[PUZZLE.replace(".", "0")] * 300, CLASH, SOLUTION]
    plain, other = tmp_path / "plain.txt", tmp_path / "other.txt"
    plain.write_text("\n".join(lines))  # the last line has no end
    other.write_text("\n".join([*lines, "# a comment"]))
    assert is_plain(plain)
    assert not is_plain(other)
    fast, slow = (run("solve", str(path), "--lines") for path in (plain, other))
    assert fast.stdout == slow.stdout
    assert fast.stderr == slow.stderr
    assert fast.exit_code == slow.exit_code == 1
    assert "line 305: two 5s in row 1" in fast.stderr
    limited = run("solve", str(plain), "--lines", "--max-nodes", "1000")
    assert limited.stdout == slow.stdout
    plain.write_text(f"{PUZZLE}\n{MANY}\n")
    assert run("solve", str(plain), "--lines").exit_code == 0


@pytest.mark.parametrize("text", ["", PUZZLE + "\r\n", PUZZLE[1:] + "\n", PUZZLE[1:] + "x\n", "#"])
def test_other_files_are_not_plain(tmp_path: Path, text: str) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_bytes(text.encode())
    assert not is_plain(path)


KILLER = (
    '{"shape": "2x2", "rules": ["classic", {"killer": {"cages": [[3, ["r1c1", "r1c2"]]]}}], '
    '"clues": "1..............."}'
)
TWINS = json.dumps(
    {
        "shape": {"grids": ["r1c1", "r3c3"], "box": "2x2"},
        "rules": ["classic"],
        "clues": "." * 28,
    }
)


@pytest.mark.parametrize("style", ["line", "rows", "csv"])
def test_formats_of_clues_refuse_rules_that_would_be_lost(style: str) -> None:
    plain = '{"shape": "2x2", "rules": ["classic"], "clues": "1..............."}'
    done = run("show", "-", "--format", style, stdin=f"{KILLER}\n{plain}\n")
    assert done.exit_code == 2
    assert done.stdout == run("show", plain, "--format", style).stdout
    assert f"line 1: --format {style} has no room for the rule killer: use json" in done.stderr


def test_formats_of_clues_refuse_other_boards() -> None:
    done = run("show", TWINS, "--format", "line")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "--format line has no room for a board of 2 grids of 2x2: use json" in done.stderr
    without = '{"shape": "2x2", "rules": [], "clues": "1..............."}'
    done = run("show", without, "--format", "line")
    assert "has no room for a board without the rule classic" in done.stderr


def test_rules_of_the_command_line_are_known_to_the_user() -> None:
    done = run("show", PUZZLE, "--rule", "diagonal", "--format", "line")
    assert (done.exit_code, done.stdout) == (0, PUZZLE + "\n")


@pytest.mark.parametrize("command", ["solve", "count", "check", "rate", "explain", "hint"])
def test_clues_that_clash_leave_no_solution(command: str) -> None:
    done = run(command, "11..............")
    assert done.exit_code == 1
    assert "line 1: two 1s in row 1" in done.stderr


@pytest.mark.parametrize("command", ["explain", "hint"])
def test_a_refused_puzzle_is_worse_than_clues_that_clash(command: str) -> None:
    assert run(command, "-", stdin=f"{CLASH}\n{PUZZLE[1:]}\n").exit_code == 2


@pytest.mark.parametrize("path", ["missing/x", "."])
def test_a_file_that_cannot_be_written_is_bad_input(path: str) -> None:
    done = run("generate", "--shape", "2x2", "--output", path)
    assert done.exit_code == 2
    assert f"Could not open file '{path}'" in done.stderr


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "Error: '': No such file or directory, and it is no puzzle either"),
        ("https://example.com/x", "Error: there is no puzzle in the text"),
        ("1" * 20, "has 20 characters: a puzzle in one line has one for each cell, for example 16"),
    ],
)
def test_what_is_neither_a_puzzle_nor_a_file(text: str, message: str) -> None:
    for command in ("solve", "count", "rate", "hint", "canon"):
        done = run(command, text)
        assert done.exit_code == 2
        assert message in done.stderr


def test_digits_in_one_line_may_have_a_shape_of_their_own(tmp_path: Path) -> None:
    assert run("count", "." * 25, "--shape", "5x1", "--limit", "1").stdout == "1\n"
    done = run("count", "-", stdin="1" * 20)
    assert "line 1: '11111111111111111111' has 20 characters" in done.stderr


def test_the_help_of_rate_explains_all_scales() -> None:
    words = " ".join(run("rate", "--help").stdout.split())
    for name in SCALES:
        assert f"{name}: " in words


@pytest.mark.parametrize("package", ["exactcover", "csp", "sudoku"])
def test_packages_are_commands(package: str) -> None:
    command = [sys.executable, "-m", package, "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split()[-1] == __version__
