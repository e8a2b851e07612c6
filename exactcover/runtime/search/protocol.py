"""The protocol of engines: searches that can be stopped after any node, and resumed."""

from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from typing import Any, ClassVar, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime import arguments
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.search.result import Level

UNLIMITED = arguments.UNLIMITED
"""`Out.room` without a limit: more solutions than this may be counted."""


class Status(IntEnum):
    """Why `Engine.advance` returned."""

    EXHAUSTED = 0
    """The whole search is done."""
    BUDGET_SPENT = 1
    """The nodes of its budget are visited, or the call took long enough."""
    OUT_FULL = 2
    """As many solutions as `Out.room` were found."""


STATUSES = tuple(Status)
"""The status for each number that a kernel returns."""
EXHAUSTED, BUDGET_SPENT, OUT_FULL = map(int, Status)
"""The numbers of `Status`, for kernels."""

MOST_UPDATES = np.uint64(1 << 22)
"""A call of a kernel ends after this many updates, some 20 ms: a single node can take a second."""
LEAST_SHARE = 2.0**-40
"""`part_done` adds no smaller parts of the tree, or rounding could let their sum fall."""


class Out(NamedTuple):
    """The arrays into which a kernel writes the solutions that it finds.

    ======== ===================== =============================================================
    field    shape, dtype          holds
    ======== ===================== =============================================================
    rows     (capacity, depth)     solution k: the numbers that make it up, such as its options'
                                   indices in the order chosen; uint32
    lengths  (capacity,)           the number of options of each; uint32
    room     int                   the most solutions to find in one call
    ======== ===================== =============================================================

    With a capacity of 0 solutions are counted and nothing is built.
    """

    rows: NDArray[np.uint32]
    lengths: NDArray[np.uint32]
    room: int


def counting(room: int = UNLIMITED) -> Out:
    """Return an `Out` without rows: at most `room` solutions are counted, and none is written.

    Examples
    --------
    >>> counting(3).room, len(counting().rows)
    (3, 0)
    """
    return Out(np.empty((0, 0), dtype=np.uint32), np.empty(0, dtype=np.uint32), room)


class Engine(Protocol):
    """A search that can be stopped after any node and resumed, because it owns its whole position.

    All that searches is such an engine, and one driver (`exactcover.runtime.search.driver.Search`)
    runs all of them. `exactcover.runtime.search.base.BaseEngine` has the defaults of what most
    engines need not say.
    """

    counts_only: ClassVar[bool]
    """Whether it counts solutions and cannot list them."""
    is_splittable: ClassVar[bool]
    """Whether its search can be cut into parts: then it is a `Splittable`."""
    compiles_itself: ClassVar[bool]
    """Whether its constructor compiles all kernels that it needs, so that no `warm_up` has to."""

    @property
    def name(self) -> str:
        """The name of the engine, as in `method=`; of several engines, that of the current one."""

    @property
    def depth(self) -> int:
        """The most numbers that a solution can have: rows of `Out` are at least as long."""

    @property
    def choice(self) -> Sequence[str]:
        """Which engines search for this one, and why: a line each; empty if it searches alone."""

    @property
    def profile(self) -> Sequence[Level]:
        """The work at each level of the search tree; empty if it was not asked to record it."""

    def prepare(self) -> None:
        """Do what takes long and can be interrupted, before the next call of `advance`."""

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` nodes and `out.room` solutions.

        It may come back with `BUDGET_SPENT` earlier, where nodes take long.
        """

    def part_done(self) -> float:
        """Estimate the part of the search tree that is done, from 0 to 1; it never falls."""

    @property
    def nodes(self) -> int:
        """The number of nodes of the search tree visited so far."""

    @property
    def updates(self) -> int:
        """How much work was done so far: see `exactcover.Statistics`."""

    @property
    def solutions(self) -> int:
        """The number of solutions found so far."""

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Restore a snapshot of an engine that was made with the same arguments."""

    def check(self) -> None:
        """Raise AssertionError if an invariant of the position does not hold (slow)."""


class Part(NamedTuple):
    """A part of a search tree.

    Attributes
    ----------
    share
        Its share of the whole tree, if all options of a branch count alike.
    chosen
        The options chosen in it, with those that were chosen before the search; or, of a model,
        the decisions in it.
    """

    share: float
    chosen: list[int]


class Splittable(Engine, Protocol):
    """An engine whose search can be cut into independent ones, at any node."""

    def remaining(self) -> list[Part]:
        """Return the parts of the tree that are still to be searched, in the order of the search.

        Every solution that was not found yet lies in exactly one part.
        """


def copied(state: Any, names: Iterable[str], **n_rows: int) -> dict[str, NDArray[Any]]:
    """Return copies of some arrays of a state; of some only the rows that are in use.

    Examples
    --------
    >>> class State(NamedTuple):
    ...     levels: NDArray[np.uint32]
    >>> kept = copied(State(np.arange(4)), ["levels"], levels=2)
    >>> kept
    {'levels': array([0, 1])}
    >>> other = State(np.full(4, 9))
    >>> put_back(other, ["levels"], kept)
    >>> other.levels
    array([0, 1, 9, 9])
    """
    return {name: getattr(state, name)[: n_rows.get(name)].copy() for name in names}


def put_back(state: Any, names: Iterable[str], snapshot: Mapping[str, NDArray[Any]]) -> None:
    """Write what `copied` kept into the arrays of a state made alike."""
    for name in names:
        array = snapshot[name]
        getattr(state, name)[: len(array)] = array


def check_only_counts(engine: Engine, out: Out) -> None:
    """Raise ProblemError if an engine that only counts solutions is asked to list them."""
    if len(out.rows):
        raise ProblemError(f"the method {engine.name} only counts: it cannot list solutions")
