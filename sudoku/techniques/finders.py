"""Human techniques, one file each, and one registry (`sudoku.techniques.registry`).

A technique never changes anything: it yields deductions as data (`sudoku.techniques.step.Step`). It
works from houses, so on every shape and rule. There are two kinds. The common ones are kernels
``find(tables, finding) -> bool`` that look at two mirrored tables of candidates
(`sudoku.techniques.tables`) and write what they found (`sudoku.techniques.finding`). The rare ones
are generators ``steps(position)`` that look at masks of many bits (`sudoku.techniques.position`).

Those with `assumes_unique` take for granted that there is only one solution. They are used by
request alone: uniqueness would be a premise of its own proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from exactcover.runtime.arguments import listed
from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.puzzle.puzzle import Puzzle
from sudoku.techniques.registry import TECHNIQUES
from sudoku.techniques.technique import Technique

__all__ = ["TECHNIQUES", "Technique", "finders", "pick", "technique"]

Find = Callable[..., bool]
"""Takes `Tables` and a `Finding`; tells whether something was found."""


def technique(name: str) -> Technique:
    """Return the technique of a name.

    Raises
    ------
    RuleError
        If there is none; names all that there are.

    Examples
    --------
    >>> technique("swordfish").codes
    ('0301',)
    """
    return TECHNIQUES[TECHNIQUES.find(name)]


def pick(names: Iterable[str]) -> tuple[Technique, ...]:
    """Return techniques by their names, the easiest first.

    Raises
    ------
    RuleError
        If a name is unknown; names all that there are.

    Examples
    --------
    >>> [each.name for each in pick(["hidden_single", "naked_single"])]
    ['naked_single', 'hidden_single']
    """
    if isinstance(names, str):
        raise RuleError(f"techniques are a list of names, not the text {names!r}")
    wanted = {TECHNIQUES.find(name) for name in listed("techniques", names)}
    return tuple(each for each in TECHNIQUES if each.name in wanted)


def finders(names: Iterable[str]) -> tuple[tuple[str, Find], ...]:
    """Return techniques that are kernels, each with what finds its first step, easiest first.

    Raises
    ------
    RuleError
        If a name is unknown, or no kernel.
    """
    return tuple((each.name, _find(each)) for each in pick(names))


@cache
def _find(technique: Technique) -> Find:
    """Import a technique and let Numba compile or load its kernel."""
    from sudoku.techniques.climb import tables_of
    from sudoku.techniques.finding import begin, blank_finding

    if not technique.is_kernel:
        raise RuleError(f"the technique {technique.name!r} is no kernel")
    kernel: Find = technique.load()
    tables = tables_of(Puzzle(Shape(1, 1)))

    def find(tables: Any, finding: Any) -> bool:
        begin(finding)
        return kernel(tables, finding, *technique.arguments)

    find(tables, blank_finding(tables.layout))
    return find
