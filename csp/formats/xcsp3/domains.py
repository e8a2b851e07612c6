"""The variables of an XCSP3 document: names, arrays, and the domains of their parts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from math import prod
from typing import Any, NamedTuple, cast

import numpy as np

from csp.errors import ModelError
from csp.formats.xcsp3.document import Element, about, attribute_number
from csp.formats.xcsp3.words import RANGE, number
from csp.model.array import VariableArray
from csp.model.expressions import Variable
from csp.model.model import Model
from exactcover.runtime.reading_budget import spend
from exactcover.runtime.search.limits import watched

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
INDICES = re.compile(r"(?:\[[0-9.]*\])+")

Domain = range | list[int]


class Cells(NamedTuple):
    """A part of an array: its name, and the numbers of the cells in each dimension."""

    name: str
    ranges: list[range]


class Variables:
    """The variables of a document.

    Attributes
    ----------
    single
        Name -> variable, of all variables: an element of an array as in `x[2][0]`.
    arrays
        Name -> array; None stands for a cell without a domain.
    declared
        Name -> variable or array, in the order of the document.
    """

    def __init__(self, model: Model) -> None:
        self._model = model
        self.single: dict[str, Variable] = {}
        self.arrays: dict[str, VariableArray[Any]] = {}
        self.declared: dict[str, Any] = {}
        self._domains: dict[str, Domain] = {}

    def declare(self, element: Element) -> None:
        """Make the variables of the element `variables`."""
        element.check()
        for child in element.children:
            with about(child):
                if child.tag == "var":
                    self._make_variable(child)
                elif child.tag == "array":
                    self._make_array(child)
                else:
                    child.fail("this kind of variable is not in XCSP3-core")

    def _name(self, element: Element) -> str:
        name = element.attributes.get("id", "")
        if not NAME.fullmatch(name):
            element.fail(f"its id is {name!r}: it must be a letter, then letters and digits")
        if name in self.declared:
            element.fail(f"there is already a variable {name}")
        if element.attributes.get("type", "integer") != "integer":
            element.fail("only variables of the types integer and symbolic are known")
        return name

    def _make_variable(self, element: Element) -> None:
        name = self._name(element)
        element.check("type as", has_text=True)
        if element.children:
            element.children[0].fail("<var> has no elements in it")
        domain = self._copied(element) or domain_of(element.text)
        self._domains[name] = domain
        self.declared[name] = self.single[name] = self._model.variable(domain, name)

    def _make_array(self, element: Element) -> None:
        name = self._name(element)
        element.check("type as size startIndex", has_text=True)
        if attribute_number(element, "startIndex"):
            element.fail("arrays whose indices do not begin at 0 are not in XCSP3-core")
        shape = self._shape(element)
        array = np.full(shape, None, dtype=object).view(VariableArray)
        domains = dict[tuple[int, ...], Domain]()
        whole = self._copied(element) or (domain_of(element.text) if element.text.strip() else None)
        if whole is not None:
            if element.children:
                element.children[0].fail("the array has a domain for all of its variables already")
            self._domains[name] = whole
            domains = dict.fromkeys(np.ndindex(array.shape), whole)
        for child in element.children:
            self._take_domain(child, name, array, domains)
        self.declared[name] = self.arrays[name] = array
        for place, domain in watched(sorted(domains.items())):
            cell = name + "".join(f"[{k}]" for k in place)
            array[place] = self.single[cell] = self._model.variable(domain, cell)

    def _shape(self, element: Element) -> tuple[int, ...]:
        text = element.attributes.get("size", "").replace(" ", "")
        if not re.fullmatch(r"(\[[0-9]{1,9}\]){1,20}", text):
            element.fail(f"its size is {text!r}: it must be as in [3] or [3][4]")
        shape = tuple(map(int, text[1:-1].split("][")))
        spend("cells", prod(shape))
        return shape

    def _copied(self, element: Element) -> Domain | None:
        """Return the domain of the variable or the array that `as` names."""
        other = element.attributes.get("as")
        if other is None:
            return None
        if element.text.strip() or element.children:
            element.fail("an element with the attribute as has no domain of its own")
        if other in self.single:
            values = self.single[other].values
            return values if isinstance(values, range) else [*values]
        if other not in self._domains:
            element.fail(f"there is no variable, and no array with one domain, named {other!r}")
        return self._domains[other]

    def _take_domain(
        self, element: Element, name: str, array: VariableArray[Any], domains: dict[Any, Domain]
    ) -> None:
        """Enter the domain of a part of an array; what has a domain already keeps it."""
        if element.tag != "domain":
            element.fail("an array has only elements <domain> in it")
        element.check("for", has_text=True)
        target, domain = element.attributes.get("for", "").split(), domain_of(element.text)
        if not target:
            element.fail("the attribute for must name a part of the array, or be others")
        if target == ["others"]:
            for place in np.ndindex(array.shape):
                domains.setdefault(place, domain)
            return
        for word in target:
            found = cells(word, {name: array})
            if found is None:
                element.fail(f"{word!r} is no part of the array {name}")
            spend("terms", prod(map(len, found.ranges)))
            for place in product(*found.ranges):
                if place in domains:
                    element.fail(f"{word} has a domain already")
                domains[place] = domain

    def expanded(self, word: str) -> list[Variable] | None:
        """Return the variables that a word such as `x[1..2][]` stands for; None if it is none."""
        if word in self.single:
            return [self.single[word]]
        if (found := self.part(word)) is None:
            return None
        spend("terms", found.size)
        return [*_there(found)]

    def part(self, word: str) -> VariableArray[Any] | None:
        """Return the part of an array that a word stands for; None if it is none.

        It has a dimension for each index that is a range, also one of one number.
        """
        found = cells(word, self.arrays)
        if found is None:
            return None
        indices = word[len(found.name) :]
        picked = self.arrays[found.name][np.ix_(*found.ranges)]
        texts = indices[1:-1].split("][") if indices else [""] * len(found.ranges)
        lengths = [len(own) for own, text in zip(found.ranges, texts, strict=True) if _many(text)]
        return cast(VariableArray[Any], picked.reshape(lengths))


def _many(index: str) -> bool:
    """Return whether an index stands for a range."""
    return not index or ".." in index


def _there(array: VariableArray[Any]) -> Iterator[Variable]:
    """Yield the variables of an array, without its empty cells."""
    return (cast(Variable, each) for each in array.flat if each is not None)


def cells(word: str, arrays: dict[str, VariableArray[Any]]) -> Cells | None:
    """Return the part of an array that a word names; None if there is no such array.

    Raises
    ------
    ModelError
        If the indices are wrong.
    """
    name, bracket, rest = word.partition("[")
    array = arrays.get(name)
    if array is None:
        return None
    if not bracket:
        return Cells(name, [range(n) for n in array.shape])
    if not INDICES.fullmatch(bracket + rest):
        raise ModelError(f"{word!r} is no part of an array")
    texts = rest[:-1].split("][")
    if len(texts) != array.ndim:
        raise ModelError(f"{word!r} has {len(texts)} indices, and {name} has {array.ndim}")
    return Cells(
        name, [_indices(text, n, word) for text, n in zip(texts, array.shape, strict=True)]
    )


def _indices(text: str, n: int, word: str) -> range:
    if not text:
        return range(n)
    match = RANGE.fullmatch(text)
    first, last = (int(match[1]), int(match[2])) if match else (number(text), number(text))
    if not 0 <= first <= last < n:
        raise ModelError(f"{word!r}: the index {text} is not within 0..{n - 1}")
    return range(first, last + 1)


def domain_of(text: str) -> Domain:
    """Return a domain: numbers and ranges.

    Examples
    --------
    >>> domain_of(" 1..5 "), domain_of("1 3..4")
    (range(1, 6), [1, 3, 4])
    """
    words, found = text.split(), list[int]()
    for word in words:
        match = RANGE.fullmatch(word)
        first, last = (int(match[1]), int(match[2])) if match else (number(word), number(word))
        if match and len(words) == 1 and first <= last:
            return range(first, last + 1)
        spend("numbers", max(0, last + 1 - first))
        found += range(first, last + 1)
    return found
