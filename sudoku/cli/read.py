"""The command `sudoku read`: say what is recognised in a text."""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from exactcover.runtime.cli.console import opened, say
from exactcover.runtime.cli.exit_codes import BadInput, Exit
from exactcover.runtime.cli.options import time_option
from exactcover.runtime.search.work import limited
from sudoku.cli.puzzles import puzzle_options
from sudoku.errors import SudokuError
from sudoku.formats.forms.reading import Reading
from sudoku.formats.recognise import Source, is_file
from sudoku.geometry.words import place_name


@click.command()
@puzzle_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each puzzle.")
@time_option
def read(source: Source, as_json: bool, time_limit: float | None) -> None:
    """Say in which form each puzzle of PUZZLES is written, and what it holds.

    These are the clues, candidates and rules, what a player has entered, the title and the author.
    If several readings are possible, or none, they are listed. Exit codes: 0 read, 2 not.
    """
    from sudoku.formats.forms.recognise import recognise_each

    if source.layout or source.rules:
        raise click.UsageError("--layout and --rule are no forms to recognise")
    text = source.puzzles
    if text == "-" or is_file(text):
        with opened(text) as stream:
            text = stream.read()
    try:
        with limited("the puzzles", time_limit):
            found = recognise_each(text, source.asked_shape(), source.symbols)
    except SudokuError as error:
        if text == source.puzzles and "\n" not in text and len(text) < 16:
            raise BadInput(f"{text!r} is no file, and no puzzle either") from None
        say(f"Error: {error}")
        sys.exit(Exit.BAD_INPUT)
    for reading in found:
        print(
            json.dumps(_facts(reading)) if as_json else f"line {reading.line}: {reading.in_words()}"
        )
    sys.exit(Exit.SOLUTION)


def _facts(found: Reading) -> dict[str, Any]:
    shape = found.grid.shape
    return {
        "line": found.line,
        "form": found.form,
        "shape": str(shape),
        "clues": found.grid.to_line(),
        "candidates": {place_name(*place): list(digits) for place, digits in found.marks},
        "rules": [rule.name for rule in found.all_rules()],
        "placed": {place_name(*place): digit for place, digit in found.placed},
        "removed": [[place_name(*place), digit] for place, digit in found.removed],
        **found.facts,
    }
