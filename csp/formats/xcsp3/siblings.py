"""Constraints that stand alone and have the form of others: each is a template with arguments.

The variables and numbers in the text of a constraint are its arguments, and what remains is its
form.
"""

from __future__ import annotations

import re
from itertools import count
from typing import NamedTuple

from csp.formats.xcsp3.document import NEXT, Element
from csp.formats.xcsp3.terms import COMPARISONS

ARGUMENT = re.compile(
    rf"(?<![\w.\[\]])((?!(?:{'|'.join(COMPARISONS)})\b)[A-Za-z]\w*+(?:\[[0-9]+\])*+|[-+]?[0-9]++)"
    r"(?![\w.\[(])",
    re.ASCII,
)
LONGEST = 1 << 10
"""The most characters of such a constraint: longer ones are not often of the same form."""

Key = tuple[str, ...]
"""The name of an element and those of its parts, and their texts without arguments."""


class Form(NamedTuple):
    """The form of a constraint, and its arguments."""

    key: Key
    words: list[str]


def form_of(element: Element) -> Form | None:
    """Return the form of a constraint; None if it has attributes or is long.

    Examples
    --------
    >>> form_of(Element("intension", 1, text="le(add(x[0],3),y)"))
    Form(key=('intension', 'le(add(%,%),%)'), words=['x[0]', '3', 'y'])
    """
    tags, texts = [element.tag], [element.text]
    attributes = [element.attributes]
    for child in element.children:
        tags.append(child.tag)
        texts.append(child.text)
        attributes.append(child.attributes)
        if child.children:
            return None
    text = NEXT.join(texts)
    if len(text) > LONGEST or "%" in text or any(attributes) or text.count(NEXT) >= len(texts):
        return None
    parts = ARGUMENT.split(text)
    return Form((*tags, "%".join(parts[::2])), parts[1::2])


def template_of(key: Key, element: Element) -> Element:
    """Return the template of a form, whose places are counted from 0 on."""
    *tags, text = key
    places = count()
    own, *others = re.sub("%", lambda _: f"%{next(places)}", text).split(NEXT)
    parts = zip(tags[1:], others, strict=True)
    children = [Element(tag, element.line, text=part) for tag, part in parts]
    return Element(element.tag, element.line, children=children, text=own)
