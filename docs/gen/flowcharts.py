"""Flowcharts in fenced blocks, drawn when the site is built: a small part of Mermaid's language.

Mermaid itself would have to be loaded from another server. The part is ``flowchart TD`` with nodes
``name["text"]`` and arrows ``one -->|"text"| other``; anything else is an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

import networkx as nx

from exactcover.runtime.pictures.colours import INK, PALE
from exactcover.runtime.pictures.svg import Svg

_NODE = r'(\w+)(?:\["([^"]*)"\])?'
_LINE = re.compile(rf'{_NODE}(?:\s*-->\s*(?:\|"([^"]*)"\|)?\s*{_NODE})?$')
HEIGHT, STEP, GAP, CHARACTER, SIZE = 34.0, 84.0, 40.0, 7.0, 13.0
FILL = "#e3f1f6"


class Flowchart(NamedTuple):
    """The texts of the nodes by name, and the arrows with their texts."""

    nodes: dict[str, str]
    arrows: list[tuple[str, str, str]]


def fence(source: str, *_: Any, **__: Any) -> str:
    """Return a block as HTML, for `pymdownx.superfences`."""
    return f"<figure>{drawn(parsed(source))}</figure>"


def parsed(source: str) -> Flowchart:
    r"""Return the flowchart of a text.

    Raises
    ------
    ValueError
        If a line has another form.

    Examples
    --------
    >>> chart = parsed('flowchart TD\n  a["first: one"] -->|"then"| b')
    >>> chart.nodes, chart.arrows
    ({'a': 'first: one', 'b': 'b'}, [('a', 'b', 'then')])
    """
    head, *lines = source.strip().splitlines()
    if head != "flowchart TD":
        raise ValueError(f"a flowchart begins with 'flowchart TD', not {head!r}")
    nodes: dict[str, str] = {}
    arrows = []
    for line in lines:
        found = _LINE.match(line.strip())
        if found is None:
            raise ValueError(f"this line of a flowchart is unknown: {line!r}")
        one, text, words, other, other_text = found.groups()
        for name, label in ((one, text), (other, other_text)):
            if name:
                nodes[name] = label or nodes.get(name, name)
        if other:
            arrows.append((one, other, words or ""))
    return Flowchart(nodes, arrows)


def drawn(chart: Flowchart) -> str:
    r"""Return a flowchart without cycles as SVG: each node is below those that lead to it.

    Examples
    --------
    >>> drawn(parsed("flowchart TD\n  a --> b")).count("<rect")
    3
    """
    rows = _rows(chart)
    row_of = {name: number for number, row in enumerate(rows) for name in row}
    widths = {name: CHARACTER * len(text) + 24 for name, text in chart.nodes.items()}
    width = max(sum(widths[name] + GAP for name in row) - GAP for row in rows)
    places = dict(_places(rows, widths, width))
    side = max((CHARACTER * len(words) for *_, words in chart.arrows), default=0.0)
    is_past = [row_of[other] > row_of[one] + 1 for one, other, _ in chart.arrows]
    left = -side - GAP if any(is_past) else 0.0
    box = (left - 10, -10.0, width + 20 - left, STEP * (len(rows) - 1) + HEIGHT + 20)
    svg = Svg(box, ["arrows", "nodes", "texts"], "A flowchart")
    for one, other, words in chart.arrows:
        (x, y), (u, v) = places[one], places[other]
        if row_of[other] == row_of[one] + 1:
            top, bottom = y + HEIGHT / 2, v - HEIGHT / 2
            svg.add("arrows", "path", d=svg.path([(x, top), (u, bottom - 6)]), stroke=PALE)
            tip = [(u - 5, bottom - 8), (u + 5, bottom - 8), (u, bottom)]
            place, anchor = ((x + u) / 2 + 8, (top + bottom) / 2), "start"
        else:  # past the rows between, on the left
            x, u = x - widths[one] / 2, u - widths[other] / 2
            path = f"M{x:g} {y:g}C{-GAP:g} {y:g} {-GAP:g} {v:g} {u - 6:g} {v:g}"
            svg.add("arrows", "path", d=path, fill="none", stroke=PALE)
            tip = [(u - 8, v - 5), (u - 8, v + 5), (u, v)]
            place, anchor = (-0.75 * GAP, (y + v) / 2), "end"
        svg.add("arrows", "path", d=svg.path(tip, is_closed=True), fill=PALE)
        svg.write("texts", place, words, 11, fill=INK, text_anchor=anchor)
    for name, text in chart.nodes.items():
        x, y = places[name]
        size = {"width": widths[name], "height": HEIGHT, "rx": 6}
        corner = {"x": x - widths[name] / 2, "y": y - HEIGHT / 2}
        svg.add("nodes", "rect", **corner, **size, fill=FILL, stroke=INK)
        svg.write("texts", (x, y), text, SIZE, fill=INK)
    return svg.text()


def _rows(chart: Flowchart) -> list[list[str]]:
    """Return the names of the nodes in rows, each as far down as its longest way from the top."""
    graph = nx.DiGraph([(one, other) for one, other, _ in chart.arrows])
    depth: dict[str, int] = {}
    for name in nx.topological_sort(graph):
        depth[name] = 1 + max((depth[each] for each in graph.predecessors(name)), default=-1)
    rows: list[list[str]] = [[] for _ in range(1 + max(depth.values()))]
    for name in chart.nodes:
        rows[depth[name]].append(name)
    return rows


def _places(
    rows: list[list[str]], widths: dict[str, float], width: float
) -> Iterable[tuple[str, tuple[float, float]]]:
    """Yield each node with its middle; the nodes of a row stand beside each other, centred."""
    for number, row in enumerate(rows):
        x = (width - sum(widths[name] + GAP for name in row) + GAP) / 2
        for name in row:
            yield name, (x + widths[name] / 2, HEIGHT / 2 + STEP * number)
            x += widths[name] + GAP
