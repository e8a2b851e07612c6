"""The page of all studies: `python -m sudoku.papers.page FOLDER` runs them and writes it.

It writes `studies.md`, and one sheet of charts a study below `images/studies`. If names of studies
follow, only their sections are made anew. Prose beside each study, `NAME.md`, explains its tables.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from exactcover.runtime.cores import n_cores
from exactcover.runtime.files import replacing
from sudoku.papers.chart import charts_of, draw, number_of, pyplot, title_of
from sudoku.papers.registry import STUDIES, load
from sudoku.papers.study import Settings, Table

PICTURES = "images/studies"


def main(folder: Path, names: tuple[str, ...] = ()) -> None:
    """Run studies, all of them by default, and write the page and its pictures."""
    pyplot()  # so that a missing matplotlib is reported before the work
    folder.mkdir(parents=True, exist_ok=True)
    sections = sections_of(folder / "studies.md") if names else {}
    for name in names or STUDIES:
        print(f"{name} ...", file=sys.stderr, flush=True)
        start, start_of_work = perf_counter(), process_time()
        tables = list(load(name).run(Settings()))
        about = (
            f"This run took {perf_counter() - start:.0f} s on {n_cores()} cores, "
            f"{process_time() - start_of_work:.0f} s of the processor."
        )
        draw_sheet(name, tables, folder)
        sections[name] = section(name, tables, about)
    made = [sections[name] for name in STUDIES if name in sections]
    with replacing(folder / "studies.md") as file:
        file.write("\n".join([prose("page"), *made]).encode())


def sections_of(path: Path) -> dict[str, str]:
    """Return the sections of a page by the names of their studies; none if there is no page."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    _, *parts = text.split("\n## `")
    return {part.partition("`")[0]: "## `" + part for part in parts}


def draw_sheet(name: str, tables: list[Table], folder: Path) -> None:
    """Draw the charts of a study on one sheet."""
    charts = [chart for table in tables for chart in charts_of(table)]
    draw(charts, title_of(name, load(name), Settings()), folder / PICTURES / f"{name}.svg")


def section(name: str, tables: list[Table], about: str) -> str:
    """Return the section of a study: its tables, its sheet, and the prose beside it."""
    lines = [f"## `{name}`", "", f"{load(name).summary}: `sudoku study {name}`. {about}", ""]
    for table in tables:
        lines += [f"**{table.title}**", "", *table_lines(table), ""]
        lines += [" ".join(table.notes), ""] if table.notes else []
    lines += [f"![Charts of the study {name}]({PICTURES}/{name}.svg)", "", prose(name)]
    return "\n".join(lines)


def table_lines(table: Table) -> Iterator[str]:
    r"""Yield the lines of a table in Markdown; columns of numbers are aligned right.

    Examples
    --------
    >>> list(table_lines(Table("T", ("grid", "clues"), [("a|b", 1234)])))
    ['| grid | clues |', '|---|---:|', '| a\\|b | 1,234 |']
    """
    yield _line(table.columns)
    columns = zip(*table.rows, strict=True)
    ends = ("---:" if all(map(_is_number, column)) else "---" for column in columns)
    yield "|" + "|".join(ends) + "|"
    yield from map(_line, table.rows)


def _line(values: Any) -> str:
    texts = (f"{value:,}" if isinstance(value, int) else str(value) for value in values)
    return "| " + " | ".join(text.replace("|", "\\|") for text in texts) + " |"


def _is_number(value: Any) -> bool:
    return value in ("-", "") or number_of(value) is not None


def prose(name: str) -> str:
    """Return the text beside the module of a study, or beside this one for "page"; or nothing."""
    module = load(name).run.__module__ if name in STUDIES else "sudoku.papers.page"
    folder, _, stem = module.rpartition(".")
    path = files(folder) / f"{stem}.md"
    return path.read_text(encoding="utf-8") if path.is_file() else ""


if __name__ == "__main__":
    main(Path(sys.argv[1]), tuple(sys.argv[2:]))
