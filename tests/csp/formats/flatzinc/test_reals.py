"""Real numbers that follow from integers are exact."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from csp import ModelError, from_flatzinc
from csp.cli.main import main

TENTHS = st.integers(-30, 30).map(lambda tenths: Fraction(tenths, 10))
QUARTERS = st.integers(-12, 12).map(lambda quarters: Fraction(quarters, 4))
COMPARISONS: dict[str, Callable[[Fraction], bool]] = {
    "eq": lambda x: x == 0,
    "ne": lambda x: x != 0,
    "le": lambda x: x <= 0,
    "lt": lambda x: x < 0,
}


def written(number: Fraction) -> str:
    return repr(float(number))


@pytest.mark.kernel
@given(
    st.lists(TENTHS, min_size=2, max_size=2),
    QUARTERS,
    st.sampled_from(sorted(COMPARISONS)),
    TENTHS,
    st.booleans(),
)
def test_sums_are_compared_exactly(
    weights: list[Fraction], constant: Fraction, name: str, bound: Fraction, is_reified: bool
) -> None:
    a, b = weights
    ending, truth = ("_reif", ", p") if is_reified else ("", "")
    text = f"""
        var -3..3: x; var -2..2: y; var float: fx; var float: fy; var bool: p;
        var float: s :: is_defined_var :: output_var;
        constraint int2float(x, fx); constraint int2float(y, fy);
        constraint float_lin_eq([{written(a)}, {written(b)}, -0.5], [fx, fy, s],
                                {written(constant)}) :: defines_var(s);
        constraint float_lin_{name}{ending}([1.0], [s], {written(bound)}{truth});
        {"" if is_reified else "constraint bool_eq(p, true);"}
        solve satisfy;
    """
    instance = from_flatzinc(text)
    found = {
        (solution["x"], solution["y"], solution["p"], instance.text(solution))
        for solution in instance.model.solutions()
    }
    expected = set()
    for x, y in product(range(-3, 4), range(-2, 3)):
        s = 2 * (a * x + b * y - constant)
        holds = COMPARISONS[name](s - bound)
        if holds or is_reified:
            expected.add((x, y, int(holds), f"s = {written(s)};"))
    assert found == expected


FUNCTIONS = """
    var -3..3: x; var 1..3: i; var float: f; var -9.0..9.0: r :: output_var;
    constraint int2float(x, f); constraint {}; solve {};
"""


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("constraint", "value"),
    [
        ("float_plus(f, 0.25, r)", lambda x, i: x + 0.25),
        ("float_minus(1.5, f, r)", lambda x, i: 1.5 - x),
        ("float_times(f, f, r)", lambda x, i: x * x),
        ("float_div(f, -0.5, r)", lambda x, i: x / -0.5),
        ("float_abs(f, r)", lambda x, i: abs(x)),
        ("float_max(f, 0.5, r)", lambda x, i: max(x, 0.5)),
        ("float_min(f, -0.75, r)", lambda x, i: min(x, -0.75)),
        ("array_float_element(i, [0.5, -2.25, 3.0], r)", lambda x, i: [0.5, -2.25, 3.0][i - 1]),
        ("array_var_float_element(i, [0.5, f, 3.0], r)", lambda x, i: [0.5, x, 3.0][i - 1]),
    ],
)
def test_functions(constraint: str, value: Callable[[int, int], float]) -> None:
    instance = from_flatzinc(FUNCTIONS.format(constraint, "satisfy"))
    found = {(s["x"], s["i"], instance.text(s)) for s in instance.model.solutions()}
    assert found == {
        (x, i, f"r = {value(x, i) + 0.0!r};") for x in range(-3, 4) for i in range(1, 4)
    }
    best = from_flatzinc(FUNCTIONS.format(constraint, "maximize r"))
    most = best.model.maximize(best.objective).value
    assert most is not None
    assert most * best.unit == max(value(x, i) for x in range(-3, 4) for i in range(1, 4))


@pytest.mark.kernel
def test_bounds_of_a_real_variable_hold() -> None:
    text = FUNCTIONS.replace("-9.0..9.0", "-0.3..1.95").format("float_times(f, 0.65, r)", "satisfy")
    assert {s["x"] for s in from_flatzinc(text).model.solutions()} == {0, 1, 2, 3}


@pytest.mark.kernel
def test_the_statistics_have_the_objective_of_the_text() -> None:
    text = FUNCTIONS.format("float_times(f, 0.25, r)", "minimize r")
    output = CliRunner().invoke(main, ["fzn", "-", "-s"], input=text).stdout
    assert output.startswith("r = -0.75;\n----------\n%%%mzn-stat: objective=-0.75\n")
    assert "==========" in output


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("var 0.0..1.0: r; solve minimize r;", "r: a real variable must follow from integers"),
        (FUNCTIONS.format("float_div(1.0, f, r)", "satisfy"), "can be divided by numbers only"),
        (FUNCTIONS.format("float_div(f, 0.0, r)", "satisfy"), "divided by 0"),
        (FUNCTIONS.format("float_sin(f, r)", "satisfy"), "r: a real variable must follow"),
        (FUNCTIONS.format("float_lin_eq([1.0], [f, r], 0.0)", "satisfy"), "r: a real variable"),
        (FUNCTIONS.format("float_plus(f, x, r)", "satisfy"), "argument 2 of float_plus must be"),
    ],
)
def test_what_is_refused_is_named(text: str, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        from_flatzinc(text)
