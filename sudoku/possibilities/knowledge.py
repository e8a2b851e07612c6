"""What searches of earlier states of a puzzle have proved, and what of it holds for another state.

Of two states one is *looser* if all that it states is also stated by the other, so that it has all
solutions of the other one. A candidate without solution in the looser state has none in the
stricter one, and a solution of the stricter state is one of the looser, too. Solutions of any other
state are checked.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from sudoku.geometry.shape import Shape
from sudoku.possibilities.choice import Ground
from sudoku.possibilities.result import TrueCandidates
from sudoku.rules.base import Rule
from sudoku.solvers.bitmask.board_arrays import tables
from sudoku.statement.statement import statement

MOST_STATES = 32
"""The states that are remembered."""
MOST_CHECKED = 64
"""The solutions of a state without relation that are checked."""


@dataclass(frozen=True, eq=False)
class Proved:
    """A state, and what is known of it."""

    ground: Ground
    root: NDArray[np.uint64]
    found: TrueCandidates


class Knowledge:
    """The states that were searched lately, and what is known of each.

    Examples
    --------
    >>> from sudoku import Puzzle, true_candidates
    >>> from sudoku.possibilities.choice import ground_of
    >>> puzzle = Puzzle.from_text("12..............")
    >>> knowledge = Knowledge()
    >>> knowledge.add(ground_of(puzzle), true_candidates(puzzle))
    >>> stricter = ground_of(puzzle.with_clue(0, 2, 4))
    >>> root, solutions = knowledge.of(stricter)
    >>> root[:4].tolist(), bool((solutions[:, 2] == 4).all()), len(solutions) > 1
    ([1, 2, 8, 12], True, True)
    """

    def __init__(self) -> None:
        self._states: deque[Proved] = deque(maxlen=MOST_STATES)

    def add(self, ground: Ground, found: TrueCandidates) -> None:
        """Remember what was found for a state; less is forgotten."""
        if ground.root is None:
            return
        for known in [known for known in self._states if _is_same(known.ground, ground)]:
            self._states.remove(known)
        self._states.append(Proved(ground, ground.root, found))

    def answer(self, ground: Ground, cap: int | None) -> TrueCandidates | None:
        """Return the true candidates of a state, if they are known up to a cap or further."""
        for known in self._states:
            found = known.found
            is_enough = found.cap == cap or (cap == 1 and found.complete)
            if found.complete and is_enough and _is_same(known.ground, ground):
                return found
        return None

    def of(self, ground: Ground) -> tuple[NDArray[np.uint64], NDArray[np.uint8]]:
        """Return the candidates that may be in a solution of a state, and known solutions of it."""
        assert ground.root is not None
        root, some = ground.root.copy(), [np.empty((0, len(ground.root)), dtype=np.uint8)]
        for known in self._states:
            if known.ground.puzzle.shape != ground.puzzle.shape:
                continue
            if _is_looser(known.ground, ground):
                found = known.found
                impossible = found.is_final & (found.counts == 0)
                root &= ~_masks(impossible)
            some.append(_valid(known, ground))
        return root, np.unique(np.concatenate(some), axis=0)


def is_looser(one: Ground, other: Ground) -> bool:
    """Return whether a state has all solutions of another one, because it states less.

    Examples
    --------
    >>> from sudoku import Puzzle
    >>> from sudoku.possibilities.choice import ground_of
    >>> one, other = (ground_of(Puzzle.from_text(text + "." * 14)) for text in ("1.", "12"))
    >>> is_looser(one, other), is_looser(other, one)
    (True, False)
    """
    return one.puzzle.shape == other.puzzle.shape and _is_looser(one, other)


def _is_looser(one: Ground, other: Ground) -> bool:
    assert one.root is not None and other.root is not None
    shape = one.puzzle.shape
    has_looser_rules = one.rules == other.rules or (
        _parts(shape, one.rules) <= _parts(shape, other.rules)
    )
    return has_looser_rules and not (other.root & ~one.root).any()


def _is_same(one: Ground, other: Ground) -> bool:
    """Return whether two states are the same, but for the order of rules and how marks are said."""
    return one.puzzle.shape == other.puzzle.shape and (
        set(one.rules) == set(other.rules) and np.array_equal(one.root, other.root)  # type: ignore[arg-type]
    )


@lru_cache(maxsize=64)
def _parts(shape: Shape, rules: tuple[Rule, ...]) -> frozenset[Hashable]:
    """Return all that rules state, each part by itself."""
    return frozenset().union(*(_parts_of(shape, rule) for rule in rules))


@lru_cache(maxsize=256)
def _parts_of(shape: Shape, rule: Rule) -> frozenset[Hashable]:
    stated = statement(shape, (rule,))
    parts: set[Hashable] = {frozenset(house.cells) for house in stated.houses + stated.groups}
    parts.update(stated.barred.items())
    parts.update(stated.relations.items())
    parts.update(("link", link) for link in stated.links)
    parts.update((each.cells, each.reader) for each in stated.constraints)
    return frozenset(parts)


def _valid(known: Proved, ground: Ground) -> NDArray[np.uint8]:
    """Return the known solutions of one state that are solutions of another."""
    assert ground.root is not None
    solutions = known.found.solutions
    bits = np.uint64(1) << (solutions.astype(np.uint64) - np.uint64(1))
    solutions = np.asarray(solutions[(bits & ground.root == bits).all(axis=1)])
    shape, rules = ground.puzzle.shape, ground.rules
    is_stated = rules == known.ground.rules or (
        _parts(shape, rules) <= _parts(shape, known.ground.rules)
    )
    if is_stated or not len(solutions):
        return solutions
    from sudoku.possibilities.masks_engine import are_solutions

    some: NDArray[np.uint8] = solutions[:MOST_CHECKED]
    return some[are_solutions(tables(shape, rules), some)]


def _masks(candidates: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Return candidates as masks."""
    bits = np.uint64(1) << np.arange(candidates.shape[1], dtype=np.uint64)
    return np.asarray((candidates * bits).sum(axis=1, dtype=np.uint64))
