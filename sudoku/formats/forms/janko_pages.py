"""The text of a puzzle at janko.at: lines with a word and what it says, and rows below others.

``puzzle`` names the kind, ``problem`` has the clues and ``areas`` the regions; `from_layout` reads
both. The solution and the moves of a solver are not used.
"""

from __future__ import annotations

import re

from sudoku.errors import TextError
from sudoku.formats.forms.cells import grid_of
from sudoku.formats.forms.reading import Reading, Text
from sudoku.geometry.shape import Shape

FORM = "a text of janko.at"
_WORDS = (
    *("begin", "puzzle", "author", "solver", "source", "title", "info", "unit", "size", "rows"),
    *("cols", "depth", "patternx", "patterny", "problem", "areas", "solution", "moves", "end"),
    *("rules", "labels", "clabels", "rlabels", "options", "comment", "level", "mail"),
)
_HEAD = re.compile(rf"\[?({'|'.join(_WORDS)})\]?(?:\s*[:=]?\s+(.*))?", re.IGNORECASE)
_KINDS = {
    **{"": "classic", "classic": "classic", "killer": "killer", "jigsaw": "jigsaw"},
    **{"chaos": "jigsaw", "evenodd": "even_odd", "consecutive": "consecutive"},
    **{"skyscraper": "skyscraper", "margin": "margin", "kenken": "kenken", "str8ts": "str8ts"},
    **{"suguru": "suguru", "samurai": "samurai", "butterfly": "butterfly", "windmill": "windmill"},
}
_FACTS = ("author", "source", "title", "level")


def read(text: Text, shape: Shape | None = None) -> list[Reading]:
    r"""Return the puzzle of a text of janko.at; none if the text has no line ``problem``.

    Raises
    ------
    TextError
        If the kind of puzzle is not known, or the rows are no board.

    Examples
    --------
    >>> lines = ["begin", "puzzle sudoku", "author A", "size 4", "problem", "1 - - -"]
    >>> [found] = read(Text("\n".join([*lines, *["- - - -"] * 3, "end"])))
    >>> found.grid.n_clues, dict(found.facts)
    (1, {'author': 'A'})
    """
    parts = _parts(text)
    if "problem" not in parts or "puzzle" not in parts:
        return []
    said = {word: lines[0] if lines else "" for word, lines in parts.items()}
    facts = {name: said[name] for name in _FACTS if said.get(name)}
    name = re.sub(r"sudoku|[^a-z0-9]", "", said["puzzle"].lower())
    if name not in _KINDS:
        raise TextError(f"puzzles of the kind {said['puzzle']!r} are not read")
    kind = _KINDS[name]
    if kind == "classic" and parts.get("areas"):
        kind = "jigsaw"
    rows = [line.split() for line in parts["problem"]]
    if kind == "classic":
        return [_classic(rows, said, shape)._replace(facts=facts)]
    from sudoku.formats.janko.reader import from_layout

    columns = len(rows[0]) if rows else 0
    lines = [f"{len(rows)} {columns}", *parts["problem"], *parts.get("areas", [])]
    puzzle = from_layout(kind, "\n".join(lines))
    return [Reading(puzzle.grid, rules=puzzle.rules, facts=facts, form=FORM)]


def _parts(text: Text) -> dict[str, list[str]]:
    """Return the lines that belong to each word."""
    parts, word = dict[str, list[str]](), ""
    for line in text.lines:
        head = _HEAD.fullmatch(line.text)
        if head and not (head[2] and re.fullmatch(r"[-\d\s.]+", head[2]) and word == "problem"):
            word = head[1].lower()
            parts[word] = [head[2]] if head[2] else []
        elif word and not line.text.startswith("<"):
            parts[word].append(line.text)
    return parts


def _classic(rows: list[list[str]], said: dict[str, str], shape: Shape | None) -> Reading:
    n = len(rows)
    for number, row in enumerate(rows, 1):
        if len(row) != n:
            raise TextError(f"row {number} of the problem has {len(row)} cells, expected {n}")
    size = said.get("size", str(n))
    if size != str(n):
        raise TextError(f"{n} rows of the problem, expected {size}")
    if not n:
        raise TextError("the problem has no rows")
    box = said.get("patternx", ""), said.get("patterny", "")
    if shape is None and all(each.isdecimal() for each in box):
        shape = Shape(*map(int, box))
    board = shape or Shape.of_size(n)
    if board.n != n:
        raise TextError(f"{n} rows of the problem, expected {board.n}")
    return Reading(grid_of([cell for row in rows for cell in row], board), form=FORM)
