"""The experiments of the papers, done again, and printed beside the papers' figures.

One file a study, and one registry. What differs from the papers is explained in `docs/studies.md`.
"""

from __future__ import annotations

from importlib import import_module
from types import MappingProxyType

from exactcover.names import find_name
from sudoku.errors import RuleError
from sudoku.studies.study import Settings, Study, Table

__all__ = ["STUDIES", "Settings", "Study", "Table", "find_study", "load"]

# Paths, not modules: a study is imported when somebody asks for it.
STUDIES = MappingProxyType(
    {
        "solvers": "sudoku.studies.solvers",
        "brute-force": "sudoku.studies.brute_force",
        "clues": "sudoku.studies.clues",
        "races": "sudoku.studies.races",
        "generators": "sudoku.studies.generators",
        "difficulty": "sudoku.studies.difficulty",
    }
)
"""Name -> module, with `STUDY`."""


def find_study(name: str) -> str:
    """Return the key of `STUDIES` that a name means.

    Raises
    ------
    RuleError
        Where no study has that name.
    """
    return find_name("study", name, STUDIES, RuleError)


def load(name: str) -> Study:
    """Return the study of that name.

    Raises
    ------
    RuleError
        Where no study has that name.

    Examples
    --------
    >>> load("brute-force").summary
    'Brute force in three ways, and logic with brute force, on four grids (Warner 2007)'
    """
    study: Study = import_module(STUDIES[find_study(name)]).STUDY
    return study
