"""The page with keys alone, on narrow screens, in the dark, and for readers who hear it."""

from __future__ import annotations

import pytest

from tests.sudoku.studio.page import FOUR, Studio

pytestmark = [pytest.mark.slow, pytest.mark.kernel]  # a page is opened in a browser


def test_keys_alone_reach_everything(studio: Studio) -> None:
    page = studio.open(FOUR).page
    studio.verdict("one")
    studio.press("ArrowRight", "ArrowRight")
    assert studio.spoken().startswith("r1c2, blank")
    page.keyboard.press("2")
    assert studio.saved().grid[0, 1] == 2
    page.locator("#tab-files").focus()
    page.keyboard.press("ArrowLeft")
    assert page.locator("#tab-make").get_attribute("aria-selected") == "true"


def test_narrow_and_dark_pages_fit(studio: Studio) -> None:
    page = studio.open(FOUR).page
    page.set_viewport_size({"width": 360, "height": 740})
    for tab in ("Analyse", "Rules", "Make", "Files"):
        studio.tab(tab)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    studio.button("Dark")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
