"""Lists as programs write them: nested brackets of C, Python, JSON and others, or quoted rows.

The cells are numbers, signs or texts; None, null, NaN, nil and an empty text are blanks. A board is
n lists of n cells, n texts of n characters, or one list of n * n cells. Lists of lists in the cells
are candidates.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeAlias, Union

from exactcover.runtime.reading_budget import spend
from sudoku.errors import TextError
from sudoku.formats.forms.cells import grid_of
from sudoku.formats.forms.characters import IN_ASCII
from sudoku.formats.forms.counts import check_number, rows_of, shape_of
from sudoku.formats.forms.marks import reading_of_marks
from sudoku.formats.forms.reading import Reading, Text, facts_in
from sudoku.formats.forms.solutions import puzzle_among
from sudoku.geometry.shape import Shape

Tree: TypeAlias = Union[str, "list[Tree]"]

FORM = "lists of a program"
MOST_DEEP = 8
TOKEN = re.compile(
    r"""(?P<text>"[^"\n]*"|'[^'\n]*')|(?P<open>[\[{(])|(?P<close>[\]})])|(?P<comma>,)"""
    r"""|(?P<colon>=>|<-|[:=])|(?P<word>[^\s,\[\]{}()"':=]+)"""
)
QUOTED = r"\"(?:[^\"\\\n]|\\.)*\"|(?<![\w\])}.'])'(?:[^'\\\n]|\\.)*'"
"""A quoted text of a program; after a word or a bracket, the sign is an apostrophe."""
_LINES = rf"(\\.|{QUOTED})|(?:^|(?<=[\s,;]))(?://|#|%(?=\s)|--(?=\s[^\W\d_]{{2}})).*$"
_COMMENTS = re.compile(_LINES, re.MULTILINE)
_WITH_BLOCKS = re.compile(rf"{_LINES}|/\*[\s\S]*?\*/", re.MULTILINE)
_BLANK_WORDS = (
    *("none", "null", "nan", "nil", "undefined", "na", "<na>", "na_integer_", "nothing"),
    "missing",
)
_WORDS = re.compile(r"(?<![\w.\"'])[^\W\d][\w.]*(\(?)(?![\w.\"'])")
"""A word that is no quoted text, and the bracket after it if it is the name of a function."""
_OPENED_BY = {"]": "[", "}": "{", ")": "("}


def read(text: Text, shape: Shape | None = None) -> list[Reading]:
    """Return the boards in the lists of a text; none if there are no lists.

    Raises
    ------
    TextError
        If a bracket is missing, or the lists are nearly a board.

    Examples
    --------
    >>> read(Text("int a[4][4] = {{1,0,0,0},{0,0,0,0},{0,0,0,0},{0,0,0,2}};"))[0].grid.to_line()
    '1..............2'
    >>> read(Text("rows = ['1...', '....', '....', '...2']"))[0].grid.to_line()
    '1..............2'
    """
    plain = without_comments(_in_usual_words(text))
    if not re.search(r"[\[{(\"']", plain):
        return []
    tree = _tree(plain)
    found = list(_boards(tree, shape))
    if not found:
        return []
    asides = (line for line in text.raw_lines if not re.search(r"[\[\](){}]|,\s*$", line))
    facts = facts_in([line for line in asides if cell_of(line)])
    has_marks = any(each.marks for each in found)
    if len(found) > 1 and not has_marks and len({each.grid.shape for each in found}) == 1:
        grid = puzzle_among([each.grid for each in found])
        return [Reading(grid, facts=facts, form=FORM)]
    return [each._replace(facts=facts) for each in found]


def _in_usual_words(text: Text) -> str:
    """Return a text in which symbols of digits were translated, but words of programs were not."""
    if text.usual == text.raw:
        return text.plain
    signs = list(text.usual)
    for match in _WORDS.finditer(text.raw):
        if match[1] or match[0].lower() in _BLANK_WORDS:
            blank = '""' if match[0].lower() in _BLANK_WORDS else "_" * len(match[0])
            signs[match.start() : match.end()] = blank.ljust(len(match[0]))
    return "".join(signs).translate(IN_ASCII)


def without_comments(text: str) -> str:
    """Return the text of a program without its comments.

    Examples
    --------
    >>> without_comments('x = ["# 1", /* or */ 2]  # the first')
    'x = ["# 1",  2]  '
    """
    end = text.rfind("*/") + len("*/")
    if end < len("*/"):
        return _COMMENTS.sub(_kept, text)
    head = _WITH_BLOCKS.sub(_kept, text[:end])  # what is opened there is closed
    return head + _COMMENTS.sub(_kept, text[end:])


def _kept(match: re.Match[str]) -> str:
    """Return the quoted text that was found, which is no comment; "" for a comment."""
    return match[1] or ""


def _tree(text: str) -> list[Tree]:
    """Return the nested lists of a text; texts and words outside of brackets are in the outer."""
    outer: list[Tree] = []
    stack, brackets, is_due = [outer], list[str](), False
    for token in TOKEN.finditer(text):
        kind, part = token.lastgroup, token[0]
        here = stack[-1]
        if kind == "open":
            spend("nodes")
            if len(stack) > MOST_DEEP:
                raise TextError("the lists are nested too deeply for a board")
            inner: list[Tree] = []
            here.append(inner)
            stack.append(inner)
            brackets.append(part)
            is_due = True
        elif kind == "close":
            if not brackets or brackets.pop() != _OPENED_BY[part]:
                line = 1 + text.count("\n", 0, token.start())
                raise TextError(f"no bracket was opened for this {part!r}", line)
            inner = stack.pop()
            is_due = False
            if part == ")" and inner and all(_is_name(each, len(inner)) for each in inner):
                stack[-1].pop()  # the rows are elsewhere
        elif kind == "comma":
            if is_due and brackets:
                here.append("")
            is_due = True
        elif kind == "colon":
            if here:
                here.pop()  # it was a name
            is_due = True
        else:
            here.append(part)
            is_due = False
    if brackets:
        raise TextError(f"a bracket {brackets[-1]!r} is not closed")
    return outer


def _is_name(part: Tree, n_parts: int) -> bool:
    """Return whether one of the parts of a list is the name of a variable, rather than a cell."""
    if not isinstance(part, str) or not part.isidentifier():
        return False
    return n_parts == 1 or (len(part) > 1 and cell_of(part) != "")


def cell_of(word: str) -> str:
    """Return the sign of a cell that is written as a value of a program.

    Examples
    --------
    >>> [cell_of(word) for word in ("None", "5.0", "'7'", "nan", "0")]
    ['', '5', '7', '', '0']
    """
    word = word.strip("\"' ")
    if word.lower() in _BLANK_WORDS:
        return ""
    return re.sub(r"^(\d+)(?:\.0*|L)$", r"\1", word)


def _boards(tree: list[Tree], shape: Shape | None) -> Iterator[Reading]:
    """Yield the boards in nested lists."""
    found = _board(tree, shape)
    if found:
        yield found
        return
    _check_rows(tree, shape)
    for part in tree:
        if isinstance(part, list):
            yield from _boards(part, shape)


def _board(tree: list[Tree], shape: Shape | None) -> Reading | None:
    """Return the board that is this list; None if it is none."""
    texts = [part for part in tree if isinstance(part, str)]
    if texts and len(texts) == len(tree):
        return _flat(texts, shape)
    lists = [part for part in tree if isinstance(part, list)]
    n = rows_of(len(lists) ** 2, shape)
    if texts and not all(part.isidentifier() for part in texts):
        return None
    if n and all(len(part) == n for part in lists):
        cells = [cell for part in lists for cell in part]
        return _of_cells(cells, shape_of(n, shape))
    n = rows_of(len(lists), shape)
    return _of_cells(list(lists), shape_of(n, shape)) if n else None


def _flat(texts: list[str], shape: Shape | None) -> Reading | None:
    """Return the board of a list of cells, or of texts that are rows."""
    quoted = [part.strip("\"'") for part in texts if part[:1] in ("'", '"')]
    n = rows_of(len(quoted) ** 2, shape)
    if n and all(len(part) == n for part in quoted):
        return _of_cells(list("".join(quoted)), shape_of(n, shape))
    words = [part.split() for part in quoted]
    if n and all(len(part) == n for part in words):
        return _of_cells([cell for part in words for cell in part], shape_of(n, shape))
    n = rows_of(len(texts), shape)
    return _of_cells(list(texts), shape_of(n, shape)) if n else None


def _of_cells(cells: list[Tree], shape: Shape) -> Reading:
    """Return the reading of cells, each of which is a sign or a list of candidates."""
    if any(isinstance(cell, list) for cell in cells):
        listed = [
            [cell_of(str(each)) for each in cell] if isinstance(cell, list) else [cell_of(cell)]
            for cell in cells
        ]
        return reading_of_marks(listed, shape, f"{FORM}, with candidates")
    return Reading(grid_of([cell_of(str(cell)) for cell in cells], shape), form=FORM)


def _check_rows(tree: list[Tree], shape: Shape | None) -> None:
    """Raise an error if a list is nearly that of the rows of a board, or of its cells."""
    lists = [part for part in tree if isinstance(part, list) and part]
    if len(lists) >= 3 and all(isinstance(cell, str) for part in lists for cell in part):
        sizes = [len(part) for part in lists]
        n = max(set(sizes), key=sizes.count)
        for number, size in enumerate(sizes, 1):
            if size != n:
                raise TextError(f"row {number} of the lists has {size} cells, others have {n}")
        beside = next(
            (part for part in tree if isinstance(part, str) and not part.isidentifier()), None
        )
        if n >= 4 and len(lists) == n and beside:
            raise TextError(f"{beside!r} beside the rows of the lists")
        if n >= 4 and len(lists) != n:
            raise TextError(f"{len(lists)} rows of {n} cells: a board has {n} rows")
    texts = [part for part in tree if isinstance(part, str)]
    if len(texts) == len(tree) and all(re.fullmatch(r"['\"]?\w?\w?['\"]?", part) for part in texts):
        check_number(len(texts), "cells in a list", shape)
