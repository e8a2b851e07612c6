"""The registry of studies: published experiments, repeated, beside the published results.

Each study is one file. `benchmarks/results/studies.md` explains where the results differ.
"""

from __future__ import annotations

from exactcover.runtime.registry import Registry
from sudoku.errors import RuleError
from sudoku.papers.study import Settings, Study, Table

__all__ = ["STUDIES", "Settings", "Study", "Table", "load"]

STUDIES: Registry[Study] = Registry(
    "study",
    "sudoku.studies",
    {
        "solvers": "sudoku.papers.mychaskiw.studies.solvers:STUDY",
        "races": "sudoku.papers.mychaskiw.studies.races:STUDY",
        "generators": "sudoku.papers.mychaskiw.studies.generators:STUDY",
        "brute-force": "sudoku.papers.warner.studies.brute_force:STUDY",
        "removals": "sudoku.papers.warner.studies.removals:STUDY",
        "clues": "sudoku.papers.morgans.studies.clues:STUDY",
        "thrashing": "sudoku.papers.morgans.studies.thrashing:STUDY",
        "local-search": "sudoku.papers.morgans.studies.local_search:STUDY",
        "fewest-clues": "sudoku.papers.morgans.studies.fewest_clues:STUDY",
        "difficulty": "sudoku.papers.bergman_et_al.studies.difficulty:STUDY",
        "forcing": "sudoku.papers.bergman_et_al.studies.forcing:STUDY",
        "uniqueness": "sudoku.papers.bergman_et_al.studies.uniqueness:STUDY",
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
