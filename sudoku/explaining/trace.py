"""How a candidate leads by singles alone to another one being false, or to a contradiction."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sudoku.explaining.scene import Scene
from sudoku.techniques.step import Candidate

__all__ = ["Trace"]


class Event(NamedTuple):
    """A placement that follows, or the assumption itself.

    Attributes
    ----------
    cell, digit
        What is placed; of the assumption that a candidate is false, what is not.
    causes
        The numbers of earlier events that leave it no other way.
    why
        That way in words.
    """

    cell: int
    digit: int
    causes: tuple[int, ...] = ()
    why: str = ""


class Trace:
    """What follows by singles from a candidate being true, or false.

    Attributes
    ----------
    events
        The assumption, then placements as they follow.
    contradiction
        What cannot be, in words, and the numbers of the events that make it so; None if all is
        well.
    """

    def __init__(self, scene: Scene, assumed: Candidate, *, is_true: bool = True) -> None:
        self._scene = scene
        self._is_true = is_true
        self.contradiction: tuple[str, tuple[int, ...]] | None = None
        self.events = [Event(*assumed)]
        n_cells = scene.board.puzzle.shape.n_cells
        self._left = {cell: set(scene.candidates(cell)) for cell in range(n_cells)}
        self._left = {cell: digits for cell, digits in self._left.items() if digits}
        self._gone: dict[Candidate, int] = {}
        self._placed: dict[int, int] = {}
        if is_true:
            self._place(*assumed, number=0)
        else:
            self._strike(*assumed, number=0)
        while self.contradiction is None and self._advance():
            pass

    def rules_out(self, candidate: Candidate) -> bool:
        """Tell whether a candidate is false, whatever it takes."""
        return self.contradiction is not None or candidate in self._gone

    def told(self, target: Candidate | None = None) -> str:
        """Return the way to a candidate's being false, or by default to the contradiction."""
        if self.contradiction is not None:
            end, causes = self.contradiction
        else:
            assert target is not None
            cell, digit = target
            end, causes = f"{self._scene.cell(cell)} is not {digit}", (self._gone[target],)
        first = self.events[0]
        negation = "" if self._is_true else "not "
        words = [f"if {self._scene.cell(first.cell)} is {negation}{first.digit}"]
        for number in self._needed(causes):
            event = self.events[number]
            words.append(f"then {self._scene.cell(event.cell)} is {event.digit} ({event.why})")
        return ", ".join([*words, f"so {end}" if len(words) > 1 else end])

    def _needed(self, causes: tuple[int, ...]) -> list[int]:
        """Return the events on which these rest, in order, without the assumption."""
        needed: set[int] = set()
        stack = list(causes)
        while stack:
            number = stack.pop()
            if number not in needed:
                needed.add(number)
                stack += self.events[number].causes
        return sorted(needed - {0})

    def _advance(self) -> bool:
        """Place what is single now; tell whether there was anything."""
        return self._place_naked() | self._place_hidden()

    def _place_naked(self) -> bool:
        found = False
        for cell in list(self._left):
            digits = self._left.get(cell, set())
            if len(digits) == 1 and cell not in self._placed and self.contradiction is None:
                [digit] = digits
                causes = self._causes((cell, other) for other in self._scene.candidates(cell))
                self._record(Event(cell, digit, causes, "its only candidate"))
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
                    self.contradiction = what, self._causes(candidates)
                elif len(places) == 1 and places[0] not in self._placed:
                    why = f"the only place in {house.title}"
                    self._record(Event(places[0], digit, self._causes(candidates), why))
                    found = True
        return found

    def _causes(self, candidates: Iterable[Candidate]) -> tuple[int, ...]:
        """Return the events that struck these candidates."""
        struck = {self._gone[each] for each in candidates if each in self._gone}
        return tuple(sorted(struck))

    def _record(self, event: Event) -> None:
        self.events.append(event)
        self._place(event.cell, event.digit, number=len(self.events) - 1)

    def _place(self, cell: int, digit: int, number: int) -> None:
        self._placed[cell] = digit
        for other in self._left[cell] - {digit}:
            self._strike(cell, other, number)
        links = self._scene.links
        for peer in sorted(links.peers[cell]):
            self._strike(peer, digit, number)
        for rival in links.rivals.get((cell, digit), ()):
            self._strike(*rival, number)

    def _strike(self, cell: int, digit: int, number: int) -> None:
        digits = self._left.get(cell, set())
        if digit in digits:
            digits.discard(digit)
            self._gone[cell, digit] = number
            if not digits and self.contradiction is None:
                what = f"{self._scene.cell(cell)} has no candidate left"
                causes = self._causes((cell, each) for each in self._scene.candidates(cell))
                self.contradiction = what, causes
