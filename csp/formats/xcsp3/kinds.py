"""The form of the registry of constraints: the parts of an element, and a function of these."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from csp.formats.xcsp3.document import Element
from csp.formats.xcsp3.scope import Scope
from csp.model.constraint import Constraint

PART = re.compile(r"([A-Za-z]+)([?*]?)(?:\[([A-Za-z ]+)\])?")


@dataclass(frozen=True)
class Kind:
    """A kind of constraint.

    Attributes
    ----------
    parts
        The elements in it: a question mark follows those that may be missing, an asterisk those
        that may be repeated, and brackets enclose attributes.
    build
        Returns the constraints of an element.
    attributes
        The attributes of the element itself.
    text
        The name of the part that the text of an element stands for which has no elements in it.
    """

    parts: str
    build: Callable[[Scope, Element], Iterable[Constraint]]
    attributes: str = ""
    text: str = ""

    @cached_property
    def _parts(self) -> dict[str, tuple[str, str]]:
        return {name: (how, more or "") for name, how, more in PART.findall(self.parts)}

    def constraints(self, scope: Scope, element: Element) -> list[Constraint]:
        """Return the constraints of an element, after checking its form.

        Raises
        ------
        XCSP3Error
            If something in it is wrong, or is not in XCSP3-core.
        """
        element.check(self.attributes, has_text=bool(self.text) and not element.children)
        if self.text and not element.children:
            own = Element(self.text, element.line, text=element.text, shown=element.tag)
            element = Element(element.tag, element.line, element.attributes, [own])
        self._check(element)
        return list(self.build(scope, element))

    def _check(self, element: Element) -> None:
        met = set[str]()
        for child in element.children:
            how, attributes = self._parts.get(child.tag, (None, ""))
            if how is None:
                child.fail(f"this is not a part of <{element.tag}> in XCSP3-core")
            if child.tag in met and how != "*":
                child.fail(f"<{element.tag}> has this part twice")
            if child.children:
                child.children[0].fail(f"<{child.tag}> has no elements in it")
            child.check(attributes, has_text=True)
            met.add(child.tag)
        for name, (how, _) in self._parts.items():
            if not how and name not in met:
                element.part(name)  # raises
