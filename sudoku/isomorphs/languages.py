"""The sets of words that constraints allow, compared and renamed exactly.

A language is the set of digit words of one length that a constraint allows. It is kept as the
minimal automaton: a state is the set of words that may still follow, and equal states have the same
number. So equal languages have equal numbers, whichever readers define them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from sudoku.rules.reader import Reader
from sudoku.statement.automaton import Layers, TooLargeError, layers

MOST_ARCS = 20_000
"""The most steps of an automaton."""
ACCEPTED = 0
"""The state after the last digit."""

Arcs: TypeAlias = tuple[tuple[int, int], ...]
"""The digits that may follow, each with the next state, sorted."""


class Languages:
    """The states of the minimal automata of some languages over the digits 1 to n.

    Examples
    --------
    >>> from sudoku.rules.linear import SumTo
    >>> languages = Languages(4)
    >>> small, large = languages.of_reader(SumTo(3), 2), languages.of_reader(SumTo(7), 2)
    >>> languages.renamed(small, (4, 3, 2, 1)) == large
    True
    >>> languages.runs(small)
    [2]
    """

    def __init__(self, n: int) -> None:
        self._full = (1 << n) - 1
        self._arcs: list[Arcs] = [()]
        self._length = [0]
        self._numbers: dict[Arcs, int] = {}
        self._of_reader: dict[tuple[Reader[Any], int], int] = {}
        self._renamed: dict[tuple[int, tuple[int, ...]], int] = {}

    def arcs(self, state: int) -> Arcs:
        """Return the digits that may follow a state, with the next states."""
        return self._arcs[state]

    def length(self, state: int) -> int:
        """Return the number of digits that follow a state."""
        return self._length[state]

    def of_reader(self, reader: Reader[Any], length: int) -> int:
        """Return the language of a reader of some cells.

        Raises
        ------
        TooLargeError
            If its automaton has too many steps.
        """
        key = reader, length
        if key not in self._of_reader:
            self._of_reader[key] = self._of_layers(layers(reader, [self._full] * length, MOST_ARCS))
        return self._of_reader[key]

    def _of_layers(self, steps: Layers) -> int:
        after = defaultdict[int, int](int)  # all states after the last layer are ACCEPTED
        for remaining, layer in enumerate(reversed(steps), 1):
            arcs = defaultdict[int, list[tuple[int, int]]](list)
            for state, digit, following in layer:
                arcs[state].append((digit, after[following]))
            states = {state: self._number(own, remaining) for state, own in arcs.items()}
            after = defaultdict(int, states)
        return after[0] if after else self._number((), len(steps))

    def _number(self, arcs: Iterable[tuple[int, int]], length: int) -> int:
        """Return the number of the state with some arcs."""
        key = tuple(sorted(arcs))
        if not key:
            key = ((0, -length),)  # no word of this length
        number = self._numbers.setdefault(key, len(self._arcs))
        if number == len(self._arcs):
            self._arcs.append(key if key[0][0] else ())
            self._length.append(length)
        return number

    def renamed(self, state: int, digits: tuple[int, ...]) -> int:
        """Return the language of the words with other digits: digit d becomes ``digits[d - 1]``."""
        if state == ACCEPTED:
            return ACCEPTED
        key = state, digits
        if key not in self._renamed:
            arcs = [(digits[d - 1], self.renamed(after, digits)) for d, after in self.arcs(state)]
            self._renamed[key] = self._number(arcs, self.length(state))
        return self._renamed[key]

    def reversed(self, state: int) -> int:
        """Return the language of the words read backwards.

        Raises
        ------
        TooLargeError
            If its automaton has too many steps.
        """
        before = defaultdict[int, list[tuple[int, int]]](list)
        for one in self.states([state]):
            for digit, after in self.arcs(one):
                before[after].append((digit, one))
        n_arcs = 0

        def number(states: frozenset[int], length: int) -> int:
            nonlocal n_arcs
            if length == 0:
                return ACCEPTED
            known = memo.get(states)
            if known is not None:
                return known
            following = defaultdict[int, set[int]](set)
            for one in states:
                for digit, other in before[one]:
                    following[digit].add(other)
            n_arcs += len(following)
            if n_arcs > MOST_ARCS:
                raise TooLargeError
            arcs = [(digit, number(frozenset(s), length - 1)) for digit, s in following.items()]
            memo[states] = self._number(arcs, length)
            return memo[states]

        memo: dict[frozenset[int], int] = {}
        return number(frozenset([ACCEPTED]), self.length(state))

    def runs(self, state: int) -> list[int]:
        """Return the sizes of runs of neighbouring places that may be permuted in all words."""
        found: list[int] = []
        layer = [state]
        is_joined = False
        for _ in range(self.length(state)):
            if is_joined:
                found[-1] += 1
            else:
                found.append(1)
            is_joined = all(map(self._commutes, layer))
            layer = list({after for one in layer for _, after in self.arcs(one)})
        return found

    def _commutes(self, state: int) -> bool:
        """Return whether the next two digits may be exchanged."""
        if self.length(state) < 2:
            return False
        after = {
            (first, second): last
            for first, middle in self.arcs(state)
            for second, last in self.arcs(middle)
        }
        return all(after.get((b, a)) == last for (a, b), last in after.items())

    def states(self, starts: Iterable[int]) -> Iterator[int]:
        """Yield all states that can be reached from some, each once, with these."""
        waiting = list(dict.fromkeys(starts))
        seen = set(waiting)
        while waiting:
            state = waiting.pop()
            yield state
            new = {after for _, after in self.arcs(state)} - seen
            seen |= new
            waiting += sorted(new)
