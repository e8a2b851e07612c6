"""Constraints are values: equal, hashable and picklable, with a repr that names their reader."""

from __future__ import annotations

import pickle
from dataclasses import fields, is_dataclass, replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku import Constraint, Shape
from sudoku.rules.examples import EXAMPLES
from sudoku.rules.lunchbox import BetweenLowAndHigh
from sudoku.rules.parsing import read_rule
from sudoku.rules.registry import RULES
from sudoku.statement.transitions import automaton

SHAPE = Shape(3, 3)
FEW_STEPS = 1 << 12


def constraints_of(name: str) -> list[Constraint]:
    """Return the constraints of a new example of a rule."""
    text = f"{name}={EXAMPLES[name]}" if name in EXAMPLES else name
    return list(read_rule(text).constraints(SHAPE))


WITH_CONSTRAINTS = [name for name in RULES if constraints_of(name)]


def other_than(value: Any) -> Any:
    """Return a value of the same kind that differs."""
    if is_dataclass(value) and not isinstance(value, type):
        field = fields(value)[0].name
        return replace(value, **{field: other_than(getattr(value, field))})
    if value is None or isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    return type(value)([*value, 99])


@pytest.mark.parametrize("name", WITH_CONSTRAINTS)
def test_equal_parameters_make_equal_constraints(name: str) -> None:
    for one, other in zip(constraints_of(name), constraints_of(name), strict=True):
        assert one is not other
        assert one == other
        assert hash(one) == hash(other)
        copy = pickle.loads(pickle.dumps(one))
        assert (copy, hash(copy)) == (one, hash(one))
        assert type(one.reader).__name__ in repr(one)
        assert " at 0x" not in repr(one)


@pytest.mark.parametrize("name", WITH_CONSTRAINTS)
def test_a_copy_of_a_constraint_allows_the_same(name: str) -> None:
    for one in constraints_of(name)[:4]:
        digits = list(product(range(1, 10), repeat=min(len(one.cells), 3)))
        words = [(*word, *range(1, 10))[: len(one.cells)] for word in digits]
        before = [one.allows(word) for word in words]  # a reader may remember what it has read
        copy = pickle.loads(pickle.dumps(one))
        assert [copy.allows(word) for word in words] == before


@pytest.mark.parametrize("name", WITH_CONSTRAINTS)
def test_different_parameters_make_different_readers(name: str) -> None:
    for reader in {constraint.reader for constraint in constraints_of(name)}:
        assert is_dataclass(reader)
        for field in fields(reader):
            changed = replace(reader, **{field.name: other_than(getattr(reader, field.name))})
            assert changed != reader
            assert repr(changed) != repr(reader)


@given(st.sets(st.tuples(*[st.integers(1, 9)] * 2)), st.sets(st.tuples(*[st.integers(1, 9)] * 2)))
def test_tables_are_equal_where_they_have_the_same_tuples(
    one: set[tuple[int, int]], other: set[tuple[int, int]]
) -> None:
    first, second = (Constraint.of_table("pair", (0, 1), words) for words in (one, other))
    assert (first == second) == (one == other)
    assert pickle.loads(pickle.dumps(first)) == Constraint.of_table("pair", (0, 1), sorted(one))


sums: st.SearchStrategy[tuple[dict[int, int], int]] = st.tuples(
    st.dictionaries(st.integers(0, 80), st.integers(-3, 3), min_size=1, max_size=4),
    st.integers(-9, 30),
)


@given(sums, sums)
def test_sums_are_equal_where_their_weights_and_totals_are(
    one: tuple[dict[int, int], int], other: tuple[dict[int, int], int]
) -> None:
    def of(drawn: tuple[dict[int, int], int]) -> Constraint:
        return Constraint.of_weights("sum", drawn[0], drawn[1])

    assert of(one) == of(one)
    assert hash(of(one)) == hash(of(one))
    if one != other:
        assert of(one) != of(other)
    changed = (one[0], one[1] + 1)
    assert of(one) != of(changed)


@given(st.integers(0, 9), st.integers(0, 9))
def test_readers_share_steps_that_do_not_depend_on_what_they_accept(one: int, other: int) -> None:
    first, second = BetweenLowAndHigh(2, 3, one), BetweenLowAndHigh(2, 3, other)
    assert first.transitions() == second.transitions()
    twin = BetweenLowAndHigh(2, 3, one)
    assert automaton(first, 3, 4, FEW_STEPS) is automaton(twin, 3, 4, FEW_STEPS)
