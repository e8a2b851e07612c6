"""The engines of a portfolio, made by name when its schedule comes to them, and its conditions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from csp.engines.registry import ENGINES
from csp.errors import ModelError, TranslationError
from csp.model.expressions import Linear
from csp.portfolio.plan import (
    ALONE,
    CLIQUES,
    EXACT_COVER,
    FOR_ONE,
    GIVEN,
    LEARNING,
    LINEAR,
    LINEAR_EARLY,
    LINEAR_LATE,
    NEIGHBOURHOODS,
    PACKING,
    PROPAGATION,
    UNCONDITIONAL,
    WITH_TASKS,
    WITHOUT_TASKS,
)
from csp.presolve.cliques import post_cliques
from csp.presolve.search_parts import built, goal_of
from csp.propagators.registry import CUMULATIVE, NO_OVERLAP, card_of
from csp.request import Branching
from exactcover.runtime.errors import ProblemError

if TYPE_CHECKING:
    from csp.cards.card import Card
    from csp.engines.model_engine import ModelEngine
    from csp.engines.propagation.engine import Propagation
    from csp.model.builder import Builder
    from csp.model.model import Model
    from csp.request import ModelRequest

VARIABLES_FIRST, LEAST_VALUES_FIRST = "variables first", "least values first"
"""Engines of propagation that branch in other ways, which may be much better or worse. One decides
the variables of the model before those of expressions; the other is for packing."""
SUFFIX = " without symmetry"
"""The end of the name of an engine that searches for one of several symmetric solutions."""
WHY = {
    VARIABLES_FIRST: "the search is long: one that decides the variables of the model first may be "
    "shorter",
    LEAST_VALUES_FIRST: "the search is long: a packing may begin with the least values",
    CLIQUES: "the search is long: variables that differ pair by pair may have too few values",
    GIVEN: "the search that the model asks for is one of several",
    EXACT_COVER: "the search is long: clauses on the exact cover problem may cut it short",
    LEARNING: "the search is long: clauses about bounds and values may cut it short",
    LINEAR: "the search is long: linear relaxations may bound the objective",
    NEIGHBOURHOODS: "neighbourhoods of the best solution may have a better one",
}
"""Name -> why an engine searches, for `statistics.choice`."""
BREAKS = "the search is long, and the model has symmetries: one of symmetric solutions is enough"

MOST_PER_COST = 2
"""An objective is a sum of costs if it has a term for each two variables of the model."""
TURN_UPDATES = 1 << 14
"""The updates of the first turn of clause learning with assumptions, and of the one without; it
doubles after each turn with assumptions that does not raise the bound."""


class Engines:
    """The engines of a portfolio by name; each is made when it is asked for.

    Parameters
    ----------
    model, request
        What they search.
    propagation
        The engine that searches first.
    learns
        Whether clause learning is among them; else it is among those without symmetries only.
    given
        A request with controls of branching, for an engine of propagation of its own; or None.

    Attributes
    ----------
    made
        The engines that were made, by name.
    learns
        As above.
    n_groups
        The number of groups of variables that differ.
    n_variables
        The number of variables, with those that propagation has made.
    """

    def __init__(
        self,
        model: Model,
        request: ModelRequest,
        propagation: Propagation,
        *,
        learns: bool = True,
        given: ModelRequest | None = None,
    ) -> None:
        self._request, self.learns, self._given = request, learns, given
        self.made: dict[str, ModelEngine] = {PROPAGATION: propagation}
        self.n_groups = len(model.builder.groups)
        self._first_why = propagation.description
        self._model, self._suffix = model, ""
        self.n_variables = propagation.n_variables

    def names(self, kind: str) -> list[str]:
        """Return the names of the engines of a kind: none, one, or several."""
        is_apart = kind == LEARNING and not self.learns and not self._suffix
        if is_apart or (kind == GIVEN and self._given is None):
            return []
        names = [PROPAGATION] if kind == ALONE else [kind]
        # The objective alone is no other variable: whatever decides the others fixes it.
        n_unknowns = len(self._model.unknowns) + (self._request.objective is not None)
        if kind == PROPAGATION and self.n_variables > n_unknowns:
            names.append(VARIABLES_FIRST)
        if kind == PACKING:
            has_resources = CUMULATIVE in self._model.builder.kinds
            is_packing = self._request.objective is None and has_resources
            names = [LEAST_VALUES_FIRST] if is_packing else []
        return [name + self._suffix for name in names]

    def why(self, name: str) -> str:
        """Return why an engine searches, for `statistics.choice`."""
        if name.endswith(SUFFIX):
            return BREAKS
        return self._first_why if name == PROPAGATION else WHY[name]

    def __getitem__(self, name: str) -> ModelEngine:
        """Return an engine; make it if it was not made yet.

        Raises
        ------
        ModelError, ProblemError, TranslationError
            If it cannot search the model.
        """
        if name not in self.made:
            engine = self._make(name.removesuffix(SUFFIX))
            engine.gives_up = True
            if self._request.objective is not None:
                engine.prefer(self.made[PROPAGATION].preferred())
            self.made[name] = engine
        return self.made[name]

    def learner(self) -> ModelEngine:
        """Return the engine that learns clauses, for a thread of its own."""
        engine = self._make(LEARNING)
        engine.prefer(self.made[PROPAGATION].preferred())
        return engine

    def reason_against(self, name: str) -> Exception | None:
        """Make an engine; return None, or the reason why it cannot search the model."""
        try:
            self[name]
        except (TranslationError, ProblemError) as reason:
            return reason
        return None

    def _make(self, kind: str) -> ModelEngine:
        """Return an engine for the model as it is now: perhaps without its symmetries."""
        model, request = self._model, self._request
        make, details = ENGINES.get(kind, ENGINES[PROPAGATION]), dict[str, Any]()
        if kind == GIVEN and self._given is not None:
            request = self._given
        elif kind == VARIABLES_FIRST:
            branching = Branching(tuple(model.unknowns), values=request.branching.values)
            request = replace(request, branching=branching)
        elif kind == LEAST_VALUES_FIRST:
            branching = Branching(tuple(model.unknowns), "least value", "least", 0)
            request = replace(request, branching=branching)
        elif kind == CLIQUES:
            details["builder"] = with_cliques(model)
        elif kind == EXACT_COVER:
            details = {"method": "learning", "origins": self.made[PROPAGATION].origins}
        elif kind == LEARNING and request.objective is not None and not self._suffix:
            make, details = ENGINES["cores"], {"turn": TURN_UPDATES}
        engine: ModelEngine = make(model, request, **details)
        if self._given is not None:
            engine.follow(self._given.branching.steps)
        return engine

    def break_symmetries(self, patience: int) -> bool:
        """Look for symmetries; if there are some, further engines search the model without them.

        Where bins, rows or values are interchangeable, a proof has to refute each case many times.
        The look takes time, so it has few steps at first, and more in long searches: 2^13 of them
        take up to 0.02 seconds, 2^17 up to 0.3.
        """
        from csp.symmetry.breaking import breaking

        constraints = breaking(self._model, self._request.objective, patience)
        if not constraints:
            return False
        self._model, self._suffix = self._model.with_constraints(*constraints), SUFFIX
        self.n_variables = len(built(self._model).numbers)
        return True

    def holds(self, condition: str) -> bool:
        """Return whether a condition of a turn holds."""
        return CONDITIONS[condition](self)

    def has_tasks(self) -> bool:
        """Return whether tasks share machines or resources."""
        return not {NO_OVERLAP, CUMULATIVE}.isdisjoint(self._model.builder.kinds)

    def is_unconditional(self) -> bool:
        """Return whether no constraint holds under a condition only."""
        return not any(card.is_reified for card in cards(self._model.builder))

    def is_for_one(self) -> bool:
        """Return whether one solution is wanted, so that another one may be symmetric to it."""
        return self._request.search.limits.limit == 1

    @cached_property
    def is_stated_by_rows(self) -> bool:
        """Whether linear relaxations state the model, so that they may well bound the objective."""
        model, objective = self._model, self._request.objective
        if not model.builder.groups and all(card.is_stated for card in cards(model.builder)):
            return True
        n_costs = len(objective.terms) if isinstance(objective, Linear) else 1
        is_sum = MOST_PER_COST * n_costs >= len(model.unknowns)
        if not is_sum or not all(card.is_relaxed for card in cards(model.builder)):
            return False
        builder = built(model)
        goal_of(builder, self._request)
        return all(card.is_relaxed for card in cards(builder))


def cards(builder: Builder) -> list[Card]:
    """Return the cards of the propagators that were posted, each once."""
    return [*map(card_of, builder.kinds)]


CONDITIONS: dict[str, Callable[[Engines], bool]] = {
    WITH_TASKS: Engines.has_tasks,
    WITHOUT_TASKS: lambda engines: not engines.has_tasks(),
    UNCONDITIONAL: Engines.is_unconditional,
    FOR_ONE: Engines.is_for_one,
    LINEAR_EARLY: lambda engines: engines.is_stated_by_rows,
    LINEAR_LATE: lambda engines: not engines.is_stated_by_rows,
}
"""The conditions of turns."""


def with_cliques(model: Model) -> Builder:
    """Return a builder of a model with the cliques of its comparisons `!=`.

    Raises
    ------
    ModelError
        If there are none that bind their values.
    """
    builder = built(model)
    if not post_cliques(builder):
        raise ModelError("no comparisons make cliques that bind their values")
    return builder
