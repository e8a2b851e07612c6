"""The registry of studies: published experiments, repeated, beside the published results.

Each study is one file. `docs/studies.md` explains where the results differ.
"""

from __future__ import annotations

from exactcover.runtime.registry import Registry
from sudoku.errors import RuleError
from sudoku.studies.study import Settings, Study, Table

__all__ = ["STUDIES", "Settings", "Study", "Table", "load"]

STUDIES: Registry[Study] = Registry(
    "study",
    "sudoku.studies",
    {
        "solvers": "sudoku.studies.solvers:STUDY",
        "races": "sudoku.studies.races:STUDY",
        "generators": "sudoku.studies.generators:STUDY",
        "brute-force": "sudoku.studies.brute_force:STUDY",
        "removals": "sudoku.studies.removals:STUDY",
        "clues": "sudoku.studies.clues:STUDY",
        "thrashing": "sudoku.studies.thrashing:STUDY",
        "local-search": "sudoku.studies.local_search:STUDY",
        "fewest-clues": "sudoku.studies.fewest_clues:STUDY",
        "difficulty": "sudoku.studies.difficulty:STUDY",
        "forcing": "sudoku.studies.forcing:STUDY",
        "uniqueness": "sudoku.studies.uniqueness:STUDY",
    },
    RuleError,
)
"""Name -> study. Other packages add theirs by `register`, or by an entry point."""


def load(name: str) -> Study:
    """Return the study of that name.

    Raises
    ------
    RuleError
        If there is no study of that name.

    Examples
    --------
    >>> load("brute-force").summary
    'Brute force in three ways, and logic with brute force, on four grids (Warner 2007)'
    """
    return STUDIES.load(name)
