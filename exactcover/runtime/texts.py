"""Texts of others, such as names of items, where they reach a terminal, a picture or a page."""

from __future__ import annotations

import re

NOT_IN_XML = re.compile(
    r"[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd\U00010000-\U0010ffff]"
)
"""What XML cannot hold, or discourages: control characters, surrogates, no characters."""

CONTROLS = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f\ud800-\udfff]")


def controls(text: str) -> str:
    r"""Return the control characters and the parts of characters in a text, without tabs.

    >>> controls("a\x1b[31mb\tc\ud800 \u202eä")
    '\x1b\ud800'
    """
    return "".join(CONTROLS.findall(text))


def printable(text: object) -> str:
    r"""Return a text in which what could control a terminal is escaped, as in `repr`.

    These are control characters, also line breaks, and characters that change the direction of
    others or cannot be seen, and parts of characters.

    >>> print(printable("a\x1b[31mb\r\u202ec\ud800 ä"))
    a\x1b[31mb\r\u202ec\ud800 ä
    """
    plain = str(text)
    if plain.isprintable():
        return plain
    return "".join(each if each.isprintable() else repr(each)[1:-1] for each in plain)


def printable_lines(text: object) -> str:
    r"""Return a text of several lines, each of them `printable`.

    >>> print(printable_lines("a\nb\x07"))
    a
    b\x07
    """
    return "\n".join(map(printable, str(text).split("\n")))


def well_formed(text: str) -> str:
    r"""Return XML in which characters that XML cannot hold are replaced by U+FFFD.

    >>> well_formed("<a>\x1b\x85\ud800ä</a>")
    '<a>\ufffd\ufffd\ufffdä</a>'
    """
    return NOT_IN_XML.sub("\ufffd", text)


def encoding_of(start: bytes) -> str:
    r"""Return the encoding of a text in UTF-8 or UTF-16 from its first bytes.

    Without a byte-order mark, zeros at every second place tell UTF-16.

    >>> encoding_of(b"1."), encoding_of("1.".encode("utf-16")), encoding_of(b"1\0.\0")
    ('utf-8-sig', 'utf-16', 'utf-16-le')
    """
    if start.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    if len(start) >= 2 and not start[1] and start[0]:
        return "utf-16-le"
    return "utf-16-be" if len(start) >= 2 and not start[0] and start[1] else "utf-8-sig"


def markup(text: object) -> str:
    r"""Return a text as it is written in XML or HTML, in an element or an attribute.

    >>> markup("<a> & \x1b")
    '&lt;a&gt; &amp; \ufffd'
    """
    import html  # which has the names of all entities

    return html.escape(well_formed(str(text)))
