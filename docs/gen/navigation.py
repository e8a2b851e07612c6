"""The navigation: patterns are replaced by pages, and pages that are absent are left out."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase
from typing import Any


def resolved(entries: list[Any], pages: Iterable[str]) -> list[Any]:
    """Return the entries of `nav` in mkdocs.yml for the pages that exist.

    An entry is a page, a pattern for the pages that no other entry names, or a title with a page or
    with a list of entries. Sections without pages are left out.

    Examples
    --------
    >>> nav = ["index.md", {"Guides": ["guides/b.md", "guides/*.md"]}, {"Tours": ["tours/*.md"]}]
    >>> resolved(nav, ["guides/a.md", "guides/b.md", "guides/c.md", "index.md"])
    ['index.md', {'Guides': ['guides/b.md', 'guides/a.md', 'guides/c.md']}]
    """
    existing = sorted(pages)
    named = set(_named(entries))
    return list(_resolved(entries, existing, named))


def _named(entries: Iterable[Any]) -> Iterable[str]:
    """Yield all texts of the entries."""
    for entry in entries:
        if isinstance(entry, str):
            yield entry
        else:
            (content,) = entry.values()
            yield from _named([content] if isinstance(content, str) else content)


def _resolved(entries: Iterable[Any], existing: list[str], named: set[str]) -> Iterable[Any]:
    for entry in entries:
        if isinstance(entry, str):
            yield from (
                page
                for page in existing
                if page == entry or (page not in named and fnmatchcase(page, entry))
            )
            continue
        ((title, content),) = entry.items()
        if isinstance(content, list):
            if inside := list(_resolved(content, existing, named)):
                yield {title: inside}
        elif content in existing:
            yield {title: content}
