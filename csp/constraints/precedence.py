"""Value precedence, which breaks the symmetry of interchangeable values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from csp.constraints.of_expressions import OfExpressions
from csp.constraints.regular import post_automaton, reified_automaton
from csp.errors import ModelError
from csp.model.constraint import Constraint, ValueOf
from csp.model.expressions import expression_list, listed, whole

if TYPE_CHECKING:
    from csp.model.builder import Builder


class Precedence(OfExpressions, Constraint):
    """The constraint that values first occur in a given order; see `value_precedence`."""

    def __init__(self, expressions: Iterable[Any], values: Iterable[int]) -> None:
        self.expressions = expression_list(expressions, "the expressions")
        self.values = [whole(value, "a value to order") for value in listed(values, "the values")]
        self._rank = {value: k for k, value in enumerate(self.values)}
        if len(self._rank) < len(self.values):
            raise ModelError(f"the values are {self.values}: each may be listed only once")

    def holds(self, value_of: ValueOf) -> bool:
        """Return whether the values first occur in the given order."""
        values = [each.value(value_of) for each in self.expressions]
        new = [value for value in dict.fromkeys(values) if value in self._rank]
        return new == self.values[: len(new)]

    def build(self, builder: Builder) -> None:
        """Post an automaton whose state is the number of values that have occurred."""
        numbers = builder.distinct_variables(self.expressions)
        post_automaton(builder, numbers, self._step, 0, lambda n_seen: True)

    def reify(self, builder: Builder) -> int:
        """Reify the automaton."""
        return reified_automaton(builder, self.expressions, self._step, 0, lambda n_seen: True)

    def _step(self, n_seen: int, value: int) -> int | None:
        rank = self._rank.get(value, -1)
        return max(n_seen, rank + 1) if rank <= n_seen else None

    def __repr__(self) -> str:
        return f"value_precedence({self.expressions!r}, {self.values!r})"


def value_precedence(expressions: Iterable[Any], values: Iterable[int]) -> Precedence:
    """Return the constraint that each value first occurs after the one before it in a list.

    Of all solutions that differ by a permutation of these values, one remains. Consistency: domain,
    by an automaton (see `regular`).

    Parameters
    ----------
    expressions
        The sequence.
    values
        The interchangeable values; others may occur anywhere.

    Returns
    -------
    Precedence
        A constraint, to be posted to a model or combined with others.

    Raises
    ------
    ModelError
        If a value is not a whole number, or is in the list twice.

    References
    ----------
    Y. C. Law and J. Lee, Global constraints for integer and set value precedence, CP 2004.

    Examples
    --------
    The number of partitions of a set of four (OEIS A000110):

    >>> from csp import Model, value_precedence
    >>> model = Model()
    >>> x = model.variables(4, range(4))
    >>> model.post(value_precedence(x, range(4)))
    >>> model.count()
    15
    """
    return Precedence(expressions, values)
