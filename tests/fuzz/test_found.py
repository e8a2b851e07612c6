"""Inputs that once ended in an error of another kind, or that no reader should take for ever."""

import pytest

from sudoku import SudokuError, TextError, from_fpuzzles, from_iss, from_layout
from sudoku.errors import refusing
from tests.fuzz.readers import ERRORS, READERS

DEEP = 100_000
"""Deeper than Python's stack."""
LONG = b"9" * 5000
"""More digits than Python reads."""

FOUND = [
    ("text", b"x\nx |" + LONG),
    ("text", LONG + b"|x\nx"),
    ("text", b"2:" + LONG + b"|x\nx"),
    ("json", b"[" * DEEP),
    ("json", b'{"primary": ["p"], "options": ' + LONG + b"}"),
    ("fpuzzles", b"5"),
    ("fpuzzles", b'{"size": 4, "grid": ' + b"[" * DEEP),
    ("fpuzzles", b'{"size": ' + LONG + b', "grid": []}'),
    ("fpuzzles", b'{"size": 4, "grid": [5, 5, 5, 5]}'),
    ("fpuzzles", b'{"size": 4, "grid": [], "thermometer": [{}]}'),
    ("strings", b".Shape~4x4.~R1C1_"),
    ("strings", b".Shape~99999x99999"),
    ("strings", b".Shape~4x4~0-99999999999"),
    ("strings", b".Shape~4x4.Var~x~~99999999999"),
    ("strings", b".Shape~4x4.Cage"),
    ("strings", b".Shape~6x6.RegionSize~" + b"9" * 12),
    ("strings", b".Shape~6x6.RegionSize"),
    ("strings", b".Sum~5_=_9999999_1~R1C1~R1C2"),
    ("json", b'{"primary": ["p"], "options": [{"items": {"p": null}, "label": {}}]}'),
    ("strings", b".Or" * 5000 + b".End" * 5000),
    ("layouts", b"killer\n"),
    ("layouts", b"suguru\n0 0\n"),
    ("layouts", b"jigsaw\n0 4\n"),
    ("layouts", b"classic\n" + LONG + b" " + LONG),
    ("rules", b'killer={"cages": ' + b"[" * DEEP),
    ("rules", b"killer=[" + LONG + b"]"),
    ("library", b":::" + b"." * 79 + b"+%.:::"),
]


@pytest.mark.parametrize(("name", "data"), FOUND, ids=lambda value: str(value)[:30])
def test_what_cannot_be_read_is_an_error_of_our_own(name: str, data: bytes) -> None:
    with pytest.raises(ERRORS):
        READERS[name].read(data)


def test_errors_say_what_cannot_be_read() -> None:
    with pytest.raises(TextError, match="this is no puzzle of f-puzzles: 'lines' is missing"):
        from_fpuzzles('{"size": 4, "grid": [], "thermometer": [{}]}')
    with pytest.raises(TextError, match="'' is not a whole number"):
        from_iss(".Shape~4x4.~R1C1_")
    with pytest.raises(TextError, match="the first line is not a number of rows"):
        from_layout("killer", "")


def test_errors_of_our_own_are_left_as_they_are() -> None:
    class OwnError(SudokuError):
        pass

    @refusing("thing")
    def read() -> None:
        raise OwnError("its own words")

    with pytest.raises(OwnError, match=r"^its own words$"):
        read()
