"""The truth values of comparisons with a number, which are posted without a list of pairs."""

from random import Random

import pytest

from csp import Model, Variable
from csp.constraints.linear_relation import Relation, post_reified
from csp.model.builder import Builder
from csp.model.expressions import expression
from csp.model.linear import TESTS
from csp.propagators.registry import (
    CHANNEL,
    EQUAL,
    PAIRS,
    REIFIED_LINEAR_LESS_EQUAL,
    SPARSE_TABLE,
    TABLE,
)


def drawn(seed: int) -> tuple[Model, Variable, int, int]:
    """Return a model of a variable, which is compared times a factor with a total."""
    random = Random(seed)
    model = Model()
    least, width = random.choice([-(2**59), -3, 0, 5]), random.choice([1, 3, 70, 9000])
    values = random.sample(range(least, least + width), random.randint(1, min(width, 90)))
    variable = model.variable(values)
    c = random.choice([-3, -1, 1, 2])
    total = c * random.choice([*values, least - 1, least + width]) + random.randint(0, 1)
    return model, variable, c, total


@pytest.mark.kernel
@pytest.mark.parametrize("operator", TESTS)
@pytest.mark.parametrize("seed", range(40))
def test_they_are_domain_consistent_without_tables(operator: str, seed: int) -> None:
    model, variable, c, total = drawn(seed)
    truth_value, zero = model.bool_var("b"), expression(0)
    relation = Relation(c * variable - total, operator, zero)
    model.post(truth_value == relation)
    by_truth = {
        bit: [v for v in variable.values if TESTS[operator](c * v - total) == bit]
        for bit in (True, False)
    }
    assert not {PAIRS, TABLE, SPARSE_TABLE} & {each.function for each in model.builder.posted}
    for bit, expected in by_truth.items():
        found = model.with_constraints(truth_value == int(bit)).propagate()
        assert [*found[variable]] == expected if found is not None else not expected
    found = model.propagate()
    assert found is not None
    assert [*found[truth_value]] == [bit for bit in (0, 1) if by_truth[bool(bit)]]


def test_a_variable_becomes_the_truth_value_itself() -> None:
    model = Model()
    x, y = model.variables(2, range(9), name="xy")
    bits = model.bool_vars(6, name="b")
    relations = [x == 3, x != 3, x <= y, x + y == 9, (x > 1) & (y > 1), 2 * x <= 7]
    for bit, relation in zip(bits, relations, strict=True):
        model.post(bit == relation)
    truths = {each.scope[-1] for each in model.builder.posted}
    assert truths >= {bit.index for bit in bits}
    assert EQUAL not in {each.function for each in model.builder.posted}


def test_the_same_comparison_has_one_truth_value() -> None:
    model = Model()
    x = model.variable(range(9), "x")
    bits = model.bool_vars(4, name="b")
    model.post(bits[0] == (x == 3), bits[1] == (2 * x == 6))
    model.post(bits[2] == (x <= 3), bits[3] == (3 * x < 12))
    functions = [each.function for each in model.builder.posted]
    assert functions == [CHANNEL, EQUAL, REIFIED_LINEAR_LESS_EQUAL, EQUAL]


@pytest.mark.parametrize("seed", range(60))
def test_an_equality_is_a_channel_of_one_number(seed: int) -> None:
    model, variable, c, total = drawn(seed)
    builder = Builder(model.unknowns)
    truth = post_reified(builder, "==", [(variable.index, c)], total)
    expected = sorted({int(c * v == total) for v in variable.values})
    assert builder.values(truth) == expected
    posted = [(each.function, [*each.scope], [*each.constants]) for each in builder.posted]
    channel = (CHANNEL, [variable.index, truth], [total // c])
    assert posted == ([channel] if len(expected) == 2 else [])


@pytest.mark.parametrize("n", [3, 8, 100, 255, 256, 257, 300, 400])
def test_an_equality_costs_the_same_for_any_number_of_values(n: int) -> None:
    model = Model()
    x = model.variables(3, range(n))
    model.post(sum(v == 1 for v in x) == 2)
    assert sum(len(each.constants) for each in model.builder.posted) == 3 + 4
    assert model.count() == 3 * (n - 1)
