"""The elements of an XCSP3 document, each with its line."""

from __future__ import annotations

import lzma
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NoReturn
from xml.parsers import expat

from csp.errors import ModelError
from exactcover.runtime.errors import BudgetError
from exactcover.runtime.reading_budget import left, spend
from exactcover.runtime.search.limits import stop_if_due

LZMA, XZ = b"\x5d\x00\x00", b"\xfd7zXZ"
"""How compressed files begin."""
MOST_MEMORY = 1 << 28
"""The most bytes of memory that decompression may take, for the most that it can refer back."""
FEW = 1 << 10
"""Constraints for which an element may stand without being counted."""
BETWEEN = re.compile(rb"</args>(\s*+)<args>")
"""The tags between two lists of arguments of a group."""
PIECE = 1 << 20
"""The bytes after which the clock is asked, at least."""
NEXT = "|"
"""The sign between lists of arguments that were joined; texts with this sign are not joined."""
NOT_JOINED = (NEXT.encode(), b"&#", b"<![CDATA[")
"""A document with one of these may have the sign, or a tag that is none, in a text."""
AT_ONCE = 64
"""The elements that are counted together."""
MOST_DEPTH = 50
"""The most elements around an element; the format needs about six."""


class XCSP3Error(ModelError):
    """An XCSP3 document is wrong, or has something that is not in XCSP3-core.

    Attributes
    ----------
    line
        The line, counted from 1.
    """

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line, self.message = line, message


@dataclass(slots=True)
class Element:
    """An element of a document.

    Attributes
    ----------
    tag
        Its name.
    line
        Where it begins, counted from 1.
    attributes
        Name -> text.
    children
        The elements in it.
    text
        The text in it, without that of its children.
    shown
        The name in messages, if it is not the tag.
    """

    tag: str
    line: int
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Element] = field(default_factory=list)
    text: str = ""
    shown: str = ""

    def fail(self, message: str) -> NoReturn:
        """Raise XCSP3Error about this element."""
        raise XCSP3Error(self.line, f"<{self.shown or self.tag}>: {message}")

    def named(self, tag: str) -> Element | None:
        """Return the first child of a name, or None."""
        return next(self.all_named(tag), None)

    def all_named(self, tag: str) -> Iterator[Element]:
        """Yield the children of a name."""
        return (child for child in self.children if child.tag == tag)

    def part(self, tag: str) -> Element:
        """Return the first child of a name, which must be there."""
        found = self.named(tag)
        if found is None:
            self.fail(f"there is no <{tag}> in it")
        return found

    def parts(self) -> Iterator[Element]:
        """Yield the lists of arguments that were joined, each as an element of its own."""
        line = self.line
        for text in self.text.split(NEXT):
            yield Element(self.tag, line, self.attributes, self.children, text)
            line += text.count("\n")

    def check(self, attributes: str = "", *, has_text: bool = False) -> None:
        """Check that there are no other attributes than these, and text only where it may be.

        Every element may have `id`, `class` and `note`, which have no effect on solutions.
        """
        for name in self.attributes:
            if name not in ("id", "class", "note", *attributes.split()):
                self.fail(f"the attribute {name} is not in XCSP3-core")
        if self.text.strip() and not has_text:
            self.fail(f"unexpected text {self.text.split()[0]!r}")


@contextmanager
def about(element: Element) -> Iterator[None]:
    """Name an element and its line in the errors that are raised meanwhile."""
    try:
        yield
    except XCSP3Error:
        raise
    except (ModelError, ValueError) as error:
        element.fail(str(error))


def stands_for(element: Element, number: int) -> None:
    """Count the constraints for which an element stands, if they are more than a few.

    Usual rows and windows are not counted: a text may have any number of them.
    """
    with about(element):
        spend("constraints", number if number > FEW else 0)


def parse(document: str | bytes) -> Element:
    """Return the root of a document, which may be compressed (LZMA or XZ).

    Declarations of document types and of entities are refused: the format has none, and they can
    be made to expand to very long texts.

    Raises
    ------
    XCSP3Error
        If it is not XML.

    Examples
    --------
    >>> root = parse('<instance format="XCSP3" type="CSP"/>')
    >>> root.tag, root.attributes["type"]
    ('instance', 'CSP')
    """
    encoding = None
    if isinstance(document, str):
        document, encoding = document.encode("utf-8", "replace"), "utf-8"
    elif document.startswith((LZMA, XZ)):
        document = _decompressed(document)
    are_joined = not any(sign in document for sign in NOT_JOINED)
    has_comments = document.find(b"<!--", document.find(b"<args")) >= 0  # they have line ends
    if are_joined and not has_comments:  # an element for each list takes most of the time
        document = b"".join(_joined(document))
    return _Builder(are_joined=are_joined).root_of(document, encoding)


def _joined(document: bytes) -> Iterator[bytes]:
    """Yield a document in pieces, with one element for arguments that follow each other."""
    begin = 0
    while begin < len(document):
        stop_if_due()
        end = document.find(b"</args>", begin + PIECE)
        end = end if end >= 0 else len(document)
        yield BETWEEN.sub(rb"\1|", document[begin:end])
        begin = end


def _decompressed(data: bytes) -> bytes:
    reader = lzma.LZMADecompressor(memlimit=MOST_MEMORY)
    try:
        found = reader.decompress(data, left("bytes") + 1)
        spend("bytes", len(found))
    except BudgetError as error:
        raise XCSP3Error(1, f"the document is too long after decompression: {error}") from error
    except (lzma.LZMAError, MemoryError) as error:
        raise XCSP3Error(1, f"the document cannot be decompressed: {error}") from None
    if not reader.eof:
        raise XCSP3Error(1, "the compressed document is cut off")
    return found


class _Builder:
    """Makes elements of what the parser of XML meets."""

    def __init__(self, *, are_joined: bool) -> None:
        self._are_joined = are_joined
        self._open: list[Element] = []
        self._texts: list[list[str]] = []
        self._n_uncounted, self._at_once = 0, 1
        self._root: Element | None = None

    def root_of(self, data: bytes, encoding: str | None) -> Element:
        """Return the root of a document."""
        self._parser = parser = expat.ParserCreate(encoding)
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.StartDoctypeDeclHandler = self._declared
        parser.EntityDeclHandler = self._declared
        try:
            parser.Parse(data, True)
            self._count()
        except XCSP3Error:
            raise
        except BudgetError as error:
            raise XCSP3Error(parser.CurrentLineNumber, str(error)) from error
        except (expat.ExpatError, ValueError, LookupError) as error:
            line = getattr(error, "lineno", parser.CurrentLineNumber)
            raise XCSP3Error(line, f"this is not XML: {error}") from None
        assert self._root is not None  # the parser refuses documents without elements
        return self._root

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._n_uncounted += 1
        if self._n_uncounted == self._at_once:
            self._count()
        line = self._parser.CurrentLineNumber
        if len(self._open) == MOST_DEPTH:
            raise XCSP3Error(line, f"<{tag}> is inside of more than {MOST_DEPTH} elements")
        element = Element(tag, line, attributes)
        if self._open:
            self._open[-1].children.append(element)
            self._texts[-1].append(" ")
        else:
            self._root = element
        self._open.append(element)
        self._texts.append([])

    def _count(self) -> None:
        spend("elements", self._n_uncounted)
        self._n_uncounted, self._at_once = 0, min(AT_ONCE, left("elements") + 1)

    def _end(self, _: str) -> None:
        element = self._open.pop()
        element.text = "".join(self._texts.pop())
        if NEXT in element.text and self._are_joined != (element.tag == "args"):
            element.fail(
                "this is not XML: mismatched tag"
                if self._are_joined
                else f"unexpected text {NEXT!r}"
            )

    def _text(self, text: str) -> None:
        element, before, n = self._open[-1], self._texts[-1], text.count(NEXT)
        before.append(text)
        if n and element.tag == "args":  # lists of arguments that were joined
            self._count()
            room = left("elements")
            try:
                spend("elements", min(n, room + 1))
            except BudgetError as error:
                until = "".join([*before[:-1], *text.split(NEXT)[: room + 1]])
                raise XCSP3Error(element.line + until.count("\n"), str(error)) from error
            self._count()  # there is less room for the next elements

    def _declared(self, *_: object) -> None:
        line = self._parser.CurrentLineNumber
        raise XCSP3Error(line, "declarations of document types and entities are refused")


def attribute_number(element: Element, name: str, default: int = 0) -> int:
    """Return an attribute that is a number."""
    text = element.attributes.get(name)
    if text is None:
        return default
    try:
        return int(text)
    except ValueError:
        element.fail(f"the attribute {name} is {text!r} instead of a number")


def attribute_choice(element: Element, name: str, choices: Sequence[str]) -> str:
    """Return an attribute that is one of some words; by default the first of them."""
    text = element.attributes.get(name, choices[0])
    if text not in choices:
        element.fail(f"the attribute {name} is {text!r}: it must be {' or '.join(choices)}")
    return text
