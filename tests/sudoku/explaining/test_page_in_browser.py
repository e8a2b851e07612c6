"""The page of an explanation, used in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sudoku import explain

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_it_opens(browser_page: Page) -> None:
    browser_page.set_content(explain("1......2.3.....4").html())
    assert browser_page.title() == "Sudoku 4x4, 4 clues"
