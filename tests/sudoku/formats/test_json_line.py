"""Puzzles with their rules as JSON, one in a line."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sudoku import RULES, Classic, Grids, Puzzle, Shape, SudokuError, TextError, recognise
from sudoku.cli.main import main
from sudoku.formats.json_line import from_json, to_json
from sudoku.geometry.outlines import Outline
from sudoku.rules.base import Rule
from sudoku.rules.examples import EXAMPLES
from sudoku.rules.parsing import read_rule

WITH_HOUSES = ("classic", "latin", "jigsaw")
LINE = '{"shape": "2x2", "rules": ["classic", {"killer": [[3, ["r1c1", "r1c2"]]]}], "clues": "%s"}'
GOOD = LINE % "123434122143...."
SOLUTION = "1234341221434321"


@pytest.mark.parametrize("name", RULES)
def test_every_rule_is_written_and_read(name: str) -> None:
    stated = read_rule(f"{name}={EXAMPLES[name]}" if name in EXAMPLES else name)
    puzzle = Puzzle(Shape(3, 3), [stated] if name in WITH_HOUSES else [Classic(), stated])
    text = to_json(puzzle)
    assert "\n" not in text
    assert from_json(text) == recognise(text).puzzle() == puzzle
    assert '"r1c1"' in text or "r1c1" not in EXAMPLES.get(name, "")


def test_parameters_are_written_as_on_a_command_line() -> None:
    for name in ("killer", "kropki", "quadruple", "relations", "look_and_say", "even_odd"):
        stated = read_rule(f"{name}={EXAMPLES[name]}")
        (written,) = json.loads(to_json(Puzzle(Shape(3, 3), [stated])))["rules"]
        example = json.loads(EXAMPLES[name])
        values = written[name]
        assert (values if isinstance(example, dict) else next(iter(values.values()))) == example


@pytest.mark.parametrize(
    "shape",
    [
        Shape(3, 2),
        Shape(5, 1),
        Shape(6, 6),
        Grids([(0, 0), (2, 2)], Shape(2, 2)),
        Grids("butterfly", more=[(20, 3)]),
        Outline(3, [(0, 0), (0, 2), (1, 1)]),
    ],
    ids=repr,
)
def test_boards_of_any_shape(shape: Shape) -> None:
    cells = [0] * shape.n_cells
    cells[1] = 3
    puzzle = Puzzle(shape, [] if type(shape) is Outline else [Classic()], cells)
    read = from_json(to_json(puzzle))
    assert read == puzzle
    assert type(read.shape) is type(shape)


class Unregistered(Rule):
    name = "unregistered"
    summary = "Nothing."


def test_a_rule_that_is_not_registered_is_refused() -> None:
    with pytest.raises(TextError, match="the rule 'unregistered' is not in the registry"):
        to_json(Puzzle(Shape(2, 2), [Unregistered()]))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "no JSON: Expecting property name"),
        ("[]", "a puzzle in JSON is an object, not '\\[\\]'"),
        ('{"rules": [], "clues": ""}', "'shape' is missing: a puzzle has shape, rules, clues"),
        ('{"shape": "2x2", "rule": []}', "unknown key 'rule'"),
        ('{"shape": 3, "rules": [], "clues": ""}', "3 is not a shape: write a box's width"),
        ('{"shape": {"grid": 3}, "rules": [], "clues": ""}', "the shape has the keys 'grids'"),
        ('{"shape": "2x2", "rules": {}, "clues": ""}', "the rules are a list, not {}"),
        ('{"shape": "2x2", "rules": [3], "clues": ""}', "3 is no rule: write its name"),
        ('{"shape": "2x2", "rules": ["kilr"], "clues": ""}', "unknown rule 'kilr'; did you mean"),
        ('{"shape": "2x2", "rules": [{"killer": {"a": 1}}], "clues": ""}', "no parameter 'a'"),
        ('{"shape": "2x2", "rules": [], "clues": "12"}', "expected 4|no row of one|rows"),
        (LINE % "11..............", "two 1s in row 1"),
    ],
)
def test_what_is_wrong_is_named(text: str, message: str) -> None:
    with pytest.raises(SudokuError, match=message):
        from_json(text)


def run(*arguments: str, stdin: str = "") -> Result:
    return CliRunner().invoke(main, list(arguments), input=stdin)


def test_commands_read_lines() -> None:
    stdin = "\n".join(["# puzzles", GOOD, "", '{"shape": "2x2"}', LINE % "11..............", GOOD])
    result = run("solve", "-", "--lines", stdin=stdin)
    assert result.stdout.split() == [SOLUTION, "refused", "none", SOLUTION]
    assert "Error: line 4: 'rules' is missing" in result.stderr
    assert "line 5: two 1s in row 1" in result.stderr
    assert result.exit_code == 2


def test_commands_read_files_and_literals(tmp_path: Path) -> None:
    for name in ("puzzles.json", "puzzles.jsonl"):
        path = tmp_path / name
        path.write_text(f"{GOOD}\n{GOOD}\n", encoding="utf-8")
        assert run("show", str(path), "--format", "json").stdout.count("killer") == 2
    path.with_name("one.json").write_text(json.dumps(json.loads(GOOD), indent=2), encoding="utf-8")
    shown = run("show", str(path.with_name("one.json")), "--format", "json").stdout
    assert shown == run("show", GOOD, "--format", "json").stdout
    assert from_json(shown) == from_json(GOOD)
    signs = 'greater_than=[["r1c2", "r1c1"]]'
    more = run("show", GOOD, "--rule", signs, "--format", "json").stdout
    assert from_json(more).rules == (*from_json(GOOD).rules, read_rule(signs))
    result = run("solve", GOOD, "--shape", "2x2")
    assert (result.exit_code, "states its own shape" in result.stderr) == (2, True)


def test_lines_of_f_puzzles_are_read(tmp_path: Path) -> None:
    one = run("show", GOOD, "--format", "fpuzzles").stdout
    line = json.dumps(json.loads(one))
    shown = run("show", "-", "--format", "json", stdin=f"{line}\n{GOOD}\n").stdout.splitlines()
    assert [from_json(text) for text in shown] == [from_json(GOOD)] * 2


def test_generated_lines_are_read() -> None:
    arguments = ["--ruleset", "killer:cages=4,most=3", "--ruleset", "x", "--shape", "2x2"]
    made = run("generate", "-n", "3", "--seed", "2", *arguments)
    assert made.exit_code == 0
    puzzles = [from_json(line) for line in made.stdout.splitlines()]
    assert [[each.name for each in one.rules] for one in puzzles] == [
        ["classic", "diagonal", "killer"]
    ] * 3
    solved = run("solve", "-", "--lines", stdin=made.stdout)
    assert solved.exit_code == 0
    assert [len(line) for line in solved.stdout.split()] == [16] * 3
    assert (
        run("generate", "-n", "3", "--seed", "2", "--workers", "3", *arguments).stdout
        == made.stdout
    )


def test_generate_without_clues() -> None:
    made = run("generate", "--ruleset", "killer", "--no-clues", "--minimal-marks", "--shape", "2x2")
    assert from_json(made.stdout).n_clues == 0
    both = run("generate", "--no-clues", "--clues", "3")
    assert (both.exit_code, "only one can be given" in both.stderr) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--ruleset", "kilr"], "unknown ruleset 'kilr'; did you mean killer?"),
        (["--ruleset", "killer:cagse=3"], "the ruleset 'killer' has no parameter 'cagse'"),
        (["--ruleset", "killer", "--format", "csv"], "--format csv has no room for the marks"),
    ],
)
def test_generate_names_what_is_wrong(arguments: list[str], message: str) -> None:
    result = run("generate", "--shape", "2x2", *arguments)
    assert result.exit_code == 2
    assert message in result.stderr


def test_rulesets_are_listed() -> None:
    listed = run("rulesets").stdout
    assert "killer" in listed
    assert "[cages, least, most, sums]" in listed
    one = run("rulesets", "Killer").stdout
    assert "--ruleset killer:least=2,most=4,sums=true" in one
    assert "The number of cages; by default they cover the board" in one
    assert run("rulesets", "kilr").exit_code == 2
