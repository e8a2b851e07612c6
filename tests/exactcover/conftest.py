"""Common fixtures of these tests."""

import pytest

from exactcover.runtime.search import driver, progress


@pytest.fixture
def node_by_node(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every slice one node, and report after each: many slices in a short search."""
    monkeypatch.setattr(driver, "FIRST_BUDGET", 1)
    monkeypatch.setattr(driver, "SLICE_SECONDS", 0.0)
    monkeypatch.setattr(progress, "SECONDS_BETWEEN", 0.0)
