"""Bounds written as plain items: a problem without bounds, with the same solutions one to one.

An engine that knows no bounds searches this problem instead. The options of the given problem keep
their numbers; after them come options that count.

Let o1 ... on be the options of an item with bounds. For every k there is a secondary item, whose
colour is the number of covers by o1 ... ok, and a primary item "step k", with an option for every
number before the step, and for whether ok is chosen. (An option that covers several units of the
item adds so many.) Numbers from which the bounds cannot be met
any more are left out. An option of the given problem with such an item also has a primary item of
its own, which has one more option, "not chosen"; a secondary item carries the decision to the steps
as a colour::

    o            p q  own:o  is:o:yes   (p, q: its items without bounds)
    not o             own:o  is:o:no
    2, o         step:k      is:o:yes  number:k-1:2  number:k:3
    2, not o     step:k      is:o:no   number:k-1:2  number:k:2

The chosen options determine all numbers. So a solution of one problem corresponds to exactly one
of the other: that with the same options of the given problem. If no upper bound is in the way, the
numbers stop at the lower bound. An item whose bounds always hold needs no steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.problem.bounds import ONCE
from exactcover.problem.costs import Costs
from exactcover.problem.links import MAX_NODES
from exactcover.problem.option import Incidence, Item
from exactcover.problem.parts import Parts
from exactcover.problem.problem import Problem
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.search.limits import stop_if_due, watched

Numbers = NDArray[np.int64]

NO, YES = ("not chosen", "chosen")
"""The first two colours that are added; the numbers 0, 1, ... follow."""
LEAST_NODES = 3
"""Each number before a step has an option at least, with two items at least."""
MOST_STEPS = MAX_NODES // LEAST_NODES


@dataclass(frozen=True)
class Step:
    """The name of an item that is added: it counts an option of an item with bounds."""

    item: Item
    option: int
    role: str


@dataclass(frozen=True)
class Own:
    """The name of an item that is added for an option: it is chosen, or not."""

    option: int
    role: str


class Counted(NamedTuple):
    """An item with bounds, and how its covers are counted.

    Attributes
    ----------
    item
        Its number in the problem.
    options
        Its options.
    units
        How many units each of these covers.
    low
        How often it must be covered.
    most
        The highest number: covers beyond it are forbidden, or do not matter.
    is_capped
        Whether covers beyond it do not matter.
    """

    item: int
    options: Numbers
    units: Numbers
    low: int
    most: int
    is_capped: bool

    @property
    def is_free(self) -> bool:
        """Whether any number of covers is allowed."""
        return self.is_capped and not self.most

    def ends(self) -> tuple[Numbers, Numbers]:
        """Return the least and the greatest number of covers before each option, and at the end.

        Numbers beyond them cannot be reached, or cannot meet the bounds any more.
        """
        done = np.concatenate(([0], np.cumsum(self.units)))
        return np.maximum(self.low - (done[-1] - done), 0), np.minimum(done, self.most)

    def numbers(self) -> tuple[Numbers, Numbers]:
        """Return all numbers of covers before the options, behind the places of these.

        There are no more than the engines take, or a few too many.
        """
        least, greatest = (end[:-1] for end in self.ends())
        if self.has_single_units:  # every number between the ends can be reached
            n_numbers = greatest - least + 1
            place = np.repeat(np.arange(len(self.options)), n_numbers)
            first = np.cumsum(n_numbers) - n_numbers
            return place, np.arange(len(place)) - (first - least)[place]
        reached, found, n_left = np.zeros(1, dtype=np.int64), list[Numbers](), MOST_STEPS
        for low, high, units in zip(least, greatest, self.units, strict=True):
            stop_if_due()
            reached = reached[(low <= reached) & (reached <= high)]
            found.append(reached)
            n_left -= len(reached)
            if n_left < 0:
                break
            more = reached + units
            reached = np.union1d(reached, np.minimum(more, self.most) if self.is_capped else more)
        place = np.repeat(np.arange(len(found)), list(map(len, found)))
        return place, np.concatenate(found)

    @property
    def n_steps(self) -> int:
        """How many numbers of covers there are before all options together."""
        if self.has_single_units:
            least, greatest = self.ends()
            return int((greatest - least + 1)[:-1].sum())
        return len(self.numbers()[0])

    @property
    def has_single_units(self) -> bool:
        """Whether each option covers one unit."""
        return bool((self.units == 1).all())

    @property
    def is_hopeless(self) -> bool:
        """Whether it has too few options."""
        return self.low > int(self.units.sum())


def without_bounds(problem: Problem) -> Problem:
    """Return a problem without bounds, whose first options are those of a problem with bounds.

    Examples
    --------
    >>> problem = Problem([["p", "q"], ["p"], ["q"]], bounds={"p": (0, 2)})
    >>> plain = without_bounds(problem)
    >>> plain, plain.count(), problem.count()
    (<Problem 3 primary + 2 secondary items, 5 options>, 4, 4)
    """
    counted = [_counted(problem, k) for k in _bounded(problem)]
    steps = [each for each in counted if not each.is_free and not each.is_hopeless]
    hopeless = [each for each in counted if each.is_hopeless]
    is_counted = np.zeros(problem.n_options, dtype=np.bool_)
    for each in steps:
        is_counted[each.options] = True
    once = np.ones(problem.n_primary, dtype=np.bool_)
    once[[each.item for each in counted]] = False
    n_steps = sum(each.n_steps for each in watched(steps))
    if n_steps >= MOST_STEPS:
        raise ProblemError(
            f"the bounds of {len(steps)} items need {n_steps} steps: the engines take fewer than "
            f"{MOST_STEPS}"
        )
    decided = decided_options(problem)
    layout = _Layout(problem, once, decided, is_counted, steps, len(hopeless))
    blocks = [*layout.given(), layout.not_chosen(), *layout.all_steps()]
    items, colours, lengths = (np.concatenate([block[k] for block in blocks]) for k in range(3))
    n_added = len(lengths) - problem.n_options
    return Problem.from_parts(
        Parts(
            layout.names(hopeless),
            layout.n_primary,
            Incidence(
                np.concatenate(([0], np.cumsum(lengths))).astype(np.int64),
                items.astype(np.int32),
                colours.astype(np.int32),
            ),
            colour_names=(*problem.colour_names, NO, YES, *range(layout.n_numbers)),
            costs=_with_zeros(problem.costs, n_added),
            name=problem.name,
        )
    )


def _with_zeros(costs: Costs, number: int) -> Costs:
    """Return costs followed by zeros."""
    zeros: Any = np.zeros_like(costs, shape=number)
    longer: Costs = np.concatenate((costs, zeros))
    return longer


def item_numbers(problem: Problem, numbers: Iterable[int]) -> Iterator[int]:
    """Yield the items of a problem for which items of the equivalent problem stand.

    Those of an option of its own stand for none.
    """
    number_of = {item: k for k, item in enumerate(problem.items)}
    for number in numbers:
        name = problem.encoded.items[number]
        if not isinstance(name, Own):
            yield number_of[name.item if isinstance(name, Step) else name]


def decided_options(problem: Problem) -> Numbers:
    """Return the options with an item that has bounds: those that have an option "not chosen"."""
    members = problem.incidence.members
    return np.unique(problem.incidence.owners()[np.isin(members, _bounded(problem))])


def _bounded(problem: Problem) -> list[int]:
    """Return the numbers of the items with bounds."""
    return [k for k, item in enumerate(problem.primary) if item in problem.bounds]


def _counted(problem: Problem, item: int) -> Counted:
    """Return how the covers of an item are counted."""
    low, high = problem.bounds.get(problem.items[item], ONCE)
    nodes = problem.incidence.members == item
    options, units = problem.incidence.owners()[nodes], problem.multiplicities[nodes]
    is_capped = high >= int(units.sum())
    return Counted(item, options, units, low, low if is_capped else high, is_capped)


def _occurring(counted: Counted) -> list[int]:
    """Return the numbers of covers before the options of an item, and after them."""
    before = np.unique(counted.numbers()[1])
    after = np.unique(before[:, np.newaxis] + np.unique([0, *counted.units.tolist()]))
    return [*np.unique(np.minimum(after, counted.most)).tolist()]


Block = tuple[Numbers, Numbers, Numbers]
"""Options: their items and the colours of these, one option after another, and their lengths."""


class _Layout:
    """The numbers of the items, and the options that have them.

    The items come in this order: the primary ones that are covered once, those of the options
    decided, the steps, items that cannot be covered; then the secondary ones, the decisions, and
    the numbers after each step but the last.
    """

    def __init__(
        self,
        problem: Problem,
        once: NDArray[np.bool_],
        decided: Numbers,
        is_counted: NDArray[np.bool_],
        steps: list[Counted],
        n_hopeless: int,
    ) -> None:
        self.problem, self.steps = problem, steps
        self._once, self._decided, self._is_counted = once, decided, is_counted
        n_own, n_steps = len(decided), sum(len(each.options) for each in steps)
        self._first_own = int(once.sum())
        self._first_step = self._first_own + n_own
        self.n_primary = self._first_step + n_steps + n_hopeless
        n_secondary = problem.n_items - problem.n_primary
        self._first_decision = self.n_primary + n_secondary
        self._first_number = self._first_decision + n_own
        self._no = len(problem.colour_names) + 1
        # The numbers of covers that may occur, each of which is a colour.
        self._numbers = np.arange(max((each.most for each in steps), default=-1) + 1)
        if problem.has_multiplicities:
            self._numbers = np.unique([0, *(x for each in steps for x in _occurring(each))])
        self.n_numbers = len(self._numbers)
        # The new number of each item of the problem, -1 for those with bounds.
        self._number_of = np.full(problem.n_items, -1)
        self._number_of[: problem.n_primary][once] = np.arange(self._first_own)
        self._number_of[problem.n_primary :] = self.n_primary + np.arange(n_secondary)
        self._rank = np.zeros(problem.n_options, dtype=np.int64)
        self._rank[decided] = np.arange(n_own)

    def names(self, hopeless: list[Counted]) -> tuple[object, ...]:
        """Return the names of all items."""
        problem, items = self.problem, self.problem.items
        decided = self._decided.tolist()
        steps = [(items[each.item], o) for each in self.steps for o in each.options.tolist()]
        inner = [(items[each.item], o) for each in self.steps for o in each.options[:-1].tolist()]
        return (
            *(items[k] for k in np.flatnonzero(self._once).tolist()),
            *(Own(option, "own") for option in decided),
            *(Step(item, option, "step") for item, option in steps),
            *(items[each.item] for each in hopeless),
            *problem.secondary,
            *(Own(option, "is") for option in decided),
            *(Step(item, option, "number") for item, option in inner),
        )

    def given(self) -> list[Block]:
        """Return the options of the problem: with their own items, without those with bounds."""
        problem, decided = self.problem, self._decided
        items = self._number_of[problem.incidence.members]
        kept = items >= 0
        counted = decided[self._is_counted[decided]]
        owner = np.concatenate((problem.incidence.owners()[kept], decided, counted))
        item = np.concatenate(
            (
                items[kept],
                self._first_own + self._rank[decided],
                self._first_decision + self._rank[counted],
            )
        )
        colour = np.concatenate(
            (
                problem.incidence.colours[kept],
                np.zeros(len(decided), dtype=np.int64),
                np.full(len(counted), self._no + 1),
            )
        )
        order = np.argsort(owner, kind="stable")
        return [(item[order], colour[order], np.bincount(owner, minlength=problem.n_options))]

    def not_chosen(self) -> Block:
        """Return the options "not chosen"."""
        rank = np.arange(len(self._decided))
        is_counted = self._is_counted[self._decided]
        items = np.stack((self._first_own + rank, self._first_decision + rank), axis=1)
        colours = np.broadcast_to(np.array([0, self._no]), items.shape)
        kept = np.stack((np.ones_like(is_counted), is_counted), axis=1)
        return items[kept], colours[kept], kept.sum(axis=1)

    def all_steps(self) -> list[Block]:
        """Return the options of the steps, item by item."""
        blocks, step, number = [], self._first_step, self._first_number
        for each in self.steps:
            stop_if_due()
            blocks.append(self._steps(each, step, number))
            step += len(each.options)
            number += len(each.options) - 1
        return blocks

    def _steps(self, counted: Counted, step: int, number: int) -> Block:
        """Return the options of the steps of an item.

        `step` is the item of its first step, and `number` that of the number after it.
        """
        n = len(counted.options)
        least, greatest = counted.ends()
        place, before = (np.repeat(array, 2) for array in counted.numbers())
        taken = np.arange(len(place)) % 2
        after = before + taken * counted.units[place]
        if counted.is_capped:
            after = np.minimum(after, counted.most)
        valid = (least[place + 1] <= after) & (after <= greatest[place + 1])
        place, before, taken, after = place[valid], before[valid], taken[valid], after[valid]
        decision = self._first_decision + self._rank[counted.options[place]]
        items = np.stack((step + place, decision, number + place - 1, number + place), axis=1)
        colours = np.stack(
            (
                np.zeros_like(place),
                self._no + taken,
                self._no + 2 + np.searchsorted(self._numbers, before),
                self._no + 2 + np.searchsorted(self._numbers, after),
            ),
            axis=1,
        )
        always = np.ones_like(valid[valid])
        kept = np.stack((always, always, place > 0, place < n - 1), axis=1)
        return items[kept], colours[kept], kept.sum(axis=1)
