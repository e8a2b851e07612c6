"""Tasks of setters in the page: clues, marks and rules."""

from __future__ import annotations

import re

import pytest

from sudoku import rule
from sudoku.pictures.marks import LAYERS
from tests.sudoku.studio.page import FOUR, Studio

pytestmark = [pytest.mark.slow, pytest.mark.kernel]  # a page is opened in a browser


def choose_rule(studio: Studio, name: str) -> None:
    """Show the tool of a rule."""
    studio.tab("Rules").get_by_label("Rule", exact=True).select_option(name)


def mark(studio: Studio, words: str) -> None:
    """Wait until a mark is listed."""
    studio.page.get_by_role("button", name=re.compile(f"^{words}")).wait_for()


def test_digits_are_written_undone_and_clash(studio: Studio) -> None:
    studio.open(FOUR).verdict("one")
    studio.drag((0, 1))
    studio.press("1")
    studio.verdict("No solution")
    assert studio.count("#board .trouble") == 2
    studio.press("Control+z")
    studio.verdict("Exactly one")
    studio.press("Shift+2", "Control+3")
    assert sorted(studio.page.locator("#board .own").all_text_contents()) == ["2", "3"]
    studio.press("Control+z", "Control+z", "Control+z")
    assert studio.page.get_by_role("button", name="Undo").is_disabled()
    assert studio.page.get_by_role("button", name="Redo").is_enabled()


def test_marks_are_drawn_by_tools_from_the_registry(studio: Studio) -> None:
    studio.open("." * 16).verdict("Several")
    choose_rule(studio, "thermometer")
    studio.drag((0, 0), (1, 1), (2, 1))
    mark(studio, "thermometer from r1c1 to r3c2")
    choose_rule(studio, "killer")
    studio.page.get_by_label("Number (or nothing)").fill("7")
    studio.drag((3, 2), (3, 3))
    mark(studio, "cage 7 at r4c3 and r4c4")
    choose_rule(studio, "arrow")
    studio.drag((0, 3))
    studio.drag((0, 2), (0, 1))
    mark(studio, "arrow from")
    assert studio.count("#board .bulbs path") == 2
    assert studio.names() == ["classic", "thermometer", "killer", "arrow"]
    studio.tab("Rules")
    studio.button("Remove cage 7", exact=False)
    studio.page.get_by_role("button", name=re.compile("^cage 7")).wait_for(state="detached")
    assert studio.names() == ["classic", "thermometer", "arrow"]


def test_layers_lie_over_each_other_as_in_pictures(studio: Studio) -> None:
    studio.open("." * 16).verdict("Several")
    order = studio.page.evaluate(
        "[...document.querySelectorAll('#board svg > g > g[class]')]"
        ".map(each => each.className.baseVal)"
    )
    expected = [name for name in LAYERS if name in order]
    assert order == expected
    assert {"cells", "regions"} <= set(order)


def test_parameters_without_a_value_and_emptied_ones(studio: Studio) -> None:
    studio.open("." * 16).verdict("Several")
    choose_rule(studio, "region_sum")
    studio.drag((0, 0), (0, 1), (0, 2))
    mark(studio, "region sum line")
    choose_rule(studio, "whispers")
    least = studio.page.get_by_label("least", exact=True)
    least.fill("1")
    studio.drag((1, 0), (1, 1))
    mark(studio, "whispers line")
    (*_, whispers) = studio.saved().rules
    assert whispers == rule("whispers", [[(1, 0), (1, 1)]], least=1)
    choose_rule(studio, "whispers")
    least.fill("")
    studio.button("Change the rule")
    least.evaluate("each => each.blur()")
    studio.until("document.querySelector('.tool input[type=number]').value === '5'")
    (*_, whispers) = studio.saved().rules
    assert whispers == rule("whispers", [[(1, 0), (1, 1)]])


def test_clues_outside_and_rules_without_marks(studio: Studio) -> None:
    studio.open("." * 16)
    choose_rule(studio, "sandwich")
    studio.page.get_by_label("Number", exact=True).fill("3")
    studio.page.wait_for_selector("#board .spot")
    studio.page.locator("#board .spot").first.click(force=True)
    mark(studio, "sandwich 3 above column 1")
    choose_rule(studio, "anti_knight")
    studio.button("Add the rule")
    studio.page.get_by_role("button", name="Remove the rule anti knight").wait_for()
    assert studio.names() == ["classic", "sandwich", "anti_knight"]


def test_a_clue_takes_the_place_of_a_digit_that_was_entered(studio: Studio) -> None:
    studio.open(FOUR).verdict("one")
    studio.button("Play")
    studio.drag((0, 1))
    studio.press("4")
    studio.button("Set")
    studio.press("2")
    assert studio.saved().grid[0, 1] == 2
    studio.press("Backspace")
    assert studio.saved().grid[0, 1] == 0
    assert studio.count("#board .entered") == 0


@pytest.mark.parametrize(("layout", "height"), [("samurai", 21), ("butterfly", 12)])
def test_boards_of_several_grids_are_drawn(studio: Studio, layout: str, height: int) -> None:
    panel = studio.open().tab("Make")
    panel.get_by_label("Board", exact=True).select_option(f"grids:{layout}")
    studio.button("New board")
    studio.page.wait_for_selector(
        f"#board svg[viewBox='-6 -6 {60 * height + 12} {60 * height + 12}']"
    )
