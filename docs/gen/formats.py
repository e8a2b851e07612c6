"""The page of file formats, from the descriptions of the modules that read them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from importlib import import_module

from docs.gen.markdown import document, table
from sudoku.formats.fpuzzles import keys

FORMATS = {
    "Exact cover problems": {
        "Knuth's text format": "exactcover.formats.text",
        "JSON and matrices": "exactcover.formats.json",
        "DIMACS": "exactcover.formats.dimacs",
    },
    "Runs": {"Checkpoints": "exactcover.runtime.parallel.checkpoint"},
    "Puzzles": {
        "Lines and grids": "sudoku.formats.usual_text",
        "Texts that are pasted": "sudoku.formats.forms.recognise",
        "Candidates": "sudoku.formats.candidate_writer",
        "Spreadsheets": "sudoku.formats.spreadsheet",
        "f-puzzles": "sudoku.formats.fpuzzles.reader",
        "Constraint strings of Interactive Sudoku Solver": "sudoku.formats.iss.strings",
        "Layouts of janko.at": "sudoku.formats.janko.reader",
    },
    "Explanations": {"JSON of explanations": "sudoku.explaining.interchange"},
    "Cases of techniques": {"Regression libraries": "sudoku.techniques.library"},
}
"""Section -> format -> the module that reads it, and describes it."""


def pages() -> Iterator[tuple[str, str]]:
    """Yield the path and the text of the page."""
    parts = ["The descriptions come from the modules that read and write the formats."]
    for section, formats in FORMATS.items():
        parts.append(f"## {section}")
        for title, module in formats.items():
            parts += [f"### {title}", described(module), f"Read by `{module}`."]
            if title == "f-puzzles":
                parts += [keys_of_fpuzzles(place) for place in keys.TABLES]
    yield "reference/file-formats.md", document("File formats", *parts)


def keys_of_fpuzzles(place: str) -> str:
    """Return a table of what happens to each key of f-puzzles data.

    Examples
    --------
    >>> keys_of_fpuzzles("a cell").splitlines()[2]
    '| `value` | read |'
    """
    rows = [[f"`{key}`", fate] for key, fate in keys.table(place)]
    return table([f"key of {place}", "what happens to it"], rows)


def described(module: str) -> str:
    """Return the description of a module as Markdown.

    Examples
    --------
    >>> described("exactcover.formats.graph")
    'Problems as bipartite graphs, for networkx.'
    """
    text = inspect.getdoc(import_module(module)) or ""
    text = re.sub(r"^(\w+)\n-{3,}\n", r"**\1.** ", text, flags=re.MULTILINE)
    return text.replace("``", "`").replace("::\n", ":\n")
