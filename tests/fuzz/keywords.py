"""Random values for the keywords of the verbs, and the solutions that are left with them."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import numpy as np

from exactcover import Hook, Problem, Progress, Symmetries, Without
from exactcover.orders.order import BEST
from exactcover.orders.registry import ORDERS as ITEM_ORDERS
from exactcover.problem.costs import total_cost
from exactcover.runtime.search.steering import CONSISTENCIES, ORDERS
from tests import oracle
from tests.fuzz.cover_steering import has_kind_twice
from tests.fuzz.cover_tools import Key, Keys

Given = dict[str, Any]
"""The arguments of a call."""
PARALLEL = {"workers", "executor", "checkpoint", "resume"}
"""The keywords of parallel runs."""
LONG = 1000.0
"""A limit of time that no case reaches."""
WEIGHTS = (0.1, 1, 2.5, 1000)
N_KINDS = 4
"""The function that prunes allows one option of each of so many kinds."""


@dataclass(frozen=True)
class Known:
    """A problem, its solutions by brute force, and a folder for the files of its searches."""

    problem: Problem
    solutions: Keys
    folder: Path

    @cached_property
    def costs(self) -> dict[Key, float]:
        """The cost of each solution, rounded once."""
        return {key: total_cost(self.problem.costs, list(key)) for key in self.solutions}

    @cached_property
    def group(self) -> Symmetries:
        """The symmetries of the problem."""
        return self.problem.symmetries()

    @cached_property
    def class_of(self) -> dict[Key, Key]:
        """The least solution to which the group takes each solution."""
        elements = [element.tolist() for element in self.group.options]
        return {
            key: min(tuple(sorted(element[i] for i in key)) for element in elements)
            for key in self.solutions
        }

    def path(self) -> Path:
        """Return a new path in the folder."""
        return self.folder / str(len(list(self.folder.iterdir())))


class Inline(Executor):
    """An executor that calls functions at once, with copies of their arguments."""

    def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Call a function; return its result or error."""
        future: Future[Any] = Future()
        try:
            copy = pickle.loads(pickle.dumps((function, args, kwargs)))
            future.set_result(copy[0](*copy[1], **copy[2]))
        except Exception as error:
            future.set_exception(error)
        return future


def _cancel(known: Known, rng: Random) -> Event:
    flag = Event()
    if rng.random() < 0.3:
        flag.set()
    return flag


def _note(progress: Progress) -> None:
    assert 0 <= progress.part <= 1
    assert progress.nodes >= 0


def _seed(known: Known, rng: Random) -> Any:
    number = rng.randrange(99)
    return number if rng.random() < 0.8 else np.random.default_rng(number)


def _chosen(known: Known, rng: Random) -> list[Any]:
    options = known.problem.options
    some = rng.sample(options, min(len(options), rng.choice((0, 1, 1, 2, 3))))
    bounds = known.problem.bounds
    return [
        Without(option) if rng.random() < 0.3 and bounds.keys() & set(option.items) else option
        for option in some
    ]


def _items(known: Known, rng: Random) -> list[Any]:
    primary = known.problem.primary
    return rng.sample(primary, rng.randint(0, len(primary)))


def _max_cost(known: Known, rng: Random) -> float:
    return rng.choice(sorted({*known.costs.values(), 0}))


def _decide(known: Known, rng: Random) -> Any:
    first = known.problem.primary[0] if known.problem.primary else None
    return first[:1] if isinstance(first, str) and rng.random() < 0.3 else _items(known, rng)


def _weights(known: Known, rng: Random) -> list[Any]:
    """Return weights of options: whole numbers, fractions, or floats."""
    kind = rng.choice((int, lambda k: Fraction(k, 3), lambda k: k / 8))
    return [kind(rng.randint(0, 9)) for _ in range(known.problem.n_options)]


def _prune(known: Known, rng: Random) -> Hook:
    kinds = [rng.randrange(N_KINDS) for _ in range(known.problem.n_options)]
    return Hook(has_kind_twice, data=kinds, cells=[0] * N_KINDS)


KEYWORDS: Mapping[str, Callable[[Known, Random], Any]] = {
    "limit": lambda known, rng: rng.choice((None, 0, 1, 2, 3)),
    "time_limit": lambda known, rng: rng.choice((0, LONG, LONG)),
    "max_nodes": lambda known, rng: rng.choice((None, *range(9))),
    "cancel": _cancel,
    "progress": lambda known, rng: _note,
    "seed": _seed,
    "chosen": _chosen,
    "workers": lambda known, rng: rng.choice((1, 1, 2)),
    "executor": lambda known, rng: Inline,
    "checkpoint": lambda known, rng: known.path(),
    "resume": lambda known, rng: known.path(),
    "up_to": lambda known, rng: rng.choice((known.group, "all")),
    "order": lambda known, rng: rng.choice((BEST, *ITEM_ORDERS, _items(known, rng))),
    "symmetries": lambda known, rng: rng.choice((known.group, "all")),
    "max_bytes": lambda known, rng: rng.choice((1 << 12, 1 << 29)),
    "max_cost": _max_cost,
    "then": lambda known, rng: [
        rng.choices((0, 1, -2, 0.5), k=known.problem.n_options) for _ in range(rng.randint(0, 2))
    ],
    "choose": lambda known, rng: rng.choice(ORDERS),
    "decide": _decide,
    "item_weights": lambda known, rng: {i: rng.choice(WEIGHTS) for i in _items(known, rng)},
    "weights": _weights,
    "prune": _prune,
    "consistency": lambda known, rng: rng.choice(CONSISTENCIES),
    "profile": lambda known, rng: True,
    "n": lambda known, rng: rng.randint(1, 3),
    "k": lambda known, rng: rng.randint(1, 4),
    "n_tasks": lambda known, rng: rng.randint(1, 6),
    "n_probes": lambda known, rng: rng.choice((1, 3, 30)),
    "domain_consistency": lambda known, rng: rng.random() < 0.5,
    "path": lambda known, rng: known.path().with_suffix(".jsonl"),
    "generators": lambda known, rng: rng.choice((None, {}, known.group.generators)),
}
"""The keyword -> a function that draws its value."""


def may_stop(given: Given) -> bool:
    """Return whether a search with these arguments may stop before it is complete."""
    cancel = given.get("cancel")
    return (
        given.get("limit") is not None
        or given.get("max_nodes") is not None
        or given.get("time_limit") == 0
        or (cancel is not None and cancel.is_set())
    )


def can_be_chosen(problem: Problem, chosen: list[Any]) -> bool:
    """Return whether options can be chosen, and others be left out, independent of the rest."""
    rows = tuple(option for option in chosen if not isinstance(option, Without))
    left_out = {option.option.index for option in chosen if isinstance(option, Without)}
    return left_out.isdisjoint(row.index for row in rows) and oracle.exceeds_nothing(problem, rows)


def admitted(known: Known, given: Given) -> Keys:
    """Return the solutions that these arguments leave."""
    chosen = given.get("chosen", ())
    with_all = {option.index for option in chosen if not isinstance(option, Without)}
    without = {option.option.index for option in chosen if isinstance(option, Without)}
    found = {key for key in known.solutions if with_all <= set(key) and without.isdisjoint(key)}
    if (most := given.get("max_cost")) is not None:
        found = {key for key in found if known.costs[key] <= most}
    if (hook := given.get("prune")) is not None:
        found = {key for key in found if len({hook.data[i] for i in key}) == len(key)}
    return frozenset(found)
