"""Schedules: rounds of time slices, each longer than the last."""

from itertools import islice
from typing import Any

from exactcover.runtime.portfolio.schedule import TimeSlice, rounds
from exactcover.runtime.search.protocol import UNLIMITED


def time_slice(name: str, **settings: Any) -> TimeSlice[Any]:
    return TimeSlice(name, "it is first", lambda: None, **settings)


def test_rounds_grow_at_the_pace_of_each_engine() -> None:
    first = [time_slice("slow", updates=10), time_slice("fast", nodes=3, updates=8, growth=16)]
    found = list(islice(rounds(first, lambda: False), 6))
    assert [each.engine for each in found] == ["slow", "fast"] * 3  # type: ignore[union-attr]
    assert [(s.nodes, s.updates) for s in found if isinstance(s, TimeSlice)] == [
        (UNLIMITED, 10),
        (3, 8),
        (UNLIMITED, 20),
        (48, 128),
        (UNLIMITED, 40),
        (768, 2048),
    ]


def test_an_engine_that_gave_up_has_no_more_slices() -> None:
    gave_up: list[str] = []
    schedule = rounds([time_slice("a", nodes=1), time_slice("b", nodes=1)], lambda: bool(gave_up))
    names = []
    for each in schedule:
        assert isinstance(each, TimeSlice)
        names.append(each.engine)
        gave_up[:] = ["a"] * (each.engine == "a" or len(names) > 4)
    assert names == ["a", "b", "b", "b", "b"]


def test_the_engine_that_has_won_goes_on_alone() -> None:
    won: list[bool] = []
    schedule = rounds([time_slice("a", nodes=1), time_slice("b", nodes=1)], bool, lambda: bool(won))
    assert next(schedule).engine == "a"  # type: ignore[union-attr]
    won.append(True)
    alone = next(schedule)
    assert isinstance(alone, TimeSlice)
    assert (alone.engine, alone.is_bounded) == ("a", False)
