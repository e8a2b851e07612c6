"""Channelling between a variable and a bit for each of its values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from csp.constraints.conjunction import reified_all
from csp.model.constraint import Constraint, ValueOf
from csp.model.expressions import Variable, expression, listed, whole
from csp.model.posted_records import LINEAR
from csp.propagators.registry import CHANNEL

if TYPE_CHECKING:
    from csp.model.builder import Builder
    from csp.model.literal_graph import LiteralGraph


class Channel(Constraint):
    """The constraint between a variable and bits; see `channel`."""

    def __init__(self, chosen: Any, bits: Mapping[int, Any] | Iterable[Any]) -> None:
        items = bits.items() if isinstance(bits, Mapping) else enumerate(listed(bits, "the bits"))
        self.chosen = expression(chosen)
        self.bits = {whole(value, "the value of a bit"): expression(bit) for value, bit in items}

    def variables(self) -> Iterator[Variable]:
        """Yield the variables of the expression and of the bits."""
        for each in (self.chosen, *self.bits.values()):
            yield from each.variables()

    def holds(self, value_of: ValueOf) -> bool:
        """Return whether each bit is 1 just where the expression has its value."""
        chosen = self.chosen.value(value_of)
        bits = {value: bit.value(value_of) for value, bit in self.bits.items()}
        return all(bit == (chosen == value) for value, bit in bits.items())

    def build(self, builder: Builder) -> None:
        """Post the propagator."""
        chosen, *bits = builder.distinct_variables([self.chosen, *self.bits.values()])
        for bit in bits:
            builder.within(bit, range(2))
        builder.propagator(CHANNEL, [chosen, *bits], list(self.bits), cost=LINEAR)

    def reify(self, builder: Builder) -> int:
        """Reify that each bit is the truth value of a comparison."""
        parts = [bit == (self.chosen == value) for value, bit in self.bits.items()]
        return reified_all(builder, parts, [self.chosen])

    def add_to(self, graph: LiteralGraph) -> None:
        """Add that a bit is 1 just where the expression has its value."""
        chosen = graph.values(self.chosen)
        for value, bit in self.bits.items():
            own = graph.values(bit)
            for other in own.keys() - {0, 1}:
                graph.forbid([own[other]])
            graph.same(chosen.get(value), own.get(1))

    def __repr__(self) -> str:
        return f"channel({self.chosen!r}, {self.bits!r})"


def channel(chosen: Any, bits: Mapping[int, Any] | Iterable[Any]) -> Channel:
    """Return the channelling constraint: a bit is 1 if and only if an expression has its value.

    Consistency: domain, if no variable occurs twice. A run takes O(n) time for n bits.

    Parameters
    ----------
    chosen
        The expression.
    bits
        Value -> bit; or a sequence of the bits of the values 0, 1 and so on. The expression may
        have further values.

    Returns
    -------
    Channel
        A constraint, to be posted to a model or combined with others.

    Raises
    ------
    ModelError
        If a value is not a whole number, or an expression is invalid.

    Examples
    --------
    >>> from csp import Model, channel
    >>> model = Model()
    >>> x, bits = model.variable(range(3)), model.variables(3, range(2))
    >>> model.post(channel(x, bits), bits[2] == 0)
    >>> [(s[x], s[bits].tolist()) for s in model.solutions()]
    [(0, [1, 0, 0]), (1, [0, 1, 0])]
    """
    return Channel(chosen, bits)
