"""Pictures that hold their puzzle, also damaged ones."""

from __future__ import annotations

from base64 import b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku import Puzzle
from sudoku.errors import TextError
from sudoku.studio.embedding import SIGNATURE, in_png, in_svg, of_png, of_svg
from tests.sudoku.studio.desk import Client

END = b"\0\0\0\0IEND\xaeB`\x82"
FOUR = Puzzle.from_text("1......2.3.....4")


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_a_text_comes_out_as_it_went_in(text: str) -> None:
    assert of_svg(in_svg("<svg><text>&lt;/svg&gt;</text></svg>", text)) == text
    assert of_png(in_png(SIGNATURE + END, text)) == text


@given(st.binary(max_size=60))
def test_damaged_pictures_are_refused(noise: bytes) -> None:
    for data in (noise, SIGNATURE + noise, SIGNATURE + noise + END):
        with pytest.raises(TextError):
            of_png(data)
    with pytest.raises(TextError):
        of_svg(noise.decode("latin-1"))


def test_a_chunk_that_claims_to_be_longer_than_the_file() -> None:
    made = in_png(SIGNATURE + END, "puzzle")
    for length in range(len(made) - len(END)):
        with pytest.raises(TextError):
            of_png(made[:length])


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_pictures_keep_rules_title_and_author(ending: str) -> None:
    client = Client()
    puzzle = client.ask("with_rule", FOUR, rule="diagonal")["puzzle"]
    puzzle |= {"title": "Vier <♥>", "author": "A & B"}
    saved = client.ask("save", puzzle, format=ending)
    data = saved.get("data") or b64encode(saved["text"].encode()).decode()
    assert client.ask("open", data=data)["puzzle"] == puzzle


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({}, "either a text, or data"),
        ({"text": "1", "data": "MQ=="}, "either a text, or data"),
        ({"data": "!"}, "no file"),
        ({"data": "iVBORw0KGgo="}, "holds no puzzle"),
        ({"data": b64encode(bytes(range(128, 256))).decode()}, "no file"),
        ({"text": "<svg></svg>"}, "holds no puzzle"),
    ],
)
def test_files_that_hold_nothing(data: dict[str, str], words: str) -> None:
    assert words in Client().ask("open", **data)["message"]
