"""Long sums as options: the digits of parts whose cells differ, and the sums of the parts."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import accumulate, combinations
from typing import Any, NamedTuple

import numpy as np

from sudoku.encodings.draft import Draft
from sudoku.geometry.candidate_numbers import candidate_of
from sudoku.rules.constraint import Constraint
from sudoku.rules.linear import Linear
from sudoku.statement.bitsets import digits_of, mask_of
from sudoku.statement.candidates import fitting

Label = Callable[[str, tuple[int, ...]], Any]
"""Makes the label of an option that is not a placement."""


class Part(NamedTuple):
    """Cells that hold different digits and have the same weight in a sum."""

    cells: list[int]
    weight: int


def parts_of(constraint: Constraint, peers: Sequence[int]) -> list[Part]:
    """Return the parts of a sum, each as large as those before leave it.

    Parameters
    ----------
    peers
        For each cell the cells that it differs from, as a mask.

    Examples
    --------
    >>> total = Constraint.of_sum("sum", (0, 1, 2, 5), 20)
    >>> parts_of(total, [0b110, 0b101, 0b011, 0, 0, 0])
    [Part(cells=[0, 1, 2], weight=1), Part(cells=[5], weight=1)]
    """
    reader = constraint.reader
    assert isinstance(reader, Linear)
    left = list(zip(constraint.cells, reader.weights(len(constraint.cells)), strict=True))
    parts = []
    while left:
        part = Part([], left[0][1])
        for cell, weight in left:
            if weight == part.weight and all(peers[cell] >> c & 1 for c in part.cells):
                part.cells.append(cell)
        parts.append(part)
        left = [pair for pair in left if pair[0] not in part.cells]
    return parts


def has_parts(constraint: Constraint, peers: Sequence[int]) -> bool:
    """Return whether a constraint is a sum, and some of its cells hold different digits."""
    if not isinstance(constraint.reader, Linear):
        return False
    return any(len(part.cells) > 1 for part in parts_of(constraint, peers))


def write_parts(
    draft: Draft,
    n: int,
    constraint: Constraint,
    domains: Sequence[int],
    peers: Sequence[int],
    label: Label,
) -> None:
    """Write a sum by its parts: an option for each set of digits, and for each step of the sum.

    A secondary item for each part has its sum as a colour, and one between two parts has the sum so
    far.
    """
    title, reader = re.sub(r"[\s:|,]+", "-", constraint.title), constraint.reader
    assert isinstance(reader, Linear)
    parts = parts_of(constraint, peers)
    own = draft.secondary(*(f"{title}-sum-{k + 1}" for k in range(len(parts))))
    sums = [
        _write_part(draft, n, f"{title}-part-{k + 1}", part, domains, own - k, label)
        for k, part in enumerate(parts)
    ]
    changes = [[part.weight * total for total in t] for part, t in zip(parts, sums, strict=True)]
    before = list(accumulate(changes, _sums, initial={0}))
    after = list(accumulate(changes[::-1], _differences, initial={reader.total}))[::-1]
    kept = [sorted(one & other) for one, other in zip(before, after, strict=True)]
    colour = [{total: k for k, total in enumerate(totals, 1)} for totals in kept]
    last = len(parts) - 1
    step = draft.primary(*(f"{title}-step-{k + 1}" for k in range(last + 1)))
    so_far = draft.secondary(*(f"{title}-sum-to-{k + 1}" for k in range(last))) if last else 0
    for k, part in enumerate(parts):
        for total in kept[k]:
            for own_total in sums[k]:
                following = total + part.weight * own_total
                if following not in colour[k + 1]:
                    continue
                items, colours = [step + k, own - k], [0, own_total]
                if k > 0:
                    items.append(so_far - k + 1)
                    colours.append(colour[k][total])
                if k < last:
                    items.append(so_far - k)
                    colours.append(colour[k + 1][following])
                draft.option(label(title, (own_total,)), items, colours)


def _sums(before: set[int], changes: Sequence[int]) -> set[int]:
    return {total + change for total in before for change in changes}


def _differences(after: set[int], changes: Sequence[int]) -> set[int]:
    return {total - change for total in after for change in changes}


def _write_part(
    draft: Draft, n: int, title: str, part: Part, domains: Sequence[int], own: int, label: Label
) -> list[int]:
    """Write the sets of digits of a part, whose sum is the colour of an item; return the sums."""
    cells = part.cells
    if len(cells) == 1:
        digits = np.arange(1, n + 1)
        draft.cover(candidate_of(cells[0], digits, n), own, digits)
        return list(digits_of(domains[cells[0]]))
    masks = map(mask_of, combinations(range(n), len(cells)))
    sets = fitting(masks, [domains[cell] for cell in cells])
    which = draft.primary(title)
    totals = [sum(digits_of(mask)) for mask in sets]
    has = set_options(draft, n, title, cells, label)
    for mask, total in zip(sets, totals, strict=True):
        items = [which, *(has + k for k in range(n) if mask >> k & 1), own]
        draft.option(label(title, digits_of(mask)), items, [0] * (len(items) - 1) + [total])
    return sorted(set(totals))


def set_options(draft: Draft, n: int, title: str, cells: Sequence[int], label: Label) -> int:
    """Write that each digit is in one of some cells, or lacking, which is an option by itself.

    Returns
    -------
    int
        The first of n items, one for each digit: a set of digits has the items of its digits.
    """
    first = draft.primary(*(f"{title}={digit}" for digit in range(1, n + 1)))
    draft.cover_digits([cells], first)
    has = draft.primary(*(f"{title}-has-{digit}" for digit in range(1, n + 1)))
    for k in range(n):
        draft.option(label(f"{title}-lacks", (k + 1,)), [first + k, has + k], [0, 0])
    return has
