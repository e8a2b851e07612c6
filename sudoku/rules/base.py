"""The base class of all rules, the house, and the marks that rules draw."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias

from exactcover.runtime.methods import Method
from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.geometry.words import cell_name, cell_names, listed
from sudoku.rules.binary_relation import Relation
from sudoku.rules.constraint import Constraint
from sudoku.rules.element import Element, of_constraint, shortened

if TYPE_CHECKING:
    from sudoku.pictures.marks import Mark

_WORDS = {"r": "row", "c": "column", "b": "box", "d": "diagonal"}

Candidate: TypeAlias = tuple[int, int]
"""A cell and a digit that it may hold."""

Exclusion: TypeAlias = tuple[Candidate] | tuple[Candidate, Candidate]
"""One candidate that is not true, or two that are not both true."""


class House(NamedTuple):
    """``n`` cells that hold every digit once, or fewer that hold no digit twice.

    Rows, columns, boxes and diagonals have short names, such as ``"b3"``. A rule with other houses
    gives their full names (``"window 1"``).

    Examples
    --------
    >>> House("b3", (4, 5, 6, 7)).title
    'box 3'
    >>> House("window 1", (4, 5, 6, 7)).title
    'window 1'
    """

    name: str
    cells: tuple[int, ...]

    def _repr_html_(self) -> str:
        from exactcover.runtime.notebook import text_html

        return text_html(self)

    @property
    def title(self) -> str:
        """The name in words."""
        word, number = _WORDS.get(self.name[:1]), self.name[1:]
        return f"{word} {number}" if word and number.isdecimal() else self.name


class Rule(ABC):
    """A rule of a puzzle: houses, groups, exclusions, relations, links and constraints.

    Each of these is empty unless a subclass overrides the method. Rules are values: make a subclass
    a frozen dataclass, whose fields are the rule's parameters.

    Attributes
    ----------
    in_each_grid
        Whether the rule is about a single grid, and applies to each grid of a board of several
        grids; otherwise it applies to the whole board.
    of_any_board
        Whether a rule with `in_each_grid` applies to the whole board if the board has no grids.
    technique
        The name of the technique that reasons about the elements of the rule.
    makes_board
        Whether the rule is a part of the board, such as its regions: there is no puzzle without it.
    marks_in
        The fields that list marks, each of which the setter could leave out, and what one of their
        marks is called: ``{"cages": "cage"}``.

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

    in_each_grid: ClassVar[bool] = False
    of_any_board: ClassVar[bool] = False
    technique: ClassVar[str] = "rule_element"
    makes_board: ClassVar[bool] = False
    marks_in: ClassVar[Mapping[str, str]] = {}

    _repr_html_ = Method("sudoku.notebook", "rule_html")

    @property
    @abstractmethod
    def name(self) -> str:
        """The name in the registry and on the command line."""

    @property
    def words(self) -> str:
        """The name with spaces and hyphens, for sentences: anti-knight, little killer."""
        return re.sub("^(anti|non)_", r"\1-", self.name).replace("_", " ")

    @property
    @abstractmethod
    def summary(self) -> str:
        """The rule in one line."""

    def houses(self, shape: Shape) -> tuple[House, ...]:
        """Return the sets of ``n`` cells in which every digit appears once."""
        return ()

    def groups(self, shape: Shape) -> tuple[House, ...]:
        """Return the sets of at most ``n`` cells in which no digit is repeated."""
        return ()

    def exclusions(self, shape: Shape) -> Iterable[Exclusion]:
        """Return the candidates that are barred, and pairs of candidates that are not both true.

        If the same holds for many pairs of cells, `relations` is the better way to state it.
        """
        return ()

    def relations(self, shape: Shape) -> Iterable[Relation]:
        """Return the relations between two cells; one relation may have many pairs of cells."""
        return ()

    def links(self, shape: Shape) -> Iterable[tuple[int, ...]]:
        """Return the sets of cells that hold the same digit."""
        return ()

    def constraints(self, shape: Shape) -> Iterable[Constraint]:
        """Return the other constraints, usually on more cells, such as sums."""
        return ()

    def elements(self, shape: Shape) -> Iterable[Element]:
        """Return the things that people reason about, with their names and meaning in words.

        By default they are the constraints and links. Pairs of cells that are related without a
        mark between them, as by a knight's move, are no elements.
        """
        summary = self.summary.rstrip(".")
        for constraint in self.constraints(shape):
            names = [cell_name(shape, cell) for cell in constraint.cells]
            means = constraint.meaning.format(
                cells=listed(names), first=listed(names[:1]), others=listed(names[1:])
            )
            title = shortened(constraint.title).removeprefix("the ")
            yield of_constraint(self.technique, constraint, title, means or summary)
        same = tuple(1 << k for k in range(shape.n))
        for cells in self.links(shape):
            pairs = tuple((0, k, same) for k in range(1, len(cells)))
            named = cell_names(shape, cells)
            title = f"{self.words} {named}"
            means = f"By the {self.words} rule, {named} hold the same digit"
            yield Element(self.technique, title, means, tuple(cells), pairs=pairs)

    def drawing(self, shape: Shape) -> Iterable[Mark]:
        """Return the marks that show the rule in a picture (`sudoku.pictures.marks`)."""
        return ()

    @property
    def is_negative(self) -> bool:
        """Whether the absence of marks has a meaning, too."""
        return bool(getattr(self, "negative", False))

    def with_marks(self, kept: Mapping[str, Collection[int]]) -> Rule:
        """Return the rule with some of its marks; the absence of others then has no meaning.

        Parameters
        ----------
        kept
            The places of the marks that are kept, for each field of `marks_in`.
        """
        changes: dict[str, Any] = {
            field: tuple(mark for k, mark in enumerate(getattr(self, field)) if k in places)
            for field, places in kept.items()
        }
        if self.is_negative:
            changes["negative"] = False
        found: Rule = replace(self, **changes)  # type: ignore[type-var]
        return found


def check_rule(rule: object) -> None:
    """Raise a RuleError if an object is not a rule."""
    if not isinstance(rule, Rule):
        raise RuleError(f"{rule!r} is not a Rule: sudoku.rule makes one of a name")


def drawings(shape: Shape, rules: Iterable[Rule]) -> Iterator[Mark]:
    """Yield the marks of the rules on a board; some rules apply to each of its grids."""
    from sudoku.pictures.marks import Shade  # so that puzzles without pictures do not load it

    n_groups = 0
    for rule in rules:
        drawn = list(_drawn(shape, rule))
        for mark in drawn:
            if isinstance(mark, Shade) and mark.group:
                yield replace(mark, group=mark.group + n_groups)
            else:
                yield mark
        n_groups += max((mark.group for mark in drawn if isinstance(mark, Shade)), default=0)


def _drawn(shape: Shape, rule: Rule) -> Iterator[Mark]:
    """Yield the marks of a rule on a board; some rules apply to each of its grids."""
    squares = shape.squares()
    if not rule.in_each_grid or (rule.of_any_board and not squares):
        yield from rule.drawing(shape)
        return
    for square, cells in squares:
        yield from (mark.moved(cells) for mark in rule.drawing(square))
