"""Where the real puzzles are."""

from pathlib import Path

import pytest

DATA = Path(__file__).parents[3] / "shared" / "data"


@pytest.fixture
def data() -> Path:
    """Return the folder of real puzzles, or skip the test."""
    if not DATA.is_dir():
        pytest.skip("the folder of real puzzles, ../shared/data, is not here")
    return DATA
