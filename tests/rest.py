"""The tests that the quick tier left out: `python -m pytest -p tests.rest` after `make test`.

Continuous integration runs each test once. The tier with kernels of common calls notes which tests
passed (`tests/quick.py`); this plugin leaves these out. They were run with fewer examples of their
properties: `make test-full` runs all tests with all examples.
"""

import pytest

from tests.quick import PASSED


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests that passed in the quick tier."""
    cache = getattr(config, "cache", None)
    passed = set() if cache is None else set(cache.get(PASSED, []))
    left_out = [item for item in items if item.nodeid in passed]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item.nodeid not in passed]
