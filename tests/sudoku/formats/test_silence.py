"""What a reader does not use is refused, or the command says so."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from sudoku import Board, Killer, Puzzle, Shape, TextError, from_fpuzzles, from_iss, from_json, rule
from sudoku.cli.main import main
from sudoku.formats.janko.reader import from_layout
from sudoku.formats.sudokupad.reader import from_sudokupad

SMALL = "1......2.3.....4"
ROWS = [SMALL[k : k + 4] for k in range(0, 16, 4)]


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (from_json, f'{{"shape": "2x2", "rules": ["latin"], "rules": [], "clues": "{SMALL}"}}'),
        (from_fpuzzles, '{"size": 1, "grid": [[{}]], "even": [{"cell": "R1C1"}], "even": []}'),
        (from_sudokupad, '{"cells": [[{"value": 1, "value": 2}]]}'),
    ],
)
def test_a_key_that_is_given_twice(read: Any, text: str) -> None:
    with pytest.raises(TextError, match=r"the key '\w+' is given twice"):
        read(text)


def pad(**keys: Any) -> str:
    cells = [[{"value": int(sign)} if sign != "." else {} for sign in row] for row in ROWS]
    return json.dumps({"cells": cells} | keys)


def test_cells_of_sudokupad() -> None:
    plain = json.loads(pad())
    assert from_sudokupad(pad()).n_clues == 4
    for key, value in (("centremarks", [1, 2]), ("pencilMarks", ["3"]), ("rule", "odd")):
        plain["cells"][0][1] = {key: value}
        with pytest.raises(TextError, match=f"row 1, column 2: '{key}' in a cell is not supported"):
            from_sudokupad(json.dumps(plain))
        plain["cells"][0][1] = {key: None, "c": "#f00"}
        assert from_sudokupad(json.dumps(plain)) == from_sudokupad(pad())


def test_cages_of_sudokupad_with_two_sums() -> None:
    cage = {"cells": [[0, 0], [0, 1]], "sum": 5, "value": "5"}
    assert from_sudokupad(pad(cages=[cage])).rules[1] == Killer([(5, [(0, 0), (0, 1)])])
    with pytest.raises(TextError, match="a cage with the sum 5, and the value '4'"):
        from_sudokupad(pad(cages=[cage | {"value": "4"}]))


def test_bars_of_one_side() -> None:
    head, blank = "2 2\n- -\n- -\n", "0 0"
    puzzle = from_layout("consecutive", f"{head}1 4\n{blank}")
    assert puzzle.rules[1] == rule("consecutive", [((0, 0), (0, 1))])
    with pytest.raises(TextError, match="row 1, column 1 of the lower rows: a bar that one side"):
        from_layout("consecutive", f"{head}0 4\n{blank}")
    with pytest.raises(TextError, match="there is no sign 16"):
        from_layout("consecutive", f"{head}16 0\n{blank}")


def test_dashes_between_numbers_of_iss() -> None:
    with pytest.raises(TextError, match="'_' stands for a blank cell, or"):
        from_iss("10 _ _ 2\n_ _ _ _\n2 _ _ 10\n_ _ _ _")
    for blank in "._0":
        assert from_iss("1 . . 2\n. . . .\n2 . . 1\n. . . .".replace(".", blank)).n_clues == 4


@pytest.mark.parametrize("sign", ".*_0")
def test_signs_between_candidates(sign: str) -> None:
    grid = "\n".join(["1 2 | 34 34", "+---+---+", *["1234 1234 | 1234 1234"] * 3])
    assert Board.from_pencil_marks(grid).candidates_of(0, 2) == (3, 4)
    with pytest.raises(TextError, match=rf"row 1, column 3: candidate '[{sign}]' is no digit"):
        Board.from_pencil_marks(grid.replace("34 34", f"3{sign}4 34"))


def test_sections_that_are_not_read_are_named(tmp_path: Path) -> None:
    rows = ["1........", *["........."] * 8]
    path = tmp_path / "work.sdk"
    path.write_text("\n".join(["[Puzzle]", *rows, "[PencilMarks]", "12,3,4", "[CellColors]"]))
    result = CliRunner().invoke(main, ["show", str(path), "--format", "line"])
    assert "not used: the section PencilMarks." in result.output
    path.write_text("\n".join(["[Puzzle]", *rows]))
    assert "not used" not in CliRunner().invoke(main, ["show", str(path)]).output


def test_rules_in_the_comment_of_a_printed_puzzle(tmp_path: Path) -> None:
    cage = Killer([(3, [(0, 0), (0, 1)])])
    path = tmp_path / "printed.txt"
    path.write_text(str(Puzzle(Shape(2, 2), [rule("classic"), cage], SMALL)))
    result = CliRunner().invoke(main, ["show", str(path)])
    assert "the grid does not have these rules: killer" in result.output
    asked = 'killer=[[3, ["r1c1", "r1c2"]]]'
    result = CliRunner().invoke(main, ["show", str(path), "--rule", asked])
    assert "does not have" not in result.output
