"""Tasks of setters and teachers in the page: puzzles are made, completed and printed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sudoku import Puzzle, isomorphic, rule
from tests.sudoku.studio.page import FOUR, Studio

if TYPE_CHECKING:
    from playwright.sync_api import Locator

pytestmark = [pytest.mark.slow, pytest.mark.kernel]  # a page is opened in a browser


def small_board(studio: Studio) -> Locator:
    """Begin a board of four digits; return the panel Make."""
    panel = studio.open().tab("Make")
    panel.get_by_label("Board", exact=True).select_option("2x2")
    studio.button("New board")
    studio.until("document.querySelectorAll('#pad .digits button').length === 5")
    return panel


def test_puzzles_are_made_and_listed_with_their_ratings(studio: Studio) -> None:
    panel = small_board(studio)
    panel.get_by_label("Puzzles", exact=True).fill("2")
    panel.get_by_label("Each clue is needed").check()
    panel.get_by_label("Seed").fill("1")
    studio.button("Generate")
    studio.page.get_by_text("2 puzzles; choose one").wait_for()
    words = panel.get_by_role("button", name="Puzzle 2: ").inner_text()
    assert any(level in words for level in ("trivial", "easy", "medium", "difficult"))
    studio.button("Puzzle 2", exact=False)
    studio.tab("Analyse")
    studio.verdict("Exactly one solution")


def test_wishes_that_cannot_be_are_told(studio: Studio) -> None:
    panel = small_board(studio)
    panel.get_by_label("Clues", exact=True).fill("17")
    studio.button("Generate")
    panel.get_by_text("17").wait_for()
    assert panel.get_by_role("button", name="Puzzle 1: ").count() == 0


def test_a_drawing_gets_values_and_clues(studio: Studio) -> None:
    studio.open("." * 16).verdict("Several")
    studio.tab("Rules").get_by_label("Rule", exact=True).select_option("killer")
    studio.drag((0, 0), (0, 1))
    studio.page.locator(".marks li").wait_for()
    panel = studio.tab("Make")
    studio.drag((2, 0), (2, 1))
    panel.get_by_label("Mark without a value").select_option("kropki")
    studio.button("Add it at the selected cells")
    panel.get_by_role("button", name="kropki: r3c1 r3c2", exact=True).wait_for()
    studio.button("Complete")
    panel.get_by_text("Values: ").wait_for()
    studio.tab("Analyse")
    studio.verdict("one")
    made = studio.saved()
    assert made.count() == 1
    ((total, cells),) = made.rules[1].cages  # type: ignore[attr-defined]
    assert (total is None, cells) == (False, ((0, 0), (0, 1)))


def test_clues_that_are_not_needed_are_left_out(studio: Studio) -> None:
    studio.open("12.....2.3.....4").verdict("one")
    studio.tab("Make")
    studio.button("Leave out clues that are not needed")
    studio.page.get_by_text("4 of 5 clues are left.").wait_for()
    assert studio.saved().count() == 1


def test_isomorphs(studio: Studio) -> None:
    studio.open(FOUR).verdict("one")
    seen = {str(Puzzle.from_text(FOUR))}
    for name in ("Random isomorph", "Canonical form"):
        studio.tab("Make")
        studio.button(name)
        studio.until("document.querySelector('#panel-make p[role=status]').textContent === ''")
        made = studio.saved()
        assert isomorphic(made, FOUR)
        seen.add(str(made))
    assert len(seen) > 1
    studio.button("Undo")
    studio.button("Undo")
    assert studio.saved() == Puzzle.from_text(FOUR)


@pytest.mark.parametrize("kind", ["worksheet", "booklet"])
def test_papers_are_made(studio: Studio, kind: str, tmp_path: Path) -> None:
    studio.open(FOUR).verdict("one")
    panel = studio.tab("Print")
    panel.get_by_label("Kind").select_option(kind)
    panel.get_by_label("Solutions").select_option("upside_down")
    with studio.page.expect_download() as found:
        studio.button("Make the PDF")
    found.value.save_as(tmp_path / "made.pdf")
    content = (tmp_path / "made.pdf").read_bytes()
    assert content.startswith(b"%PDF-")
    panel.get_by_label("Puzzles", exact=True).select_option("made")
    studio.button("Make the PDF")
    panel.get_by_text("The list is empty").wait_for()


def test_the_page_of_an_explanation_is_saved(studio: Studio, tmp_path: Path) -> None:
    studio.open(FOUR).verdict("one")
    studio.tab("Print")
    with studio.page.expect_download() as found:
        studio.button("Save the page of all steps")
    found.value.save_as(tmp_path / "page.html")
    assert "Naked single" in (tmp_path / "page.html").read_text()


def test_only_the_board_is_printed(studio: Studio) -> None:
    page = studio.open(FOUR).page
    studio.verdict("one")
    page.locator("#title").fill("Four")
    page.locator("#title").blur()
    page.evaluate("window.print = () => { window.printed = true; }")
    studio.tab("Print")
    studio.button("Print the board")
    assert page.evaluate("window.printed")
    page.emulate_media(media="print")
    assert page.locator("#board").is_visible()
    assert page.locator("#title").is_visible()
    assert studio.count("#board .candidate") > 0  # they are the solution
    for part in ("header", ".side", "#pad", "#view", "#author", "#board .candidate >> nth=0"):
        assert not page.locator(part).is_visible()


def test_what_is_wrong_is_not_printed(studio: Studio) -> None:
    cages = {"killer": [[3, ["r1c1", "r1c2"]]]}
    text = json.dumps({"shape": "2x2", "rules": ["classic", cages], "clues": "...2" + "." * 12})
    page = studio.open(text).page
    page.get_by_text("These 2 cannot all hold").wait_for()
    studio.drag((3, 3))
    wrong = ("#board .trouble >> nth=0", "#board .step path >> nth=0", "#board .selected")
    assert all(page.locator(part).is_visible() for part in wrong)
    page.emulate_media(media="print")
    assert not any(page.locator(part).is_visible() for part in wrong)
    assert page.locator("#board .clue").is_visible()


def test_a_made_puzzle_keeps_the_rules_of_the_board(studio: Studio) -> None:
    panel = small_board(studio)
    studio.tab("Rules").get_by_label("Rule", exact=True).select_option("diagonal")
    studio.button("Add the rule")
    studio.page.get_by_role("button", name="Remove the rule diagonal").wait_for()
    studio.tab("Make")
    studio.button("Generate")
    panel.get_by_text("One puzzle; choose it").wait_for()
    studio.button("Puzzle 1", exact=False)
    made = studio.saved()
    assert made.rules[1] == rule("diagonal")
    assert made.count() == 1
