"""Every exported verb has limits, or its work is bounded by its input; and it looks at them often.

No test looks at a real clock: here the clock is late after so many calls of Python functions, and
the calls between two looks are counted.
"""

import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from types import FrameType
from typing import Any

import pytest

import csp
import exactcover
from exactcover import Problem, UnfinishedError, limits

LIMITS = {"time_limit", "cancel", "progress"}

WITH_SOME = {
    "exactcover.estimate": {"time_limit"},  # which ends it with a result; by default after 10 s
    "exactcover.explain_infeasible": {"time_limit", "cancel"},
    "exactcover.sample": {"time_limit", "cancel"},
    "exactcover.trace": {"time_limit", "cancel"},  # each step is a report
    "csp.explain_infeasible": {"time_limit", "cancel"},
    "csp.why": {"time_limit", "cancel"},
}
"""Verbs that lack some of the limits; for each, those that it has."""

BOUNDED = {
    "exactcover": """
        combine drawn from_burrtools named_polyforms picture tiling
    """,
    "csp": """
        chess_board column columns from_flatzinc from_opb from_xcsp3 gantt_chart interval
        set_variable tour_map value_grid
    """,
}
"""Functions whose work is linear in what they get or return, or that have a budget of their own."""

CONSTRAINTS = """
    all_different all_different_except all_equal among argmax argmin at_least at_most bin_packing
    cardinality channel circuit cost_regular count_of cumulative diffn element exactly forbidden
    if_then iff increasing inverse knapsack lexicographic lexicographic_chain linear maximum minimum
    n_values no_overlap regular satisfies scalar_product sequence set_channel set_order
    set_partition sliding_sum sort stretch subcircuit table truth value_precedence xor
"""
"""State constraints; `Model.post` builds them, under its limits."""


def functions() -> Iterator[tuple[str, Any]]:
    """Yield the exported functions by name."""
    for package in (exactcover, csp):
        for name in package.__all__:
            found = getattr(package, name)
            if inspect.isfunction(found):
                yield f"{package.__name__}.{name}", found


def test_every_verb_takes_limits_or_is_said_to_be_bounded() -> None:
    bounded = {f"{package}.{name}" for package, own in BOUNDED.items() for name in own.split()}
    bounded |= {f"csp.{name}" for name in CONSTRAINTS.split()}
    lacking = {
        name: LIMITS & inspect.signature(function).parameters.keys()
        for name, function in functions()
        if not inspect.signature(function).parameters.keys() >= LIMITS
    }
    assert lacking == {**{name: set() for name in bounded}, **WITH_SOME}


@pytest.mark.parametrize("name", ["post", "with_constraints", "propagate", "to_exact_cover"])
def test_methods_of_models_take_limits(name: str) -> None:
    assert inspect.signature(getattr(csp.Model, name)).parameters.keys() >= LIMITS


class Clock:
    """Is late after so many calls of functions, and counts those between two looks."""

    def __init__(self, late_after: int) -> None:
        self.late_after = late_after
        self.n_calls = self.last_look = self.longest = 0

    def __call__(self) -> float:
        self.longest = max(self.longest, self.n_calls - self.last_look)
        self.last_look = self.n_calls
        return 1e9 if self.n_calls >= self.late_after else 0.0

    def note(self, frame: FrameType, event: str, argument: object) -> None:
        self.n_calls += event in ("call", "c_call")


LATE_AFTER = 200_000
"""The calls after which the clock is late: some 0.1 seconds of work."""
MOST_BETWEEN = 150_000
"""The most calls between two looks, which take less than a tenth of a second."""


def domino(n: int) -> Problem:
    squares = [(row, column) for row in range(n) for column in range(n)]
    return Problem(
        [
            [(r, c), other]
            for r, c in squares
            for other in ((r, c + 1), (r + 1, c))
            if max(other) < n
        ]
    )


def posting(state: Callable[[csp.Model], Any]) -> Callable[..., object]:
    model = csp.Model()
    stated = state(model)
    return lambda **controls: model.post(stated, **controls)


def machine(model: csp.Model) -> None:
    model.post(csp.no_overlap(model.variables(300, range(3000)), [5] * 300))


def scheduling() -> Callable[..., object]:
    model = csp.Model()
    machine(model)
    return lambda **controls: model.solve(method="learning", **controls)


VERBS: dict[str, Callable[[], Callable[..., object]]] = {
    "polyforms": lambda: lambda **controls: exactcover.polyforms(12, **controls),
    "search_tree": lambda: (
        lambda **controls: exactcover.search_tree(domino(40), limit=10**6, **controls)
    ),
    "learning": scheduling,
    "post satisfies": lambda: posting(
        lambda model: csp.satisfies(model.variables(2, range(1000)), lambda a, b: a * b % 7 < 3)
    ),
    "post bin_packing": lambda: posting(
        lambda model: csp.bin_packing(
            model.variables(150, range(40)), range(1, 151), model.variables(40, range(200))
        )
    ),
    "post circuit": lambda: posting(lambda model: csp.circuit(model.variables(600, range(600)))),
    "post table": lambda: posting(
        lambda model: csp.table(
            model.variables(3, range(300)),
            [(i, j, i * j % 300) for i in range(300) for j in range(300)],
        )
    ),
}
"""Verbs at sizes at which they would take seconds; what is made before is not counted."""


@pytest.mark.kernel
@pytest.mark.parametrize("name", VERBS)
def test_a_long_verb_looks_at_the_clock_often(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    verb = VERBS[name]()
    with suppress(UnfinishedError):
        VERBS[name]()(time_limit=0)  # so that what it needs is loaded
    clock = Clock(LATE_AFTER)
    monkeypatch.setattr(limits, "clock", clock)
    before = sys.getprofile()
    sys.setprofile(clock.note)
    try:
        found: Any = verb(time_limit=1)
    except UnfinishedError:
        found = None
    finally:
        sys.setprofile(before)
    is_whole = getattr(found, "complete", getattr(found, "is_complete", found is not None))
    assert not is_whole
    assert max(clock.longest, clock.n_calls - clock.last_look) < MOST_BETWEEN
