"""The usual forms of items, each of which one regular expression reads as a whole.

These are nearly all items that MiniZinc writes: constraints whose arguments are words and lists of
words, variables without a value, and arrays with a list of words as value. What a type, the
annotations or a list of numbers say is read once, however often it occurs. An item of a usual form
is read without a look at the clock, but for long lists, so one of many arguments or of long
annotations has none.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from csp.formats.flatzinc.atoms import Atoms
from csp.formats.flatzinc.items import Call, Declaration
from csp.formats.flatzinc.tokens import ITEM, FlatZincError

NAME = r"[A-Za-z_][A-Za-z0-9_]*+"
NOTES = r'(?:::[^;"%=]{0,4095}+)?'
LIST = r'\[[^][(){}"%;]*+\]'
ARGUMENT = rf"""(?:{LIST}|\{{[^][(){{}}"%;]*+\}}|[^][(){{}}"%;,\s]++)"""
TYPE = r'[^][:;"%]++'

FORM = re.compile(
    rf"""\s*+(?:
      constraint\s++({NAME})\s*+\((\s*+{ARGUMENT}\s*+(?:,\s*+{ARGUMENT}\s*+){{0,999}}+)\)\s*+({NOTES});
    | var\s++({TYPE}):\s*+({NAME})\s*+({NOTES});
    | array\s*+\[\s*+1\s*+\.\.\s*+([0-9]{{1,9}})\s*+\]\s*+of\s++({TYPE}):
      \s*+({NAME})\s*+({NOTES})=\s*+({LIST})\s*+;
    | {ITEM}
    )""",
    re.VERBOSE,
)
"""An item: the groups are those of its form; one of no usual form has none."""

ARGUMENTS = re.compile(ARGUMENT)
NOTE = rf"::\s*+({NAME})\s*+(?:\(\s*+({NAME})\s*+\)\s*+)?+"
ONE_NOTE, SIMPLE_NOTES = re.compile(NOTE), re.compile(rf"(?:{NOTE})*+")


class Usual:
    """Reads items of the usual forms.

    Parameters
    ----------
    atoms
        The meanings of words.
    type_in, annotations_in
        Return what a part of the text says, or None if it says something else.
    """

    def __init__(
        self,
        atoms: Atoms,
        type_in: Callable[[int, int], tuple[str, Any] | None],
        annotations_in: Callable[[int, int], list[Any] | None],
    ) -> None:
        self._word, self._type_in, self._annotations_in = atoms.__getitem__, type_in, annotations_in
        self._types: dict[str, tuple[str, Any]] = {}
        self._notes: dict[str, list[Any]] = {"": []}

    def item(self, match: re.Match[str]) -> Call | Declaration | None:
        """Return an item that `FORM` found; None if it has no usual form, or something is wrong."""
        read = _READ.get(match.lastindex)
        try:
            return None if read is None else read(self, match)
        except (KeyError, ValueError, FlatZincError):
            return None

    def _constraint(self, match: re.Match[str]) -> Call:
        name, arguments, notes = match.group(1, 2, 3)
        own = [*map(self._word, ARGUMENTS.findall(arguments))]
        return Call(name, own, match.start(1), self._annotations(notes, match, 3))

    def _variable(self, match: re.Match[str]) -> Declaration:
        words, name, notes = match.group(4, 5, 6)
        kind, domain = self._type(words, match, 4)
        annotations = self._annotations(notes, match, 6)
        return Declaration(name, kind, domain, True, None, annotations, None, match.start(5))

    def _array(self, match: re.Match[str]) -> Declaration | None:
        n, words, name, notes, elements = match.group(7, 8, 9, 10, 11)
        before, var, words = words.rpartition("var ")
        length, value = int(n), self._word(elements)
        if before.strip() or len(value) != length:
            return None
        kind, domain = self._type(words, match, 8, len(before) + len(var))
        annotations = self._annotations(notes, match, 10)
        start, is_variable = match.start(9), bool(var)
        return Declaration(name, kind, domain, is_variable, length, annotations, value, start)

    def _type(
        self, words: str, match: re.Match[str], group: int, skipped: int = 0
    ) -> tuple[str, Any]:
        """Return what a type says; raise ValueError if it is none."""
        found = self._types.get(words)
        if found is None:
            found = self._type_in(match.start(group) + skipped, match.end(group))
            if found is None:
                raise ValueError(words)
            self._types[words] = found
        return found

    def _annotations(self, text: str, match: re.Match[str], group: int) -> list[Any]:
        """Return what annotations say; raise ValueError if they are wrong.

        Those that name a variable, such as `defines_var(x)`, hardly ever occur again.
        """
        found = self._notes.get(text)
        if found is not None:
            return found
        is_simple = SIMPLE_NOTES.fullmatch(text)
        if is_simple:
            place, word = match.start(group), self._word
            found = [
                Call(name, [word(argument)], place) if argument else word(name)
                for name, argument in ONE_NOTE.findall(text)
            ]
        else:
            found = self._annotations_in(*match.span(group))
        if found is None:
            raise ValueError(text)
        if not is_simple or "(" not in text:
            self._notes[text] = found
        return found


_READ: dict[int | None, Callable[[Usual, re.Match[str]], Call | Declaration | None]] = {
    3: Usual._constraint,
    6: Usual._variable,
    11: Usual._array,
}
"""The number of the last group of a form -> the method that reads it."""
