"""The page of the literature, from the sections "References" of the modules' docstrings."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from docs.gen.markdown import document, table

__all__ = ["pages", "references_of"]

ROOT = Path(__file__).parents[2]
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
    """Return the references in the docstring of a module, on one line; nothing if it has none.

    Examples
    --------
    >>> references_of(ROOT / "exactcover" / "runtime" / "kernels" / "xorshift.py")
    'G. Marsaglia, Xorshift RNGs, Journal of Statistical Software 8 (2003).'
    """
    words = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    found = re.search(r"^References\n-+\n(.*)", words, re.DOTALL | re.MULTILINE)
    return " ".join(found[1].split()) if found else ""
