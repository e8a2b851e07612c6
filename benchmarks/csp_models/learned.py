"""Models of many families that clause learning alone solves in about a second or some.

They measure clause learning itself: a change of it is kept if it helps at the median. What an
instance is called is no part of any rule.
"""

from functools import partial
from itertools import combinations
from random import Random
from typing import Any

from benchmarks.csp_instances import latin_square
from benchmarks.csp_models.case import Asked, Case
from benchmarks.csp_models.designs import costas, golomb, schur
from benchmarks.csp_models.packing import quadratic, tour, vehicles
from benchmarks.csp_models.puzzles import still_life
from benchmarks.csp_models.scheduling import (
    cars,
    employees,
    flexible_shop,
    flow_shop,
    tardiness,
)
from benchmarks.csp_workers.optima import job_shop
from benchmarks.csp_workers.shops import FT10
from csp import Model, all_different, cardinality, maximum, sequence, truth


def completion(n: int, seed: int, holes: float) -> Asked:
    """State a Latin square of which a part of the cells is open."""
    random = Random(1000 * n + seed)
    square = latin_square(n, random)
    model = Model()
    x = model.variables((n, n), range(n))
    model.post(all_different(line) for line in (*x, *x.T))
    open_cells = {*random.sample(range(n * n), round(holes * n * n))}
    for cell in {*range(n * n)} - open_cells:
        model.post(x[divmod(cell, n)] == square[cell // n][cell % n])
    return model, None


def frequencies(n: int, seed: int, density: float) -> Asked:
    """State frequencies of stations, some pairs of which are far apart; minimise the greatest."""
    random = Random(seed)
    model = Model()
    x = model.variables(n, range(1, 60))
    for one, other in combinations(x, 2):
        if random.random() < density:
            model.post(abs(one - other) >= random.randint(1, 5))
    return model, maximum(x)


def rotation(weeks: int) -> Asked:
    """State shifts (0 off, 1 early, 2 late, 3 night) that all weeks share; most free weekends."""
    model = Model()
    x = model.variables((weeks, 7), range(4))
    model.post(cardinality(day, {1: weeks // 4, 2: weeks // 4, 3: weeks // 5}) for day in x.T)
    days = x.ravel().tolist()
    n, ring = len(days), [*days, *days[:6]]
    model.post(sequence(ring, 7, [0], 1, 7), sequence(ring[: n + 4], 5, [0], 0, 4))
    for a, b, c in zip(ring, ring[1:], ring[2 : n + 2], strict=False):
        model.post((a != 3) | (b == 3) | (b == 0), (a != 2) | (b != 1))
        model.post((a == 0) | (b != 0) | (c == 0), (a != 0) | (b == 0) | (c != 0))
    return model, -sum(truth((week[5] == 0) & (week[6] == 0)) for week in x)


def hoist(tanks: int, seed: int) -> Asked:
    """State the moves of a hoist that serves tanks again and again; minimise the period."""
    random = Random(seed)
    n = tanks + 1
    least = [random.randint(10, 40) for _ in range(n)]
    most = [low + random.randint(5, 60) for low in least]
    move = [random.randint(3, 9) for _ in range(n)]
    horizon = sum(most)
    model = Model()
    period = model.variable(range(1, horizon))
    start = model.variables(n, range(horizon))
    model.post(start[0] == 0, [each <= period for each in start])
    for k in range(1, n):
        wraps, added = model.bool_var(), model.variable(range(horizon))
        model.post(wraps >> (added == period), (~wraps) >> (added == 0))
        model.post(wraps >> (start[k] < start[k - 1]), (~wraps) >> (start[k] > start[k - 1]))
        stay = start[k] + added - start[k - 1] - move[k - 1]
        model.post(stay >= least[k], stay <= most[k])
    for i, j in combinations(range(n), 2):
        there = move[i] + 2 * abs((i + 1) % n - j)
        back = move[j] + 2 * abs((j + 1) % n - i)
        model.post((start[i] + there <= start[j]) | (start[j] + back <= start[i]))
        model.post(start[j] + back <= start[i] + period, start[i] + there <= start[j] + period)
    return model, period


def _case(name: str, source: str, state: Any, answer: int | None = None) -> Case:
    return Case(name, source, state, "least", answer)


LEARNED = (
    _case("job shop ft10", "Fisher and Thompson", lambda: job_shop(FT10), 930),
    _case("flexible shop 10,5", "Brandimarte", partial(flexible_shop, 10, 5, 2)),
    _case("flow shop 8,4", "scheduling", partial(flow_shop, 8, 4, 1)),
    _case("tardiness 17", "scheduling", partial(tardiness, 17, 2)),
    _case("vehicles 7,2", "routing", partial(vehicles, 7, 2, 1)),
    _case("tour 15", "routing", partial(tour, 15, 1)),
    _case("employees 8,7", "rosters", partial(employees, 8, 7, 1)),
    _case("rotation 10", "rosters", partial(rotation, 10)),
    _case("frequencies 30", "frequency assignment", partial(frequencies, 30, 1, 0.4)),
    _case("hoist 14", "hoist scheduling", partial(hoist, 14, 2)),
    Case("completion 33", "CSPLib 67", partial(completion, 33, 2, 0.42), "first", 1),
    _case("Golomb 8", "CSPLib 6", partial(golomb, 8), 34),
    Case("cars 51", "CSPLib 1", partial(cars, [7, 6, 9, 10, 9, 10]), "first", 0),
    _case("still life 6", "CSPLib 32", partial(still_life, 6), -18),
    _case("quadratic 8", "quadratic assignment", partial(quadratic, 8, 1)),
    Case("Costas 13", "CSPLib 76", partial(costas, 13), "first", 1),
    Case("Schur 44 in 4", "CSPLib 15", partial(schur, 44, 4), "first", 1),
)
"""The models."""
