"""The readers of sums and arrows of constraint strings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from sudoku.errors import TextError
from sudoku.formats.iss.board import Board
from sudoku.formats.iss.cells import Place, jump
from sudoku.formats.iss.parts import Arguments
from sudoku.rules.base import Rule
from sudoku.rules.killer import overlap
from sudoku.rules.registry import rule

MOST_IN_PILL = 9
"""The greatest value of a cell in a pill, other than its first cell."""

Sum = tuple[int, list[Place], list[Place]]
"""A total, the cells that are added, and the cells that are subtracted."""


def cages(board: Board, given: Arguments) -> Iterator[Rule]:
    """Read cages; a sum of 0, or none, means that the cage has no sum.

    A cell that is listed twice counts twice.
    """
    plain, twice = [], list[Sum]()
    for number, *cells in given:
        number = number.strip() or "0"
        total, places = board.total(number, len(cells)), board.places(cells)
        distinct = list(dict.fromkeys(places))
        is_plain = len(distinct) == len(places)
        plain.append((total if int(number) and is_plain else None, distinct))
        if int(number) and not is_plain:
            twice.append((total, places, []))
    yield rule("killer", plain, may_overlap=overlap(plain))
    if twice:
        yield rule("sums", twice)


def sums(board: Board, given: Arguments) -> Iterator[Rule]:
    """Read sums of any cells, which may be listed twice or have weights."""
    plain, weighted = [], list[Sum]()
    for text, *cells in given:
        total, *weights = text.split("_")
        places = board.places(cells)
        if not weights and len(set(places)) == len(places):
            plain.append((board.total(total, len(cells)), places))
        else:
            weighted.append(_weighted(board, total, weights[1:], places))
    if plain:
        yield rule("killer", plain, repeats=True, may_overlap=overlap(plain))
    if weighted:
        yield rule("sums", weighted)


def _weighted(board: Board, total: str, given: Sequence[str], places: list[Place]) -> Sum:
    """Return a sum of weighted cells; without weights, each weight is 1."""
    weights = [board.weight(weight) for weight in given] or [1] * len(places)
    if len(weights) != len(places):
        raise TextError(f"{len(weights)} weights for {len(places)} cells")
    plus = [p for p, weight in zip(places, weights, strict=True) for _ in range(weight)]
    minus = [p for p, weight in zip(places, weights, strict=True) for _ in range(-weight)]
    return board.total(total, sum(weights)), plus, minus


def arrows(board: Board, given: Arguments) -> Iterator[Rule]:
    """Read arrows: circles and their shafts."""
    plain, others = [], list[Sum]()
    for cells in given:
        circle, *shaft = board.places(cells)
        if board.less or jump(shaft) or len({circle, *shaft}) <= len(shaft):
            others.append((board.less * (len(shaft) - 1), shaft, [circle]))
        else:
            plain.append(([circle], shaft))
    if plain:
        yield rule("arrow", plain)
    if others:
        yield rule("sums", others)


def pills(board: Board, given: Arguments) -> Iterator[Rule]:
    """Read arrows whose circle is a pill: a number, read to the right or down.

    All digits of the number but the first are at most 9.
    """
    plain, others = [], list[Sum]()
    most = board.n - board.less
    for size, *cells in given:
        places = board.places(cells)
        if size not in ("2", "3") or len(places) <= int(size):
            raise TextError("a pill has 2 or 3 cells, and an arrow more")
        pill, shaft = sorted(places[: int(size)]), places[int(size) :]
        if most > MOST_IN_PILL:
            digits = [value + board.less for value in range(1 - board.less, MOST_IN_PILL + 1)]
            yield rule("pencil_marks", [(place, digits) for place in pill[1:]])
        if board.less or most > MOST_IN_PILL or jump(shaft) or len(set(places)) < len(places):
            tens = [place for k, place in enumerate(reversed(pill)) for _ in range(10**k)]
            others.append((board.less * (len(shaft) - len(tens)), shaft, tens))
        else:
            plain.append((pill, shaft))
    if plain:
        yield rule("arrow", plain)
    if others:
        yield rule("sums", others)


def double_arrows(board: Board, given: Arguments) -> Iterator[Rule]:
    """Read lines whose two ends have the same sum as the cells between them."""
    lines = [board.places(cells) for cells in given]
    plain = [] if board.less else [line for line in lines if not jump(line)]
    others = [
        (board.less * (len(line) - 4), line[1:-1], [line[0], line[-1]])
        for line in lines
        if line not in plain
    ]
    if plain:
        yield rule("double_arrow", plain)
    if others:
        yield rule("sums", others)


def equal_sums(board: Board, given: Arguments) -> Rule:
    """Read sets of cells with the same sum; a minus separates two sets."""
    made = []
    for arguments in given:
        parts = "~".join(arguments).split("~-~")
        made += _all_equal(board, [board.places(part.split("~")) for part in parts])
    return rule("sums", made)


def region_sums(board: Board, given: Arguments) -> Rule | list[Rule]:
    """Read lines with the same sum in each region."""
    lines = [board.places(cells) for cells in given]
    if not board.less and board.shape.squares() and board.shape.q > 1:
        return rule("region_sum", lines, **({"jumps": True} if any(map(jump, lines)) else {}))
    region_of = {place: k for k, region in enumerate(board.regions) for place in region}
    if not region_of:
        return []
    made = []
    for line in lines:
        made += _all_equal(board, [list(part) for _, part in groupby(line, key=region_of.get)])
    return rule("sums", made)


def zippers(board: Board, given: Arguments) -> Rule:
    """Read lines on which two cells at the same distance from the middle have its sum."""
    lines = [board.places(cells) for cells in given]
    if not board.less:
        return rule("zipper", lines, jumps=any(map(jump, lines)))
    made = []
    for line in lines:
        half = len(line) // 2
        pairs = [[line[k], line[-1 - k]] for k in range(half)]
        made += _all_equal(board, [line[half : half + len(line) % 2], *pairs])
    return rule("sums", made)


def _all_equal(board: Board, parts: list[list[Place]]) -> list[Sum]:
    """Return the sums that make all parts equal to the first; empty parts are left out."""
    first, *others = [part for part in parts if part]
    return [(board.less * (len(other) - len(first)), other, first) for other in others]
