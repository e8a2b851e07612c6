"""The dots and signs between cells of puzzles of f-puzzles, and what their absence means.

The absence of dots bars what the dots say from all neighbours between which there is neither a dot
of a difference nor one of a ratio, as in SudokuSolver, the program that the app's users run beside
it. With "nonconsecutive" this is the difference 1, with the negative "ratio" the ratios of all dots
of the puzzle, or 2 if it has none. Where no dot has the difference 1, "nonconsecutive" is about all
neighbours, also those with a ratio.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sudoku.errors import TextError
from sudoku.formats.fpuzzles.checks import first_cell, is_on, number_of, places_of
from sudoku.geometry.shape import Shape
from sudoku.rules.base import Rule
from sudoku.rules.places import touching, without
from sudoku.rules.registry import rule

Place = tuple[int, int]
Dots = dict[int, list[list[Place]]]
"""The pairs of cells of the dots of each number."""

USUAL = {"difference": 1, "ratio": 2}
"""The number of dots without one; such dots are those of Kropki."""


def dots(data: Mapping[str, Any], shape: Shape) -> Iterator[Rule]:
    """Read dots: those of difference 1 and ratio 2 as Kropki, and those of other numbers."""
    found = {key: _dots_of(data, key) for key in USUAL}
    negative = set(data.get("negative") or ())
    unknown = negative - {*USUAL, "xv"}
    if unknown:
        raise TextError(f"f-puzzles: negative {', '.join(sorted(unknown))} is not supported")
    barred = {
        key: set(found[key] or [USUAL[key]]) if key in negative else set[int]() for key in USUAL
    }
    if is_on(data, "nonconsecutive"):
        if 1 in found["difference"]:  # cells with such a dot between them are consecutive
            barred["difference"].add(1)
        elif found["difference"] and USUAL["ratio"] in found["ratio"]:
            raise TextError(
                "f-puzzles: 'nonconsecutive' with dots of the ratio 2, and of differences but 1, "
                "is not supported: it is not known whether 1 and 2 may be at a dot"
            )
        else:
            yield rule("non_consecutive")
    kropki = {
        kind: found[key].get(USUAL[key], [])
        for key, kind in (("difference", "white"), ("ratio", "black"))
    }
    others = {
        key: [(k, pair) for k, pairs in found[key].items() if k != USUAL[key] for pair in pairs]
        for key in USUAL
    }
    for key, pairs in others.items():
        if pairs:
            yield rule(key, pairs)
    has_others = any(others.values())
    if has_others and (barred["ratio"] or not barred["difference"] <= {1}):
        marked = [
            pair for of_number in found.values() for each in of_number.values() for pair in each
        ]
        yield _barring(barred, marked, shape)
        barred = {key: set[int]() for key in USUAL}
    absent = [kind for key, kind in (("difference", "white"), ("ratio", "black")) if barred[key]]
    if absent or any(kropki.values()):
        yield rule("kropki", **kropki, negative=absent)


def _dots_of(data: Mapping[str, Any], key: str) -> Dots:
    """Return the dots of a kind, by their numbers."""
    found: Dots = {}
    for entry in data.get(key) or ():
        number = number_of(key, entry)
        number = USUAL[key] if number is None else number
        if number < 0:
            raise TextError(
                f"f-puzzles: {key!r} at {first_cell(entry)}: the value {number} is no {key}"
            )
        found.setdefault(number, []).append(places_of(entry["cells"]))
    return found


def _barring(
    barred: Mapping[str, set[int]], marked: Sequence[Sequence[Place]], shape: Shape
) -> Rule:
    """Return the rule that neighbours without a dot have none of the barred relations."""
    cells = [tuple(shape.cell(*place) for place in pair) for pair in marked]
    pairs = [
        (shape.position(a), shape.position(b))
        for a, b in without(touching(shape), cells)  # type: ignore[arg-type]
    ]
    digits = range(1, shape.n + 1)
    allowed = [
        (a, b)
        for a in digits
        for b in digits
        if abs(a - b) not in barred["difference"]
        and not any(a == k * b or b == k * a for k in barred["ratio"])
    ]
    return rule("relations", pairs, allowed, shown=False)


def signs(data: Mapping[str, Any], shape: Shape) -> Iterator[Rule]:
    """Read X and V; a mark without a letter says nothing."""
    negative = "xv" in (data.get("negative") or ())
    found: dict[str, list[list[Place]]] = {"x": [], "v": []}
    for entry in data.get("xv") or ():
        value = entry.get("value")
        letter = "" if value is None else str(value).strip().lower()
        if not letter and not negative:
            continue
        if letter not in found:
            reason = ": without a letter, it is not known whether the negative is about it"
            raise TextError(
                f"f-puzzles: 'xv' with the value {value!r} at {first_cell(entry)}: it must be 'X' "
                f"or 'V'{reason * (not letter)}"
            )
        found[letter].append(places_of(entry["cells"]))
    if negative or any(found.values()):
        yield rule("xv", **found, negative=negative)
