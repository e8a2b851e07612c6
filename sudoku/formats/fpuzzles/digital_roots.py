"""Cosmetic cages of f-puzzles that state a digital root: ``DR5`` for sums of 5, 14, 23 and so on.

The app only draws them; SudokuSolver, which its users run beside it, reads them as cages of
different digits. Other cosmetic cages say nothing to either program.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from sudoku.errors import TextError
from sudoku.formats.fpuzzles.checks import check_entries, first_cell, places_of
from sudoku.rules.base import Rule
from sudoku.rules.registry import rule

_ROOT = re.compile(r"DR(\d{1,3})")


def digital_roots(data: Mapping[str, Any], n: int) -> Iterator[Rule]:
    """Yield the rule of each cosmetic cage with a digital root.

    Examples
    --------
    >>> cage = {"cells": ["R1C1", "R1C2"], "value": "DR5"}
    >>> [(one,), (other,)] = next(digital_roots({"cage": [cage]}, 9)).branches
    >>> one.cages, other.cages
    (((5, ((0, 0), (0, 1))),), ((14, ((0, 0), (0, 1))),))
    """
    entries = data.get("cage") or ()
    if not isinstance(entries, list | tuple):
        raise TextError("f-puzzles: 'cage' must be a list of objects")
    rooted = [
        entry
        for entry in entries
        if isinstance(entry, Mapping) and _ROOT.search(str(entry.get("value") or ""))
    ]
    check_entries({"cage": rooted}, {"cage": ("cells",)})
    for entry in rooted:
        found = _ROOT.fullmatch(str(entry["value"]).strip())
        cells = places_of(entry["cells"])
        k, where = len(set(cells)), f"f-puzzles: 'cage' at {first_cell(entry)}"
        if found is None:
            raise TextError(f"{where}: {entry['value']!r} is no digital root such as DR5")
        low, high = k * (k + 1) // 2, k * (2 * n - k + 1) // 2
        sums = [total for total in range(low, high + 1) if (total - int(found[1])) % 9 == 0]
        if k > n or not sums:
            raise TextError(f"{where}: no {k} different digits have the digital root {found[1]}")
        branches = [[rule("killer", [(total, cells)])] for total in sums]
        yield branches[0][0] if len(branches) == 1 else rule("either", branches)
