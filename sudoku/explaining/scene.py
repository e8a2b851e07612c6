"""A step and the board before it, with the queries and words that an explanation needs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property

from sudoku.geometry.words import cell_name, houses_in_words, listed
from sudoku.puzzle.board import Board
from sudoku.rules.base import House
from sudoku.statement.bitsets import bits
from sudoku.statement.elements import elements
from sudoku.statement.statement import Statement, statement
from sudoku.statement.weak_links import WeakLinks, weak_links
from sudoku.techniques.step import Candidate, Node, Step
from sudoku.techniques.two_elements import IMPLIED

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def counted(number: int) -> str:
    """Return a small number in words."""
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def with_article(title: str) -> str:
    """Return the title of a thing with "the", which houses with their number do not have.

    Examples
    --------
    >>> [with_article(title) for title in ("cage 8 at r1c1", "row 3 with 2 cages", "region 1")]
    ['the cage 8 at r1c1', 'row 3 with 2 cages', 'region 1']
    """
    has_number = re.search(r" with \d+ \D|^(extra )?region \d", title)
    return title if has_number else f"the {title.removeprefix('the ')}"


class Scene:
    """A step with the board before it.

    Attributes
    ----------
    board
        The board before the step.
    step
        The step that is found there.
    """

    def __init__(self, board: Board, step: Step) -> None:
        self.board = board
        self.step = step

    @cached_property
    def all_houses(self) -> tuple[House, ...]:
        """The houses of the puzzle."""
        return self.board.puzzle.houses

    @property
    def statement(self) -> Statement:
        """The statement of the rules."""
        return statement(self.board.puzzle.shape, self.board.puzzle.rules)

    @property
    def digit(self) -> int:
        """The first digit of the pattern, which is the only digit of many patterns."""
        return self.step.digits[0]

    # Queries.

    def candidates(self, cell: int) -> frozenset[int]:
        """Return the candidates of a cell."""
        return frozenset(bit + 1 for bit in bits(self.board.candidates[cell]))

    def candidates_in(self, cells: Iterable[int]) -> frozenset[int]:
        """Return the candidates of some cells together."""
        return frozenset().union(*map(self.candidates, cells))

    def places(self, digit: int, cells: Iterable[int]) -> tuple[int, ...]:
        """Return the cells, among these, in which a digit is a candidate."""
        return tuple(cell for cell in cells if self.board.candidates[cell] >> digit - 1 & 1)

    def shared(self, cells: Iterable[int]) -> list[House]:
        """Return the houses in which all of these cells lie."""
        wanted = set(cells)
        return [house for house in self.all_houses if wanted <= set(house.cells)]

    @cached_property
    def links(self) -> WeakLinks:
        """The weak links of the rules: pairs of candidates that are not both true."""
        return weak_links(self.board.puzzle.shape, self.board.puzzle.rules)

    def sees(self, one: int, other: int) -> bool:
        """Return whether two cells cannot hold the same digit."""
        return other in self.links.peers[one]

    def rule_between(self, one: Candidate, other: Candidate) -> str:
        """Return words for what forbids two candidates together, other than a house.

        It is the mark on the board, such as "the white dot r1c1-r1c2"; if no mark joins the two
        cells, it is the rule.
        """
        puzzle, cells = self.board.puzzle, {one[0], other[0]}
        for rule in puzzle.rules:
            links = weak_links(puzzle.shape, (rule,))
            is_of_cells = one[1] == other[1] and other[0] in links.peers[one[0]]
            if is_of_cells or other in links.excluded.get(one, ()):
                found = elements(puzzle.shape, (rule,)).items()
                stated = [each for name, some in found if name not in IMPLIED for each in some]
                marks = [each for each in stated if cells <= set(each.cells)]
                if not marks:
                    return f"the {rule.words} rule"
                marks.sort(key=lambda mark: (not mark.forbids(one, other), len(mark.cells)))
                return with_article(marks[0].title)
        return "the rules"

    def any_sees(self, some: Iterable[int], others: Iterable[int]) -> bool:
        """Return whether any of some cells sees any of some others."""
        others = list(others)
        return any(self.sees(one, other) for one in some for other in others)

    # Words.

    def cell(self, cell: int) -> str:
        """Return the short name of a cell."""
        return cell_name(self.board.puzzle.shape, cell)

    def cells(self, cells: Iterable[int], last: str = "and") -> str:
        """Return the names of cells."""
        return listed(map(self.cell, cells), last)

    def digits(self, digits: Iterable[int], last: str = "and") -> str:
        """Return some digits."""
        return listed(sorted(digits), last)

    def house(self, number: int) -> str:
        """Return the name of a house."""
        return self.all_houses[number].title

    def group(self, group: House) -> str:
        """Return the name of cells that hold no digit twice, as steps about them name it."""
        found = elements(self.board.puzzle.shape, self.board.puzzle.rules).items()
        stated = (each for name, some in found if name not in IMPLIED for each in some)
        return next((each.title for each in stated if each.cells == group.cells), group.title)

    def houses(self, numbers: Sequence[int]) -> str:
        """Return the names of houses, in a short form if all are of one kind.

        For example "rows 2 and 5", or "row 2 and box 3".
        """
        return houses_in_words([self.house(number) for number in numbers])

    def node(self, node: Node, *, is_true: bool = True) -> str:
        """Return a clause: one of some candidates of a digit is true, or none of them is true."""
        cells, digit = cells_of(node), node[0][1]
        if len(cells) == 1:
            return f"{self.cell(cells[0])} is {'' if is_true else 'not '}{digit}"
        if is_true:
            return f"one of {self.cells(cells)} is {digit}"
        return f"none of {self.cells(cells)} is {digit}"

    def conclusion(self) -> str:
        """Return the placements and eliminations of the step in words."""
        parts = [f"{self.cell(cell)} is {digit}" for cell, digit in self.step.placements]
        gone = self.step.eliminations
        of_digit, of_cell = by_digit(gone), by_cell(gone)
        alike: dict[tuple[int, ...], list[int]] = {}
        for cell, digits in of_cell.items():
            alike.setdefault(digits, []).append(cell)
        if len(alike) < len(of_digit):
            for digits, losers in alike.items():
                verb = "is" if len(losers) == 1 else "are"
                parts.append(f"{self.cells(losers)} {verb} not {self.digits(digits, 'or')}")
        else:
            for digit, losers in of_digit.items():
                verb = "is" if len(losers) == 1 else "are"
                parts.append(f"{self.cells(losers)} {verb} not {digit}")
        return f"So {'; '.join(parts)}."


def cells_of(node: Iterable[Candidate]) -> tuple[int, ...]:
    """Return the cells of candidates, in order."""
    return tuple(sorted({cell for cell, _ in node}))


def by_cell(candidates: Iterable[Candidate]) -> dict[int, tuple[int, ...]]:
    """Return the digits of each cell, in order."""
    found: dict[int, tuple[int, ...]] = {}
    for cell, digit in sorted(candidates):
        found[cell] = (*found.get(cell, ()), digit)
    return found


def by_digit(candidates: Iterable[Candidate]) -> dict[int, list[int]]:
    """Return the cells of each digit."""
    found: dict[int, list[int]] = {}
    for cell, digit in sorted(candidates, key=lambda pair: (pair[1], pair[0])):
        found.setdefault(digit, []).append(cell)
    return found
