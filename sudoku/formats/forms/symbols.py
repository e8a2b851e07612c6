"""The signs of the digits, where a text does not write 1 to 9 and letters after them."""

from __future__ import annotations

import re

from sudoku.errors import TextError
from sudoku.formats.symbols import N_SYMBOLS, SYMBOLS

_UNREADABLE = re.compile(r"\\u(e0[0-9a-f]{2})|[\ue000-\ue0ff]")
_ASIDE = 0xE000
"""The first of the characters that stand for letters and numbers that are no digits."""


class Symbols:
    r"""The signs of the digits from 1, for reading and writing texts.

    Parameters
    ----------
    signs
        One character for each digit.

    Raises
    ------
    TextError
        If a character is there twice, is a space, or there are too many.

    Examples
    --------
    >>> Symbols("ABCD").plain("A.D1")
    '1.4\ue031'
    >>> Symbols("ABCD").written("1.4.")
    'A.D.'
    """

    def __init__(self, signs: str) -> None:
        if not isinstance(signs, str) or not 0 < len(signs) <= N_SYMBOLS:
            raise TextError(f"symbols is {signs!r}: give 1 to {N_SYMBOLS} characters, one a digit")
        twice = next((sign for k, sign in enumerate(signs) if sign in signs[:k]), None)
        if twice is not None or any(sign.isspace() or sign in ".|" for sign in signs):
            what = f"{twice!r} twice" if twice else "a space, a dot or a bar"
            raise TextError(f"symbols has {what}: each digit needs a sign of its own")
        self._signs = signs
        aside = {sign: chr(_ASIDE + ord(sign)) for sign in SYMBOLS + SYMBOLS.lower() if sign != "."}
        lower = {s.lower(): SYMBOLS[k] for k, s in enumerate(signs, 1) if s.lower() not in signs}
        own = {sign: SYMBOLS[k] for k, sign in enumerate(signs, 1)}
        zero = {} if "0" in signs else {"0": "0"}
        cross = {sign: sign for sign in "xX" if sign.upper() not in signs.upper()}
        self._reading = str.maketrans(aside | cross | zero | lower | own)
        self._back = str.maketrans({SYMBOLS[k]: sign for k, sign in enumerate(signs, 1)})
        self._aside = str.maketrans({other: sign for sign, other in aside.items()})

    def plain(self, text: str) -> str:
        """Return a text with the usual signs; letters that are no digits become others."""
        return text.translate(self._reading)

    def written(self, text: str) -> str:
        """Return cells with the usual signs as these symbols."""
        return text.translate(self._back)

    def as_given(self, error: TextError) -> TextError:
        """Return an error whose message shows what it quotes as it was given."""
        return TextError(_UNREADABLE.sub(self._sign, error.message), error.line)

    def _sign(self, match: re.Match[str]) -> str:
        """Return the sign for which a character stands, as it is or as `repr` shows it."""
        other = chr(int(match[1], 16)) if match[1] else match[0]
        return other.translate(self._aside)
