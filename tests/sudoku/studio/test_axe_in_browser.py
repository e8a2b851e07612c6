"""Axe-core finds nothing to mend in the page: contrast, names, roles, order of headings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.sudoku.studio.page import FOUR, Studio

pytestmark = [pytest.mark.slow, pytest.mark.kernel]  # a page is opened in a browser

AXE = Path(__file__).parent / "node_modules/axe-core/axe.min.js"
RUN = """() => axe.run(document, {
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
}).then(({ violations }) => violations.map(({ id, help, nodes }) => ({
    id, help, where: nodes.map(each => each.html.slice(0, 150)),
})))"""


def findings(studio: Studio) -> Any:
    studio.page.evaluate("scrollTo(0, 0)")  # below, the board covers controls without the focus
    return studio.page.evaluate(RUN)


@pytest.fixture
def checked(studio: Studio) -> Studio:
    """Return the page with axe-core in it, which its content policy does not stop."""
    if not AXE.exists():
        pytest.skip("axe-core is not installed: `make axe` gets it from npm")
    return studio


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_no_tab_has_findings(checked: Studio, theme: Any, width: int) -> None:
    page = checked.page
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    page.set_viewport_size({"width": width, "height": 900})
    checked.open(FOUR).verdict("one")
    page.wait_for_selector(".step .found")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert findings(checked) == []
    checked.button("The whole path")
    page.wait_for_selector("#panel-analyse ol.steps li")
    assert findings(checked) == []
    for tab in ("Rules", "Make", "Print", "Files"):
        checked.tab(tab)
        assert findings(checked) == [], tab
    checked.tab("Rules")
    for name in ("killer", "kropki", "jigsaw", "either", "automaton", "sandwich"):
        page.get_by_label("Rule", exact=True).select_option(name)
        assert findings(checked) == [], name
    checked.button("Play")
    checked.drag((0, 1))
    for _ in range(3):
        checked.button("Give me a hint")
        page.locator("#panel-play .step p").first.wait_for()
    assert findings(checked) == []
