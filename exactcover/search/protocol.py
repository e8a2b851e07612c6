"""What every engine is: a search that can be stopped and goes on where it stood."""

from collections.abc import Iterable, Mapping
from enum import IntEnum
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from exactcover import arguments
from exactcover.errors import ProblemError
from exactcover.problem.links import Links
from exactcover.problem.problem import Problem

UNLIMITED = arguments.UNLIMITED
"""A room as large as this has no end: more solutions than that may be counted."""


class Status(IntEnum):
    """Why `Engine.advance` came back."""

    EXHAUSTED = 0
    """The whole search is done."""
    BUDGET_SPENT = 1
    """The nodes it was allowed are used up, or enough time to look around."""
    OUT_FULL = 2
    """`Out` has room for no more solutions."""


class Out(NamedTuple):
    """Where a kernel puts the solutions that it finds.

    ======== ===================== =============================================================
    field    shape, dtype          holds
    ======== ===================== =============================================================
    rows     (capacity, depth)     solution k: the numbers that make it up, such as its options'
                                   indices in the order chosen; uint32
    lengths  (capacity,)           how many of them; uint32
    room     int                   how many solutions to find at most in one call
    ======== ===================== =============================================================

    With a capacity of 0 solutions are counted and nothing is built.
    """

    rows: NDArray[np.uint32]
    lengths: NDArray[np.uint32]
    room: int


def counting(room: int = UNLIMITED) -> Out:
    """Return an `Out` without rows: so many solutions are counted, and nothing is built.

    Examples
    --------
    >>> counting(3).room, len(counting().rows)
    (3, 0)
    """
    return Out(np.empty((0, 0), dtype=np.uint32), np.empty(0, dtype=np.uint32), room)


class Machine(Protocol):
    """A search that can be stopped: its whole position lies in arrays that it owns.

    So it can stop after any node and go on later. Whatever searches is such a machine, and the one
    driver (`exactcover.search.driver.Search`) drives it.
    """

    @property
    def name(self) -> str:
        """What `method=` calls it."""

    @property
    def depth(self) -> int:
        """The most numbers that a solution can have: rows of `Out` are at least as long.

        A machine that hands a search on makes rows as long as the other machine's depth.
        """

    def advance(self, node_budget: int, out: Out) -> Status:
        """Search on, for at most `node_budget` nodes and `out.room` solutions.

        It may come back with `BUDGET_SPENT` earlier, where nodes take long.
        """

    def part_done(self) -> float:
        """Estimate which part of the search tree is done, from 0 to 1, never falling."""

    @property
    def nodes(self) -> int:
        """How many nodes of the search tree were visited so far."""

    @property
    def updates(self) -> int:
        """How much work was done so far: see `exactcover.Statistics`."""

    @property
    def solutions(self) -> int:
        """How many solutions were found so far."""

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Go on where another machine made alike stood when it made the snapshot."""

    def check(self) -> None:
        """Raise AssertionError if an invariant of the position does not hold (slow)."""


class Engine(Machine, Protocol):
    """One search of one exact cover problem.

    One engine is one folder in `exactcover.engines` and one line in its registry.

    Two attributes of the class are there only where they say something: `lists = False`, the engine
    counts and cannot list; `compiles_itself = True`, to make it compiles the kernels it needs.
    """

    def __init__(self, links: Links) -> None: ...

    def choose(self, options: list[int]) -> bool:
        """Take these options before the search begins; tell whether they agree."""

    @staticmethod
    def refuses(problem: Problem) -> str | None:
        """Say why this engine cannot take a problem, or None if it can; quick."""


class Part(NamedTuple):
    """A part of a search tree.

    Attributes
    ----------
    share
        Which part of the tree it is, if all options of a branch count alike.
    chosen
        The options chosen in it, those that were chosen before the search among them; or, of a
        model, what is decided in it.
    """

    share: float
    chosen: list[int]


class Splittable(Machine, Protocol):
    """A machine whose search can be cut into independent ones, at any node."""

    def remaining(self) -> list[Part]:
        """Return the parts of the tree that are still to be searched, in the order of the search.

        Every solution that was not found yet lies in exactly one of them.
        """


def copied(state: Any, names: Iterable[str], **n_rows: int) -> dict[str, NDArray[Any]]:
    """Return copies of some arrays of a state, of these so many rows: those above hold nothing.

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


def warm_up(engine: Engine) -> None:
    """Let Numba compile or load the kernels of an engine, by a search of its own.

    So no search that is timed, or may be interrupted, waits for that.
    """
    engine.choose([0])
    engine.advance(1, counting(1))


def check_only_counts(engine: Engine, out: Out) -> None:
    """Raise where an engine that cannot list solutions is given rows for them."""
    if len(out.rows):
        raise ProblemError(f"the method {engine.name} only counts: it cannot list solutions")
