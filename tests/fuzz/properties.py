"""Cases that Hypothesis draws and makes smaller: a seed stands for some examples of a property."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from tests.fuzz.finding import Finding

EXAMPLES = 5
"""The examples of a property that are drawn for a seed; the first is always the simplest."""


def examine(at: int, check: Callable[..., None], /, **drawn: st.SearchStrategy[Any]) -> None:
    """Try a property on the examples of a seed; raise `Finding` with the smallest that fails."""
    wrapped = settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=False,
        print_blob=False,
        report_multiple_bugs=False,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )(seed(at)(given(**drawn)(check)))
    try:
        wrapped()
    except Exception as error:
        notes = "\n".join(getattr(error, "__notes__", ()))
        raise Finding(f"{notes}\n{type(error).__name__}: {error}") from error
