"""Lines that an automaton reads: any condition on the order of digits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from sudoku.geometry.shape import Shape
from sudoku.rules.constraint import Constraint
from sudoku.rules.lines import Lines
from sudoku.rules.places import freeze, title_of

__all__ = ["Automaton"]

States = frozenset[int]


@dataclass(frozen=True)
class Automaton(Lines):
    """The digits on a line lead an automaton from one of its first states to one of its last.

    A state and a digit may lead to several states; the line is kept if one way through ends well.

    Parameters
    ----------
    lines
        The cells of each, in the order of reading.
    steps
        A state, a digit and the state that they lead to; states are any numbers.
    first
        The states in which reading begins.
    last
        The states in which it may end.

    Examples
    --------
    >>> once = Automaton([[(0, 0), (0, 1)]], [(0, 7, 1), (0, 8, 0), (1, 8, 1)], [0], [1])
    >>> (line,) = once.constraints(Shape(3, 3))
    >>> line.allows((8, 7)), line.allows((8, 8)), line.allows((7, 7))
    (True, False, False)
    """

    steps: Sequence[tuple[int, int, int]]
    first: Sequence[int]
    last: Sequence[int]

    name = "automaton"
    summary = "The digits on a line lead an automaton to one of its last states."

    def __post_init__(self) -> None:
        super().__post_init__()
        freeze(self, steps=self.steps, first=self.first, last=self.last)

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the lines."""
        read = _Reader(tuple(self.steps))
        accepts = partial(_has_any, frozenset(self.last))
        for start, cells in self.checked(shape):
            yield Constraint(
                title_of("automaton", start), cells, read, frozenset(self.first), accepts
            )


@dataclass(frozen=True)
class _Reader:
    """What reads a digit in all states at once; equal to others with the same steps."""

    steps: tuple[tuple[int, int, int], ...]

    def __post_init__(self) -> None:
        following: dict[tuple[int, int], set[int]] = {}
        for state, digit, after in self.steps:
            following.setdefault((state, digit), set()).add(after)
        object.__setattr__(self, "_following", following)

    def __call__(self, states: States, digit: int) -> States | None:
        following: dict[tuple[int, int], set[int]] = self._following  # type: ignore[attr-defined]
        reached = [following.get((state, digit), ()) for state in states]
        return frozenset().union(*reached) or None


def _has_any(last: States, states: States) -> bool:
    return not last.isdisjoint(states)
