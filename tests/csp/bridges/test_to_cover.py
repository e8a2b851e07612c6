"""Translation to exact cover and back: the same solutions on both sides."""

from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings

from csp import Model, TranslationError, all_different, element, increasing, lexicographic
from csp.bridges.to_cover import to_exact_cover
from exactcover import Problem
from tests import oracle as covers
from tests.csp import oracle
from tests.csp.model.test_golden import jit_only, langford, magic_square, quasigroup, queens
from tests.csp.strategies import models
from tests.strategies import problems

pytestmark = pytest.mark.kernel
SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much]


@settings(deadline=None, suppress_health_check=SLOW, max_examples=100)
@given(model=models())
def test_covers_are_the_solutions_of_brute_force(model: Model) -> None:
    found = [tuple(s[model.unknowns]) for s in model.to_exact_cover().solutions()]
    assert sorted(found) == oracle.solutions(model)


@settings(deadline=None, suppress_health_check=SLOW, max_examples=50)
@given(problem=problems())
def test_solutions_are_the_covers_of_brute_force(problem: Problem) -> None:
    expected = sorted(covers.solutions(problem))
    model = Model.from_exact_cover(problem)
    options = model.unknowns[: problem.n_options]
    found = [tuple(s[options].nonzero()[0].tolist()) for s in model.solutions()]
    assert sorted(found) == expected


@pytest.mark.parametrize(
    ("model", "expected"),
    [
        (queens(6), 4),
        (langford(2, 4), 2),
        jit_only(queens(8), 92),
        jit_only(langford(2, 8), 300),
    ],
    ids=str,
)
def test_counts(model: Model, expected: int) -> None:
    assert model.to_exact_cover().problem.count() == expected


def test_constraints_on_numbers_alone() -> None:
    model = Model()
    x = model.variable([1, 2], "x")
    two = 0 * x + 2
    model.post(lexicographic([two], [two]))
    assert model.to_exact_cover().problem.count() == 2
    model.post(lexicographic([two], [two], strict=True))
    assert model.to_exact_cover().problem.count() == 0


def test_items_and_options_keep_the_names() -> None:
    model = Model()
    x, y = model.variable([1, 2], "x"), model.variable([2, 3], "y")
    model.post(x != y)
    problem = model.to_exact_cover().problem
    assert problem.labels == ("x=1", "x=2", "y=2", "y=3")
    assert problem.primary == ("x", "y")


@pytest.mark.parametrize("k", range(11))
def test_sums_of_many_bits(k: int) -> None:
    model = Model()
    x = model.variables(10, range(2))
    model.post(x.sum() - 2 * x[0] == k - 1)
    expected = len(oracle.solutions(model))
    assert model.to_exact_cover().problem.count() == expected


def test_too_large_a_constraint_is_named() -> None:
    with pytest.raises(TranslationError, match=r"x\[0, 0\].* 65536 combinations"):
        magic_square(4).to_exact_cover()
    with pytest.raises(TranslationError, match="exact cover cannot express"):
        quasigroup(8, 5).to_exact_cover()
    with pytest.raises(TranslationError, match="OPB cannot express"):
        to_exact_cover(quasigroup(8, 5), language="OPB")


@pytest.mark.parametrize("array", [[5, 1], [1, 0, 7]])
def test_values_for_which_an_array_has_no_element(array: list[int]) -> None:
    model = Model()
    x = model.variables(2, range(-1, 4))
    model.post(all_different([x[1], element(array, x[0])]))
    expected = oracle.solutions(model)
    assert model.to_exact_cover().problem.count() == len(expected) == model.count()
    assert model.count(method="exact_cover") == len(expected)
    model.post(all_different([x[0], x[1], element(array, 7)]))
    assert model.to_exact_cover().problem.count() == model.count() == 0


def test_numbers_that_are_the_same() -> None:
    model = Model()
    x = model.variables(2, range(5))
    model.post(all_different([*x, 1, 2]))
    assert model.to_exact_cover().problem.count() == model.count() == 6
    model.post(all_different([*x, 1, 2, 1]))
    assert model.to_exact_cover().problem.count() == model.count() == 0


def test_a_value_that_two_expressions_of_a_variable_share() -> None:
    model = Model()
    x, y = model.variables(2, range(4))
    model.post(all_different([2 * x, x + 1, y]))
    assert model.to_exact_cover().problem.count() == len(oracle.solutions(model)) == model.count()


@settings(deadline=None, suppress_health_check=SLOW, max_examples=60)
@given(model=models())
def test_small_tables_have_the_same_solutions(model: Model) -> None:
    """Every constraint of more than one combination is split."""
    with patch("csp.bridges.to_cover.MOST_COMBINATIONS", 0):
        cover = to_exact_cover(model, decompose=True)
    expected = oracle.solutions(model)
    assert cover.problem.count() == len(expected)
    found = cover.solutions(limit=len(expected) + 1)
    assert sorted(tuple(s[model.unknowns].tolist()) for s in found) == expected


def test_constraints_with_many_combinations_are_split() -> None:
    model = Model()
    x = model.variables(5, range(8), name="x")
    model.post(sum((k + 1) * v for k, v in enumerate(x)) == 40, increasing(x))
    cover = to_exact_cover(model, decompose=True)
    assert cover.problem.count() == model.count() > 1
    with pytest.raises(TranslationError, match="combinations"):
        model.to_exact_cover()
