"""Opening, saving and making puzzles in the page; hostile texts stay texts."""

from __future__ import annotations

import pytest

from sudoku import Puzzle
from tests.sudoku.studio.page import FOUR, Studio, fragment

pytestmark = [pytest.mark.slow, pytest.mark.kernel]  # a page is opened in a browser

HOSTILE = "<img src=x onerror=\"document.title='run'\"><script>document.title='run'</script>"


def test_puzzles_are_made(studio: Studio) -> None:
    panel = studio.open().tab("Make")
    panel.get_by_label("Board", exact=True).select_option("2x2")
    studio.button("New board")
    studio.until("document.querySelectorAll('#pad .digits button').length === 5")
    panel.get_by_label("Puzzles", exact=True).fill("2")
    studio.button("Generate")
    studio.page.get_by_text("2 puzzles; choose one").wait_for()
    studio.button("Puzzle 2", exact=False)
    studio.tab("Analyse")
    studio.verdict("Exactly one solution")


def test_hostile_titles_and_links_stay_texts(studio: Studio) -> None:
    puzzle = {"shape": "2x2", "rules": [{"jigsaw": '<<<<>>>>&&&&""""'}], "clues": "." * 16}
    page = studio.open(link=fragment(puzzle | {"title": HOSTILE, "author": HOSTILE})).page
    studio.until("document.querySelector('#title').value.includes('<img')")
    page.wait_for_selector("#board svg[viewBox='-6 -6 252 252']")
    assert studio.count("img, main script") == 0
    assert page.title() == "Sudoku studio"


def test_links_hold_the_puzzle(studio: Studio) -> None:
    page = studio.open(FOUR).page
    studio.verdict("one")
    page.locator("#title").fill("Four ♥")
    page.locator("#title").blur()
    studio.tab("Files")
    studio.button("Link to this page")
    page.reload()
    studio.until("document.querySelector('#title').value === 'Four ♥'")
    assert studio.saved() == Puzzle.from_text(FOUR)
