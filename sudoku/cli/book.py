"""The command `sudoku book`: a booklet of new or given puzzles as PDF."""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterable
from contextlib import closing
from datetime import datetime
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from exactcover.runtime.cli.console import say
from exactcover.runtime.cli.exit_codes import Exit
from exactcover.runtime.search.limits import HaltedError, Watch, ending, stop_if_due
from sudoku.booklets.layout import MOST_ON_PAGE, PAPERS
from sudoku.booklets.words import counted
from sudoku.cli.generate import bar, generate, generator_of, say_undecided
from sudoku.errors import ClashError, FormityError, NotFoundError, SudokuError
from sudoku.formats.recognise import Name, Placed, Source, check_one_of, layout_option
from sudoku.puzzle.puzzle import Puzzle
from sudoku.ratings.bergman import Bergman
from sudoku.ratings.registry import AUTOMATIC, SCALES

if TYPE_CHECKING:
    from sudoku.booklets.entry import Entry

USUAL = 8
"""The number of new puzzles if none is given."""


@click.command()
@click.argument("path", metavar="BOOK.pdf", type=click.Path(dir_okay=False, allow_dash=False))
@click.option(
    "-n",
    "--limit",
    "n",
    type=click.IntRange(min=1),
    help=f"The number of puzzles; by default {USUAL} new ones, or all of --from.",
)
@click.option(
    "--from",
    "sources",
    metavar="PUZZLES",
    multiple=True,
    help="Print these puzzles instead of new ones: a file, or anything else that `sudoku` reads. "
    "May be given again.",
)
@layout_option
@click.option("--title", default="Sudoku", show_default=True, help="The title.")
@click.option("--author", default="", help="The name of the author.")
@click.option(
    "--per-page",
    type=click.IntRange(1, MOST_ON_PAGE),
    help="The number of puzzles on a page, up to 12; by default at most 4, on worksheets 12.",
)
@click.option(
    "--worksheet",
    is_flag=True,
    help="Pages for a class: a line for the name above the puzzles, no title page, no ratings.",
)
@click.option("--no-cover", is_flag=True, help="Print no title page.")
@click.option("--shapes", is_flag=True, help="Draw shapes instead of the digits up to 9.")
@click.option(
    "--upside-down", is_flag=True, help="Print small solutions upside down below the puzzles."
)
@click.option(
    "--paper",
    type=click.Choice([*PAPERS], case_sensitive=False),
    default="a4",
    show_default=True,
    help="The size of the pages.",
)
@click.option("--answers", is_flag=True, help="Print the solutions at the end.")
@click.option(
    "--scale",
    type=Name("scale", lambda: [AUTOMATIC, *SCALES]),
    default=AUTOMATIC,
    help="The scale of the ratings, which is then named, and of --difficulty and --score.",
)
@click.option("--no-ratings", is_flag=True, help="Print no ratings.")
@click.option(
    "--date",
    type=click.DateTime(["%Y-%m-%d"]),
    help="The date of the file; with it and a seed, the same command gives the same bytes.",
)
def book(
    path: str,
    n: int | None,
    sources: tuple[str, ...],
    layout: str | None,
    scale: str,
    no_ratings: bool,
    no_cover: bool,
    shapes: bool,
    upside_down: bool,
    date: datetime | None,
    **settings: Any,
) -> None:
    """Write a booklet of puzzles as PDF: rules, puzzles with their ratings, and solutions.

    The puzzles are new ones, with the options of `sudoku generate`, or those of --from. After
    Ctrl-C or --time-limit, the booklet has the puzzles that were made so far.

    Exit codes: 0 the booklet has all puzzles, 1 not all were found or one has no or several
    solutions, 2 bad input, 3 stopped.
    """
    from sudoku.booklets.booklet import Booklet, check_path
    from sudoku.booklets.pages import check_texts

    check_path(path)
    if no_ratings and is_given("scale") and not (settings["difficulty"] or settings["score"]):
        raise click.UsageError("--scale is of ratings: with --no-ratings it says nothing")
    names = ("title", "author", "paper", "answers", "per_page", "worksheet")
    look = {name: settings.pop(name) for name in names}
    check_texts(look["title"], look["author"])
    check_one_of(answers=look["answers"], upside_down=upside_down)
    look["answers"] = "upside_down" if upside_down else look["answers"]
    look |= {"cover": not no_cover, "symbols": "shapes" if shapes else "digits"}
    look["scores"] = scale != AUTOMATIC
    if not sources and layout is not None:
        raise click.UsageError("--layout is for the puzzles of --from")
    if not sources and (settings["difficulty"] or settings["score"]):
        settings["scale"] = Bergman.name if scale == AUTOMATIC else scale
    watch = Watch(settings.pop("time_limit"))
    placed = _given(sources, layout, n, settings) if sources else _new(n or USUAL, settings)
    entries: list[Entry] = []
    with closing(placed):
        shown = None if no_ratings or (look["worksheet"] and scale == AUTOMATIC) else scale
        code = _fill(entries, placed, watch, bool(look["answers"]), shown)
    if entries:
        Booklet(tuple(entries), date=date, **look).save(path)
    say(f"wrote {path}: {counted(len(entries), 'puzzle')}" if entries else "there is no booklet")
    sys.exit(code)


def is_given(parameter: str) -> bool:
    """Return whether an option of the running command is given, and is not its default."""
    source = click.get_current_context().get_parameter_source(parameter)
    return source is not click.core.ParameterSource.DEFAULT


# All options of `sudoku generate` that say which puzzles are made; a booklet has one scale.
OWN = ("n", "style", "output", "scale")
book.params += [one for one in generate.params if one.name not in OWN]


def _new(n: int, settings: dict[str, Any]) -> Generator[Placed, None, None]:
    """Yield new puzzles with their numbers; raise `HaltedError` if a limit stops that."""
    made = generator_of(n, settings)
    try:
        with bar(n, is_shown=True) as watched:
            yield from enumerate(watched(made), 1)
    finally:
        made.close()
        say_undecided(made.undecided)
    if made.stopped:
        raise HaltedError


def _given(
    sources: tuple[str, ...], layout: str | None, n: int | None, settings: dict[str, Any]
) -> Generator[Placed, None, None]:
    """Yield the puzzles of some sources, each with its line."""
    rules, shape = settings.pop("rules"), settings.pop("shape")
    asked = [
        name
        for name, value in settings.items()
        if value is not None and value is not False and value != ()  # 0 is something asked
    ]
    if asked:
        names = ", ".join("--" + name.replace("_", "-") for name in asked)
        raise click.UsageError(f"{names}: for new puzzles, not for those of --from")
    placed = (each for source in sources for each in Source(source, shape, rules, layout).read())
    yield from islice(placed, n)


def _fill(
    entries: list[Entry], placed: Iterable[Placed], watch: Watch, answers: bool, scale: str | None
) -> Exit:
    """Add puzzles to the entries until there is none left, or a limit or Ctrl-C stops it.

    The exit code is returned; what goes wrong is reported.
    """
    code = Exit.SOLUTION
    try:
        with watch.running():
            for place, puzzle in placed:
                code = max(code, _add(entries, place, puzzle, answers, scale))
    except NotFoundError as error:
        say(str(error))
        return max(code, Exit.NONE)
    except (HaltedError, KeyboardInterrupt) as error:
        why = watch.stop if isinstance(error, HaltedError) else None
        say(f"{ending(why)} after {counted(len(entries), 'puzzle')}")
        return Exit.STOPPED
    return code


def _add(
    entries: list[Entry], place: int, puzzle: Puzzle | SudokuError, answers: bool, scale: str | None
) -> Exit:
    """Add a puzzle to the entries; return the exit code for it."""
    from sudoku.booklets.entry import entry_of

    if isinstance(puzzle, SudokuError):  # it is reported where it was read
        return Exit.NONE if isinstance(puzzle, ClashError) else Exit.BAD_INPUT
    try:
        stop_if_due()
        entries.append(entry_of(puzzle, answers=answers, scale=scale))
    except FormityError as error:
        say(f"line {place}: {error}: it is left out")
        return Exit.NONE
    return Exit.SOLUTION
