"""The command `sudoku study`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from sudoku.studies.registry import STUDIES, load
from sudoku.studies.study import Settings, Study, Table

__all__ = ["study"]


@click.command()
@click.argument("name", required=False)
@click.option(
    "-n",
    "--limit",
    "n",
    type=click.IntRange(1),
    help="The number of puzzles; `sudoku study` says what each study counts.",
)
@click.option("--seed", type=int, help="The seed of the random numbers; 0 by default.")
@click.option(
    "--plot", type=click.Path(file_okay=False, path_type=Path), help="A folder for plots."
)
def study(name: str | None, n: int | None, seed: int | None, plot: Path | None) -> None:
    """Repeat a published experiment; without a NAME, list the studies."""
    if name is None:
        if (n, seed, plot) != (None, None, None):
            raise click.UsageError("-n, --seed and --plot need the NAME of a study")
        _list()
        return
    name = STUDIES.find(name)
    made = load(name)
    if seed is not None and not made.has_chance:
        raise click.UsageError(f"the study {name} uses no random numbers and takes no --seed")
    _run(name, made, Settings(n, seed or 0, plot))


def _list() -> None:
    for each in STUDIES:
        about = load(each)
        click.echo(f"{each}: {about.summary}\n    -n: {about.n_means}")


def _run(name: str, made: Study, settings: Settings) -> None:
    """Run a study and print its tables; plot them if the study does not plot by itself."""
    from sudoku.studies.show import show
    from sudoku.studies.study import pyplot

    if settings.plot:
        pyplot()  # so that a missing matplotlib is reported before the work
    for number, table in enumerate(made.run(settings), 1):
        if settings.plot and not made.draws:
            table = _drawn(table, settings.plot / f"{name}-{number}.png")
        show(table)


def _drawn(table: Table, path: Path) -> Table:
    """Plot a table, and return it with a note that names the file."""
    from sudoku.studies.chart import bar_chart

    bar_chart(table, path)
    return replace(table, notes=(*table.notes, f"plotted in {path}"))
