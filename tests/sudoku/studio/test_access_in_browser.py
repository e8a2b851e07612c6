"""The page with keys alone, on narrow screens, in the dark, and for readers who hear it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from sudoku.server.admission import Settings
from tests.sudoku.server.client import serving
from tests.sudoku.studio.page import FOUR, Studio, fragment, sent

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.slow, pytest.mark.kernel]  # a page is opened in a browser


def test_keys_alone_reach_everything(studio: Studio) -> None:
    page = studio.open(FOUR).page
    studio.verdict("one")
    studio.press("ArrowRight", "ArrowRight")
    assert studio.spoken().startswith("r1c2, blank")
    page.keyboard.press("2")
    assert studio.saved().grid[0, 1] == 2
    page.locator("#tab-files").focus()
    for key, name in (("ArrowLeft", "print"), ("Home", "analyse"), ("End", "files")):
        page.keyboard.press(key)
        assert page.locator(f"#tab-{name}").get_attribute("aria-selected") == "true"
        assert page.evaluate("document.activeElement.id") == f"tab-{name}"


def test_the_focus_goes_through_the_page_in_the_order_of_reading(studio: Studio) -> None:
    page = studio.open(FOUR).page
    studio.verdict("one")
    page.locator(".skip").focus()
    seen: list[str] = []
    for _ in range(60):
        page.keyboard.press("Tab")
        where = page.evaluate(
            "(each => each.id || each.closest('[id]')?.id || each.tagName)(document.activeElement)"
        )
        if where not in seen:
            seen.append(where)
    order = ["set", "play", "undo", "settings", "title", "author", "board", "pad", "view"]
    assert [where for where in seen if where in order] == order
    assert seen.index("pad") < seen.index("tab-analyse") < seen.index("panel-analyse")
    assert seen.index("panel-analyse") < seen.index("view")


def test_the_skip_link_leads_to_the_board(studio: Studio) -> None:
    page = studio.open(FOUR).page
    studio.verdict("one")
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    studio.until("document.activeElement.id === 'board'")
    assert studio.saved().n_clues == 4


def test_the_board_is_spoken(studio: Studio) -> None:
    studio.open(FOUR).verdict("one")
    studio.tab("Rules").get_by_label("Rule", exact=True).select_option("thermometer")
    studio.drag((1, 0), (2, 0))
    studio.page.get_by_role("button", name=re.compile("^thermometer")).wait_for()
    studio.button("Done")
    studio.drag((0, 0))
    assert studio.spoken() == "r1c1, 1, given"
    studio.press("Enter")
    assert studio.spoken() == "Row 1: 1, given, blank, blank, blank. Column 1: 1, given, " + (
        "blank, blank, blank."
    )
    studio.press("ArrowDown")
    assert re.match("r2c1, blank, thermometer .*r3c1", studio.spoken())
    studio.press("3")
    assert studio.spoken().startswith("r2c1, 3, given, thermometer")
    studio.until("document.querySelector('#table td')?.textContent === '1, given'")
    assert studio.count("#table tr") == 4
    studio.press("1")
    studio.verdict("No solution")
    studio.press("3")
    assert "in conflict" not in studio.spoken()
    for _ in range(4):  # the last one takes the line away
        studio.button("Undo")
    studio.until("document.querySelector('#spoken').textContent === 'r2c1, blank'")


def test_narrow_and_dark_pages_fit(studio: Studio) -> None:
    page = studio.open(FOUR).page
    page.set_viewport_size({"width": 360, "height": 740})
    for tab in ("Analyse", "Rules", "Make", "Files"):
        studio.tab(tab)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    studio.button("Dark")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


@pytest.mark.parametrize("width", [360, 768, 1280, 3840])
def test_no_window_scrolls_sideways(studio: Studio, width: int) -> None:
    page = studio.open(FOUR).page
    page.set_viewport_size({"width": width, "height": 900})
    for tab in ("Analyse", "Rules", "Make", "Print", "Files"):
        studio.tab(tab)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, tab
        page.evaluate("scrollTo(0, 0)")
        boxes = page.evaluate(
            "['board', 'pad', 'view'].map(id => document.getElementById(id))"
            ".map(each => each.getBoundingClientRect())"
            ".map(({left, top, right, bottom}) => [left, top, right, bottom])"
        )
        board, pad, view = boxes
        assert board[0] >= 0
        assert max(board[2], pad[2]) <= width
        assert pad[1] >= board[3] or pad[0] >= board[2], "the pad lies beside or below the board"
        assert view[1] >= board[3]


FOCUS = """() => {
    const { top, height, bottom } = document.querySelector("#board").getBoundingClientRect();
    const covered = [...document.querySelectorAll("main :is(select, input, button)")]
        .filter(each => !each.disabled && each.checkVisibility() && !each.closest(".names"))
        .filter(each => (each.focus(), each.getBoundingClientRect().top < bottom));
    return { top, height, covered: covered.map(each => each.outerHTML) };
}"""


@pytest.mark.parametrize(("width", "height", "box"), [(360, 740, 2), (880, 650, 5)])
def test_the_board_stays_in_sight_on_a_phone(
    studio: Studio, width: int, height: int, box: int
) -> None:
    """Also while a step is read that is marked on it; no control with the focus is behind it."""
    page = studio.page
    page.set_viewport_size({"width": width, "height": height})
    puzzle = {"shape": f"{box}x{box}", "rules": ["classic"], "clues": [0] * box**4}
    messages = sent(studio)
    studio.open(link="play=" + fragment(puzzle))
    page.wait_for_selector("#play[aria-pressed=true]")
    studio.until(f"document.querySelectorAll('#pad .digits button').length === {box**2 + 1}")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    found = page.evaluate(FOCUS)
    assert found["top"] == 0
    assert 300 < found["height"] < 0.6 * height
    assert found["covered"] == []
    assert not {"candidates", "check"} & {each["command"] for each in messages}


def test_controls_are_large_enough_for_fingers(studio: Studio) -> None:
    page = studio.open(FOUR).page
    page.set_viewport_size({"width": 360, "height": 740})
    studio.verdict("one")
    sizes = page.evaluate(
        "[...document.querySelectorAll('button, select, input')]"
        ".filter(each => each.checkVisibility())"
        ".map(each => each.getBoundingClientRect()).map(box => Math.min(box.width, box.height))"
    )
    assert len(sizes) > 20
    assert min(sizes) >= 20
    pad = page.evaluate(
        "[...document.querySelectorAll('#pad button')].map(each => each.getBoundingClientRect())"
        ".map(box => Math.min(box.width, box.height))"
    )
    assert min(pad) >= 36


def test_the_pad_for_the_left_hand(studio: Studio) -> None:
    page = studio.open(FOUR).page
    left = "document.querySelector('#pad').getBoundingClientRect().left"
    board = "document.querySelector('#board').getBoundingClientRect().left"
    assert page.evaluate(left) > page.evaluate(board)
    studio.button("Left hand")
    assert page.evaluate(left) < page.evaluate(board)
    page.reload()
    page.wait_for_selector("#board svg .regions")
    assert page.evaluate(left) < page.evaluate(board)


def test_another_language(studio: Studio) -> None:
    page = studio.open(FOUR).page
    studio.verdict("one")
    with page.expect_navigation():
        page.get_by_label("Language").select_option("de")
    studio.until("document.querySelector('.verdict')?.textContent === 'Genau eine Lösung'")
    assert page.locator("html").get_attribute("lang") == "de"
    assert page.get_by_role("button", name="Spielen").is_visible()
    page.get_by_role("tab", name="Regeln").click()
    page.get_by_label("Regel", exact=True).select_option("thermometer")
    page.get_by_text("ziehe über die Felder, in ihrer Reihenfolge").wait_for()
    with page.expect_navigation():
        page.get_by_label("Sprache").select_option("en")
    studio.verdict("Exactly one solution")


def test_colours_and_motion_are_as_the_system_asks(studio: Studio) -> None:
    studio.page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    page = studio.open(FOUR).page
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    moving = page.evaluate(
        "[...document.querySelectorAll('*')].filter(each => getComputedStyle(each)"
        ".transitionDuration !== '0s' || getComputedStyle(each).animationName !== 'none').length"
    )
    assert moving == 0


TOUCH = """([first, last]) => {
    const board = document.querySelector("#board");
    const send = (kind, [x, y], id) => board.dispatchEvent(new PointerEvent(kind, {
        pointerId: id, pointerType: "touch", clientX: x, clientY: y, bubbles: true, button: 0,
    }));
    board.setPointerCapture = () => {};
    send("pointerdown", first, 1);
    send("pointerdown", [first[0] + 10, first[1]], 2);
    send("pointermove", last, 2);
    send("pointerup", last, 2);
    send("pointerup", first, 1);
}"""


def test_the_board_is_zoomed_and_moved(studio: Studio) -> None:
    page = studio.open(FOUR).page
    studio.verdict("one")
    seen = "document.querySelector('#board svg').getAttribute('viewBox')"
    whole = page.evaluate(seen)
    studio.button("Zoom in")
    studio.press("+")
    _, _, width, _ = map(float, page.evaluate(seen).split())
    assert width == pytest.approx(float(whole.split()[2]) / 1.4**2, abs=0.1)
    assert studio.points((0, 0))[0] < studio.points((0, 1))[0]
    studio.press("ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight")
    box = [float(each) for each in page.evaluate(seen).split()]
    assert box[0] + box[2] >= 240, "the selected cell r1c4 is seen"
    studio.button("Move")
    before = page.evaluate(seen)
    studio.drag((0, 3), (0, 2))
    studio.drag((1, 2), (1, 3))
    assert page.evaluate(seen) != before
    studio.button("Move")
    studio.button("Whole board")
    assert page.evaluate(seen) == whole
    page.locator("#board").hover()
    page.keyboard.down("Control")
    page.mouse.wheel(0, -300)
    page.keyboard.up("Control")
    assert page.evaluate(seen) != whole
    studio.button("Whole board")
    first, last = studio.points((1, 1), (2, 3))
    page.evaluate(TOUCH, [first, last])
    assert page.evaluate(seen) != whole
    studio.button("Whole board")
    studio.drag((0, 1))
    studio.press("4")
    assert studio.saved().grid[0, 1] == 4


def test_the_page_says_that_a_token_is_missing(browser: Browser) -> None:
    """Not with `browser_page`: the browser writes into its console that it could not connect."""
    with serving(Settings(token="secret")) as address:
        page = browser.new_page()
        studio = Studio(page, address.replace("ws:", "http:"))
        page.goto(studio.address)
        page.locator("#link").get_by_text("?token=").wait_for()
        studio.address += "?token=secret"
        studio.open()
        assert page.locator("#link").inner_text() == ""
        page.close()
