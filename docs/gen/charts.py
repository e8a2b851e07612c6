"""Charts of measurements: one row for each thing measured, one dot for each program."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from exactcover.runtime.pictures.colours import INK, PALE
from exactcover.runtime.pictures.svg import Svg

COLOURS = ("#1a6faf", "#d1495b", "#e0a030", "#5f9d98", "#7a5fb0")
"""The colours of the programs, ours first."""
ROW, PLOT, TOP, BOTTOM, RADIUS, SIZE = 26.0, 430.0, 46.0, 40.0, 6.0, 13.0
CHARACTER = 7.4
"""The width that is reserved for a character of a name."""


def dot_plot(
    title: str, rows: Sequence[tuple[str, Mapping[str, float]]], programs: Sequence[str], unit: str
) -> str:
    """Return a chart with a logarithmic scale as SVG.

    A scale with equal steps for equal ratios shows times that differ by factors of a thousand.

    Parameters
    ----------
    title
        What the chart shows, for readers who cannot see it.
    rows
        The name of each row, and program -> value; a program without a value has no dot.
    programs
        The programs in the order of the legend, ours first.
    unit
        The title of the axis.

    Examples
    --------
    >>> dot_plot("Times", [("queens", {"ours": 0.1, "theirs": 2.0})], ["ours", "theirs"], "s")[:4]
    '<svg'
    """
    left = CHARACTER * max(len(name) for name, _ in rows) + 16
    values = [value for _, row in rows for value in row.values()]
    first, last = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    height = ROW * len(rows)
    box = (0.0, 0.0, left + PLOT + 24, TOP + height + BOTTOM)
    svg = Svg(box, ["grid", "lines", "dots", "texts"], title)

    def x_of(value: float) -> float:
        return left + PLOT * (math.log10(value) - first) / max(1, last - first)

    for power in range(first, last + 1):
        x = x_of(10.0**power)
        svg.add("grid", "path", d=f"M{x:g} {TOP:g}V{TOP + height:g}", stroke="#dddddd")
        svg.write("texts", (x, TOP + height + 12), _power(power), 11, fill=INK)
    svg.write("texts", (left + PLOT / 2, TOP + height + 29), unit, 12, fill=INK)
    x = left
    for program, colour in zip(programs, COLOURS, strict=False):
        svg.add("dots", "circle", cx=x, cy=20, r=RADIUS, fill=colour)
        svg.write("texts", (x + 12, 20), program, SIZE, fill=INK, text_anchor="start")
        x += 40 + CHARACTER * len(program)
    for number, (name, row) in enumerate(rows):
        y = TOP + ROW * (number + 0.5)
        svg.write("texts", (left - 12, y), name, SIZE, fill=INK, text_anchor="end")
        places = sorted(map(x_of, row.values()))
        svg.add("lines", "path", d=f"M{places[0]:.1f} {y:g}H{places[-1]:.1f}", stroke=PALE)
        for program, colour in reversed(list(zip(programs, COLOURS, strict=False))):
            if program in row:
                svg.add("dots", "circle", cx=x_of(row[program]), cy=y, r=RADIUS, fill=colour)
    return svg.text()


def _power(power: int) -> str:
    """Return a power of ten as people write it.

    Examples
    --------
    >>> _power(-3), _power(0), _power(6)
    ('0.001', '1', '1,000,000')
    """
    return f"{10**power:,}" if power >= 0 else f"{10.0**power:.{-power}f}"
