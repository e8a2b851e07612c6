"""The page of the studio, used in a real browser."""

from __future__ import annotations

import json
import re
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from sudoku import Puzzle, from_json, solve
from tests.sudoku.server.client import serving

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.slow, pytest.mark.kernel]  # a page is opened in a browser

PAUSE = 100
FOUR = "1......2.3.....4"
WAIT = 120_000
"""The milliseconds that an answer may take, also where kernels are compiled."""
HOSTILE = "<img src=x onerror=\"document.title='run'\"><script>document.title='run'</script>"
Opened = Callable[..., "Page"]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving() as found:
        yield found.replace("ws:", "http:")


@pytest.fixture
def opened(browser_page: Page, address: str) -> Opened:
    """Return a function that opens the page, with a text or a link if one is given."""

    def open_page(text: str = "", link: dict[str, Any] | None = None) -> Page:
        packed = urlsafe_b64encode(json.dumps(link).encode()).decode().rstrip("=")
        browser_page.goto(f"{address}#{packed}" if link else address)
        browser_page.set_default_timeout(WAIT)
        browser_page.wait_for_selector("#board svg .regions")
        browser_page.wait_for_selector("#panel-rules option[value=killer]", state="attached")
        if text:
            show(browser_page, "Files")
            browser_page.get_by_label("Text", exact=True).fill(text)
            browser_page.get_by_role("button", name="Open the text").click()
            show(browser_page, "Analyse")
        return browser_page

    return open_page


def show(page: Page, tab: str) -> None:
    page.get_by_role("tab", name=tab).click()


def until(page: Page, expression: str) -> None:
    """Wait until an expression is true; `wait_for_function` is barred by the policy of the page."""
    for _ in range(WAIT // PAUSE):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(PAUSE)
    pytest.fail(f"never true: {expression}")


def verdict(page: Page, words: str) -> None:
    """Wait for the verdict."""
    until(page, f"document.querySelector('.verdict').textContent.includes({words!r})")


def saved(page: Page) -> Puzzle:
    """Return the puzzle that the page saves."""
    show(page, "Files")
    box = page.get_by_label("Saved text")
    page.evaluate("document.querySelector('textarea[readonly]').value = ''")
    page.get_by_role("button", name="Show", exact=True).click()
    until(page, "document.querySelector('textarea[readonly]').value")
    return from_json(box.input_value())


def drag(page: Page, *cells: tuple[int, int], size: int = 4) -> None:
    """Drag over the middles of cells of a board without a margin."""
    box = page.locator("#board svg").bounding_box()
    assert box is not None
    unit = box["width"] / (60 * size + 12)
    points = [
        (box["x"] + (6 + 60 * c + 30) * unit, box["y"] + (6 + 60 * r + 30) * unit) for r, c in cells
    ]
    page.mouse.move(*points[0])
    page.mouse.down()
    for x, y in points[1:]:
        page.mouse.move(x, y, steps=6)
    page.mouse.up()


def test_a_puzzle_is_opened_solved_and_explained(opened: Opened) -> None:
    page = opened(FOUR)
    verdict(page, "Exactly one solution")
    page.wait_for_selector(".step .found")
    assert "only candidate" in page.locator(".step .found").inner_text()
    assert page.locator("#board .candidate").count() == 12
    page.get_by_role("button", name="The whole path").click()
    page.wait_for_selector("ol.steps li")
    page.locator("ol.steps li button").last.click()
    assert page.locator("#board .entered").count() > 5


def test_digits_are_written_undone_and_clash(opened: Opened) -> None:
    page = opened(FOUR)
    verdict(page, "one")
    drag(page, (0, 1))
    page.keyboard.press("1")
    verdict(page, "No solution")
    assert page.locator("#board .trouble").count() == 2
    page.keyboard.press("Control+z")
    verdict(page, "Exactly one")
    page.keyboard.press("Shift+2")
    page.keyboard.press("Control+3")
    assert page.locator("#board .own").all_text_contents() in (["2", "3"], ["3", "2"])
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    assert page.get_by_role("button", name="Undo").is_disabled()
    assert "Redo" in page.get_by_role("button", name="Redo").inner_text()


def test_marks_are_drawn_by_tools_from_the_registry(opened: Opened) -> None:
    page = opened("." * 16)
    verdict(page, "Several")
    show(page, "Rules")
    page.get_by_label("Rule", exact=True).select_option("thermometer")
    drag(page, (0, 0), (1, 1), (2, 1))
    page.get_by_role("button", name=re.compile("^thermometer from r1c1 to r3c2")).wait_for()
    page.get_by_label("Rule", exact=True).select_option("killer")
    page.get_by_label("Number (or nothing)").fill("7")
    drag(page, (3, 2), (3, 3))
    page.get_by_role("button", name="cage 7 at r4c3 and r4c4", exact=True).wait_for()
    page.get_by_label("Rule", exact=True).select_option("arrow")
    drag(page, (0, 3))
    drag(page, (0, 2), (0, 1))
    page.get_by_role("button", name=re.compile("^arrow from")).wait_for()
    names = [rule.name for rule in saved(page).rules]
    assert names == ["classic", "thermometer", "killer", "arrow"]
    show(page, "Rules")
    page.get_by_role("button", name="Remove cage 7").click()
    page.get_by_role("button", name="cage 7 at r4c3 and r4c4", exact=True).wait_for(
        state="detached"
    )
    assert [rule.name for rule in saved(page).rules] == ["classic", "thermometer", "arrow"]


def test_clues_outside_and_rules_without_marks(opened: Opened) -> None:
    page = opened("." * 16)
    show(page, "Rules")
    page.get_by_label("Rule", exact=True).select_option("sandwich")
    page.get_by_label("Number", exact=True).fill("3")
    page.wait_for_selector("#board .spot")
    page.locator("#board .spot").first.click(force=True)
    page.get_by_role("button", name="sandwich 3 above column 1", exact=True).wait_for()
    page.get_by_label("Rule", exact=True).select_option("anti_knight")
    page.get_by_role("button", name="Add the rule").click()
    page.get_by_role("button", name="Remove the rule anti knight").wait_for()
    assert [rule.name for rule in saved(page).rules] == ["classic", "sandwich", "anti_knight"]


def test_play_with_checks_and_graded_hints(opened: Opened) -> None:
    page = opened(FOUR)
    verdict(page, "one")
    page.get_by_role("button", name="Play", exact=True).click()
    drag(page, (0, 1))
    page.keyboard.press("4")
    page.get_by_role("button", name="Check").click()
    page.get_by_text("One digit is wrong").wait_for()
    assert page.locator("#board .trouble").count() == 1
    page.keyboard.press("Control+z")
    for words in ("Look at", "The technique", "So r"):
        page.get_by_role("button", name="Give me a hint").click()
        page.locator("#panel-play").get_by_text(words).first.wait_for()
    page.get_by_role("button", name="Do it").click()
    assert page.locator("#board .entered").count() == 1
    solution = solve(FOUR).get().cells
    for row in range(4):
        for column in range(4):
            if not Puzzle.from_text(FOUR).grid[row, column]:
                drag(page, (row, column))
                page.keyboard.press("Backspace")
                page.keyboard.press(str(solution[4 * row + column]))
    page.get_by_role("button", name="Check").click()
    page.get_by_text("Solved!").wait_for()


def test_keys_alone_reach_everything(opened: Opened) -> None:
    page = opened(FOUR)
    verdict(page, "one")
    page.locator("#board").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.locator("#spoken").inner_text().startswith("r1c2, blank")
    page.keyboard.press("2")
    assert saved(page).grid[0, 1] == 2
    page.locator("#tab-files").focus()
    page.keyboard.press("ArrowLeft")
    assert page.locator("#tab-make").get_attribute("aria-selected") == "true"


def test_puzzles_are_made(opened: Opened) -> None:
    page = opened()
    show(page, "Make")
    page.locator("#panel-make").get_by_label("Board", exact=True).select_option("2x2")
    page.get_by_role("button", name="New board").click()
    until(page, "document.querySelectorAll('#pad .digits button').length === 5")
    page.get_by_label("Puzzles", exact=True).fill("2")
    page.get_by_role("button", name="Generate").click()
    page.get_by_text("2 puzzles; choose one").wait_for()
    page.get_by_role("button", name="Puzzle 2").click()
    show(page, "Analyse")
    verdict(page, "Exactly one solution")


@pytest.mark.parametrize("layout", ["samurai", "butterfly"])
def test_boards_of_several_grids_are_drawn(opened: Opened, layout: str) -> None:
    page = opened()
    show(page, "Make")
    page.locator("#panel-make").get_by_label("Board", exact=True).select_option(f"grids:{layout}")
    page.get_by_role("button", name="New board").click()
    height = {"samurai": 21, "butterfly": 12}[layout]
    page.wait_for_selector(f"#board svg[viewBox='-6 -6 {60 * height + 12} {60 * height + 12}']")


def test_hostile_titles_and_links_stay_texts(opened: Opened) -> None:
    puzzle = {"shape": "2x2", "rules": [{"jigsaw": '<<<<>>>>&&&&""""'}], "clues": "." * 16}
    page = opened(link=puzzle | {"title": HOSTILE, "author": HOSTILE})
    until(page, "document.querySelector('#title').value.includes('<img')")
    page.wait_for_selector("#board svg[viewBox='-6 -6 252 252']")
    assert page.locator("img, main script").count() == 0
    assert page.title() == "Sudoku studio"


def test_links_hold_the_puzzle(opened: Opened) -> None:
    page = opened(FOUR)
    verdict(page, "one")
    page.locator("#title").fill("Four ♥")
    page.locator("#title").blur()
    show(page, "Files")
    page.get_by_role("button", name="Link to this page").click()
    page.reload()
    until(page, "document.querySelector('#title').value === 'Four ♥'")
    assert saved(page) == Puzzle.from_text(FOUR)


def test_narrow_and_dark_pages_fit(opened: Opened) -> None:
    page = opened(FOUR)
    page.set_viewport_size({"width": 360, "height": 740})
    for tab in ("Analyse", "Rules", "Make", "Files"):
        show(page, tab)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_role("button", name="Dark").click()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    unnamed = page.evaluate(
        "[...document.querySelectorAll('button, input, select, textarea')].filter(each =>"
        " !each.textContent.trim() && !each.getAttribute('aria-label') && !each.labels?.length"
        ").map(each => each.outerHTML)"
    )
    assert unnamed == []
