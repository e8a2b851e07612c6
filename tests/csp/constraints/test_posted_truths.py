"""The truth values of comparisons with a number, which are posted without a list of pairs."""

from random import Random

import numpy as np
import pytest

from csp import Model, Variable
from csp.constraints.linear_relation import post_reified
from csp.constraints.tuples import post_table
from csp.model.builder import Builder
from csp.model.linear import TESTS
from csp.propagators.registry import CHANNEL


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


@pytest.mark.parametrize("operator", ["!=", "<="])
@pytest.mark.parametrize("seed", range(60))
def test_they_are_the_tables_of_all_pairs(operator: str, seed: int) -> None:
    model, variable, c, total = drawn(seed)
    fast, plain = Builder(model.unknowns), Builder(model.unknowns)
    found = post_reified(fast, operator, [(variable.index, c)], total)
    expected = plain.new_interval(0, 1)
    rows = [(v, int(TESTS[operator](c * v - total))) for v in variable.values]
    post_table(plain, [variable.index, expected], rows)
    assert (found, fast.domains) == (expected, plain.domains)
    assert len(fast.posted) == len(plain.posted)
    for one, other in zip(fast.posted, plain.posted, strict=True):
        assert (one.function, [*one.scope]) == (other.function, [*other.scope])
        assert np.array_equal(one.constants, other.constants)


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


@pytest.mark.parametrize("n", [2, 8, 100, 255, 256, 257, 300, 400])
def test_an_equality_costs_the_same_for_any_number_of_values(n: int) -> None:
    model = Model()
    x = model.variables(3, range(n))
    model.post(sum(v == 1 for v in x) == 2)
    assert sum(len(each.constants) for each in model.builder.posted) == 3 + 4
    assert model.count() == 3 * (n - 1)
