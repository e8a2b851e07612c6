"""All generated files of the site."""

from __future__ import annotations

from functools import cache
from itertools import chain

from docs.gen import (
    api,
    benchmarks,
    commands,
    formats,
    gallery,
    literature,
    notebooks,
    project,
    registries,
    rules,
    techniques,
)

MAKERS = (
    api.pages,
    benchmarks.pages,
    commands.pages,
    formats.pages,
    gallery.pages,
    literature.pages,
    notebooks.pages,
    project.pages,
    registries.pages,
    rules.pages,
    techniques.pages,
)
"""Functions that yield the path and the content of each generated file."""


@cache
def generated() -> dict[str, str | bytes]:
    """Return path -> content of all files that are made when the site is built.

    They are made once in a process: `mkdocs serve` builds again after each change of a page.
    """
    return dict(chain.from_iterable(make() for make in MAKERS))
