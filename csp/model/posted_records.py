"""Records that constraints post to a builder: propagators and views, with costs and events.

This module is below both the builder and the functions that post for it.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from csp.cards.card import Card
from csp.propagators.registry import Kernel, card_of
from exactcover.runtime.kernels.types import I64

MOST_VALUES = 1 << 20
"""The greatest value of a domain is less than this above its least value, unless it is wide."""
MOST_OF_VARIABLE = 1 << 32
"""The same for a wide domain of a variable of the model: solutions are rows of 32-bit numbers."""
LEAST_WIDE = 1 << 16
"""Of more values the bounds alone may be kept: tables may be made of fewer."""
MOST_SPARSE = 1 << 12
"""The most values of a variable of the model whose values lie farther apart than `MOST_VALUES`."""

ON_CHANGE, ON_BOUNDS, ON_FIXED = range(3)
"""The events that wake a propagator: any change of a domain, of a bound, or a variable fixed."""
CHEAP, LINEAR, QUADRATIC, DEAR = range(4)
"""The costs of one run of a propagator: cheap ones run first."""


class Span(NamedTuple):
    """All values from the origin on to `greatest` above it: a wide domain, in place of a mask."""

    greatest: int

    def bit_count(self) -> int:
        """Return the number of values, as `int.bit_count` of a mask does."""
        return self.greatest + 1


Mask: TypeAlias = int | Span


class Propagator(NamedTuple):
    """A propagator before the arrays of the search are made; see `csp.kernels.state.State`."""

    function: Kernel
    scope: Sequence[int]
    constants: Sequence[int] | I64
    cells: Sequence[int]
    memory: Sequence[int]
    cost: int
    wake: int
    work: int = 1

    @property
    def card(self) -> Card:
        """The card of the propagator."""
        return card_of(self.function)


class View(NamedTuple):
    """A variable plus a constant."""

    variable: int
    offset: int


def graph_scratch(n_rows: int, n_open: int, n_words: int) -> int:
    """Return how many words of scratch `csp.propagators.components` needs.

    Rows have `n_words` words, and at most `n_open` components are open at a time.
    """
    return (n_rows + 2 * n_open + 4 + 64) * n_words
