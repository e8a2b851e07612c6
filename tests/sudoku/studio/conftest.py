"""Fixtures of tests that use the page of the studio in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.sudoku.server.client import serving
from tests.sudoku.studio.page import Studio

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Run a server meanwhile; return the address of its page."""
    with serving() as found:
        yield found.replace("ws:", "http:")


@pytest.fixture
def studio(browser_page: Page, address: str) -> Studio:
    """Return the page, not opened yet."""
    return Studio(browser_page, address)
