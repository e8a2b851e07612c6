"""The areas that are fuzzed: a case is known by its area and a seed, as in ``cover:12345``."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module

AREAS = {
    "cover": "tests.fuzz.cover_cases",
    "every": "tests.fuzz.every_cases",
    "middle": "tests.fuzz.middle_cases",
    "symmetry": "tests.fuzz.symmetry_cases",
    "csp": "tests.fuzz.model_cases",
    "optima": "tests.fuzz.optimum_cases",
    "shifted": "tests.fuzz.shifted_cases",
    "sudoku": "tests.fuzz.puzzle_cases",
    "houses": "tests.fuzz.house_cases",
    "readers": "tests.fuzz.reader_cases",
}
"""Name -> the module whose ``run(seed)`` raises `Finding` if the case of that seed fails."""


def case_of(area: str) -> Callable[[int], None]:
    """Return the function that runs the case of a seed; an area may have a part, `readers/opb`."""
    area, _, part = area.partition("/")
    run: Callable[..., None] = import_module(AREAS[area]).run
    return partial(run, name=part) if part else run
