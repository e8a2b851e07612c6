"""What the page knows of a puzzle: verdicts, steps, and what is redundant."""

from __future__ import annotations

import json

import pytest

from tests.sudoku.studio.page import FOUR, Studio

pytestmark = [pytest.mark.slow, pytest.mark.kernel]  # a page is opened in a browser


def test_a_puzzle_is_opened_solved_and_explained(studio: Studio) -> None:
    page = studio.open(FOUR).page
    studio.verdict("Exactly one solution")
    page.wait_for_selector(".step .found")
    assert "only candidate" in page.locator(".step .found").inner_text()
    assert studio.count("#board .candidate") == 12
    studio.button("The whole path")
    page.wait_for_selector("ol.steps li")
    page.locator("ol.steps li button").last.click()
    assert studio.count("#board .entered") > 5


def test_steps_strike_candidates_out(studio: Studio) -> None:
    line = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
    studio.open(line).verdict("one")
    studio.button("All steps now")
    studio.page.wait_for_selector("ol.steps li")
    studio.page.get_by_role("button", name="Pointing").first.click()
    assert studio.count("#board .strikes line, #board .strikes path") > 0


def test_what_is_cancelled_leaves_no_text_behind(studio: Studio) -> None:
    """A second question replaces the first, and an edit all of them."""
    studio.open(FOUR).verdict("one")
    studio.page.evaluate(
        """() => {
            const buttons = [...document.querySelectorAll("#panel-analyse button")];
            const click = words => buttons.find(each => each.textContent === words).click();
            click("What is redundant?");
            click("All steps now");
        }"""
    )
    studio.page.wait_for_selector("ol.steps li")
    assert studio.page.get_by_text("Trying the puzzle").count() == 0
    studio.button("The whole path")
    studio.drag((0, 1))
    studio.press("2")
    studio.verdict("one")
    assert studio.page.get_by_text("Looking for").count() == 0
    assert studio.count("#panel-analyse ol.steps") == 0


def test_settings_stop_what_runs_by_itself_only(studio: Studio) -> None:
    studio.open(FOUR).verdict("one")
    studio.page.get_by_label("Show true candidates").uncheck()
    studio.until("!document.querySelector('#board .candidate')")
    studio.page.get_by_label("Show true candidates").check()
    studio.page.wait_for_selector("#board .candidate")
    studio.page.get_by_label("Scale", exact=True).select_option("hodoku")
    studio.page.get_by_text("hodoku: ").wait_for()
    studio.page.get_by_label("Count solutions up to").fill("3")
    studio.page.get_by_label("Count solutions up to").press("Enter")
    studio.drag((0, 1))
    studio.page.get_by_text("Solutions in r1c2: 2: 1").wait_for()


def test_a_conflict_is_marked_with_its_reason(studio: Studio) -> None:
    cages = {"killer": [[3, ["r1c1", "r1c2"]], [4, ["r3c3", "r4c3"]]]}
    clues = "...2............"
    text = json.dumps({"shape": "2x2", "rules": ["classic", cages], "clues": clues})
    studio.open(text).verdict("No solution")
    page = studio.page
    page.get_by_text("These 2 cannot all hold: cage 3 at r1c1 and r1c2; 2 in r1c4.").wait_for()
    assert studio.count("#board .trouble") == 3
    assert (
        studio.count("#board .cages path[stroke='#d02020']") == 1
    )  # the other cage stays as it is
    page.locator("#panel-analyse").get_by_role("button", name="cage 3", exact=False).click()
    assert studio.count("#board .selected") == 2


def test_redundant_givens_are_marked_and_left_out(studio: Studio) -> None:
    studio.open("12.....2.3.....4").verdict("one")
    studio.button("What is redundant?")
    studio.page.get_by_text("Each of these alone is redundant").wait_for()
    assert studio.count("#board .spare") == 2
    studio.button("Leave out all that go together")
    studio.verdict("one")
    assert studio.count("#board .spare") == 0
    assert studio.saved().n_clues == 4


@pytest.mark.parametrize(
    ("cell", "digit", "words", "steps"),
    [
        ((0, 0), "2", "row 1, column 1 holds 1.", 0),
        ((0, 2), "1", "row 1, column 1 holds 1, which is in the same house (row 1).", 0),
        ((0, 1), "2", "There is a solution with 2 in row 1, column 2.", 0),
        ((2, 2), "1", "There is no solution with 1 in row 3, column 3.", 2),
    ],
)
def test_why_not_this_digit_here(
    studio: Studio, cell: tuple[int, int], digit: str, words: str, steps: int
) -> None:
    page = studio.open(FOUR).page
    studio.verdict("one")
    studio.button("Why not in the selected cell?")
    page.get_by_text("Select one cell first.").wait_for()
    studio.drag(cell)
    page.get_by_label("Digit", exact=True).select_option(digit)
    studio.button("Why not in the selected cell?")
    page.get_by_text(words).wait_for()
    assert studio.count("#panel-analyse ol.steps > li") == steps
    if steps:
        page.get_by_text("It follows from these givens alone:").wait_for()
        page.locator("#panel-analyse ol.steps button").last.click()
        assert studio.count("#board .entered") == steps - 1
