"""Tables that fold on a phone: each cell carries the heading of its column.

The style sheet of the site shows it beside the cell where a screen is narrow.
"""

from __future__ import annotations

from typing import Any
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor

AFTER_INLINE = 15
"""Headings are texts without marks of Markdown then; that step has 20."""


class Labels(Treeprocessor):  # type: ignore[misc]  # the library has no types
    """Writes the headings of tables to the attribute `data-label` of their cells."""

    def run(self, root: Element) -> None:
        """Change all tables of a page."""
        for table in root.iter("table"):
            headings = ["".join(head.itertext()).strip() for head in table.iter("th")]
            for row in table.iterfind("tbody/tr"):
                for heading, cell in zip(headings, row, strict=False):
                    cell.set("data-label", heading)


class FoldingTables(Extension):  # type: ignore[misc]
    r"""The extension of Markdown.

    Examples
    --------
    >>> from markdown import markdown
    >>> table = "| *name* | size |\n|---|---|\n| a | 8 |"
    >>> text = markdown(table, extensions=["tables", FoldingTables()])
    >>> [line for line in text.splitlines() if "<td" in line]
    ['<td data-label="name">a</td>', '<td data-label="size">8</td>']
    """

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802
        """Add the step to the others."""
        md.treeprocessors.register(Labels(md), "labels", AFTER_INLINE)


def makeExtension(**settings: Any) -> FoldingTables:  # noqa: N802
    """Return the extension: mkdocs.yml names this module."""
    return FoldingTables(**settings)
