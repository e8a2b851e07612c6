"""The page of an explanation as text; `test_page_in_browser.py` uses it."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from importlib.resources import files

import pytest
from hypothesis import given, settings

from sudoku import (
    Board,
    Classic,
    Diagonal,
    Explanation,
    Grids,
    Killer,
    Puzzle,
    RuleError,
    Shape,
    explain,
)
from sudoku.explaining.drawing import marks_of
from sudoku.explaining.examples import example
from sudoku.explaining.explanation import End
from sudoku.explaining.legend import legend_of
from sudoku.papers.warner.grids import WARNER
from sudoku.pictures.marks import Link, Strike
from sudoku.techniques.examples import example_of
from sudoku.techniques.registry import BUILT_IN
from tests.sudoku_puzzles import puzzles

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
VOID = {"meta", "input"}


class Checker(HTMLParser):
    """Reads a page; every element must be closed, and no name be used twice."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.names: list[str] = []
        self.feed(page)
        self.close()
        assert self.open == []
        assert len(set(self.names)) == len(self.names)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        self.names += [value or "" for name, value in attrs if name == "id"]
        for name, value in attrs:
            assert name not in ("src", "action", "srcset", "onclick")
            assert name != "href" or (value or "").startswith("#")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Accept an element without content."""

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_has_all_and_needs_nothing_else() -> None:
    explanation = explain(Puzzle.from_text(EASY))
    page = explanation.html()
    names = Checker(page).names
    steps = [f"step-{number}" for number in range(1, 52)]
    assert [name for name in names if name in ("start", "end", *steps)] == ["start", *steps, "end"]
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    assert "url(" not in page and "@import" not in page
    assert "<b>r5c5</b>" in page
    assert "<h1>Sudoku, 30 clues</h1>" in page
    assert EASY in page
    assert page.count("<svg xmlns") == 1  # one board for all steps
    words = re.findall(r'<p class="words">(.*?)</p>', page)
    assert [unescape(re.sub("</?b>", "", text)) for text in words[1:]] == [
        *(stage.words for stage in explanation.stages),
        "Solved in 51 steps.",
    ]


def test_a_page_without_steps_shows_the_puzzle_and_says_why() -> None:
    killer = Puzzle(rules=[Classic(), Killer([(3, [(0, 0), (0, 1)])]), Diagonal()])
    page = Explanation(killer, None, (), End.MANY_SOLUTIONS).html()
    Checker(page)
    assert "<h1>Sudoku with the rules killer, diagonal, no clues</h1>" in page
    assert 'class="line"' not in page
    assert "The puzzle has more than one solution." in page
    assert page.count("<section") == 1


def test_an_end_without_the_solution_is_said_at_the_beginning_too() -> None:
    for explanation, why in (
        (explain(EASY, most=3), "There is more to do; 48 cells are open."),
        (explain(WARNER[3], upto="hidden_single"), "no technique up to Hidden single applies"),
        (
            Explanation(Puzzle.of(EASY), Board(Puzzle.of(EASY)), (), End.STOPPED, "Time was up."),
            "Time was up.",
        ),
    ):
        page = explanation.html()
        Checker(page)
        assert page.count(why) == 2
        assert "This page does not lead to the solution." in page


def test_what_is_text_stays_text() -> None:
    remark = "<script>alert('&')</script>"
    page = Explanation(Puzzle.of(EASY), None, (), End.STOPPED, remark).html()
    Checker(page)
    assert "&lt;script&gt;alert(&#x27;&amp;&#x27;)&lt;/script&gt;" in page
    assert remark not in page


@pytest.mark.kernel
@settings(max_examples=15)
@given(puzzle=puzzles())
def test_every_shape_and_rule_has_a_page(puzzle: Puzzle) -> None:
    explanation = explain(puzzle, unique=True)
    page = explanation.html()
    Checker(page)
    shown = re.findall(r'data-short="([^"]*)"', page)
    assert len(shown) == len(explanation.steps)


def test_digits_above_nine_are_letters_on_the_board() -> None:
    def words(shape: Shape | Grids) -> str:
        board = Board(Puzzle(shape))
        return Explanation(board.puzzle, board, (), End.STUCK).html()

    assert "The letters A to G are written as 10 to 16 in sentences." in words(Shape(4, 4))
    assert "The letter A is written as 10 in sentences." in words(Shape(5, 2))
    assert "in sentences." not in words(Grids("samurai"))


def test_what_repeats_is_written_once() -> None:
    explanation = explain(Puzzle.from_text(WARNER[3]))
    pictures = sum(len(picture.to_svg()) for picture in explanation.pictures())
    assert len(explanation.html()) < pictures / 4


@pytest.mark.kernel
@pytest.mark.parametrize("name", ["naked_pair", "finned_x_wing", "xy_chain", "als_xz", "nishio"])
def test_the_legend_has_the_colours_of_the_picture(name: str) -> None:
    stage = example(name)
    drawn = {
        getattr(mark, "colour", "")
        for mark in marks_of(stage.board, stage.step)
        if not isinstance(mark, Strike)
    }
    assert {entry.colour for entry in legend_of(stage.board, stage.step)} == drawn


def test_the_legend_of_each_technique_says_how_links_look() -> None:
    for technique in BUILT_IN:
        if technique.links:
            stage = example(technique.name)
            looks = {entry.look for entry in legend_of(stage.board, stage.step)}
            marks = list(marks_of(stage.board, stage.step))
            assert ("line" in looks) == any(isinstance(mark, Link) for mark in marks)


def test_the_files_of_the_page_are_part_of_the_package() -> None:
    for name in ("page.html", "page.css", "page.js"):
        assert files("sudoku.explaining").joinpath(name).is_file()
    assert files("sudoku.techniques").joinpath("examples.txt").is_file()


def test_a_step_that_assumes_a_unique_solution_has_a_class() -> None:
    board = example_of("hidden_rectangle").board
    made = explain(board, ["hidden_rectangle"], unique=True, most=1)
    assert made.html().count('data-level="hard"') == len(made.above("medium")) == 1
    assert made.above("hard") == ()


def test_titles_authors_and_the_steps_that_are_printed() -> None:
    made = explain("1234341221434...")
    text = made.html(title="Small & easy", author="A. Setter", above="Easy")
    assert "<h1>Small &amp; easy</h1>" in text
    assert '<p class="author">by A. Setter</p>' in text
    assert '<option value="easy" selected>steps above easy</option>' in text
    assert text.count('data-level="easy"') == len(made.steps)
    assert made.above("easy") == ()
    assert made.text(above="easy") == made.verdict
    with pytest.raises(RuleError, match="unknown class 'simple'"):
        made.html(above="simple")
