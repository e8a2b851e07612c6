"""Which engines search a model at the same time, in threads: the racers of a `Race`.

By default the portfolio of one worker begins, without lazy clause generation until symmetries are
broken; another worker learns clauses all the time. Further ones learn clauses in other ways, search
neighbourhoods in another random order, or propagate with random values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from csp.engines.registry import ENGINES
from csp.errors import ModelError, TranslationError
from csp.parallel.race import Race, Racer
from csp.portfolio.choice import engine_for, engine_of
from csp.portfolio.portfolio import PlannedPortfolio
from exactcover.runtime.cores import n_cores

if TYPE_CHECKING:
    from csp.engines.model_engine import ModelEngine
    from csp.model.model import Model
    from csp.request import ModelRequest

PACES = {"learning": 1 << 21, "neighbourhoods": 1 << 22, "propagation": 1 << 22, "auto": 1 << 22}
"""The updates of engines that take about a second."""
WAYS: tuple[tuple[str, dict[str, bool]], ...] = (
    ("as alone", {}),
    ("without probes", {"has_probes": False}),
    ("with long runs", {"is_geometric": True}),
    ("without probes, with long runs", {"has_probes": False, "is_geometric": True}),
)
"""The ways to learn clauses, which workers have in turns; all but the first in a random order."""

Kind = Callable[["Model", "ModelRequest", int], Racer]
"""Makes racer number k of a kind, from 0."""


def raced(model: Model, request: ModelRequest) -> tuple[ModelEngine, str]:
    """Return the engine in which several workers search a model, and why it was chosen.

    Raises
    ------
    ModelError
        If the search is to be kept in a file, or to run elsewhere.
    """
    parallel, method = request.search.parallel, request.search.method
    assert parallel is not None
    if parallel.kept is not None:
        raise ModelError(
            f"method is {method!r}: what it learns is kept in memory only; leave checkpoint= and "
            'resume= out, or use method="propagation", whose tasks are kept in a file'
        )
    if parallel.executor is not None:
        raise ModelError(
            f"method is {method!r}: its workers are threads that share what they learn; leave "
            'executor= out, or use method="propagation", whose tasks may run anywhere'
        )
    n_workers = parallel.workers or n_cores()
    if n_workers == 1:
        return engine_for(model, request)
    engine, why = engine_for(model, request, learns=method != "auto")
    request = request.freed
    race = Race(
        Racer(engine, why, PACES[method]),
        lambda: list(islice(_racers(model, request, engine), n_workers - 1)),
        is_for_best=request.objective is not None,
        is_timed=request.search.seed is None,
    )
    return race, why


def _kinds(request: ModelRequest) -> list[Kind]:
    """Return the kinds of further racers, which come in turns."""
    if request.search.method == "learning":
        return [_other_learner]
    if request.search.method == "neighbourhoods":
        return [_neighbourhoods]
    return [_learner, _learner, _propagation if request.objective is None else _neighbourhoods]


def _racers(model: Model, request: ModelRequest, first: ModelEngine) -> Iterator[Racer]:
    """Yield racers of all kinds that can search the model, one kind after the other."""
    kinds, made = _kinds(request), Counter[Kind]()
    prefer = first.preferred()
    if isinstance(first, PlannedPortfolio):
        with suppress(ModelError, TranslationError):
            engine = first.engines.learner()
            yield Racer(engine, "clauses, as in the turns of one thread", PACES["learning"])
            made[_learner] += 1
    turn = kinds[sum(made.values()) :]
    while kinds:
        for kind in turn:
            try:
                racer = kind(model, request, made[kind])
            except (ModelError, TranslationError):
                kinds = [each for each in kinds if each is not kind]
                continue
            made[kind] += 1
            if prefer:
                racer.engine.prefer(prefer)
            yield racer
        turn = kinds


def _learner(model: Model, request: ModelRequest, k: int) -> Racer:
    """Return an engine that learns clauses, the first one as if it were alone."""
    what, how = WAYS[k % len(WAYS)]
    engine = ENGINES["learning"](model, _seeded(request, k) if k else request)
    engine.vary(**how)
    return Racer(engine, f"clauses about bounds and values, {what}", PACES["learning"])


def _other_learner(model: Model, request: ModelRequest, k: int) -> Racer:
    return _learner(model, request, k + 1)


def _neighbourhoods(model: Model, request: ModelRequest, k: int) -> Racer:
    """Return an engine that searches neighbourhoods in an order of its own."""
    engine = engine_of("neighbourhoods", model, _seeded(request, k + 1))
    return Racer(engine, f"neighbourhoods, random order {k + 1}", PACES["neighbourhoods"])


def _propagation(model: Model, request: ModelRequest, k: int) -> Racer:
    """Return an engine that propagates, and tries random values."""
    seeded = replace(_seeded(request, k + 1), is_for_one=True)
    engine = ENGINES["propagation"](model, seeded)
    why = f"random values, number {k + 1}; {engine.description}"
    return Racer(engine, why, PACES["propagation"])


def _seeded(request: ModelRequest, k: int) -> ModelRequest:
    """Return a request with a random order of its own, which depends on the seed of the search."""
    random = request.search.generator()
    seed = [k] if random is None else [k, int(random.integers(1 << 32))]
    search = replace(request.search, seed=np.random.default_rng(seed))
    return replace(request, search=search)
