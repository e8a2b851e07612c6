"""Drawing: all charts of a study on one sheet, an SVG file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from exactcover.runtime.extras import imported
from exactcover.runtime.files import replacing
from sudoku.papers.study import Chart, Series, Settings, Study, Table

PANEL = 5.2, 3.4
"""The width and the height of a chart, in inches."""
PER_ROW = 2
ROOM = 0.3
"""The part of the height that is left free above bars, for the legend."""
PAPER = {"marker": "x", "color": "black", "linestyle": "none", "zorder": 5}
"""How values of a paper are drawn."""
MOST_DOTS = 400
"""The most dots of a series: more would make the file large and could not be told apart."""


def draw(charts: Sequence[Chart], title: str, path: Path) -> None:
    """Draw charts on one sheet, and write it as SVG.

    Raises
    ------
    MissingExtraError
        If matplotlib is not installed.
    """
    plt = pyplot()
    n_rows = -(-len(charts) // PER_ROW)
    n_columns = min(PER_ROW, len(charts))
    size = PANEL[0] * n_columns, PANEL[1] * n_rows + 0.4
    figure, axes = plt.subplots(
        n_rows, n_columns, squeeze=False, figsize=size, layout="constrained"
    )
    for place, chart in zip(axes.flat, charts, strict=False):
        _draw_one(place, chart)
    for place in list(axes.flat)[len(charts) :]:
        place.set_visible(False)
    figure.suptitle(title, fontsize="medium")
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as file:
        figure.savefig(file, format="svg", metadata={"Date": None})
    plt.close(figure)


def _draw_one(axes: Any, chart: Chart) -> None:
    bars = [series for series in chart.series if series.style == "bars"]
    places = _places(chart)
    for series in chart.series:
        x = [places.get(value, value) for value in series.x] if places else list(series.x)
        if series.style == "bars":
            width = 0.8 / len(bars)
            shift = (bars.index(series) - (len(bars) - 1) / 2) * width
            axes.bar([value + shift for value in x], series.y, width, label=series.name)
        elif series.style == "marks":
            axes.plot(x, series.y, label=series.name, **PAPER)
        elif series.style == "line":
            axes.plot(x, series.y, marker=".", label=series.name)
        else:
            step = -(-len(x) // MOST_DOTS)
            axes.scatter(x[::step], series.y[::step], s=8, alpha=0.6, label=series.name)
    if places:
        long = max(len(str(name)) for name in places) > 9 and len(places) > 3
        turned: dict[str, Any] = {"rotation": 30, "ha": "right"} if long else {}
        axes.set_xticks(list(places.values()), list(places), fontsize="small", **turned)
    else:
        axes.xaxis.get_major_locator().set_params(integer=True)
    if bars:
        axes.margins(y=ROOM)
    axes.set_title(chart.title, fontsize="medium")
    axes.set(xlabel=chart.x, ylabel=chart.y)
    if chart.is_log:
        axes.set_yscale("log")
    if len(chart.series) > 1:
        axes.legend(fontsize="small")


def _places(chart: Chart) -> dict[str, int]:
    """Return the place of each text on the x axis, in the order of their first use."""
    names = [value for series in chart.series for value in series.x if isinstance(value, str)]
    return {name: k for k, name in enumerate(dict.fromkeys(names))}


def charts_of(table: Table) -> tuple[Chart, ...]:
    """Return the charts of a table; if it has none, a bar chart of each column of numbers.

    Examples
    --------
    >>> table = Table("Grids", ("grid", "clues"), [("a", 24), ("b", 26)])
    >>> charts_of(table)[0].series
    (Series(name='clues', x=['a', 'b'], y=[24.0, 26.0], style='bars'),)
    """
    if table.charts:
        return table.charts
    labels = [str(row[0]) for row in table.rows]
    columns = list(zip(*table.rows, strict=True))
    made = []
    for heading, column in list(zip(table.columns, columns, strict=True))[1:]:
        numbers = [number_of(value) for value in column]
        if any(number is not None for number in numbers):
            series = Series(heading, labels, [number or 0.0 for number in numbers])
            made.append(Chart(table.title, table.columns[0], heading, (series,)))
    return tuple(made)


def title_of(name: str, made: Study, settings: Settings) -> str:
    """Return the title of the sheet of a study: its name and its settings."""
    n = f"n = {settings.n}" if settings.n else f"n: {made.n_means}"
    seed = f"; seed {settings.seed}" if "seed" in made.takes else ""
    return f"{name} ({n}{seed})"


def number_of(value: Any) -> float | None:
    """Return an entry of a table as a number, or None if it is no number.

    Examples
    --------
    >>> number_of("1,234"), number_of("60 %"), number_of(5), number_of("race")
    (1234.0, 60.0, 5.0, None)
    """
    try:
        return float(str(value).split(" ±")[0].replace(",", "").removesuffix("%").strip())
    except ValueError:
        return None


def pyplot() -> Any:
    """Return the module `pyplot` of matplotlib."""
    matplotlib = imported("matplotlib", "A plot", "matplotlib", "plot")
    matplotlib.use("Agg")
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "sudoku"})
    return imported("matplotlib.pyplot", "A plot", "matplotlib", "plot")
