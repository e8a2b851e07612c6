"""Options that cover several units of an item: on every problem the same as brute force."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import numpy as np
import pytest

from exactcover import Problem, ProblemError
from exactcover.engines.registry import ENGINES
from exactcover.formats.json import from_json, to_json
from exactcover.formats.lp import to_lp
from exactcover.formats.opb import to_opb
from exactcover.runtime.search.protocol import Status, counting
from tests.fuzz.cover_tools import expected_of, keys

COINS = (1, 2, 5, 10, 20, 50)


def drawn(rng: Random) -> Problem:
    """Return a random problem with multiplicities, secondary items and colours."""
    names = "abcde"[: rng.randint(1, 4)]
    rows: list[dict[str, str | None]] = []
    several: dict[tuple[int, str], int] = {}
    for k in range(rng.randint(2, 8)):
        row: dict[str, str | None] = dict.fromkeys(rng.sample(names, rng.randint(1, len(names))))
        several |= {(k, item): rng.randint(1, 4) for item in row if rng.random() < 0.6}
        row |= {x: rng.choice(("red", "green", None)) for x in "xy" if rng.random() < 0.3}
        rows.append(row)
    pairs = ((0, 2), (1, 3), (2, 2), (0, 1), (4, 4), (3, 6), (0, 5), (5, 9), (3, None), (1, 1))
    return Problem(
        rows,
        list(names),
        ["x", "y"],
        bounds={item: rng.choice(pairs) for item in names},
        multiplicities=several,
        costs=[rng.randint(-3, 6) for _ in rows],
    )


def change(amount: int) -> Problem:
    """Return the ways to pay an amount in coins, each option a number of coins of a kind."""
    options, units = {}, {}
    for coin in COINS:
        for k in range(1, amount // coin + 1):
            options[coin, k] = [coin, "amount"]
            units[(coin, k), "amount"] = k * coin
    bounds: dict[Any, Any] = {"amount": amount}
    bounds |= {coin: (0, 1) for coin in COINS if coin <= amount}
    return Problem(options, bounds=bounds, multiplicities=units)


def ways_to_pay(amount: int) -> int:
    """Return the number of ways, by the usual recurrence."""
    ways = [1] + [0] * amount
    for coin in COINS:
        for total in range(coin, amount + 1):
            ways[total] += ways[total - coin]
    return ways[amount]


@pytest.mark.kernel
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(
    "method", ["auto", "multicover_units", "multicover_frontier", "dancing_cells", "learning"]
)
def test_engines_agree_with_brute_force(method: str, seed: int) -> None:
    problem = drawn(Random(seed))
    expected = expected_of(problem)
    assert problem.count(method=method) == len(expected)
    if method == "auto" or not ENGINES[method].counts_only:
        assert sorted(keys(problem.solutions(method=method))) == sorted(expected)
        assert set(keys(problem.solutions(method=method, seed=1))) == expected


@pytest.mark.kernel
@pytest.mark.parametrize("seed", range(8))
def test_other_forms_have_the_same_solutions(seed: int) -> None:
    problem = drawn(Random(seed))
    expected = expected_of(problem)
    assert pickle.loads(pickle.dumps(problem)) == problem
    read = from_json(to_json(problem))
    assert expected_of(read) == expected
    assert read.multiplicities.tolist() == problem.multiplicities.tolist()
    arrays = Problem.from_arrays(
        *problem.incidence[:2],
        colours=problem.incidence.colours,
        names=problem.items,
        n_primary=problem.n_primary,
        bounds=dict(problem.bounds),
        multiplicities=problem.multiplicities,
    )
    assert expected_of(arrays) == expected
    assert problem.encoded.count() == problem.diagram().count() == len(expected)
    for option in problem.options[:2]:
        rest = problem.with_chosen([option])
        assert rest.count() == sum(option.index in key for key in expected)


@pytest.mark.kernel
@pytest.mark.parametrize("amount", [1, 30, 61])
def test_change_of_coins(amount: int) -> None:
    problem = change(amount)
    assert problem.count() == problem.diagram().count() == ways_to_pay(amount)
    assert problem.count(method="multicover_frontier") == ways_to_pay(amount)


@pytest.mark.kernel
def test_search_in_slices_splits_and_goes_on_from_snapshots() -> None:
    rng = Random(5)
    problem = change(12)
    links = problem.links
    for name in ("multicover_units", "multicover_frontier"):
        engine: Any = ENGINES[name](links)
        status = Status.BUDGET_SPENT
        while status is not Status.EXHAUSTED:
            status = engine.advance(rng.randint(1, 3), counting())
            engine.check()
            other: Any = ENGINES[name](links)
            other.restore(engine.snapshot())
            engine = other
            if engine.is_splittable:
                left = [problem_count(problem, part.chosen) for part in engine.remaining()]
                assert sum(left) + engine.solutions == ways_to_pay(12)
        assert engine.solutions == ways_to_pay(12)
        assert engine.part_done() == 1


def problem_count(problem: Problem, choices: list[int]) -> int:
    """Return the number of solutions with some choices, as engines number them."""
    engine: Any = ENGINES["multicover_units"](problem.links)
    if not engine.choose(choices):
        return 0
    engine.advance(1 << 20, counting())
    return int(engine.solutions)


@pytest.mark.kernel
@pytest.mark.parametrize("rows", [[], [["p"]]])
def test_items_without_options_have_no_diagram(rows: list[list[str]]) -> None:
    diagram = Problem(rows, ["p", "q"]).diagram(method="units")
    assert (diagram.count(), list(diagram)) == (0, [])


def test_options_that_cover_too_much_are_left_out() -> None:
    problem = Problem({"A": ["p"], "B": ["p"]}, bounds={"p": 2}, multiplicities={("A", "p"): 3})
    assert list(map(str, problem.left_out)) == [
        "option 'A' (p) covers item 'p' 3 times, more than allowed"
    ]
    assert not problem.has_multiplicities


def test_an_open_bound_is_the_sum_of_all_units() -> None:
    problem = Problem([["p"], ["p"]], bounds={"p": (1, None)}, multiplicities={(0, "p"): 5})
    assert dict(problem.bounds) == {"p": (1, 6)}
    assert (
        repr(problem) == "<Problem 1 primary items (1 with bounds), 2 options with multiplicities>"
    )
    assert str(problem.options[0]) == "p*5"


def test_linear_formats_have_coefficients() -> None:
    several = {(0, "p"): 3, (1, "p"): 2}
    problem = Problem([["p"], ["p"], ["p"]], bounds={"p": 5}, multiplicities=several)
    assert "+3 x1 +2 x2 +1 x3 = 5 ;" in to_opb(problem)
    assert "3 x0 + 2 x1 + x2 = 5" in to_lp(problem).replace("\n", " ")
    with pytest.raises(ProblemError, match="the format has no multiplicities"):
        problem.to_text()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([1], "give a mapping"),
        ({"A": 2}, "give \\(option, item\\)"),
        ({("Z", "p"): 2}, "unknown option 'Z'"),
        ({("A", "z"): 2}, "unknown item 'z'"),
        ({("B", "p"): 2}, "which option 'B' does not have"),
        ({("A", "x"): 2}, "only primary items"),
        ({("A", "p"): 0}, "a whole number above 0"),
        ({("A", "p"): 1.5}, "a whole number above 0"),
        ({("A", "p"): 1 << 40}, "is the greatest"),
    ],
)
def test_wrong_multiplicities(given: Any, message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        Problem(
            {"A": ["p", "x"], "B": ["q"]},
            secondary=["x"],
            bounds={"p": 3},
            multiplicities=given,
        )


@pytest.mark.parametrize("array", [[1], [0, 1], [1.5, 1], [1, 1 << 40]])
def test_wrong_arrays_of_multiplicities(array: list[float]) -> None:
    with pytest.raises(ProblemError, match="multiplicities"):
        Problem.from_arrays(
            np.array([0, 1, 2]), np.array([0, 0]), bounds={0: 2}, multiplicities=np.array(array)
        )
