"""Human techniques, one file each, and their one registry.

A technique is a kernel ``find(tables, finding) -> bool``: it looks at two mirrored tables of
candidates (`sudoku.techniques.tables`), changes nothing, and writes what it found, a deduction as
data (`sudoku.techniques.finding`). Techniques work from houses, so on every shape and rule. None of
them assumes that there is only one solution: uniqueness would be a premise of its own proof.

The module of a technique is imported when it is asked for, because it imports Numba.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from sudoku.puzzle import Puzzle
from sudoku.shape import Shape

__all__ = ["LADDER", "Technique", "finders"]

Find = Callable[[Any, Any], bool]
"""Takes `Tables` and a `Finding`; tells whether something was found."""


class Technique(NamedTuple):
    """A name, the module with its kernel `find`, and what the kernel is asked for, if anything."""

    name: str
    module: str
    setting: int | None = None


LADDER = (
    Technique("naked_single", "sudoku.techniques.naked_single"),
    Technique("hidden_single", "sudoku.techniques.hidden_single"),
    Technique("pointing", "sudoku.techniques.locked_candidates", 0),
    Technique("claiming", "sudoku.techniques.locked_candidates", 1),
    Technique("naked_pair", "sudoku.techniques.naked_subset", 2),
    Technique("hidden_pair", "sudoku.techniques.hidden_subset", 2),
    Technique("naked_triple", "sudoku.techniques.naked_subset", 3),
    Technique("naked_quad", "sudoku.techniques.naked_subset", 4),
)
"""All techniques, the easiest first: after every step the climb begins again at the bottom."""


def finders(names: Iterable[str] | None = None) -> tuple[tuple[str, Find], ...]:
    """Return techniques with what finds them, in the order of the ladder; by default all.

    Examples
    --------
    >>> [name for name, _ in finders(["hidden_single", "naked_single"])]
    ['naked_single', 'hidden_single']
    """
    wanted = {technique.name for technique in LADDER} if names is None else set(names)
    unknown = wanted.difference(technique.name for technique in LADDER)
    if unknown:
        known = ", ".join(technique.name for technique in LADDER)
        raise ValueError(f"unknown techniques {sorted(unknown)}; the techniques are {known}")
    return tuple((each.name, _find(each)) for each in LADDER if each.name in wanted)


@cache
def _find(technique: Technique) -> Find:
    """Import a technique and let Numba compile or load its kernel."""
    from sudoku.techniques.climb import tables_of
    from sudoku.techniques.finding import blank_finding

    kernel: Callable[..., bool] = import_module(technique.module).find
    settings = () if technique.setting is None else (technique.setting,)
    tables = tables_of(Puzzle(Shape(1, 1)))

    def find(tables: Any, finding: Any) -> bool:
        return kernel(tables, finding, *settings)

    find(tables, blank_finding(tables.layout))
    return find
