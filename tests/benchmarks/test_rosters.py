"""The rosters of the benchmark: models and costs agree with brute force."""

from itertools import product

import numpy as np

from benchmarks.rosters import N_SEEDS, Ward, cost_of, state, ward


def test_a_model_has_the_rosters_that_are_allowed_with_their_costs() -> None:
    for is_exact in (False, True):
        data = Ward(
            n_nurses=2,
            n_days=4,
            demand=((1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, 1)),
            is_exact=is_exact,
            longest=2,
            days_off=1,
            nights=2,
            wishes=((0, 0, 1, 3), (1, 2, 0, -2), (1, 3, 3, 4)),
            unfairness=(5, 2),
        )
        model, cost = state(data)
        found = {tuple(s.values()): s[cost] for s in model.solutions()}
        rosters = (np.array(each).reshape(2, 4) for each in product(range(4), repeat=8))
        costs = {tuple(each.ravel().tolist()): cost_of(data, each) for each in rosters}
        assert found == {key: each for key, each in costs.items() if each is not None}
        assert found


def test_sizes() -> None:
    wards = [ward(seed) for seed in range(N_SEEDS)]
    assert {each.n_nurses for each in wards} >= {12, 40}
    assert {each.n_days for each in wards} == {14, 21, 28}
