"""From a model to the arrays of a search: variables get numbers, constraints propagators."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from csp.errors import ModelError
from csp.kernels.bitsets import mask_of, places_of
from csp.model.expressions import MOST_WHOLE, Expression, Function, Linear, Variable
from exactcover.compiled.bitsets import words_of
from exactcover.compiled.types import I64
from exactcover.limits import loading

if TYPE_CHECKING:
    from csp.kernels.state import State

MOST_VALUES = 1 << 20
"""So many values may lie between the least and the greatest of a domain."""

ON_CHANGE, ON_BOUNDS, ON_FIXED = range(3)
"""When a propagator runs: after any change of a variable, of a bound, or when it is fixed."""
CHEAP, LINEAR, QUADRATIC, DEAR = range(4)
"""What a run of a propagator costs: cheap ones run first."""


class Propagator(NamedTuple):
    """A propagator as it will be laid out; see `csp.kernels.state.State`."""

    function: str | Callable[..., int]
    scope: Sequence[int]
    constants: Sequence[int] | I64
    cells: Sequence[int]
    memory: Sequence[int]
    cost: int
    wake: int


class View(NamedTuple):
    """A variable and what is added to it."""

    variable: int
    offset: int


class Builder:
    """Takes what constraints say, and lays it out.

    Parameters
    ----------
    variables
        All variables of the model.
    domains
        Their origins and masks, where these are at hand.

    Attributes
    ----------
    is_infeasible
        Whether it was found on the way that there is no solution.
    """

    def __init__(
        self, variables: Sequence[Variable], domains: Sequence[tuple[int, int]] | None = None
    ) -> None:
        self._variables = variables
        if domains is None:
            domains = [(variable.origin, variable.mask) for variable in variables]
        self._domains = list(domains)
        self._functions: dict[Function, int] = {}
        self._constants: dict[int, int] = {}
        self._propagators: list[Propagator] = []
        self._groups: list[Sequence[View]] = []
        self._n_scratch = 0
        self._n_room = 0
        self.is_infeasible = False

    def variable(self, origin: int, mask: int) -> int:
        """Make a variable whose values are `origin` and the ones of the mask; return its number."""
        self._domains.append((origin, mask))
        return len(self._domains) - 1

    def interval(self, least: int, greatest: int) -> int:
        """Make a variable that may have all values between two; return its number."""
        if greatest - least >= MOST_VALUES:
            raise ModelError(
                f"an expression has values from {least} to {greatest}: "
                f"at most {MOST_VALUES} may lie between the least and the greatest"
            )
        return self.variable(least, (1 << greatest - least + 1) - 1)

    def constant(self, value: int) -> int:
        """Return a variable that is fixed."""
        if value not in self._constants:
            self._constants[value] = self.variable(value, 1)
        return self._constants[value]

    def domain(self, v: int) -> tuple[int, int]:
        """Return the least value of a variable and a mask: bit k for the value k above it."""
        origin, mask = self._domains[v]
        if mask & 1:  # most often, and fast
            return origin, mask
        shift = (mask & -mask).bit_length() - 1 if mask else 0
        return origin + shift, mask >> shift

    def bounds(self, v: int) -> tuple[int, int]:
        """Return the least and the greatest value of a variable."""
        origin, mask = self.domain(v)
        return origin, origin + mask.bit_length() - 1

    def n_words(self, v: int) -> int:
        """Return how many words the domain of a variable takes."""
        return -(-self.domain(v)[1].bit_length() // 64)

    def values(self, v: int) -> list[int]:
        """Return the values of a variable, in order."""
        origin, mask = self._domains[v]
        return [origin + place for place in places_of(mask)]

    def keep(self, v: int, test: Callable[[int], bool]) -> None:
        """Remove the values of a variable that fail a test; if all do there is no solution."""
        origin, mask = self._domains[v]
        kept = mask_of(place for place in places_of(mask) if test(origin + place))
        if kept:
            self._domains[v] = origin, kept
        else:
            self.is_infeasible = True

    def range(self, linear: Linear) -> tuple[int, int]:
        """Return bounds of the values of a linear expression; build all functions in it.

        Raises
        ------
        ModelError
            If they do not fit into 64 bits with some to spare.
        """
        least = greatest = linear.constant
        most = abs(linear.constant)
        for function in linear.dropped:
            self.atom(function)
        for atom, c in linear.terms.items():
            low, high = self.bounds(self.atom(atom))
            low, high = (c * low, c * high) if c > 0 else (c * high, c * low)
            least += low
            greatest += high
            most += max(-low, high)
        if most >= MOST_WHOLE:
            raise ModelError(f"{linear!r} may overflow: its terms come to as much as {most}")
        return least, greatest

    def atom(self, atom: Variable | Function) -> int:
        """Return the number of a variable or function; each function is built once."""
        if type(atom) is Variable:
            if atom.index >= len(self._variables) or self._variables[atom.index] is not atom:
                raise ModelError(f"{atom!r} belongs to another model")
            return atom.index
        if atom not in self._functions:
            self._functions[atom] = atom.build(self)
        return self._functions[atom]

    def view(self, expression: Expression) -> View:
        """Return an expression as a variable plus a constant."""
        if type(expression) is Variable:
            return View(self.atom(expression), 0)
        linear = expression.linear()
        least, greatest = self.range(linear)
        if not linear.terms:
            return View(self.constant(0), linear.constant)
        (atom, c), *others = linear.terms.items()
        if c == 1 and not others:
            return View(self.atom(atom), linear.constant)
        from csp.constraints.relation import post_linear

        v = self.interval(least, greatest)
        terms = [(self.atom(atom), c) for atom, c in linear.terms.items()]
        post_linear(self, "==", [*terms, (v, -1)], -linear.constant)
        return View(v, 0)

    def number(self, expression: Expression) -> int:
        """Return an expression as a variable."""
        if type(expression) is Variable:
            return self.atom(expression)
        v, offset = self.view(expression)
        if not offset:
            return v
        origin, mask = self.domain(v)
        copy = self.variable(origin + offset, mask)
        self.equal(copy, v, offset)
        return copy

    def numbers(self, expressions: Iterable[Expression]) -> list[int]:
        """Return expressions as variables, no two the same."""
        numbers: dict[int, None] = {}
        for each in expressions:
            v = self.number(each)
            if v in numbers:
                copy = self.variable(*self.domain(v))
                self.equal(copy, v, 0)
                v = copy
            numbers[v] = None
        return list(numbers)

    def equal(self, x: int, y: int, offset: int) -> None:
        """Post x = y + offset."""
        self.propagator("equal:equal", [x, y], [offset], cost=CHEAP)

    def differ(self, views: Sequence[View]) -> None:
        """Post that these are all different: who is fixed leaves no such value to the others."""
        self._groups.append(views)

    def propagator(
        self,
        function: str | Callable[..., int],
        scope: Sequence[int],
        constants: Sequence[int] | I64 = (),
        *,
        cells: Sequence[int] = (),
        memory: Sequence[int] = (),
        scratch: int = 0,
        cost: int = LINEAR,
        wake: int = ON_CHANGE,
    ) -> None:
        """Post a propagator.

        Parameters
        ----------
        function
            A function of a handle and a number, see `csp.propagators`; or its file there and its
            name, as "linear:equals".
        scope
            The variables that wake it.
        constants
            What it needs to know.
        cells
            Words that it changes and backtracking restores.
        memory
            Numbers that it keeps, and nothing restores.
        scratch
            How many words it needs during a call.
        cost
            CHEAP, LINEAR, QUADRATIC or DEAR.
        wake
            ON_CHANGE, ON_BOUNDS or ON_FIXED.
        """
        self._propagators.append(Propagator(function, scope, constants, cells, memory, cost, wake))
        self._n_scratch = max(self._n_scratch, scratch)

    def nogoods(self, room: int) -> None:
        """Post, after all else, what remembers decisions that were refuted before a restart."""
        n = len(self._domains)
        self._n_room = room
        self.propagator(
            "nogoods:nogoods",
            range(n),
            [room],
            cells=[0],
            memory=[*range(n), *[-1] * n, 0],
            cost=DEAR,
            wake=ON_FIXED,
        )

    def state(self) -> State:
        """Lay everything out; compile or load the propagators."""
        from csp.model.layout import lay_out

        in_order = self._in_order()
        return lay_out(self._domains, in_order, self._groups, self._n_scratch, self._n_room)

    def functions(self) -> list[str | Callable[..., int]]:
        """Return the functions of the propagators, in the order of the state."""
        return [propagator.function for propagator in self._in_order()]

    def _in_order(self) -> list[Propagator]:
        """Return the propagators, the cheap ones first."""
        return sorted(self._propagators, key=lambda p: p.cost)


@cache
def load(function: str | Callable[..., int]) -> Callable[..., int]:
    """Return the function of a propagator, which may be given as its file and its name."""
    if not isinstance(function, str):
        return function
    module, _, name = function.partition(":")
    with loading():
        loaded: Callable[..., int] = getattr(import_module(f"csp.propagators.{module}"), name)
    return loaded


def signed_words(number: int) -> list[int]:
    """Return the words of a mask as they are kept among constants: as numbers with a sign.

    >>> signed_words(2**64 - 1)
    [-1]
    """
    signed: list[int] = words_of(number).view(np.int64).tolist()
    return signed


def graph_scratch(n_rows: int, n_open: int, n_words: int) -> int:
    """Return how much scratch `csp.propagators.components` needs.

    Rows have `n_words` words, and at most `n_open` components are open at a time.
    """
    return (n_rows + 2 * n_open + 4 + 64) * n_words
