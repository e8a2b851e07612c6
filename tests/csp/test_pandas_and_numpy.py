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


MORE = {
    "Constraints": [
        ("np.not_equal(s, 2, dtype=object)", "27"),
        ('np.not_equal(df[["v"]], 2, dtype=object)', "27"),
        ("np.less_equal(df.v, df.w, dtype=object)", "24"),
        ("df.w >= x", "24"),
        ("w == x[2]", "0"),
        ("np.array([1, 2]) <= x[0]", "32"),
        ("np.int64(3) == x[0]", "16"),
        ("np.concatenate([x, x[:1]]) >= 1", "27"),
        ("np.stack([x, x]) != 2", "27"),
        ("np.equal(np.array([x[0], x[1]]), 2, dtype=object)", "4"),
        ("(x[0] + s).map(lambda e: e <= 1)", "4"),
        ("np.dot(w, x) == 18", "1"),
        ("df.v.shift(-1).dropna().map(lambda v: v == 3)", "4"),
        ("pd.concat([s, s]).map(lambda v: v != 2)", "27"),
        ('all_different(df.v[df.g == "a"])', "48"),
        ('table(df.v, df[["w", "w", "w"]])', "3"),
    ],
    "Variables, and what is read from solutions": [
        ("m.variable(n.dropna()).values", "[1, 2]"),
        (
            "df.w.map(lambda c: m.variable(range(c))).map(lambda v: len(v.values)).tolist()",
            "[1, 2, 3]",
        ),
        ('df[["v"]].map(solution).v.tolist()', "[1, 2, 3]"),
        ('solution[df[["v"]]].tolist()', "[[1], [2], [3]]"),
        ("pd.Series(solution).to_dict()", "{'x[0]': 1, 'x[1]': 2, 'x[2]': 3}"),
        ("s.sum()", "x[0] + x[1] + x[2]"),
        ("s.shift().sum()", "x[0] + x[1]"),
        ("s.unique().tolist()", "[x[0], x[1], x[2]]"),
    ],
    "What raises an error": [
        ("s == 2", "TruthValueError"),
        ("s < 2", "TruthValueError"),
        ("s == s + w", "TruthValueError"),
        ("s.eq(2)", "TruthValueError"),
        ("df.v == df.w", "TruthValueError"),
        ('df[["v"]] == 1', "TruthValueError"),
        ("n == x", "TruthValueError"),
        ('pd.to_timedelta(w, unit="s") @ s', "ModelError"),
        ('s @ pd.to_timedelta(w, unit="s")', "ModelError"),
        ('x @ pd.to_timedelta(w, unit="s")', "ModelError"),
        ("n == x[0]", "TypeError"),
        ("np.asarray(x) == 2", "TruthValueError"),
        ("np.minimum(x, 2)", "TruthValueError"),
        ('s.astype("category")', "TruthValueError"),
        ("s.astype(bool)", "TruthValueError"),
        ("np.unique(x)", "TruthValueError"),
        ("x[2] in list(x)", "TruthValueError"),
        ("s.equals(s + 1)", "TruthValueError"),
        ("s / 2", "TypeError"),
        ("m.post((s * n).map(lambda e: e == 1))", "ModelError"),
        ("m.post(solution)", "ModelError"),
        ('all_different(df[["v"]])', "ModelError"),
        ("all_different(solution)", "ModelError"),
        ("m.variables(df.index, range(4))", "ModelError"),
        ("m.variable(df)", "ModelError"),
    ],
}
"""Rows like those of the guide that only the tests have."""


def rows(title: str) -> list[tuple[str, str]]:
    """Return the code and the result in each row of the table below a title."""
    section = GUIDE.read_text(encoding="utf-8").split(f"\n## {title}\n")[1].split("\n## ")[0]
    found = re.findall(r"^\| `(.+)` \| (.+) \|$", section, re.MULTILINE)
    told = [(code.replace(r"\|", "|"), result.strip("`")) for code, result in found]
    return told + MORE[title]


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
    told = sum(line.startswith("| `") for line in text.splitlines())
    assert n == told + sum(map(len, MORE.values())) - 1 > 80


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
