"""The documentation site: it builds without a warning, and every page looks right in a browser.

`make test-docs` runs these tests. Other runs skip them, because the build takes a minute.
"""

from __future__ import annotations

import doctest
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from docs.gen.api import exports
from docs.gen.gallery import SECTIONS
from sudoku import RULES
from sudoku.techniques.registry import TECHNIQUES
from tests.browser import WIDE, chromium

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).parents[1]
SITE, SCREENSHOTS = ROOT / "site", ROOT / "site-screenshots"
NARROW = {"width": 375, "height": 800}
MOST_BYTES = 300_000
"""The size of the largest page."""
MOST_HEIGHT = 4000
"""Screenshots show the upper part of long pages."""
SIZES = """
() => {
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  const broken = [...document.images].filter(image => image.complete && !image.naturalWidth);
  return [wide, broken.map(image => image.src)];
}
"""
"""The pixels by which a page is too wide, and its images that cannot be shown."""

pytestmark = pytest.mark.skipif(
    os.environ.get("TEST_SITE") != "1", reason="`make test-docs` builds the site and tests it"
)


@pytest.fixture(scope="session")
def site() -> Path:
    """Build the site."""
    shutil.rmtree(SITE, ignore_errors=True)
    run = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet"],
        cwd=ROOT,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stdout) == (0, "")
    return SITE


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """Serve the site on this machine."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: Any) -> None:
            """Print nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


def pages(site: Path) -> list[str]:
    """Return the paths of all pages."""
    found = sorted(path.relative_to(site).as_posix() for path in site.rglob("*.html"))
    assert len(found) > 50
    return found


def read(site: Path, page: str) -> str:
    return (site / page).read_text(encoding="utf-8")


def anchors(site: Path, page: str) -> set[str]:
    return set(re.findall(r'\bid="([^"]+)"', read(site, page)))


@pytest.mark.parametrize("package", ["exactcover", "csp", "sudoku"])
def test_every_export_is_described(site: Path, package: str) -> None:
    pages = [path.relative_to(site) for path in site.glob(f"reference/{package}/*.html")]
    described = set().union(*(anchors(site, str(page)) for page in pages))
    assert {f"{package}.{name}" for name in exports(package)} <= described


def test_cells_of_tables_have_the_headings_of_their_columns(site: Path) -> None:
    assert doctest.testmod(import_module("docs.gen.tables")).failed == 0
    assert '<td data-label="alternative">' in read(site, "decisions/0008-portfolio.html")


def test_no_page_is_large(site: Path) -> None:
    sizes = {str(path.relative_to(site)): path.stat().st_size for path in site.rglob("*.html")}
    assert {name: size for name, size in sizes.items() if size > MOST_BYTES} == {}


def test_every_rule_has_a_picture_and_a_puzzle(site: Path) -> None:
    text = read(site, "reference/rules.html")
    assert set(RULES) <= anchors(site, "reference/rules.html")
    assert text.count("The puzzle and its solution") == len(RULES)
    assert {path.stem for path in site.glob("reference/rules/*.svg")} == set(RULES)


def test_every_technique_has_an_example(site: Path) -> None:
    names = {technique.name for technique in TECHNIQUES}
    assert names <= anchors(site, "reference/techniques.html")
    assert {path.stem for path in site.glob("reference/techniques/*.svg")} == names


def test_every_command_is_described(site: Path) -> None:
    from exactcover.cli.main import main as cover
    from sudoku.cli.main import ELSEWHERE
    from sudoku.cli.main import main as sudoku

    for program, names in (
        ("exactcover", {*cover.commands}),
        ("sudoku", {*sudoku.commands, *ELSEWHERE}),
    ):
        described = anchors(site, f"reference/command-{program}.html")
        assert {f"{program}-{name}" for name in names} <= described


def test_the_gallery_has_every_picture(site: Path) -> None:
    text = read(site, "gallery/index.html")
    for show in (show for shows in SECTIONS.values() for show in shows):
        assert f'src="{show.__name__}.svg"' in text
        assert (site / "gallery" / f"{show.__name__}.svg").exists()


def test_no_page_names_another_server(site: Path) -> None:
    """Links may lead elsewhere; what a page loads by itself may not."""
    loads = re.compile(r'<(?:script|img|iframe|link)\b[^>]*?(?:src|href)="(https?:)?//[^"]*"')
    wrong = [page for page in pages(site) if loads.search(read(site, page))]
    assert wrong == []


def test_a_browser_is_there_in_continuous_integration() -> None:
    assert chromium() or os.environ.get("CI") != "true"


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_pages_in_a_browser(address: str, site: Path, browser_page: Page, size: Any) -> None:
    """No page is wider than the window, and no image is broken; screenshots are kept.

    The fixture fails the test for errors in the console and requests that leave the machine.
    """
    folder = SCREENSHOTS / ("wide" if size is WIDE else "narrow")
    shutil.rmtree(folder, ignore_errors=True)
    wrong = {}
    browser_page.set_viewport_size(size)
    for page in pages(site):
        browser_page.goto(f"{address}/{page}", wait_until="load")
        browser_page.evaluate("document.querySelectorAll('img').forEach(i => i.loading = 'eager')")
        browser_page.wait_for_function("[...document.images].every(image => image.complete)")
        too_wide, broken = browser_page.evaluate(SIZES)
        if too_wide > 0 or broken:
            wrong[page] = too_wide, broken
        path = folder / page.replace("/", "-").replace(".html", ".jpg")
        height = min(MOST_HEIGHT, browser_page.evaluate("document.documentElement.scrollHeight"))
        browser_page.set_viewport_size({"width": size["width"], "height": height})
        browser_page.screenshot(path=path, type="jpeg", quality=70)
        browser_page.set_viewport_size(size)
    assert wrong == {}


def test_the_search_finds_a_rule(address: str, browser_page: Page) -> None:
    browser_page.goto(f"{address}/index.html")
    browser_page.locator("input.md-search__input").fill("thermometer")
    browser_page.locator(".md-search-result__link").first.wait_for()
    assert "rules.html" in browser_page.inner_html(".md-search-result__list")


def test_guides_come_before_decisions_in_the_search(address: str, browser_page: Page) -> None:
    browser_page.goto(f"{address}/index.html")
    browser_page.locator("input.md-search__input").fill("generate")
    browser_page.locator(".md-search-result__link[href*=decisions]").first.wait_for()
    assert "/guides/" in str(
        browser_page.locator(".md-search-result__link").first.get_attribute("href")
    )
