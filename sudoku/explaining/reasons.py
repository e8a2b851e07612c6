"""The reason why a cell cannot hold a digit: a house, a rule, or an earlier step."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sudoku.explaining.scene import Scene, with_article
from sudoku.rules.base import Rule
from sudoku.statement.candidates import fits
from sudoku.statement.statement import statement

HOUSE, RULE, EARLIER = "house", "rule", "earlier step"


class Reason(NamedTuple):
    """The reason why a digit is not a candidate of a blank cell.

    Attributes
    ----------
    kind
        `HOUSE`, `RULE` or `EARLIER`.
    title
        The house or the rule in words; empty for an earlier step.
    by
        The cell whose digit is the reason; None if the rule alone excludes the digit.
    """

    kind: str
    title: str = ""
    by: int | None = None


def reason(scene: Scene, cell: int, digit: int) -> Reason:
    """Return the reason why a digit is not a candidate of a cell.

    The digits on the board are tried first, then the rules that exclude the digit from the cell
    alone. If neither explains it, an earlier step or the given candidates excluded the digit.
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
                    return Reason(RULE, with_article(scene.group(group)), other)
    return _of_pair(scene, cell, digit) or _of_cell(scene, cell, digit) or Reason(EARLIER)


def reasons(scene: Scene, candidates: Iterable[tuple[int, int]]) -> dict[Reason, list[int]]:
    """Return the reasons for several candidates, each with their indices in the sequence."""
    found: dict[Reason, list[int]] = {}
    for index, (cell, digit) in enumerate(candidates):
        found.setdefault(reason(scene, cell, digit), []).append(index)
    return found


def _of_pair(scene: Scene, cell: int, digit: int) -> Reason | None:
    """Return the rule by which a digit on the board excludes the candidate."""
    links, digits = scene.links, scene.board.digits
    linked = [
        other for other, held in links.excluded.get((cell, digit), ()) if digits[other] == held
    ]
    peers = [other for other in links.peers[cell] if digits[other] == digit]
    for other in sorted((*linked, *peers)):
        return Reason(RULE, scene.rule_between((cell, digit), (other, digits[other])), other)
    return None


def _of_cell(scene: Scene, cell: int, digit: int) -> Reason | None:
    """Return the rule that excludes a digit from a cell, whatever the other cells hold."""
    puzzle = scene.board.puzzle
    for rule in puzzle.rules:
        if statement(puzzle.shape, (rule,)).barred.get(cell, 0) >> digit - 1 & 1:
            return Reason(RULE, _title_of(scene, rule, cell, digit))
    return None


def _title_of(scene: Scene, rule: Rule, cell: int, digit: int) -> str:
    """Return the words for a rule, or for its constraint on the cell alone (a cage of one cell)."""
    if not rule.in_each_grid:
        for constraint in rule.constraints(scene.board.puzzle.shape):
            if constraint.cells == (cell,) and not fits(constraint.reader, [1 << digit - 1]):
                return with_article(constraint.title)
    return f"the {rule.words} rule"
