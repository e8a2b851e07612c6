"""Writing puzzles as constraint strings; `sudoku.formats.iss.strings` reads them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from exactcover.runtime.texts import printable
from sudoku.formats.iss.rank_writer import Ranks, ranks_of
from sudoku.formats.iss.target import Target, parts_of, target_of
from sudoku.formats.iss.writers import parts_of_rule
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import Rule

if TYPE_CHECKING:
    from sudoku.puzzle.puzzle import PuzzleLike

LINK = "https://sigh.github.io/Interactive-Sudoku-Solver/?q="


def to_iss(puzzle: PuzzleLike) -> str:
    """Return a puzzle as a constraint string of Interactive Sudoku Solver.

    It takes no limits: its work is bounded by the states of automata.

    A title and an author are comments. A rule that the format has no name for is written as what it
    states about cells: areas of different values, tables of pairs, weighted sums and automata.

    Parameters
    ----------
    puzzle
        A puzzle, or anything that `Puzzle.of` takes for one.

    Returns
    -------
    str
        The string.

    Raises
    ------
    TextError
        If a rule cannot be written, which the message names; or the board is no rectangle, or is
        larger than 16x16.

    Examples
    --------
    >>> from sudoku import Classic, Killer, Shape
    >>> cage = Killer([(3, [(0, 0), (0, 1)])])
    >>> to_iss(Puzzle(Shape(2, 2), [Classic(), cage], "......1........."))
    '.Shape~4x4.~R2C3_1.Cage~3~R1C1~R1C2'
    """
    puzzle = Puzzle.of(puzzle)
    heads = [f"# {key}: {printable(text)}\n" for key, text in puzzle.names.items()]
    return "".join(heads) + _string(puzzle)


def _string(puzzle: Puzzle) -> str:
    """Return the string without comments."""
    ranks = ranks_of(puzzle)
    target = target_of(puzzle, int(any(map(_is_from_zero, puzzle.rules))), ranks.cells)
    return "".join(f".{part}" for part in _parts(puzzle, target, ranks))


def to_iss_link(puzzle: PuzzleLike) -> str:
    """Return a link that opens a puzzle in Interactive Sudoku Solver.

    It takes no limits: its work is that of `to_iss`. The program ignores the title and the author
    in the link.

    Parameters
    ----------
    puzzle
        A puzzle, or anything that `Puzzle.of` takes for one.

    Returns
    -------
    str
        The link.

    Raises
    ------
    TextError
        As `to_iss`.

    Examples
    --------
    >>> to_iss_link("1...............")
    'https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Shape~4x4.~R1C1_1'
    """
    puzzle = Puzzle.of(puzzle)
    names = "".join(f"&{key}={quote(text, safe='')}" for key, text in puzzle.names.items())
    return LINK + quote(_string(puzzle), safe="~.") + names


def _parts(puzzle: Puzzle, target: Target, ranks: Ranks) -> Iterator[str]:
    yield from parts_of(target)
    clues = [
        f"~{name}_{target.values([digit])}"
        for cell, digit in enumerate(puzzle.grid.cells)
        if digit
        for name in target.of_numbers([cell])
    ]
    if clues:
        yield "".join(clues)
    written: dict[str, None] = {}
    for rule in ranks.rules:
        parts = parts_of_rule(rule, target)
        if rule.name == "either":
            yield from parts
        else:
            written |= dict.fromkeys(parts)
    yield from written
    yield from ranks.parts


def _is_from_zero(rule: Any) -> bool:
    """Return whether a rule is about values from 0."""
    inner: Iterable[Rule] = [each for branch in getattr(rule, "branches", ()) for each in branch]
    return (
        rule.name == "from_zero"
        or (rule.name in ("lunchbox", "counting_circles") and rule.less == 1)
        or (rule.name == "skyscraper" and rule.flat == 1)
        or any(map(_is_from_zero, inner))
    )
