"""The words of a FlatZinc text, each with its place."""

from __future__ import annotations

import re
from typing import NamedTuple, NoReturn

from csp.errors import ModelError
from exactcover.runtime.search.limits import watched

WORD = re.compile(
    r"""
    (?P<space>\s+|%[^\n]*)
  | (?P<float>-?(?:0x[0-9a-f]*\.[0-9a-f]+(?:p[-+]?\d+)?|\d+\.\d+(?:e[-+]?\d+)?|\d+e[-+]?\d+))
  | (?P<int>-?(?:0x[0-9a-f]+|0o[0-7]+|\d+))
  | (?P<string>"(?:[^"\\\n]|\\.)*")
  | (?P<name>[a-z_][a-z0-9_]*)
  | (?P<sign>::|\.\.|[][(){},;:=])
  | (?P<wrong>.)
    """,
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)


class Word(NamedTuple):
    """A word of a text.

    Attributes
    ----------
    kind
        "float", "int", "string", "name", "sign", or "end" after the last word.
    text
        The characters.
    start
        The number of characters before it.
    """

    kind: str
    text: str
    start: int


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
    """A text, and the places in it."""

    def __init__(self, text: str) -> None:
        self.text = text

    def words(self) -> list[Word]:
        """Return the words of the text, and one that marks the end."""
        found = []
        for match in watched(WORD.finditer(self.text), 1 << 10):
            kind = match.lastgroup
            if kind == "wrong":
                self.fail(match.start(), f"unexpected character {match.group()!r}")
            if kind != "space":
                found.append(Word(str(kind), match.group(), match.start()))
        return [*found, Word("end", "the end of the text", len(self.text))]

    def fail(self, start: int, message: str) -> NoReturn:
        """Raise FlatZincError for a place, given as the number of characters before it."""
        line = self.text.count("\n", 0, start) + 1
        column = start - self.text.rfind("\n", 0, start)
        raise FlatZincError(line, column, message)
