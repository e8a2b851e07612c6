"""Files that pytest leaves out: those where an optional package is missing or nothing is tested."""

from importlib.util import find_spec
from pathlib import Path

collect_ignore = [] if find_spec("cpmpy") else ["csp/cpmpy"]
"""`csp.cpmpy` needs CPMpy."""
PROMPT = b">>> "
"""The sign with which a doctest begins."""


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out modules without doctests: to look for some takes longer than to import them."""
    path = collection_path
    is_module = path.suffix == ".py" and not path.name.startswith(("test_", "conftest"))
    return True if is_module and PROMPT not in path.read_bytes() else None
