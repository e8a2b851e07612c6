"""The page of an explanation, used in a real browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from sudoku import Explanation, Grids, Killer, Puzzle, Shape, explain
from sudoku.explaining.explanation import End
from sudoku.papers.warner.grids import WARNER
from sudoku.rules.classic import Classic
from sudoku.rules.sandwich import Sandwich

if TYPE_CHECKING:
    from playwright.sync_api import Page


pytestmark = pytest.mark.slow  # a page is opened in a browser

FOUR = "1......2.3.....4"
"""A puzzle of 12 steps."""
Opened = Callable[..., "Page"]


@pytest.fixture
def opened(browser_page: Page, tmp_path: Path) -> Opened:
    """Return a function that writes the page of an explanation and opens it."""

    def open_page(explanation: Explanation, fragment: str = "") -> Page:
        path = tmp_path / "page.html"
        explanation.save(path)
        browser_page.goto(path.as_uri() + fragment)
        return browser_page

    return open_page


def title(page: Page) -> str:
    """Return the heading of the section that is shown; there is just one."""
    return page.locator("section:visible h2").inner_text()


def n_visible(page: Page, selector: str) -> int:
    return page.locator(f"{selector}:visible").count()


def digits(page: Page) -> str:
    """Return the digits that are shown on the board, clues first."""
    return "".join(page.locator(".board .digits text:visible").all_text_contents())


def test_buttons_walk_through_the_steps(opened: Opened) -> None:
    explanation = explain(FOUR)
    page = opened(explanation)
    assert title(page) == "The puzzle"
    assert page.get_by_role("button", name="Back").is_disabled()
    assert len(digits(page)) == 4
    for stage in explanation.stages:
        page.get_by_role("button", name="Next").click()
        assert title(page) == f"{stage.number}. {stage.title}"
        assert page.locator("section:visible .words").inner_text() == stage.words
        assert page.locator("output").inner_text() == f"Step {stage.number} of 12"
        assert len(digits(page)) == 3 + stage.number
        shown = page.locator(".board .marks text:visible").count()
        assert shown == sum(mask.bit_count() for mask in stage.board.candidates)
        assert n_visible(page, ".board [data-step]") > 0
    page.get_by_role("button", name="Next").click()
    assert title(page) == "The end"
    assert page.get_by_role("button", name="Next").is_disabled()
    assert sorted(digits(page)) == sorted("1234" * 4)
    assert n_visible(page, ".board [data-step]") == n_visible(page, ".board .marks text") == 0
    page.get_by_role("button", name="Back").click()
    assert title(page).startswith("12. ")
    page.get_by_role("button", name="First").click()
    assert title(page) == "The puzzle"
    page.get_by_role("button", name="Last").click()
    assert title(page) == "The end"


def test_keys(opened: Opened) -> None:
    page = opened(explain(FOUR))
    for key, name in (
        ("ArrowRight", "1. "),
        ("ArrowRight", "2. "),
        ("ArrowLeft", "1. "),
        ("End", "The end"),
        ("ArrowRight", "The end"),
        ("Home", "The puzzle"),
        ("ArrowLeft", "The puzzle"),
    ):
        page.keyboard.press(key)
        assert title(page).startswith(name)
    page.keyboard.press("?")
    help_dialog = page.get_by_role("dialog", name="Keys")
    assert help_dialog.is_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    assert not help_dialog.is_visible()
    assert title(page) == "The puzzle"
    page.get_by_role("button", name="Help").click()
    help_dialog.get_by_role("button", name="Close").click()
    assert not help_dialog.is_visible()


def test_it_plays_until_it_is_stopped(opened: Opened) -> None:
    page = opened(explain(FOUR))
    page.clock.install()
    page.keyboard.press(" ")
    assert page.get_by_role("button", name="Pause").get_attribute("aria-pressed") == "true"
    for number in (1, 2, 3):
        page.clock.run_for(3_500)
        assert title(page).startswith(f"{number}. ")
    page.keyboard.press(" ")
    page.clock.run_for(60_000)
    assert title(page).startswith("3. ")
    page.get_by_role("button", name="Play").click()
    page.clock.run_for(60_000)
    assert title(page) == "The end"
    assert page.get_by_role("button", name="Play").is_visible()
    page.get_by_role("button", name="Play").click()
    assert title(page) == "The puzzle"
    page.keyboard.press("ArrowRight")
    page.clock.run_for(60_000)
    assert title(page).startswith("1. ")  # a key of the reader stops it


def test_the_list_and_the_slider_go_anywhere(opened: Opened) -> None:
    explanation = explain(FOUR)
    page = opened(explanation)
    links = page.get_by_role("navigation", name="All steps").get_by_role("link")
    assert links.count() == 14
    links.nth(5).click()
    assert title(page).startswith("5. ")
    assert links.nth(5).get_attribute("aria-current") == "step"
    assert page.locator("[aria-current]").count() == 1
    slider = page.get_by_role("slider")
    assert slider.input_value() == "5"
    slider.fill("9")
    assert title(page).startswith("9. ")
    assert slider.get_attribute("aria-valuetext") == "Step 9 of 12"
    slider.press("ArrowRight")
    assert title(page).startswith("10. ")


def test_the_address_names_the_step(opened: Opened) -> None:
    page = opened(explain(FOUR), "#step-3")
    assert title(page).startswith("3. ")
    assert page.evaluate("scrollY") == 0
    page.keyboard.press("ArrowRight")
    assert page.url.endswith("#step-4")
    page.evaluate("location.hash = '#end'")
    page.wait_for_function("document.querySelector('section.shown').id === 'end'")
    page.evaluate("location.hash = '#step-99'")
    assert title(page) == "The end"


def test_candidates_can_be_hidden(opened: Opened) -> None:
    page = opened(explain(FOUR), "#step-1")
    with_candidates = page.locator(".board").screenshot()
    assert n_visible(page, ".board .marks text") > 5
    page.get_by_label("Candidates").uncheck()
    assert n_visible(page, ".board .marks text") == 0
    assert page.locator(".board").screenshot() != with_candidates
    # The candidate that the step places stays.
    assert n_visible(page, ".board [data-step] text") == 1
    page.keyboard.press("c")
    assert page.get_by_label("Candidates").is_checked()
    assert n_visible(page, ".board .marks text") > 5


def contrasts(page: Page, selector: str) -> list[float]:
    """Return the contrasts of texts with the first background behind them, by the WCAG formula."""
    found: list[float] = page.evaluate(
        """selector => {
            const RGB = [0.2126, 0.7152, 0.0722];
            const numbers = text => text.match(/[\\d.]+/g).map(Number);
            const light = ([r, g, b]) => [r, g, b].map(value => value / 255)
                .map(x => x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4)
                .reduce((sum, x, k) => sum + x * RGB[k], 0);
            const background = part => {
                for (; part; part = part.parentElement) {
                    const colour = numbers(getComputedStyle(part).backgroundColor);
                    if (colour.length === 3 || colour[3] > 0) return colour;
                }
                return [255, 255, 255];
            };
            return [...document.querySelectorAll(selector)]
                .filter(part => part.checkVisibility() && part.textContent.trim())
                .map(part => [numbers(getComputedStyle(part).color), background(part)].map(light))
                .map(([a, b]) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05));
        }""",
        selector,
    )
    return found


TEXTS = "h1, h2, p, b, li, a span, label, output, button:enabled, kbd, dd, dt, td, th, caption"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_texts_have_contrast_in_both_schemes(opened: Opened, scheme: Any) -> None:
    page = opened(explain(WARNER[3]))
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    dark = page.get_by_label("Dark")
    page.wait_for_function(f"document.documentElement.dataset.theme === '{scheme}'")
    assert dark.is_checked() == (scheme == "dark")
    for fragment in ("#start", "#step-3", "#end"):
        page.evaluate(f"location.hash = '{fragment}'")
        page.wait_for_function(f"'#' + document.querySelector('section.shown').id === '{fragment}'")
        found = contrasts(page, TEXTS)
        assert len(found) > 50
        assert min(found) >= 4.5


def test_the_dark_switch(opened: Opened) -> None:
    page = opened(explain(FOUR))
    page.emulate_media(reduced_motion="reduce")
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    board = page.locator(".board").screenshot()
    page.get_by_label("Dark").check()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != light
    assert page.locator(".board").screenshot() != board
    page.keyboard.press("d")
    assert not page.get_by_label("Dark").is_checked()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == light


def killer() -> Puzzle:
    """Return a killer with marks outside the grid, too."""
    top = [8, 0, 0, 0, 5, 0, 0, 0, 0]
    return Puzzle(rules=[Classic(), Killer([(15, [(0, 0), (0, 1), (1, 0)])]), Sandwich(top=top)])


def assert_inside(page: Page, selector: str, width: int) -> None:
    """Check that an element does not stick out of the window."""
    box = page.locator(selector).bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width


@pytest.mark.parametrize("width", [320, 375, 760, 1280])
def test_no_window_scrolls_sideways(opened: Opened, width: int) -> None:
    for explanation in (
        explain(FOUR),
        explain(WARNER[3]),
        Explanation(killer(), None, (), End.MANY_SOLUTIONS),
        Explanation(Puzzle(Grids("samurai")), None, (), End.STOPPED, "The time was up."),
    ):
        page = opened(explanation)
        page.set_viewport_size({"width": width, "height": 800})
        for name in ("End", "ArrowLeft"):
            page.keyboard.press(name)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert_inside(page, ".board", width)
        if explanation.puzzle.shape.width <= 9 or width > 760:
            assert_inside(page, ".board svg", width)
        else:  # the picture of a wide board scrolls in its frame, to its last column
            scrolled = page.evaluate(
                "(each => { each.scrollLeft = 1e6; return each.scrollLeft + each.clientWidth"
                " - each.scrollWidth; })(document.querySelector('.board'))"
            )
            assert abs(scrolled) <= 1
            box = page.locator(".board svg").bounding_box()
            assert box is not None
            assert box["width"] > width


def test_controls_are_large_enough_for_fingers_and_have_names(opened: Opened) -> None:
    page = opened(explain(FOUR))
    page.set_viewport_size({"width": 375, "height": 800})
    for control in page.locator("button:visible, label:visible").all():
        box = control.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        assert control.inner_text().strip()
    assert page.get_by_role("img", name="The board").count() == 1
    assert page.get_by_role("slider", name="Position in the solution").count() == 1
    assert page.get_by_role("group", name="Steps").get_by_role("button").count() == 5
    assert page.get_by_role("list", name="Meaning of the colours").count() == 1
    assert page.locator("html").get_attribute("lang") == "en"
    assert page.get_by_role("heading", level=1).count() == 1


def test_steps_are_announced_and_focus_is_seen(opened: Opened) -> None:
    explanation = explain(FOUR)
    page = opened(explanation)
    assert page.get_by_role("status").last.inner_text() == ""
    page.keyboard.press("ArrowRight")
    stage = explanation.stages[0]
    said = page.locator("#news").inner_text()
    assert said == f"Step 1 of 12. {stage.title}. {stage.words}"
    assert page.locator("#news").get_attribute("aria-live") == "polite"
    page.keyboard.press("Tab")
    outline = "getComputedStyle(document.activeElement).outlineStyle"
    assert page.evaluate(outline) == "solid"


def test_nothing_moves_for_readers_who_ask_for_that(opened: Opened) -> None:
    page = opened(explain(FOUR))
    name = "getComputedStyle(document.querySelector('section.shown')).animationName"
    assert page.evaluate(name) == "appear"
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(name) == "none"


def test_the_legend_is_that_of_the_step(opened: Opened) -> None:
    explanation = explain(WARNER[3])
    stage = next(each for each in explanation.stages if each.step.technique == "xy_chain")
    page = opened(explanation, f"#step-{stage.number}")
    legend = page.locator(".legend li:visible").all_inner_texts()
    assert "weak link: not both ends are true" in legend
    assert "digit that is placed" not in legend
    page.keyboard.press("Home")
    assert n_visible(page, ".legend li") == 0


def test_a_cell_that_a_sentence_names_is_framed(opened: Opened) -> None:
    page = opened(explain(FOUR), "#step-1")
    name = page.locator("section:visible .words b").first
    row, column = (int(part) for part in name.inner_text()[1:].split("c"))
    name.hover()
    frame = page.locator(".board .pointer")
    assert frame.get_attribute("x") == str(60 * (column - 1))
    assert frame.get_attribute("y") == str(60 * (row - 1))
    page.locator("h1").hover()
    assert frame.count() == 0


def test_printing_shows_all_steps_or_one(opened: Opened) -> None:
    explanation = explain(FOUR)
    page = opened(explanation, "#step-2")
    page.emulate_media(media="print")
    page.wait_for_function("document.querySelectorAll('section > svg').length === 14")
    assert n_visible(page, "section") == n_visible(page, "section > svg") == 14
    assert not page.locator(".controls").is_visible()
    for number, stage in enumerate(explanation.stages, 1):
        texts = page.locator(f"#step-{stage.number} > svg .digits text:visible")
        assert texts.count() == 3 + number
    page.emulate_media(media="screen")
    page.wait_for_function("document.querySelectorAll('section > svg').length === 0")
    assert title(page).startswith("2. ")
    assert len(page.pdf()) > 10_000
    page.evaluate("window.print = () => { window.state = document.body.className; }")
    page.get_by_role("button", name="Print this step").click()
    assert page.evaluate("window.state") == "stepping one"
    page.get_by_role("button", name="Print the steps").click()
    assert page.evaluate("window.state") == "stepping"


def test_swipes(opened: Opened) -> None:
    page = opened(explain(FOUR))
    swipe = """([from, to]) => {
        const board = document.querySelector(".board");
        const touch = x => new Touch({ identifier: 1, target: board, clientX: x, clientY: 200 });
        board.dispatchEvent(new TouchEvent("touchstart", { touches: [touch(from)] }));
        board.dispatchEvent(new TouchEvent("touchend", { changedTouches: [touch(to)] }));
    }"""
    page.evaluate(swipe, [300, 100])
    assert title(page).startswith("1. ")
    page.evaluate(swipe, [300, 280])
    assert title(page).startswith("1. ")
    page.evaluate(swipe, [100, 300])
    assert title(page) == "The puzzle"


def test_a_page_without_steps_has_nothing_to_press(opened: Opened) -> None:
    page = opened(Explanation(Puzzle(Shape(2, 2)), None, (), End.MANY_SOLUTIONS))
    assert title(page) == "The puzzle"
    assert page.get_by_role("button", name="Next").count() == 0
    assert "more than one solution" in page.locator("section:visible .words").inner_text()


def test_without_scripts_all_steps_are_there(browser_page: Page, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    explain(FOUR).save(path)
    assert browser_page.context.browser is not None
    context = browser_page.context.browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(path.as_uri())
    assert n_visible(page, "section") == 14
    assert n_visible(page, "button") == 0
    assert n_visible(page, ".board [data-step]") == 0
    context.close()
