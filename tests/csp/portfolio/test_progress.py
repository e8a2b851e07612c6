"""The lengths of time slices depend on what is closed, found and bounded."""

from collections.abc import Generator
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from csp import Model, all_different, element
from csp.engines.model_engine import USUAL
from csp.portfolio import turns
from csp.portfolio.plan import (
    BETTER,
    EVERY_SECOND,
    LEARNING,
    LINEAR,
    NEIGHBOURHOODS,
    PROPAGATION,
    WORTH,
    Plan,
    Turn,
)
from csp.portfolio.progress import Progress
from csp.portfolio.turns import Following
from exactcover.runtime.portfolio.schedule import TimeSlice
from exactcover.runtime.search.protocol import Out, Status
from tests.csp.plans import shorten
from tests.csp.requests import request_of


def slices(*names: str) -> list[TimeSlice[Any]]:
    return [TimeSlice(name, "", lambda: None, updates=100) for name in names]


def followed(
    schedule: Generator[Any, Any, Any], state: Any, parts: list[float | None]
) -> tuple[list[str], dict[str, int]]:
    """Follow a round, where each slice ends with a given part, or by giving up (None).

    Return the engines in order, and the updates of their next slices.
    """
    engines = []
    left = iter(parts)
    try:
        while True:
            each = next(schedule)
            engines.append(each.engine)
            part = next(left)
            state.gave_up, state.last_part = part is None, 0.0 if part is None else part
    except StopIteration as end:
        return engines, {each.engine: each.updates for each in end.value}


def test_an_engine_that_closes_its_tree_continues_at_once() -> None:
    state = SimpleNamespace(solutions=0, gave_up=False, last_part=0.0)
    progress = Progress(state)  # type: ignore[arg-type]
    # The first one has closed half, and then hardly more; the second one ends.
    engines, _ = followed(progress.one_round(slices("a", "b")), state, [0.6, 0.61, 0.5, 1.0])
    assert engines == ["a", "a", "b", "b"]


def test_slices_grow_with_progress() -> None:
    state = SimpleNamespace(solutions=0, gave_up=False, last_part=0.0)
    progress = Progress(state)  # type: ignore[arg-type]
    _, updates = followed(progress.one_round(slices("a", "b", "c")), state, [0.2, 1e-9, None])
    assert updates == {"a": 200, "b": 100}
    assert progress.is_closing
    # In every second round all grow.
    _, updates = followed(progress.one_round(slices("a", "b")), state, [0.2, 1e-9])
    assert updates == {"a": 200, "b": 200}
    # A part that stays is no progress, nor is one that is still small.
    _, updates = followed(progress.one_round(slices("a", "b", "c")), state, [0.2, 0.3, 0.01])
    assert updates == {"a": 100, "b": 200, "c": 100}
    assert progress.is_closing
    followed(progress.one_round(slices("a", "c")), state, [0.2, 0.01])
    assert not progress.is_closing


def test_a_part_that_grows_much_or_is_most_of_the_tree_is_progress() -> None:
    state = SimpleNamespace(solutions=0, gave_up=False, last_part=0.0)
    progress = Progress(state)  # type: ignore[arg-type]
    followed(progress.one_round(slices("a")), state, [0.02])
    assert not progress.is_closing
    followed(progress.one_round(slices("a")), state, [0.05])
    assert progress.is_closing
    followed(progress.one_round(slices("a")), state, [0.06])
    assert not progress.is_closing
    followed(progress.one_round(slices("a")), state, [0.52])
    for _ in range(3):
        followed(progress.one_round(slices("a")), state, [0.52])
        assert progress.is_closing


def test_clause_learning_waits_for_an_engine_that_closes_its_tree() -> None:
    lengths: list[int] = []

    def one_round(own: list[TimeSlice[Any]]) -> Generator[Any, Any, list[TimeSlice[Any]]]:
        lengths.extend(each.updates for each in own)
        yield from own
        return [each.longer() for each in own if each.engine != "lost"]

    state, propagation = SimpleNamespace(), slices("a", "b")
    rounds = turns.brief_round(one_round, propagation, slices("learning", "lost"))
    engines, updates = followed(rounds, state, [0.1, 0.1])
    assert (engines, lengths) == (["learning", "lost"], [100 // turns.SLOWER] * 2)
    # It goes on as it was before, unless it has given up.
    assert updates == {"learning": 100}
    longer = [each._replace(updates=4000) for each in propagation]
    followed(turns.brief_round(one_round, longer, slices("learning")), state, [0.1])
    assert lengths[-1] == 100


def test_a_bound_that_comes_much_nearer_is_progress_of_clause_learning() -> None:
    state = SimpleNamespace(solutions=0, gave_up=False, last_part=0.0)
    progress = Progress(state)  # type: ignore[arg-type]
    for part, is_raising in [(0.4, True), (0.5, False), (0.5, False), (0.7, True), (0.77, True)]:
        _, updates = followed(progress.growing_round(slices("learning")), state, [part])
        assert updates == {"learning": 200}
        assert progress.is_raising == is_raising


def test_relaxations_wait_for_a_visible_part_only() -> None:
    state = SimpleNamespace(solutions=0, gave_up=False, last_part=0.0)
    progress = Progress(state)  # type: ignore[arg-type]
    followed(progress.one_round(slices("a")), state, [0.05])
    assert progress.is_closing
    assert not progress.is_visible
    followed(progress.one_round(slices("a")), state, [0.13])
    assert progress.is_visible
    followed(progress.one_round(slices("a")), state, [0.13])
    followed(progress.one_round(slices("a")), state, [0.13])
    assert not progress.is_visible


def test_hopeless_trees_do_not_grow_while_clause_learning_is_near() -> None:
    state = SimpleNamespace(solutions=0, gave_up=False, last_part=0.0)
    progress = Progress(state)  # type: ignore[arg-type]
    followed(progress.growing_round(slices("learning")), state, [0.45])
    followed(progress.one_round(slices("a", "b")), state, [0.001, 0.002])
    _, updates = followed(progress.one_round(slices("a", "b")), state, [0.001, 0.002])
    assert updates == {"a": 200, "b": 200}
    followed(progress.growing_round(slices("learning")), state, [0.7])
    followed(progress.one_round(slices("a", "b")), state, [0.001, 0.035])
    _, updates = followed(progress.one_round(slices("a", "b")), state, [0.001, 0.035])
    assert updates == {"a": 100, "b": 200}


class Named:
    """Engines that are not made: only a schedule is followed."""

    n_groups = 0

    def names(self, kind: str) -> list[str]:
        return [kind]

    def why(self, name: str) -> str:
        return ""

    def reason_against(self, name: str) -> None:
        """Give no reason."""

    def __getitem__(self, name: str) -> None:
        """Make nothing."""


def rounds_of(*turns: Turn, state: Any) -> Generator[TimeSlice[Any], None, None]:
    """Follow rounds of some turns; yield the time slices."""
    plan, answer = Plan((), turns, ()), None
    schedule = Following(plan, Named(), state).schedule()  # type: ignore[arg-type]
    while True:
        each: Any = schedule.send(answer)
        answer = None
        if isinstance(each, TimeSlice):
            yield each
        else:
            answer = each()


def test_neighbourhoods_without_a_better_solution_shrink_to_their_first_length() -> None:
    state = SimpleNamespace(solutions=1, gave_up=False, last_part=0.0)
    turns = Turn(PROPAGATION, 100), Turn(NEIGHBOURHOODS, 100, BETTER)
    found = rounds_of(*turns, state=state)
    updates = []
    for n_found in (1, 1, 0, 0, 0, 0):
        next(found)
        updates.append(next(found).updates)
        state.solutions += n_found
    assert updates == [100, 200, 400, 200, 100, 100]


def test_relaxations_continue_while_they_find_better_solutions() -> None:
    state = SimpleNamespace(solutions=1, gave_up=False, last_part=USUAL)
    turns = Turn(PROPAGATION, 100), Turn(LINEAR, 100, WORTH)
    found = rounds_of(*turns, state=state)
    engines = []
    for n_found in (0, 0, 0, 1, 1, 0, 0, 1, 1, 1, 1):
        each = next(found)
        engines.append((each.engine, each.updates))
        state.solutions += n_found
    assert [name for name, _ in engines] == [
        *["propagation", "linear", "propagation", "linear", "linear", "linear"],
        *["propagation", "linear", "linear", "linear", "linear"],
    ]
    assert [updates for name, updates in engines if name == "linear"] == [
        100,
        *[200] * 3,
        *[400] * 4,
    ]
    assert next(found).engine == "propagation"


def test_for_one_solution_propagation_grows_in_every_second_round() -> None:
    state = SimpleNamespace(solutions=0, gave_up=False, last_part=0.0)
    turns = Turn(LEARNING, 100), Turn(PROPAGATION, 100, EVERY_SECOND)
    found = rounds_of(*turns, state=state)
    lengths: dict[str, list[int]] = {}
    for _ in range(10):
        each = next(found)
        lengths.setdefault(each.engine, []).append(each.updates)
    assert lengths == {
        "learning": [100, 200, 400, 800, 1600],
        "propagation": [100, 100, 200, 200, 400],
    }
    assert next(found).engine == "learning"
    state.gave_up = True
    alone = [next(found)]
    state.gave_up = False
    alone += [next(found) for _ in range(3)]
    assert {one.engine for one in alone} == {"propagation"}
    assert [one.updates for one in alone] == [400, 800, 1600, 3200]


@pytest.mark.kernel
def test_a_schedule_by_parts_is_the_same_with_a_snapshot_in_between(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The parts that decide about the schedule are in the snapshot."""
    shorten(monkeypatch, 40, linear=1 << 17, neighbourhoods=0)
    model = Model()
    x = model.variables(6, range(6))
    model.post(all_different(x))
    rows = [[(7 * a + 5 * b * b + a * b) % 23 for b in range(6)] for a in range(6)]
    total = sum(element(row, v) for row, v in zip(rows, x, strict=True))
    steps = sum(abs(a - b) for a, b in pairwise(x))

    def engine() -> Any:
        from dataclasses import replace

        from csp.portfolio.choice import engine_for

        request = request_of(method="auto")
        return engine_for(model, replace(request, objective=total - 2 * steps))[0]

    def run(one: Any, n: int) -> tuple[list[list[int]], bool]:
        found = []
        for _ in range(n):
            out = Out(np.empty((2, 6), dtype=np.uint32), np.empty(2, dtype=np.uint32), 2)
            before = one.solutions
            is_over = one.advance(1, out) == Status.EXHAUSTED
            found += out.rows[: one.solutions - before].tolist()
            if is_over:
                return found, True
        return found, False

    whole = engine()
    expected, is_over = run(whole, 100_000)
    assert is_over
    for n in (30, 90, 200):
        first, second = engine(), engine()
        begun, _ = run(first, n)
        second.restore(first.snapshot())
        assert second.last_part == first.last_part
        rest, is_over = run(second, 100_000)
        assert (begun + rest, is_over) == (expected, True)
        assert second.choice == whole.choice
