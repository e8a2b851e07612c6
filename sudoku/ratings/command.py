"""The command `sudoku rate`: how difficult puzzles are."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from exactcover.console import Exit
from sudoku.answers import answers
from sudoku.errors import SudokuError
from sudoku.puzzle_arguments import Name, Source, check_one_of, puzzle_options
from sudoku.ratings import SCALES, Rating, scale

if TYPE_CHECKING:
    from sudoku.puzzle import Puzzle

__all__ = ["rate"]

REMARKS = {
    "none": "no solution",
    "many": "more than one solution",
    "stopped": "not known",
    "refused": "refused",
}
"""What is said of a puzzle that is not rated, by its formity."""

Rated = tuple[int, "Puzzle | None", "Rating | str"]
"""The line in which a puzzle begins, the puzzle, and its rating or its formity."""


@click.command()
@puzzle_options
@click.option("--scale", "scale_name", type=Name("scale", SCALES), default="003", show_default=True)
@click.option("--lines", is_flag=True, help="One line a puzzle: its rating, none or many.")
@click.option("--json", "as_json", is_flag=True, help="One object a line.")
def rate(
    source: Source,
    scale_name: str,
    lines: bool,
    as_json: bool,
) -> None:
    """Say how difficult each puzzle is, by one of several scales.

    se: ER/EP/ED of Sudoku Explainer; hodoku: HoDoKu's sum and level; 003, 002: the papers' classes;
    qqwing: QQWing's. The exit code is 1 if a puzzle has no solution or more than one, and so no
    rating, and 2 if one is refused.
    """
    check_one_of(lines=lines, json=as_json)
    code = Exit.SOLUTION
    shown = []
    for rated in _rated(source, scale_name):
        place, _, found = rated
        if lines:
            print(found)
        elif as_json:
            print(json.dumps({"line": place} | _facts(found)))
        elif found != "refused":
            shown.append(rated)
        if isinstance(found, str):
            code = max(code, Exit.BAD_INPUT if found == "refused" else Exit.NONE)
    if shown:
        _show(shown, scale_name)
    sys.exit(code)


def _rated(source: Source, scale_name: str) -> Iterator[Rated]:
    chosen = scale(scale_name)
    for place, puzzle in source.read():
        formity = next(answers([(place, puzzle)], {})).formity
        if isinstance(puzzle, SudokuError):
            yield place, None, formity
        else:
            yield place, puzzle, chosen.rate(puzzle) if formity == "one" else formity


def _facts(found: Rating | str) -> dict[str, object]:
    if isinstance(found, str):
        return {"formity": found}
    return {
        "formity": "one",
        "value": found.value,
        "level": found.level,
        "solved": found.solved,
        "text": found.text,
        "techniques": dict(found.techniques),
    }


def _show(shown: list[Rated], scale_name: str) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("line", "clues", "rating", "techniques", title=scale(scale_name).summary)
    for place, puzzle, found in shown:
        clues = str(puzzle.n_clues) if puzzle else ""
        if isinstance(found, str):
            table.add_row(str(place), clues, f"[red]{REMARKS[found]}[/]")
        else:
            used = ", ".join(f"{name} {count}" for name, count in found.techniques.items())
            style = "bold" if found.solved else "yellow"
            table.add_row(str(place), clues, f"[{style}]{found.text}[/]", used)
    Console().print(table)
