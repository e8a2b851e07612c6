"""The builder: constraints post propagators to it, and a search is laid out from it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from copy import copy
from functools import cached_property, lru_cache
from math import gcd
from operator import attrgetter, call
from typing import Any, TypeVar

from csp.cards.card import Card, Wide
from csp.cards.ranges import BELOW, are_small
from csp.errors import ModelError, RangeError
from csp.model.domains import Domains
from csp.model.expressions import MOST_WHOLE, Expression, Function, Linear, Variable
from csp.model.linear import post_incremental, post_linear
from csp.model.posted_records import (
    CHEAP,
    DEAR,
    LINEAR,
    ON_CHANGE,
    ON_FIXED,
    Propagator,
    View,
)
from csp.model.posted_rows import NONE, Block, Later
from csp.model.resources import Rectangles
from csp.propagators.registry import EQUAL, LINEAR_EQUALS, NOGOODS, Kernel, card_of
from exactcover.runtime.kernels.types import I64
from exactcover.runtime.search.limits import stop_if_due
from exactcover.runtime.text_view import TextView

GROWING = (
    "_of_expressions",
    "groups",
    "differences",
    "rectangles",
    "_functions",
    "_sums",
    "truths",
    "_constants",
    "_propagators",
)
"""The lists and dictionaries of a builder, to which it only appends."""
GROWING_PARTS = attrgetter(*GROWING)
Own = TypeVar("Own")

MOST_MADE = 64
"""The results that `Builder.made` keeps."""
BETWEEN_LOOKS = 64
"""The propagators, and the views of expressions, between two looks at the limits."""


class Builder(TextView, Domains):
    """Collects the variables and propagators of a search; `csp.model.layout` makes its arrays.

    Parameters
    ----------
    variables
        All variables of the model; the list may grow.

    Attributes
    ----------
    groups
        The views that are all different, group by group.
    differences
        The variables all of whose differences are different; see `csp.model.differences`.
    rectangles
        The rectangles that do not overlap, set by set.
    truths
        Operator, variable, 1 or -1, and number -> the truth value of a comparison of the variable
        or of its negative with the number.
    presolved
        The names of the rules of `csp.presolve.registry` that applied to what was posted.
    n_scratch
        The most words of scratch that a propagator needs.
    n_extra_memory
        How many words the memory of the last propagator gets in addition.
    takes_conditions
        Whether there are propagators for tables whose rows have conditions. A builder for other
        solvers has none (`csp.bridges.lowering`), and gets truth values instead.
    takes_differences
        Whether there are propagators for all differences of some variables. A builder for other
        solvers has none, and gets a variable for each difference.
    """

    takes_conditions = True
    takes_differences = True
    presolved: tuple[str, ...] = ()
    n_undefined = 0
    """How often something was built that has no value for some values of its operands."""

    def __init__(self, variables: Sequence[Variable]) -> None:
        super().__init__(variables)
        self.groups: list[Sequence[View]] = []
        self.differences: list[Sequence[int]] = []
        self.rectangles: list[Rectangles] = []
        self.truths: dict[tuple[str, int, int, int], int] = {}
        self.n_scratch = 0
        self.n_extra_memory = 0
        self._functions: dict[Variable | Function | Later, int] = {}
        self._sums: dict[frozenset[tuple[Variable | Function, int]], View] = {}
        self._constants: dict[int, int] = {}
        self._propagators: list[Propagator | Block] = []

    def __getstate__(self) -> dict[str, Any]:
        # What is kept for equal arguments cannot be pickled, and can be made again.
        return {name: value for name, value in self.__dict__.items() if name != "_made"}

    def copied(self, variables: Sequence[Variable]) -> Builder:
        """Return a copy of what was posted, for a model with the same first variables."""
        found = copy(self)
        found._variables, found._made = variables, self._made
        for name in (*GROWING, "_restricted", "_journal"):
            setattr(found, name, copy(getattr(self, name)))
        return found

    def mark(self) -> tuple[int, ...]:
        """Return a mark of what is posted now, for `return_to`."""
        self._journal.clear()
        return (*map(len, GROWING_PARTS(self)), self.is_infeasible, self.n_scratch, self._n_seen)

    def return_to(self, mark: tuple[int, ...]) -> None:
        """Drop all that was posted since the last mark."""
        *lengths, is_infeasible, self.n_scratch, self._n_seen = mark
        self.is_infeasible = bool(is_infeasible)
        for name, n in zip(GROWING, lengths, strict=True):
            own = getattr(self, name)
            if isinstance(own, dict):
                for each in list(own)[n:]:
                    del own[each]
            else:
                del own[n:]
        for v, before in reversed(self._journal):
            if before is None:
                self._restricted.pop(v, None)  # Ctrl-C may come before it is there
            else:
                self._restricted[v] = before

    @cached_property
    def _made(self) -> Callable[..., Any]:
        return lru_cache(MOST_MADE)(call)

    def made(self, make: Callable[..., Own], *arguments: Hashable) -> Own:
        """Return what a function makes of arguments; for equal ones it is the same object.

        The last results are kept as long as this builder, so nobody changes them.
        """
        found: Own = self._made(make, *arguments)
        return found

    def constant(self, value: int) -> int:
        """Return the number of a variable that is fixed to a value."""
        if value not in self._constants:
            self._constants[value] = self.new_variable(value, 1)
        return self._constants[value]

    def linear_bounds(self, linear: Linear, below: int = MOST_WHOLE) -> tuple[int, int]:
        """Return bounds of a linear expression, and build all functions in it.

        The sum of the absolute values of its terms must be below a number.

        Raises
        ------
        ModelError
            If a sum of its terms could overflow 64 bits.
        """
        least = greatest = linear.constant
        most = abs(linear.constant)
        for function in linear.dropped:
            self.atom(function)
        own, restricted = self._variables, self._restricted
        for atom, c in linear.terms.items():
            if type(atom) is Variable:
                v = atom.index
                if v >= len(own) or own[v] is not atom:
                    self.atom(atom)  # raises
                if v in restricted or type(atom.mask) is not int:
                    low, high = self.bounds(v)
                else:
                    low, high = atom.origin, atom.origin + atom.mask.bit_length() - 1
            else:
                low, high = self.bounds(self.atom(atom))
            if c > 0:
                low, high = c * low, c * high
            else:
                low, high = c * high, c * low
            least += low
            greatest += high
            most += high if high > -low else -low
        if most >= below:
            raise RangeError(
                f"{linear!r} may overflow: its terms come to as much as {most}, and must stay "
                f"below 2**{below.bit_length() - 1}"
            )
        return least, greatest

    def atom(self, atom: Variable | Function) -> int:
        """Return the number of a variable or function; each function is built once.

        Raises
        ------
        ModelError
            If a variable belongs to another model.
        """
        if type(atom) is Variable:
            if atom.index >= len(self._variables) or self._variables[atom.index] is not atom:
                raise ModelError(f"{atom!r} belongs to another model")
            return atom.index
        if atom not in self._functions:
            self._functions[atom] = atom.build(self)
        return self._functions[atom]

    def define(self, function: Variable | Function, atom: Variable | Function) -> bool:
        """Post that a variable or function is the value of a function; return whether it was.

        It is if the function is not built yet, and needs no variable of its own then.
        """
        if type(function) is Variable or function in self._functions:
            return False
        v = self.atom(atom)
        if not function.build_as(self, v):
            return False
        self._functions[function] = v
        return True

    def has(self, variable: Variable) -> bool:
        """Return whether a variable is one of the model."""
        at = variable.index
        return at < len(self._variables) and self._variables[at] is variable

    def built_functions(self) -> list[tuple[Variable | Function, int]]:
        """Return the functions that were built, and the variables that equal them."""
        found: list[tuple[Variable | Function, int]] = []
        for each, v in self._functions.items():
            found += each.functions() if isinstance(each, Later) else [(each, v)]
        return found

    def view(self, expression: Expression) -> View:
        """Return a view of an expression: a variable plus a constant.

        Sums of the same terms share a variable.
        """
        if type(expression) is Variable:
            return View(self.atom(expression), 0)
        linear = expression.linear()
        least, greatest = self.linear_bounds(linear)
        if not linear.terms:
            return View(self.constant(0), linear.constant)
        (atom, c), *others = linear.terms.items()
        if c == 1 and not others:
            return View(self.atom(atom), linear.constant)
        key = frozenset(linear.terms.items())
        if key not in self._sums:
            terms = [(self.atom(atom), c) for atom, c in linear.terms.items()]
            v = self.new_steps(least, greatest, gcd(*(c * self.step(u) for u, c in terms)))
            post_linear(self, "==", [*terms, (v, -1)], -linear.constant)
            self._sums[key] = View(v, -linear.constant)
        v, offset = self._sums[key]
        return View(v, offset + linear.constant)

    def variable_of(self, expression: Expression) -> int:
        """Return the number of a variable that equals an expression."""
        if type(expression) is Variable:
            return self.atom(expression)
        v, offset = self.view(expression)
        if not offset:
            return v
        origin, mask = self._domain(v)
        copy = self._new(origin + offset, mask)
        self.equal(copy, v, offset)
        return copy

    def distinct_variables(self, expressions: Iterable[Expression]) -> list[int]:
        """Return the numbers of variables that equal expressions, no two the same variable."""
        numbers: dict[int, None] = {}
        for each in expressions:
            v = self.variable_of(each)
            if v in numbers:
                copy = self._new(*self._domain(v))
                self.equal(copy, v, 0)
                v = copy
            numbers[v] = None
        return list(numbers)

    def equal(self, x: int, y: int, offset: int) -> None:
        """Post x = y + offset."""
        if self.is_wide(x) or self.is_wide(y):
            post_incremental(self, LINEAR_EQUALS, [x, y], [1, -1, offset])
            return
        self.propagator(EQUAL, [x, y], [offset], cost=CHEAP)

    def all_different(self, views: Sequence[View]) -> None:
        """Post a group of views that are all different, propagated when a variable is fixed."""
        self.n_changes += 1
        self.groups.append(views)

    def propagator(
        self,
        function: Kernel,
        scope: Sequence[int],
        constants: Sequence[int] | I64 = (),
        *,
        cells: Sequence[int] = (),
        memory: Sequence[int] = (),
        scratch: int = 0,
        cost: int = LINEAR,
        wake: int = ON_CHANGE,
        work: int = 1,
    ) -> bool:
        """Post a propagator, if it computes exactly with the numbers that it would form.

        Parameters
        ----------
        function
            A name in `csp.propagators.registry`, or a function of a handle and a number.
        scope
            The variables whose events wake it.
        constants
            Numbers that it reads: coefficients, offsets, tables.
        cells
            The initial words of its reversible state, which backtracking restores.
        memory
            The initial numbers of its own memory, which nothing restores.
        scratch
            The number of words that it needs during a call.
        cost
            CHEAP, LINEAR, QUADRATIC or DEAR.
        wake
            ON_CHANGE, ON_BOUNDS or ON_FIXED.
        work
            The updates that a run counts for: more than one if it takes much longer than that of
            most others, about 0.1 microseconds. Engines share their time by updates.

        Returns
        -------
        Whether it was posted: a redundant one is left out where it might form numbers of 64 bits
        (`csp.cards.ranges`).

        Raises
        ------
        RangeError
            If it might form numbers of 64 bits, and is not redundant.
        """
        card = card_of(function)
        reach = self._reach(card, scope, constants)
        if reach >= BELOW:
            if card.is_redundant:
                return False
            raise RangeError(
                f"{function} may overflow: it may compute with {reach}, and must stay below 2**63"
            )
        if card.wide is Wide.REFUSED:
            for v in scope:
                self.domain(v)  # raises if it is wide
        self.n_changes += 1
        if not len(self._propagators) % BETWEEN_LOOKS:
            stop_if_due()
        self._propagators.append(
            Propagator(function, scope, constants, cells, memory, cost, wake, work)
        )
        self.n_scratch = max(self.n_scratch, scratch)
        return True

    def again(self, scope: Sequence[int]) -> None:
        """Post the last propagator again, about other variables with the same domains."""
        last = self._propagators[-1]
        assert isinstance(last, Propagator)
        self.n_changes += 1
        self._propagators.append(last._replace(scope=scope))

    def define_later(self, functions: Later) -> None:
        """Note that variables are the values of functions, which need not be made now."""
        self._functions[functions] = NONE

    def block(self, block: Block) -> None:
        """Post propagators in arrays, which all compute exactly."""
        self.n_changes += len(block)
        self.define_later(block)
        self._propagators.append(block)

    def _reach(self, card: Card, scope: Sequence[int], constants: Sequence[int] | I64) -> int:
        """Return the largest number that a propagator may form; 0 if all numbers are small."""
        if card.reach is None or are_small(len(scope), self.greatest(), constants):
            return 0
        return card.reach([*map(self.bounds, scope)], constants)

    def take_tuples(
        self,
        numbers: Sequence[int],
        tuples: Callable[[], Sequence[Sequence[int | None]]],
        *,
        are_allowed: bool,
    ) -> bool:
        """Return whether a table is taken as it is; by default it becomes a propagator.

        The tuples are made only then. A builder for other solvers overrides this
        (`csp.bridges.lowering`).
        """
        return False

    def replace_propagators(self, propagators: Sequence[Propagator]) -> None:
        """Post these propagators instead of all that were posted until now."""
        self._propagators = list(propagators)

    def nogoods(self, n_words: int) -> None:
        """Post, after all others, the propagator of the nogoods that restarts record."""
        numbers = self.numbers
        n = len(numbers)
        self.n_extra_memory = n_words
        self.propagator(
            NOGOODS,
            numbers,
            [n_words],
            cells=[0],
            memory=[*range(n), *[-1] * n, 0],
            cost=DEAR,
            wake=ON_FIXED,
        )

    @property
    def propagators(self) -> list[Propagator]:
        """The propagators in the order of the search's arrays: cheap ones first."""
        return sorted(self.posted, key=lambda p: p.cost)

    @property
    def posted(self) -> Sequence[Propagator]:
        """The propagators in the order in which they were posted."""
        found: list[Propagator] = []
        for each in self._propagators:
            if isinstance(each, Block):
                found += each.propagators
            else:
                found.append(each)
        return found

    @property
    def parts(self) -> Sequence[Propagator | Block]:
        """The propagators as they were posted, those in arrays together."""
        return self._propagators

    @property
    def n_posted(self) -> int:
        """The number of propagators."""
        return sum(len(each) if isinstance(each, Block) else 1 for each in self._propagators)

    def functions(self) -> list[Kernel]:
        """Return the functions of the propagators, in the same order."""
        return [propagator.function for propagator in self.propagators]

    @property
    def kinds(self) -> set[Kernel]:
        """The functions of the propagators, each once."""
        found: set[Kernel] = set()
        for each in self._propagators:
            if isinstance(each, Block):
                found.update(part.function for part in each.parts)
            else:
                found.add(each.function)
        return found
