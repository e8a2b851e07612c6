"""Pieces of Markdown: tables, pictures, blocks of code."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence


def document(title: str, *parts: str) -> str:
    """Return a page: its title and its parts, with blank lines between them."""
    return "\n\n".join([f"# {title}", *parts]) + "\n"


def table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table.

    Examples
    --------
    >>> print(table(["name", "size"], [["queens", 8]]))
    | name | size |
    |---|---|
    | queens | 8 |
    """
    lines = [header, ["---"] * len(header), *([cell(each) for each in row] for row in rows)]
    texts = [" | ".join(map(str, line)) for line in lines]
    texts[1] = "|".join(lines[1])
    return "\n".join([f"| {texts[0]} |", f"|{texts[1]}|", *(f"| {text} |" for text in texts[2:])])


def cell(value: object) -> str:
    r"""Return a value as the text of a cell of a table: on one line, without bars.

    Examples
    --------
    >>> cell("p | q")
    'p \\| q'
    """
    return re.sub(r"\s*\n\s*", " ", str(value)).replace("|", "\\|")


def code(text: str, language: str = "") -> str:
    """Return a block of code."""
    return f"```{language}\n{text.rstrip()}\n```"


def figure(path: str, caption: str, *, alt: str = "", width: int | None = None) -> str:
    """Return a picture with a caption below it; the path begins at the folder of the page.

    Parameters
    ----------
    caption
        Markdown on one line; empty for none.
    alt
        What the picture shows, for readers who cannot see it; by default the caption.
    width
        The largest width, in pixels.
    """
    size = f' style="max-width: {width}px"' if width else ""
    shown = plain(alt or caption)
    picture = f'<img src="{path}" alt="{shown}" loading="lazy"{size}>'
    words = f'<figcaption markdown="span">{caption}</figcaption>' if caption else ""
    return f'<figure markdown="block">{picture}{words}</figure>'


def plain(text: str) -> str:
    """Return a text for an attribute of HTML: without marks of Markdown and quotes.

    Examples
    --------
    >>> plain('`x` is "small" & 1 < 2')
    'x is &quot;small&quot; &amp; 1 &lt; 2'
    """
    for old, new in (("`", ""), ("*", ""), ("&", "&amp;"), ('"', "&quot;"), ("<", "&lt;")):
        text = text.replace(old, new)
    return text


def anchor(title: str) -> str:
    """Return the name of the place of a heading, as Python-Markdown makes it.

    Examples
    --------
    >>> anchor("Two-string kite (0401)")
    'two-string-kite-0401'
    """
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", title).strip().lower())
