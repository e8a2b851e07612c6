"""The parser of FlatZinc: a text becomes declarations, constraints and a goal.

Expressions are Python objects: truth values, integers, floats, strings, sets (`range` or
`frozenset`) and lists, and for what needs a place in the text, `Name`, `Access` and `Call`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from csp.formats.flatzinc.tokens import Source, Word
from csp.formats.read_back import MOST_DIGITS

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Name:
    """A name of a variable, parameter or annotation."""

    name: str
    start: int


@dataclass(frozen=True, slots=True)
class Access:
    """An element of an array, as in `x[3]`."""

    name: str
    index: int
    start: int


@dataclass(frozen=True, slots=True)
class Call:
    """A constraint, or an annotation with arguments."""

    name: str
    arguments: list[Any]
    start: int
    annotations: list[Any] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Declaration:
    """A declaration of a parameter, a variable or an array.

    Attributes
    ----------
    kind
        "bool", "int", "float", "set of int" or "set of float".
    domain
        The possible values, a pair of floats for those between two; None if all are possible.
    is_variable
        Whether it is a variable, or an array of variables.
    length
        The number of elements, or None if it is no array.
    """

    name: str
    kind: str
    domain: Any
    is_variable: bool
    length: int | None
    annotations: list[Any]
    value: Any
    start: int


@dataclass(frozen=True, slots=True)
class Goal:
    """The solve item: "satisfy", "minimize" or "maximize" with an objective."""

    kind: str
    objective: Any
    annotations: list[Any]
    start: int


@dataclass
class Program:
    """All items of a text."""

    source: Source
    declarations: list[Declaration] = field(default_factory=list)
    constraints: list[Call] = field(default_factory=list)
    goal: Goal | None = None


def parse(text: str) -> Program:
    """Return the items of a FlatZinc text.

    Raises
    ------
    FlatZincError
        If the text is not FlatZinc; the message names line and column.

    Examples
    --------
    >>> program = parse("var 1..3: x; constraint int_ne(x, 2); solve satisfy;")
    >>> program.declarations[0].domain, program.constraints[0].name, program.goal.kind
    (range(1, 4), 'int_ne', 'satisfy')
    """
    return _Parser(text).program()


class _Parser:
    """Reads the words of a text one after another."""

    def __init__(self, text: str) -> None:
        self._source = Source(text)
        self._words = self._source.words()
        self._next = 0

    def program(self) -> Program:
        program = Program(self._source)
        while self._word.kind != "end":
            start = self._word
            if self._skip("predicate"):
                self._predicate()
            elif self._skip("constraint"):
                call = self._call(self._take("name", "the name of a predicate"))
                call.annotations.extend(self._annotations())
                program.constraints.append(call)
            elif self._skip("solve"):
                if program.goal is not None:
                    self._fail(start, "there is a solve item already")
                program.goal = self._goal(start)
            else:
                program.declarations.append(self._declaration())
            self._expect(";")
        if program.goal is None:
            self._fail(self._word, "there is no solve item")
        return program

    @property
    def _word(self) -> Word:
        return self._words[self._next]

    def _fail(self, word: Word, message: str) -> Any:
        self._source.fail(word.start, message)

    def _skip(self, text: str) -> bool:
        """Skip the next word if it is a certain one, and return whether it was."""
        word = self._word
        if word.text != text or word.kind == "string":
            return False
        self._next += 1
        return True

    def _expect(self, text: str) -> None:
        if not self._skip(text):
            self._fail(self._word, f"expected {text!r}, and found {self._word.text}")

    def _take(self, kind: str, what: str) -> Word:
        word = self._word
        if word.kind != kind:
            self._fail(word, f"expected {what}, and found {word.text}")
        self._next += 1
        return word

    def _predicate(self) -> None:
        """Skip the declaration of a predicate: its name is looked up in our own registry."""
        while self._word.kind != "end" and self._word.text != ";":
            self._next += 1

    def _goal(self, start: Word) -> Goal:
        annotations = self._annotations()
        kind = self._take("name", "satisfy, minimize or maximize")
        if kind.text not in ("satisfy", "minimize", "maximize"):
            self._fail(kind, f"expected satisfy, minimize or maximize, and found {kind.text}")
        objective = None if kind.text == "satisfy" else self._expression()
        return Goal(kind.text, objective, annotations, start.start)

    def _declaration(self) -> Declaration:
        start, length = self._word, None
        if self._skip("array"):
            self._expect("[")
            length = self._index_set()
            self._expect("]")
            self._expect("of")
        is_variable = self._skip("var")
        kind, domain = self._type()
        self._expect(":")
        name = self._take("name", "the name of a variable or parameter")
        annotations = self._annotations()
        value = self._expression() if self._skip("=") else None
        if value is None and (length is not None or not is_variable):
            what = "an array" if length is not None else "a parameter"
            self._fail(name, f"{name.text} has no value: {what} must have one")
        if length is not None and value is not None and not isinstance(value, Name):
            n = len(value) if isinstance(value, list) else None
            if n is None:
                self._fail(start, f"the value of the array {name.text} is not an array")
            if n != length and length >= 0:
                self._fail(start, f"{name.text} has {length} elements, and {n} are given")
        return Declaration(
            name.text, kind, domain, is_variable, length, annotations, value, name.start
        )

    def _index_set(self) -> int:
        """Return the length of an array; -1 if it is left open, as in `array [int]`."""
        if self._skip("int"):
            return -1
        first = self._take("int", "the index 1")
        if first.text != "1":
            self._fail(first, "the indices of an array must begin with 1")
        self._expect("..")
        return self._whole(self._take("int", "a number of elements"))

    def _type(self) -> tuple[str, Any]:
        start = self._word
        is_set = self._skip("set")
        if is_set:
            self._expect("of")
        if self._word.kind == "name":
            kind, domain = self._take("name", "a type").text, None
            if kind not in ("bool", "int", "float") or (is_set and kind == "bool"):
                self._fail(start, f"expected a type, and found {kind}")
        else:
            domain = self._expression()
            kind = "int" if isinstance(domain, range | frozenset) else "float"
            if kind == "float" and not isinstance(domain, tuple):
                self._fail(start, "expected a type: bool, int, float, a range or a set")
        return (f"set of {kind}" if is_set else kind), domain

    def _annotations(self) -> list[Any]:
        found = []
        while self._skip("::"):
            found.append(self._expression())
        return found

    def _expression(self) -> Any:
        word = self._word
        self._next += 1
        if word.kind in ("int", "float"):
            if self._skip(".."):
                return self._range(word, self._word)
            return self._number(word)
        if word.kind == "string":
            return word.text[1:-1]
        if word.kind == "name":
            if word.text in ("true", "false"):
                return word.text == "true"
            if self._word.text == "(":
                return self._call(word)
            if self._skip("["):
                index = self._whole(self._take("int", "a whole number as an index"))
                self._expect("]")
                return Access(word.text, index, word.start)
            return Name(word.text, word.start)
        if word.text == "[":
            return self._list("]", self._expression)
        if word.text == "{":
            return self._set(word)
        return self._fail(word, f"expected an expression, and found {word.text}")

    def _range(self, low: Word, high: Word) -> Any:
        if high.kind not in ("int", "float"):
            self._fail(high, f"expected a number after .., and found {high.text}")
        self._next += 1
        least, most = self._number(low), self._number(high)
        if isinstance(least, int) and isinstance(most, int):
            return range(least, most + 1)
        return least, most

    def _set(self, start: Word) -> Any:
        values = self._list("}", self._expression)
        if any(isinstance(each, float) for each in values):
            return tuple(values)
        if not all(type(each) is int for each in values):
            self._fail(start, "a set must have numbers as elements")
        return frozenset(values)

    def _call(self, name: Word) -> Call:
        self._expect("(")
        return Call(name.text, self._list(")", self._expression), name.start)

    def _list(self, end: str, read: Callable[[], Found]) -> list[Found]:
        """Read elements separated by commas, up to a bracket; a last comma is allowed."""
        found: list[Found] = []
        while not self._skip(end):
            if found:
                self._expect(",")
                if self._skip(end):
                    break
            found.append(read())
        return found

    def _number(self, word: Word) -> int | float:
        if word.kind == "int":
            return self._whole(word)
        text = word.text.lower()
        try:
            return float.fromhex(text) if "x" in text else float(text)
        except OverflowError:
            return self._fail(word, f"the number {word.text} is too large")  # type: ignore[no-any-return]

    def _whole(self, word: Word) -> int:
        if len(word.text) > MOST_DIGITS:
            self._fail(
                word,
                f"a number has {len(word.text)} characters: at most {MOST_DIGITS} are possible",
            )
        text = word.text.lower()
        return int(text, 0) if "x" in text or "o" in text else int(text)
