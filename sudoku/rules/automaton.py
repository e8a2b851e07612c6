"""Lines that an automaton accepts: any constraint on the order of digits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType

from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.rules.constraint import Constraint
from sudoku.rules.lines import Lines
from sudoku.rules.places import cells_of, check_line, freeze, title_of
from sudoku.rules.reader import Reader

States = frozenset[int]


@dataclass(frozen=True)
class Automaton(Lines):
    """The digits on a line lead an automaton from one of its first states to one of its last.

    A state and a digit may lead to several states; one path to a last state is enough.

    Parameters
    ----------
    lines
        The cells of each line, in the order in which they are read.
    steps
        For each step a state, a digit and the next state; states are any numbers.
    first
        The states in which reading begins.
    last
        The states in which reading may end.

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
    marks_in = MappingProxyType({"lines": "line"})

    def __post_init__(self) -> None:
        super().__post_init__()
        freeze(self, steps=self.steps, first=self.first, last=self.last)
        for step in self.steps:
            if type(step) is not tuple or len(step) != 3:
                raise RuleError(
                    f"rule 'automaton': the step {step!r} is not a state, a digit and a state"
                )

    def constraints(self, shape: Shape) -> Iterator[Constraint]:
        """Yield the lines."""
        reader = Nondeterministic(tuple(self.steps), frozenset(self.first), frozenset(self.last))
        for line in self.lines:
            if len(line) > 1:
                check_line(self, line, jumps=self.jumps)
            title, cells = title_of("automaton", line[0]), cells_of(self, shape, line)
            means = "Read in the order {cells}, the digits lead the automaton to a last state"
            yield Constraint(title, cells, reader, means)


@dataclass(frozen=True)
class Nondeterministic(Reader[States]):
    """A nondeterministic automaton, which is simulated in all of its states at once."""

    steps: tuple[tuple[int, int, int], ...]
    first: States
    last: States

    @property
    def start(self) -> States:
        """The first states."""
        return self.first

    def step(self, state: States, digit: int) -> States | None:
        """Return the states that some of the states lead to."""
        following = self._following
        reached = [following[each, digit] for each in state if (each, digit) in following]
        return frozenset().union(*reached) if reached else None

    def accepts(self, state: States) -> bool:
        """Return whether one of the states is a last one."""
        return not self.last.isdisjoint(state)

    def transitions(self) -> Nondeterministic:
        """Return the automaton without last states, with the table of steps that this one has."""
        without = replace(self, last=frozenset())
        without.__dict__["_following"] = self._following
        return without

    @cached_property
    def _following(self) -> dict[tuple[int, int], set[int]]:
        following: dict[tuple[int, int], set[int]] = {}
        for state, digit, after in self.steps:
            following.setdefault((state, digit), set()).add(after)
        return following
