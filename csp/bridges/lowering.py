"""Models as primitive constraints on integer variables, for the languages of other solvers.

All constraints and expressions are built of about twenty propagators, tables and groups of
variables that are all different. Whoever translates these has translated every constraint, also
where it is reified or inside an expression.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from csp.errors import ModelError, TranslationError
from csp.model.builder import Builder
from csp.model.constraint import Constraint
from csp.model.expressions import Variable
from csp.model.postings import View
from exactcover.runtime.kernels.types import I64
from exactcover.runtime.search.limits import stop_if_due

Translator = TypeVar("Translator")

ALLOWED, FORBIDDEN = "tuples:allowed", "tuples:forbidden"
"""Tables; the constants are the tuples."""

REDUNDANT = frozenset(
    [
        "disjunctive:disjunctive",
        "domain_consistency:adaptive_domain_consistency",
        "domain_consistency:domain_consistency",
        "energy:energy",
        "flow:flow",
        "hall_intervals:hall_intervals",
        "hidden_singles:hidden_singles",
        "sums:sums",
    ]
)
"""Propagators that strengthen others which say the same."""


class Primitive(NamedTuple):
    """A primitive constraint: the name of a propagator, its variables, and its constants.

    The module of the propagator in `csp.propagators` says what they mean.
    """

    name: str
    scope: Sequence[int]
    constants: Sequence[Any]


class Lowering(Builder):
    """A builder that keeps what constraints post.

    Attributes
    ----------
    primitives
        The primitive constraints that were posted, except for those in `groups`.
    """

    takes_conditions = False
    takes_differences = False

    def __init__(self, variables: Sequence[Variable]) -> None:
        super().__init__(variables)
        self.primitives: list[Primitive] = []

    def take_tuples(
        self,
        numbers: Sequence[int],
        tuples: Callable[[], Sequence[Sequence[int | None]]],
        *,
        are_allowed: bool,
    ) -> bool:
        """Keep a table as it is."""
        self.primitives.append(Primitive(ALLOWED if are_allowed else FORBIDDEN, numbers, tuples()))
        return True

    def propagator(
        self,
        function: str | Callable[..., int],
        scope: Sequence[int],
        constants: Sequence[int] | I64 = (),
        **_: Any,
    ) -> bool:
        """Keep a propagator, unless it is redundant.

        Raises
        ------
        TranslationError
            If it is one of a user, or a compiled predicate: only a search can run these.
        """
        if not isinstance(function, str) or function == "predicate:predicate":
            raise TranslationError(
                "a constraint that is only a propagator, or a function with too many combinations "
                "of values, cannot be translated"
            )
        if function not in REDUNDANT:
            self.primitives.append(Primitive(function, list(scope), list(constants)))
        return True

    def domain_of(self, v: int) -> Sequence[int]:
        """Return the values of a variable; the range between its bounds if only these are known."""
        try:
            return self.values(v)
        except ModelError:
            low, high = self.bounds(v)
            return range(low, high + 1)

    def name_of(self, v: int) -> str:
        """Return the name of a variable of the model; others have none."""
        return self._variables[v].name if v < len(self._variables) else ""

    def take(self) -> tuple[list[Primitive], list[Sequence[View]]]:
        """Return the primitives and the groups that were posted since the last call."""
        primitives, groups = self.primitives, self.groups
        self.primitives, self.groups = [], []
        return primitives, groups


def translator(primitives: Mapping[str, Translator], name: str) -> Translator:
    """Return the function that translates the primitives of a name.

    Raises
    ------
    TranslationError
        If there is none.
    """
    if name not in primitives:
        raise TranslationError(f"the propagator {name} cannot be translated")
    return primitives[name]


def lowered(unknowns: Sequence[Variable], constraints: Iterable[Constraint]) -> Lowering:
    """Return the builder to which all constraints of a model have posted.

    Raises
    ------
    TranslationError
        If a constraint cannot be translated; the message names it.
    """
    builder = Lowering(unknowns)
    for each in constraints:
        stop_if_due()
        try:
            each.build(builder)
        except TranslationError as error:
            raise TranslationError(f"{each!r}: {error}") from None
    return builder
