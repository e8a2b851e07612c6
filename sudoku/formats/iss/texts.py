"""The other texts that Interactive Sudoku Solver reads, as constraint strings.

These are killers in two formats, jigsaws, grids of digits and grids of pencil marks. Sections of a
text, separated by blank lines, are one puzzle; lines that begin with ``#`` are comments.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from math import isqrt
from urllib.parse import unquote

from sudoku.errors import TextError
from sudoku.formats.candidates import lines_of_candidates
from sudoku.formats.iss.cells import Place, name_of
from sudoku.formats.symbols import check_blanks

_N = 9
_ARROWS = {
    **{"<": (0, -1), ">": (0, 1), "^": (-1, 0), "v": (1, 0)},
    **{"`": (-1, -1), "'": (-1, 1), ",": (1, -1), ".": (1, 1)},
}
_SUMS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstu"
MOST_ROWS = 16
"""The most rows of a grid in one of these formats."""


def as_string(text: str) -> str:
    r"""Return the constraint string that says the same as a text, or as a link to the program.

    Raises
    ------
    TextError
        If a section of the text is in no known format.

    Examples
    --------
    >>> as_string("1......2.3.....4")
    '.Shape~4x4.~R1C1_1~R2C4_2~R3C2_3~R4C4_4'
    >>> as_string("# A comment\n.AntiKing")
    '.AntiKing'
    """
    text = _without_comments(text)
    if link := re.search(r"[?&]q=([^&#]*)", text):
        text = _without_comments(unquote(link[1]))
    sections = [part for part in re.split(r"\n\s*\n", text) if part.strip()]
    return "".join(map(_section, sections))


def _without_comments(text: str) -> str:
    return re.sub(r"^#.*$", "", text, flags=re.MULTILINE)


def _section(text: str) -> str:
    """Return the constraint string of a section."""
    flat = "".join(text.split())
    if flat.startswith(".") and "~" in flat:  # no other text has both signs
        return flat
    if flat.startswith("="):
        return _or_refuse(_grid(flat[1:]), text)
    size = _size(len(flat))
    if size == _N and re.fullmatch(r"[0-9A-Za-j^<v>`',.]*", flat) and set(flat) & set("<v>^`',"):
        return "".join(_short_killer(flat))
    if flat.startswith("3x3:"):
        return "".join(_long_killer(flat))
    if lines_of_candidates(lambda _: [flat]):  # 64 signs are also the number of 8x8 cells
        return _or_refuse(_marks(flat), text)
    found = _jigsaw(flat) or _layout(flat) or _grid(flat) or _spaced(text) or _marks(flat)
    if not found and flat.startswith("."):
        return flat
    return _or_refuse(found, text)


def _or_refuse(found: str | None, text: str) -> str:
    if not found:
        raise TextError(f"{text.strip()[:40]!r} is no constraint string, killer or grid")
    return found


def _size(n_cells: int) -> int:
    """Return the number of rows of a square with some cells; 0 if there is none."""
    size = isqrt(n_cells)
    return size if size * size == n_cells and size <= MOST_ROWS else 0


def _grid(text: str) -> str | None:
    """Return the clues of a grid of digits or letters; one other sign stands for blanks."""
    size = _size(len(text))
    signs = "123456789" if size < 10 else "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    values = {sign: k for k, sign in enumerate(signs[:size], 1)}
    if size < 2 or len(set(text) - set(values)) > 1:
        return None
    return _clues(size, [values.get(sign, 0) for sign in text])


def _clues(size: int, values: list[int]) -> str:
    cells = [f"~{name_of(divmod(k, size))}_{value}" for k, value in enumerate(values) if value]
    return f".Shape~{size}x{size}." + "".join(cells) if cells else f".Shape~{size}x{size}"


def _spaced(text: str) -> str | None:
    """Return the clues of a grid of numbers and dots, which other signs separate."""
    if re.search(r"[^\d\s.|_-]", text):
        return None
    blank = re.search(r"(?<!\S)[-_](?!\S)", text)
    if blank:
        raise TextError(
            f"{blank[0]!r} stands for a blank cell, or between cells: write blanks as ."
        )
    parts = re.findall(r"\d+|\.", text)
    values = [0 if part == "." else int(part) for part in parts]
    size = _size(len(values))
    if size < 2 or max(values) > size:
        return None
    check_blanks(parts)
    return _clues(size, values)


def _layout(text: str) -> str | None:
    """Return the jigsaw whose regions are named by equal signs."""
    size = _size(len(text))
    counts = Counter(text)
    if not size or len(counts) != size or set(counts.values()) != {size}:
        return None
    return f".Shape~{size}x{size}.Jigsaw~{text}.NoBoxes" if text.isalnum() else None


def _jigsaw(text: str) -> str | None:
    """Return the jigsaw whose clues come first, then its regions."""
    half, rest = divmod(len(text), 2)
    layout, clues = _layout(text[half:]), _grid(text[:half])
    return layout + clues if not rest and layout and clues else None


def _marks(text: str) -> str | None:
    """Return the candidates of a grid of pencil marks, n signs for each cell."""
    size = round(len(text) ** (1 / 3))
    if not (2 <= size <= _N and size**3 == len(text) and re.fullmatch(r"[0-9.]*", text)):
        return None
    check_blanks(text)
    cells = []
    for k in range(size * size):
        marks = re.sub("[.0]", "", text[size * k : size * (k + 1)])
        if len(marks) < size:
            cells.append(f"~{name_of(divmod(k, size))}_{'_'.join(marks)}".rstrip("_"))
    return f".Shape~{size}x{size}." + "".join(cells) if cells else f".Shape~{size}x{size}"


def _short_killer(text: str) -> Iterator[str]:
    """Yield the cages of 81 signs: each cage has its sum in one cell, and arrows to it."""
    heads: dict[Place, list[Place]] = defaultdict(list)
    signs = {divmod(k, _N): sign for k, sign in enumerate(text)}
    for place in signs:
        head, seen = place, {place}
        while signs.get(head) in _ARROWS:
            down, right = _ARROWS[signs[head]]
            head = head[0] + down, head[1] + right
            if head in seen or head not in signs:
                raise TextError(f"row {place[0] + 1}, column {place[1] + 1}: leads to no sum")
            seen.add(head)
        heads[head].append(place)
    for head, places in heads.items():
        yield _cage(_SUMS.index(signs[head]), places)


def _long_killer(text: str) -> Iterator[str]:
    """Yield the cages of 81 numbers: 256 times the sum of a cage, plus the number of the cage."""
    match = re.fullmatch(r"3x3:(d?):k:((?:\d{1,6}:){80}\d{1,6}):?", text)
    if match is None:
        raise TextError(f"{text[:20]!r} is no killer of 81 numbers")
    if match[1]:
        yield ".Diagonal~1.Diagonal~-1"
    cages: dict[int, list[Place]] = defaultdict(list)
    for k, number in enumerate(map(int, match[2].split(":"))):
        if number >= 256:
            cages[number].append(divmod(k, _N))
    for number, places in cages.items():
        yield _cage(number // 256, places)


def _cage(total: int, places: list[Place]) -> str:
    return f".Cage~{total}~{'~'.join(map(name_of, places))}"
