"""Drawing from circuits: the probability of each solution is what it should be."""

import random
from collections import Counter
from fractions import Fraction
from math import prod
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given, settings

from exactcover import Problem
from exactcover.circuits import drawing
from exactcover.circuits.circuit import Circuit, finish
from exactcover.circuits.drawing import Drawer, drawer
from exactcover.circuits.weights import Weights
from tests import oracle
from tests.exactcover.circuits.test_circuits import of_diagram, of_tables
from tests.exactcover.diagrams.test_diagram import chi_square
from tests.problems import dominoes
from tests.strategies import bounded_problems, problems

pytestmark = pytest.mark.kernel


class Words:
    """Gives chosen random words, in the place of a generator."""

    def __init__(self, words: list[int]) -> None:
        self.words = words
        self.n_asked = 0

    def integers(self, high: int, size: int | None = None, dtype: Any = None) -> Any:
        """Return the next word, or the next ones."""
        if size is None:
            return self.words.pop(0)
        self.n_asked += 1
        return np.array(self.words[:size] + [0] * max(0, size - len(self.words)), dtype=np.uint64)


def weighed(problem: Problem, rng: random.Random) -> list[Fraction]:
    return [Fraction(rng.randint(0, 5), rng.randint(1, 3)) for _ in range(problem.n_options)]


@settings(max_examples=100, deadline=None)
@given(problem=problems() | bounded_problems())
def test_only_solutions_with_a_weight_are_drawn(problem: Problem) -> None:
    rng = random.Random(problem.n_options)
    weights = weighed(problem, rng)
    solutions = oracle.bounded_solutions(problem)
    likely = {each for each in solutions if prod(weights[k] for k in each)}
    for circuit in (of_tables(problem), of_diagram(problem)):
        if circuit is None:
            assert not solutions
            return
        made = finish(drawer(circuit, Weights.of(weights)))
        if made is None:
            assert not likely
            return
        generator = np.random.default_rng(1)
        assert {tuple(made.draw(generator)) for _ in range(20)} <= likely


def frequencies(circuit: Circuit, weights: list[Any] | None, n: int) -> Counter[tuple[int, ...]]:
    made = finish(drawer(circuit, None if weights is None else Weights.of(weights)))
    assert made is not None
    generator = np.random.default_rng(5)
    return Counter(tuple(made.draw(generator)) for _ in range(n))


@pytest.mark.parametrize("of", [of_tables, of_diagram])
@pytest.mark.parametrize("kind", ["uniform", "fractions", "floats"])
def test_the_frequencies_are_right(of: Any, kind: str) -> None:
    problem = dominoes(4, 4)
    circuit = of(problem)
    rng = random.Random(3)
    weights: Any = {
        "uniform": None,
        "fractions": [Fraction(rng.randint(1, 5), rng.randint(1, 3)) for _ in range(24)],
        "floats": [rng.random() + 0.3 for _ in range(24)],
    }[kind]
    solutions = sorted(oracle.solutions(problem))
    chances = [prod(Fraction(weights[k]) if weights else 1 for k in each) for each in solutions]
    n = 20_000
    times = frequencies(circuit, weights, n)
    expected = [float(n * chance / sum(chances)) for chance in chances]
    found = sum((times[each] - e) ** 2 / e for each, e in zip(solutions, expected, strict=True))
    assert set(times) <= set(solutions)
    assert abs(found - 35) < 5 * (2 * 35) ** 0.5
    if kind == "uniform":
        observed = [times[each] for each in solutions]
        assert found == pytest.approx(chi_square(observed))


def test_each_random_number_has_its_solution() -> None:
    """The numbers from 0 to 1 are divided among the solutions as their weights say, exactly."""
    problem = Problem([["p"]] * 4)
    weights = [Fraction(1, 3), Fraction(0), Fraction(1, 6), Fraction(1, 2)]
    circuit = of_tables(problem)
    assert circuit is not None
    made = finish(drawer(circuit, Weights.of(weights)))
    assert made is not None
    ends = [Fraction(1, 3), Fraction(1, 3), Fraction(1, 2), Fraction(1)]
    for numerator in [0, 1, 2**64 // 3, 2**64 // 3 + 2**11, 2**63 - 1, 2**63, 2**64 - 1]:
        # Of the first word 53 bits count; after it come all bits of the next ones.
        drawn = Fraction(numerator >> 11, 2**53)
        if any(drawn < end < drawn + Fraction(1, 2**53) for end in ends):
            continue
        expected = next(k for k, end in enumerate(ends) if drawn < end)
        assert draw_with(made, [numerator] * 1100) == [expected]


def draw_with(made: Drawer, words: list[int]) -> list[int]:
    """Draw with chosen words, and none that are left from before."""
    made._descent.position[drawing.WORD] = len(made._descent.words)
    return made.draw(cast(Any, Words(words)))


def test_further_bits_decide_at_a_border() -> None:
    circuit = of_tables(Problem([["p"]] * 3))
    assert circuit is not None
    made = finish(drawer(circuit, None))
    assert made is not None
    third = 2**64 // 3

    class Border(Words):
        def integers(self, high: int, size: int | None = None, dtype: Any = None) -> Any:
            if size is not None:
                return np.full(size, third, dtype=np.uint64)
            return self.words.pop(0)

    # The first 53 bits are those of 1/3. The next 64 bits are below those of 1/3, or above them.
    made._descent.position[drawing.WORD] = len(made._descent.words)
    bits = (2 ** (53 + 64) // 3) % 2**64
    assert made.draw(cast(Any, Border([bits - 1]))) == [0]
    assert made.draw(cast(Any, Border([bits + 1]))) == [1]
    # Those of 1/3 again: another word decides.
    border = Border([bits, 0])
    assert made.draw(cast(Any, border)) == [0]
    assert not border.words


def test_a_stack_and_words_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "N_WORDS", 2)
    circuit = of_tables(dominoes(4, 4))
    assert circuit is not None
    made = finish(drawer(circuit, None))
    assert made is not None
    made._descent = made._descent._replace(stack=np.empty(2, dtype=np.uint32))
    generator = np.random.default_rng(1)
    solutions = oracle.solutions(dominoes(4, 4))
    assert all(tuple(made.draw(generator)) in solutions for _ in range(50))
