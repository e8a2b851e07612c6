"""A puzzle in progress: its clues, the digits placed since, and the candidates of other cells."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from exactcover.runtime.arguments import check_text, listed
from exactcover.runtime.methods import Method
from sudoku.errors import ClueError, TextError
from sudoku.formats.symbols import DIGITS
from sudoku.geometry.grid import Grid
from sudoku.geometry.shape import Shape, check_shape, place_in_words
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import Rule
from sudoku.rules.classic import Classic
from sudoku.statement.bitsets import digits_of, mask_of_digits
from sudoku.statement.weak_links import WeakLinks, weak_links

if TYPE_CHECKING:
    from sudoku.puzzle.puzzle import PuzzleLike
    from sudoku.techniques.step import Step

Place: TypeAlias = tuple[int, int] | int
"""Row and column, both from 0; or the number of a cell, as in results."""


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Board:
    """A puzzle in progress. It is a value: methods that change it return another board.

    Parameters
    ----------
    puzzle
        Its clues, shape and rules.
    placed
        The digits that were placed in addition to the clues: digits from 1 by (row, column), both
        from 0, or by the number of the cell.
    removed
        Pairs of a place, again (row, column) or a cell, and a digit that is known not to be there.

    Attributes
    ----------
    digits : tuple[int, ...]
        For each cell its clue or the digit placed in it, or 0.
    candidates : tuple[int, ...]
        For each cell its candidates as a mask, digit d as bit d - 1; 0 for a cell with a digit.

    Raises
    ------
    ClashError
        If two digits of a house are the same; the message names the digit, the house and the cells.
    ClueError
        If a digit is placed in a cell with another clue, or is removed from a cell that holds it,
        or if a cell has no candidate left; the message names the cell. Placed digits alone may
        leave a cell without candidates: `sudoku.hint` then says which one was placed wrongly.

    Examples
    --------
    >>> board = Board("12..............", {(0, 2): 3}, [((0, 3), 1)])
    >>> board.digits[:4], board.candidates_of(0, 3), board.candidates_of(1, 0)
    ((1, 2, 3, 0), (4,), (3, 4))
    >>> board.is_clue(0, 0), board.is_clue(0, 2)
    (True, False)
    """

    puzzle: Puzzle
    digits: tuple[int, ...]
    candidates: tuple[int, ...]

    def __init__(
        self,
        puzzle: PuzzleLike,
        placed: Mapping[tuple[int, int], int] | Mapping[int, int] | None = None,
        removed: Iterable[tuple[Place, int]] = (),
    ) -> None:
        puzzle = Puzzle.of(puzzle)
        shape, digits = puzzle.shape, list(puzzle.grid.cells)
        if placed is not None and not isinstance(placed, Mapping):
            raise ClueError(f"placed is {placed!r}: give digits by (row, column)")
        for place, digit in (placed or {}).items():
            cell = shape.cell_at(place)
            if digits[cell] not in (0, digit):
                raise ClueError(f"{shape.in_words(cell)}: {digit} is placed on clue {digits[cell]}")
            digits[cell] = digit
        puzzle.changed(cells=digits)  # raises an error if two digits clash
        candidates = _all_candidates(puzzle, digits)
        emptied = {cell for cell, mask in enumerate(candidates) if not mask | digits[cell]}
        if emptied:  # not those that the clues alone leave without candidates
            of_clues = _all_candidates(puzzle, list(puzzle.grid.cells))
            emptied = {cell for cell in emptied if of_clues[cell]}
        for place, digit in _pairs(removed):
            cell = shape.cell_at(place)
            if not is_digit(digit, shape.n):
                raise ClueError(
                    f"{shape.in_words(cell)}: {digit!r} is removed, which is no digit from 1 to "
                    f"{shape.n}"
                )
            if digits[cell] == digit:
                raise ClueError(f"{shape.in_words(cell)}: {digit} is removed where it stands")
            candidates[cell] &= ~(1 << digit - 1)
        self._set(puzzle, tuple(digits), tuple(candidates), emptied)

    def _set(
        self,
        puzzle: Puzzle,
        digits: tuple[int, ...],
        candidates: tuple[int, ...],
        may_be_empty: Collection[int] = (),
    ) -> None:
        """Set the attributes; raise a ClueError if another blank cell has no candidate."""
        for cell, digit in enumerate(digits):
            if not digit and not candidates[cell] and cell not in may_be_empty:
                raise ClueError(f"{puzzle.shape.in_words(cell)}: no candidate is left")
        object.__setattr__(self, "puzzle", puzzle)
        object.__setattr__(self, "digits", digits)
        object.__setattr__(self, "candidates", candidates)

    @classmethod
    def from_candidates(
        cls,
        candidates: Sequence[Iterable[int]],
        shape: Shape | None = None,
        rules: Iterable[Rule] = (Classic(),),
    ) -> Board:
        """Return the board with these candidates; a cell with only one candidate has it as a clue.

        Raises
        ------
        ClueError
            If a cell has no candidate, or one that is no digit of the board; the message names it.

        Examples
        --------
        >>> cells = [[1], [2], [3, 4], [3, 4]] + [[1, 2, 3, 4]] * 12
        >>> Board.from_candidates(cells).candidates_of(0, 2)
        (3, 4)
        """
        given = [tuple(listed("candidates", each)) for each in listed("candidates", candidates)]
        shape = check_shape(shape) or Shape.of_size(round(len(given) ** 0.5))
        for cell, digits in enumerate(given):
            for digit in digits:
                if not is_digit(digit, shape.n):
                    raise ClueError(
                        f"candidates of cell {cell}: {digit!r} is no digit from 1 to {shape.n}"
                    )
        masks = list(map(mask_of_digits, given))
        puzzle = Puzzle(shape, rules, [_only(mask) for mask in masks])
        removed = [
            (cell, digit)
            for cell, mask in enumerate(masks)
            if mask.bit_count() != 1
            for digit in range(1, shape.n + 1)
            if not mask >> digit - 1 & 1
        ]
        return cls(puzzle, None, removed)

    @classmethod
    def from_pencil_marks(
        cls, text: str, shape: Shape | None = None, rules: Iterable[Rule] = (Classic(),)
    ) -> Board:
        r"""Return the board of a pencil-mark grid, which has a word of candidates for each cell.

        Rulers and bars are ignored. A cell with only one candidate holds it. Other texts with
        candidates are read as by `from_text`.

        Raises
        ------
        TextError
            If the words do not fill a square, or a word has other characters than digits.

        Examples
        --------
        >>> board = Board.from_pencil_marks("1 2 | 34 34\n" + "1234 1234 | 1234 1234\n" * 3)
        >>> board.candidates_of(0, 2)
        (3, 4)
        """
        try:
            return cls.from_text(check_text("text", text), shape, rules)
        except TextError as error:
            raise TextError(f"the candidates cannot be read: {error}") from None

    @classmethod
    def from_text(
        cls,
        text: str,
        shape: Shape | None = None,
        rules: Iterable[Rule] | None = None,
        symbols: str | None = None,
    ) -> Board:
        """Return the puzzle of a text with what a player has entered, as far as the text has it.

        Parameters
        ----------
        text
            A text that `recognise` reads.
        shape, symbols
            As for `recognise`.
        rules
            Further rules; by default those that the text states, or else those of a classic puzzle.

        Raises
        ------
        SudokuError
            If the text cannot be read, or what was entered breaks a rule.

        Examples
        --------
        >>> board = Board.from_text("1+2" + "." * 79 + ":419 318")
        >>> board.digits[:3], board.is_clue(0, 1), board.candidates_of(0, 8)
        ((1, 2, 0), False, (3, 5, 6, 7, 8, 9))
        """
        from sudoku.formats.forms.recognise import recognise

        made: Board = recognise(text, shape, symbols).board(rules)
        return made

    @classmethod
    def from_library(
        cls, grid: str, removed: str = "", rules: Iterable[Rule] = (Classic(),)
    ) -> Board:
        """Return the board of a library line: ``+`` marks a placed digit, others are clues.

        ``removed`` has numbers such as 436, which means that 4 is not in row 3, column 6.

        Raises
        ------
        TextError
            If the grid does not have 81 cells, or a number is not a candidate.

        Examples
        --------
        >>> board = Board.from_library("1+2" + "." * 79, "436 319")
        >>> board.digits[:3], board.is_clue(0, 1), 3 in board.candidates_of(0, 8)
        ((1, 2, 0), False, False)
        """
        cells = re.findall(r"\+?.", check_text("grid", grid))
        if len(cells) != 81:
            raise TextError(f"expected 81 cells, got {len(cells)}")
        if "+" in cells:
            raise TextError(f"cell {cells.index('+') + 1}: no digit follows the plus sign")
        shape = Shape(3, 3)
        blank = "0" if "0" in grid else "."  # a text has one sign for blanks
        line = "".join(blank if cell[0] == "+" else cell for cell in cells)
        placed = {
            cell: _digits(text[1], cell, 9)[0] for cell, text in enumerate(cells) if text[0] == "+"
        }
        numbers = candidates_in(check_text("removed", removed))
        return cls(Puzzle(shape, rules, Grid.from_text(line, shape)), placed, numbers)

    _repr_svg_ = Method("sudoku.notebook", "board_svg")

    def __repr__(self) -> str:
        n_placed = sum(map(bool, self.digits)) - self.puzzle.n_clues
        return f"Board({self.puzzle!r}, {n_placed} placed)"

    def to_puzzle(self) -> Puzzle:
        """Return the puzzle with the placed digits as further clues.

        If candidates were removed that no rule excludes, the remaining ones become pencil marks.

        Examples
        --------
        >>> Board(Puzzle(Shape(2, 2)), {(0, 1): 4}).to_puzzle()
        Puzzle('.4..............', 2x2, classic)
        """
        from sudoku.rules.pencil_marks import PencilMarks

        shape = self.puzzle.shape
        puzzle = self.puzzle.changed(cells=self.digits)
        if self.candidates == tuple(_all_candidates(puzzle, list(self.digits))):
            return puzzle
        marks = [
            (shape.position(cell), self.candidates_of(*shape.position(cell)))
            for cell, digit in enumerate(self.digits)
            if not digit
        ]
        return puzzle.changed(rules=(*puzzle.rules, PencilMarks(marks)))

    def is_clue(self, row: int, column: int) -> bool:
        """Return whether a cell holds a clue; row and column are counted from 0."""
        return self.puzzle.grid[row, column] != 0

    def candidates_of(self, row: int, column: int) -> tuple[int, ...]:
        """Return the candidates of a cell; row and column are counted from 0."""
        return digits_of(self.candidates[self.puzzle.shape.cell(row, column)])

    def after(self, step: Step) -> Board:
        """Return the board after a step.

        Complexity: linear in the number of cells.

        Raises
        ------
        ClueError
            If a digit is placed that is not a candidate there, or a cell has no candidate left.

        Examples
        --------
        >>> from sudoku.techniques.step import Step
        >>> Board(Puzzle(Shape(2, 2))).after(Step("", ((0, 1),), ())).candidates_of(0, 1)
        (2, 3, 4)
        """
        shape, links = self.puzzle.shape, weak_links(self.puzzle.shape, self.puzzle.rules)
        digits, candidates = list(self.digits), list(self.candidates)
        for cell, digit in step.placements:
            if not candidates[cell] >> digit - 1 & 1 and digits[cell] != digit:
                raise ClueError(f"{shape.in_words(cell)}: {digit} is placed, and no candidate")
            digits[cell], candidates[cell] = digit, 0
            _exclude(candidates, links, cell, digit)
        for cell, digit in step.eliminations:
            candidates[cell] &= ~(1 << digit - 1)
        board = object.__new__(Board)
        board._set(self.puzzle, tuple(digits), tuple(candidates))
        return board


def candidates_in(text: str, line: int | None = None) -> list[tuple[int, int]]:
    """Return the cell and digit of each number in a text; 436 means a 4 in row 3, column 6.

    An error has the line, if it is given.

    Raises
    ------
    TextError
        If a word is not such a number.

    Examples
    --------
    >>> candidates_in("436 111")
    [(23, 4), (0, 1)]
    """
    for word in text.split():
        if not re.fullmatch(r"[1-9]{3}", word):
            raise TextError(f"{word!r} is not a digit, row and column, as in 436", line)
    numbers = [tuple(map(int, word)) for word in text.split()]
    return [(9 * row + column - 10, digit) for digit, row, column in numbers]


def _all_candidates(puzzle: Puzzle, digits: list[int]) -> list[int]:
    """Return the candidates of each blank cell: digits that no rule bars and no digit excludes."""
    links = weak_links(puzzle.shape, puzzle.rules)
    candidates = list(links.allowed)
    for cell, digit in enumerate(digits):
        if digit:
            _exclude(candidates, links, cell, digit)
    return [0 if digit else mask for digit, mask in zip(digits, candidates, strict=True)]


def _exclude(candidates: list[int], links: WeakLinks, cell: int, digit: int) -> None:
    """Remove the candidates that a digit in a cell excludes."""
    left = ~(1 << digit - 1)
    for peer in links.peers[cell]:
        candidates[peer] &= left
    for other, lost in links.excluded.get((cell, digit), ()):
        candidates[other] &= ~(1 << lost - 1)


def _pairs(removed: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
    """Yield the pairs of a place and a digit, or raise a ClueError if one is not a pair."""
    for pair in listed("removed", removed):
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise ClueError(f"{pair!r} is not a pair of a place and the digit that is removed")
        yield pair[0], pair[1]


def is_digit(value: Any, n: int) -> bool:
    """Return whether an argument is a digit from 1 to n."""
    is_whole = hasattr(value, "__index__") and not isinstance(value, bool)
    return is_whole and 1 <= value <= n


def _only(mask: int) -> int:
    return mask.bit_length() if mask.bit_count() == 1 else 0


def _digits(word: str, cell: int, n: int) -> list[int]:
    digits = [DIGITS.get(symbol, 0) for symbol in word]
    if not all(1 <= digit <= n for digit in digits):
        place = place_in_words(*divmod(cell, n))
        raise TextError(f"{place}: {word!r} is not made of digits from 1 to {n}")
    return digits
