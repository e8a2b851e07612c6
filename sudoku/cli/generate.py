"""The command `sudoku generate`."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from exactcover.runtime.cli.console import say
from exactcover.runtime.cli.exit_codes import BadInput, Exit
from sudoku.errors import SudokuError
from sudoku.formats.recognise import RULE_HELP, check_one_of, rules_asked
from sudoku.formats.registry import CLUES_ONLY, FORMATS, lost_without_rules

if TYPE_CHECKING:
    from sudoku.puzzle.puzzle import Puzzle

MOST_USUAL = 25
"""For more digits, the generation of a puzzle takes minutes, or does not end."""


@click.command()
@click.option(
    "-n",
    "--limit",
    "n",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    help="The number of puzzles.",
)
@click.option(
    "--start", metavar="PUZZLE", help="A puzzle whose clues, marks and rules all puzzles have."
)
@click.option("--strategy", help="The method; by default the other options select it.")
@click.option("--symmetry", help="The symmetry of the cells with clues: half_turn, rotational ...")
@click.option("--clues", type=int, help="The number of clues of each puzzle.")
@click.option("--no-clues", is_flag=True, help="Give no clues, as --clues 0: marks alone.")
@click.option("--pattern", help="The cells with clues, as a line with . or 0 for the other cells.")
@click.option(
    "--difficulty",
    help="The class of `sudoku rate`; with the usual scale easy, medium, hard or expert.",
)
@click.option(
    "--score", type=float, nargs=2, metavar="LOW HIGH", help="The range of the score on the scale."
)
@click.option(
    "--scale",
    default="bergman",
    show_default=True,
    help="The scale of the difficulty and the score; `sudoku rate --help` lists the scales.",
)
@click.option(
    "--er", type=float, nargs=2, metavar="LOW HIGH", help="The range of SukakuExplainer's rating."
)
@click.option(
    "--technique",
    multiple=True,
    help="A technique that each puzzle needs; `sudoku techniques` lists them. May be given again.",
)
@click.option(
    "--without", multiple=True, help="A technique that no puzzle needs. May be given again."
)
@click.option("--minimal", is_flag=True, help="Make minimal puzzles: no clue is redundant.")
@click.option(
    "--minimal-marks", is_flag=True, help="Remove marks of rulesets until each one is necessary."
)
@click.option("--shape", help="The width and height of a box, as in 4x3.")
@click.option("--rule", "rules", multiple=True, metavar="NAME[=JSON]", help=RULE_HELP)
@click.option(
    "--ruleset",
    "rulesets",
    multiple=True,
    metavar="NAME[:PARAMETER=VALUE,...]",
    help="Marks that are laid out at random, for example killer:cages=30; `sudoku rulesets` lists "
    "them. Several are combined.",
)
@click.option("--seed", type=int, help="The seed of the random numbers; by default a new one.")
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    help="The number of threads; by default one for each core.",
)
@click.option("--tries", type=int, help="Give up after this number of unsuccessful tries.")
@click.option("--time-limit", type=float, metavar="SECONDS", help="Stop after this time.")
@click.option(
    "--format",
    "style",
    type=click.Choice(["line", "json", "link", "sudokupad", "grid", "csv", "sdm"]),
    help="By default line, and with rulesets json: one line with the clues and all rules. link is "
    "a link of f-puzzles, sudokupad one of SudokuPad; sdm has 0 for a blank; csv has the "
    "solutions.",
)
@click.option(
    "--output",
    type=click.File("w"),
    default="-",
    help="The file to write; by default the standard output.",
)
def generate(style: str | None, output: Any, n: int, **settings: Any) -> None:
    """Print new puzzles, each with one solution, as they are made.

    The other commands read what is printed: `sudoku generate --ruleset killer | sudoku solve -`.

    Exit codes: 0 all were made, 1 not all were found, 2 bad input, 3 stopped.
    """
    from exactcover.runtime.search.result import Interrupted
    from sudoku.errors import NotFoundError

    if settings["start"] is not None:
        settings["start"] = _start(settings["start"])
        if style in CLUES_ONLY and (lost := _lost(settings["start"], settings["rules"])):
            raise click.UsageError(f"--format {style} has no room for {lost} of --start: use json")
    if settings["rulesets"] and style in CLUES_ONLY:
        raise click.UsageError(f"--format {style} has no room for the marks of rulesets: use json")
    is_stated = settings["rulesets"] or settings["start"] is not None
    style = style or ("json" if is_stated else "line")
    made = generator_of(n, settings)
    is_terminal = _is_terminal(output)
    try:
        with bar(n, is_shown=not is_terminal) as watched:
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
        say_undecided(made.undecided)
    if made.stopped:
        say(f"stopped ({made.stopped.value}) after {made.n_made} puzzles")
        sys.exit(Exit.STOPPED)


def _is_terminal(output: Any) -> bool:
    """Return whether the output is a terminal; a file is opened here, for the first time."""
    try:
        return bool(output.isatty())
    except click.FileError as error:  # its own exit code would mean that there is no puzzle
        raise BadInput(error.format_message()) from None


def say_undecided(undecided: dict[int, int]) -> None:
    """Print which puzzles are not proved to be minimal."""
    for number, n_clues in undecided.items():
        say(
            f"puzzle {number + 1}: not proved minimal; for {n_clues} of its clues or marks the "
            "search gave up before it knew whether they are redundant"
        )


def generator_of(n: int, settings: dict[str, Any]) -> Any:
    """Return the generator for the options; it has defaults for those that are not given."""
    from sudoku.generation.generate import generate
    from sudoku.geometry.shape import Shape, box_hint

    check_one_of(clues=settings["clues"] is not None, no_clues=settings["no_clues"])
    given = {name: value for name, value in settings.items() if value is not None}
    rules = rules_asked(given.pop("rules"))
    given["ruleset"] = given.pop("rulesets") or None
    for name in ("technique", "without"):
        given[name] = given[name] or None
    if given.pop("no_clues"):
        given["clues"] = 0
    if "shape" in given:
        given["shape"] = Shape.parse(given["shape"])
    made = generate(n, rules=rules, **given)
    shape = given.get("shape")
    if shape and shape.n > MOST_USUAL:
        say(f"the board has {shape.n}x{shape.n} cells: this may take long{box_hint(shape)}")
    return made


def _start(text: str) -> Any:
    """Return the puzzle of `--start`: a file, a link or a line."""
    from sudoku.formats.recognise import Source

    found = [puzzle for _, puzzle in Source(text).read()]
    if len(found) != 1:
        raise BadInput(f"--start: {len(found)} puzzles are there, one is wanted")
    if isinstance(found[0], SudokuError):
        raise BadInput(f"--start: {found[0]}")
    return found[0]


def _lost(start: Puzzle, rules: tuple[str, ...]) -> str:
    """Return the rules of a beginning that are not asked for, or its board; "" if none."""
    return lost_without_rules(start, [each for each in rules_asked(rules) if each in start.rules])


def _texts(puzzles: Iterable[Puzzle], style: str) -> Iterator[str]:
    """Yield the text of each puzzle, after a heading for csv."""
    if style == "csv":
        yield _row(["puzzle", "solution", "clues"])
        yield from map(_solved_row, puzzles)
    elif style == "sdm":  # of any size, where `FORMATS` takes what the format is for
        yield from (puzzle.grid.to_line().replace(".", "0") + "\n" for puzzle in puzzles)
    else:
        write = FORMATS[style]
        yield from (write(puzzle) + "\n" for puzzle in puzzles)


def _solved_row(puzzle: Puzzle) -> str:
    from sudoku.verbs.solve import solve

    solution = solve(puzzle).solution
    assert solution is not None
    return _row([puzzle.grid.to_line(), solution.to_line(), puzzle.n_clues])


def _row(values: list[Any]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(values)
    return line.getvalue()


@contextmanager
def bar(n: int, *, is_shown: bool) -> Iterator[Callable[[Iterable[Puzzle]], Iterable[Puzzle]]]:
    """Show the progress on a terminal, unless the puzzles are printed there."""
    if not is_shown or not sys.stderr.isatty():
        yield lambda puzzles: puzzles
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as shown:
        yield lambda puzzles: shown.track(puzzles, total=n, description="puzzles")
