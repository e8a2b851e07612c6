"""`Parts`: everything that defines a problem, as one record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from exactcover.problem.costs import Costs, simplest
from exactcover.problem.multiplicities import Multiplicities, simplest_multiplicities
from exactcover.problem.option import Colour, Incidence, Item, Label

if TYPE_CHECKING:
    from exactcover.problem.useless import LeftOut


@dataclass(frozen=True, eq=False)
class Parts:
    """The parts of a `Problem`; its arrays become read-only.

    `Problem.from_parts` turns them into a problem without checking them.

    Attributes
    ----------
    items
        The primary items, then the secondary ones.
    n_primary
        How many of the items are primary.
    incidence
        The options, as arrays of item and colour numbers.
    colour_names
        The colour of each colour number, from 1.
    labels
        The label of each option, or None; None if no option has one.
    bounds
        The (low, high) of each primary item that need not be covered exactly once.
    costs
        The cost of each option; None if all are 0.
    multiplicities
        How many units of its item each node covers; None if all cover one. None covers more than
        the bounds of the item allow: so there are none without bounds.
    name
        The name of the problem; may be empty.
    comments
        See `Problem.comments`.
    left_out
        See `Problem.left_out`.
    stated_bounds
        What was stated for some items instead of their bounds, which say the same of these options:
        the high one is None, or above that of the bounds. More options can use that.
    lattice
        See `Problem.lattice`.
    """

    items: tuple[Item, ...]
    n_primary: int
    incidence: Incidence
    colour_names: tuple[Colour, ...] = ()
    labels: tuple[Label | None, ...] | None = None
    bounds: Mapping[Item, tuple[int, int]] = field(default_factory=dict)
    costs: Costs | None = None
    multiplicities: Multiplicities | None = None
    name: str = ""
    comments: tuple[tuple[int, str], ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    stated_bounds: Mapping[Item, tuple[int, int | None]] = field(default_factory=dict)
    lattice: str = ""

    def __post_init__(self) -> None:
        costs = simplest(self.costs)
        object.__setattr__(self, "costs", costs)
        units = simplest_multiplicities(self.multiplicities)
        object.__setattr__(self, "multiplicities", units)
        for array in (*self.incidence, costs, units):
            if array is not None:
                array.flags.writeable = False
