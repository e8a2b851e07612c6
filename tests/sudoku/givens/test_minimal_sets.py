"""Minimal sets of numbers beside brute force over all sets."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku.givens.minimal_sets import MinimalSets
from tests.running import compiled

Sets = list[frozenset[int]]
N = 7


def minimal(sets: Sets) -> set[frozenset[int]]:
    """Return the sets that include no other one."""
    return {each for each in sets if not any(other < each for other in sets)}


some_sets = st.lists(st.frozensets(st.integers(0, N - 1), max_size=5), max_size=5)


@pytest.mark.kernel
@compiled
@given(some_sets)
def test_all_minimal_sets_are_found_once(sets: Sets) -> None:
    found = list(MinimalSets(N, lambda numbers: any(each <= numbers for each in sets)).all())
    assert len(set(found)) == len(found)
    assert set(found) == minimal(sets)


@given(some_sets)
def test_one_minimal_set(sets: Sets) -> None:
    known = MinimalSets(N, lambda numbers: any(each <= numbers for each in sets))
    if sets:
        assert known.one() in minimal(sets)
        assert known.best in minimal(sets)


def test_what_follows_is_not_asked_again() -> None:
    sets = MinimalSets(20, lambda numbers: {3, 17} <= numbers)
    assert sets.one() == {3, 17}
    asked = sets.n_asked
    assert asked <= 2 * 2 * 5
    assert sets.has(frozenset({3, 17, 5}))
    assert not any(sets.has(frozenset(pair)) for pair in combinations([3, 4, 5], 2) if 3 in pair)
    assert sets.n_asked <= asked + 2
