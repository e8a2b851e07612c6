"""Rows multiplied by a column that all of their columns need."""

from itertools import product
from random import Random

import pytest

from benchmarks.csp_models.packing import facilities
from csp.engines.linear.clique_rows import Line
from csp.engines.linear.coupling import coupled
from csp.engines.linear.engine import linear
from csp.request import ModelRequest
from exactcover.runtime.search.protocol import counting
from tests.csp.requests import request_of
from tests.running import compiled


def holds(line: Line, point: tuple[int, ...]) -> bool:
    total = sum(c * point[k] for k, c in line.terms.items())
    return total == line.total if line.is_equation else total <= line.total


@pytest.mark.parametrize("seed", range(40))
def test_the_whole_points_stay_and_no_fraction_is_added(seed: int) -> None:
    random = Random(seed)
    n = 7
    ends = [random.choice([(0, 1)] * 5 + [(0, 2), (-1, 1)]) for _ in range(n)]
    lines = [Line({random.randrange(3, n): 1, random.randrange(3): -1}, False, 0) for _ in range(6)]
    for _ in range(3):
        own = random.sample(range(n), random.randint(2, 4))
        terms = {k: random.choice([1, 1, 2, 3, -1]) for k in own}
        lines.append(Line(terms, random.random() < 0.2, random.randint(-1, 4)))
    random.shuffle(lines)
    found = coupled(lines, ends.__getitem__)
    assert len(found) == len(lines)
    for point in product(*(range(low, high + 1) for low, high in ends)):
        assert all(holds(each, point) for each in found) == all(
            holds(each, point) for each in lines
        )
    for one, other in zip(lines, found, strict=True):
        # The new row implies the old one, because the column is at most 1.
        ((_, change),) = (other.terms.items() - one.terms.items()) or {(0, 0)}
        assert other.total - change == one.total


def test_some_rows_are_coupled() -> None:
    lines = [Line({k: 1, 5: -1}, False, 0) for k in range(3)]
    row = Line({0: 2, 1: 3, 2: 1}, False, 4)
    assert coupled([row, *lines], lambda _: (0, 1))[0] == Line({0: 2, 1: 3, 2: 1, 5: -4}, False, 0)
    # Not where a column does not need the switch, may be larger than 1, or the row has the switch.
    for other in ({0: 2, 1: 3, 3: 1}, {0: 1, 1: -1}, {0: 1, 5: 1}):
        assert coupled([Line(other, False, 4), *lines], lambda _: (0, 1))[0].terms == other
    assert coupled([row, *lines], lambda k: (0, 1 + (k == 1)))[0] == row


@compiled
@pytest.mark.kernel
def test_warehouses_are_proved_near_the_root() -> None:
    """Each house has at most four stores; without coupled rows this takes hundreds of nodes."""
    model, total = facilities(18, 8, 3)
    engine = linear(model, request_for(total))
    assert not any(line.total == 4 and not line.is_equation for line in engine.program.lines), (
        "the capacities are multiples of whether a house is open"
    )
    engine.advance(1000, counting(1000))
    best = model.minimize(total, method="linear")
    assert best.complete
    assert best.statistics.nodes < 20
    assert model.minimize(total, method="propagation").value == best.value
    assert engine.bound + 1 == best.value


def request_for(objective: object) -> ModelRequest:
    from dataclasses import replace

    return replace(request_of(), objective=objective)
