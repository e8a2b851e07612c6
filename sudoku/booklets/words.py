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
    'Anti-knight'
    """
    return TITLES.get(rule.name, rule.words.capitalize())


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


def short_rules(entries: Sequence[Entry], symbols: str) -> Iterator[str]:
    """Yield the rules for the top of a page: first what the rows, columns and boxes hold."""
    sizes = sorted({entry.puzzle.shape.n for entry in entries})
    rules = explanations(entries)
    if rules.pop("Classic", "") and len(sizes) == 1:
        each = f"each of the digits 1 to {sizes[0]}"
        if symbols == "shapes":
            each = "each of these shapes"
        elif sizes[0] > DIGITS:
            each = f"each of {_digits(sizes[0])}"
        yield f"Every row, every column and every box holds {each} once."
    yield from (f"{title}: {text}" for title, text in rules.items())


def classes(entries: Sequence[Entry]) -> str:
    """Return how many puzzles are of each class.

    The words are empty if fewer than two classes are known.
    """
    levels = [entry.rating.level for entry in entries if entry.rating and entry.rating.level]
    names = dict.fromkeys(levels)
    if len(names) < 2:
        return ""
    return ", ".join(f"{levels.count(name)} {name.lower()}" for name in names)


def remarks(entries: Sequence[Entry], *, has_scores: bool) -> Iterator[str]:
    """Yield the sentences after the rules: on the digits, on several grids, and on the ratings."""
    shapes = dict.fromkeys(entry.puzzle.shape for entry in entries)
    sizes = sorted({shape.n for shape in shapes})
    if len(sizes) > 1:
        yield from (f"A puzzle of {n} digits has {_digits(n)}." for n in sizes)
    elif sizes != [DIGITS]:
        yield f"The puzzles have {_digits(sizes[0])}."
    if any(len(shape.squares()) > 1 for shape in shapes):
        yield "Each grid of a board obeys the rules about rows, columns and boxes on its own."
    rating = next((entry.rating for entry in entries if entry.rating), None)
    if rating is not None and has_scores:
        name, summary = rating.scale.replace("_", " "), scale_of(rating.scale).summary
        yield f"The rating below a puzzle is by the scale {name}. {summary}"


def _digits(n: int) -> str:
    """Return the digits of a board in words.

    >>> _digits(6), _digits(12)
    ('the digits 1 to 6', 'the digits 1 to 9 and A to C (for 10 to 12)')
    """
    if n <= DIGITS or n >= len(SYMBOLS):
        return f"the digits 1 to {n}"
    if n == DIGITS + 1:
        return "the digits 1 to 9 and A (for 10)"
    return f"the digits 1 to 9 and A to {SYMBOLS[n]} (for 10 to {n})"


def caption(entry: Entry, is_mixed: bool, *, has_scores: bool) -> str:
    """Return what is written below a puzzle: title, author, rating, in a mixed booklet its rules.

    Without scores, the rating is the class alone.
    """
    parts = [text for text in (entry.puzzle.title, entry.puzzle.author) if text]
    if entry.rating:
        parts.append(entry.rating.text if has_scores else entry.rating.level or "trivial")
    if is_mixed:
        parts.append(", ".join(names_of(entry)))
    return " · ".join(parts)


def names_of(entry: Entry) -> tuple[str, ...]:
    """Return the names of the rules of a puzzle."""
    return tuple(title_of(rule).lower() for rule in entry.puzzle.rules)
