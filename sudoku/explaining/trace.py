"""Deductions by singles alone: an assumption makes a candidate false, or is contradictory."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sudoku.explaining.scene import Scene
from sudoku.geometry.words import listed
from sudoku.techniques.step import Candidate

MOST_REASONS = 6
"""The most placements of a sentence that have their reasons; of more there is a list."""


class Event(NamedTuple):
    """A placement that follows, or the assumption itself.

    Attributes
    ----------
    cell, digit
        The digit that is placed, and its cell. An assumption that a candidate is false has this
        candidate.
    eliminated
        The candidates whose elimination by earlier events forces the placement.
    why
        The reason for the placement in words.
    """

    cell: int
    digit: int
    eliminated: tuple[Candidate, ...] = ()
    why: str = ""


class Trace:
    """The consequences, by singles only, of a candidate being true or false.

    Attributes
    ----------
    events
        The assumption, then placements as they follow.
    contradiction
        The contradiction in words, and the eliminated candidates that cause it; None if there is no
        contradiction.
    """

    def __init__(self, scene: Scene, assumed: Candidate, *, is_true: bool = True) -> None:
        self._scene = scene
        self._is_true = is_true
        self.contradiction: tuple[str, tuple[Candidate, ...]] | None = None
        self.events = [Event(*assumed)]
        n_cells = scene.board.puzzle.shape.n_cells
        self._left = {cell: set(scene.candidates(cell)) for cell in range(n_cells)}
        self._left = {cell: digits for cell, digits in self._left.items() if digits}
        self._gone: dict[Candidate, int] = {}
        self._placed: dict[int, int] = {}
        if is_true:
            self._place(*assumed, number=0)
        else:
            self._eliminate(*assumed, number=0)
        while self.contradiction is None and self._advance():
            pass

    def rules_out(self, candidate: Candidate) -> bool:
        """Return whether the assumption makes a candidate false, or is contradictory."""
        return self.contradiction is not None or candidate in self._gone

    def text(self, target: Candidate | None = None) -> str:
        """Return in words why the assumption is contradictory, or else why the target is false."""
        if self.contradiction is not None:
            end, eliminated = self.contradiction
        else:
            assert target is not None
            cell, digit = target
            end, eliminated = f"{self._scene.cell(cell)} is not {digit}", (target,)
        first = self.events[0]
        negation = "" if self._is_true else "not "
        words = [f"if {self._scene.cell(first.cell)} is {negation}{first.digit}"]
        needed = [self.events[number] for number in self._needed(eliminated)]
        if len(needed) > MOST_REASONS:
            used = tuple(each for event in needed for each in event.eliminated)
            placed = listed([f"{self._scene.cell(each.cell)} is {each.digit}" for each in needed])
            words.append(f"then these singles follow{self._by_rules(used)}: {placed}")
            needed = []
        for event in needed:
            why = f"{event.why}{self._by_rules(event.eliminated)}"
            words.append(f"then {self._scene.cell(event.cell)} is {event.digit} ({why})")
        end += self._by_rules(eliminated)
        return ", ".join([*words, f"so {end}" if len(words) > 1 else end])

    def _needed(self, eliminated: tuple[Candidate, ...]) -> list[int]:
        """Return the events that these eliminations depend on, in order, without the assumption."""
        needed: set[int] = set()
        stack = [self._gone[each] for each in eliminated]
        while stack:
            number = stack.pop()
            if number not in needed:
                needed.add(number)
                stack += [self._gone[each] for each in self.events[number].eliminated]
        return sorted(needed - {0})

    def _by_rules(self, eliminated: tuple[Candidate, ...]) -> str:
        """Return words for the rules, other than houses, that eliminated these candidates."""
        names: dict[str, None] = {}
        for cell, digit in eliminated:
            event = self.events[self._gone[cell, digit]]
            is_in_house = digit == event.digit and self._scene.shared((cell, event.cell))
            if cell != event.cell and not is_in_house:
                names[self._scene.rule_between((event.cell, event.digit), (cell, digit))] = None
        return f" by {listed(names)}" if names else ""

    def _advance(self) -> bool:
        """Place all current singles; return whether there were any."""
        return self._place_naked() | self._place_hidden()

    def _place_naked(self) -> bool:
        found = False
        for cell in list(self._left):
            digits = self._left.get(cell, set())
            if len(digits) == 1 and cell not in self._placed and self.contradiction is None:
                [digit] = digits
                eliminated = self._eliminated(
                    (cell, other) for other in self._scene.candidates(cell)
                )
                self._record(Event(cell, digit, eliminated, "its only candidate"))
                found = True
        return found

    def _place_hidden(self) -> bool:
        found = False
        for house in self._scene.all_houses:
            for digit in sorted(self._scene.candidates_in(house.cells)):
                places = [c for c in house.cells if digit in self._left.get(c, ())]
                if self.contradiction is not None:
                    return found
                candidates = [(cell, digit) for cell in house.cells]
                if not places:
                    what = f"{house.title} has no place for {digit}"
                    self.contradiction = what, self._eliminated(candidates)
                elif len(places) == 1 and places[0] not in self._placed:
                    why = f"the only place in {house.title}"
                    self._record(Event(places[0], digit, self._eliminated(candidates), why))
                    found = True
        return found

    def _eliminated(self, candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
        """Return the candidates, among these, that are eliminated already."""
        return tuple(sorted(each for each in candidates if each in self._gone))

    def _record(self, event: Event) -> None:
        self.events.append(event)
        self._place(event.cell, event.digit, number=len(self.events) - 1)

    def _place(self, cell: int, digit: int, number: int) -> None:
        self._placed[cell] = digit
        for other in self._left[cell] - {digit}:
            self._eliminate(cell, other, number)
        links = self._scene.links
        for peer in sorted(links.peers[cell]):
            self._eliminate(peer, digit, number)
        for other_cell, other_digit in links.excluded.get((cell, digit), ()):
            self._eliminate(other_cell, other_digit, number)

    def _eliminate(self, cell: int, digit: int, number: int) -> None:
        digits = self._left.get(cell, set())
        if digit in digits:
            digits.discard(digit)
            self._gone[cell, digit] = number
            if not digits and self.contradiction is None:
                what = f"{self._scene.cell(cell)} has no candidate left"
                eliminated = self._eliminated((cell, each) for each in self._scene.candidates(cell))
                self.contradiction = what, eliminated
