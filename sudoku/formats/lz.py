"""The texts of links that the program lz-string compressed, within the reading budget.

A text is a sequence of codes with a growing number of bits, the lowest bit first, in base64. Code 0
or 1 announces a new character of 8 or 16 bits, 2 is the end, and every other one is a part that was
read before: the part before it and one character more. So a short link can stand for a very long
text.

References
----------
pieroxy, lz-string (https://pieroxy.net/blog/pages/lz-string/index.html).
"""

from __future__ import annotations

from exactcover.runtime.reading_budget import spend

SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_BITS = {sign: f"{number:06b}" for number, sign in enumerate(SIGNS)} | {"=": "000000"}
SHORT, LONG, END = range(3)
"""The codes of a new character of 8 bits, of one of 16 bits, and of the end."""


def unpacked(packed: str) -> str | None:
    """Return the text that lz-string compressed to base64; None if there is none.

    Raises
    ------
    BudgetError
        If it has more characters than the reading budget allows.

    Examples
    --------
    >>> unpacked("BIUwNmD2Q==="), unpacked("BIU")
    ('Hello', None)
    """
    if not set(packed) <= _BITS.keys():
        return None
    codes = _Codes("".join(map(_BITS.__getitem__, packed)))
    parts, found, last = ["", "", ""], list[str](), ""
    while (code := codes.take(codes.width)) is not None and code != END:
        if code in (SHORT, LONG):
            sign = codes.take(16 if code == LONG else 8)
            if sign is None:
                return None
            code = len(parts)
            parts.append(chr(sign))
            codes.note_part()
        if code < len(parts):
            part = parts[code]
        elif code == len(parts) and last:
            part = last + last[0]
        else:
            return None
        spend("characters", len(part))
        found.append(part)
        if last:
            parts.append(last + part[0])
            codes.note_part()
        last = part
    return None if code is None else "".join(found)


class _Codes:
    """Takes codes from bits; codes become longer as there are more parts."""

    def __init__(self, bits: str) -> None:
        self._bits, self._at = bits, 0
        self.width, self._room = 2, 1

    def take(self, n_bits: int) -> int | None:
        """Return the number in the next bits, the lowest first; None if there are not so many."""
        begin, self._at = self._at, self._at + n_bits
        return int(self._bits[begin : self._at][::-1], 2) if self._at <= len(self._bits) else None

    def note_part(self) -> None:
        """Note that there is one part more."""
        self._room -= 1
        if not self._room:
            self._room = 1 << self.width
            self.width += 1
