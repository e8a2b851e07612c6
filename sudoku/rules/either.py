"""Alternatives: at least one of several sets of rules holds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import Any, NamedTuple

from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.geometry.words import cell_name, listed
from sudoku.rules.base import Rule
from sudoku.rules.binary_relation import Supports
from sudoku.rules.constraint import Constraint
from sudoku.rules.element import span
from sudoku.rules.linear import DifferenceOf, SumTo, WeightedSumTo
from sudoku.rules.reader import Reader
from sudoku.statement.bitsets import digits_of
from sudoku.statement.statement import Statement, statement

MOST_SAID = 4
"""The most facts that are said of a branch; of more, the summaries of its rules are enough."""


@dataclass(frozen=True)
class Either(Rule):
    """At least one of several branches holds, which means all rules of that branch.

    One automaton reads all branches together. It has few states if the branches are about a few
    cells, or about the same line.

    Parameters
    ----------
    branches
        The rules of each branch.

    Examples
    --------
    >>> from sudoku.rules.pencil_marks import PencilMarks
    >>> corners = [[PencilMarks([(place, [1])])] for place in ((0, 0), (0, 8))]
    >>> (constraint,) = Either(corners).constraints(Shape(3, 3))
    >>> constraint.cells, constraint.allows((1, 5)), constraint.allows((5, 5))
    ((0, 8), True, False)
    """

    branches: Sequence[Sequence[Rule]]

    name = "either"
    summary = "At least one of several sets of rules holds."

    def __post_init__(self) -> None:
        branches = tuple(map(tuple, self.branches))
        if not all(isinstance(rule, Rule) for branch in branches for rule in branch):
            raise RuleError("rule 'either': a branch is a sequence of rules")
        object.__setattr__(self, "branches", branches)

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the constraint that at least one branch holds."""
        branches = [_constraints(shape, statement(shape, tuple(b))) for b in self.branches]
        if not all(branches):  # a branch without constraints always holds
            return
        cells = tuple(dict.fromkeys(cell for own in branches for c in own for cell in c.cells))
        place = {cell: k for k, cell in enumerate(cells)}
        readers = tuple(Branch(tuple(_atom(each, place) for each in own)) for own in branches)
        title = f"choice of {listed((own[0].title for own in branches), 'or')}"
        means = "; or ".join(_in_words(shape, branch) for branch in self.branches)
        means = f"At least one of these holds: {means}"
        yield Constraint(title, cells, AnyBranch(readers), means)


def _in_words(shape: Shape, branch: Sequence[Rule]) -> str:
    """Return what a branch says: its elements and single cells, if they are few."""
    is_whole = not any(rule.in_each_grid for rule in branch) or not shape.squares()
    said = [each.meaning for rule in branch if is_whole for each in rule.elements(shape)]
    full = (1 << shape.n) - 1
    said += [
        f"{cell_name(shape, cell)} is {listed(digits_of(full & ~mask), 'or')}"
        for cell, mask in statement(shape, tuple(branch)).barred.items()
    ]
    if not 0 < len(said) <= MOST_SAID:
        said = [rule.summary.rstrip(".") for rule in branch]
    return ", and ".join(dict.fromkeys(map(_within, said)))


def _within(sentence: str) -> str:
    """Return a sentence as it is written within another one; a name such as X keeps its capital."""
    return re.sub(r"^(A\b|[A-Z](?=[a-z]))", lambda found: found[0].lower(), sentence)


class Atom(NamedTuple):
    """A constraint of a branch: its reader, and the places of its cells among all cells."""

    reader: Reader[Any]
    places: tuple[int, ...]


def _atom(constraint: Constraint, place: dict[int, int]) -> Atom:
    """Return the atom of a constraint; its cells are sorted if any order is possible."""
    cells, reader = constraint.cells, constraint.reader
    in_order = tuple(sorted(cells, key=place.__getitem__))
    if isinstance(reader, SumTo | DifferenceOf):  # with weights, any order is possible
        weight = dict(zip(cells, reader.weights(len(cells)), strict=True))
        reader = WeightedSumTo(tuple(weight[cell] for cell in in_order), reader.total)
        cells = in_order
    elif reader.is_symmetric:
        cells = in_order
    return Atom(reader, tuple(place[cell] for cell in cells))


Position = tuple[int, Any, tuple[tuple[int, int], ...]] | None
"""The number of digits that an atom has read, its state, and digits that wait, with their places.

A digit waits if it comes before other digits that the atom reads first. The position is None once
the constraint is satisfied.
"""
Positions = tuple[Position, ...]
"""The positions of all atoms of a branch; empty once one of them is violated."""
State = tuple[int, tuple[int, ...]]
"""The number of cells read, and the state of each branch; no states once a branch is satisfied."""

_BROKEN, _KEPT, _START = range(3)
"""States of a branch (violated, satisfied, start); further ones are numbered as they are found."""


@dataclass(frozen=True)
class Branch:
    """All constraints of a branch, read together.

    Steps are cached, because a branch takes the same steps in many states of the other branches.
    """

    atoms: tuple[Atom, ...]

    def step(self, state: int, place: int, digit: int) -> int:
        """Return the state after a digit; several threads may call this at the same time."""
        memo = self._memo
        after = memo.steps.get((state, place, digit))
        if after is None:
            positions = _read(self.atoms, memo.positions[state], place, digit)
            after = memo.numbers.setdefault(positions, next(memo.following))
            memo.positions[after] = positions
            memo.steps[state, place, digit] = after
        return after

    @cached_property
    def _memo(self) -> _Memo:
        start = tuple((0, atom.reader.start, ()) for atom in self.atoms)
        first: tuple[Positions, ...] = (), (None,) * len(self.atoms), start
        numbers = {positions: number for number, positions in enumerate(first)}
        return _Memo(dict(enumerate(first)), numbers, {}, count(len(first)))

    def __reduce__(self) -> tuple[type[Branch], tuple[tuple[Atom, ...]]]:
        return Branch, (self.atoms,)


class _Memo(NamedTuple):
    """The states that a branch has met, the number of each, and its known steps."""

    positions: dict[int, Positions]
    numbers: dict[Positions, int]
    steps: dict[tuple[int, int, int], int]
    following: Iterator[int]


@dataclass(frozen=True)
class AnyBranch(Reader[State]):
    """The digits satisfy at least one of several branches."""

    branches: tuple[Branch, ...]

    @property
    def start(self) -> State:
        """No cell was read, and all branches are at their start."""
        return 0, (_START,) * len(self.branches)

    def step(self, state: State, digit: int) -> State | None:
        """Read a digit in all branches; drop violated ones, and all once one is satisfied."""
        place, states = state
        left = []
        for branch, own in zip(self.branches, states, strict=False):
            after = branch.step(own, place, digit) if own else _BROKEN
            if after == _KEPT:
                return place + 1, ()
            left.append(after)
        return (place + 1, tuple(left)) if any(left) or not states else None

    def accepts(self, state: State) -> bool:
        """Return whether a branch is satisfied."""
        return not state[1]


def _read(atoms: tuple[Atom, ...], positions: Positions, place: int, digit: int) -> Positions:
    """Read a digit in all atoms; return no positions if one of them is violated."""
    after: list[Position] = []
    for atom, position in zip(atoms, positions, strict=True):
        if position is None or place not in atom.places:
            after.append(position)
            continue
        moved = _advance(atom, position, (place, digit))
        if moved is not None and moved[1] is None:
            return ()
        after.append(moved)
    return tuple(after)


def _advance(atom: Atom, position: Position, known: tuple[int, int]) -> Position:
    """Read all digits that are next in the atom's order; its state is None if it is violated."""
    step, places = atom.reader.step, atom.places
    n_read, state, waiting = position or (0, None, ())
    if known[0] == places[n_read] and not waiting and n_read + 1 < len(places):
        return n_read + 1, step(state, known[1]), ()
    digits = dict((*waiting, known))
    while n_read < len(places) and places[n_read] in digits:
        state = step(state, digits.pop(places[n_read]))
        if state is None:
            return n_read, None, ()
        n_read += 1
    if n_read < len(places):
        return n_read, state, tuple(sorted(digits.items()))
    return None if atom.reader.accepts(state) else (n_read, None, ())


def _constraints(shape: Shape, statement: Statement) -> list[Constraint]:
    """Return everything that rules state as constraints."""
    return [
        *(Constraint(h.title, h.cells, AllDifferent()) for h in statement.houses),
        *(Constraint(g.title, g.cells, AllDifferent()) for g in statement.groups),
        *(
            Constraint(f"equal cells {span(shape, tuple(c))}", tuple(c), AllEqual())
            for c in statement.links
        ),
        *(
            Constraint(f"digits of {cell_name(shape, cell)}", (cell,), Without(mask))
            for cell, mask in statement.barred.items()
        ),
        *(
            Constraint(f"pair {span(shape, pair)}", pair, Related(supports))
            for pair, supports in statement.relations.items()
        ),
        *statement.constraints,
    ]


@dataclass(frozen=True)
class AllDifferent(Reader[int]):
    """No digit comes twice; the state is the set of digits so far."""

    start = 0

    def step(self, state: int, digit: int) -> int | None:
        """Add a digit."""
        return None if state >> digit & 1 else state | 1 << digit


@dataclass(frozen=True)
class AllEqual(Reader[int]):
    """All digits are the same; the state is this digit, 0 at first."""

    start = 0

    def step(self, state: int, digit: int) -> int | None:
        """Compare a digit."""
        return digit if state in (0, digit) else None


@dataclass(frozen=True)
class Without(Reader[int]):
    """The digit is none of those in a mask."""

    barred: int

    start = 0

    def step(self, state: int, digit: int) -> int | None:
        """Read the digit."""
        return None if self.barred >> digit - 1 & 1 else state


@dataclass(frozen=True)
class Related(Reader[int]):
    """The second digit is supported by the first one.

    The state is 0 before the first digit, then the mask of its supports, and -1 at the end.
    """

    supports: Supports

    start = 0

    def step(self, state: int, digit: int) -> int | None:
        """Read the first digit, or the second."""
        if not state:
            return self.supports[digit - 1] or None
        return -1 if state >> digit - 1 & 1 else None
