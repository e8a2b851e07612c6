"""The words of a booklet: its subtitle, the rules, and what is written at each puzzle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from sudoku.formats.symbols import SYMBOLS
from sudoku.ratings.registry import scale as scale_of
from sudoku.rules.base import Rule

if TYPE_CHECKING:
    from sudoku.booklets.entry import Entry

__all__ = ["caption", "counted", "explanations", "names_of", "remarks", "title_of"]

TITLES = MappingProxyType({"xv": "XV", "kenken": "KenKen"})
"""The titles of rules that are not their names with a capital letter."""
DIGITS = 9
"""The highest number that is written as a digit; higher ones are letters."""


def counted(number: int, word: str) -> str:
    """Return a number with its noun.

    Examples
    --------
    >>> counted(1, "puzzle"), counted(2, "puzzle")
    ('1 puzzle', '2 puzzles')
    """
    return f"{number} {word}{'s' * (number != 1)}"


def title_of(rule: Rule) -> str:
    """Return the name of a rule as a title.

    Examples
    --------
    >>> from sudoku.rules.anti_knight import AntiKnight
    >>> title_of(AntiKnight())
    'Anti knight'
    """
    return TITLES.get(rule.name, rule.name.replace("_", " ").capitalize())


def explanations(entries: Iterable[Entry]) -> dict[str, str]:
    """Return the titles of all rules in a booklet, each with its explanation, in their order."""
    rules = dict.fromkeys(rule for entry in entries for rule in entry.puzzle.rules)
    return {title_of(rule): rule.summary for each in rules for rule in _with_inner(each)}


def _with_inner(rule: Rule) -> Iterator[Rule]:
    """Yield a rule and the rules that it is made of."""
    yield rule
    branches = getattr(rule, "branches", ())
    for inner in (*getattr(rule, "rules", ()), *(each for branch in branches for each in branch)):
        yield from _with_inner(inner)


def remarks(entries: Sequence[Entry]) -> Iterator[str]:
    """Yield what is to be known beside the rules: digits, letters, several grids, the ratings."""
    shapes = dict.fromkeys(entry.puzzle.shape for entry in entries)
    sizes = sorted({shape.n for shape in shapes})
    if sizes != [DIGITS]:
        yield from map(_digits, sizes)
    if any(len(shape.squares()) > 1 for shape in shapes):
        yield "Each grid of a board obeys the rules about rows, columns and boxes on its own."
    rating = next((entry.rating for entry in entries if entry.rating), None)
    if rating is not None:
        yield f"The rating below a puzzle is by the scale {scale_of(rating.scale).summary}"


def _digits(n: int) -> str:
    """Return the digits of a board in words."""
    if n <= DIGITS or n >= len(SYMBOLS):
        return f"A board of {n} digits has the digits 1 to {n}."
    if n == DIGITS + 1:
        return f"A board of {n} digits has the digits 1 to 9 and the letter A, which stands for 10."
    return (
        f"A board of {n} digits has the digits 1 to 9 and the letters A to {SYMBOLS[n]}, which "
        f"stand for 10 to {n}."
    )


def caption(entry: Entry, is_mixed: bool) -> str:
    """Return what is written below a puzzle: its rating, and in a mixed booklet its rules."""
    parts = [entry.rating.text] if entry.rating else []
    if is_mixed:
        parts.append(", ".join(names_of(entry)))
    return " · ".join(parts)


def names_of(entry: Entry) -> tuple[str, ...]:
    """Return the names of the rules of a puzzle."""
    return tuple(title_of(rule).lower() for rule in entry.puzzle.rules)
