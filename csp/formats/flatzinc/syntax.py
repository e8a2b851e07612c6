"""The parser of FlatZinc: a text becomes declarations, constraints and a goal.

Expressions are Python objects: truth values, integers, floats, strings, sets (`range` or
`frozenset`) and lists, and `Name`, `Access` and `Call`. The same word is the same object wherever
it occurs, so nobody changes one. `start` is a place: the number of words before it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from csp.formats.flatzinc.integers import Integers
from csp.formats.flatzinc.tokens import COMMENT, END, SIGNS, Source
from csp.formats.read_back import MOST_DIGITS
from exactcover.runtime.search.limits import watched

AT_ONCE = 1 << 14
"""The numbers of a list between two looks at the clock."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name of a variable, parameter or annotation."""

    name: str


@dataclass(frozen=True, slots=True)
class Access:
    """An element of an array, as in `x[3]`."""

    name: str
    index: int


@dataclass(slots=True, eq=False)
class Call:
    """A constraint, or an annotation with arguments."""

    name: str
    arguments: list[Any]
    start: int
    annotations: list[Any] = field(default_factory=list)


@dataclass(slots=True, eq=False)
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


class _Atoms(dict[str, Any]):
    """Word -> what it says by itself; a word that occurs again is looked up."""

    def __missing__(self, word: str) -> Any:
        """Return what a word says; raise KeyError if it is a sign, ValueError if it is wrong."""
        first = word[:1]
        if "%" in word and first not in '%"':  # a comment within a range or an element
            return self[COMMENT.sub("", word)]
        if first.isalpha() or first == "_":
            found = _named(word)
        elif first in "-0123456789" and word not in ("-", END):
            found = _number_or_range(word)
        elif first == '"' and len(word) > 1:
            found = word[1:-1]
        elif first == "[" and len(word) > 1:
            found = _integers(word)
        elif first == "{" and len(word) > 1:
            found = frozenset(_integers(word))
        else:
            raise KeyError(word)
        self[word] = found
        return found


def _named(word: str) -> Any:
    if word in ("true", "false"):
        return word == "true"
    if word[-1] == "]":
        name, _, index = word[:-1].partition("[")
        return Access(name.rstrip(), _whole(index.strip()))
    return Name(word)


def _number_or_range(word: str) -> Any:
    low, dots, high = word.partition("..")
    if not dots:
        return _number(word)
    least, most = _number(low.rstrip()), _number(high.lstrip())
    if isinstance(least, int) and isinstance(most, int):
        return range(least, most + 1)
    return least, most


def _integers(word: str) -> Integers:
    """Return the integers of a list or set; a last comma is allowed."""
    texts = word[1:-1].split(",")
    if not texts[-1].strip():
        texts.pop()
    try:
        if max(map(len, texts), default=0) <= MOST_DIGITS:
            found = Integers()
            for part in watched(range(0, len(texts), AT_ONCE), 1):
                found.extend(map(int, texts[part : part + AT_ONCE]))
            return found
        return Integers(_whole(each.strip()) for each in texts)
    except ValueError as error:
        is_long = isinstance(error, _TooLongError)
        raise error if is_long else ValueError("expected integers with a comma between") from None


class _TooLongError(ValueError):
    """A number has too many digits."""


def _number(text: str) -> int | float:
    lower = text.lower()
    if "." not in lower and ("e" not in lower or "x" in lower):
        return _whole(lower)
    try:
        return float.fromhex(lower) if "x" in lower else float(lower)
    except OverflowError:
        raise ValueError(f"the number {text} is too large") from None


def _whole(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise _TooLongError(
            f"a number has {len(text)} characters: at most {MOST_DIGITS} are possible"
        )
    return int(text, 0) if "x" in text or "o" in text else int(text)


class _Parser:
    """Reads the words of an item one after another."""

    def __init__(self, text: str) -> None:
        self._source = Source(text)
        self._atoms = _Atoms()
        self._types_of_words: dict[str, tuple[str, Any]] = {}
        self._annotations_of_words: dict[tuple[str, ...], list[Any]] = {}
        self._words = [END]
        self._next = self._before = 0

    def program(self) -> Program:
        program = Program(self._source)
        for words in self._source.items():
            self._words, self._next, first = words, 0, words[0]
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
            elif first != END:
                program.declarations.append(self._known_variable() or self._declaration())
            else:
                break
            if words[self._next] != ";":
                self._expect(";")
            self._before += len(words) - 1
        if program.goal is None:
            self._fail("there is no solve item")
        return program

    def _fail(self, message: str, at: int | None = None) -> Any:
        """Raise FlatZincError for the next word, or for that at a place in the item."""
        at = self._next if at is None else at
        word = self._words[at]
        if len(word) == 1 and not word.isalnum() and word != "_" and word not in SIGNS:
            message = f"unexpected character {word!r}"
        self._source.fail(self._before + at, message)

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
        start, self._next = self._before, 1
        annotations = self._annotations()
        kind = self._name("satisfy, minimize or maximize")
        if kind not in ("satisfy", "minimize", "maximize"):
            self._next -= 1
            self._expected("satisfy, minimize or maximize")
        objective = None if kind == "satisfy" else self._expression()
        return Goal(kind, objective, annotations, start)

    def _known_variable(self) -> Declaration | None:
        """Return a variable with the type and the annotations of an earlier one, or None."""
        words = self._words
        if len(words) < 6 or words[0] != "var" or words[2] != ":":
            return None
        known = self._types_of_words.get(words[1])
        annotations = self._annotations_of_words.get((*words[4:],))
        if known is None or annotations is None:
            return None
        self._next = 3
        name = self._name("the name of a variable or parameter")
        self._next = len(words) - 2
        kind, domain = known
        return Declaration(name, kind, domain, True, None, annotations, None, self._before + 3)

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
        start = self._before + at
        if at == 3 and is_variable and value is None:
            self._types_of_words[self._words[1]] = kind, domain
            if not any(isinstance(each, Call) for each in annotations):  # these have a place
                self._annotations_of_words[(*self._words[4:],)] = annotations
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
        found, words = [], self._words
        while words[self._next] == "::":
            at = self._next + 1
            if len(words) > at + 4 and words[at + 1] == "(" and words[at + 3] == ")":
                argument = self._atoms.get(words[at + 2])
                if argument is not None and words[at].isidentifier():  # as defines_var(x)
                    found.append(Call(words[at], [argument], self._before + at))
                    self._next = at + 4
                    continue
            self._next = at
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
        return Call(name, self._list(")"), self._before + at)

    def _list(self, end: str) -> list[Any]:
        """Read elements separated by commas, up to a bracket; a last comma is allowed."""
        words, atoms = self._words, self._atoms
        if end == "]" or "[" not in words:
            found = self._words_only(end)
            if found is not None:
                return found
        found = []
        while (word := words[self._next]) != end:
            after = words[self._next + 1] if word else END
            if after == "," or after == end:
                try:
                    found.append(atoms[word])
                except (KeyError, ValueError):
                    found.append(self._expression())
                else:
                    self._next += 1
            elif word == "[":
                self._next += 1
                found.append(self._list("]"))
                after = words[self._next]
            else:
                found.append(self._expression())
                after = words[self._next]
            if after == ",":
                self._next += 1
            elif after != end:
                self._expect(",")
        self._next += 1
        return found

    def _words_only(self, bracket: str) -> list[Any] | None:
        """Read a list whose elements are single words, as in most cases; else return None."""
        words, begin = self._words, self._next
        try:
            end = words.index(bracket, begin)
            separators = words[begin + 1 : end : 2]
            if separators.count(",") != len(separators):
                return None
            found = [*map(self._atoms.__getitem__, words[begin:end:2])]
        except (KeyError, ValueError):
            return None
        self._next = end + 1
        return found
