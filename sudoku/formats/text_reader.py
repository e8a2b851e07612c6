"""Reading puzzles from text, one or thousands, in any form.

`sudoku.formats.usual_text` reads the usual layouts line by line, as fast as files of millions need.
What it refuses is given to all forms of `sudoku.formats.forms`, if the text is not too long.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, TypeAlias

from exactcover.runtime.arguments import each_of
from exactcover.runtime.formatting import shown
from exactcover.runtime.lazy_iterators import in_turn
from exactcover.runtime.registry import Registry
from sudoku.errors import SudokuError, TextError
from sudoku.formats.candidates import Marked
from sudoku.formats.forms.cells import check_plausible
from sudoku.formats.forms.reading import Reading, Text, facts_in, label_of_solution
from sudoku.formats.symbols import DIGIT_IF_PLAIN
from sudoku.formats.usual_text import RegionsError, usual_clues
from sudoku.geometry.grid import Grid
from sudoku.geometry.shape import Shape, check_shape

Clues: TypeAlias = Grid | Marked | Reading
"""What a text may have: a grid alone, also candidates, or all that a `Reading` holds."""

MOST_KEPT = 1 << 16
"""The most characters of a text that is read in all forms, if it is given line by line."""
FEWEST = 4
"""The least number of rows of a board that is read without its shape."""
RECOGNISE: Registry[Any] = Registry(
    "reader",
    "sudoku.recognise",
    {
        "one": "sudoku.formats.forms.recognise:recognise",
        "each": "sudoku.formats.forms.recognise:recognise_each",
    },
    TextError,
)
"""The readers of all forms, which are imported where the usual layouts are not enough."""
_USUAL_SHAPES = {shape.n_cells: shape for shape in map(Shape.of_size, (4, 6, 8, 9, 12, 16))}
"""The number of characters of a puzzle on one line -> its usual shape."""


def parse(text: str, shape: Shape | None = None, symbols: str | None = None) -> Grid:
    r"""Return the one puzzle in a text.

    It takes no limits: `exactcover.Budget` bounds what a text may ask for.

    Parameters
    ----------
    text
        The grid as text, in any layout that shows its cells in order.
    shape
        The shape of the grid; by default the usual shape with this number of cells.
    symbols
        The signs of the digits from 1; by default 1 to 9 and then letters or numbers.

    Returns
    -------
    Grid
        The clues; what a player has entered is left out.

    Raises
    ------
    TextError
        If the text is not exactly one puzzle; the message names the line and cell.

    Examples
    --------
    >>> parse("1234.......1....").rows()[0]
    (1, 2, 3, 4)
    >>> parse("34|12\n1.|..\n--+--\n..|25\n..|3.")
    Traceback (most recent call last):
    sudoku.errors.TextError: line 4: row 3, column 4: digit 5 is not between 1 and 4
    """
    clues = parse_clues(text, shape, symbols, regions=False)
    return clues if isinstance(clues, Grid) else clues.only_grid()


def parse_clues(
    text: str, shape: Shape | None = None, symbols: str | None = None, *, regions: bool = True
) -> Clues:
    """Return the one puzzle in a text as `parse` does, with its candidates and facts, if given.

    Of a drawing of regions it has the clues alone if its regions are not asked for.

    Examples
    --------
    >>> parse_clues("1...12.." + "1234" * 14).marks
    (((0, 1), (1, 2)),)
    """
    if not isinstance(text, str):
        raise TextError(f"{shown(text)} is not a text")
    if symbols is not None:
        asked: Reading = RECOGNISE["one"](text, shape, symbols)
        return asked
    usual = _USUAL_SHAPES.get(len(text))
    if usual is not None and shape in (None, usual):  # fast: nothing else has to be tried
        values = text.encode("latin-1", "replace").translate(DIGIT_IF_PLAIN)
        highest = max(values)
        is_clues = usual.n != 8 or highest > 4 or shape is not None  # 64 signs may be candidates
        if highest <= usual.n and is_clues and ("0" not in text or "." not in text):
            return Grid.unchecked(usual, tuple(values))
    lines = text.splitlines()
    puzzles = list(islice(_with_last_error(usual_clues(lines, shape), shape), 2))
    line, clues = puzzles[0] if len(puzzles) == 1 else (0, None)
    if isinstance(clues, RegionsError) and not regions:
        clues = clues.grid
    if isinstance(clues, Grid | Marked):
        facts = facts_in(lines[: line - 1])
        if not facts:
            return clues
        grid, marks = (clues, ()) if isinstance(clues, Grid) else clues
        return Reading(grid, marks, facts=facts, line=line)
    found: Reading = RECOGNISE["one"](text, shape)
    return found if regions else found.without_drawn_regions()


def plain_digits(texts: Sequence[str], shape: Shape) -> bytes | None:
    """Return the digits of many puzzles, a byte each, or None if one has to be read by `parse`.

    The digits are those of plain texts: of the usual shape with their number of characters, and
    without anything but digits and dots.

    >>> list(plain_digits(["9" * 81, "." * 81], Shape(3, 3))[80:82])
    [9, 0]
    """
    usual = _USUAL_SHAPES.get(shape.n_cells)
    if shape != usual or any(len(text) != shape.n_cells for text in texts):
        return None
    joined = "".join(texts)
    if "0" in joined and "." in joined and any("0" in text and "." in text for text in texts):
        return None
    values = joined.encode("latin-1", "replace").translate(DIGIT_IF_PLAIN)
    too_high = bytes(range(shape.n + 1, 256))
    return values if len(values.translate(None, too_high)) == len(values) else None


@in_turn
def read_puzzles(
    lines: Iterable[str], shape: Shape | None = None, symbols: str | None = None
) -> Iterator[tuple[int, Grid]]:
    """Yield each puzzle with the line, from 1, in which it begins.

    Lines are read on demand, never more than two grids ahead.

    It takes no limits: each puzzle is read when it is asked for, and `exactcover.Budget` bounds
    its size.

    Parameters
    ----------
    lines
        The lines of a file or another iterable of texts.
    shape
        The shape of all puzzles; by default the usual shape with this number of cells.
    symbols
        The signs of the digits from 1; by default 1 to 9 and then letters or numbers.

    Yields
    ------
    tuple[int, Grid]
        The number of the line, and the clues.

    Raises
    ------
    TextError
        If a line cannot be read; the message names the line and cell.

    Examples
    --------
    >>> for line, grid in read_puzzles(["# two", "1234.......1....", "..........21...."]):
    ...     print(line, grid.n_clues)
    2 5
    3 2
    """
    lines = each_of("lines", lines)
    if symbols is not None:
        from sudoku.formats.forms.symbols import Symbols

        signs = Symbols(symbols)
        found = read_clues(map(signs.plain, lines), shape)
        given: Any = (
            (line, signs.as_given(clues) if isinstance(clues, TextError) else clues)
            for line, clues in found
        )
    else:
        given = read_clues(lines, shape)
    for line, clues in given:
        if isinstance(clues, TextError):
            raise clues
        yield line, clues if isinstance(clues, Grid) else clues.only_grid(line)


def read_clues(
    lines: Iterable[str],
    shape: Shape | None = None,
    *,
    forms: bool = True,
    regions: bool = True,
) -> Iterator[tuple[int, Clues | TextError]]:
    """Yield each puzzle with its line, or the error for one that is refused.

    Where a puzzle is refused, the whole text is read in all other forms, unless it is longer than
    `MOST_KEPT`, or this is not wanted because somebody is typing the lines. Of drawings of regions
    only the clues are read if the regions are not asked for.

    Examples
    --------
    >>> [(line, found)] = read_clues(["1...12.." + "1234" * 14])
    >>> line, found.grid.n_clues
    (1, 1)
    >>> [(line, found)] = read_clues(["{{1,0,0,0},{0,0,0,0},", "{0,0,0,0},{0,0,0,2}}"])
    >>> found.form
    'lists of a program'
    """
    check_shape(shape)
    kept, seen = _Kept(lines), list[Grid | None]()
    usual = _with_last_error(usual_clues(kept, shape), shape)
    for line, clues in usual:
        if isinstance(clues, RegionsError) and not regions:
            clues = clues.grid
        if forms and isinstance(clues, TextError) and (text := kept.whole()) is not None:
            others = _others(text, shape, seen)
            if isinstance(others, list):
                for found in others:
                    yield found.line, found if regions else found.without_drawn_regions()
                return
            clues = others if not seen and others is not None else clues
            kept.is_lost = True  # it is read once
        if kept.is_lost:
            yield line, clues
            yield from usual
            return
        seen.append(clues if isinstance(clues, Grid) else None)
        yield line, clues


def _with_last_error(
    clues: Iterator[tuple[int, Grid | Marked | TextError]], shape: Shape | None
) -> Iterator[tuple[int, Grid | Marked | TextError]]:
    """Yield clues, and also the error with which they end, if they do.

    Unless the shape is given, a board that nobody can have meant is an error, too.
    """
    try:
        for line, found in clues:
            if shape is None and isinstance(found, Grid) and not FEWEST <= found.shape.n <= 9:
                yield line, _plausible(line, found)
                continue
            yield line, found
            if isinstance(found, Grid):
                yield from clues  # all have this shape; fast, for files of many puzzles
    except TextError as error:
        yield error.line or 1, error


def _plausible(line: int, grid: Grid) -> Grid | TextError:
    """Return a grid, or an error if it is tiny, or large without a digit above 9."""
    n = grid.shape.n
    if n < FEWEST:
        return TextError(f"{n}x{n} cells are no puzzle: give the shape, if they are", line)
    try:
        check_plausible(grid.cells, n, line)
    except TextError as error:
        return error
    return grid


def _others(
    text: str, shape: Shape | None, seen: Sequence[Grid | None]
) -> list[Reading] | TextError | None:
    """Return what the other forms read after the puzzles that were seen, or their error."""
    try:
        found = RECOGNISE["each"](text, shape)
    except SudokuError as error:
        return error if isinstance(error, TextError) else TextError(str(error))
    is_more = [reading.grid for reading in found[: len(seen)]] == list(seen)
    return found[len(seen) :] if is_more else None


class _Kept:
    """The lines of a text, which are kept while they are few.

    Attributes
    ----------
    is_lost
        Whether there are too many.
    """

    def __init__(self, lines: Iterable[str]) -> None:
        self._rest = iter(lines)
        self._kept: list[str] = []
        self._size = 0
        self.is_lost = False

    def __iter__(self) -> Iterator[str]:
        at = 0
        while at < len(self._kept) or (not self.is_lost and self._keep()):
            yield self._kept[at]
            at += 1
        if self.is_lost:
            self._kept.clear()
        yield from self._rest

    def _keep(self) -> bool:
        """Read a line; return False at the end."""
        for line in self._rest:
            self._kept.append(line)
            self._size += len(line)
            self.is_lost = self._size > MOST_KEPT
            return True
        return False

    def whole(self) -> str | None:
        """Return the whole text; None if it is too long."""
        while not self.is_lost:
            if not self._keep():
                return "\n".join(line.rstrip("\r\n") for line in self._kept)
        return None


def usual_readings(text: Text, shape: Shape | None) -> list[Reading] | TextError:
    """Return the puzzles of a text in one of the usual layouts, or the error of the first refused.

    Examples
    --------
    >>> usual_readings(Text("1..............2"), None)[0].form
    'a line of 16 characters'
    """
    found, end = list[Reading](), 0
    for line, clues in _with_last_error(usual_clues(text.usual.splitlines(), shape), shape):
        if isinstance(clues, TextError):
            return clues
        facts = text.facts_before(line, end) | label_of_solution(text.all_lines[line - 1])
        found.append(_reading(clues, text, line)._replace(facts=facts))
        end = line
    return found or TextError("there is no puzzle in the text")


def _reading(clues: Grid | Marked, text: Text, line: int) -> Reading:
    if isinstance(clues, Marked):
        form = f"a string of candidates, {clues.grid.shape.n} characters for each cell"
        return Reading(clues.grid, clues.marks, line=line, form=form)
    shape = clues.shape
    fields = re.split(r"[\s,;\"']+", text.all_lines[line - 1])
    is_line = shape.n_cells in map(len, fields)
    form = f"a line of {shape.n_cells} characters" if is_line else f"a grid of {shape.height} rows"
    return Reading(clues, line=line, form=form)
