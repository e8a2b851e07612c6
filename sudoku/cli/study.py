"""The command `sudoku study`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from exactcover.runtime.cli.colour import console
from exactcover.runtime.cli.options import time_option
from exactcover.runtime.search.work import limited_each
from sudoku.papers.registry import STUDIES, load
from sudoku.papers.study import Chart, Settings, Study, Table


@click.command()
@click.argument("name", required=False)
@click.option(
    "-n",
    "--limit",
    "n",
    type=click.IntRange(1),
    help="The number of puzzles; `sudoku study` says what each study counts.",
)
@click.option("--seed", type=click.IntRange(0), help="The seed of the random numbers; else 0.")
@click.option("--runs", type=click.IntRange(1), help="Repeat the experiment, and give averages.")
@click.option(
    "--racers",
    help="The solvers that race, with commas between them: backtracking,propagation, say.",
)
@click.option(
    "--plot",
    type=click.Path(file_okay=False, path_type=Path),
    help="A folder for the charts of the study, which are drawn on one sheet, an SVG file.",
)
@time_option
def study(
    name: str | None,
    n: int | None,
    seed: int | None,
    runs: int | None,
    racers: str | None,
    plot: Path | None,
    time_limit: float | None,
) -> None:
    """Repeat a published experiment; without a NAME, list the studies."""
    given = {"seed": seed, "runs": runs, "racers": racers}
    if name is None:
        if any(value is not None for value in (n, plot, time_limit, *given.values())):
            raise click.UsageError(
                "-n, --seed, --runs, --racers, --plot and --time-limit need the NAME of a study"
            )
        _list()
        return
    name = STUDIES.find(name)
    made = load(name)
    for option, value in given.items():
        if value is not None and option not in made.takes:
            raise click.UsageError(f"the study {name} takes no --{option}")
    names = tuple(racers.split(",")) if racers is not None else ()
    _run(name, made, Settings(n, seed or 0, runs, names), plot, time_limit)


def _list() -> None:
    for each in STUDIES:
        about = load(each)
        takes = ", ".join(f"--{option}" for option in sorted(about.takes)) or "nothing else"
        click.echo(f"{each}: {about.summary}\n    -n: {about.n_means}; takes {takes}")


def _run(
    name: str, made: Study, settings: Settings, plot: Path | None, time_limit: float | None
) -> None:
    """Run a study and print its tables; then draw its charts, if a folder is given."""
    from sudoku.papers.chart import charts_of, draw, pyplot, title_of

    if plot:
        pyplot()  # so that a missing matplotlib is reported before the work
    charts: list[Chart] = []
    try:
        for table in limited_each("the study", made.run(settings), time_limit):
            charts += charts_of(table)
            show(table)
    finally:  # the tables before the time limit have charts, too
        if plot and charts:
            path = plot / f"{name}.svg"
            draw(charts, title_of(name, made, settings), path)
            click.echo(f"drawn in {path}")


WIDTH = 110


def show(table: Table) -> None:
    """Print a table; columns of numbers are aligned right."""
    from rich.table import Table as RichTable

    made = RichTable(title=table.title, title_justify="left")
    for k, heading in enumerate(table.columns):
        is_text = all(isinstance(row[k], str) and not _is_number(row[k]) for row in table.rows)
        made.add_column(heading, justify="left" if is_text else "right")
    for row in table.rows:
        made.add_row(*map(_text, row))
    # A file or a pipe has no width.
    out = console() if sys.stdout.isatty() else console(width=WIDTH)
    out.print(made)
    for note in table.notes:
        out.print(f"  {note}", highlight=False)
    out.print()


def _text(value: Any) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)


def _is_number(text: str) -> bool:
    return text[:1].isdigit()
