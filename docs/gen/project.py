"""Documents at the top of the repository, and the results of benchmarks, as pages of the site."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from docs.gen.links import PAGES, ROOT
from docs.gen.markdown import code, document, table


def pages() -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each page."""
    for source, target in PAGES.items():
        if source.endswith(".md") and target != "index.md":
            yield target, (ROOT / source).read_text(encoding="utf-8")
    yield from _examples()
    results = ROOT / "benchmarks/results"
    for path in sorted((results / "images").rglob("*.svg")):
        image = Path("benchmarks") / path.relative_to(results)
        yield image.as_posix(), path.read_text(encoding="utf-8")


def _examples() -> Iterator[tuple[str, str]]:
    """Yield a page for each script of `examples/`, and one that lists them."""
    rows = []
    for path in sorted((ROOT / "examples").glob("[a-z]*.py")):
        source = path.read_text(encoding="utf-8")
        tree = ast.parse(source)
        words = ast.get_docstring(tree) or ""
        script = code("\n".join(source.splitlines()[tree.body[0].end_lineno :]).strip(), "python")
        title = path.stem.replace("_", " ").capitalize()
        yield f"gallery/examples/{path.stem}.md", document(title, words, script)
        rows.append((f"[{title}](examples/{path.stem}.md)", words.partition("\n")[0]))
    introduction = (
        "Each script is complete: run it by `python examples/NAME.py` in a checkout of the "
        "repository."
    )
    yield "gallery/examples.md", document("Examples", introduction, table(["script", ""], rows))
