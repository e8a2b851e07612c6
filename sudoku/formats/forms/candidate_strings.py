"""Candidates in a string, as solvers exchange them.

* n characters for each cell, of which the k-th is digit k or a blank: 729 for 9x9;
* two digits for each cell, in base 32: twice the mask of its candidates, plus one for a clue;
* a number for each cell, also in hexadecimal or binary: the mask of its candidates, of which bit
  k - 1 is digit k.
"""

from __future__ import annotations

import re

from sudoku.errors import TextError
from sudoku.formats.candidates import lines_of_candidates, marked
from sudoku.formats.forms.counts import rows_of, shape_of
from sudoku.formats.forms.marks import reading_in_progress, reading_of_marks
from sudoku.formats.forms.reading import Reading, Text
from sudoku.geometry.grid import Grid
from sudoku.geometry.shape import Shape
from sudoku.statement.bitsets import digits_of

OF_SIGNS, OF_PAIRS, OF_MASKS = (
    "a string of candidates, {} characters for each cell",
    "a string of two characters for each cell: its candidates, and whether it is a clue",
    "a number for each cell: the mask of its candidates",
)
S3 = Shape(3, 3)
FEWEST_OF_MASKS = 6
"""On smaller boards masks are digits, and digits masks."""
N_PAIRS = 2 * S3.n_cells
_PAIRS = re.compile(rf"(?<![0-9a-zA-Z])[0-9a-v]{{{N_PAIRS}}}(?![0-9a-zA-Z])")
_NOTHING = re.compile(r"([,;\t/])[ ]*\1")
_BETWEEN = re.compile(r"[\s,;|/:\[\]{}()]+")
_MASK = re.compile(r"[0-9]{1,9}|0x[0-9a-f]{1,8}|0b[01]{1,32}", re.IGNORECASE)


def read(text: Text, shape: Shape | None = None) -> list[Reading]:
    """Return the candidates in a string of a text; none if there is no such string.

    Raises
    ------
    TextError
        If a cell has no candidate, or several candidates and is a clue.

    Examples
    --------
    >>> [found] = read(Text("03" + "vu" * 80))
    >>> found.grid.n_clues, len(found.marks)
    (1, 0)
    """
    return _of_signs(text, shape) or _of_pairs(text, shape) or _of_masks(text, shape)


def _of_signs(text: Text, shape: Shape | None) -> list[Reading]:
    found = []
    for line in text.lines:
        for field in line.text.split():
            n = round(len(field) ** (1 / 3))
            if n**3 == len(field) and n > 3 and _is_of_candidates(field, shape):
                made = marked(field, shape_of(n, shape), line.number)
                facts = text.facts_before(line.number)
                form = OF_SIGNS.format(n)
                found.append(
                    Reading(made.grid, made.marks, facts=facts, line=line.number, form=form)
                )
    return found


def _is_of_candidates(field: str, shape: Shape | None) -> bool:
    return lines_of_candidates(lambda _: [field], shape) is not None


def _of_pairs(text: Text, shape: Shape | None) -> list[Reading]:
    if shape not in (None, S3):
        return []
    found = []
    for match in _PAIRS.finditer(text.plain):
        line = 1 + text.plain.count("\n", 0, match.start())
        pairs = [match[0][k : k + 2] for k in range(0, N_PAIRS, 2)]
        if set(match[0]) <= set("0123456789") and not re.search("[02468][2-9]", match[0]):
            continue  # two boards of digits
        clues, placed, candidates = [0] * S3.n_cells, dict[int, int](), dict[int, list[int]]()
        for cell, pair in enumerate(pairs):
            mask, is_clue = divmod(int(pair, 32), 2)
            digits = list(digits_of(mask))
            if not digits or (is_clue and len(digits) > 1):
                what = f"a clue of {len(digits)} digits" if is_clue else "no candidate"
                raise TextError(f"{S3.in_words(cell)}: {what} in {pair!r}", line)
            if is_clue:
                clues[cell] = digits[0]
            elif len(digits) == 1:
                placed[cell] = digits[0]
            else:
                candidates[cell] = digits
        found.append(reading_in_progress(Grid(S3, clues), placed, candidates, OF_PAIRS, line))
    return found


def _of_masks(text: Text, shape: Shape | None) -> list[Reading]:
    if any(_NOTHING.search(line.text) for line in text.lines):
        return []  # an empty field is a blank cell
    parts = [[field for field in _BETWEEN.split(line.text) if field] for line in text.lines]
    parts = [each for each in parts if each]
    widths = [len(each) for each in parts]
    is_even = len(set(widths[:-1])) < 2 and widths[-1:] <= widths[:1]
    if not is_even and not re.search(r"[,\[{(]", text.plain):
        return []
    fields = [field for each in parts for field in each]
    n = rows_of(len(fields), shape)
    if not FEWEST_OF_MASKS <= n <= 32 or not all(_MASK.fullmatch(field) for field in fields):
        return []
    bases = {"0x": 16, "0b": 2}
    masks = [int(field, bases.get(field[:2].lower(), 10)) for field in fields]
    if max(masks) <= n:
        return []  # digits
    if max(masks) >> n and not any(mask & 1 for mask in masks):
        masks = [mask >> 1 for mask in masks]  # bit k is digit k
    if max(masks).bit_length() != n or not all(masks):
        return []
    if n < 10 and all(_is_word(field, n) for field in fields):
        raise TextError(
            f"{n * n} numbers that may be masks of candidates, or the candidates themselves"
        )
    form = OF_MASKS
    listed = [map(str, digits_of(mask)) for mask in masks]
    return [reading_of_marks(listed, shape_of(n, shape), form, text.lines[0].number)]


def _is_word(field: str, n: int) -> bool:
    """Return whether a number may be a list of candidates."""
    return len(set(field)) == len(field) and all("1" <= digit <= str(n) for digit in field)
