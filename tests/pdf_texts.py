"""Reads the text of PDF files as fpdf2 writes them: which text is where, in which font."""

from __future__ import annotations

import re
import zlib
from typing import NamedTuple

_OBJECT = re.compile(rb"(\d+) 0 obj\n(.*?)\nendobj", re.DOTALL)
_STREAM = re.compile(rb"stream\n(.*)\nendstream", re.DOTALL)
_PIECE = re.compile(
    rb"/(F\d+) ([\d.]+) Tf|BT ([\d.-]+) ([\d.-]+) Td (?:[\d. ]+ r?g )?"
    rb"\(((?:[^\\)]|\\.)*)\) Tj ET",
    re.DOTALL,
)
_ESCAPES = {b"\\\\": b"\\", b"\\(": b"(", b"\\)": b")", b"\\r": b"\r", b"\\n": b"\n"}


class Text(NamedTuple):
    """A text on a page: the beginning of its baseline, in points from the lower left corner."""

    x: float
    y: float
    text: str
    font: str
    size: float


def pages_of(pdf: bytes) -> list[list[Text]]:
    """Return the texts of each page."""
    objects = {int(match[1]): match[2] for match in _OBJECT.finditer(pdf)}
    fonts: dict[bytes, tuple[str, dict[int, str]]] = {}
    for content in objects.values():
        for name, number in re.findall(rb"/(F\d+) (\d+) 0 R", content):
            fonts[name] = _font(objects, int(number))
    contents = [
        int(found[1])
        for content in objects.values()
        if b"/Type /Page\n" in content and (found := re.search(rb"/Contents (\d+)", content))
    ]
    return [_texts(_stream(objects[number]), fonts) for number in contents]


def _stream(content: bytes) -> bytes:
    found = _STREAM.search(content)
    assert found
    return zlib.decompress(found[1]) if b"/FlateDecode" in content[: found.start()] else found[1]


def _font(objects: dict[int, bytes], number: int) -> tuple[str, dict[int, str]]:
    """Return the name of a font, and the characters of its glyphs."""
    name = re.search(rb"/BaseFont /(\S+)", objects[number])
    table = re.search(rb"/ToUnicode (\d+) 0 R", objects[number])
    assert name and table
    pairs = re.findall(rb"<([0-9A-F]{4})> <([0-9A-F]{4})>\n", _stream(objects[int(table[1])]))
    return name[1].decode(), {int(glyph, 16): chr(int(sign, 16)) for glyph, sign in pairs}


def _texts(content: bytes, fonts: dict[bytes, tuple[str, dict[int, str]]]) -> list[Text]:
    texts, font, size = [], b"", 0.0
    for match in _PIECE.finditer(content):
        if match[1]:
            font, size = match[1], float(match[2])
            continue
        data = re.sub(rb"\\[\\()rn]", lambda found: _ESCAPES[found[0]], match[5])
        name, signs = fonts[font]
        glyphs = [data[k] << 8 | data[k + 1] for k in range(0, len(data), 2)]
        text = "".join(signs[glyph] for glyph in glyphs)
        texts.append(Text(float(match[3]), float(match[4]), text, name, size))
    return texts
