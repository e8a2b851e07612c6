"""Names and titles that could control a terminal or end a comment, through every writer."""

from __future__ import annotations

import json
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click import Context
from click.testing import CliRunner

from csp import Model, Variable, all_different, from_flatzinc, from_opb
from exactcover import Problem, write_solutions
from exactcover.cli.main import main
from exactcover.formats.json import WRITERS
from exactcover.formats.json import from_json as problem_from_json
from exactcover.runtime.errors import ProblemError
from sudoku import Puzzle, SudokuError, from_fpuzzles, picture, to_sdk
from sudoku.booklets.pages import check_texts
from sudoku.cli.main import main as sudoku_command
from sudoku.formats.sadman import facts_of_sdk, from_sdk
from sudoku.formats.sudokupad.reader import from_sudokupad, to_sudokupad_link

SIGNS = (
    *("\x1b[31m", "\x1b]8;;//x\x1b\\", "\ud800", "\x00", "\x85", "\x0b", "\r", "\r\n0 2 0\r\n"),
    *("]]>", "-->", "</script>", "</title><a>", '"', "'", "\n1 2 0\n", "\n-1 x1 >= 9 ;\n"),
    *("\u202e", "\u2028+1 x1 = 0 ;", "\\", "\\n", "%", "\ufffe", "\U000e0041", " End ", "\tq"),
)
"""What a name may hold."""
NAMES = [f"n{k}{sign}z" for k, sign in enumerate(SIGNS)]


def check_plain(text: str) -> None:
    """Check that nothing in a text controls a terminal, and that it can be written."""
    assert not [line for line in text.split("\n") if not line.replace("\t", " ").isprintable()]
    text.encode()


def check_xml(text: str) -> None:
    """Check that XML is well-formed, and holds nothing but characters of XML."""
    ElementTree.fromstring(text)
    check_signs(text)


def check_signs(text: str) -> None:
    """Check that a page has no control characters, and no elements of a name."""
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe]", text)
    text.encode()


class Page(HTMLParser):
    """The elements of a page in the order of their ends."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.found.append(tag)

    def handle_endtag(self, tag: str) -> None:
        self.found.append(f"/{tag}")


def elements(text: str) -> list[str]:
    """Return the tags of a page."""
    page = Page()
    page.feed(text)
    return page.found


@cache
def problem(names: tuple[str, ...] = tuple(NAMES)) -> Problem:
    """Return a problem with one solution, whose items, colours and labels have such names."""
    options = {f"label {name}": {name: None, ("pair", name): name} for name in names}
    return Problem(options, secondary=[("pair", name) for name in names], costs=[1] * len(names))


def model(name: str) -> tuple[Model, Variable]:
    """Return a model with variables of such names and five solutions, and a variable."""
    made = Model()
    x, y = made.variable(range(3), name=name), made.variable(range(3), name=f"y{name}")
    made.post(x + 2 * y <= 5, x != 2 * y, all_different([x, y + 1]))
    return made, x


@pytest.mark.parametrize("form", [form for form in WRITERS if form not in ("matrix", "dlx")])
def test_files_of_problems(form: str) -> None:
    text = WRITERS[form](problem())
    check_plain(text)
    lines = WRITERS[form](problem(tuple(f"n{k}z" for k in range(len(NAMES))))).count("\n")
    assert text.count("\n") == lines
    if form == "json":
        again = problem_from_json(text)
        assert again.primary == problem().primary
        assert again.colour_names == problem().colour_names


@pytest.mark.parametrize("name", NAMES)
def test_the_text_format_has_a_name_or_refuses_it(name: str) -> None:
    made = Problem({name: [name]})
    try:
        text = made.to_text()
    except ProblemError as error:
        check_plain(str(error))
        return
    text.encode()
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]", text)
    assert Problem.from_text(text) == made


def test_comments_of_the_text_format_stay_comments() -> None:
    text = Problem.from_text("| a\x1b[31m\tb \u200d\np\n| c\x00\np\n").to_text()
    assert text == "| a\\x1b[31m\tb \u200d\np\n| c\\x00\np\n"


def test_what_problems_say_and_show(tmp_path: Path) -> None:
    made, plain = problem(), problem(tuple(f"n{k}z" for k in range(len(NAMES))))
    for each in (made.options, made.trace(), [made.solve(), made.reduce(), made.diagram()]):
        for one in each:
            check_plain(str(one))
            check_plain(repr(one))
    check_xml(made._repr_svg_())
    html = made.solve()._repr_html_()
    check_signs(html)
    assert elements(html) == elements(plain.solve()._repr_html_())
    check_plain(made.diagram().to_dot())
    write_solutions(made, tmp_path / "found.jsonl")
    (line,) = (tmp_path / "found.jsonl").read_text().splitlines()
    check_plain(line)
    assert json.loads(line)["labels"] == [f"label {name}" for name in NAMES]


@pytest.mark.parametrize("command", main.list_commands(Context(main)))
def test_every_command_of_problems(command: str, tmp_path: Path) -> None:
    path = tmp_path / "problem.json"
    path.write_text(WRITERS["json"](problem()), encoding="utf-8")
    more = {"convert": ["--to", "lp"], "status": []}.get(command, [])
    for arguments in (more, ["--json"]):
        result = CliRunner().invoke(main, [command, str(path), *arguments])
        check_plain(result.output)


@pytest.mark.parametrize("name", NAMES)
def test_models(name: str) -> None:
    (made, x), (plain, _) = model(name), model("nz")
    for text in (made.to_flatzinc(minimize=x), made.to_opb(), made.to_dimacs()):
        check_plain(text)
    assert from_flatzinc(made.to_flatzinc()).model.count() == made.count() == 5
    assert from_opb(made.to_opb()).model.count() == 5
    assert made.to_dimacs().count("\n") == plain.to_dimacs().count("\n")
    tree = made.search_tree()
    found = made.solve()
    for each in (made, *made.unknowns, *made.constraints, found, found.solution, tree, *tree.nodes):
        check_plain(str(each))
        check_plain(repr(each))
    check_xml(tree.to_svg())
    for one, other in ((made, plain), (found, plain.solve())):
        check_signs(one._repr_html_())
        assert elements(one._repr_html_()) == elements(other._repr_html_())
    made.post(x >= 2, name=name)
    made.post(x <= 1, name=f"other {name}")
    check_plain(str(made.explain_infeasible()))


@pytest.mark.parametrize("name", NAMES)
def test_titles_of_puzzles(name: str, tmp_path: Path) -> None:
    puzzle = Puzzle.from_text("1" + "." * 80)
    check_xml(picture(puzzle, title=name).to_svg())
    text = to_sdk(puzzle, {"author": name, "comment": name})
    check_plain(text)
    assert from_sdk(text) == puzzle
    assert set(facts_of_sdk(text)) == {"author", "comment"}
    link = to_sudokupad_link(puzzle, title=name, author=name)
    check_plain(link)
    assert from_sudokupad(link) == puzzle
    data = {"size": 4, "title": name, "author": name, "grid": [[{}] * 4] * 4}
    path = tmp_path / "puzzle.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    for command in ("show", "solve", "check", "explain", "hint", "count"):
        check_plain(CliRunner().invoke(sudoku_command, [command, str(path)]).output)
    for unknown in ({name: 1}, {"title": [name]}, {"ruleset": name, "cage": [{"cells": [name]}]}):
        try:
            from_fpuzzles(json.dumps(data | unknown))
        except SudokuError as error:
            check_plain(str(error))


@pytest.mark.parametrize("name", NAMES)
def test_titles_of_booklets(name: str) -> None:
    pytest.importorskip("font_lato")
    try:
        check_texts(name, name)
    except SudokuError as error:
        check_plain(str(error))
    else:
        assert name.isprintable()
