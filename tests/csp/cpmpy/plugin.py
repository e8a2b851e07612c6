"""A plugin of pytest: CPMpy's own tests run with our solver, which is the default one, too.

Its source distribution has the tests without the fixtures and helpers that they share; here are
those that the tests with solvers need.
"""

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
from cpmpy.solvers.utils import SolverLookup

from csp.cpmpy import NAME, ExactCoverCsp

OTHERS = [each for each in SolverLookup.base_solvers() if each[0] != NAME]
SolverLookup.base_solvers = lambda: [(NAME, ExactCoverCsp), *OTHERS]
for _, each in OTHERS:
    if each.__name__ != "CPM_ortools":  # some tools and examples need it
        each.supported = staticmethod(lambda: False)


@pytest.fixture
def solver() -> str:
    """Return the name of the solver; CPMpy's tests take it from a fixture of this name."""
    return NAME


def pytest_configure(config: pytest.Config) -> None:
    """Know the marks of CPMpy's tests."""
    for mark in "generate_constraints", "flaky", "requires_solver", "requires_dependency":
        config.addinivalue_line("markers", f"{mark}: of CPMpy")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give a test each constraint that the function in its mark yields for our solver."""
    mark = metafunc.definition.get_closest_marker("generate_constraints")
    if mark is not None:
        metafunc.parametrize("constraint", [*mark.args[0](NAME)], ids=str)


def skip_on_missing_pblib(**_: Any) -> Callable[[Any], Any]:
    """Return a decorator that changes nothing: pblib is for other solvers."""
    return lambda test: test


def inclusive_range(least: int, greatest: int) -> range:
    """Return the integers from one to another."""
    return range(least, greatest + 1)


def lambda_assert(condition: Callable[[], Any]) -> Callable[[], None]:
    """Return a function that asserts a condition."""

    def check() -> None:
        assert condition()

    return check


utils: Any = ModuleType("utils")
utils.skip_on_missing_pblib = skip_on_missing_pblib
utils.inclusive_range = inclusive_range
utils.lambda_assert = lambda_assert
sys.modules["utils"] = utils
