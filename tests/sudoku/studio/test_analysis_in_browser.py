"""What the page knows of a puzzle: verdicts, steps, and what is redundant."""

from __future__ import annotations

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
    studio.open(FOUR).verdict("one")
    studio.page.evaluate(
        """() => {
            const buttons = [...document.querySelectorAll("#panel-analyse button")];
            buttons.find(each => each.textContent === "What is redundant?").click();
            const cap = document.querySelector("#panel-analyse input[type=number]");
            cap.value = 3;
            cap.dispatchEvent(new Event("change"));
        }"""
    )
    studio.page.get_by_text("Trying the puzzle").wait_for(state="detached")
    studio.verdict("one")
