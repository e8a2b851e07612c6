"""What the elements of constraints have in common: lists, matrices, numbers, conditions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeVar

from csp.constraints.conditions import Entry
from csp.constraints.table import CheckedRows
from csp.errors import ModelError
from csp.formats.xcsp3 import hybrid, words
from csp.formats.xcsp3.document import Element, about
from csp.formats.xcsp3.domains import Variables
from csp.formats.xcsp3.rows import Places
from csp.formats.xcsp3.terms import Terms
from csp.model.constraint import Constraint
from csp.model.expressions import Expression, expression
from exactcover.runtime.reading_budget import spend

Own = TypeVar("Own")
Many = list[Expression]
Condition = Callable[[Expression], Constraint]


class Bounds(NamedTuple):
    """The least and the greatest number of occurrences, as in 1..3."""

    least: int
    most: int


class Scope:
    """Reads the parts of constraints.

    Parameters
    ----------
    variables
        The variables of the document.

    Attributes
    ----------
    places
        The places of templates.
    """

    def __init__(self, variables: Variables) -> None:
        self.variables = variables
        self._terms = Terms(variables.single)
        self.places = Places()
        # The constraints of a group have the same rows, which are kept while the text is read.
        self._rows_of_numbers = lru_cache(maxsize=16)(_rows_of_numbers)

    def terms(self, element: Element) -> Many:
        """Return the terms in an element, where `x[]` stands for all variables of an array."""
        with about(element):
            return list(self._terms_of(words.split(element.text)))

    def term(self, element: Element) -> Expression:
        """Return the only term in an element."""
        found = self.terms(element)
        if len(found) != 1:
            element.fail(f"expected one number, variable or term, and found {len(found)}")
        return found[0]

    def words(self, element: Element) -> list[str]:
        """Return the words in an element, with the names of variables in place of `x[]`."""
        with about(element):
            found = list[str]()
            single = self.variables.single
            for word in words.split(element.text):
                own = None if word in single else self.variables.expanded(word)
                found += [word] if own is None else [each.name for each in own]
            return found

    def _terms_of(self, texts: Sequence[str]) -> Iterator[Expression]:
        single = self.variables.single
        for text in texts:
            if text in single:  # most often, and fast
                yield single[text]
                continue
            own = self.variables.expanded(text)
            if own is not None:
                yield from own
            elif match := words.RANGE.fullmatch(text):
                yield from map(expression, words.between(match[1], match[2]))
            else:
                yield self._terms.term(text)

    def constraint(self, element: Element) -> Constraint:
        """Return the constraint that is a term."""
        with about(element):
            return self._terms.constraint("".join(element.text.split()))

    def numbers(self, element: Element) -> list[int]:
        """Return the numbers in an element."""
        with about(element):
            return words.numbers(element.text)

    def tuples(self, element: Element) -> list[list[str]]:
        """Return the tuples of words in an element."""
        with about(element):
            return words.tuples(element.text)

    def rows(self, element: Element) -> list[Many]:
        """Return the rows of a matrix, as in `x[][]`, or as in `(x,y)(1,2)`."""
        with about(element):
            text = element.text.strip()
            if text.startswith("("):
                # Spaces separate the terms of a row, too, as in (x[0][] y).
                rows = ([*" ".join(row).split()] for row in words.tuples(text))
                return [list(self._terms_of(row)) for row in rows]
            array = self.variables.part(text)
            if array is None or array.ndim != 2:
                raise ModelError(f"{text!r} is no matrix: it must have two dimensions")
            spend("terms", array.size)
            if any(each is None for each in array.flat):
                raise ModelError(f"{text!r} has cells without a domain")
            return [list(row) for row in array]

    def condition(self, element: Element) -> Condition:
        """Return what the condition such as `(le,5)` in an element says of an expression."""
        with about(element):
            return self._terms.condition(element.text)

    def conditions(self, element: Element) -> list[Condition]:
        """Return the conditions in an element."""
        with about(element):
            return [self._terms.condition(text) for text in words.split(element.text)]

    def occurrences(self, element: Element) -> list[Expression | Bounds]:
        """Return numbers of occurrences: terms, and ranges such as 1..3."""
        found = list[Expression | Bounds]()
        with about(element):
            for text in words.split(element.text):
                if match := words.RANGE.fullmatch(text):
                    found.append(Bounds(int(match[1]), int(match[2])))
                else:
                    found += self._terms_of([text])
        return found

    def conditions_in_rows(self, element: Element, n: int) -> list[tuple[Entry, ...]]:
        """Return tuples of n values, conditions, or None for a star."""
        with about(element):
            return _rows_of(hybrid.rows(element.text), hybrid.entry, n)

    def rows_of_numbers(self, element: Element, n: int) -> Sequence[tuple[Entry, ...]]:
        """Return tuples of n numbers, or None for a star; without parentheses for n = 1."""
        with about(element):
            return self._rows_of_numbers(element.text, n)


def _rows_of_numbers(text: str, n: int) -> Sequence[tuple[int | None, ...]]:
    """Return tuples of numbers."""
    if n == 1 and "(" not in text:
        return [(value,) for value in words.numbers(text)]
    plain = words.rows(text, n)
    if plain is not None and len(plain):
        return CheckedRows(plain)
    return _rows_of(
        words.tuples(text), lambda word: None if word == words.STAR else words.number(word), n
    )


def _rows_of(
    texts: Iterable[list[str]], read: Callable[[str], Own], n: int
) -> list[tuple[Own, ...]]:
    """Return rows of n words, each read by a function."""
    found = [tuple(map(read, row)) for row in texts]
    for row in found:
        if len(row) != n:
            raise ModelError(f"the tuple {row} has {len(row)} numbers, and the list {n} variables")
    return found
