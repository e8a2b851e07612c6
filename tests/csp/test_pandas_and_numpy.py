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
