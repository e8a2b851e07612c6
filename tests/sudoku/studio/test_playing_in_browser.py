"""Tasks of pupils in the page."""

from __future__ import annotations

import pytest

from sudoku import Puzzle, solve
from tests.sudoku.studio.page import FOUR, Studio

pytestmark = [pytest.mark.slow, pytest.mark.kernel]  # a page is opened in a browser


def test_play_with_checks_and_graded_hints(studio: Studio) -> None:
    page = studio.open(FOUR).page
    studio.verdict("one")
    studio.button("Play")
    studio.drag((0, 1))
    studio.press("4")
    studio.button("Check")
    page.get_by_text("One digit is wrong").wait_for()
    assert studio.count("#board .trouble") == 1
    studio.press("Control+z")
    for words in ("Look at", "The technique", "So r"):
        studio.button("Give me a hint")
        page.locator("#panel-play").get_by_text(words).first.wait_for()
    studio.button("Do it")
    assert studio.count("#board .entered") == 1
    solution = solve(FOUR).get().cells
    for row in range(4):
        for column in range(4):
            if not Puzzle.from_text(FOUR).grid[row, column]:
                studio.drag((row, column))
                studio.press("Backspace", str(solution[4 * row + column]))
    studio.button("Check")
    page.get_by_text("Solved!").wait_for()
