"""The command `sudoku complete`: a setter's drawing becomes a puzzle with one solution."""

from __future__ import annotations

import sys
from typing import Any

import click

from exactcover.runtime.cli.console import say
from exactcover.runtime.cli.exit_codes import BadInput, Exit
from sudoku.cli.puzzles import puzzle_options
from sudoku.errors import ClashError, FormityError, SudokuError
from sudoku.formats.recognise import Name, Source
from sudoku.formats.registry import CLUES_ONLY, FORMATS, lost_without_rules


@click.command()
@puzzle_options
@click.option(
    "--values",
    is_flag=True,
    help="Cages and other marks without a value get one; by default they have none.",
)
@click.option(
    "--any", "is_any", is_flag=True, help="Do not look for the fewest clues: none is redundant."
)
@click.option(
    "--grids",
    type=click.IntRange(min=1),
    default=10,
    show_default=True,
    help="The number of grids that are tried as the solution.",
)
@click.option("--seed", type=int, help="The seed of the random numbers; by default a new one.")
@click.option("--time-limit", type=float, metavar="SECONDS", help="Stop after this time.")
@click.option(
    "--format",
    "style",
    type=Name("format", lambda: FORMATS),
    default="grid",
    show_default=True,
    help="The format of the puzzle.",
)
def complete(source: Source, values: bool, is_any: bool, style: str, **settings: Any) -> None:
    """Add the fewest clues to a puzzle for it to have one solution.

    Its clues, marks and rules are kept. What was added is said on standard error.

    Exit codes: 0 completed, 1 there is no such puzzle, 2 bad input, 3 stopped, 4 stopped but
    completed: fewer clues may be enough.
    """
    from sudoku.completion.drawn import drawn_marks
    from sudoku.verbs.complete import complete as completed

    code, asked = Exit.SOLUTION, source.asked_rules()
    for place, puzzle, data in source.stated():
        if isinstance(puzzle, SudokuError):
            is_clash = isinstance(puzzle, ClashError)
            code = max(code, Exit.NONE if is_clash else Exit.BAD_INPUT)
            continue
        try:
            marks = drawn_marks(data or puzzle) if values else ()
            lost = lost_without_rules(puzzle, asked) or ", ".join(mark.title for mark in marks)
            if style in CLUES_ONLY and lost:
                say(f"Error: line {place}: --format {style} has no room for {lost}: use json")
                code = max(code, Exit.BAD_INPUT)
                continue
            made = completed(puzzle, marks, fewest=not is_any, **settings)
        except FormityError as error:
            say(str(error))
            code = max(code, Exit.NONE)
            continue
        except ValueError as error:
            raise BadInput(str(error)) from None
        if made.puzzle is not None:
            print(FORMATS[style](made.puzzle))
        say(str(made))
        if made.stopped:
            code = max(code, Exit.FOUND if made else Exit.STOPPED)
        else:
            code = max(code, Exit.SOLUTION if made else Exit.NONE)
    sys.exit(code)
