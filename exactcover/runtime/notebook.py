"""Short HTML of results for notebooks, in which all text is escaped.

The classes name these functions as their methods `_repr_html_` by
`exactcover.runtime.methods.Method`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from exactcover.runtime.formatting import format_duration, format_whole
from exactcover.runtime.search.limits import ending
from exactcover.runtime.texts import markup as escape
from exactcover.runtime.texts import printable_lines

if TYPE_CHECKING:
    from exactcover.runtime.registry import Registry
    from exactcover.runtime.search.result import Result, Statistics

MOST_CHARACTERS = 400
"""Longer texts of single objects are cut."""
MOST_TEXT = 4000
"""Longer texts are cut where the object is all that is shown."""


def clipped(text: str, most: int = MOST_CHARACTERS) -> str:
    """Return a text of at most `most` characters; a longer one is cut.

    Examples
    --------
    >>> clipped("abcdef", 4)
    'abc…'
    """
    return text if len(text) <= most else text[: most - 1] + "…"


def code(text: str) -> str:
    """Return a text as HTML in a fixed-width font, with its lines and spaces.

    Examples
    --------
    >>> code("x < y")
    '<pre style="margin:0;text-align:left">x &lt; y</pre>'
    """
    return f'<pre style="margin:0;text-align:left">{escape(text)}</pre>'


def note(text: str) -> str:
    """Return a text as a paragraph in small grey letters.

    Examples
    --------
    >>> note("3 nodes")
    '<p style="color:#6b6b6b;font-size:85%">3 nodes</p>'
    """
    return f'<p style="color:#6b6b6b;font-size:85%">{escape(text)}</p>'


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table with a row of headings; the cells of the other rows are HTML.

    Examples
    --------
    >>> table(["a"], [["1"], ["<b>2</b>"]]).count("<tr>")
    3
    """
    style = 'style="text-align:left;vertical-align:top"'
    headings = "".join(f"<th {style}>{escape(each)}</th>" for each in head)
    body = "".join(
        f"<tr>{''.join(f'<td {style}>{cell}</td>' for cell in cells)}</tr>" for cells in rows
    )
    return f"<table><thead><tr>{headings}</tr></thead><tbody>{body}</tbody></table>"


def fluid(svg: str, width: int) -> str:
    """Return an SVG image that is shown at most `width` pixels wide, and never wider than its page.

    Examples
    --------
    >>> fluid('<svg width="9" />', 300)
    '<svg style="width:300px;max-width:100%;height:auto" width="9" />'
    """
    return svg.replace("<svg ", f'<svg style="width:{width}px;max-width:100%;height:auto" ', 1)


def html_of(value: object) -> str:
    """Return an object as HTML: as it shows itself in notebooks, else its text.

    Examples
    --------
    >>> html_of("<b>")
    '<pre style="margin:0;text-align:left">&#x27;&lt;b&gt;&#x27;</pre>'
    """
    for name in ("_repr_html_", "_repr_svg_"):
        shown = None if isinstance(value, type) else getattr(value, name, None)
        found: Any = shown() if callable(shown) else None
        if found is not None:
            return str(found)
    return code(clipped(repr(value)))


def text_html(value: object) -> str:
    """Return an object as HTML: what `print` shows, for classes that have no picture or table.

    Examples
    --------
    >>> text_html({"<b>": 1})
    '<pre style="margin:0;text-align:left">{&#x27;&lt;b&gt;&#x27;: 1}</pre>'
    """
    return code(clipped(printable_lines(str(value)), MOST_TEXT))


def registry_html(registry: Registry[Any]) -> str:
    """Return a registry as a table of its names and what each is.

    Examples
    --------
    >>> from sudoku import SCALES
    >>> registry_html(SCALES).count("<tr>") == len(SCALES) + 1
    True
    """
    rows = ([code(name), escape(words)] for name, words in registry.summaries().items())
    return table(["name", "what it is"], rows)


def statistics_note(statistics: Statistics) -> str:
    """Return the statistics of a search as a note."""
    nodes = f"{format_whole(statistics.nodes, ',')} node{'s' * (statistics.nodes != 1)}"
    return note(f"{nodes}, {format_duration(statistics.seconds)}, engine {statistics.engine}")


def result_html(result: Result[Any]) -> str:
    """Return a result as HTML: its solution, or why there is none.

    Examples
    --------
    >>> from exactcover import Problem
    >>> "There is no solution" in result_html(Problem([["p", "q"], ["q", "r"]]).solve())
    True
    """
    if result.solution is not None:
        answer = html_of(result.solution)
    elif result.complete:
        answer = "<p><b>There is no solution.</b></p>"
    else:
        answer = f"<p><b>Undecided:</b> {escape(ending(result.stopped))}.</p>"
    return f"<div>{answer}{statistics_note(result.statistics)}</div>"
