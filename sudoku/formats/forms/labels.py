"""Names of rows and columns beside a grid: ``r1:``, ``Row 1:``, ``1.``, ``A``, bullets.

Tables, such as those that pandas and spreadsheets write, have them as cells.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from string import ascii_lowercase, ascii_uppercase

from sudoku.formats.forms.boxes import gaps_in
from sudoku.formats.forms.cells import is_cell
from sudoku.formats.forms.counts import SIZES, rows_of, shape_of
from sudoku.formats.forms.lists import cell_of
from sudoku.formats.symbols import is_blank
from sudoku.geometry.shape import Shape

FEWEST = 4
"""The least rows of a grid."""
_NAMED = re.compile(r"(?:r|row|line|zeile)?\s*(\d{1,3}|[A-Z])(?:[.)]|\s*:)\s+(?=\S)", re.IGNORECASE)
_BESIDE = re.compile(r"(\d{1,3}|[A-Z])\s+(?=\S)")
_BULLET = re.compile(r"([-*+])\s+(?=[^\s*+-])(?!.*\1)")
_BETWEEN = re.compile(r"[-+=|*.:'~_^ ]*")
_RULER = re.compile(r"(?=.*(?:--|==))[-=+|: ]+")
_OF_R = re.compile(r"\[(\d+),\]|\[,(\d+)\]")
"""The labels of a matrix as R prints it."""
_OF_TABLES = ("\t", ";", ",", "|", None)
"""The signs between the cells of tables; None stands for spaces."""


def without_labels(lines: list[str]) -> list[str]:
    r"""Return lines without the labels before the rows of a grid, and without those above them.

    Labels are numbers or letters in turn from the first on, in each row; those without a sign after
    them only if columns have labels, too.

    Examples
    --------
    >>> without_labels(["1: 1...", "2: ....", "3: ....", "4: ...2"])
    ['1...', '....', '....', '...2']
    >>> without_labels(["  A B C D", "1 1 . . .", "2 . . . .", "3 . . . .", "4 . . . 2"])
    ['', '1 . . .', '. . . .', '. . . .', '. . . 2']
    """
    plain = [line.lstrip() for line in lines]
    for pattern in (_NAMED, _BESIDE, _BULLET):
        found = {k: match for k, line in enumerate(plain) if (match := pattern.match(line))}
        above = -1
        if pattern is _BESIDE:
            above, n = _columns_above(lines, found)
            found = {k: match for k, match in found.items() if k > above}
            if len(found) != n:
                continue
        if len(found) < FEWEST or not _is_in_turn([match[1] for match in found.values()]):
            continue
        between = range(min(found), max(found))
        if any(k not in found and not _BETWEEN.fullmatch(lines[k]) for k in between):
            continue
        ends = {k: match.end() for k, match in found.items()}
        cut = [plain[k][ends[k] :] if k in ends else line for k, line in enumerate(lines)]
        if above >= 0:
            cut[above] = ""
        return cut
    return lines


def _is_in_turn(labels: list[str]) -> bool:
    """Return whether labels are 1, 2, 3 ... or A, B, C ...; bullets are, too."""
    if not labels[0].isalnum():
        return len(set(labels)) == 1
    first = ord("A") - 1 if labels[0].isalpha() else 0
    numbers = [ord(each.upper()) - first if each.isalpha() else int(each) for each in labels]
    return numbers == list(range(1, len(labels) + 1))


def _columns_above(lines: list[str], rows: Iterable[int]) -> tuple[int, int]:
    """Return the line of the labels of columns above one of the rows, and how many there are."""
    for row in rows:
        above = (k for k in range(row - 1, -1, -1) if not _BETWEEN.fullmatch(lines[k]))
        k = next(above, -1)
        labels = re.findall(r"[^\s|]+", lines[k]) if k >= 0 else []
        is_short = all(re.fullmatch(r"\d\d?|[A-Z]", each) for each in labels)
        if len(labels) >= FEWEST and is_short and _is_in_turn(labels):
            return k, len(labels)
    return -1, 0


def as_plain_table(lines: list[str], shape: Shape | None = None) -> list[str]:
    """Return lines with each table in them as rows of cells between spaces, without its labels.

    Empty rows and columns between boxes are left out, too. Other tables than those of n rows of n
    cells, and other lines, stay as they are.

    Examples
    --------
    >>> as_plain_table([",0,1,2,3", "0,1.0,,,", "1,,2.0,,", "2,,,,", "3,,,,4.0"])
    ['', '1 . . .', '. 2 . .', '. . . .', '. . . 4']
    """
    for sign in _OF_TABLES:
        plain, run = list(lines), list[tuple[int, list[str]]]()
        for k, line in enumerate([*lines, ""]):
            cells = _cells(line, sign)
            if len(cells) >= FEWEST:
                run.append((k, cells))
            elif not _RULER.fullmatch(line):
                given, run = run, _without_gaps(run, shape)
                rows = unlabelled([cells for _, cells in run], shape)
                if rows not in ([], [cells for _, cells in given]):
                    for number, _ in given:
                        plain[number] = ""
                    for (number, _), row in zip(run[-len(rows) :], rows, strict=True):
                        plain[number] = " ".join(cell or "." for cell in row)
                run = []
        if plain != lines:
            return plain
    return lines


def _cells(line: str, sign: str | None) -> list[str]:
    """Return the cells of a line between signs, none if it has other signs or gaps of boxes."""
    line = _OF_R.sub(r"\1\2", line) if sign is None else line
    is_other = sign not in line if sign else gaps_in(line.strip())
    if is_other or _RULER.fullmatch(line):
        return []
    if sign == "|":
        line = line.strip().removeprefix("|").removesuffix("|")
    return [cell.strip() for cell in line.split(sign)]


def _without_gaps(
    rows: list[tuple[int, list[str]]], shape: Shape | None
) -> list[tuple[int, list[str]]]:
    """Return the rows of a table, each with its line, without empty ones and columns at boxes."""
    for n in SIZES if shape is None else (shape.n,):
        p, q = (board := shape_of(n, shape)).p, board.q
        width, height = n + n // p - 1, n + n // q - 1
        gaps = [row[p :: p + 1] for _, row in rows]
        is_high = len(rows) == height != n
        gaps += [row for _, row in rows[q :: q + 1]] if is_high else []
        if len(rows) not in (n, height) or any(len(row) != width for _, row in rows):
            continue
        if not is_high and sum(not any(row) for _, row in rows) >= n // q - 1:
            continue  # these may be the rows between boxes
        if not any(map(any, gaps)):
            return [
                (line, [cell for c, cell in enumerate(row, 1) if c % (p + 1)])
                for r, (line, row) in enumerate(rows, 1)
                if not is_high or r % (q + 1)
            ]
    return rows


def unlabelled(rows: Sequence[list[str]], shape: Shape | None = None) -> list[list[str]]:
    """Return the n rows of n cells of a table without its labels; none if it has others.

    Labels are 0 to n - 1, 1 to n, the same after a name, as in c1, or letters from A.

    Examples
    --------
    >>> unlabelled([["", *"1234"], *([sign, *"1..."] for sign in "ABCD")])[0]
    ['1', '.', '.', '.']
    >>> unlabelled([["", *"1234"], *([sign, *"1..."] for sign in "ABCE")])
    []
    """
    for n in (len(rows) - 1, len(rows)) if rows else ():
        inner = rows[len(rows) - n :]
        left = [row[0] for row in inner if len(row) == n + 1]
        above = rows[0][-n:] if len(rows) > n else None
        corner = [cell for row in rows[: len(rows) - n] for cell in row[:-n]]
        if above is not None and (not _are_labels(above) or corner not in ([], [""])):
            continue
        if left and not _are_labels(left):
            continue
        cells = [[cell_of(cell) for cell in row[len(row) - n :]] for row in inner]
        if any(len(row) != n + bool(left) for row in inner) or not rows_of(n * n, shape):
            continue
        flat = [cell for row in cells for cell in row]
        blanks = {cell for cell in flat if is_blank(cell, n)}
        if len(blanks) < 2 and all(is_cell(cell, n) for cell in flat):
            return cells
    return []


def _are_labels(labels: Sequence[str]) -> bool:
    """Return whether labels are numbers in turn, perhaps after a name, or letters."""
    n, labels = len(labels), [label.strip("\"' ") for label in labels]
    name = labels[0].rstrip("0123456789")
    numbers = [[f"{name}{first + k}" for k in range(n)] for first in (0, 1)]
    return labels in (*numbers, list(ascii_uppercase[:n]), list(ascii_lowercase[:n]))
