"""Alternatives: at least one of several sets of rules holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Any, NamedTuple

from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.rules.base import Rule
from sudoku.rules.constraint import Constraint, Sum, Weighted
from sudoku.rules.relation import Partners
from sudoku.statement.automaton import Reading, reading
from sudoku.statement.statement import Statement, statement

__all__ = ["Either"]


@dataclass(frozen=True)
class Either(Rule):
    """At least one of several branches holds, all rules of it together.

    All branches are read side by side, as one automaton: this suits branches about a few cells, or
    about the same line.

    Parameters
    ----------
    branches
        The rules of each.

    Examples
    --------
    >>> from sudoku.rules.pencil_marks import PencilMarks
    >>> corners = [[PencilMarks([(place, [1])])] for place in ((0, 0), (0, 8))]
    >>> (condition,) = Either(corners).constraints(Shape(3, 3))
    >>> condition.cells, condition.allows((1, 5)), condition.allows((5, 5))
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
        """Yield that one branch holds."""
        branches = [_atoms(statement(shape, tuple(branch))) for branch in self.branches]
        if not all(branches):  # there are none, or one of them says nothing
            return
        cells = tuple(dict.fromkeys(c for atoms in branches for atom in atoms for c in atom.cells))
        place = {cell: k for k, cell in enumerate(cells)}
        read = tuple(_Branch(tuple(_atom(atom, place) for atom in atoms)) for atoms in branches)
        title = f"one of {' or '.join(atoms[0].title for atoms in branches)}"
        start = (0, (_START,) * len(read))
        yield Constraint(title, cells, partial(_step, read), start, _is_kept)


class _Atom(NamedTuple):
    """A condition of a branch: how it is read, and the places of its cells in the whole."""

    how: Reading
    places: tuple[int, ...]


def _atom(atom: Constraint, place: dict[int, int]) -> _Atom:
    """Return how a condition is read, in the order of the whole where any order does."""
    cells = tuple(sorted(atom.cells, key=place.__getitem__))
    if isinstance(atom, Sum):
        signs = {cell: -1 if cell in atom.minus else 1 for cell in cells}
        atom = Weighted(atom.title, signs, atom.total)
    elif atom.is_symmetric:
        atom = atom.moved(atom.title, cells)
    return _Atom(reading(atom), tuple(place[cell] for cell in atom.cells))


Position = tuple[int, Any, tuple[tuple[int, int], ...]] | None
"""How far an atom is read, its state, and places with digits whose turn has not come; None: kept.
"""
Positions = tuple[Position, ...]
"""The positions of all atoms of a branch; none where one of them is broken."""
State = tuple[int, tuple[int, ...]]
"""How many cells were read, and the state of each branch; none once one of them is kept."""

_BROKEN, _KEPT, _START = range(3)
"""States of a branch; further ones are numbered as they are met."""


class _Branch:
    """What reads digits in all atoms of a branch; equal to others with the same atoms.

    What it read is remembered: branches meet the same again in many states of the others.
    """

    def __init__(self, atoms: tuple[_Atom, ...]) -> None:
        start = tuple((0, atom.how.start, ()) for atom in atoms)
        first: tuple[Positions, ...] = (), (None,) * len(atoms), start
        self._atoms = atoms
        self._positions = dict(enumerate(first))
        self._numbers = {positions: number for number, positions in enumerate(first)}
        self._next = count(len(first))
        self._known: dict[tuple[int, int, int], int] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Branch) and self._atoms == other._atoms

    def __hash__(self) -> int:
        return hash(self._atoms)

    def read(self, state: int, place: int, digit: int) -> int:
        """Return the state after a digit; threads may ask at the same time."""
        after = self._known.get((state, place, digit))
        if after is None:
            positions = _read(self._atoms, self._positions[state], place, digit)
            after = self._numbers.setdefault(positions, next(self._next))
            self._positions[after] = positions
            self._known[state, place, digit] = after
        return after


def _step(branches: tuple[_Branch, ...], state: State, digit: int) -> State | None:
    """Read a digit in all branches; drop those that are broken, and all once one is kept."""
    place, states = state
    left = []
    for branch, own in zip(branches, states, strict=False):
        after = branch.read(own, place, digit) if own else _BROKEN
        if after == _KEPT:
            return place + 1, ()
        left.append(after)
    return (place + 1, tuple(left)) if any(left) or not states else None


def _is_kept(state: State) -> bool:
    return not state[1]


def _read(atoms: tuple[_Atom, ...], positions: Positions, place: int, digit: int) -> Positions:
    """Read a digit in all atoms; return nothing where one is broken."""
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


def _advance(atom: _Atom, position: Position, known: tuple[int, int]) -> Position:
    """Read what can be read of an atom in its own order; its state is None where it is broken."""
    step: Any
    accepts: Any
    step, _, accepts = atom.how
    n_read, state, waiting = position or (0, None, ())
    if known[0] == atom.places[n_read] and not waiting and n_read + 1 < len(atom.places):
        return n_read + 1, step(state, known[1]), ()
    digits = dict((*waiting, known))
    while n_read < len(atom.places) and atom.places[n_read] in digits:
        state = step(state, digits.pop(atom.places[n_read]))
        if state is None:
            return n_read, None, ()
        n_read += 1
    if n_read < len(atom.places):
        return n_read, state, tuple(sorted(digits.items()))
    return None if accepts(state) else (n_read, None, ())


def _atoms(said: Statement) -> list[Constraint]:
    """Return all that is said as constraints."""
    found = [
        Constraint(group.title, group.cells, _add_new, 0) for group in said.houses + said.groups
    ]
    for link in said.links:
        found.append(Constraint("cells that agree", tuple(link), _same, 0))
    for cell, digits in said.barred.items():
        found.append(Constraint("cells with barred digits", (cell,), partial(_miss, digits), 0))
    for pair, partners in said.relations.items():
        found.append(Constraint("cells with barred digits", pair, partial(_go_with, partners), 0))
    return [*found, *said.constraints]


def _add_new(mask: int, digit: int) -> int | None:
    return None if mask >> digit & 1 else mask | 1 << digit


def _same(held: int, digit: int) -> int | None:
    return digit if held in (0, digit) else None


def _miss(barred: int, state: int, digit: int) -> int | None:
    return None if barred >> digit - 1 & 1 else state


def _go_with(partners: Partners, left: int, digit: int) -> int | None:
    """Read the first digit, then one that it leaves: a mask, 0 before and -1 behind both."""
    if not left:
        return partners[digit - 1] or None
    return -1 if left >> digit - 1 & 1 else None
