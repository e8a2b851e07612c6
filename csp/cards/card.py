"""The card of a propagator: all that other parts of the library know of it, beside its kernel.

Whatever a card has to say and does not know, it states with the reason, so that no propagator is
silently weaker than others in some part of the library.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import KW_ONLY, dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple

from csp.cards.linear_comparisons import Comparison, SumForm
from csp.errors import TranslationError

if TYPE_CHECKING:
    from csp.cards.automata import Automata
    from csp.cards.formats import Constants, Scope, ToCpSat, ToFlatZinc
    from csp.cards.ranges import Reach
    from csp.cards.rows import Rows


class Explanation(NamedTuple):
    """How a propagator is explained to a search that learns clauses.

    Attributes
    ----------
    function
        The module and the function in `csp.engines.learning.explanations`.
    is_by_values
        Whether it explains single values that were removed; else it explains bounds.
    takes_twins
        Whether it explains a propagator that has an open variable in its scope twice, too.
    """

    function: str
    is_by_values: bool
    takes_twins: bool = False


class Wide(Enum):
    """Whether a propagator takes variables with wide domains, of which only bounds are known.

    A propagator that is not refused reads bounds, and runs again when a variable is fixed if it
    removes single values.
    """

    REFUSED = 0
    """It needs single values."""
    SEARCHED = 1
    """It takes them, but clauses cannot be learned from it then."""
    LEARNED = 2
    """It takes them, and bounds alone explain what it does, although it reads single values."""
    BOUNDS = 3
    """It reads and changes nothing but bounds, of any domain, and explains them."""


class Naive(NamedTuple):
    """That a propagator has no explanation: its reason is all domains of its scope."""

    why: str


class LeftOut(NamedTuple):
    """That a search which learns clauses does without a redundant propagator."""

    why: str


class Missing(NamedTuple):
    """That a propagator cannot be said in another language, and why."""

    why: str


class Implied(NamedTuple):
    """That a linear relaxation knows what a propagator says, from something else."""

    why: str


class Translation(NamedTuple):
    """How other languages say what a propagator says."""

    automata: Automata
    flatzinc: ToFlatZinc
    cpsat: ToCpSat


REDUNDANT = Missing("other propagators say the same")
"""The propagator is redundant: other languages get only what it strengthens."""
NOT_LINEAR = Missing("no linear constraint that is worth its row follows from it")
"""A linear relaxation does without the propagator."""


@dataclass(frozen=True)
class Card:
    """The card of a propagator: the facts that other parts of the library need.

    Attributes
    ----------
    function
        The kernel: a function of a handle and a number; see `csp.propagators`.
    explanation
        How clauses are learned from it.
    translation
        How other languages say the same. The comparison of a sum with a total is translated by its
        form alone, and a redundant propagator is left out.
    rows
        Which linear constraints follow from it, for linear relaxations.
    reach
        Returns the largest number that it may form; None if it adds two numbers of the model at
        most (`csp.cards.ranges`).
    wide
        Whether it takes variables with wide domains.
    outlasts_orders
        Whether it may still fail or remove values when the orders of all tasks are decided.
    implies
        Yields comparisons of sums that follow from it, if it is none itself.
    """

    function: Callable[..., int]
    _: KW_ONLY
    explanation: Explanation | Naive | LeftOut
    translation: SumForm | Translation | Missing
    rows: Rows | Implied | Missing
    reach: Reach | None = None
    wide: Wide = Wide.REFUSED
    outlasts_orders: bool = False
    implies: Callable[[Scope, Constants], Iterator[Comparison]] | None = None

    @property
    def is_redundant(self) -> bool:
        """Whether other propagators find the same solutions without it."""
        return self.translation is REDUNDANT

    @property
    def form(self) -> SumForm | None:
        """How its scope and constants are the comparison of a sum, if they are one."""
        return self.translation if isinstance(self.translation, SumForm) else None

    @property
    def is_reified(self) -> bool:
        """Whether it is the truth value of the comparison of a sum."""
        return self.form is not None and self.form.is_reified

    @property
    def is_linear(self) -> bool:
        """Whether it is a linear constraint."""
        return self.form is not None and not self.form.is_reified and self.form.operator != "!="

    @property
    def is_stated(self) -> bool:
        """Whether a linear relaxation states all that it says."""
        return self.is_linear or (self.is_redundant and self.is_relaxed)

    @property
    def is_relaxed(self) -> bool:
        """Whether a linear relaxation knows it."""
        return not isinstance(self.rows, Missing)

    @property
    def is_learned_wide(self) -> bool:
        """Whether clauses can be learned of it where variables have wide domains."""
        return self.wide in (Wide.LEARNED, Wide.BOUNDS) or isinstance(self.explanation, LeftOut)

    def comparisons(self, scope: Scope, constants: Constants) -> Iterator[Comparison]:
        """Yield the comparisons of sums that it states, also those under a condition."""
        if self.implies is not None:
            yield from self.implies(scope, constants)
        elif self.form is not None:
            yield from self.form.comparisons(scope, constants)

    def check_translation(self) -> None:
        """Raise TranslationError if other languages cannot say what it says."""
        if isinstance(self.translation, Missing):
            raise TranslationError(self.translation.why)


def by_bounds(function: str, *, takes_twins: bool = False) -> Explanation:
    """Return an explanation of bounds."""
    return Explanation(function, is_by_values=False, takes_twins=takes_twins)


def by_values(function: str) -> Explanation:
    """Return an explanation of single values."""
    return Explanation(function, is_by_values=True)


ONLY_SEARCHED = Missing(
    "a constraint that is only a propagator, or a function with too many combinations of values, "
    "cannot be translated"
)
"""Only a search can run the propagator: it calls a function of a user."""


def card_of_user(function: Callable[..., Any]) -> Card:
    """Return the card of a propagator of a user, of which nothing is known."""
    return Card(
        function,
        explanation=Naive("the library does not know what it does"),
        translation=ONLY_SEARCHED,
        rows=Missing("the library does not know what it says"),
    )
