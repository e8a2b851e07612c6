"""The words of a FlatZinc text, and their places.

A word is as much as one regular expression finds at once: also a range `1..5`, an element `x[3]`,
and a list or a set of integers, which may be as long as the text.
"""

from __future__ import annotations

import re
from typing import NoReturn

from csp.errors import ModelError
from exactcover.runtime.search.limits import watched

END = ""
"""The word after the last one of an item: nothing."""

SIGNS = frozenset(["::", "..", *"[](){},;:="])

ITEM = r"""[^;"%]*+(?:(?:"(?:[^"\\\n]|\\.)*+"|%[^\n]*+|")[^;"%]*+)*+(?:;|\Z)"""
"""An item up to its semicolon, or the rest of the text."""

NUMBER = r"""
    -?(?:0[xX][0-9a-fA-F]*\.[0-9a-fA-F]+(?:[pP][-+]?[0-9]+)?|0[xX][0-9a-fA-F]+|0[oO][0-7]+
    |[0-9]+\.[0-9]+(?:[eE][-+]?[0-9]+)?|[0-9]+[eE][-+]?[0-9]+|[0-9]+)
"""

COMMENT = re.compile(r"%[^\n]*+")

GAP = r"(?:\s++|%[^\n]*+)*+"

WORD = re.compile(
    rf"""
    {GAP}
    (
      [A-Za-z_][A-Za-z0-9_]*+(?:{GAP}\[{GAP}[0-9]++{GAP}\])?
    | [(),;=] | ::?
    | -?[0-9]++(?:{GAP}\.\.{GAP}-?[0-9]++)?(?![A-Za-z0-9_.])
    | {NUMBER}(?:{GAP}\.\.{GAP}{NUMBER})?
    | \[[-0-9,\s]*+\] | \{{[-0-9,\s]*+\}}
    | \.\. | "(?:[^"\\\n]|\\.)*+" | \S | \Z
    )
    """,
    re.VERBOSE,
)


class FlatZincError(ModelError):
    """A FlatZinc text is wrong, or has something that this library does not have.

    Attributes
    ----------
    line, column
        The place, counted from 1.
    """

    def __init__(self, line: int, column: int, message: str) -> None:
        super().__init__(f"line {line}, column {column}: {message}")
        self.line, self.column = line, column


class Source:
    """A text, and the places in it: a place is the number of characters before it."""

    def __init__(self, text: str) -> None:
        self.text = text

    def words(self, begin: int, end: int | None = None) -> tuple[list[str], list[int]]:
        """Return the words of a part of the text and `END`, and their places."""
        end = len(self.text) if end is None else end
        words, places = list[str](), list[int]()
        for match in watched(WORD.finditer(self.text, begin, end), 1024):
            words.append(match[1])
            places.append(match.start(1))
        return words, places

    def fail(self, place: int, message: str, name: str = "") -> NoReturn:
        """Raise FlatZincError for a place, or for the next one where a name is, if it is given."""
        at = place
        for match in WORD.finditer(self.text, place) if name else ():
            if match[1].partition("[")[0].rstrip() == name:
                at = match.start(1)
                break
        line = self.text.count("\n", 0, at) + 1
        raise FlatZincError(line, at - self.text.rfind("\n", 0, at), message)
