"""The time between a task and the end of all: the longest chain of conditions."""

from itertools import pairwise, permutations
from random import Random

import pytest

from csp import Model
from csp.cards.linear_comparisons import Bounds, Comparison
from csp.model.precedences import MOST_STEPS, Precedences

DURATION = 3


def chains(n: int, gaps: dict[tuple[int, int], int]) -> dict[int, int]:
    """Return the longest chain of at most `MOST_STEPS` gaps from each place to the last one."""
    found: dict[int, int] = {}
    for first in range(n):
        others = [k for k in range(n) if k not in (first, n - 1)]
        for m in range(min(MOST_STEPS, n - 1)):
            for between in permutations(others, m):
                path = [first, *between, n - 1]
                steps = [*pairwise(path)]
                if all(step in gaps for step in steps):
                    found[first] = max(
                        found.get(first, -(10**9)), sum(gaps[step] for step in steps)
                    )
    return found


def conditions(n: int, gaps: dict[tuple[int, int], int]) -> tuple[Precedences, Bounds]:
    """Return the conditions x[j] >= x[i] + gap, and the bounds of variables.

    Variable n is the duration of a task.
    """
    model = Model()
    x = model.variables(n, range(1000))
    model.variable([DURATION])
    model.post(x[i] + gap <= x[j] for (i, j), gap in gaps.items())
    return Precedences(model.builder.propagators), model.builder.bounds


@pytest.mark.parametrize("seed", range(20))
def test_the_longest_chain_is_found(seed: int) -> None:
    random, n = Random(seed), 6
    pairs = [(i, j) for i in range(n) for j in range(i + 1, n) if random.random() < 0.6]
    gaps = {pair: random.randint(1, 9) for pair in pairs}
    known, bounds = conditions(n, gaps)
    for k, length in chains(n, gaps).items():
        if k < n - 1:
            assert known.after_task(k, n, bounds, {n - 1: 0}) == length - DURATION


def test_many_conditions_take_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each condition is looked at a few times, however many chains there are."""
    n, n_calls = 12, 0
    gaps = {(i, j): 1 for i in range(n) for j in range(n) if i != j}
    known, bounds = conditions(n, gaps)
    distance = Comparison.distance

    def counted(*arguments: object) -> object:
        nonlocal n_calls
        n_calls += 1
        return distance(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(Comparison, "distance", counted)
    known.after_task(0, n, bounds, {n - 1: 0})
    assert n_calls <= MOST_STEPS * len(gaps)
