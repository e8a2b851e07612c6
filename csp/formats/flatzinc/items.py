"""The items of a FlatZinc program: declarations, constraints and the goal.

Expressions are Python objects: truth values, integers, floats, sets (`range` or `frozenset`) and
lists, and `Name`, `String`, `Access` and `Call`. The same word is the same object wherever it
occurs, and so are equal annotations, so nobody changes one. `start` is a place: the number of
characters before it. An annotation may have the place of another one: of the first one of its item,
or of the first item with equal annotations.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from csp.formats.flatzinc.tokens import Source


class Name(str):
    """A name of a variable, parameter or annotation."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """The name itself, as of a call."""
        return self


@dataclass(frozen=True, slots=True)
class String:
    """A string, which equals no name, though a `Name` is a `str`."""

    text: str


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
