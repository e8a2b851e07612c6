"""Variables that are added several at once, and those that are dropped again."""

from copy import copy
from typing import Any

import pytest

from csp import Model, ModelError


@pytest.mark.parametrize(
    ("ranges", "message"),
    [
        (["y", "z"], "they must be a dictionary"),
        ({"y": range(3), "z": [1, 2]}, "the values of z are"),
        ({"y": range(3), "z": range(0)}, "z"),
        ({"y": range(3), "x": range(3)}, "already a variable x"),
    ],
)
def test_ranged_variables_are_added_all_or_none(ranges: Any, message: str) -> None:
    model = Model()
    x = model.variable(range(2), "x")
    with pytest.raises(ModelError, match=message):
        model.ranged_variables(ranges)
    assert [*model.unknowns] == [x]


def test_the_greatest_value_is_that_of_the_variables_that_are_left() -> None:
    model = Model()
    model.variable(range(3), "x")
    with pytest.raises(KeyError), model.adding():
        model.variables(2, range(4))
        assert model.builder.greatest() >= 3
        raise KeyError
    model.variables(2, range(1_000_000))
    assert model.builder.greatest() >= 999_999


def test_a_copy_is_a_model_of_its_own() -> None:
    model = Model()
    y = model.variables(3, range(3), name="y")
    model.post(y[0] < y[1])
    other = copy(model)
    other.post(y[2] == other.variable(range(2), "z"))
    assert (model.count(), other.count(), copy(model).count()) == (9, 6, 9)
    assert (len(model.unknowns), len(model.constraints)) == (3, 1)
