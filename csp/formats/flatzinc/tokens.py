"""The words of a FlatZinc text, item by item.

A word is as much as one regular expression finds at once: also a range `1..5`, an element `x[3]`,
and a list or a set of integers, which may be as long as the text. A word has no place of its own:
what the parser makes of it is known by the number of words before it, and only an error counts
the words again to name line and column.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NoReturn

from csp.errors import ModelError
from exactcover.runtime.search.limits import watched

END = ""
"""The word after the last one of an item: nothing."""

SIGNS = frozenset(["::", "..", *"[](){},;:="])

ITEM = re.compile(r"""[^;"%]*+(?:(?:"(?:[^"\\\n]|\\.)*+"|%[^\n]*+|")[^;"%]*+)*+(?:;|\Z)""")

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

LONG = 1 << 16
"""An item of more characters is read word by word, so that a time limit can stop that."""


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
    """A text, and the places in it: a place is the number of words before it."""

    def __init__(self, text: str) -> None:
        self.text = text

    def items(self) -> Iterator[list[str]]:
        """Yield the words of each item up to its semicolon, and `END`."""
        text, words = self.text, WORD.findall
        for item in watched(ITEM.finditer(text)):
            begin, end = item.span()
            if end - begin < LONG:
                yield words(text, begin, end)
            else:
                yield [each[1] for each in watched(WORD.finditer(text, begin, end), 1024)]

    def fail(self, place: int, message: str, name: str = "") -> NoReturn:
        """Raise FlatZincError for a place, or for the next one where a name is, if it is given."""
        at = None
        for match in islice(WORD.finditer(self.text), place, None):
            at = match.start(1) if at is None else at
            if not name or match[1].partition("[")[0].rstrip() == name:
                at = match.start(1)
                break
        at = len(self.text) if at is None else at
        line = self.text.count("\n", 0, at) + 1
        raise FlatZincError(line, at - self.text.rfind("\n", 0, at), message)
