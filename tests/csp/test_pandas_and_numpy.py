"""What pandas and NumPy do with variables: each row of the tables in the guide."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from csp import (
    Model,
    ModelError,
    TruthValueError,
    all_different,
    cumulative,
    exactly,
    table,
)

pytestmark = pytest.mark.kernel

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "pandas-and-numpy.md"
ERRORS = {each.__name__: each for each in (ModelError, TruthValueError, TypeError)}


def rows(title: str) -> list[tuple[str, str]]:
    """Return the code and the result in each row of the table below a title."""
    section = GUIDE.read_text(encoding="utf-8").split(f"\n## {title}\n")[1].split("\n## ")[0]
    found = re.findall(r"^\| `(.+)` \| (.+) \|$", section, re.MULTILINE)
    return [(code.replace(r"\|", "|"), result.strip("`")) for code, result in found]


def names() -> dict[str, Any]:
    """Return the names that the code of the tables uses."""
    m = Model()
    x = m.variables(3, range(4), name="x")
    solution = m.with_constraints(x == [1, 2, 3]).solve().solution
    s, w = pd.Series(x), pd.Series([1, 2, 3])
    df = pd.DataFrame({"v": s, "w": w, "g": list("aab")})
    n = pd.Series([1, 2, None], dtype="Int64")
    own = {"m": m, "x": x, "s": s, "w": w, "n": n, "df": df, "solution": solution}
    modules = {"np": np, "pd": pd, "all_different": all_different, "cumulative": cumulative}
    return own | modules | {"exactly": exactly, "table": table}


@pytest.mark.parametrize(("code", "n"), rows("Constraints"))
def test_constraints(code: str, n: str) -> None:
    known = names()
    known["m"].post(eval(code, known))
    assert known["m"].count() == int(n)


@pytest.mark.parametrize(("code", "text"), rows("Variables, and what is read from solutions"))
def test_what_is_read(code: str, text: str) -> None:
    assert repr(eval(code, names())) == text


@pytest.mark.parametrize(("code", "error"), rows("What raises an error"))
def test_errors(code: str, error: str) -> None:
    with pytest.raises(ERRORS[error]) as raised:
        eval(code, names())
    assert type(raised.value) is ERRORS[error]


def test_all_rows_are_read() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    n = sum(
        len(rows(title))
        for title in (
            "Constraints",
            "Variables, and what is read from solutions",
            "What raises an error",
        )
    )
    assert n == sum(line.startswith("| `") for line in text.splitlines()) - 1 > 80


@pytest.mark.parametrize(
    "lost",
    [np.array([False]), np.array([[True]]), pd.Series([True], dtype="boolean")],
    ids=["array", "matrix", "nullable"],
)
def test_arrays_of_truth_values_are_refused(lost: Any) -> None:
    m = Model()
    bit = m.bool_var()
    for each in (lost, [bit, lost], pd.DataFrame(lost)):
        with pytest.raises(ModelError, match="an array of True and False is given"):
            m.post(each)
    m.post(bit == 1, True, np.bool_(True), sum([]) <= 3, np.array(bit == 1, dtype=object))
    assert m.count() == 1


def test_single_numbers_of_numpy() -> None:
    m = Model()
    x = m.variable(range(5))
    for made in (x == np.array(2), np.array(2) == x, x + np.array(1) == 3, 4 - x == np.array(2)):
        assert [s[x] for s in m.with_constraints([made]).solutions()] == [2]


@pytest.mark.parametrize("number", [np.longdouble(1), np.clongdouble(1), np.float64(1)])
def test_numbers_that_are_not_whole(number: Any) -> None:
    x = Model().variable(range(5))
    calls: Any = (lambda: number * x, lambda: number - x, lambda: number == x, lambda: x + number)
    for call in calls:
        with pytest.raises(ModelError, match="must be a whole number"):
            call()


@pytest.mark.filterwarnings("ignore::PendingDeprecationWarning")
def test_matrices_are_flat() -> None:
    m = Model()
    x = m.variables((2, 2), range(3))
    matrix: Any = np.matrix
    m.post(x >= matrix([[1, 2], [0, 2]]))
    assert m.count() == 2 * 1 * 3 * 1


@pytest.mark.parametrize("unit", ["ns", "s", "h"])
def test_durations_have_a_unit_and_are_no_numbers(unit: str) -> None:
    m = Model()
    x = m.variables(2, range(4))
    given: Any = np.array([1, 2], dtype=f"m8[{unit}]")
    calls = (
        lambda: x <= given,
        lambda: given * x,
        lambda: x[0] + given[0],
        lambda: given[0] + x[0],
        lambda: m.variable(given),
        lambda: table(x, [given]),
        lambda: cumulative(x, given, [1, 1], 1),
    )
    for call in calls:
        with pytest.raises(ModelError, match="timedelta64"):
            call()
