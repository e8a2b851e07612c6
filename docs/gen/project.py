"""Documents at the top of the repository, and the results of benchmarks, as pages of the site."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from docs.gen.links import PAGES, ROOT
from docs.gen.markdown import code, document

__all__ = ["pages"]


def pages() -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each page."""
    for source, target in PAGES.items():
        if source.endswith(".md") and target != "index.md":
            yield target, (ROOT / source).read_text(encoding="utf-8")
    yield "gallery/examples.md", _examples()
    results = ROOT / "benchmarks/results"
    for path in sorted((results / "images").rglob("*.svg")):
        image = Path("benchmarks") / path.relative_to(results)
        yield image.as_posix(), path.read_text(encoding="utf-8")


def _examples() -> str:
    """Return the page with the scripts of `examples/`."""
    parts = [
        "Each script is complete: run it by `python examples/NAME.py` in a checkout of the "
        "repository."
    ]
    for path in sorted((ROOT / "examples").glob("[a-z]*.py")):
        source = path.read_text(encoding="utf-8")
        tree = ast.parse(source)
        words = ast.get_docstring(tree) or ""
        rest = "\n".join(source.splitlines()[tree.body[0].end_lineno :])
        parts += [
            f"## {path.stem.replace('_', ' ').capitalize()} {{#{path.stem}}}",
            words,
            f'??? example "examples/{path.name}"\n\n'
            + "\n".join(
                f"    {line}".rstrip() for line in code(rest.strip(), "python").splitlines()
            ),
        ]
    return document("Examples", *parts)
