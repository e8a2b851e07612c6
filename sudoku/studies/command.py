"""The command `sudoku study`."""

from __future__ import annotations

from pathlib import Path

import click

from exactcover.console import BadInput
from sudoku.studies import STUDIES, Settings, load

__all__ = ["study"]


@click.command()
@click.argument("name", required=False)
@click.option("--n", type=click.IntRange(1), help="How many puzzles; without a NAME, see what of.")
@click.option("--seed", type=int, default=0, show_default=True, help="Where chance has a part.")
@click.option(
    "--plot", type=click.Path(file_okay=False, path_type=Path), help="A folder for plots."
)
def study(name: str | None, n: int | None, seed: int, plot: Path | None) -> None:
    """Do an experiment of the papers again; without a NAME, list what there is."""
    from sudoku.studies.show import show

    if name is None:
        for each in STUDIES:
            about = load(each)
            click.echo(f"{each}: {about.summary}\n    --n: {about.n_means}")
        return
    made = load(name)
    try:
        for table in made.run(Settings(n, seed, plot)):
            show(table)
    except ImportError as error:
        raise BadInput(str(error)) from None
