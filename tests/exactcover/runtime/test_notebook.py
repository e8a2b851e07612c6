"""What notebooks show of results: well-formed HTML with escaped text."""

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactcover import Problem, Stop
from exactcover.runtime.notebook import MOST_CHARACTERS, clipped, code, fluid, html_of, note, table
from exactcover.runtime.search.result import Result, Statistics

XML = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]) | st.just("\n"))
"""Texts of characters that XML can have."""


@given(XML)
def test_texts_are_escaped(text: str) -> None:
    assert "".join(ElementTree.fromstring(code(text)).itertext()) == text
    assert "".join(ElementTree.fromstring(note(text)).itertext()) == text
    made = ElementTree.fromstring(table([text, "b"], [[code(text), "1"]]))
    assert ["".join(cell.itertext()) for cell in made.iter("th")] == [text, "b"]
    assert ["".join(cell.itertext()) for cell in made.iter("td")] == [text, "1"]


@given(st.text(), st.integers(1, 50))
def test_long_texts_are_cut(text: str, most: int) -> None:
    short = clipped(text, most)
    assert len(short) <= most
    assert short == text or (short[-1] == "…" and text.startswith(short[:-1]))


def test_an_object_shows_itself() -> None:
    class Drawn:
        def _repr_svg_(self) -> str:
            return "<svg />"

    class Undrawn(Drawn):
        def _repr_svg_(self) -> None:  # type: ignore[override]
            return None

        def __repr__(self) -> str:
            return "<long>" * 1000

    assert html_of(Drawn()) == "<svg />"
    (text,) = ElementTree.fromstring(html_of(Undrawn())).itertext()
    assert len(text) == MOST_CHARACTERS and text.startswith("<long><long>")
    assert "Drawn" in html_of(Drawn)  # a class is no picture


def test_a_picture_gets_a_width() -> None:
    made = fluid('<svg width="9"><svg /></svg>', 30)
    assert made.count("width:30px") == 1 and ElementTree.fromstring(made).get("width") == "9"


@pytest.mark.kernel
def test_a_result_is_shown_with_its_end() -> None:
    for problem, words in (
        (Problem([["p", "q"], ["q", "r"]]), "There is no solution."),
        (Problem({"<A>": ["p"]}), "<A>"),
    ):
        result = problem.solve()
        shown = [*ElementTree.fromstring(result._repr_html_()).itertext()]
        assert shown[0] == words
        assert shown[-1].endswith(f"engine {result.engine}")


def test_an_undecided_result_says_why() -> None:
    statistics = Statistics(1234567, 0, 0, 0.25, "masks")
    shown = Result(None, False, Stop.TIME, statistics)._repr_html_()
    text = " ".join(ElementTree.fromstring(shown).itertext())
    assert text == "Undecided:  stopped by the time limit. 1,234,567 nodes, 250 ms, engine masks"
