"""Constraints that all hold: what other constraints are made of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from csp.constraints.reified import at_least
from csp.model.constraint import Constraint, ValueOf

if TYPE_CHECKING:
    from csp.model.builder import Builder
    from csp.model.expressions import Expression, Variable
    from csp.model.literal_graph import LiteralGraph


class Conjunction(Constraint):
    """The constraint that several constraints hold; it can be reified if they can.

    Attributes
    ----------
    parts
        The constraints.
    """

    def __init__(self, parts: Sequence[Constraint], text: str) -> None:
        self.parts = tuple(parts)
        self._text = text

    def variables(self) -> Iterator[Variable]:
        """Yield the variables of all parts."""
        for each in self.parts:
            yield from each.variables()

    def holds(self, value_of: ValueOf) -> bool:
        """Return whether all parts hold; each is asked, because one may have no value."""
        truths = [each.holds(value_of) for each in self.parts]
        return all(truths)

    def build(self, builder: Builder) -> None:
        """Post the parts."""
        for each in self.parts:
            each.build(builder)

    def reify(self, builder: Builder) -> int:
        """Return the truth value of a conjunction."""
        return reified_all(builder, self.parts)

    def reify_as(self, builder: Builder, truth: int) -> bool:
        """Post that a 0/1 variable is the truth value."""
        return at_least(len(self.parts), self.parts).reify_as(builder, truth)

    def add_to(self, graph: LiteralGraph) -> None:
        """Add the parts."""
        for each in self.parts:
            each.add_to(graph)

    def __repr__(self) -> str:
        return self._text


class Chain(Conjunction):
    """Constraints that are posted one by one, and that have a truth value together."""

    def __iter__(self) -> Iterator[Constraint]:
        """Yield the constraints: `Model.post` takes them as it takes those of a list."""
        return iter(self.parts)

    def __len__(self) -> int:
        """Return the number of constraints."""
        return len(self.parts)


def separate(constraints: Iterable[Constraint]) -> Iterator[Constraint]:
    """Yield constraints, with the parts of conjunctions in place of these."""
    for each in constraints:
        if isinstance(each, Conjunction):
            yield from separate(each.parts)
        else:
            yield each


def reified_all(
    builder: Builder, parts: Sequence[Constraint], expressions: Iterable[Expression] = ()
) -> int:
    """Return the truth value of a conjunction: 1 if all constraints hold, else 0.

    Parameters
    ----------
    builder
        The builder.
    parts
        The constraints.
    expressions
        Expressions that must have a value, also where no constraint is about them.
    """
    for each in expressions:
        builder.linear_bounds(each.linear())
    return at_least(len(parts), parts).reify(builder)
