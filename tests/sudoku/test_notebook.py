"""What notebooks show of puzzles: pictures as `picture` draws them, and HTML with escaped text."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from exactcover import Stop
from sudoku import Board, Explanation, Grid, Killer, Outline, Puzzle, Rating, Shape, picture
from sudoku.explaining.explanation import End, Stage
from sudoku.notebook import MOST_STEPS
from sudoku.techniques.step import Step

SVG = "{http://www.w3.org/2000/svg}"
CLUES = "1234341221434..."
FULL_HOUSES = tuple(
    Step("full_house", ((cell, digit),), (), houses=(4 + column,), digits=(digit,))
    for column, (cell, digit) in enumerate(((13, 3), (14, 2), (15, 1)), 1)
)


def digits_in(svg: str | None) -> dict[str, list[str | None]]:
    """Return the digits of a picture by class."""
    assert svg is not None
    groups = ElementTree.fromstring(svg).findall(f"{SVG}g[@class='digits']/{SVG}g")
    return {group.get("class", ""): [text.text for text in group] for group in groups}


def test_puzzles_and_grids_are_shown_as_pictures() -> None:
    puzzle = Puzzle.from_text(CLUES)
    expected = {"clue": [each for each in CLUES if each != "."]}
    assert digits_in(puzzle._repr_svg_()) == digits_in(puzzle.grid._repr_svg_()) == expected
    assert digits_in(picture(puzzle).to_svg()) == expected


def test_a_grid_may_break_the_rules() -> None:
    assert digits_in(Grid.from_text("11" + "." * 14)._repr_svg_()) == {"clue": ["1", "1"]}


def test_the_rules_are_drawn() -> None:
    puzzle = Puzzle(Shape(2, 2), [Killer([(3, [(0, 0), (0, 1)])])])
    root = ElementTree.fromstring(puzzle._repr_svg_())
    assert [text.text for text in root.findall(f"{SVG}g[@class='cages']/{SVG}text")] == ["3"]


def test_a_board_shows_placed_digits_and_candidates() -> None:
    svg = Board(CLUES, {(3, 1): 3})._repr_svg_()
    assert digits_in(svg)["placed"] == ["3"]
    assert ElementTree.fromstring(svg).findall(f"{SVG}g[@class='candidates']//{SVG}text")


def test_large_boards_are_left_to_their_text() -> None:
    assert Puzzle(Shape(6, 5))._repr_svg_() is not None
    for large in (Puzzle(Shape(7, 5)), Grid(Shape(7, 5)), Board(Puzzle(Shape(7, 5)))):
        assert large._repr_svg_() is None
    crowded = Board(Puzzle(Shape(4, 4)))
    assert not ElementTree.fromstring(crowded._repr_svg_()).findall(f"{SVG}g[@class='candidates']")


def test_boards_with_holes_can_be_shown() -> None:
    board = Outline(3, [(0, 0), (0, 1), (1, 1), (1, 2)])
    svg = Puzzle(board, [], [1, 0, 0, 2])._repr_svg_()
    assert digits_in(svg) == {"clue": ["1", "2"]}


def explanation() -> Explanation:
    puzzle = Puzzle.from_text(CLUES)
    return Explanation(puzzle, Board(puzzle), FULL_HOUSES, End.SOLVED)


def test_an_explanation_shows_its_steps_in_words() -> None:
    made = explanation()
    root = ElementTree.fromstring(made._repr_html_())
    steps = ["".join(each.itertext()) for each in root.iter("li")]
    assert "\n".join([*steps, made.verdict]) == made.text()
    assert "clue" in digits_in(ElementTree.tostring(svg_of(made), encoding="unicode"))


def test_a_hint_shows_the_picture_of_its_step() -> None:
    whole = explanation()
    hint = Explanation(whole.puzzle, whole.start, whole.steps[:1], End.MORE)
    assert ElementTree.tostring(svg_of(hint)) == ElementTree.tostring(svg_of(hint.stages[0]))
    assert svg_of(hint).findall(f"{SVG}g[@class='candidates']/{SVG}circle")
    assert not svg_of(whole).findall(f"{SVG}g[@class='candidates']")


def svg_of(shown: Explanation | Stage) -> ElementTree.Element:
    """Return the picture in what is shown."""
    (svg,) = ElementTree.fromstring(shown._repr_html_()).findall(f"{SVG}svg")
    return svg


def test_a_board_in_progress_is_shown_with_its_placed_digits() -> None:
    board = Board(CLUES, {(3, 1): 3})
    svg = svg_of(Explanation(board.puzzle, board, (), End.STUCK))
    assert digits_in(ElementTree.tostring(svg, encoding="unicode"))["placed"] == ["3"]


def test_a_long_explanation_is_shown_in_part() -> None:
    puzzle = Puzzle(Shape(4, 4))
    steps = tuple(
        Step("naked_single", ((cell, cell + 1),), (), cells=(cell,), digits=(cell + 1,))
        for cell in range(MOST_STEPS + 3)
    )
    html = Explanation(puzzle, Board(puzzle), steps, End.MORE)._repr_html_()
    assert len(list(ElementTree.fromstring(html).iter("li"))) == MOST_STEPS
    assert "… 3 more" in html


def test_an_explanation_without_steps_says_why() -> None:
    html = Explanation(Puzzle.from_text(CLUES), None, (), End.NO_SOLUTION, "<why>")._repr_html_()
    root = ElementTree.fromstring(html)
    assert "The puzzle has no solution. <why>" in "".join(root.itertext())
    assert not list(root.iter("li"))


def test_a_step_shows_its_words_and_its_picture() -> None:
    stage = explanation().stages[1]
    root = ElementTree.fromstring(stage._repr_html_())
    words = root.find("p")
    assert words is not None
    assert "".join(words.itertext()) == f"2. {stage.title}. {stage.words}"
    svg = svg_of(stage)
    plain = ElementTree.fromstring(stage.picture().to_svg())
    del svg.attrib["style"]
    assert ElementTree.tostring(svg) == ElementTree.tostring(plain)


@pytest.mark.parametrize(
    ("rating", "facts"),
    [
        (
            Rating("s", 2.5, "hard", True, "2.50 <hard>", {"x_wing": 2, "naked_single": 1}),
            {"scale": "s", "rating": "2.50 <hard>", "class": "hard", "score": "2.5"}
            | {"techniques": "x wing 2, naked single 1"},
        ),
        (
            Rating.of_stopped("<s>", Stop.TIME),
            {"scale": "<s>", "rating": "stopped"}
            | {"remark": "the rating was stopped (time) before it was known"},
        ),
    ],
)
def test_a_rating_is_a_table_of_what_is_known(rating: Rating, facts: dict[str, str]) -> None:
    root = ElementTree.fromstring(rating._repr_html_())
    cells = [[*("".join(cell.itertext()) for cell in row)] for row in root.iter("tr")]
    assert dict(cells) == facts
