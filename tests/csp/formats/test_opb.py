"""Pseudo-Boolean constraints and DIMACS: round trips and brute force."""

from itertools import product

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings

from csp import Model, ModelError, TranslationError, from_opb
from csp.cli.main import main
from tests.csp import oracle
from tests.csp.strategies import models

SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much]


@pytest.mark.kernel
@settings(deadline=None, suppress_health_check=SLOW, max_examples=40)
@given(model=models())
def test_round_trips_keep_the_number_of_solutions(model: Model) -> None:
    try:
        text = model.to_opb()
    except TranslationError:
        return
    assert from_opb(text).model.count() == len(oracle.solutions(model))


@pytest.mark.kernel
def test_linear_constraints_are_written_as_they_are() -> None:
    model = Model()
    x = model.variables(12, range(8), name="x")
    model.post(sum((k + 1) * v for k, v in enumerate(x)) == 100, x[0] + x[11] <= 9)
    text = model.to_opb(maximize=x[3] + 2 * x[5])
    rows = [line for line in text.splitlines() if line[0] in "+-"]
    assert len(rows) == 12 + 2
    back = from_opb(text)
    best = model.maximize(x[3] + 2 * x[5])
    assert back.goal == "minimize"
    assert back.model.minimize(back.objective).value == -(best.value or 0)


@pytest.mark.kernel
def test_a_text_of_another_program() -> None:
    text = """* #variable= 4 #constraint= 2
* a comment
min: 2 x1 -3 x4 ;
1 x1 +2 ~x2 -1 x3
 >= 1 ;
+3 x1 x2 -2 ~x3 x4 x1 <= 2;
"""
    expected = [
        (a, b, c, d)
        for a, b, c, d in product(range(2), repeat=4)
        if a + 2 * (1 - b) - c >= 1 and 3 * a * b - 2 * (1 - c) * d * a <= 2
    ]
    instance = from_opb(text)
    assert sorted(tuple(s.values()) for s in instance.model.solutions()) == expected
    best = instance.model.minimize(instance.objective)
    assert best.value == min(2 * a - 3 * d for a, _, _, d in expected)
    assert best.solution is not None
    assert instance.text(best.solution).split()[0] == "v"


WRONG = {
    "+1 x1 >= 1": "line 1, column 11: expected ';'",
    "+1 x1 >= x2 ;": "line 1, column 10: expected a number, and found x2",
    "+1 x1 ;": "line 1, column 7: expected >=, <= or =",
    "x1 >= 1 ;": "line 1, column 1: expected a coefficient",
    "* fine\n+1 x1 + >= 1 ;": "line 2, column 7: unexpected '+'",
    "+1 >= 1 ;": "a coefficient has no variable",
}


@pytest.mark.parametrize(("text", "message"), WRONG.items())
def test_errors_name_the_place(text: str, message: str) -> None:
    with pytest.raises(ModelError) as caught:
        from_opb(text)
    assert message in str(caught.value)


def test_objectives_are_linear() -> None:
    model = Model()
    x, y = model.variables(2, range(3))
    with pytest.raises(TranslationError, match="linear objectives only"):
        model.to_opb(minimize=x * y)
    with pytest.raises(ModelError, match="give one objective"):
        model.to_opb(minimize=x, maximize=y)


@pytest.mark.kernel
def test_convert() -> None:
    text = "var 1..3: x; var 1..3: y; constraint int_lt(x, y); solve maximize x;"

    def converted(text: str, *options: str) -> str:
        result = CliRunner().invoke(main, ["convert", "-", *options], input=text)
        assert result.exit_code == 0
        return result.stdout

    opb = converted(text, "--to", "opb")
    assert from_opb(opb).model.count() == 3
    fzn = converted(opb, "--from", "opb", "--to", "fzn")
    assert "solve minimize" in fzn
    assert converted(fzn, "--to", "dimacs").splitlines()[0].startswith("c 1: ")
    assert CliRunner().invoke(main, ["convert", "-", "--to", "opb"], input="?").exit_code == 2
