"""The parser of FlatZinc: a text becomes declarations, constraints and a goal.

Most items have one of the usual forms (`csp.formats.flatzinc.usual`). All others are read here, one
word after another, and so are the usual ones that are wrong: this is where errors are found.
"""

from __future__ import annotations

from typing import Any

from csp.formats.flatzinc.atoms import Atoms
from csp.formats.flatzinc.items import Call, Declaration, Goal, Name, Program
from csp.formats.flatzinc.tokens import END, SIGNS, Source
from csp.formats.flatzinc.usual import FORM, Usual
from exactcover.runtime.search.limits import stop_if_due, watched

OFTEN = 1 << 10
"""The elements of a list, and the annotations, between two looks at the limits."""


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
    """Reads the words of an item one after another."""

    def __init__(self, text: str) -> None:
        self._source = Source(text)
        self._atoms = Atoms()
        self._usual = Usual(self._atoms, self._type_in, self._annotations_in)
        self._words, self._places = [END], [0]
        self._next = 0

    def program(self) -> Program:
        program, usual = Program(self._source), self._usual
        for match in watched(FORM.finditer(self._source.text)):
            item = usual.item(match)
            if isinstance(item, Call):
                program.constraints.append(item)
            elif item is not None:
                program.declarations.append(item)
            else:
                self._begin(*match.span())
                if self._words[0] == END:
                    break
                self._item(program)
                if self._words[self._next] != ";":
                    self._expect(";")
        if program.goal is None:
            self._begin(len(self._source.text))
            self._fail("there is no solve item")
        return program

    def _begin(self, begin: int, end: int | None = None) -> None:
        """Begin with the words of a part of the text."""
        self._words, self._places = self._source.words(begin, end)
        self._next = 0

    def _item(self, program: Program) -> None:
        """Read an item up to its semicolon."""
        words, first = self._words, self._words[0]
        if first == "constraint":
            self._next = 2
            call = self._call(words[1])
            if words[self._next] == "::":
                call.annotations = self._annotations()
            program.constraints.append(call)
        elif first == "predicate":  # its name is looked up in our own registry
            self._next = max(1, len(words) - 2)
        elif first == "solve":
            if program.goal is not None:
                self._fail("there is a solve item already")
            program.goal = self._goal()
        else:
            program.declarations.append(self._declaration())

    def _type_in(self, begin: int, end: int) -> tuple[str, Any] | None:
        """Return the type that a part of the text says; None if there is more in it."""
        self._begin(begin, end)
        found = self._type()
        return found if self._words[self._next] == END else None

    def _annotations_in(self, begin: int, end: int) -> list[Any] | None:
        """Return the annotations that a part of the text says; None if there is more in it."""
        self._begin(begin, end)
        found = self._annotations()
        return found if self._words[self._next] == END else None

    def _fail(self, message: str, at: int | None = None) -> Any:
        """Raise FlatZincError for the next word, or for that at a place in the item."""
        at = self._next if at is None else at
        word = self._words[at]
        if len(word) == 1 and not word.isalnum() and word != "_" and word not in SIGNS:
            message = f"unexpected character {word!r}"
        self._source.fail(self._places[at], message)

    def _expected(self, what: str) -> Any:
        self._fail(f"expected {what}, and found {self._words[self._next] or 'the end of the text'}")

    def _skip(self, text: str) -> bool:
        """Skip the next word if it is a certain one, and return whether it was."""
        if self._words[self._next] != text:
            return False
        self._next += 1
        return True

    def _expect(self, text: str) -> None:
        if not self._skip(text):
            self._expected(repr(text))

    def _name(self, what: str) -> str:
        word = self._words[self._next]
        if not (word[:1].isalpha() or word[:1] == "_") or word[-1] == "]":
            self._expected(what)
        self._next += 1
        return word

    def _goal(self) -> Goal:
        start, self._next = self._places[0], 1
        annotations = self._annotations()
        kind = self._name("satisfy, minimize or maximize")
        if kind not in ("satisfy", "minimize", "maximize"):
            self._next -= 1
            self._expected("satisfy, minimize or maximize")
        objective = None if kind == "satisfy" else self._expression()
        return Goal(kind, objective, annotations, start)

    def _declaration(self) -> Declaration:
        length = self._index_set() if self._skip("array") else None
        is_variable = self._skip("var")
        kind, domain = self._type()
        self._expect(":")
        at = self._next
        name = self._name("the name of a variable or parameter")
        annotations = self._annotations()
        value = self._expression() if self._skip("=") else None
        if value is None and (length is not None or not is_variable):
            what = "an array" if length is not None else "a parameter"
            self._fail(f"{name} has no value: {what} must have one", at)
        if length is not None and value is not None and not isinstance(value, Name):
            n = len(value) if isinstance(value, list) else None
            if n is None:
                self._fail(f"the value of the array {name} is not an array", 0)
            if n != length and length >= 0:
                self._fail(f"{name} has {length} elements, and {n} are given", 0)
        start = self._places[at]
        return Declaration(name, kind, domain, is_variable, length, annotations, value, start)

    def _index_set(self) -> int:
        """Return the length of an array; -1 if it is left open, as in `array [int]`."""
        self._expect("[")
        if self._skip("int"):
            length = -1
        else:
            own = self._expression()
            if not isinstance(own, range) or own.start != 1:
                self._fail("the indices of an array must be a range that begins with 1", 2)
            length = own.stop - 1
        self._expect("]")
        self._expect("of")
        return length

    def _type(self) -> tuple[str, Any]:
        at = self._next
        is_set = self._skip("set")
        if is_set:
            self._expect("of")
        word = self._words[self._next]
        if word[:1].isalpha() or word[:1] == "_":
            self._next += 1
            kind, domain = word, None
            if kind not in ("bool", "int", "float") or (is_set and kind == "bool"):
                self._fail(f"expected a type, and found {kind}", at)
        else:
            domain = self._expression()
            kind = "int" if isinstance(domain, range | frozenset) else "float"
            if kind == "float" and not isinstance(domain, tuple):
                self._fail("expected a type: bool, int, float, a range or a set", at)
        return (f"set of {kind}" if is_set else kind), domain

    def _annotations(self) -> list[Any]:
        words, found = self._words, list[Any]()
        while words[self._next] == "::":
            if len(found) % OFTEN == OFTEN - 1:
                stop_if_due()
            self._next += 1
            found.append(self._expression())
        return found

    def _expression(self) -> Any:
        words, at = self._words, self._next
        word = words[at]
        if words[at + 1 : at + 2] == ["("]:
            self._next += 1
            return self._call(word)
        try:
            found = self._atoms[word]
        except KeyError:
            if word == "[":
                self._next += 1
                return self._list("]")
            if word == "{":
                return self._set()
            return self._expected("an expression")
        except ValueError as error:
            return self._fail(str(error))
        self._next += 1
        return found

    def _set(self) -> Any:
        at = self._next
        self._next += 1
        values = self._list("}")
        if any(isinstance(each, float) for each in values):
            return tuple(values)
        if not all(type(each) is int for each in values):
            self._fail("a set must have numbers as elements", at)
        return frozenset(values)

    def _call(self, name: str) -> Call:
        """Return a call, whose name is the last word that was read."""
        at = self._next - 1
        if not name.isidentifier():
            self._next = at
            self._expected("the name of a predicate")
        if self._words[self._next] != "(":
            self._expect("(")
        self._next += 1
        return Call(name, self._list(")"), self._places[at])

    def _list(self, end: str) -> list[Any]:
        """Read elements separated by commas, up to a bracket; a last comma is allowed."""
        found = list[Any]()
        while self._words[self._next] != end:
            if len(found) % OFTEN == OFTEN - 1:
                stop_if_due()
            found.append(self._expression())
            if not self._skip(",") and self._words[self._next] != end:
                self._expect(",")
        self._next += 1
        return found
