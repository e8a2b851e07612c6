"""Tuples in XCSP3: the fast way for numbers only against the way for any words."""

from hypothesis import given
from hypothesis import strategies as st

from csp import ModelError
from csp.formats.xcsp3 import words

PARTS = ["(", ")", ",", "1", "-20", "+3", "*", "x", "0", " ", "\n", "1 2", "(1,2)", "(0, -1) "]


@given(st.lists(st.sampled_from(PARTS), max_size=9).map("".join))
def test_rows_of_numbers_are_the_tuples_of_the_text(text: str) -> None:
    array = words.rows(text, 2)
    rows = None if array is None else [*map(tuple, array.tolist())]
    try:
        found = [tuple(map(words.number, each)) for each in words.tuples(text)]
    except ModelError:
        found = []
    assert rows is None or rows == found
    if found and {len(each) for each in found} == {2} and "+" not in text:
        assert rows == found
