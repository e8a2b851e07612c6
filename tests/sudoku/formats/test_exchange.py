"""Exchange with other programs and sites: JSON, .sdk, .sdm, tables, links of SudokuPad."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from sudoku import (
    RULES,
    Board,
    ClashError,
    Classic,
    Grids,
    Killer,
    Outline,
    Puzzle,
    Rule,
    RuleError,
    Shape,
    ShapeError,
    SudokuError,
    TextError,
    from_json,
    from_sdk,
    from_sudokupad,
    parse,
    rule,
    to_fpuzzles,
    to_fpuzzles_link,
    to_json,
    to_sdk,
    to_sudokupad,
    to_sudokupad_link,
)
from sudoku.cli.main import main
from sudoku.formats.collection import to_csv, to_sdm
from sudoku.formats.forms.reading import SADMAN_FACTS
from sudoku.formats.fpuzzles.reader import lzstring
from sudoku.formats.registry import FORMATS, READERS
from sudoku.formats.sadman import facts_of_sdk
from sudoku.formats.sudokupad.shortened import NAMES, lengthened
from sudoku.rules.examples import EXAMPLES
from sudoku.rules.parsing import read_rule

pytest.importorskip("lzstring", reason="the extra formats is not installed")

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SMALL = "1......2.3.....4"
CAGE = Puzzle(Shape(2, 2), [Classic(), Killer([(3, [(0, 1), (0, 2)])])], {(0, 0): 1})
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

clues = st.lists(st.booleans(), min_size=81, max_size=81).map(
    lambda kept: "".join(c if keep else "." for c, keep in zip(SOLVED, kept, strict=True))
)
"""Lines of puzzles whose clues do not clash."""


def run(*arguments: str, stdin: str = "") -> Result:
    return CliRunner().invoke(main, list(arguments), input=stdin)


# --------------------------------------------------------------------------------------- JSON


@pytest.mark.parametrize("name", RULES)
def test_json_has_every_rule(name: str) -> None:
    stated = read_rule(f"{name}={EXAMPLES[name]}" if name in EXAMPLES else name)
    puzzle = Puzzle(Shape(3, 3), [stated])
    written = to_json(puzzle)
    assert from_json(written) == puzzle
    assert from_json(json.dumps(json.loads(written), indent=2)) == puzzle


BOARDS = [
    Grids("samurai"),
    Grids([(0, 0), (0, 2)], Shape(2, 2), [(5, 5)]),
    Shape(1, 1),
    Shape(2, 1),
    Shape(6, 6),
]


@pytest.mark.parametrize("shape", BOARDS, ids=str)
def test_json_has_every_board(shape: Shape) -> None:
    puzzle = Puzzle(shape)
    read = from_json(to_json(puzzle))
    assert (read, type(read.shape)) == (puzzle, type(shape))
    outline = Puzzle(Outline(3, [(0, 0), (0, 1), (1, 2)]), [], {(1, 2): 3})
    assert from_json(to_json(outline)) == outline


def test_json_is_what_is_documented() -> None:
    assert json.loads(to_json(CAGE)) == {
        "format": "sudoku puzzle 1",
        "shape": "2x2",
        "rules": ["classic", {"killer": {"cages": [[3, ["r1c2", "r1c3"]]]}}],
        "clues": "1...............",
    }


def test_json_refuses_rules_that_are_not_registered() -> None:
    class Own(Rule):
        name = "own"
        summary = "Of its own."

    with pytest.raises(TextError, match="the rule 'own' is not in the registry"):
        to_json(Puzzle(Shape(2, 2), [Own()]))


def changed(**keys: Any) -> str:
    return json.dumps({"shape": "2x2", "rules": ["classic"], "clues": SMALL} | keys)


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("{", TextError, "no JSON: Expecting property name"),
        ("[]", TextError, "a puzzle in JSON is an object"),
        ('{"shape": "2x2"}', TextError, "'rules' is missing: a puzzle has shape, rules, clues"),
        (changed(more=1), TextError, "unknown key 'more': a puzzle has shape, rules, clues"),
        (changed(shape="2"), SudokuError, "'2' is not a shape"),
        (changed(shape={"box": "2x2"}), SudokuError, "the shape has the keys"),
        (
            changed(shape={"digits": 2, "cells": [[0, "A"]]}),
            ShapeError,
            "is not a row and a column, from 0",
        ),
        (changed(rules="classic"), TextError, "the rules are a list, not 'classic'"),
        (changed(rules=[3]), TextError, "3 is no rule"),
        (changed(rules=["clasic"]), RuleError, "unknown rule 'clasic'; did you mean classic"),
        (changed(rules=[{"killer": {"cage": []}}]), SudokuError, "cage"),
        (changed(rules=[{"killer": {}}]), RuleError, "needs parameters: cages"),
        (changed(clues="11.............."), ClashError, "two 1s in row 1"),
        (changed(clues="15.............."), TextError, "^clues: row 1, column 2: digit 5"),
        (changed(clues=7), ShapeError, "the cells are 7: give a list"),
    ],
)
def test_json_that_is_not_understood(text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        from_json(text)


# --------------------------------------------------------------------------------------- .sdk

SDK = f"""#ARuud
#DA puzzle
#CFirst line,
#Csecond line
#B03-08-2006
#SA book
#LEasy
#Uhttp://example.com/
{chr(10).join(PUZZLE[k : k + 9] for k in range(0, 81, 9))}
"""


def test_sdk_with_facts() -> None:
    assert from_sdk(SDK) == Puzzle.of(PUZZLE)
    assert facts_of_sdk(SDK) == {
        "author": "Ruud",
        "description": "A puzzle",
        "comment": "First line,\nsecond line",
        "date": "03-08-2006",
        "source": "A book",
        "level": "Easy",
        "url": "http://example.com/",
    }
    assert set(facts_of_sdk(SDK)) == set(SADMAN_FACTS)


def test_sdk_with_sections() -> None:
    rows = [SOLVED[k : k + 9] for k in range(0, 81, 9)]
    state = ["[State]", *rows, "[PencilMarks]", "12,3,4", "[CellColors]", "0 0 0"]
    text = to_sdk(PUZZLE, {"author": "A", "comment": "one\ntwo"})
    assert from_sdk("\n".join([text, *state])) == Puzzle.of(PUZZLE)
    assert from_sdk("\n".join([*state, text.replace("[Puzzle]", "[PUZZLE]")])) == Puzzle.of(PUZZLE)


def test_sdk_with_the_digits_of_a_player(tmp_path: Path) -> None:
    rows = ["." * 9] * 7
    text = "\n".join(["[Puzzle]", "1" + "." * 8, *rows, "." * 9, "[State]", "12" + "." * 7, *rows])
    board = Board.from_text(f"{text}\n3........")
    assert (board.digits[:2], board.digits[72], board.is_clue(0, 1)) == ((1, 2), 3, False)
    path = tmp_path / "work.sdk"
    path.write_text(f"{text}\n3........")
    shown = CliRunner().invoke(main, ["show", str(path), "--format", "line"])
    assert "Not part of the puzzle: 2 entered digits." in shown.output
    assert shown.output.endswith(f"1{'.' * 80}\n")
    with pytest.raises(TextError, match=r"r1c1 has the clue 1 in \[Puzzle\], and 2 in \[State\]"):
        Board.from_text(f"{text}\n.........".replace("12.......", "2........"))
    with pytest.raises(TextError, match="has 8 rows, expected 9"):
        Board.from_text(text)


@given(clues, st.dictionaries(st.sampled_from(sorted(SADMAN_FACTS)), st.text("abc 1", min_size=1)))
def test_sdk_comes_back(line: str, facts: dict[str, str]) -> None:
    text = to_sdk(line, facts)
    assert from_sdk(text) == Puzzle.of(line)
    assert facts_of_sdk(text) == {name: fact.strip() for name, fact in facts.items()}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no puzzle in the text"),
        ("#ANobody\n", "there is no puzzle in the text"),
        ("[State]\n" + "\n".join(["." * 9] * 9), r"has no section \[Puzzle\]"),
        ("[Puzzle]\n" + "\n".join(["." * 9] * 8), "has 8 rows, expected 9"),
        ("#A\n[Puzzle]\n.........\n......x..", "line 4: row 2, column 7: 'x' is not a digit"),
        ("[Puzzle]\n" + "\n".join(["." * 9] * 18), "a second puzzle"),
    ],
)
def test_sdk_that_is_not_understood(text: str, message: str) -> None:
    with pytest.raises(TextError, match=message):
        from_sdk(text)


@pytest.mark.parametrize("write", [to_sdk, to_sdm])
@pytest.mark.parametrize("puzzle", [Puzzle.of(SMALL), Puzzle(Shape(3, 3), [rule("latin")])])
def test_formats_for_classic_puzzles_refuse_others(write: Any, puzzle: Puzzle) -> None:
    with pytest.raises(TextError, match=r"files are for classic 9x9 puzzles, not for"):
        write(puzzle)


def test_sdk_has_known_facts_only() -> None:
    with pytest.raises(TextError, match=r"\.sdk files have no 'title'; they have author"):
        to_sdk(PUZZLE, {"title": "T"})


# ------------------------------------------------------------------------ lines and tables


@given(clues)
def test_lines_and_tables_come_back(line: str) -> None:
    puzzle = Puzzle.of(line)
    assert parse(to_sdm(puzzle)) == puzzle.grid
    assert set(to_sdm(puzzle)) <= set("0123456789")
    assert parse(to_csv(puzzle)) == puzzle.grid


@pytest.mark.parametrize("n", [4, 6, 12, 16, 25])
def test_tables_of_other_sizes(n: int) -> None:
    puzzle = Puzzle(Shape.of_size(n), clues={(n - 1, 0): n})
    assert parse(to_csv(puzzle)) == puzzle.grid
    with pytest.raises(TextError, match="for squares, not for 5 grids of 3x3"):
        to_csv(Puzzle(Grids("samurai")))


# --------------------------------------------------------------------------------- SudokuPad


def packed(data: object) -> str:
    return str(lzstring().compressToBase64(data if isinstance(data, str) else json.dumps(data)))


def pad(**keys: Any) -> dict[str, Any]:
    """Return the object of a 4x4 puzzle."""
    rows: list[list[dict[str, Any]]] = [[{} for _ in range(4)] for _ in range(4)]
    rows[0][0] = {"value": 1}
    boxes = [[[i + r, j + c] for r in (0, 1) for c in (0, 1)] for i in (0, 2) for j in (0, 2)]
    return {"cellSize": 50, "cells": rows, "regions": boxes} | keys


def shortened(data: dict[str, Any]) -> str:
    """Shorten JSON as the site does."""
    short = {name: key for key, name in NAMES.items()}

    def text(value: Any) -> str:
        if isinstance(value, dict):
            inside = ",".join(f"{short.get(k, k)}:{text(v)}" for k, v in value.items())
            return f"{{{inside}}}"
        if isinstance(value, list):
            return "[" + ",".join("" if v == {} else text(v) for v in value) + "]"
        if isinstance(value, bool):
            return "t" if value else "f"
        if isinstance(value, str) and value.startswith("#"):
            return {"#000000": "#0", "#FFFFFF": "#F"}.get(value, value[1:])
        if isinstance(value, str):
            return "'" + value.replace("'", "\\'") + "'"
        return json.dumps(value)

    return text(data)


PLAIN = Puzzle(Shape(2, 2), clues={(0, 0): 1})
FORMS = [
    "https://sudokupad.app/{}",
    "https://sudokupad.app/?puzzleid={}",
    "https://sudokupad.app/scf?puzzleid={}",
    "https://sudokupad.app/sudoku/{}",
    "http://beta.sudokupad.app/{}?setting-nogrid=1",
    "https://app.crackingthecryptic.com/sudoku/{}",
    "{}",
]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("kind", ["scl", "ctc", "fpuz", "fpuzzles"])
def test_links_of_any_form(kind: str, form: str) -> None:
    data: Any = json.loads(to_fpuzzles(PLAIN)) if kind.startswith("f") else pad()
    assert from_sudokupad(form.format(kind + packed(data))) == PLAIN


def test_links_come_back() -> None:
    for puzzle in (CAGE, Puzzle.of(PUZZLE), Puzzle(Shape(3, 3), [Classic(), rule("anti_king")])):
        link = to_sudokupad_link(puzzle)
        assert link.startswith("https://sudokupad.app/?puzzleid=fpuzzles")
        assert set(link.partition("=")[2]).isdisjoint("+/= ")
        assert from_sudokupad(link) == puzzle
    latin = Puzzle(Shape(4, 1), [rule("latin")])
    link = to_sudokupad_link(latin, title="A title")
    assert link.startswith("https://sudokupad.app/?puzzleid=scl")
    assert from_sudokupad(link) == latin


def test_shortened_objects_are_read() -> None:
    data = pad(
        metadata={"title": "It's, a: [title]", "rules": "x"},
        cages=[
            {"value": "author: A"},
            {
                "cells": [[0, 1], [0, 2]],
                "value": "3",
                "sum": 3,
                "unique": True,
                "outlineC": "#12ab34",
            },
        ],
        settings={"dark": False, "shown": True, "colour": "#000000"},
    )
    text = shortened(data)
    assert "'" in text and '"' not in text and "ce:[[{v:1},,,]," in text
    assert json.loads(lengthened(text)) == data
    assert from_sudokupad("scl" + packed(text)) == from_sudokupad("ctc" + packed(data)) == CAGE
    signs = Puzzle(Shape(2, 2), [rule("xv", x=[], v=[[(0, 0), (0, 1)]])])
    said = {key: value for key, value in to_sudokupad(signs).items() if value}
    assert from_sudokupad("scl" + packed(shortened(said))) == signs


@pytest.mark.parametrize(
    ("keys", "rules"),
    [
        ({"regions": []}, ["latin"]),
        ({"regions": [[[i, j] for j in range(4)] for i in range(4)]}, ["classic"]),
        ({"metadata": {"antiknight": True}}, ["classic", "anti_knight"]),
        ({"metaData": {"antiking": "true"}}, ["classic", "anti_king"]),
        ({"cages": [{"cells": [[0, 0]], "unique": True}]}, ["classic", "killer"]),
        ({"lines": [], "overlays": []}, ["classic"]),
    ],
)
def test_what_objects_say(keys: dict[str, Any], rules: list[str]) -> None:
    assert [each.name for each in from_sudokupad("scl" + packed(pad(**keys))).rules] == rules


def test_irregular_regions_are_a_jigsaw() -> None:
    numbers = ["1112", "1222", "3344", "3344"]
    regions = [[[i, j] for i in range(4) for j in range(4) if numbers[i][j] == k] for k in "1234"]
    expected = Puzzle(Shape(4, 1), [rule("jigsaw", " ".join(numbers))], {(0, 0): 1})
    found = from_sudokupad("scl" + packed(pad(regions=regions)))
    assert found.houses == expected.houses and found.grid == expected.grid


def code_of(line: str) -> str:
    """Return the code of digits: at most five blanks after each digit or blank."""
    signs = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"
    code, k = "", 0
    while k < len(line):
        blanks = 0
        while blanks < 5 and line[k + blanks + 1 : k + blanks + 2] == "0":
            blanks += 1
        code += signs[int(line[k]) + 10 * blanks]
        k += blanks + 1
    return code


@given(clues, st.sampled_from(["", "x", "w", "wx", "*x", "*aAnn **b*tA title*w"]))
def test_codes_of_digits_come_back(line: str, flags: str) -> None:
    blank = line.replace(".", "0") if flags == "" else "0" * 81
    found = from_sudokupad(f"https://sudokupad.app/scf{code_of(blank)}{flags}")
    assert found.grid.to_line() == blank.replace("0", ".")
    names = {each.name for each in found.rules}
    expected = {"x": "diagonal", "w": "windoku"}
    last = flags.rpartition("*")[2]
    assert names == {"classic", *(expected[flag] for flag in last)}


@pytest.mark.parametrize(
    ("link", "message"),
    [
        ("https://sudokupad.app/ab12cd34ef", "names a puzzle that SudokuPad stores"),
        ("https://sudokupad.app/", "names a puzzle that SudokuPad stores"),
        ("https://sudokupad.app/fpuz", "names a puzzle that SudokuPad stores"),
        ("https://sudokupad.app/fpuz!!!!", "the link holds no puzzle"),
        ("https://sudokupad.app/scl" + packed("nothing"), "holds no puzzle of SudokuPad"),
        ("https://sudokupad.app/scl" + packed("[1]"), "holds no puzzle of SudokuPad"),
        ("scl" + packed({}), "'cells' is missing"),
        ("scl" + packed(pad(lines=[{"wayPoints": []}])), "not supported: lines; their rules"),
        ("scl" + packed(pad(cells=[[{}]] * 4)), "4 rows, and a row of another number of cells"),
        (
            "scl" + packed(pad(cells=[[{"value": "A"}]], regions=[])),
            "row 1, column 1: the value 'A' of the cell",
        ),
        ("scl" + packed(pad(regions=[[[0, 0]]])), "the regions do not cover every cell once"),
        ("scl" + packed(pad(cages=[{"cells": [[0, 0]]}])), "a cage without a sum"),
        ("scl" + packed(pad(cages=[{"cells": [[0, 0]], "value": "A"}])), "a cage with the value"),
        ("scl" + packed(pad(regions=[[[0, "1"]]])), "is no cell"),
        ("scl" + packed(pad(regions=[[[0]]])), r"SudokuPad: \[0\] is no cell"),
        ("scl" + packed(pad(regions=["x"])), "'regions' must be a list of regions"),
        ("scl" + packed(pad(cages="x")), "'cages' must be a list of objects"),
        ("scl" + packed(pad(cages=[{"cells": "x"}])), "'cells' of a cage must be a list"),
        ("scl" + packed(pad(cells="x")), "'cells' must be a list of rows"),
        ("scl" + packed(pad(cells=[["x"]])), "'cells' must be a list of rows"),
        ("[]", "neither JSON of SudokuPad nor a link"),
        ("", "neither JSON of SudokuPad nor a link"),
        ("nothing", "neither JSON of SudokuPad nor a link"),
        ("scf123", "the code has 3 cells, expected 81"),
        ("scf1!", "'!' is not in the code of digits"),
        ("scf" + "o" * 13 + "Kz", "the letter 'z' after the digits is not supported"),
    ],
)
def test_links_that_are_not_understood(link: str, message: str) -> None:
    with pytest.raises(TextError, match=message):
        from_sudokupad(link)


# ------------------------------------------------------------------------------- the command


SOURCES = {
    "fpuzzles": to_fpuzzles(CAGE),
    "link": to_fpuzzles_link(CAGE),
    "json": to_json(CAGE),
    "sudokupad": to_sudokupad_link(CAGE),
    "indented": json.dumps(json.loads(to_json(CAGE)), indent=1),
}


@pytest.mark.parametrize("name", SOURCES)
def test_sources_are_recognised(name: str, tmp_path: Path) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_text(f"# a comment\n\n{SOURCES[name]}\n")
    called = CAGE.called("a comment")
    sources = (SOURCES[name], "", CAGE), (str(path), "", called), ("-", path.read_text(), called)
    for source, stdin, puzzle in sources:
        made = run("show", source, "--format", "json", stdin=stdin)
        assert (made.exit_code, made.stdout) == (0, to_json(puzzle) + "\n")


def test_a_file_with_a_puzzle_in_each_line(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.jsonl"
    broken = to_json(SMALL).replace("classic", "clasic")
    path.write_text("\n".join([to_json(SMALL), "", broken, SOURCES["sudokupad"]]) + "\n")
    made = run("show", str(path), "--format", "json")
    assert made.stdout.splitlines() == [to_json(SMALL), to_json(CAGE)]
    assert made.exit_code == 2
    assert made.stderr.startswith("Error: line 3: unknown rule 'clasic'; did you mean classic?")
    assert run("show", str(path), "--shape", "2x2").exit_code == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[" * 99_999, "neither JSON of f-puzzles nor a link"),
        ("xx", "neither JSON of f-puzzles nor a link"),
        ('{"a":' * 99_999, "this is no"),
        ('{"clues": ' + "9" * 9_999 + "}", "this is no puzzle in JSON"),
        ('{"size": 9}', "it has no size and no grid"),
        ("[1]", "neither JSON of f-puzzles nor a link"),
        ("https://sudokupad.app/abcdefghij", "names a puzzle that SudokuPad stores"),
    ],
)
def test_files_that_are_not_understood(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "puzzle.json"
    path.write_text(text)
    made = run("show", str(path))
    assert (made.exit_code, made.stdout) == (2, "")
    assert message in made.stderr


def test_a_file_named_like_a_site(tmp_path: Path) -> None:
    path = tmp_path / "of sudokupad.app.txt"
    path.write_text(SMALL)
    assert run("show", str(path), "--format", "line").stdout == SMALL + "\n"


def test_a_puzzle_that_mentions_a_site() -> None:
    data = json.loads(to_fpuzzles(CAGE)) | {"ruleset": "see https://sudokupad.app/abc"}
    assert run("show", json.dumps(data), "--format", "json").stdout == to_json(CAGE) + "\n"


def test_files_of_sadman(tmp_path: Path) -> None:
    path = tmp_path / "puzzle.sdk"
    path.write_text(SDK)
    assert run("solve", str(path), "--lines").stdout == SOLVED + "\n"
    written = run("show", PUZZLE, "--format", "sdk").stdout
    assert run("solve", "-", "--lines", stdin=written).stdout == SOLVED + "\n"


def test_a_collection(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.sdm"
    path.write_text("".join(run("show", PUZZLE, "--format", "sdm").stdout for _ in range(3)))
    assert run("solve", str(path), "--lines").stdout.split() == [SOLVED] * 3
    path = tmp_path / "puzzles.csv"
    path.write_text("".join(run("show", PUZZLE, "--format", "csv").stdout for _ in range(3)))
    assert run("solve", str(path), "--lines").stdout.split() == [SOLVED] * 3


def test_further_rules_may_be_added() -> None:
    made = run("show", to_json(SMALL), "--rule", "diagonal", "--format", "json")
    assert json.loads(made.stdout)["rules"] == ["classic", "diagonal"]


@pytest.mark.parametrize("name", [name for name in FORMATS if name in READERS])
def test_what_is_written_is_read(name: str) -> None:
    puzzle = Puzzle.of(PUZZLE)
    assert READERS[name](FORMATS[name](puzzle)) == puzzle
