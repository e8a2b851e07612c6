"""A real browser for tests of pages: the fixtures `browser` and `browser_page`.

`tests/conftest.py` imports them for all tests. A test that asks for one is skipped where
Playwright or a browser of the Chromium family is missing.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Error, Page, Request, ViewportSize

__all__ = ["browser", "browser_page"]

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
"""The usual names of the program."""
OWN = {"", "localhost", "127.0.0.1"}
"""The hosts of pages on this machine; those of files and of data have no host."""
WAIT = 120_000
"""The milliseconds after which a page that does nothing fails a test."""
WIDE: ViewportSize = {"width": 1280, "height": 900}


def chromium() -> str | None:
    """Return the path of a browser that can be started, or None.

    On some systems the program of this name only asks the user to install the browser.
    """
    for name in NAMES:
        path = shutil.which(name)
        if path and subprocess.run([path, "--version"], capture_output=True).returncode == 0:
            return path
    return None


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start a browser for the tests of a module.

    Playwright's event loop counts as running in this thread until the end, which tests of other
    modules that use asyncio would not survive. So the scope is no wider than the module.
    """
    api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    path = chromium()
    if path is None:
        pytest.skip(f"there is no browser here: none of {', '.join(NAMES)} can be started")
    with api.sync_playwright() as playwright:
        # Ctrl-C is left to pytest: some tests send it to themselves.
        signals = dict.fromkeys(("handle_sigint", "handle_sigterm", "handle_sighup"), False)
        started = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-gpu"], **signals
        )
        yield started
        started.close()


@pytest.fixture
def browser_page(browser: Browser) -> Iterator[Page]:
    """Open a blank page; after the test, fail it for an error in the console or a network request.

    Files and servers on this machine may be asked.
    """
    wrong: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            wrong.append(f"{message.type}: {message.text}")

    def see(request: Request) -> None:
        if (urlsplit(request.url).hostname or "") not in OWN:
            wrong.append(f"request of {request.url}")

    def catch(error: Error) -> None:
        wrong.append(f"exception: {error}")

    context = browser.new_context(viewport=WIDE)
    page = context.new_page()
    page.set_default_timeout(WAIT)
    page.on("console", hear)
    page.on("request", see)
    page.on("pageerror", catch)
    yield page
    context.close()
    assert wrong == []
