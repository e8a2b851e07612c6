"""What a rule says: the base class of all rules, and the house."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import NamedTuple

from sudoku.shape import Shape

__all__ = ["House", "Rule"]

_WORDS = {"r": "row", "c": "column", "b": "box", "d": "diagonal"}


class House(NamedTuple):
    """``n`` cells that hold every digit once.

    A rule with houses of another kind than row, column, box and diagonal names them in full
    (``"window 1"``), so that no list of words need grow with it.

    Examples
    --------
    >>> House("b3", (4, 5, 6, 7)).title
    'box 3'
    >>> House("window 1", (4, 5, 6, 7)).title
    'window 1'
    """

    name: str
    cells: tuple[int, ...]

    @property
    def title(self) -> str:
        """The name in words."""
        word, number = _WORDS.get(self.name[:1]), self.name[1:]
        return f"{word} {number}" if word and number.isdecimal() else self.name


class Rule(ABC):
    """What a puzzle asks of its digits; each thing a rule can state is empty unless it says so.

    Rules are values: make a subclass a frozen dataclass, whose fields are the rule's parameters.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class TopRow(Rule):
    ...     name = "top row"
    ...     summary = "The first row holds every digit once."
    ...
    ...     def houses(self, shape):
    ...         return (House("r1", shape.rows()[0]),)
    >>> TopRow() == TopRow()
    True
    >>> TopRow().houses(Shape(2, 2))[0].title
    'row 1'
    """

    @property
    @abstractmethod
    def name(self) -> str:
        """The name in the registry and on the command line."""

    @property
    @abstractmethod
    def summary(self) -> str:
        """The rule in one line."""

    def houses(self, shape: Shape) -> tuple[House, ...]:
        """Return the sets of ``n`` cells in which every digit stands once."""
        return ()
