"""Models as primitive constraints on integer variables, for the languages of other solvers.

All constraints and expressions are built of about twenty propagators, tables and groups of
variables that are all different. The card of each propagator translates it. So every constraint is
translated, also where it is reified or inside an expression.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from csp.cards.card import Card
from csp.errors import ModelError, TranslationError
from csp.model.builder import Builder
from csp.model.constraint import Constraint
from csp.model.expressions import Variable
from csp.model.posted_records import View
from csp.propagators.registry import Kernel, card_of
from exactcover.runtime.kernels.types import I64
from exactcover.runtime.search.limits import stop_if_due

ALLOWED, FORBIDDEN = "allowed", "forbidden"
"""Tables; the constants are the tuples."""


class Primitive(NamedTuple):
    """A primitive constraint: a propagator or a kind of table, its variables, and its constants.

    The module of the propagator in `csp.propagators` says what they mean.
    """

    kind: Card | str
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
        function: Kernel,
        scope: Sequence[int],
        constants: Sequence[int] | I64 = (),
        **_: Any,
    ) -> bool:
        """Keep a propagator, unless it is redundant.

        Raises
        ------
        TranslationError
            If only a search can run it, such as one of a user, or a compiled predicate.
        """
        card = card_of(function)
        if not card.is_redundant:
            card.check_translation()
            self.primitives.append(Primitive(card, list(scope), list(constants)))
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
