"""Pictures that hold their puzzle, so that they can be opened again.

An SVG has it in an element ``metadata``, and a PNG in a chunk of text (``tEXt``), as JSON in
base 64. Readers look for these alone: they read nothing else of the picture.
"""

from __future__ import annotations

import re
import struct
from base64 import b64decode, b64encode
from binascii import crc32

from sudoku.errors import TextError

KEY = "sudoku-puzzle"
SIGNATURE = b"\x89PNG\r\n\x1a\n"
_IN_SVG = re.compile(rf'<metadata id="{KEY}">([A-Za-z0-9+/=]*)</metadata>')
MOST = 1 << 20
"""The most bytes of a puzzle in a picture."""


def in_svg(picture: str, puzzle: str) -> str:
    """Return a picture with a puzzle in it.

    >>> of_svg(in_svg("<svg><g/></svg>", "{}"))
    '{}'
    """
    held = b64encode(puzzle.encode()).decode()
    before, end, after = picture.rpartition("</svg>")
    return f'{before}<metadata id="{KEY}">{held}</metadata>{end}{after}'


def of_svg(picture: str) -> str:
    """Return the puzzle in a picture.

    Raises
    ------
    TextError
        If there is none.
    """
    found = _IN_SVG.search(picture)
    if found is None:
        raise TextError("the picture holds no puzzle: only pictures that were saved here do")
    return _text(found[1].encode())


def in_png(picture: bytes, puzzle: str) -> bytes:
    """Return a picture with a puzzle in it, before its end."""
    held = KEY.encode() + b"\0" + b64encode(puzzle.encode())
    chunk = b"tEXt" + held
    made = struct.pack(">I", len(held)) + chunk + struct.pack(">I", crc32(chunk))
    end = picture.rindex(b"IEND") - 4
    return picture[:end] + made + picture[end:]


def of_png(picture: bytes) -> str:
    """Return the puzzle in a picture.

    Raises
    ------
    TextError
        If there is none.
    """
    at = len(SIGNATURE)
    while picture.startswith(SIGNATURE) and at + 8 <= len(picture):
        (length,) = struct.unpack_from(">I", picture, at)
        kind, data = picture[at + 4 : at + 8], picture[at + 8 : at + 8 + length]
        key, _, held = data.partition(b"\0")
        is_whole = at + length + 12 <= len(picture)
        if is_whole and kind == b"tEXt" and key == KEY.encode():
            return _text(held)
        at += length + 12
    raise TextError("the picture holds no puzzle: only pictures that were saved here do")


def _text(held: bytes) -> str:
    if len(held) > MOST:
        raise TextError("the puzzle in the picture is too long")
    try:
        return b64decode(held, validate=True).decode()
    except ValueError:
        raise TextError("the puzzle in the picture is damaged") from None
