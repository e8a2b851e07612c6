"""The registry of the forms of texts that hold grids.

A new one is a file with a function ``read(text, shape)`` and a line here. It returns what it reads,
nothing if the text is of another form, or raises a `TextError` if the text is of its form, but
damaged.
"""

from __future__ import annotations

from collections.abc import Callable

from exactcover.runtime.registry import Registry
from sudoku.errors import TextError
from sudoku.formats.forms.reading import Reading, Text
from sudoku.geometry.shape import Shape

SIGNED = (
    *("stated", "opensudoku", "sumocue", "janko", "solo", "links", "hodoku", "sudocue"),
    "matrices",
)
"""The forms that a sign of their own tells from all others: the first that reads a text decides."""
LAST = "tables"
"""The form that is asked if no other reads a text: there are tables beside puzzles, too."""

FORMS: Registry[Callable[[Text, Shape | None], list[Reading]]] = Registry(
    "form",
    "sudoku.forms",
    {
        "stated": "sudoku.formats.forms.stated:read",
        "opensudoku": "sudoku.formats.forms.opensudoku:read",
        "sumocue": "sudoku.formats.forms.sumocue:read",
        "janko": "sudoku.formats.forms.janko_pages:read",
        "solo": "sudoku.formats.forms.solo:read",
        "links": "sudoku.formats.forms.links:read",
        "hodoku": "sudoku.formats.forms.hodoku:read",
        "sudocue": "sudoku.formats.forms.sudocue:read",
        "matrices": "sudoku.formats.forms.matrices:read",
        "lines": "sudoku.formats.forms.lines:read",
        "drawings": "sudoku.formats.forms.drawings:read",
        "spaces": "sudoku.formats.forms.spaces:read",
        "lists": "sudoku.formats.forms.lists:read",
        "placements": "sudoku.formats.forms.placements:read",
        "fields": "sudoku.formats.forms.fields:read",
        "candidate_grids": "sudoku.formats.forms.candidate_grids:read",
        "candidate_strings": "sudoku.formats.forms.candidate_strings:read",
        "tables": "sudoku.formats.forms.tables:read",
    },
    TextError,
)
"""Name -> the function that reads texts of the form."""
