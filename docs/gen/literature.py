"""The page of the literature, from the sections "References" of all docstrings."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from docs.gen.markdown import document, table

ROOT = Path(__file__).parents[2]
DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef
SECTION = re.compile(r"^References\n-+\n(.*?)(?=^[^\n]+\n-+$|\Z)", re.DOTALL | re.MULTILINE)
"""The section "References" of a docstring, to the next one."""
PACKAGES = {"exactcover": "Exact cover", "csp": "Constraint models", "sudoku": "Sudoku"}


def pages() -> Iterator[tuple[str, str]]:
    """Yield the path and the text of the page."""
    parts = [
        "What each file says of its sources; begin with [Algorithms](../explanation/algorithms.md)."
    ]
    for package, title in PACKAGES.items():
        found = ((path, references_of(path)) for path in sorted((ROOT / package).rglob("*.py")))
        rows = [
            (f"`{path.relative_to(ROOT).as_posix()}`", text.replace("|", r"\|"))
            for path, text in found
            if text
        ]
        parts += [f"## {title}", table(("file", "source"), rows)]
    yield "reference/literature.md", document("Literature", *parts)


def references_of(path: Path) -> str:
    """Return the references in the docstrings of a file, on one line; nothing if it has none.

    Examples
    --------
    >>> references_of(ROOT / "exactcover" / "runtime" / "kernels" / "xorshift.py")
    'G. Marsaglia, Xorshift RNGs, Journal of Statistical Software 8 (2003).'
    >>> references_of(ROOT / "exactcover" / "verbs" / "cheapest.py")  # of a function
    'D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1, Algorithm X$.'
    """
    found = dict[str, None]()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, DOCUMENTED) and (words := ast.get_docstring(node)):
            found |= dict.fromkeys(" ".join(each.split()) for each in SECTION.findall(words))
    return " ".join(found)
