"""The page of the studio, as its users have it before them."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from typing import TYPE_CHECKING, Any

import pytest

from sudoku import Puzzle, from_json

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

__all__ = ["FOUR", "Studio", "fragment", "sent"]

FOUR = "1......2.3.....4"
"""A puzzle with one solution, for tests that need any."""
PAUSE = 50
WAIT = 120_000
"""The milliseconds that an answer may take, also where kernels are compiled."""
Cell = tuple[int, int]


def fragment(link: dict[str, Any]) -> str:
    """Return a puzzle as the fragment of an address."""
    return urlsafe_b64encode(json.dumps(link).encode()).decode().rstrip("=")


def sent(studio: Studio) -> list[dict[str, Any]]:
    """Return a list of the messages that the page sends from now on."""
    messages: list[dict[str, Any]] = []
    studio.page.on(
        "websocket",
        lambda socket: socket.on("framesent", lambda text: messages.append(json.loads(text))),
    )
    return messages


class Studio:
    """The page in a browser.

    Attributes
    ----------
    page
        The page of Playwright.
    """

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address

    def open(self, text: str = "", link: str = "") -> Studio:
        """Open the page, and in it a text if one is given."""
        self.page.set_default_timeout(WAIT)
        self.page.goto(f"{self.address}#{link}" if link else self.address)
        self.page.wait_for_selector("#board svg .regions")
        self.page.wait_for_selector("#panel-rules option[value=killer]", state="attached")
        if text:
            self.read(text)
        return self

    def read(self, text: str) -> None:
        """Open a text in the page."""
        panel = self.tab("Files")
        panel.get_by_label("Text", exact=True).fill(text)
        panel.get_by_role("button", name="Open the text").click()
        self.page.get_by_text("Opened").wait_for()
        self.tab("Analyse")

    def tab(self, name: str) -> Locator:
        """Show a tab; return its panel."""
        self.page.get_by_role("tab", name=name, exact=True).click()
        return self.page.locator(f"#panel-{name.lower()}")

    def press(self, *keys: str) -> None:
        """Press keys on the board."""
        self.page.locator("#board").focus()
        for key in keys:
            self.page.keyboard.press(key)

    def button(self, name: str, *, exact: bool = True) -> None:
        """Click a button that can be seen."""
        self.page.get_by_role("button", name=name, exact=exact).click()

    def count(self, selector: str) -> int:
        """Return the number of elements."""
        return self.page.locator(selector).count()

    def until(self, expression: str) -> None:
        """Wait until an expression is true; the policy of the page bars `wait_for_function`."""
        for _ in range(WAIT // PAUSE):
            if self.page.evaluate(expression):
                return
            self.page.wait_for_timeout(PAUSE)
        pytest.fail(f"never true: {expression}")

    def verdict(self, words: str) -> None:
        """Wait for the verdict."""
        self.until(f"document.querySelector('.verdict').textContent.includes({words!r})")

    def points(self, *cells: Cell) -> list[tuple[float, float]]:
        """Return the middles of cells on the screen."""
        found: list[list[float]] = self.page.evaluate(
            """cells => {
                const matrix = document.querySelector("#board svg").getScreenCTM();
                return cells.map(([row, column]) => {
                    const at = new DOMPoint(60 * column + 30, 60 * row + 30);
                    const { x, y } = at.matrixTransform(matrix);
                    return [x, y];
                });
            }""",
            [list(cell) for cell in cells],
        )
        return [(x, y) for x, y in found]

    def drag(self, *cells: Cell) -> None:
        """Drag over the middles of cells; click if there is one."""
        self.page.locator("#board").scroll_into_view_if_needed()
        (first, *others) = self.points(*cells)
        self.page.mouse.move(*first)
        self.page.mouse.down()
        for x, y in others:
            self.page.mouse.move(x, y, steps=6)
        self.page.mouse.up()

    def saved(self) -> Puzzle:
        """Return the puzzle that the page saves."""
        panel = self.tab("Files")
        self.page.evaluate("document.querySelector('textarea[readonly]').value = ''")
        panel.get_by_label("Format").select_option("json")
        panel.get_by_role("button", name="Show", exact=True).click()
        self.until("document.querySelector('textarea[readonly]').value")
        return from_json(panel.get_by_label("Saved text").input_value())

    def names(self) -> list[str]:
        """Return the names of the rules of the puzzle."""
        return [rule.name for rule in self.saved().rules]

    def spoken(self) -> str:
        """Return what is said of the board."""
        return self.page.locator("#spoken").inner_text()
