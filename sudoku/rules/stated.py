"""Constraints that say what they mean, for rules whose marks have no words of their own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from exactcover.runtime.formatting import brief_repr
from sudoku.geometry.shape import Shape
from sudoku.geometry.words import cell_name, listed
from sudoku.rules.base import Rule
from sudoku.rules.constraint import Constraint
from sudoku.rules.element import Element, of_constraint, shortened


@dataclass(frozen=True, repr=False)
class Stated(Constraint):
    """A constraint with its meaning.

    Parameters
    ----------
    title, cells, reader
        As for `Constraint`.
    meaning
        What it says, in a sentence without the last full stop, in which ``{cells}``, ``{first}``
        and ``{others}`` stand for the names of its cells, the first one and the others.
    """

    meaning: str = field(default="", compare=False)

    __repr__ = brief_repr


def stated_elements(rule: Rule, shape: Shape) -> Iterator[Element]:
    """Yield the constraints of a rule as elements; one without meaning has the rule's summary.

    Examples
    --------
    >>> from sudoku.rules.rellik import Rellik
    >>> next(stated_elements(Rellik([(9, [(0, 0), (0, 1)])]), Shape(3, 3))).meaning
    'No digits of r1c1 and r1c2, one or more, add up to 9'
    """
    for constraint in rule.constraints(shape):
        meaning = constraint.meaning if isinstance(constraint, Stated) else rule.summary.rstrip(".")
        names = [cell_name(shape, cell) for cell in constraint.cells]
        means = meaning.format(cells=listed(names), first=names[0], others=listed(names[1:]))
        title = shortened(constraint.title).removeprefix("the ")
        yield of_constraint(rule.technique, constraint, title, means)
