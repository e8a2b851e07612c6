"""Expressions in the functional syntax of XCSP3, such as `eq(add(x,y[1]),dist(z,3))`."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from itertools import pairwise
from typing import Any, NamedTuple

from csp.constraints.element import element
from csp.constraints.extremum import maximum, minimum
from csp.constraints.forbidden import forbidden
from csp.constraints.reified import Truth, at_least, exactly, if_then, iff
from csp.constraints.truncated import TruncatedPower, TruncatedQuotient, TruncatedRemainder
from csp.constraints.xor import xor
from csp.errors import ModelError
from csp.formats.flatzinc.predicate import all_of, within
from csp.model.constraint import Constraint
from csp.model.expressions import Expression, expression
from exactcover.runtime.reading_budget import spend

WORD = re.compile(
    r"\s+|(?P<range>[-+]?[0-9]{1,19}\.\.[-+]?[0-9]{1,19})|(?P<number>[-+]?[0-9]{1,19})(?![\w.])"
    r"|(?P<name>[A-Za-z]\w*(?:\[[0-9]+\])*|%[0-9]+)|(?P<sign>[(){},])|(?P<wrong>.)",
    re.ASCII | re.DOTALL,
)
Values = range | frozenset[int]
"""A set of numbers in the text."""


def none(_: int) -> range:
    """Return the places of the arguments that a value has twice: none of them."""
    return range(0)


def inner(n: int) -> range:
    """Return the places of all arguments but the first and the last.

    The value has those twice: ``a == b == c`` compares a with b, and b with c.
    """
    return range(1, n - 1)


class Operator(NamedTuple):
    """A function of the functional syntax.

    Attributes
    ----------
    least, most
        The numbers of arguments that it may have; None for no greatest.
    value
        Returns the expression or the constraint.
    takes_set
        Whether the last argument is a set of numbers.
    repeated
        Returns the places of the arguments that the value has twice, given their number.
    """

    least: int
    most: int | None
    value: Callable[..., Any]
    takes_set: bool = False
    repeated: Callable[[int], range] = none


def equal(*terms: Expression) -> Constraint:
    """Return the constraint that terms are equal."""
    if len(terms) == 2:
        return terms[0] == terms[1]
    return all_of([a == b for a, b in pairwise(terms)], f"eq{terms!r}")


def conjunction(*terms: Expression) -> Constraint:
    """Return the constraint that conditions all hold."""
    parts = [x.constraint if isinstance(x, Truth) else at_least(1, [x]) for x in terms]
    return all_of(parts, f"and{terms!r}")


def equivalent(*terms: Expression) -> Constraint:
    """Return the constraint that conditions all hold, or none does."""
    return all_of([iff(a, b) for a, b in pairwise(terms)], f"iff{terms!r}")


def member(each: Expression, values: Values) -> Constraint:
    """Return the constraint that a term has one of some values."""
    return within(each, values)


def no_member(each: Expression, values: Values) -> Constraint:
    """Return the constraint that a term has none of some values."""
    if isinstance(values, range) and values:
        return at_least(1, [each < values[0], each > values[-1]])
    return forbidden([each], [(value,) for value in sorted(values)])


def chosen(condition: Expression, one: Expression, other: Expression) -> Expression:
    """Return one of two terms, as a condition says."""
    return element([other, one], condition)


COMPARISONS: dict[str, Operator] = {
    "lt": Operator(2, 2, operator.lt),
    "le": Operator(2, 2, operator.le),
    "ge": Operator(2, 2, operator.ge),
    "gt": Operator(2, 2, operator.gt),
    "ne": Operator(2, 2, operator.ne),
    "eq": Operator(2, None, equal, repeated=inner),
    "in": Operator(2, 2, member, takes_set=True),
    "notin": Operator(2, 2, no_member, takes_set=True),
}
"""The operators that conditions have, too."""

OPERATORS: dict[str, Operator] = {
    **COMPARISONS,
    "neg": Operator(1, 1, operator.neg),
    "abs": Operator(1, 1, abs),
    "sqr": Operator(1, 1, lambda x: x * x, repeated=range),
    "add": Operator(2, None, lambda *x: sum(x[1:], x[0])),
    "sub": Operator(2, 2, operator.sub),
    "mul": Operator(2, None, lambda *x: reduce(operator.mul, x)),
    "div": Operator(2, 2, TruncatedQuotient),
    "mod": Operator(2, 2, TruncatedRemainder),
    "pow": Operator(2, 2, TruncatedPower),
    "dist": Operator(2, 2, lambda x, y: abs(x - y)),
    "min": Operator(1, None, lambda *x: minimum(x)),
    "max": Operator(1, None, lambda *x: maximum(x)),
    "not": Operator(1, 1, lambda x: exactly(0, [x])),
    "and": Operator(1, None, conjunction),
    "or": Operator(1, None, lambda *x: at_least(1, x)),
    "xor": Operator(2, None, lambda *x: xor(x)),
    "iff": Operator(2, None, equivalent, repeated=inner),
    "imp": Operator(2, 2, if_then),
    "if": Operator(3, 3, chosen),
}
"""Name -> the function; `set` is part of the syntax."""


_Word = tuple[str, str]
"""The kind and the text of a word."""


class Terms:
    """Reads terms.

    Parameters
    ----------
    variables
        Name -> variable.
    """

    def __init__(self, variables: dict[str, Any]) -> None:
        self._variables = variables

    def term(self, text: str) -> Expression:
        """Return a term as an expression; a constraint is its truth value.

        Raises
        ------
        ModelError
            If it is not a term.
        """
        return expression(self._whole(text))

    def constraint(self, text: str) -> Constraint:
        """Return a term as a constraint: a variable must be 1.

        Raises
        ------
        ModelError
            If it is not a term.
        """
        found = self._whole(text)
        return found if isinstance(found, Constraint) else at_least(1, [expression(found)])

    def condition(self, text: str) -> Callable[[Expression], Constraint]:
        """Return a function that compares an expression as a condition such as `(le,5)` says.

        Raises
        ------
        ModelError
            If it is no condition.
        """
        words = _Reader(text)
        words.expect("(")
        name = words.take("name")
        own = COMPARISONS.get(name)
        if own is None:
            raise ModelError(f"{name!r} is not an operator of conditions")
        words.expect(",")
        operand = self._read(words)
        words.expect(")")
        words.expect("")
        checked = _set(operand) if own.takes_set else _single(operand)
        return lambda each: own.value(each, checked)

    def _whole(self, text: str) -> Any:
        found = self._variables.get(text)  # most often, and fast
        if found is not None:
            return found
        words = _Reader(text)
        term = self._read(words)
        words.expect("")
        return term if isinstance(term, Constraint) else _single(term)

    def _read(self, words: _Reader) -> Any:
        """Return the next term: an expression, a constraint, or a set of numbers."""
        kind, text = words.next()
        words.size += 1
        begin = words.size
        if kind == "number":
            return expression(int(text))
        if kind == "range":
            first, last = map(int, text.split(".."))
            return range(first, last + 1)
        if text == "{":
            return self._set_until(words, "}")
        if kind != "name":
            raise ModelError(f"expected a term, and found {text or 'the end'!r}")
        if not words.skip("("):
            if text not in self._variables:
                raise ModelError(f"there is no variable {text}")
            return self._variables[text]
        if text == "set":
            return self._set_until(words, ")")
        arguments, sizes = list[Any](), list[int]()
        for argument in self._arguments(words):
            arguments.append(argument)
            sizes.append(words.size - sum(sizes) - begin)
        found = _applied(text, arguments)
        copied = sum(sizes[k] for k in OPERATORS[text].repeated(len(sizes)))
        spend("copies", copied)
        words.size += copied
        return found

    def _arguments(self, words: _Reader) -> Iterator[Any]:
        if words.skip(")"):
            return
        yield self._read(words)
        while words.skip(","):
            yield self._read(words)
        words.expect(")")

    def _set_until(self, words: _Reader, end: str) -> frozenset[int]:
        found = set[int]()
        while not words.skip(end):
            kind, text = words.next()
            if kind != "number":
                raise ModelError(f"expected a number of a set, and found {text or 'the end'!r}")
            found.add(int(text))
            words.skip(",")
        return frozenset(found)


def _applied(name: str, arguments: Sequence[Any]) -> Any:
    own = OPERATORS.get(name)
    if own is None:
        raise ModelError(f"the operator {name} is not in XCSP3-core")
    n = len(arguments)
    if n < own.least or (own.most is not None and n > own.most):
        wanted = f"{own.least}" if own.least == own.most else f"{own.least} or more"
        raise ModelError(f"{name} has {n} arguments instead of {wanted}")
    if own.takes_set:
        return own.value(_single(arguments[0]), _set(arguments[1]))
    return own.value(*map(_single, arguments))


def _single(term: Any) -> Expression:
    if isinstance(term, range | frozenset):
        raise ModelError(f"expected a number or a term, and found the set {_listed(term)}")
    return expression(term)


def _set(term: Any) -> Values:
    if not isinstance(term, range | frozenset):
        raise ModelError(f"expected a set of numbers such as 1..5 or {{1,2}}, and found {term!r}")
    return term


def _listed(values: Values) -> str:
    if isinstance(values, range):
        return f"{values.start}..{values.stop - 1}"
    return f"{{{','.join(map(str, sorted(values)))}}}"


class _Reader:
    """The words of a text, one after another.

    Attributes
    ----------
    size
        The number of terms in all values read so far; a term that a value has twice counts twice.
    """

    def __init__(self, text: str) -> None:
        self._words: list[_Word] = [
            (match.lastgroup, match.group()) for match in WORD.finditer(text) if match.lastgroup
        ]
        self._words.append(("end", ""))
        self._place = self.size = 0

    def next(self) -> _Word:
        """Return the next word and go behind it."""
        word = self._words[self._place]
        self._place += word[0] != "end"
        return word

    def skip(self, text: str) -> bool:
        """Go behind the next word if it is a certain one, and return whether it was."""
        found = self._words[self._place][1] == text and text != ""
        self._place += found
        return found

    def expect(self, text: str) -> None:
        """Go behind the next word, which must be a certain one; the empty one is the end."""
        _, word = self.next()
        if word != text:
            what = repr(text) if text else "the end"
            raise ModelError(f"expected {what}, and found {word or 'the end'!r}")

    def take(self, kind: str) -> str:
        """Return the next word, which must be of a kind."""
        own, word = self.next()
        if own != kind:
            raise ModelError(f"expected a {kind}, and found {word or 'the end'!r}")
        return word
