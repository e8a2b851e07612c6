"""The check that what is written in a language can be read: for models with very large numbers."""

from __future__ import annotations

import re
from collections.abc import Callable

from csp.errors import ModelError, TranslationError

MOST_DIGITS = 600
"""The most characters of a number in a text; Python refuses numbers of more than some thousand."""
_LARGE = re.compile("[0-9]{10}")
"""The sign of numbers that may be too large for a reader; smaller ones never are."""


def checked(language: str, text: str, read: Callable[[str], object]) -> str:
    """Return a text after reading it, if it has large numbers.

    Constraints may be written with variables of their own, which can lie in wider intervals than a
    reader takes, or as sums that can be larger.

    Raises
    ------
    TranslationError
        If the text cannot be read; the message has what the reader says.
    """
    if _LARGE.search(text):
        try:
            read(text)
        except ModelError as error:
            raise TranslationError(
                f"the numbers are too large for a text in {language} that can be read: {error}"
            ) from None
    return text
