"""The title and the author of a puzzle go through all formats that have a place for them."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

from sudoku import (
    Board,
    Classic,
    Explanation,
    Killer,
    Puzzle,
    Session,
    Shape,
    TextError,
    complete,
    explain,
    from_fpuzzles,
    from_iss,
    from_json,
    from_sdk,
    from_sudokupad,
    generate,
    random_isomorph,
    recognise,
    redundant,
    rule,
    to_fpuzzles,
    to_fpuzzles_link,
    to_iss,
    to_iss_link,
    to_json,
    to_sdk,
    to_sudokupad,
    to_sudokupad_link,
)
from sudoku.formats.forms.recognise import recognise_each
from sudoku.formats.recognise import Source

NAMED = Puzzle(clues={(0, 0): 5}, title='"Stars" & [Stripes]', author="-Nöbody-")
NAMED_SMALL = Puzzle(Shape(2, 2), clues={(0, 0): 1}, title=NAMED.title, author=NAMED.author)

ROUND: dict[str, tuple[Callable[[Puzzle], object], Callable[..., Puzzle]]] = {
    "fpuzzles": (to_fpuzzles, from_fpuzzles),
    "link": (to_fpuzzles_link, from_fpuzzles),
    "json": (to_json, from_json),
    "iss": (to_iss, from_iss),
    "iss link": (to_iss_link, from_iss),
    "sdk": (to_sdk, from_sdk),
    "sudokupad": (to_sudokupad, from_sudokupad),
    "sudokupad link": (to_sudokupad_link, from_sudokupad),
    "pickle": (pickle.dumps, pickle.loads),
}


@pytest.mark.parametrize("name", ROUND)
def test_formats_keep_them(name: str) -> None:
    if "link" in name:
        pytest.importorskip("lzstring", reason="the extra formats is not installed")
    write, read = ROUND[name]
    again = read(write(NAMED))
    assert (again.title, again.author) == (NAMED.title, NAMED.author)
    assert again == NAMED
    plain = read(write(Puzzle(clues={(0, 0): 5})))
    assert (plain.title, plain.author) == ("", "")


def test_a_link_of_sudokupad_with_drawn_rules() -> None:
    pytest.importorskip("lzstring", reason="the extra formats is not installed")
    puzzle = Puzzle(rules=[*NAMED.rules, rule("anti_taxicab")], title="A", author="B")
    again = from_sudokupad(to_sudokupad_link(puzzle))
    assert (again.title, again.author, again) == ("A", "B", puzzle)
    other = from_sudokupad(to_sudokupad_link(puzzle, title="C"))
    assert (other.title, other.author) == ("C", "B")


def test_codes_and_cages_of_sudokupad() -> None:
    blank = "https://sudokupad.app/scf" + "o" * 13 + "K"
    found = from_sudokupad(blank + "*aNobody*tFive **stars***x")
    assert (found.title, found.author) == ("Five *stars*", "Nobody")
    assert [each.name for each in found.rules] == ["classic", "diagonal"]
    rows: list[list[dict[str, int]]] = [[{} for _ in range(4)] for _ in range(4)]
    cages = [{"value": "title: Old"}, {"value": "author: Somebody"}]
    old = from_sudokupad(json.dumps({"cells": rows, "cages": cages}))
    assert (old.title, old.author) == ("Old", "Somebody")


def test_texts() -> None:
    found = recognise("# Title: Grid 7\n# by Nobody\n1...\n....\n....\n...2").puzzle()
    assert (found.title, found.author) == ("Grid 7", "Nobody")
    assert recognise(to_fpuzzles(NAMED)).puzzle().title == NAMED.title
    assert recognise(to_iss(NAMED)).puzzle().author == NAMED.author
    assert "%23" not in to_iss_link(NAMED)


@pytest.mark.parametrize("write", [to_sdk, to_iss, to_json], ids=["sdk", "iss", "json"])
def test_texts_that_are_recognised_and_files(
    write: Callable[[Puzzle], str], tmp_path: Path
) -> None:
    again = recognise(write(NAMED)).puzzle()
    assert (again.title, again.author) == (NAMED.title, NAMED.author)
    path = tmp_path / "puzzles"
    path.write_text(write(NAMED), "utf-8")
    [(_, read)] = Source(str(path)).read()
    assert isinstance(read, Puzzle)
    assert (read.title, read.author) == (NAMED.title, NAMED.author)


def test_a_file_of_several_strings(tmp_path: Path) -> None:
    named = [NAMED, Puzzle(clues={(0, 0): 4}), NAMED.called("Second")]
    path = tmp_path / "strings"
    path.write_text("\n".join(map(to_iss, named)), "utf-8")
    read = [puzzle for _, puzzle in Source(str(path)).read()]
    assert [puzzle.names for puzzle in read if isinstance(puzzle, Puzzle)] == [
        puzzle.names for puzzle in named
    ]


ROWS = "\n".join(NAMED.grid.to_line()[k : k + 9] for k in range(0, 81, 9))
ABOVE = {
    "a comment": ("# Title: My grid\n# by Me", "My grid", "Me"),
    "a line": ("My grid\nby Me", "My grid", "Me"),
    "SadMan Sudoku": ("#AMe\n#DMy grid", "My grid", "Me"),
    "letters of SadMan Sudoku before others": ("#AÖzil\n#DÜbung", "Übung", "Özil"),
    "no fact of SadMan Sudoku": ("#DIY sudoku", "DIY sudoku", ""),
    "no author of SadMan Sudoku": ("#AI generated", "AI generated", ""),
    "a line with a comma": ("Hard, by X", "Hard, by X", ""),
    "names of columns": ("puzzle,solution", "", ""),
    "a site": ("# see f-puzzles.com", "see f-puzzles.com", ""),
    "another site": ("As on sudokupad.app", "As on sudokupad.app", ""),
    "a third site": ("Grid of Interactive-Sudoku-Solver", "Grid of Interactive-Sudoku-Solver", ""),
}


@pytest.mark.parametrize("head", ABOVE)
def test_lines_above_a_grid(head: str, tmp_path: Path) -> None:
    above, title, author = ABOVE[head]
    path = tmp_path / "grid"
    path.write_text(f"{above}\n{ROWS}\n", "utf-8")
    [(_, read)] = Source(str(path)).read()
    text = path.read_text("utf-8")
    for found in (read, Puzzle.of(text), Puzzle.from_text(text), recognise(text).puzzle()):
        assert isinstance(found, Puzzle)
        assert (found.title, found.author, found.grid) == (title, author, NAMED.grid)
    assert Puzzle(clues=text, title="Mine").title == "Mine"


def test_each_grid_has_the_comment_above_it(tmp_path: Path) -> None:
    path = tmp_path / "grids"
    line = NAMED.grid.to_line()
    path.write_text(f"# First\n{line}\n\n# Second\n{line}\n{line}\n", "utf-8")
    read = [puzzle for _, puzzle in Source(str(path)).read()]
    assert [each.title for each in read if isinstance(each, Puzzle)] == ["First", "Second", ""]


BELOW = {
    "below a grid": (f"# First\n{ROWS}\n# a note\n\n# Second\n{ROWS}", ["First", "Second"]),
    "below a grid, and no other": (f"# First\n{ROWS}\n# a note\n\n{ROWS}", ["First", ""]),
    "inside a grid": (f"# First\n{ROWS[:9]}\n# inside{ROWS[9:]}\n\n{ROWS}", ["First", ""]),
    "in two paragraphs": (f"# First\n{ROWS}\n\n# Second\n\n# by Me\n{ROWS}", ["First", "Second"]),
    "without empty lines": (f"# First\n{ROWS}\n# Second\n{ROWS}", ["First", "Second"]),
}


@pytest.mark.parametrize("where", BELOW)
def test_a_comment_about_another_grid_is_no_title(where: str, tmp_path: Path) -> None:
    text, titles = BELOW[where]
    path = tmp_path / "grids"
    path.write_text(text, "utf-8")
    read = [puzzle for _, puzzle in Source(str(path)).read()]
    assert [each.title for each in read if isinstance(each, Puzzle)] == titles
    assert [each.puzzle().title for each in recognise_each(text)] == titles


KILLER = Puzzle(
    rules=[Classic(), Killer([(8, [(0, 0), (0, 1), (0, 2)])])], clues={(5, 5): 1}, author="Me"
)
STATED: dict[str, Callable[[Puzzle], str]] = {
    "json": to_json,
    "json in lines": lambda puzzle: json.dumps(json.loads(to_json(puzzle)), indent=1),
    "fpuzzles": to_fpuzzles,
    "sudokupad": lambda puzzle: json.dumps(to_sudokupad(puzzle)),
    "link": to_fpuzzles_link,
    "sudokupad link": to_sudokupad_link,
}


@pytest.mark.parametrize("head", ["# Mine", "// Mine", "Mine", "2024\n\nMine"])
@pytest.mark.parametrize("name", STATED)
def test_rules_and_titles_of_texts_below_other_lines(name: str, head: str, tmp_path: Path) -> None:
    if "link" in name:
        pytest.importorskip("lzstring", reason="the extra formats is not installed")
    text = f"{head}\n{STATED[name](KILLER)}\n"
    path = tmp_path / "puzzle"
    path.write_text(text, "utf-8")
    [(_, of_file)] = Source(str(path)).read()
    [(_, of_text)] = Source(text).read()
    for found in (of_file, of_text, Puzzle.of(text), recognise(text).puzzle()):
        assert isinstance(found, Puzzle)
        assert (found, found.title, found.author) == (KILLER, "Mine", "Me")


@pytest.mark.parametrize("name", ["json", "json in lines", "fpuzzles", "sudokupad"])
def test_rules_are_never_lost(name: str, tmp_path: Path) -> None:
    text = STATED[name](KILLER)
    for several in (f"[{text},{text}]", f"[\n{text}\n]", f"{KILLER.grid.to_line()}\n{text}"):
        with pytest.raises(TextError, match="its rules would be lost"):
            recognise(several)
        path = tmp_path / "puzzles"
        path.write_text(several, "utf-8")
        assert isinstance([found for _, found in Source(str(path)).read()][-1], TextError)
    assert recognise(text, Shape(3, 3)).puzzle() == KILLER
    with pytest.raises(TextError, match="states the shape 3x3, not 2x2"):
        recognise(text, Shape(2, 2))


@pytest.mark.parametrize("line", ["2024", "-----"])
def test_a_link_beside_a_short_line_is_a_link(line: str) -> None:
    with pytest.raises(TextError, match="names a puzzle that SudokuPad stores"):
        recognise(f"{line}\nhttps://sudokupad.app/abcdef")


def test_explanations_keep_them() -> None:
    explanation = explain(Puzzle(Shape(2, 2), clues="1234341221434...", title="A", author="B"))
    assert Explanation.from_json(explanation.to_json()).puzzle.names == {
        "title": "A",
        "author": "B",
    }


def test_a_grid_with_a_title() -> None:
    drawn = "Title: My grid\nby Me\n|1.|..|\n|..|..|\n|--+--|\n|..|..|\n|..|.2|\n"
    [(_, read)] = Source(drawn).read()
    assert isinstance(read, Puzzle)
    assert read.names == {"title": "My grid", "author": "Me"}


def test_they_stay_with_the_puzzle_and_are_no_part_of_it() -> None:
    assert Puzzle(clues={(0, 0): 5}) == NAMED
    assert hash(Puzzle(clues={(0, 0): 5})) == hash(NAMED)
    assert NAMED.with_clue(4, 4, 1).title == NAMED.without_clue(0, 0).title == NAMED.title
    for board in (Board(NAMED, {(4, 4): 1}), Board(NAMED, {}, [((4, 4), 1)])):
        assert board.to_puzzle().author == NAMED.author
    session = Session(NAMED).add_rule(rule("diagonal")).mark(4, 4, [1, 2])
    completed = complete(NAMED_SMALL, seed=1).puzzle
    assert completed is not None
    changed = {
        "changed": NAMED.changed(rules=[*NAMED.rules, rule("diagonal")], cells={(0, 0): 4}),
        "completed": completed,
        "redundant": redundant(completed).puzzle,
        "random isomorph": random_isomorph(NAMED, seed=1),
        "marked": session.puzzle,
        "rule removed": session.remove_rule(rule("diagonal")).puzzle,
        "generated": next(generate(1, start=NAMED_SMALL, seed=1)),
    }
    assert {how: puzzle.names for how, puzzle in changed.items()} == dict.fromkeys(
        changed, NAMED.names
    )
    page = explain(Puzzle(Shape(2, 2), clues="1234341221434...", title="<b>", author="I")).html()
    assert "<title>&lt;b&gt;</title>" in page
    assert '<h1>&lt;b&gt;</h1>\n<p class="author">by I</p>' in page


def test_a_title_is_a_text() -> None:
    with pytest.raises(TextError, match="title is 3: it must be a text"):
        Puzzle(title=3)  # type: ignore[arg-type]
    for title in (None, 0, False):
        with pytest.raises(TextError, match="it must be a text"):
            Puzzle(title=title)  # type: ignore[arg-type]
    with pytest.raises(TextError, match="author is 3"):
        from_json(json.loads(to_json(NAMED)) | {"author": 3})
    data = json.loads(to_fpuzzles(NAMED)) | {"title": None, "author": 7}
    assert (from_fpuzzles(data).title, from_fpuzzles(data).author) == ("", "")
