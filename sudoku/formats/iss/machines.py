"""Automata of constraint strings, given by bits or by regular expressions."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from exactcover.runtime.reading_budget import spend
from sudoku.errors import TextError
from sudoku.formats.iss.base64 import Reader, sixes


class Machine(NamedTuple):
    """An automaton: its steps (state, digit, next state), its first states and its last states."""

    steps: list[tuple[int, int, int]]
    first: list[int]
    last: list[int]


def read_machine(text: str) -> Machine:
    """Return the automaton written in a text.

    The header has 2 bits for the format of the steps, 4 bits for the width of a state minus one,
    4 bits for the number of digits minus one; then the number of first states and the number of
    other last states, both with the width of a state; then a bit for each first state that states
    whether it is a last state, too. First states have the lowest numbers, and other last states
    the next. The steps from each state follow. In one format these are a bit for each digit, and a
    state for each set bit; in the other, the number of steps, and a digit and a state for each.

    Raises
    ------
    TextError
        If the format is not known or the text ends early.

    Examples
    --------
    >>> read_machine("QHMA")
    Machine(steps=[(0, 1, 1)], first=[0], last=[1])
    """
    reader = Reader(text)
    form, size, n = reader.take(2), reader.take(4) + 1, reader.take(4) + 1
    n_first, n_last = reader.take(size), reader.take(size)
    also_last = reader.take(n_first)
    if form not in (0, 1):
        raise TextError(f"an automaton of an unknown form: {text[:20]}")
    spend("states", n_first + n_last)
    last = [k for k in range(n_first) if also_last >> k & 1]
    last += range(n_first, n_first + n_last)
    steps = _steps_by_masks(reader, size, n) if form else _steps_listed(reader, size, n)
    return Machine(steps, list(range(n_first)), last)


def _steps_by_masks(reader: Reader, size: int, n: int) -> list[tuple[int, int, int]]:
    steps, state = [], 0
    while reader.n_left >= n:
        mask = reader.take(n)
        spend("steps", 1 + mask.bit_count())
        steps += [(state, d + 1, reader.take(size)) for d in range(n) if mask >> d & 1]
        state += 1
    return steps


def _steps_listed(reader: Reader, size: int, n: int) -> list[tuple[int, int, int]]:
    n_bits, digit_bits = reader.take(4), (n - 1).bit_length()
    steps, state = [], 0
    while n_bits and reader.n_left >= n_bits:
        n_steps = reader.take(n_bits)
        spend("steps", 1 + n_steps)
        for _ in range(n_steps):
            digit = reader.take(digit_bits) + 1
            steps.append((state, digit, reader.take(size)))
        state += 1
    return steps


def read_pattern(text: str, n: int, digit: Callable[[str], int]) -> Machine:
    """Return the automaton of a regular expression, which is plain or in base64.

    Parameters
    ----------
    n
        The number of digits.
    digit
        The function that returns the digit for a symbol.

    Raises
    ------
    TextError
        If the expression is not valid or not supported. Supported are symbols of values, the dot,
        sets in brackets, groups, ``|``, ``*``, ``+``, ``?`` and ``{n,m}``.
    BudgetError
        If the automaton has more states or steps than the reading budget allows.

    Examples
    --------
    >>> read_pattern("a%2E", 2, int)
    Traceback (most recent call last):
    sudoku.errors.TextError: the pattern 'a.': 'a' is no value
    >>> machine = read_pattern("1%2E", 2, int)
    >>> {digit for state, digit, _ in machine.steps if state in machine.first}
    {1}
    """
    if re.search("[^A-Za-z0-9_-]", text):
        pattern = re.sub("%([0-9A-Fa-f]{2})", lambda match: chr(int(match[1], 16)), text)
    else:
        bits = Reader(text)
        pattern = "".join(chr(bits.take(8)) for _ in range(6 * len(sixes(text)) // 8))
    return _Pattern(re.sub(r"\s", "", pattern), n, digit).machine()


Fragment = tuple[int, int]
"""The states in which a part of a pattern begins and ends."""


class _Pattern:
    """Thompson's construction of an automaton from a pattern, with steps and epsilon moves."""

    def __init__(self, pattern: str, n: int, digit: Callable[[str], int]) -> None:
        self._pattern, self._n, self._digit = pattern, n, digit
        self._at = self._n_states = 0
        self._steps: dict[int, list[tuple[int, int]]] = {}
        self._epsilon_moves: dict[int, set[int]] = {}
        self._read: dict[int, tuple[list[int], int]] = {}
        """The place of a set of digits that was read -> its digits, and the place after it."""

    def machine(self) -> Machine:
        """Return the automaton."""
        first, last = self._choice()
        if self._at < len(self._pattern):
            raise self._wrong(f"{self._pattern[self._at]!r} has no place")
        steps, lasts = list[tuple[int, int, int]](), list[int]()
        for state in range(self._n_states):
            others = sorted(self._reached(state))
            for begin in others:
                own = self._steps.get(begin, ())
                spend("steps", len(own))
                steps += [(state, digit, after) for digit, after in own]
            if last in others:
                lasts.append(state)
        return Machine(steps, [first], lasts)

    def _reached(self, state: int) -> set[int]:
        """Return the states that are reached from a state without a digit, and the state itself."""
        reached, new = {state}, [state]
        while new:
            more = self._epsilon_moves.get(new.pop(), set()) - reached
            spend("steps", len(more))
            reached |= more
            new += more
        return reached

    def _choice(self) -> Fragment:
        parts = [self._sequence()]
        while self._take("|"):
            parts.append(self._sequence())
        first, last = self._state(), self._state()
        for begin, end in parts:
            self._add_epsilon(first, begin)
            self._add_epsilon(end, last)
        return first, last

    def _sequence(self) -> Fragment:
        first = last = begin = self._state()
        while self._at < len(self._pattern) and self._pattern[self._at] not in "|)":
            start = self._at
            self._one()
            least, most = self._times()
            end_of_part = self._at
            for k in range(max(least, 1) if most is None else most):
                self._at = start  # read the same part again
                begin, end = self._one()
                self._add_epsilon(last, begin)
                if k >= least:
                    self._add_epsilon(last, end)
                last = end
            if most is None:
                self._add_epsilon(last, begin)
            self._at = end_of_part
        return first, last

    def _times(self) -> tuple[int, int | None]:
        """Read the least and greatest numbers of repetitions; None if there is no greatest."""
        for sign, times in (("*", (0, None)), ("+", (1, None)), ("?", (0, 1))):
            if self._take(sign):
                return times
        match = re.compile(r"\{(\d+)(,?)(\d*)\}").match(self._pattern, self._at)
        if match is None:
            return 1, 1
        self._at = match.end()
        least = int(match[1])
        if not match[2]:
            return least, least
        return least, int(match[3]) if match[3] else None

    def _one(self) -> Fragment:
        if self._take("("):
            part = self._choice()
            if not self._take(")"):
                raise self._wrong("a ( without a )")
            return part
        first, last = self._state(), self._state()
        start = self._at
        if start not in self._read:
            self._read[start] = self._digits(), self._at
        digits, self._at = self._read[start]
        self._steps[first] = [(digit, last) for digit in digits]
        return first, last

    def _digits(self) -> list[int]:
        """Return the digits that a symbol, a dot or a set in brackets stands for."""
        everything = list(range(1, self._n + 1))
        if self._take("."):
            return everything
        if not self._take("["):
            return [self._value()]
        is_negated, found = self._take("^"), set()
        while not self._take("]"):
            low = self._value()
            found |= set(range(low, self._value() + 1)) if self._take("-") else {low}
        return [digit for digit in everything if (digit in found) != is_negated]

    def _value(self) -> int:
        sign = self._pattern[self._at : self._at + 1]
        self._at += 1
        try:
            value = self._digit(sign if sign.isdecimal() else str(ord(sign.lower()) - 87))
        except (TypeError, ValueError):
            value = 0
        if not 1 <= value <= self._n:
            raise self._wrong(f"{sign!r} is no value")
        return value

    def _take(self, sign: str) -> bool:
        is_next = self._pattern.startswith(sign, self._at)
        self._at += is_next
        return is_next

    def _state(self) -> int:
        spend("states")
        self._n_states += 1
        return self._n_states - 1

    def _add_epsilon(self, one: int, other: int) -> None:
        self._epsilon_moves.setdefault(one, set()).add(other)

    def _wrong(self, what: str) -> TextError:
        return TextError(f"the pattern {self._pattern!r}: {what}")
