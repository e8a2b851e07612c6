"""The job of a parallel run on an exact cover problem, and the run itself: `cover_run`."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast
from uuid import uuid4

import numpy as np

from exactcover.engines.registry import CHEAPEST, ENGINES, load
from exactcover.engines.within_cost import at_most, scale_of
from exactcover.formats.json import as_text
from exactcover.parallel.regions import EncodedRegions, Regions, regions_of
from exactcover.portfolio.cheapest import AUTO, method_name, simple_engine
from exactcover.portfolio.counting import MEMO, SAFETY
from exactcover.portfolio.lengths import GROWTH, MOST_BYTES, MOST_STATES, SLICE_UPDATES
from exactcover.portfolio.schedule import masks_and_plain, prefers_masks
from exactcover.problem.choices import choice_numbers, choices_of, clash_of
from exactcover.problem.costs import whole_numbers
from exactcover.problem.derived import is_cover
from exactcover.problem.links import Links, build
from exactcover.problem.problem import Problem
from exactcover.runtime.arguments import Cost, generator
from exactcover.runtime.errors import GaveUpError, ProblemError
from exactcover.runtime.kernels.types import U32
from exactcover.runtime.parallel.run import Run
from exactcover.runtime.registry import find_name
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.limits import stop_if_due
from exactcover.runtime.search.protocol import Splittable, Status, counting
from exactcover.verbs.cover_search import STEERED, sorted_rows, steered_engine

ASKED = "asked for"
"""The reason in `Statistics.why` for an engine that the caller named."""

if TYPE_CHECKING:
    from exactcover.runtime.parallel.output import Output
    from exactcover.runtime.search.request import Request, Seed
    from exactcover.runtime.search.steering import Steering

MOST_VISITS = 1 << 24
"""A node may visit all items; this is the maximum number of visits in one call of an engine."""


class CoverJob:
    """The search for the covers of a problem; see `exactcover.runtime.parallel.job.Job`.

    Parameters
    ----------
    problem
        The problem.
    method, why
        The engine, and why it was chosen.
    chosen
        Options that all covers contain.
    seed
        The seed of the random order of the search, or None.
    k
        How many covers of least cost are wanted, or None. The method is then an engine for costs,
        and each task finds its k cheapest covers and some that were among them during its search.
    max_cost
        Only covers that cost at most this are wanted; None for any cost. The method is then an
        engine for costs.
    steering
        How the search is steered; the method is then the engine that does so.
    token
        Distinguishes jobs that have functions of the caller, even if these look the same.
    """

    task_updates = 1 << 24
    call_nodes = 1 << 16

    def __init__(
        self,
        problem: Problem,
        method: str,
        why: str,
        chosen: tuple[int, ...] = (),
        seed: int | None = None,
        k: int | None = None,
        max_cost: Cost | None = None,
        steering: Steering | None = None,
        token: str = "",
    ) -> None:
        self.problem = problem
        self.name = problem.name
        self.method, self.why = method, why
        self.chosen, self.k, self._max_cost = chosen, k, max_cost
        self._seed, self._steering, self._token = seed, steering, token
        self.call_nodes = max(1, min(self.call_nodes, MOST_VISITS // (problem.n_items + 1)))
        self.key = hashlib.sha256(json.dumps([self.facts(), token]).encode()).hexdigest()

    def __reduce__(self) -> tuple[type[CoverJob], tuple[Any, ...]]:
        # Without the links: they are larger than the problem, and quick to build.
        settings = self.chosen, self._seed, self.k, self._max_cost, self._steering, self._token
        return CoverJob, (self.problem, self.method, self.why, *settings)

    def facts(self) -> dict[str, Any]:
        """Return the entries that identify the job; a checkpoint of another job is refused."""
        facts: dict[str, Any] = {
            "digest": self.problem.digest,
            "method": self.method,
            "seed": self._seed,
            "chosen": self.chosen,
            "k": self.k,
        }
        if self.k is not None:
            facts["costs"] = "exact"  # in the checkpoints of older versions they are prices
        if self._max_cost is not None:
            facts["max_cost"] = repr(self._max_cost)
        if self._steering is not None:
            facts["steering"] = self._steering.facts()
        return facts

    def text(self) -> str:
        """Return the problem as JSON."""
        return as_text(self.problem)

    def describe(self, chosen: Sequence[int]) -> str:
        """Return the options of a prefix as text."""
        return f"options {', '.join(map(repr, self.prefix(chosen)))}"

    def prefix(self, chosen: Sequence[int]) -> tuple[Any, ...]:
        """Return the options of a prefix, chosen or left out; see `choices_of`."""
        return choices_of(self.problem, chosen)

    def most(self) -> int:
        """Return an upper bound of the number of solutions: that of all sets of options."""
        return 1 << self.problem.n_options

    def regions(
        self, chosen: Sequence[int], parts: Sequence[Sequence[int]]
    ) -> Iterator[Mapping[Hashable, Any]]:
        """Return the region of each part of a task: for items, the options that cover them."""
        return self._regions.of(chosen, parts)

    @cached_property
    def _regions(self) -> Regions | EncodedRegions:
        return regions_of(self.problem, self.method)

    def is_solution(self, row: Sequence[int], cost: int) -> bool:
        """Return whether options cover the problem at this cost."""
        if not set(row) <= set(range(self.problem.n_options)) or not is_cover(self.problem, row):
            return False
        return self.costs(np.array([row], np.uint32), np.array([len(row)], np.uint32)) == [cost]

    @cached_property
    def links(self) -> Links:
        """The arrays of the problem, in random order if there is a seed."""
        if self._seed is None:
            return self.problem.links
        return build(self.problem, np.random.default_rng(self._seed))

    def engine(self, chosen: Sequence[int], bound: int | None) -> Splittable:
        """Return the engine of a task, whose search has not started."""
        if self._steering is not None:
            make_steered = steered_engine(self.problem, self._steering, self._max_cost)
            steered = make_steered(self.links)
            steered.choose(list(chosen))
            return cast(Splittable, steered)
        make: Any = load(self.method, self.problem)
        engine = make(self.links) if self.k is None else make(self.links, self.k)
        if self._max_cost is not None:
            engine = at_most(engine, self.problem, self.links, self._max_cost)
        if bound is not None:
            scale = scale_of(self.problem, self.links)
            engine.lower(scale.limit(Fraction(bound, self._whole_costs[1]), is_allowed=False))
        engine.choose(list(chosen))
        return cast(Splittable, engine)

    @cached_property
    def _whole_costs(self) -> tuple[list[int], int]:
        """The costs as whole numbers, which are exact also in a text, and what a cost of 1 is."""
        return whole_numbers(self.problem.costs)

    def costs(self, rows: U32, lengths: U32) -> list[int]:
        """Return the exact costs of covers, as whole numbers."""
        costs, _ = self._whole_costs
        return [
            sum(costs[option] for option in row[:n])
            for row, n in zip(rows.tolist(), lengths.tolist(), strict=True)
        ]

    def tidy(self, rows: U32, lengths: U32) -> tuple[U32, U32]:
        """Return the covers with their options sorted."""
        return sorted_rows(rows, lengths)

    def shortcut(self) -> int | None:
        """Return the count of the frontier engine, if the frontier is narrow enough."""
        return count_narrow(self.problem, self.links, self.chosen, self.call_nodes)


def count_narrow(
    problem: Problem, links: Links, chosen: Sequence[int], call_nodes: int
) -> int | None:
    """Return the count of the frontier engine, if the frontier is narrow enough; else None."""
    status = Status.BUDGET_SPENT
    try:
        make: Any = load("frontier", problem)
        engine = make(links, max_states=MOST_STATES, max_bytes=MOST_BYTES)
        engine.choose(list(chosen))
        while status != Status.EXHAUSTED and engine.updates < _enough(engine):
            stop_if_due()
            status = engine.advance(call_nodes, counting())
    except (GaveUpError, ProblemError):
        return None
    return cast(int, engine.solutions) if status == Status.EXHAUSTED else None


def _enough(engine: Any) -> float:
    """Return how many updates the frontier engine may take: more, if it expects to finish soon."""
    expected: float = SAFETY * engine.expected_updates
    return expected if expected <= GROWTH * SLICE_UPDATES else SLICE_UPDATES


def cover_run(
    problem: Problem, request: Request, output: Output | None = None, k: int | None = None
) -> Run:
    """Return the parallel run that searches a problem, as the request says.

    Parameters
    ----------
    problem
        The problem.
    request
        What is asked of the search.
    output
        Where the run writes solutions; without it, the caller collects them.
    k
        See `CoverJob`.

    Raises
    ------
    ProblemError
        If it cannot be split, the chosen options clash, or the method is wrong.
    """
    options = choice_numbers(problem, request.chosen)
    clash = clash_of(problem, options)
    if clash:
        raise ProblemError(clash)
    method, why = method_of_request(problem, request, k)
    job = CoverJob(
        problem,
        method,
        why,
        tuple(options),
        drawn_seed(request.seed),
        k,
        request.max_cost,
        request.steering,
        token_of(request),
    )
    may_cut_short = why != ASKED and request.goal is Goal.COUNT and request.max_cost is None
    return Run(job, request, may_cut_short=may_cut_short, output=output)


def token_of(request: Request) -> str:
    """Return a text that no other job has, if functions of the caller steer it; else none."""
    return uuid4().hex if request.steering and request.steering.has_hooks else ""


def drawn_seed(seed: Seed | None) -> int | None:
    """Return a seed as a number, drawn from a generator if it is one; None for no seed."""
    if seed is None or isinstance(seed, int):
        return seed
    return int(generator(seed).integers(1 << 62))


def method_of_request(problem: Problem, request: Request, k: int | None) -> tuple[str, str]:
    """Return the name of the engine of the tasks of a request, and why it was chosen."""
    if request.steering is not None:
        return STEERED, ASKED
    if k is None and request.max_cost is None:
        return method_of(problem, request.goal, request.method)
    method = method_name(request.method)
    if method == AUTO:
        return simple_engine(problem), "it can be split, and has a quick bound"
    if not ENGINES[method].is_splittable:
        able = [name for name in CHEAPEST if ENGINES[name].is_splittable]
        raise ProblemError(f"a search by {method} cannot be split; auto, {', '.join(able)} can")
    return method_of(problem, request.goal, method)


def method_of(problem: Problem, goal: Goal, method: str) -> tuple[str, str]:
    """Return the name of the engine of the tasks, and why it was chosen."""
    method = find_name("method", method, ("auto", *ENGINES))
    if method == "auto":
        are_faster, why = prefers_masks(problem)
        masks, plain = masks_and_plain(problem)
        name = masks if are_faster else plain
        return MEMO.get(name, name) if goal is Goal.COUNT else name, why
    load(method, problem)
    engine = ENGINES[method]
    if not engine.is_splittable:
        able = (name for name in ENGINES if ENGINES[name].is_splittable)
        names = [name for name in able if not ENGINES[name].finds_cheapest]
        raise ProblemError(f"a search by {method} cannot be split; auto, {', '.join(names)} can")
    if goal is not Goal.COUNT and engine.counts_only:
        raise ProblemError(f"the method {method} only counts: it cannot list solutions")
    return method, ASKED
