"""The command `sudoku`: solve, count, check and show puzzles.

Exit codes: 0 every puzzle has what was asked for, 1 one has not, 2 bad input, 3 stopped.
"""

from __future__ import annotations

import json
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import click

from exactcover.console import (
    BadInput,
    Commands,
    Exit,
    say,
    say_how_to_go_on,
    search_options,
    spread_options,
    telling_how_to_go_on,
)
from exactcover.errors import ProblemError
from sudoku.answers import BATCH, Placed, answer, answers
from sudoku.errors import SudokuError
from sudoku.explaining.command import explain, hint
from sudoku.formats.fpuzzles_writer import to_fpuzzles, to_fpuzzles_link
from sudoku.formats.janko_writer import to_layout
from sudoku.generate_command import generate
from sudoku.grid import Grid
from sudoku.puzzle import Puzzle
from sudoku.puzzle_arguments import Source, puzzle_options
from sudoku.ratings.command import rate
from sudoku.studies.command import study
from sudoku.techniques.command import techniques

STYLES: dict[str, Callable[[Puzzle], str]] = {
    "grid": Puzzle.to_text,
    "line": lambda puzzle: puzzle.grid.to_line(),
    "rows": lambda puzzle: puzzle.grid.to_rows_text(),
    "fpuzzles": to_fpuzzles,
    "link": to_fpuzzles_link,
    "layout": to_layout,
}
VERDICTS = {
    "none": "no solution",
    "one": "one solution",
    "many": "many solutions",
    "stopped": "stopped before it was known",
}


@click.group(
    cls=Commands,
    errors=(ProblemError, SudokuError),
    context_settings={"max_content_width": 100},
)
@click.version_option(package_name="exactcover-sudoku")
def main() -> None:
    """Sudoku: PUZZLES is a file, a puzzle in one line, or - for standard input.

    A file may hold one grid or many, or a puzzle a line; FILE.json is a puzzle of f-puzzles with
    its rules. A link of f-puzzles or a constraint string may stand in the place of a puzzle.

    Exit codes: 0 yes, 1 no, 2 bad input, 3 stopped.
    """


@main.command()
def rules() -> None:
    """List all rules with their parameters, one a line."""
    from dataclasses import fields

    from sudoku.rules import RULES, rule_class

    width = max(map(len, RULES))
    for name in RULES:
        kind = rule_class(name)
        parameters = ", ".join(field.name for field in fields(kind))
        print(f"{name.ljust(width)}  {kind.summary}" + f" [{parameters}]" * bool(parameters))


main.add_command(explain)
main.add_command(generate)
main.add_command(hint)
main.add_command(rate)
main.add_command(study)
main.add_command(techniques)


@main.command()
@puzzle_options
@click.option("--lines", is_flag=True, help="One line a puzzle: the solution, none or many.")
@click.option("--json", "as_json", is_flag=True, help="One object a line.")
@search_options
def solve(
    source: Source,
    lines: bool,
    as_json: bool,
    **controls: Any,
) -> None:
    """Print the solution of each puzzle, or say that it has none, or many."""
    code = Exit.SOLUTION
    puzzles: deque[Puzzle | None] = deque()  # those that were read and have no answer yet
    placed = _noted(source.read(is_bulk=lines or as_json), puzzles)
    for place, formity, found in answers(placed, controls, 1 if source.is_typed else BATCH):
        puzzle = puzzles.popleft()
        if lines:
            print(found[0].to_line() if formity == "one" else formity)
        elif as_json:
            solutions = [grid.to_line() for grid in found]
            print(json.dumps({"line": place, "formity": formity, "solutions": solutions}))
        else:
            print(_account(puzzle, formity, found))
        code = _worse(code, {"none": Exit.NONE, "stopped": Exit.STOPPED}.get(formity, code))
    sys.exit(code)


@main.command()
@puzzle_options
@click.option("--limit", type=int, help="Count no further than this.")
@click.option("--json", "as_json", is_flag=True, help="One object a line.")
@search_options
@spread_options
def count(
    source: Source,
    limit: int | None,
    as_json: bool,
    **controls: Any,
) -> None:
    """Print the number of solutions of each puzzle, one a line."""
    from exactcover.result import Stop
    from sudoku.solve import count

    code = Exit.SOLUTION
    placed: Iterable[tuple[int, Puzzle | None]] = source.read(is_bulk=True)
    if controls["checkpoint"]:
        placed = list(placed)
        if len(placed) > 1:
            raise BadInput(f"a checkpoint is of one puzzle: there are {len(placed)}")
    controls |= {"limit": limit, "progress": sys.stderr.isatty()}
    for place, puzzle in placed:
        with telling_how_to_go_on(controls):
            number = count(puzzle, **controls) if puzzle else None
        is_stopped = number is not None and number.stopped not in (None, Stop.LIMIT)
        if as_json:
            complete = number is None or number.complete
            print(json.dumps({"line": place, "count": int(number or 0), "complete": complete}))
        else:
            print(int(number or 0))
        if is_stopped:
            say(f"line {place}: stopped, there may be more")
            say_how_to_go_on(controls)
        code = _worse(code, Exit.STOPPED if is_stopped else code if number else Exit.NONE)
    sys.exit(code)


@main.command()
@puzzle_options
@click.option("--json", "as_json", is_flag=True, help="One object a line.")
@search_options
def check(source: Source, as_json: bool, **controls: Any) -> None:
    """Say of each puzzle how many solutions it has, and whether it is minimal.

    The exit code is 0 if all are well-formed: each has exactly one solution.
    """
    from sudoku.solve import is_minimal

    code = Exit.SOLUTION
    for place, puzzle in source.read(is_bulk=True):
        formity = answer(place, puzzle, controls).formity
        minimal = formity == "one" and puzzle is not None and is_minimal(puzzle, **controls)
        clues = puzzle.n_clues if puzzle else None
        if as_json:
            facts = {"line": place, "formity": formity, "minimal": minimal, "clues": clues}
            print(json.dumps(facts))
        else:
            words = [VERDICTS[formity], "clues that clash" if clues is None else f"{clues} clues"]
            print(", ".join(words + ["minimal" if minimal else "not minimal"] * (formity == "one")))
        verdict = {"one": Exit.SOLUTION, "stopped": Exit.STOPPED}.get(formity, Exit.NONE)
        code = _worse(code, verdict)
    sys.exit(code)


@main.command()
@puzzle_options
@click.option(
    "--format",
    "style",
    type=click.Choice(list(STYLES)),
    default="grid",
    show_default=True,
)
@click.option(
    "--picture",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Draw it instead, with its rules; ends with .svg or .png. Several are numbered.",
)
def show(source: Source, style: str, picture: Path | None) -> None:
    """Print each puzzle: as a grid with its regions, in one line, as rows, as f-puzzles has it."""
    write = STYLES[style]
    if picture is not None:
        _draw([puzzle for _, puzzle in source.read(is_bulk=False)], picture)
        return
    for _, puzzle in source.read(is_bulk=False):
        assert puzzle is not None
        print(write(puzzle))


def _draw(puzzles: list[Any], path: Path) -> None:
    """Draw puzzles, and say where."""
    from sudoku.pictures.picture import picture

    for number, puzzle in enumerate(puzzles, 1):
        place = path if len(puzzles) == 1 else path.with_stem(f"{path.stem}-{number}")
        try:
            picture(puzzle).save(place)
        except ImportError as error:
            raise BadInput(str(error)) from None
        say(f"wrote {place}")


def _noted(placed: Iterable[Placed], puzzles: deque[Puzzle | None]) -> Iterator[Placed]:
    """Yield what is read, and keep the puzzles."""
    for place, puzzle in placed:
        puzzles.append(puzzle)
        yield place, puzzle


def _account(puzzle: Puzzle | None, formity: str, found: list[Grid]) -> str:
    """Say to a person what was found."""
    remark = {
        "one": "",
        "many": "one of many solutions",
        "none": "no solution",
        "stopped": "stopped: there may be other solutions" if found else "stopped: not known",
    }[formity]
    solved = [puzzle.to_text(found[0])] if puzzle is not None and found else []
    return "\n".join(solved + [remark] * bool(remark))


def _worse(code: Exit, other: Exit) -> Exit:
    return max(code, other)
