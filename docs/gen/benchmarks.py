"""The page of benchmarks: charts of the last results in `benchmarks/results`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from docs.gen.charts import dot_plot
from docs.gen.links import ROOT
from docs.gen.markdown import code, document, figure, table

RESULTS = {"": "results.md", "csp": "csp.md"}
"""Folder below `benchmarks/results` -> the page of the site with all its results."""
MACHINE = ("date", "cpu", "cores", "system", "python", "numba", "revision")


class Chart(NamedTuple):
    """A chart of one section of the results."""

    name: str
    folder: str
    section: str
    """How the title of the section begins."""
    columns: Mapping[str, str]
    """Column of the section -> name of the program, ours first."""
    unit: str
    words: str


CHARTS = (
    Chart(
        "counting",
        "",
        "Counting all solutions",
        {"auto": "exactcover", "xcover": "xcover", "exact_cover": "exact_cover"},
        "seconds, the best of 5 runs or more (a step is a factor of 10)",
        "Count all solutions of an exact cover problem. xcover is compiled by Numba, too, "
        "exact_cover is written in C.",
    ),
    Chart(
        "sudoku",
        "",
        "Sudoku by exact cover",
        {
            "ours": "exactcover",
            "xcover, matrix": "xcover",
            "xcover, arrays": "xcover, arrays prepared by hand",
            "exact_cover": "exact_cover",
        },
        "puzzles a second, one by one, reading included",
        "Solve sudokus of 9x9 as exact cover problems.",
    ),
    Chart(
        "generation",
        "",
        "Puzzles of 9x9 made a second",
        {"a second": "puzzles"},
        "puzzles a second, one core",
        "Generate sudokus: the strategies of the library, and other packages.",
    ),
    Chart(
        "models",
        "csp",
        "Constraint models",
        {"ours": "csp", "NuCS": "NuCS", "CP-SAT": "CP-SAT"},
        "seconds of one core, without starting and compiling",
        "Search constraint models. A program has no dot where it did not finish in time.",
    ),
)


def pages() -> Iterator[tuple[str, str]]:
    """Yield the path and the content of the page and of its charts."""
    parts = []
    for folder, page in RESULTS.items():
        results = _results(folder)
        parts.append(f"## {'Constraint models' if folder else 'Exact cover and sudoku'}")
        for chart in CHARTS:
            if chart.folder == folder:
                yield f"benchmarks/{chart.name}.svg", _drawn(chart, results)
                parts += [chart.words, figure(f"{chart.name}.svg", "", alt=chart.words)]
        machine = results["machine"]
        parts += [
            f"[All these results, with the goals that were met and missed]({page})",
            table(["", ""], ((name, machine[name]) for name in MACHINE)),
            code(machine["command"], "sh"),
        ]
    introduction = (
        "The charts are drawn from the last results in `benchmarks/results` when the site is "
        "built. `make bench` and `make bench-csp` measure again; each package has an environment "
        "of its own, and the runs alternate. Measurements of other machines differ."
    )
    yield "benchmarks/index.md", document("Benchmarks", introduction, *parts)


def _results(folder: str) -> dict[str, Any]:
    path = ROOT / "benchmarks/results" / folder / "latest.json"
    results: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return results


def _drawn(chart: Chart, results: dict[str, Any]) -> str:
    section = next(each for each in results["sections"] if each["title"].startswith(chart.section))
    place = {name: section["columns"].index(name) for name in chart.columns}
    rows = []
    for row in section["rows"]:
        values = {chart.columns[name]: _first_number(row[place[name]]) for name in chart.columns}
        known = {program: value for program, value in values.items() if value}
        if known:
            rows.append((row[0], known))
    return dot_plot(chart.words, rows, list(chart.columns.values()), chart.unit)


def _first_number(text: str) -> float | None:
    """Return the first number in a cell, the best one; None for a run that did not end.

    Examples
    --------
    >>> _first_number("1,357,320 / 1,347,673"), _first_number("> 12"), _first_number("-")
    (1357320.0, None, None)
    """
    found = re.match(r"[\d.,]+(?:e[+-]?\d+)?", text)
    return float(found[0].replace(",", "")) if found else None
