"""A puzzle: a shape, the rules and the clues."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isqrt
from operator import index
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

from exactcover.runtime.formatting import shown
from exactcover.runtime.methods import Method
from sudoku.errors import ClueError, RuleError, ShapeError, SudokuError, TextError
from sudoku.geometry.grid import Grid, digit_of, is_missing
from sudoku.geometry.shape import Shape, check_shape, place_in_words
from sudoku.geometry.words import place_named
from sudoku.puzzle.clashes import check_clues
from sudoku.puzzle.methods import Verbs
from sudoku.rules.base import House, Rule, check_rule
from sudoku.rules.classic import Classic
from sudoku.statement.statement import statement

if TYPE_CHECKING:
    from sudoku.geometry.grid import Cells
    from sudoku.puzzle.board import Board

    Clues: TypeAlias = (
        Grid | str | Cells | Sequence[str] | Mapping[tuple[int, int], int] | Mapping[str, int]
    )
    PuzzleLike: TypeAlias = "Puzzle | Board | Clues"
    """Everything that verbs accept as a puzzle: see `Puzzle.of`."""

_CLASSIC = (Classic(),)
_NO_FACTS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Puzzle(Verbs):
    """A shape, the rules for its digits, and the clues.

    No two clues clash, but it is not checked whether there is a solution.

    Parameters
    ----------
    shape
        The shape; None for the shape of the clues, or 3x3 if the clues do not determine it.
    rules
        All rules, in the order in which their houses are listed. Without `Classic`, rows, columns
        and boxes are not houses.
    clues
        A grid; a text that `sudoku.formats.text_reader` reads, or a list of its lines; all cells in
        sequences or an array, with 0 for a blank; or digits by (row, column), counted from 0, or by
        the names of cells, as in "r1c1". Candidates in a text, n signs for each cell, become the
        rule `PencilMarks`.
    title, author
        What it is called, and who made it; by default what a text of clues says in lines above.

    Attributes
    ----------
    grid : Grid
        The clues.
    title, author : str
        What it is called, and who made it; "" if it is not known. Puzzles with other names may be
        equal.

    Raises
    ------
    ClashError
        If clues break a rule; the message names the digit, the house or rule, and the cells.
    ClueError, TextError
        If a clue is not a digit of the puzzle; the message names the cell.
    ShapeError
        If the clues have another shape than the one given.
    RuleError
        If a rule is given twice, contradicts itself or does not fit the shape.

    Examples
    --------
    >>> puzzle = Puzzle(Shape(2, 2), clues={(0, 0): 1, (1, 2): 1})
    >>> puzzle
    Puzzle('1.....1.........', 2x2, classic)
    >>> len(puzzle.houses), puzzle.houses[4].title
    (12, 'column 1')
    >>> puzzle.with_clue(3, 2, 1)
    Traceback (most recent call last):
    sudoku.errors.ClashError: two 1s in column 3: row 2, column 3 and row 4, column 3
    """

    grid: Grid
    rules: tuple[Rule, ...]
    title: str = field(compare=False)
    author: str = field(compare=False)

    def __init__(
        self,
        shape: Shape | None = None,
        rules: Iterable[Rule] = _CLASSIC,
        clues: Clues | None = None,
        *,
        title: str = "",
        author: str = "",
    ) -> None:
        check_shape(shape)
        grid, made, facts = _read(shape, clues, rules)
        self._call(title, author, facts)
        object.__setattr__(self, "grid", grid)
        object.__setattr__(self, "rules", made)
        check_clues(self.grid, self.rules)

    @classmethod
    def of(cls, source: PuzzleLike) -> Puzzle:
        """Convert a puzzle, board, grid, text or rows to a puzzle, as all verbs do.

        Parameters
        ----------
        source
            A puzzle, which is returned as it is; a puzzle in progress, which is converted by
            `Board.to_puzzle`; or clues as `Puzzle` takes them, of a classic puzzle of their usual
            shape.

        Raises
        ------
        SudokuError
            If it is none of these, or the clues are wrong.

        Examples
        --------
        >>> Puzzle.of("1......2.3.....4") == Puzzle.of([[1, 0, 0, 0], [0, 0, 0, 2], [0, 3, 0, 0],
        ...                                          [0, 0, 0, 4]])
        True
        >>> Puzzle.of(12)
        Traceback (most recent call last):
        sudoku.errors.SudokuError: 12 is no puzzle: give a Puzzle, a Board, a Grid, a text, rows \
of digits, an array, or digits by (row, column)
        """
        if isinstance(source, str):
            return cls(clues=source)
        if isinstance(source, Puzzle):
            return source
        if hasattr(source, "to_puzzle"):
            made: Puzzle = source.to_puzzle()
            return made
        if not isinstance(source, Grid | Mapping) and not hasattr(source, "__len__"):
            raise SudokuError(
                f"{shown(source)} is no puzzle: give a Puzzle, a Board, a Grid, a text, rows of "
                "digits, an array, or digits by (row, column)"
            )
        return cls(clues=source)

    @classmethod
    def unchecked(
        cls, grid: Grid, rules: tuple[Rule, ...], *, title: str = "", author: str = ""
    ) -> Puzzle:
        """Return the puzzle of clues that are known to obey the rules; they are not checked.

        Examples
        --------
        >>> Puzzle.unchecked(Grid(Shape(2, 2)), (Classic(),)) == Puzzle(Shape(2, 2))
        True
        """
        puzzle = object.__new__(cls)
        object.__setattr__(puzzle, "grid", grid)
        object.__setattr__(puzzle, "rules", rules)
        object.__setattr__(puzzle, "title", title)
        object.__setattr__(puzzle, "author", author)
        return puzzle

    def _call(self, title: str, author: str, facts: Mapping[str, str] = _NO_FACTS) -> None:
        """Check that the title and the author are texts, and set them; facts replace empty ones."""
        for name, text in (("title", title), ("author", author)):
            if not isinstance(text, str):
                raise TextError(f"{name} is {text!r}: it must be a text")
            object.__setattr__(self, name, text or facts.get(name, ""))

    def called(self, title: Any = "", author: Any = "") -> Puzzle:
        """Return the puzzle with a title and an author; what is no text is left out.

        Examples
        --------
        >>> Puzzle(Shape(2, 2)).called("Small", None).title
        'Small'
        """
        made = Puzzle.unchecked(self.grid, self.rules)
        title, author = (x.strip() if isinstance(x, str) else "" for x in (title, author))
        made._call(title, author)
        return made

    @property
    def names(self) -> dict[str, str]:
        """The title and the author by these words, without what is not known."""
        names = {"title": self.title, "author": self.author}
        return {key: text for key, text in names.items() if text}

    def changed(self, *, rules: Iterable[Rule] | None = None, cells: Clues | None = None) -> Puzzle:
        """Return the puzzle with other rules or clues; its title and author remain.

        Raises
        ------
        SudokuError
            As `Puzzle`.

        Examples
        --------
        >>> Puzzle(Shape(2, 2), title="Small").changed(cells={(0, 0): 4}).title
        'Small'
        """
        own = self.rules if rules is None else rules
        return Puzzle(self.shape, own, self.grid if cells is None else cells, **self.names)

    @classmethod
    def from_text(
        cls,
        text: str,
        shape: Shape | None = None,
        rules: Iterable[Rule] = _CLASSIC,
        symbols: str | None = None,
    ) -> Puzzle:
        """Return the puzzle that a text shows, in any form that `recognise` reads.

        Parameters
        ----------
        text
            The text. If it states rules, the puzzle has these and those that are given.
        shape, rules
            As for `Puzzle`.
        symbols
            The signs of the digits from 1, if not the usual ones.

        Examples
        --------
        >>> Puzzle.from_text("1.....1.........").shape
        Shape(p=2, q=2)
        """
        if not isinstance(text, str):
            raise TextError(f"{text!r} is not a text")
        if symbols is not None:
            from sudoku.formats.forms.recognise import recognise

            found = recognise(text, shape, symbols)
            made: Puzzle = found.puzzle(rules)
            return made
        return cls(shape, rules, text)

    _repr_svg_ = Method("sudoku.notebook", "puzzle_svg")

    def __repr__(self) -> str:
        names = ", ".join(rule.name for rule in self.rules)
        return f"Puzzle({self.grid.to_line()!r}, {self.shape}, {names})"

    def __str__(self) -> str:
        return self.to_text()

    def to_text(self, filled: Grid | None = None, symbols: str | None = None) -> str:
        """Return the puzzle as text, with the regions and the names of its rules.

        `sudoku.formats.text_reader.parse` reads the clues again if it is given the shape.

        Parameters
        ----------
        filled
            A solution, or another grid of the same shape, which is written instead of the clues.
        symbols
            The signs of the digits from 1, if not the usual ones.

        Raises
        ------
        ShapeError
            If `filled` is no grid of the shape.

        Examples
        --------
        >>> print(Puzzle.from_text("1..............."))
        +-----+-----+
        | 1 . | . . |
        | . . | . . |
        +-----+-----+
        | . . | . . |
        | . . | . . |
        +-----+-----+
        """
        # That module needs this one.
        from sudoku.formats.grid_text import in_symbols
        from sudoku.formats.printing import puzzle_text

        if filled is not None and not (isinstance(filled, Grid) and filled.shape == self.shape):
            raise ShapeError(f"filled is {filled!r}: it must be a Grid of the shape {self.shape}")
        text = puzzle_text(self.grid if filled is None else filled, self.rules)
        return in_symbols(text, self.shape.n, symbols)

    @property
    def shape(self) -> Shape:
        """The shape: rows, columns and boxes."""
        return self.grid.shape

    @property
    def houses(self) -> tuple[House, ...]:
        """The houses of all rules, rule by rule."""
        return statement(self.shape, self.rules).houses

    @property
    def n_clues(self) -> int:
        """The number of clues."""
        return self.grid.n_clues

    def with_clue(self, row: int, column: int, digit: int) -> Puzzle:
        """Return the puzzle with a clue added; row and column are counted from 0.

        Raises
        ------
        ClueError
            If the cell holds another clue, or the digit is not one of the puzzle's digits.
        ClashError
            If the digit breaks a rule, for example because a house of the cell already has it.

        Examples
        --------
        >>> Puzzle(Shape(2, 2)).with_clue(0, 1, 4)
        Puzzle('.4..............', 2x2, classic)
        """
        cells = list(self.grid.cells)
        _put(self.shape, cells, row, column, digit)
        return self.changed(cells=cells)

    def without_clue(self, row: int, column: int) -> Puzzle:
        """Return the puzzle with a clue removed; row and column are counted from 0.

        Raises
        ------
        ClueError
            If the cell holds no clue.

        Examples
        --------
        >>> Puzzle(clues={(0, 1): 4}).without_clue(0, 1) == Puzzle()
        True
        """
        cells = list(self.grid.cells)
        cell = _cell(self.shape, row, column)
        if not cells[cell]:
            raise ClueError(f"{self.shape.in_words(cell)}: there is no clue")
        cells[cell] = 0
        return self.changed(cells=cells)


def _listed(rules: Any) -> Iterable[Rule]:
    """Return the argument `rules` after checking that it is a list.

    `exactcover.runtime.arguments.each_of` would import NumPy, which a puzzle does without.
    """
    if type(rules) is tuple:  # most often, and fast
        return rules
    if isinstance(rules, str) or not isinstance(rules, Iterable):
        raise RuleError(f"rules is {rules!r}: give a list, also of one")
    found = tuple(rules)
    for each in found:
        check_rule(each)
    return found


def text_of(clues: Any) -> str | None:
    """Return clues that are given as a text or as its lines, as one text; None for other clues."""
    if isinstance(clues, str):
        return clues
    if isinstance(clues, Sequence) and clues and all(isinstance(row, str) for row in clues):
        if all(len(row) < 2 for row in clues):
            return None  # the signs of cells
        return "\n".join(clues)
    return None


def _read(
    shape: Shape | None, clues: Any, rules: Any
) -> tuple[Grid, tuple[Rule, ...], Mapping[str, str]]:
    """Return the clues, in the given shape if there is one, the rules, and the facts of a text.

    Candidates in a text, or numbers at the places of candidates, become the rule of pencil marks. A
    text that states its rules has these and those that are given.
    """
    listed = tuple(_listed(rules))
    if hasattr(clues, "to_numpy"):  # a table of pandas
        clues = clues.to_numpy()
        clues = (clues.ravel() if clues.shape[1:] == (1,) else clues).tolist()
    elif getattr(clues, "shape", None) == ():  # an array of one value
        clues = clues.tolist()
    text = text_of(clues)
    if text is not None:
        from sudoku.formats.text_reader import parse_clues

        is_free = all(rule.name == "classic" or not rule.makes_board for rule in listed)
        found = parse_clues(text, shape, regions=is_free)
        if isinstance(found, Grid):
            return found, listed, {}
        return found.grid, found.all_rules(listed), getattr(found, "facts", {})
    if shape is None and (isinstance(clues, list | tuple) or hasattr(clues, "tolist")):
        from sudoku.formats.candidates import marked_in_numbers

        marked = marked_in_numbers(clues)
        if marked:
            return marked.grid, (*listed, *marked.rules()), {}
    return _grid(shape, clues), listed, {}


def _grid(shape: Shape | None, clues: Any) -> Grid:
    """Return clues that are not a text as a grid, which has the given shape if there is one."""
    if isinstance(clues, Grid):
        if shape not in (None, clues.shape):
            raise ShapeError(f"the clues have shape {clues.shape}, the puzzle has shape {shape}")
        return clues
    if clues is None or isinstance(clues, Mapping):
        shape = shape or Shape(3, 3)
        cells = [0] * shape.n_cells
        for key, digit in (clues or {}).items():
            place: Any = place_named(key) if isinstance(key, str) else key
            if not isinstance(place, tuple) or len(place) != 2:
                raise ClueError(f"{key!r} is not a row and a column, nor a cell such as 'r1c1'")
            _put(shape, cells, *place, digit)
        return Grid(shape, cells)
    if _has_other_values(clues):
        from sudoku.formats.forms.values import grid_of_values

        return grid_of_values(clues, shape)
    return Grid(shape or _shape_of(clues), clues)


def _has_other_values(cells: Any) -> bool:
    """Return whether cells in sequences are not all whole numbers, but None, floats or signs."""
    if not isinstance(cells, list | tuple):
        return getattr(getattr(cells, "dtype", None), "kind", "i") in "fOU"
    for row in cells:
        for value in row if isinstance(row, list | tuple) else (row,):
            if type(value) is int:  # most often
                continue
            if isinstance(value, float | str):
                return True
            if hasattr(value, "dtype"):  # an array, or a number of one
                return getattr(value.dtype, "kind", "i") in "fOU"
            if is_missing(value):
                return True
    return False


def _shape_of(cells: Any) -> Shape:
    """Return the usual shape of a grid from its rows, or from all its cells in one sequence."""
    try:
        size = len(cells)
    except TypeError:
        raise ClueError(f"the clues are {cells!r}: neither a text nor rows of digits") from None
    if not size:
        raise ShapeError("there are no cells")
    if isinstance(cells, bytes | set | frozenset):
        raise ClueError(f"the clues are {type(cells).__name__}: neither a text nor rows of digits")
    if hasattr(cells[0], "__len__"):
        return Shape.of_size(size)
    if isqrt(size) ** 2 != size:
        raise ShapeError(f"{size} cells do not fill a square")
    return Shape.of_size(isqrt(size))


def _put(shape: Shape, cells: list[int], row: int, column: int, digit: int) -> None:
    """Write a clue; the grid checks that it is a digit."""
    cell = _cell(shape, row, column)
    digit = digit_of(shape, cell, digit)
    if digit == 0:
        raise ClueError(f"{shape.in_words(cell)}: digit 0 is not between 1 and {shape.n}")
    if cells[cell] not in (0, digit):
        raise ClueError(f"{shape.in_words(cell)}: there is a clue already, {cells[cell]}")
    cells[cell] = digit


def _cell(shape: Shape, row: int, column: int) -> int:
    try:
        return shape.cell(index(row), index(column))
    except TypeError:
        raise ClueError(f"{(row, column)!r} is not a row and a column") from None
    except IndexError:
        board = f"{shape.height}x{shape.width} grid"
        raise ClueError(f"{place_in_words(row, column)} is outside the {board}") from None
