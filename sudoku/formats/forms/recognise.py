"""The tolerant reader: all forms read a text, and exactly one reading is accepted.

Readings with the same content are one. If there is none, or more than one, the error shows what
each form has found.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from exactcover.runtime.formatting import shown
from sudoku.errors import SudokuError, TextError, refusing
from sudoku.formats.candidates import UndecidedTextError
from sudoku.formats.forms.counts import SIZES
from sudoku.formats.forms.drawings import looks_like_cells
from sudoku.formats.forms.labels import as_plain_table, without_labels
from sudoku.formats.forms.reading import Reading, Text
from sudoku.formats.forms.registry import FORMS, LAST, SIGNED
from sudoku.formats.forms.solutions import check_is_puzzle, is_solution
from sudoku.formats.forms.states import FORM as OF_STATES
from sudoku.formats.forms.symbols import Symbols
from sudoku.formats.symbols import DIGITS
from sudoku.formats.usual_text import RegionsError
from sudoku.geometry.shape import Shape, check_shape

OWN_SIGNS = ("lists", "placements", "candidate_grids", "candidate_strings", LAST)
"""Forms that find fault only with a text that is of their form."""
MOST_QUOTED = 40
_GUESSED = re.compile(
    "is prime|has 1 rows|are no puzzle and no row|there is no puzzle|cannot have 0 digits"
)
"""What the usual layouts say of a text whose first line is no row of a grid."""
_ROW = re.compile(r"[0-9 ]+")
MOST_SHOWN = 3
"""The most readings, or troubles, that a message lists."""


def recognise(text: str | bytes, shape: Shape | None = None, symbols: str | None = None) -> Reading:
    r"""Return the one puzzle of a text in any form in which people and programs write grids.

    It takes no limits: `exactcover.Budget` bounds what a text may ask for.

    Parameters
    ----------
    text
        The text, or its bytes in UTF-8 or UTF-16.
    shape
        The shape of the grid; by default the usual shape with this number of cells.
    symbols
        The signs of the digits from 1; by default 1 to 9 and then letters or numbers, or letters.

    Returns
    -------
    Reading
        The clues, candidates and rules of the puzzle, what a player has entered, its title and
        author, and the form of the text. `puzzle` and `board` make a puzzle of it.

    Raises
    ------
    TextError
        If there is no puzzle, more than one, or several ways to read it. The message shows them.

    Examples
    --------
    >>> found = recognise("Grid 1\n*-----*\n|1.|..|\n|..|..|\n|--+--|\n|..|..|\n|..|.2|\n*-----*")
    >>> found.in_words()
    'a grid of 4 rows: 4x4 cells in boxes of 2x2, 2 clues; title: Grid 1'
    >>> recognise("." * 80)
    Traceback (most recent call last):
    sudoku.errors.TextError: line 1: 80 digits: one of 81 is missing
    """
    found = recognise_each(text, shape, symbols)
    for other in found[1 + is_solution(found) :]:
        raise TextError("a second puzzle, where one was expected", other.line)
    return found[0]


@refusing("puzzle")
def recognise_each(
    text: str | bytes, shape: Shape | None = None, symbols: str | None = None
) -> list[Reading]:
    r"""Return the puzzles of a text as `recognise` does, one or several.

    Examples
    --------
    >>> [found.n_clues for found, *_ in recognise_each("1..............2\n................")]
    [2, 0]
    """
    check_shape(shape)
    if isinstance(text, bytes):
        text = decoded(text)
    if not isinstance(text, str):
        raise TextError(f"{shown(text)} is not a text")
    if symbols is not None:
        signs = Symbols(symbols)
        try:
            return _read(Text(text, signs.plain(text)), shape, signed=False)
        except TextError as error:
            raise signs.as_given(error) from None
    return _read(Text(text), shape, signed=True)


def decoded(data: bytes) -> str:
    r"""Return the text of bytes in UTF-8 or UTF-16, with or without a byte-order mark.

    Raises
    ------
    TextError
        If they are neither.

    Examples
    --------
    >>> decoded("1.".encode("utf-16")), decoded("1.".encode("utf-16-le")), decoded(b"1.")
    ('1.', '1.', '1.')
    """
    from exactcover.runtime.texts import encoding_of

    try:
        return data.decode(encoding_of(data))
    except UnicodeDecodeError as error:
        raise TextError(f"the text is not in UTF-8 or UTF-16: {error}") from None


def _read(given: Text, shape: Shape | None, *, signed: bool) -> list[Reading]:
    """Return the puzzles of a text as it is; if there are none, those beside the names of rows."""
    for name in SIGNED if signed else SIGNED[-1:]:  # with symbols, too, columns are no rows
        if found := FORMS[name](given, shape):
            return found
    try:
        return _as_it_is(given, shape)
    except TextError as error:
        if isinstance(error, UndecidedTextError):
            raise
        trouble = error
    plain = as_plain_table(given.all_lines, shape)
    for lines in (without_labels(given.all_lines), plain):
        try:
            if lines != given.all_lines:
                raw = (r if line else "" for r, line in zip(given.raw_lines, lines, strict=False))
                return _as_it_is(Text("\n".join(raw), "\n".join(lines)), shape)
        except TextError as error:
            trouble = error if lines is not plain else trouble
    raise trouble


def _as_it_is(given: Text, shape: Shape | None) -> list[Reading]:
    """Return the puzzles that the usual layouts read, or else those that other forms agree on."""
    from sudoku.formats.text_reader import usual_readings

    usual = usual_readings(given, shape)
    if isinstance(usual, list):
        return _checked(usual, given)
    if isinstance(usual, UndecidedTextError):
        raise usual
    readings, troubles = list[list[Reading]](), dict[str, SudokuError]()
    for name in (*(each for each in FORMS if each not in (*SIGNED, LAST)), LAST):
        if name == LAST and readings:
            break
        try:
            if found := FORMS[name](given, shape):
                readings.append(found)
        except SudokuError as error:
            troubles[name] = error
    distinct = dict[tuple[object, ...], list[Reading]]()
    for found in readings:
        distinct.setdefault(tuple(each.content for each in found), found)
    if len(distinct) == 1:
        return _checked(next(iter(distinct.values())), given)
    for found in distinct.values():
        if found[0].form == OF_STATES:  # it has also what other forms read
            return found
    if distinct:
        listed = [_in_words(found) for found in list(distinct.values())[:MOST_SHOWN]]
        raise TextError(f"{len(distinct)} ways to read the text: {' | '.join(listed)}")
    raise _trouble(troubles, usual, given, shape)


def _checked(found: list[Reading], given: Text) -> list[Reading]:
    """Return the puzzles of a text; raise an error if there is only the solution of one."""
    if len(found) == 1:
        check_is_puzzle(found[0], given)
    return found


def _in_words(found: list[Reading]) -> str:
    first = found[0].in_words()
    return first if len(found) == 1 else f"{len(found)} puzzles, the first of them {first}"


def _trouble(
    troubles: Mapping[str, SudokuError], usual: TextError, text: Text, shape: Shape | None
) -> TextError:
    """Return the error for a text that no form reads.

    That of the usual layouts is right if the shape is known, or if the first line is one of cells,
    from which they take it. Otherwise it is about something that nobody has meant.
    """
    own: tuple[str, ...] = OWN_SIGNS
    if isinstance(usual, RegionsError):
        own = ("drawings",)
    elif len(text.lines) == 1:
        own = (*OWN_SIGNS, "lines", "fields")
    of_own = [error for name, error in troubles.items() if name in own]
    if shape is None and not of_own and (wrong := _wrong_rows(text)):
        return wrong
    is_meant = shape is not None or (text.lines and looks_like_cells(text.lines[0]))
    if is_meant and not of_own and not _GUESSED.search(usual.message):
        return usual
    shown = list({str(error): error for error in of_own or troubles.values()}.values())
    if not shown:
        is_right = is_meant and "has 1 rows" not in usual.message and _may_be_square(text, usual)
        return usual if is_right and not _GUESSED.match(usual.message) else _none(text)
    first = shown[0]
    if len(shown) == 1:
        return first if isinstance(first, TextError) else TextError(str(first))
    return TextError("; or ".join(map(str, shown[:MOST_SHOWN])))


def _wrong_rows(text: Text) -> TextError | None:
    r"""Return the error for rows with spaces for blanks that are too many or too few, if they are.

    >>> print(_wrong_rows(Text("1  2\n   3\n 4")))
    3 rows of up to 4 characters: a grid has 4 rows
    """
    rows = [line.rstrip() for line in text.all_lines if line.strip()]
    n = max(map(len, rows), default=0)
    has_blanks = any("  " in row for row in rows) and all(map(_ROW.fullmatch, rows))
    if n in SIZES and n // 2 < len(rows) != n and has_blanks:
        return TextError(f"{len(rows)} rows of up to {n} characters: a grid has {n} rows")
    return None


def _may_be_square(text: Text, usual: TextError) -> bool:
    """Return whether an error is not about a prime number of rows, or the text has so many."""
    found = re.match(r"(\d+) is prime", usual.message)
    n = int(found[1]) if found else 0
    cells = [re.findall(r"[^\s,;|]+", line.text) for line in text.lines]
    counts = [(len(parts), len("".join(parts))) for parts in cells]
    return n == 0 or sum(n in each for each in counts) >= n or any(n * n in each for each in counts)


def _none(text: Text) -> TextError:
    """Return the error for a text that has nothing like a grid."""
    flat = "".join(text.plain.split())
    if len(text.lines) == 1 and all(sign in DIGITS for sign in flat):
        return TextError(
            f"{flat[:MOST_QUOTED]!r} has {len(flat)} characters: a puzzle in one line has one for "
            "each cell, for example 16, 36, 64, 81, 100 or 144; for other boards, give the shape",
            text.lines[0].number,
        )
    return TextError("there is no puzzle in the text")
