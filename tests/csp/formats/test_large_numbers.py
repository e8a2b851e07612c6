"""Texts of models with large numbers: they are read again with the same solutions, or refused."""

from collections.abc import Callable
from typing import Any

import pytest

from csp import Model, TranslationError, element, from_flatzinc, from_opb, iff, maximum, minimum

pytestmark = pytest.mark.kernel

Build = Callable[[Any, Any, int], Any]

CONSTRAINTS: dict[str, Build] = {
    "none": lambda x, y, top: True,
    "sum": lambda x, y, top: x + y <= top,
    "product": lambda x, y, top: x * y <= 5,
    "multiple": lambda x, y, top: 3 * x + y >= 5,
    "absolute": lambda x, y, top: abs(x) >= 2,
    "distance": lambda x, y, top: abs(x - y) >= 1,
    "maximum": lambda x, y, top: maximum([x, y]) >= 1,
    "minimum": lambda x, y, top: minimum([x, y]) <= 0,
    "quotient": lambda x, y, top: x // 2 >= 0,
    "remainder": lambda x, y, top: x % 3 != 1,
    "element": lambda x, y, top: element([top, 5], y) == x,
    "condition": lambda x, y, top: iff(x >= 1, y == 1),
    "condition of a function": lambda x, y, top: iff(abs(x) >= 5, y == 1),
    "large factor": lambda x, y, top: y * top <= x,
}
FORMATS: dict[str, tuple[Callable[..., str], Callable[[str], Any]]] = {
    "FlatZinc": (Model.to_flatzinc, from_flatzinc),
    "OPB": (Model.to_opb, from_opb),
}
READ = {"none", "sum", "product", "multiple", "element", "condition", "large factor"}
"""The constraints whose texts are read where numbers are not above 2^40."""


@pytest.mark.parametrize("bits", [20, 31, 35, 40, 60, 61])
@pytest.mark.parametrize("sign", [0, -1])
@pytest.mark.parametrize("language", FORMATS)
@pytest.mark.parametrize("name", CONSTRAINTS)
def test_a_text_is_read_again_or_refused(name: str, language: str, sign: int, bits: int) -> None:
    top = 1 << bits
    model = Model()
    x, y = model.variable([sign * top, sign * top + 1, top], "x"), model.variable([0, 1], "y")
    write, read = FORMATS[language]
    try:
        model.post(CONSTRAINTS[name](x, y, top))
        wanted = model.count()
    except ValueError:  # the model itself is refused, by name
        assert bits > 40
        return
    try:
        text = write(model)
    except TranslationError as error:
        assert f"too large for a text in {language}" in str(error)
        assert bits > 31
        assert bits > 40 or name not in READ
        return
    assert read(text).model.count() == wanted
