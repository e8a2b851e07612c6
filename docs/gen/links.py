"""Links to files of the repository that lie outside docs/: they lead to pages of the site.

A document links as it does in the repository (``../ARCHITECTURE.md``), so that its links work
there, too.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[2]

PAGES = {
    "ARCHITECTURE.md": "project/architecture.md",
    "CHANGELOG.md": "project/changelog.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "GLOSSARY.md": "project/glossary.md",
    "README.md": "index.md",
    "SECURITY.md": "project/security.md",
    "benchmarks/results": "benchmarks/index.md",
    "benchmarks/results/latest.md": "benchmarks/results.md",
    "benchmarks/results/csp": "benchmarks/csp.md",
    "benchmarks/results/csp/latest.md": "benchmarks/csp.md",
    "benchmarks/results/faults.md": "benchmarks/faults.md",
    "benchmarks/results/forcing.md": "benchmarks/forcing.md",
    "benchmarks/results/limits-of-size.md": "benchmarks/limits-of-size.md",
    "benchmarks/results/minimality.md": "benchmarks/minimality.md",
    "benchmarks/results/rulesets.md": "benchmarks/rulesets.md",
    "benchmarks/results/studies.md": "benchmarks/studies.md",
    "benchmarks/results/wishes.md": "benchmarks/wishes.md",
    "benchmarks": "benchmarks/index.md",
    "docs/decisions": "decisions/README.md",
    "examples": "gallery/examples.md",
    "sudoku/papers/README.md": "papers.md",
}
"""File or folder of the repository -> page of the site."""

_LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)#:\s]+)(#[^)\s]*)?\)")


def with_site_links(text: str, page: str) -> str:
    """Return a page with links that lead to pages of the site.

    A link to another file of the repository becomes its text alone.

    Parameters
    ----------
    text
        The page, in Markdown.
    page
        Its path in the site's sources.

    Examples
    --------
    >>> with_site_links("See [the words](../GLOSSARY.md#cell), [ruff](../pyproject.toml).", "a.md")
    'See [the words](project/glossary.md#cell), ruff.'
    >>> with_site_links("[queens](../../examples/queens.py), [home](../index.md)", "guides/a.md")
    '[queens](../gallery/examples/queens.md), [home](../index.md)'
    """
    sources = {target: source for source, target in PAGES.items() if source.endswith(".md")}
    source = f"docs/{page}" if page == "index.md" else sources.get(page, f"docs/{page}")
    folder = PurePosixPath(source).parent

    def link(found: re.Match[str]) -> str:
        words, target, place = found[1], found[2], found[3] or ""
        path = posixpath.normpath(folder / target)
        goal = _page_of(path, page)
        if goal is None:
            is_ours = not path.startswith(("docs/", "..")) and (ROOT / path).exists()
            return words if is_ours else found[0]
        relative = posixpath.relpath(goal, posixpath.dirname(page) or ".")
        return f"[{words}]({relative}{place})"

    return _LINK.sub(link, text)


def _page_of(path: str, page: str) -> str | None:
    """Return the page that shows a file to readers of another page; None if there is none.

    A notebook links to its own file, to be downloaded.
    """
    if path in PAGES:
        return PAGES[path]
    if path.startswith("examples/") and path.endswith(".py") and (ROOT / path).exists():
        return f"gallery/examples/{PurePosixPath(path).stem}.md"
    if path.startswith("docs/notebooks/") and not page.startswith("notebooks/"):
        return path.removeprefix("docs/").replace(".ipynb", ".md")
    if path.startswith("docs/") and path.endswith(".md"):
        return path.removeprefix("docs/")
    return None
