"""Circuits of tables and of diagrams: sums, shares and values, against brute force."""

import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from exactcover import Problem, ProblemError
from exactcover.circuits.answers import (
    shares_of,
    sum_of,
    values_of,
    weighted_shares,
    weighted_sum,
)
from exactcover.circuits.circuit import (
    Circuit,
    as_floats,
    errors_of,
    finish,
    longest_of,
    scaled,
    slopes_of,
)
from exactcover.circuits.residues import Remainders, prime, primes_for
from exactcover.circuits.weights import Weights, check_weights
from exactcover.diagrams.circuit import circuit_of
from exactcover.engines.decomposition.engine import Decomposition
from exactcover.runtime.search.protocol import UNLIMITED, Status, counting
from tests import oracle
from tests.strategies import bounded_problems, problems

pytestmark = pytest.mark.kernel


def of_tables(problem: Problem) -> Circuit | None:
    """Return the circuit of the tables of a problem; None if there is no solution."""
    engine = Decomposition(problem.links, only_tables=True)
    while engine.advance(UNLIMITED, counting(1)) == Status.BUDGET_SPENT:
        pass
    return None if engine.is_zero else engine.circuit()


def of_diagram(problem: Problem) -> Circuit | None:
    """Return the circuit of the diagram of a problem; None if there is no solution."""
    diagram = problem.diagram()
    return circuit_of(diagram._nodes, diagram.root, problem.n_options)


@settings(max_examples=300, deadline=None)
@given(problem=problems() | bounded_problems())
def test_sums_and_shares_equal_brute_force(problem: Problem) -> None:
    rng = random.Random(problem.n_options)
    weights = [Fraction(rng.randint(-3, 9), rng.randint(1, 7)) for _ in range(problem.n_options)]
    if rng.random() < 0.5:
        weights = [Fraction(weight.numerator) for weight in weights]
    expected, shares = oracle.weighted(oracle.bounded_solutions(problem), weights)
    made = Weights.of(weights)
    for circuit in (of_tables(problem), of_diagram(problem)):
        if circuit is None:
            assert not oracle.bounded_solutions(problem)
            return
        assert finish(sum_of(circuit, made)) == expected
        assert finish(shares_of(circuit, made)) == shares
        last, one = circuit.n_rows - 1, circuit.one
        assert finish(values_of(circuit, made, [one, last])) == [1, expected]
        assert finish(longest_of(circuit)) == max(map(len, oracle.bounded_solutions(problem)))


def test_numbers_beyond_words_and_floats() -> None:
    n = 500
    problem = Problem([[k] for k in range(n)] * 2, primary=list(range(n)))
    circuit = of_tables(problem)
    assert circuit is not None
    made = Weights.of([3] * n + [Fraction(-5, 7)] * n)
    assert finish(sum_of(circuit, made)) == Fraction(16, 7) ** n
    shares = finish(shares_of(circuit, made))
    assert (
        shares
        == [3 * Fraction(16, 7) ** (n - 1)] * n + [Fraction(-5, 7) * Fraction(16, 7) ** (n - 1)] * n
    )
    assert finish(sum_of(circuit, None)) == 2**n
    assert finish(weighted_shares(circuit, None, 2 * n)) == [2 ** (n - 1)] * (2 * n)


@pytest.mark.parametrize("sign", [1, -1])
def test_floats_are_what_exact_numbers_are_rounded_to(sign: int) -> None:
    rng = random.Random(7)
    cells = [(r, c) for r in range(4) for c in range(4)]
    pairs = [((r, c), (r + dr, c + dc)) for r, c in cells for dr, dc in ((0, 1), (1, 0))]
    problem = Problem([pair for pair in pairs if pair[1] in cells], primary=cells)
    floats = [rng.random() for _ in range(problem.n_options)]
    floats[0] *= sign
    circuit = of_tables(problem)
    assert circuit is not None
    rounded, exact = Weights.of(floats), Weights.of(list(map(Fraction, floats)))
    total: Any = finish(weighted_sum(circuit, rounded))
    assert type(total) is float
    assert total == pytest.approx(float(finish(sum_of(circuit, exact))), rel=1e-13)
    shares: Any = finish(weighted_shares(circuit, rounded, problem.n_options))
    expected = list(map(float, finish(shares_of(circuit, exact))))
    assert shares == pytest.approx(expected, rel=1e-13)


def test_floats_do_not_overflow() -> None:
    n = 400
    problem = Problem([[k] for k in range(n)] * 2, primary=list(range(n)))
    circuit = of_tables(problem)
    assert circuit is not None
    weights = Weights.of([1e-200] * n + [1e200] * n)
    floats = finish(as_floats(circuit, weights))
    assert floats.bits(circuit.n_rows - 1) == pytest.approx(n * 200 * np.log2(10))
    slopes = finish(slopes_of(circuit, floats))
    # The derivative by a weight is the product of the sums of all other items.
    assert slopes.bits(0) == pytest.approx((n - 1) * 200 * np.log2(10))
    answers: list[Any] = [weighted_sum(circuit, weights), weighted_shares(circuit, weights, 2 * n)]
    for answer in answers:
        with pytest.raises(ProblemError, match=r"above 1\.8e308, the largest float"):
            finish(answer)


@settings(max_examples=100, deadline=None)
@given(problem=problems())
def test_the_errors_of_floats_are_bounded(problem: Problem) -> None:
    circuit = of_tables(problem)
    if circuit is None:
        return
    rng = random.Random(problem.n_options)
    weights = Weights.of([Fraction(rng.randint(1, 9), 7) for _ in range(problem.n_options)])
    floats, errors = finish(as_floats(circuit, weights)), finish(errors_of(circuit))
    rows = list(range(circuit.n_rows))
    for row, value in zip(rows, finish(values_of(circuit, weights, rows)), strict=True):
        difference = abs(Fraction(floats.number(row)) - value)
        assert difference <= value * Fraction(errors[row]) / 2**52


def test_scaled_numbers() -> None:
    for number in (Fraction(1, 3), Fraction(10) ** 1000, Fraction(-7, 10**900)):
        value, scale = scaled(number.numerator, number.denominator)
        ratio = Fraction(value) * Fraction(2) ** (512 * scale) / number
        assert float(ratio) == pytest.approx(1, rel=1e-12)


def test_residues() -> None:
    primes = primes_for(1500, 1)
    assert len(primes) == 49
    for p in primes[1:]:
        assert all(p % k for k in range(2, 50000))
    assert prime(1) not in primes_for(1500, 3 * prime(1))
    for number in (3**900, -(3**900)):
        moduli = [1 << 64, *primes]
        assert Remainders(moduli).nearest([number % m for m in moduli]) == number


LABELLED = Problem({"A": ["p"], "B": ["q"]})


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1], "1 weights for 2 options"),
        ({"C": 1}, "a weight for unknown option 'C' .the weights of items, which steer a search"),
        ([1, float("nan")], "option 1 weighs nan: a weight must be a finite number"),
        ([1, "2"], "option 1 weighs '2'"),
        ([1, True], "option 1 weighs True"),
        (3, "weights is 3: give a list"),
        ("AB", "weights is 'AB': give a list"),
    ],
)
def test_mistakes(weights: Any, message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        check_weights(weights, LABELLED)


def test_a_mapping_gives_some_weights() -> None:
    checked = check_weights({"B": Fraction(2, 3)}, LABELLED)
    assert checked is not None
    assert (checked.numerators, checked.denominators) == ([1, 2], [1, 3])
    assert not checked.is_rounded
