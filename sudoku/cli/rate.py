"""The command `sudoku rate`: rate the difficulty of puzzles."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import NamedTuple

import click

from exactcover.runtime.cli.colour import console
from exactcover.runtime.cli.exit_codes import Exit
from exactcover.runtime.search.limits import Watch
from sudoku.cli.answers import CODES, answers
from sudoku.cli.puzzles import puzzle_options
from sudoku.errors import SudokuError
from sudoku.formats.recognise import Name, Source, check_one_of
from sudoku.puzzle.puzzle import Puzzle
from sudoku.ratings.rating import Rating
from sudoku.ratings.registry import AUTOMATIC, SCALES, scale
from sudoku.verbs.rate import rate_proper, rate_shared

REMARKS = {
    "none": "no solution",
    "stopped": "not known",
    "refused": "refused",
}
"""The remark on a puzzle that is not rated, by its formity."""


class Rated(NamedTuple):
    """The line in which a puzzle begins, the puzzle if it can be read, its formity and rating."""

    place: int
    puzzle: Puzzle | None
    formity: str
    rating: Rating | None = None

    def __str__(self) -> str:
        return self.formity if self.rating is None else self.rating.text


@click.command()
@puzzle_options
@click.option(
    "--scale",
    "scale_name",
    type=Name("scale", lambda: [AUTOMATIC, *SCALES]),
    default=AUTOMATIC,
    help="By default bergman; variants where it has no number.",
)
@click.option(
    "--lines", is_flag=True, help="Print one line for each puzzle: its rating, none or many."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each puzzle.")
@click.option(
    "--time-limit", type=float, metavar="SECONDS", help="Stop after this time for each puzzle."
)
def rate(
    source: Source, scale_name: str, lines: bool, as_json: bool, time_limit: float | None
) -> None:
    """Rate the difficulty of each puzzle by one of several scales.

    bergman: score and class of Bergman et al. (2023); morgans: class of Morgans (2020); warner:
    class of Warner (2007); se: ER/EP/ED of SukakuExplainer 1.17.7; se_without_uniqueness: the same
    without the steps that assume a unique solution; se_original: ER/EP/ED of Sudoku Explainer
    1.2.1; hodoku: score and level of HoDoKu; qqwing: class of QQWing; rounds: score and class for
    puzzles of every shape and rule; variants: the same by the steps of an explanation.

    Without --scale, a line begins with the name of the scale that was used.

    Of a puzzle with several solutions, the techniques are shown that find what they share.

    Exit codes: 0 all puzzles are rated, 1 a puzzle has no solution or more than one and so no
    rating, 2 a puzzle is refused, 3 stopped.
    """
    check_one_of(lines=lines, json=as_json)
    code = Exit.SOLUTION
    shown: list[Rated] = []
    try:
        for rated in _rated(source, scale_name, time_limit):
            if lines:
                print(_with_scale(rated, str(rated)) if scale_name == AUTOMATIC else rated)
            elif as_json:
                print(json.dumps(_facts(rated)))
            elif rated.formity != "refused":
                shown.append(rated)
            code = max(code, _exit_code(rated))
    finally:  # also after Ctrl-C and before an error
        if shown:
            _show(shown, scale_name)
    sys.exit(code)


def _exit_code(rated: Rated) -> Exit:
    if rated.rating is not None and rated.rating.stopped:
        return Exit.STOPPED
    return Exit.SOLUTION if rated.formity == "one" else CODES.get(rated.formity, Exit.NONE)


def _rated(source: Source, scale_name: str, time_limit: float | None) -> Iterator[Rated]:
    chosen = scale(scale_name)
    for place, puzzle in source.read():
        watch = Watch(time_limit)
        with watch.running():
            formity = next(answers([(place, puzzle)], {"time_limit": time_limit})).formity
        if isinstance(puzzle, SudokuError):
            yield Rated(place, None, formity)
        elif formity == "one":
            yield Rated(place, puzzle, formity, rate_proper(chosen, puzzle, watch))
        elif formity == "many":
            yield Rated(place, puzzle, formity, rate_shared(chosen, puzzle, watch))
        else:
            yield Rated(place, puzzle, formity)


def _with_scale(rated: Rated, text: str) -> str:
    """Return a text of a rating, after the name of its scale if it has a number or a class."""
    found = rated.rating
    is_known = found is not None and (found.value is not None or found.level)
    return f"{found.scale}: {text}" if found is not None and is_known else text


def _facts(rated: Rated) -> dict[str, object]:
    facts = {"line": rated.place, "formity": rated.formity}
    found = rated.rating
    if found is None:
        return facts
    return facts | {
        "scale": found.scale,
        "value": found.value,
        "level": found.level,
        "solved": found.solved,
        "text": found.text,
        "remark": found.remark,
        "stopped": found.stopped.value if found.stopped else None,
        "techniques": dict(found.techniques),
    }


def _show(shown: list[Rated], scale_name: str) -> None:
    from rich.table import Table

    table = Table("line", "clues", "rating", "techniques", title=_title(shown, scale_name))
    for rated in shown:
        found = rated.rating
        clues = str(rated.puzzle.n_clues) if rated.puzzle else ""
        if found is None:
            table.add_row(str(rated.place), clues, f"[red]{REMARKS[rated.formity]}[/]")
        else:
            used = ", ".join(f"{name} {count}" for name, count in found.techniques.items())
            style = "bold" if found.solved else "yellow"
            is_shared = rated.formity == "many" and not found.stopped
            text = "more than one solution" if is_shared else found.text
            if scale_name == AUTOMATIC:
                text = _with_scale(rated, text)
            table.add_row(str(rated.place), clues, f"[{style}]{text}[/]", used)
    out = console()
    out.print(table)
    for rated in shown:
        if rated.rating and rated.rating.remark:
            out.print(f"line {rated.place}: {_remark(rated)}", markup=False, highlight=False)


def _title(shown: list[Rated], scale_name: str) -> str:
    """Return the heading of the table: each scale that was used, with its summary."""
    used = {rated.rating.scale for rated in shown if rated.rating}
    names = [name for name in SCALES if name in used] or [scale_name]
    return "\n".join(f"{name}: {scale(name).summary}" for name in names)


def _remark(rated: Rated) -> str:
    """Return the remark of a rating; if the scale does not rate the puzzle, also which ones do."""
    found = rated.rating
    assert found is not None
    if found.value is not None or found.solved or found.stopped or rated.formity == "many":
        return found.remark
    return f"{found.remark}; the scales rounds and variants rate every puzzle"
