"""The command `sudoku generate`."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from exactcover.cli.console import say
from exactcover.cli.exit_codes import Exit
from sudoku.formats.recognise import RULE_HELP, rules_asked

if TYPE_CHECKING:
    from sudoku.puzzle.puzzle import Puzzle

MOST_USUAL = 25
"""Boards with more digits take minutes for a puzzle, or do not come to one at all."""

Write = Callable[["Puzzle"], str]


@click.command()
@click.option(
    "-n",
    "--limit",
    "n",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    help="How many.",
)
@click.option("--strategy", help="How they are made; by default as the other options call for.")
@click.option("--symmetry", help="Of the cells with clues, as half_turn or rotational.")
@click.option("--clues", type=int, help="How many clues a puzzle has.")
@click.option("--pattern", help="The cells with clues: a line with . or 0 for the others.")
@click.option(
    "--difficulty",
    help="easy, medium, hard or expert, the classes of: sudoku rate --scale bergman.",
)
@click.option("--score", type=float, nargs=2, metavar="LOW HIGH", help="Of that scale: from, to.")
@click.option("--er", type=float, nargs=2, metavar="LOW HIGH", help="Sudoku Explainer's: from, to.")
@click.option("--technique", help="One that is needed, as swordfish: sudoku techniques lists them.")
@click.option("--minimal", is_flag=True, help="Every puzzle needs each single clue.")
@click.option("--shape", help="A box's width x height, as in 4x3.")
@click.option("--rule", "rules", multiple=True, metavar="NAME[=JSON]", help=RULE_HELP)
@click.option("--seed", type=int, help="For the same puzzles again.")
@click.option("--workers", type=click.IntRange(min=1), help="Threads; one a core by default.")
@click.option("--tries", type=int, help="Give up after so many tries in vain.")
@click.option("--time-limit", type=float, metavar="SECONDS", help="Stop after so long.")
@click.option(
    "--format",
    "style",
    type=click.Choice(["line", "grid", "csv", "sdm"]),
    default="line",
    show_default=True,
    help="sdm: 0 for a blank; csv: with the solution.",
)
@click.option("--output", type=click.File("w"), default="-", help="A file, rather than the screen.")
def generate(style: str, output: Any, n: int, **wishes: Any) -> None:
    """Print new puzzles, each with one solution, as they are made.

    Exit codes: 0 all of them, 1 not found, 2 bad input, 3 stopped.
    """
    from exactcover.search.result import Interrupted
    from sudoku.errors import NotFoundError

    made = _generator(n, wishes)
    try:
        with _bar(n, is_shown=not output.isatty()) as watched:
            for text in _texts(watched(made), style):
                output.write(text)
    except NotFoundError as error:
        say(str(error))
        sys.exit(Exit.NONE)
    except Interrupted:
        made.close()
        say(f"interrupted after {made.n_made} puzzles")
        sys.exit(Exit.STOPPED)
    finally:
        _say_undecided(made.undecided)
    if made.stopped:
        say(f"stopped ({made.stopped.value}) after {made.n_made} puzzles")
        sys.exit(Exit.STOPPED)


def _say_undecided(undecided: dict[int, int]) -> None:
    """Say which puzzles are not proved to need all of their clues."""
    for number, n_clues in undecided.items():
        say(
            f"puzzle {number + 1}: not proved minimal; for {n_clues} of its clues the search gave "
            "up before it knew whether they can go"
        )


def _generator(n: int, wishes: dict[str, Any]) -> Any:
    """Return the generator of what the options say; those not given are left to it."""
    from sudoku.generation.generate import generate
    from sudoku.geometry.shape import Shape, box_hint

    given = {name: value for name, value in wishes.items() if value is not None}
    rules = rules_asked(given.pop("rules"))
    if "shape" in given:
        given["shape"] = Shape.parse(given["shape"])
    made = generate(n, rules=rules, **given)
    shape = given.get("shape")
    if shape and shape.n > MOST_USUAL:
        say(f"the board has {shape.n}x{shape.n} cells: that may take long{box_hint(shape)}")
    return made


def _texts(puzzles: Iterable[Puzzle], style: str) -> Iterator[str]:
    """Yield what is to be written, puzzle by puzzle."""
    if style == "csv":
        yield _row(["puzzle", "solution", "clues"])
    write: dict[str, Write] = {
        "line": lambda puzzle: puzzle.grid.to_line() + "\n",
        "grid": lambda puzzle: puzzle.to_text() + "\n",
        "sdm": lambda puzzle: puzzle.grid.to_line().replace(".", "0") + "\n",
        "csv": _solved_row,
    }
    yield from map(write[style], puzzles)


def _solved_row(puzzle: Puzzle) -> str:
    from sudoku.solvers.solve import solve

    solution = solve(puzzle).solution
    assert solution is not None
    return _row([puzzle.grid.to_line(), solution.to_line(), puzzle.n_clues])


def _row(values: list[Any]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(values)
    return line.getvalue()


@contextmanager
def _bar(n: int, *, is_shown: bool) -> Iterator[Callable[[Iterable[Puzzle]], Iterable[Puzzle]]]:
    """Show how many puzzles are made, if people look on and the puzzles do not show it."""
    if not is_shown or not sys.stderr.isatty():
        yield lambda puzzles: puzzles
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        yield lambda puzzles: bar.track(puzzles, total=n, description="puzzles")
