"""Characters that are drawn, or typed on other keyboards, for one of ASCII."""

from __future__ import annotations

_LIKE = {
    " ": "\u00a0\u2002\u2003\u2007\u2009\u202f\u3000",
    ".": "\u00b7\u2022\u2219\u22c5\u2024\u25a0\u25a1\u25aa\u25ab\u25fb\u2610\u2b1b\u2b1c\uff0e",
    "-": "\u2010\u2011\u2012\u2013\u2014\u2212\u23af\u2500\u2501\u2504\u254c\u254d\u2550\uff0d",
    "|": "\u00a6\u2502\u2503\u2506\u2507\u250a\u250b\u2551\uff5c",
    "+": "".join(map(chr, (*range(0x250C, 0x254C), *range(0x2552, 0x2571)))),
    '"': "\u201c\u201d\u201e\u2033\uff02",
    "'": "\u2018\u2019\u201a\u2032",
    ",": "\uff0c",
    ";": "\uff1b",
    ":": "\uff1a",
    "": "\u200b\u200e\ufeff\ufe0f\u20e3",
}
"""A character of ASCII -> those that stand for it; lines, corners and crossings of boxes, too."""
_ZEROS = (0xFF10, 0x0660, 0x06F0, 0x0966, 0x09E6, 0x0E50, *range(0x1D7CE, 0x1D800, 10))
"""The zeros of wide digits, of Arabic, Persian, Hindi, Bengali and Thai, and of mathematics."""
_CIRCLED_ONE = 0x2460
IN_ASCII = str.maketrans(
    {other: sign for sign, others in _LIKE.items() for other in others}
    | {chr(zero + digit): str(digit) for zero in _ZEROS for digit in range(10)}
    | {chr(_CIRCLED_ONE + digit - 1): str(digit) for digit in range(1, 10)}
    | {"\u2026": "..."}
)
"""The table with which `str.translate` replaces them."""
