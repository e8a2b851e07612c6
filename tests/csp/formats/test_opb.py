"""Pseudo-Boolean constraints and DIMACS: round trips and brute force."""

from itertools import product
from typing import Any

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
    "* fine\n+9999999999999999999 x1 >= 1 ;": "line 2, column 1: a number is +99999999999999",
    "+1 x1 >= 1 ;\nmin: -9999999999999999999 ~x1 ;": "line 2, column 6: a number is -9999999999",
    "+1 x1\n>= 9999999999999999999 ;": "line 2, column 4: a number is 9999999999999999999: it must",
    "+1 x1 >= 1 ;\n+4000000000000000000 x1 +4000000000000000000 x2 >= 1 ;": (
        "line 2, column 1: - 4000000000000000000*x1 - 4000000000000000000*x2 + 1 may overflow"
    ),
    f"+{'9' * 5000} x1 >= 1 ;": "line 1, column 1: a number has 5000 digits: at most 600",
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
    with pytest.raises(ModelError, match="OPB has one objective, but the model has 2"):
        model.to_opb(minimize=[x, y])


OBJECTIVES = [
    ("minimize", 0, []),
    ("minimize", 5, ["* the constant 5 is left out: the objective is the value of min plus 5"]),
    ("maximize", 0, ["* the objective is to be maximised, and min has its negation"]),
    (
        "maximize",
        -5,
        [
            "* the objective is to be maximised, and min has its negation",
            "* the constant -5 is left out: the objective is -5 minus the value of min",
        ],
    ),
]


@pytest.mark.kernel
@pytest.mark.parametrize(("goal", "constant", "comments"), OBJECTIVES)
def test_comments_say_how_the_objective_follows(
    goal: str, constant: int, comments: list[str]
) -> None:
    model = Model()
    x, y = model.variables(2, range(1, 5), name="x")
    model.post(x + y <= 6)
    goals: dict[str, Any] = {goal: 2 * x + y + constant}
    text = model.to_opb(**goals)
    assert [line for line in text.splitlines()[1:] if line[:3] == "* t"] == comments
    back = from_opb(text)
    least = back.model.minimize(back.objective).value
    assert least is not None
    wanted = (model.minimize if goal == "minimize" else model.maximize)(2 * x + y + constant).value
    assert wanted == (least if goal == "minimize" else -least) + constant


def test_an_objective_without_variables_has_a_comment() -> None:
    model = Model()
    model.variable(range(2), "x")
    text = model.to_opb(maximize=7)
    assert "* the objective is always 7, and there is no min\n" in text
    assert from_opb(text).goal == "satisfy"


def test_coefficients_of_an_objective_are_exact() -> None:
    model = Model()
    x = model.variable(range(2), "x")
    assert f"min: {2**60 + 1:+d} x2 ;" in model.to_opb(minimize=(2**60 + 1) * x)


def test_what_cannot_be_written_names_the_language() -> None:
    model = Model()
    model.variable(range(2**30), "x")
    for language, translate in (("OPB", model.to_opb), ("DIMACS", model.to_dimacs)):
        with pytest.raises(TranslationError, match=f"^{language} cannot express x, which has 1073"):
            translate()
    with pytest.raises(TranslationError, match=r"^exact cover cannot express x, which has 1073"):
        model.to_exact_cover()


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
    assert converted(fzn, "--to", "dimacs").splitlines()[1].startswith("c 1: ")
    wrong = CliRunner().invoke(main, ["convert", "-", "--to", "opb"], input="?")
    assert wrong.exit_code == 2
    assert wrong.stderr == "Error: -: line 1, column 1: unexpected character '?'\n"


def test_dimacs_says_that_the_objective_is_left_out() -> None:
    missing = "DIMACS has no objectives: what to maximize is left out"
    text = "var 1..3: x; solve {};"
    for goal in ("satisfy", "maximize x"):
        result = CliRunner().invoke(
            main, ["convert", "-", "--to", "dimacs"], input=text.format(goal)
        )
        assert result.exit_code == 0
        first = result.stdout.splitlines()[0]
        assert first == ("c 1: x=1" if goal == "satisfy" else f"c {missing}")
        assert result.stderr == ("" if goal == "satisfy" else f"note: {missing}\n")
