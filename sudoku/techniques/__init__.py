"""Human techniques, one file each, and their one registry.

A technique never changes anything: it yields deductions as data (`sudoku.techniques.step.Step`). It
works from houses, so on every shape and rule. There are two kinds. The common ones are kernels
``find(tables, finding) -> bool`` that look at two mirrored tables of candidates
(`sudoku.techniques.tables`) and write what they found (`sudoku.techniques.finding`). The rare ones
are generators ``steps(position)`` that look at masks of many bits (`sudoku.techniques.position`).

Those with `assumes_unique` take for granted that there is only one solution. They are used by
request alone: uniqueness would be a premise of its own proof.

The module of a technique is imported when it is asked for, because it may import Numba.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple

from sudoku.puzzle import Puzzle
from sudoku.shape import Shape

__all__ = ["LADDER", "TECHNIQUES", "Technique", "finders", "pick", "technique"]

Find = Callable[[Any, Any], bool]
"""Takes `Tables` and a `Finding`; tells whether something was found."""

_HERE = "sudoku.techniques."


class Technique(NamedTuple):
    """One technique.

    Attributes
    ----------
    name
        Its name.
    module
        The module with its kernel `find` or its generator `steps`.
    settings
        What these are asked for besides.
    codes
        The codes of its cases in the regression library.
    assumes_unique
        Whether it takes for granted that there is only one solution.
    by_request
        Whether the ladder does without it: others find the same more easily.
    """

    name: str
    module: str
    settings: tuple[Any, ...] = ()
    codes: tuple[str, ...] = ()
    assumes_unique: bool = False
    by_request: bool = False

    def load(self) -> ModuleType:
        """Import the module."""
        return import_module(_HERE + self.module)


TECHNIQUES = (
    Technique("full_house", "full_house", (), ("0000",)),
    Technique("naked_single", "naked_single", (), ("0003",)),
    Technique("hidden_single", "hidden_single", (), ("0002",)),
    Technique("locked_pair", "locked_subset", (2,), ("0110",)),
    Technique("locked_triple", "locked_subset", (3,), ("0111",)),
    Technique("pointing", "locked_candidates", (0,), ("0100",)),
    Technique("claiming", "locked_candidates", (1,), ("0101",)),
    Technique("naked_pair", "naked_subset", (2,), ("0200",)),
    Technique("hidden_pair", "hidden_subset", (2,), ("0210",)),
    Technique("naked_triple", "naked_subset", (3,), ("0201",)),
    Technique("hidden_triple", "hidden_subset", (3,), ("0211",)),
    Technique("naked_quad", "naked_subset", (4,), ("0202",)),
    Technique("hidden_quad", "hidden_subset", (4,), ("0212",)),
    Technique("x_wing", "fish", (2,), ("0300",)),
    Technique("swordfish", "fish", (3,), ("0301",)),
    Technique("jellyfish", "fish", (4,), ("0302",)),
)
"""All techniques, the easiest first."""

LADDER = tuple(each for each in TECHNIQUES if not each.by_request)
"""Those that are climbed: after every step the climb begins again at the bottom."""


def technique(name: str) -> Technique:
    """Return the technique of a name.

    Raises
    ------
    ValueError
        Where there is none; names all that there are.

    Examples
    --------
    >>> technique("swordfish").codes
    ('0301',)
    """
    return pick([name])[0]


def pick(names: Iterable[str]) -> tuple[Technique, ...]:
    """Return techniques by their names, the easiest first.

    Raises
    ------
    ValueError
        Where a name is unknown; names all that there are.

    Examples
    --------
    >>> [each.name for each in pick(["hidden_single", "naked_single"])]
    ['naked_single', 'hidden_single']
    """
    wanted = set(names)
    unknown = wanted.difference(each.name for each in TECHNIQUES)
    if unknown:
        known = ", ".join(each.name for each in TECHNIQUES)
        raise ValueError(f"unknown techniques {sorted(unknown)}; the techniques are {known}")
    return tuple(each for each in TECHNIQUES if each.name in wanted)


def finders(names: Iterable[str]) -> tuple[tuple[str, Find], ...]:
    """Return techniques that are kernels, each with what finds its first step, easiest first.

    Raises
    ------
    ValueError
        Where a name is unknown, or no kernel.
    """
    return tuple((each.name, _find(each)) for each in pick(names))


@cache
def _find(technique: Technique) -> Find:
    """Import a technique and let Numba compile or load its kernel."""
    from sudoku.techniques.climb import tables_of
    from sudoku.techniques.finding import begin, blank_finding

    kernel: Callable[..., bool] | None = getattr(technique.load(), "find", None)
    if kernel is None:
        raise ValueError(f"the technique {technique.name!r} is no kernel")
    tables = tables_of(Puzzle(Shape(1, 1)))

    def find(tables: Any, finding: Any) -> bool:
        begin(finding)
        return kernel(tables, finding, *technique.settings)

    find(tables, blank_finding(tables.layout))
    return find
