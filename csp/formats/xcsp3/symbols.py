"""Symbolic variables of XCSP3: each symbol becomes a number, in the document and back again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from csp.formats.xcsp3.document import Element
from csp.formats.xcsp3.domains import NAME
from csp.formats.xcsp3.terms import COMPARISONS, OPERATORS

WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?![A-Za-z0-9_]|\s*[(\[])")
"""A word that is no function, and no element of an array."""
RESERVED = {*OPERATORS, *COMPARISONS, "in", "notin", "others"}


@dataclass
class Symbols:
    """The symbols of a document.

    Attributes
    ----------
    names
        The symbols; each stands for its number in the list.
    variables
        The names of the symbolic variables and arrays.
    """

    names: list[str] = field(default_factory=list)
    variables: set[str] = field(default_factory=set)

    def text(self, variable: str, value: int) -> str:
        """Return the value of a variable or of an array as the document has it."""
        return self.names[value] if variable in self.variables else str(value)


def numbered(root: Element) -> Symbols:
    """Return the symbols of a document, in which numbers take their places.

    Raises
    ------
    ModelError
        If a symbol is no name, or is also something else, so that its place could be either.
    """
    found = Symbols()
    declared = root.part("variables").children
    symbolic = [each for each in declared if each.attributes.get("type") == "symbolic"]
    if not symbolic:
        return found
    numbers = dict[str, int]()
    taken = {each.attributes.get("id", "") for each in declared}
    for each in symbolic:
        found.variables.add(each.attributes.get("id", ""))
        each.attributes["type"] = "integer"
        for part in _with_all_in(each):
            words = part.text.split()
            for word in words:
                if not NAME.fullmatch(word) or word in RESERVED or word in taken:
                    part.fail(f"{word!r} cannot be a symbol: it must be a name of nothing else")
                numbers.setdefault(word, len(numbers))
            part.text = " ".join(str(numbers[word]) for word in words)
    found.names = list(numbers)
    for section in ("constraints", "objectives"):
        for part in _with_all_in(root.named(section)):
            part.text = WORD.sub(lambda match: str(numbers.get(match[0], match[0])), part.text)
    return found


def _with_all_in(element: Element | None) -> Iterator[Element]:
    """Yield an element and all elements in it."""
    if element is not None:
        yield element
        for child in element.children:
            yield from _with_all_in(child)
