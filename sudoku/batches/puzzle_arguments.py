"""The puzzles of a batch, in any of the forms in which users give them, as one array of digits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from exactcover.runtime.arguments import check_unmasked, each_of, is_whole
from exactcover.runtime.formatting import shown
from sudoku.errors import ClueError, RuleError, ShapeError, TextError
from sudoku.formats.text_reader import parse, plain_digits
from sudoku.geometry.grid import Grid, is_missing
from sudoku.geometry.shape import Shape, check_shape
from sudoku.puzzle.board import Board
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import Rule
from sudoku.rules.classic import Classic

if TYPE_CHECKING:
    from sudoku.batches.arrays import Cells
    from sudoku.puzzle.puzzle import PuzzleLike

    Puzzles: TypeAlias = ArrayLike | Sequence[PuzzleLike]
    """What functions for batches take: see `given_batch`."""

_CLASSIC = (Classic(),)


class Given(NamedTuple):
    """The puzzles of a batch.

    Attributes
    ----------
    shape, rules
        The shape and the rules of all puzzles.
    cells
        (n, n_cells), uint8: the digits, 0 for a blank; contiguous, and writeable.
    form
        The form of an array that has the solutions as the puzzles were given.
    """

    shape: Shape
    rules: tuple[Rule, ...]
    cells: Cells
    form: tuple[int, ...]


def given_batch(
    puzzles: Puzzles, shape: Shape | None = None, rules: Iterable[Rule] | None = None
) -> Given:
    """Return the puzzles of a batch as an array, checked.

    Parameters
    ----------
    puzzles
        Whole numbers (n, n_cells) or, where the board has no holes, (n, height, width), with 0 for
        a blank; or with None or NaN for all blanks. Or a sequence, a column of texts or an array of
        texts, puzzles, boards, grids and single arrays.
    shape, rules
        The shape and the rules of all puzzles; by default those of the puzzles that state them,
        or else classic 9x9.

    Raises
    ------
    ClueError
        If a cell holds something else; names puzzle and cell.
    ShapeError, RuleError
        If a puzzle has another shape or other rules than the batch.
    TextError
        If a text is not one puzzle.

    Examples
    --------
    >>> given_batch(["1......2.3.....4"], Shape(2, 2)).cells[0, :8].tolist()
    [1, 0, 0, 0, 0, 0, 0, 2]
    >>> given_batch([Puzzle.of("1......2.3.....4")]).shape
    Shape(p=2, q=2)
    """
    check_shape(shape)
    rules = None if rules is None else tuple(each_of("rules", rules))
    if isinstance(puzzles, str):
        raise ShapeError("puzzles are a text: give a list of texts, one a puzzle")
    puzzles = list(puzzles) if isinstance(puzzles, Iterator) else puzzles
    listed = _listed(puzzles)
    if listed is not None:
        shape, rules = _common(listed, shape, rules)
        if all(isinstance(puzzle, str) for puzzle in listed):
            plain = plain_digits(listed, shape)
            if plain is not None:
                cells = np.frombuffer(bytearray(plain), dtype=np.uint8).reshape(len(listed), -1)
                return Given(shape, rules, cells, cells.shape)
        puzzles = [_cells_of(puzzle, shape, k) for k, puzzle in enumerate(listed, 1)]
    shape = shape or Shape(3, 3)
    array = _array(puzzles)
    made = _CLASSIC if rules is None else rules
    return Given(shape, made, _checked(array, shape), array.shape)


def _listed(puzzles: Any) -> list[Any] | None:
    """Return puzzles that are not numbers alone as a list; None for arrays of numbers."""
    if isinstance(puzzles, np.ndarray) and puzzles.dtype.kind in "biufc":
        return None
    if not isinstance(puzzles, list | tuple):
        array = puzzles.to_numpy() if hasattr(puzzles, "to_numpy") else np.asarray(puzzles)
        if array.ndim == 2 and array.shape[1] == 1:  # a frame of one column
            array = array[:, 0]
        if array.ndim != 1:
            return None
        puzzles = array.tolist()
    is_listed = any(
        isinstance(each, str | Puzzle | Board | Grid) or _rows(each) for each in puzzles
    )
    return list(puzzles) if is_listed else None


def _rows(puzzle: object) -> bool:
    """Return whether a puzzle is a list of the lines of its text."""
    return isinstance(puzzle, list | tuple) and bool(puzzle) and isinstance(puzzle[0], str)


def _common(
    puzzles: Sequence[Any], shape: Shape | None, rules: tuple[Rule, ...] | None
) -> tuple[Shape, tuple[Rule, ...]]:
    """Return the shape and the rules of all puzzles; raise an error if one has others."""
    for number, puzzle in enumerate(puzzles, 1):
        stated = puzzle.to_puzzle() if isinstance(puzzle, Board) else puzzle
        if not isinstance(stated, Puzzle | Grid):
            continue
        shape = shape or stated.shape
        if stated.shape != shape:
            raise ShapeError(f"puzzle {number} has the shape {stated.shape}, the batch has {shape}")
        if isinstance(stated, Puzzle):
            rules = stated.rules if rules is None else rules
            if stated.rules != rules:
                names = [", ".join(rule.name for rule in each) for each in (stated.rules, rules)]
                differing = " with other parameters" * (names[0] == names[1])
                raise RuleError(
                    f"puzzle {number} has the rules {names[0]}{differing}, the batch has {names[1]}"
                )
    return shape or Shape(3, 3), _CLASSIC if rules is None else rules


def _cells_of(puzzle: Any, shape: Shape, number: int) -> Any:
    """Return the cells of a puzzle in a list."""
    if _rows(puzzle):
        puzzle = "\n".join(map(str, puzzle))
    if isinstance(puzzle, str):
        try:
            return parse(puzzle, shape).cells
        except TextError as error:
            raise TextError(f"puzzle {number}: {error}") from None
    if isinstance(puzzle, Board):
        return puzzle.digits
    if isinstance(puzzle, Puzzle):
        return puzzle.grid.cells
    if isinstance(puzzle, Grid):
        return puzzle.cells
    cells = np.asarray(check_unmasked(f"puzzle {number}", puzzle))
    if cells.size != shape.n_cells:
        raise ShapeError(f"puzzle {number} has {cells.size} cells, expected {shape.n_cells}")
    if cells.dtype.kind not in "iufO":
        raise ClueError(f"puzzle {number} is an array of {cells.dtype}, expected integers")
    return cells.ravel()


def _array(puzzles: Any) -> NDArray[Any]:
    """Return puzzles of numbers as an array."""
    check_unmasked("puzzles", puzzles)
    if isinstance(puzzles, list | tuple):
        for number, puzzle in enumerate(puzzles, 1):
            check_unmasked(f"puzzle {number}", puzzle)
    try:
        array: NDArray[Any] = np.asarray(
            puzzles.to_numpy() if hasattr(puzzles, "to_numpy") else puzzles
        )
        if array.dtype == object and array.ndim == 1 and len(array):
            array = np.stack([np.asarray(puzzle) for puzzle in array])
    except ValueError as error:
        raise ShapeError(f"puzzles are rows of different lengths: {error}") from None
    return array


def _checked(given: NDArray[Any], shape: Shape) -> Cells:
    """Return the puzzles of an array as rows of bytes, or raise an error."""
    n, n_cells, square = shape.n, shape.n_cells, (shape.height, shape.width)
    has_holes = n_cells < shape.height * shape.width
    if given.shape[1:] != (n_cells,) and (has_holes or given.shape[1:] != square):
        expected = f"(n, {n_cells})" + f" or (n, {square[0]}, {square[1]})" * (not has_holes)
        raise ShapeError(f"puzzles are an array of shape {given.shape}, expected {expected}")
    cells = given.reshape(len(given), n_cells)
    if cells.dtype.kind not in "iu":
        cells = _without_missing(cells, shape)
    if cells.size and (cells.max() > n or cells.min() < 0):
        _raise_at(
            (cells > n) | (cells < 0),
            shape,
            lambda *place: f"digit {shown(int(cells[place]))} is not between 1 and {n}",
        )
    return np.require(cells, np.uint8, ("C", "A", "W", "E"))


def _without_missing(cells: NDArray[Any], shape: Shape) -> NDArray[Any]:
    """Return whole numbers, with 0 where cells hold None or NaN, which then stand for all blanks.

    They have the type of the cells, so none is too large for it.
    """
    is_missing = np.isnan(cells) if cells.dtype.kind == "f" else _is_missing(cells)
    if cells.dtype.kind not in "fO":
        raise ClueError(f"puzzles are an array of {cells.dtype}, expected integers")
    filled = np.where(is_missing, 0, cells)
    if cells.dtype == object:
        is_whole = _is_whole(filled)
    else:
        is_whole = np.isfinite(filled) & (filled == np.floor(filled))
    _raise_at(~is_whole, shape, lambda *place: f"{shown(filled.item(place))} is not an integer")
    is_clash = ~is_missing & is_missing.any(axis=1, keepdims=True) & (filled == 0)
    words = "0 and a missing value both stand for blanks: write one of them"
    _raise_at(is_clash, shape, lambda *place: words)
    return filled


def _raise_at(wrong: NDArray[Any], shape: Shape, message: Callable[[int, int], str]) -> None:
    """Raise a ClueError for the first cell that is wrong, if there is one."""
    for puzzle, cell in np.argwhere(wrong)[:1].tolist():
        raise ClueError(f"puzzle {puzzle + 1}, {shape.in_words(cell)}: {message(puzzle, cell)}")


def _is_missing(cells: NDArray[Any]) -> NDArray[np.bool_]:
    """Return which objects are None, NaN or the missing value of pandas."""
    return _where(
        cells,
        lambda each: not isinstance(each, np.ndarray) and is_missing(each),
    )


def _is_whole(cells: NDArray[Any]) -> NDArray[np.bool_]:
    """Return which objects are whole numbers; pandas has floats beside a missing value."""
    return _where(
        cells, lambda each: is_whole(each) or (isinstance(each, float) and each.is_integer())
    )


def _where(cells: NDArray[Any], test: Callable[[Any], bool]) -> NDArray[np.bool_]:
    return np.array([bool(test(each)) for each in cells.ravel()], dtype=bool).reshape(cells.shape)
