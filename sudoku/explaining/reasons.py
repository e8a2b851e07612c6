"""Why a cell does not hold a digit: a house, a rule, or an earlier step."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sudoku.explaining.scene import Scene
from sudoku.rules.base import Rule
from sudoku.statement.candidates import fits
from sudoku.statement.statement import statement

__all__ = ["EARLIER", "HOUSE", "RULE", "Reason", "reason", "reasons"]

HOUSE, RULE, EARLIER = "house", "rule", "earlier step"


class Reason(NamedTuple):
    """Why a digit that is no candidate of a blank cell cannot be there.

    Attributes
    ----------
    kind
        `HOUSE`, `RULE` or `EARLIER`.
    title
        The house, or what a rule says, in words; nothing for an earlier step.
    by
        The cell whose digit is the reason; None where the rule bars the digit by itself.
    """

    kind: str
    title: str = ""
    by: int | None = None


def reason(scene: Scene, cell: int, digit: int) -> Reason:
    """Return why a cell does not hold a digit that is none of its candidates.

    The digits on the board come first, and what rules say of the cell alone second. What neither
    explains was ruled out by an earlier step, or was known at the beginning.
    """
    digits = scene.board.digits
    for house in scene.all_houses:
        if cell in house.cells:
            for other in house.cells:
                if digits[other] == digit:
                    return Reason(HOUSE, house.title, other)
    for group in scene.statement.groups:
        if cell in group.cells:
            for other in group.cells:
                if digits[other] == digit:
                    return Reason(RULE, f"the {group.title}", other)
    return _of_pair(scene, cell, digit) or _of_cell(scene, cell, digit) or Reason(EARLIER)


def reasons(scene: Scene, candidates: Iterable[tuple[int, int]]) -> dict[Reason, list[int]]:
    """Return the reasons for several candidates, each with the places of those in the sequence."""
    found: dict[Reason, list[int]] = {}
    for place, (cell, digit) in enumerate(candidates):
        found.setdefault(reason(scene, cell, digit), []).append(place)
    return found


def _of_pair(scene: Scene, cell: int, digit: int) -> Reason | None:
    """Return the rule by which a digit on the board excludes the candidate."""
    links, digits = scene.links, scene.board.digits
    rivals = [
        other for other, held in links.excluded.get((cell, digit), ()) if digits[other] == held
    ]
    peers = [other for other in links.peers[cell] if digits[other] == digit]
    for other in sorted((*rivals, *peers)):
        name = scene.rule_between((cell, digit), (other, digits[other]))
        return Reason(RULE, f"the rule {name}", other)
    return None


def _of_cell(scene: Scene, cell: int, digit: int) -> Reason | None:
    """Return the rule that bars a digit from a cell, whatever the others hold."""
    puzzle = scene.board.puzzle
    for rule in puzzle.rules:
        if statement(puzzle.shape, (rule,)).barred.get(cell, 0) >> digit - 1 & 1:
            return Reason(RULE, _title_of(scene, rule, cell, digit))
    return None


def _title_of(scene: Scene, rule: Rule, cell: int, digit: int) -> str:
    """Return what bars a digit: a constraint on the cell alone, a cage of one cell, say."""
    if not rule.in_each_grid:
        for constraint in rule.constraints(scene.board.puzzle.shape):
            if constraint.cells == (cell,) and not fits(constraint.reader, [1 << digit - 1]):
                return f"the {constraint.title}"
    return f"the rule {rule.name.replace('_', ' ')}"
