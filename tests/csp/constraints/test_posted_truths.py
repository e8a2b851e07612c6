"""The truth values of comparisons with a number, which are posted without a list of pairs."""

from random import Random

import numpy as np
import pytest

from csp import Model
from csp.constraints.relation import COMPARED, post_reified
from csp.constraints.tuples import post_table
from csp.model.builder import Builder
from csp.model.linear import TESTS


@pytest.mark.parametrize("operator", COMPARED)
@pytest.mark.parametrize("seed", range(60))
def test_they_are_the_tables_of_all_pairs(operator: str, seed: int) -> None:
    random = Random(seed)
    model = Model()
    least, width = random.choice([-(2**59), -3, 0, 5]), random.choice([1, 3, 70, 9000])
    values = random.sample(range(least, least + width), random.randint(1, min(width, 90)))
    variable = model.variable(values)
    c = random.choice([-3, -1, 1, 2])
    total = c * random.choice([*values, least - 1, least + width]) + random.randint(0, 1)
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
