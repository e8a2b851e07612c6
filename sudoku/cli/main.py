"""The command `sudoku`: solve, count, check and show puzzles.

Exit codes: 0 the answer is yes for every puzzle, 1 it is no for one, 2 bad input, 3 stopped, 4
stopped with a solution. A refused puzzle is reported, and the others are answered; of several codes
the highest is returned.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from exactcover.runtime.cli.colour import ColouredCommands
from exactcover.runtime.cli.console import hint_to_resume, say, say_how_to_resume
from exactcover.runtime.cli.exit_codes import BadInput, Exit
from exactcover.runtime.cli.options import parallel_options, search_options, time_option
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.search.work import limited, limited_each
from exactcover.runtime.version import __version__
from sudoku.cli.answers import BATCH, CODES, Answer, answer, answers, is_plain_search
from sudoku.cli.grids import print_grid
from sudoku.cli.plain_lines import is_plain, written
from sudoku.cli.puzzles import puzzle_options
from sudoku.errors import ClashError, SudokuError
from sudoku.formats.recognise import Name, Placed, Source, check_one_of
from sudoku.formats.registry import CLUES_ONLY, FORMATS, lost_without_rules
from sudoku.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from exactcover.runtime.search.result import Count

ELSEWHERE = {
    "book": "sudoku.cli.book:book",
    "canon": "sudoku.cli.canon:canon",
    "complete": "sudoku.cli.complete:complete",
    "count-grids": "sudoku.cli.count_grids:count_grids",
    "explain": "sudoku.cli.explain:explain",
    "generate": "sudoku.cli.generate:generate",
    "hint": "sudoku.cli.explain:hint",
    "rate": "sudoku.cli.rate:rate",
    "read": "sudoku.cli.read:read",
    "rules": "sudoku.cli.rules:rules",
    "rulesets": "sudoku.cli.rules:rulesets",
    "serve": "sudoku.cli.serve:serve",
    "studio": "sudoku.cli.studio:studio",
    "study": "sudoku.cli.study:study",
    "techniques": "sudoku.cli.techniques:techniques",
}
"""Commands that are imported when they are needed."""

VERDICTS = {
    "none": "no solution",
    "one": "one solution",
    "many": "many solutions",
    "stopped": "stopped before this was known",
}


@click.group(
    cls=ColouredCommands,
    errors=(ProblemError, SudokuError),
    elsewhere=ELSEWHERE,
    context_settings={"max_content_width": 100},
)
@click.version_option(__version__)
def main() -> None:
    """Sudoku: PUZZLES is a file, a puzzle in one line, or - for standard input.

    A file holds one or more grids, or one puzzle in each line, or the cells of a spreadsheet,
    separated by commas, semicolons or tabs. A puzzle with its rules is JSON (of `sudoku show
    --format json`, of f-puzzles or of SudokuPad), a link of f-puzzles or SudokuPad, or a constraint
    string: it may be given instead of a puzzle, and a file may hold one in each line. FILE.sdk is a
    file of SadMan Sudoku.

    Exit codes: 0 yes, 1 no, 2 bad input, 3 stopped, 4 stopped but a solution was found; of several
    codes the highest is returned. A refused puzzle is reported with its line, and the others are
    answered.
    """


@main.command()
@puzzle_options
@click.option(
    "--lines", is_flag=True, help="Print one line for each puzzle: the solution, none or many."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each puzzle.")
@search_options
def solve(source: Source, lines: bool, as_json: bool, **controls: Any) -> None:
    """Print the solution of each puzzle, or say that it has none, or many."""
    check_one_of(lines=lines, json=as_json)
    code = Exit.SOLUTION
    path = source.file_of_grids() if lines and is_plain_search(controls) else None
    if path is not None and is_plain(path):
        for text, has_all in written(path):
            sys.stdout.write(text)
            code = code if has_all else Exit.NONE
        sys.exit(code)
    for found in answers(source.read(), controls, 1 if source.is_typed else BATCH):
        formity = found.formity
        if lines:
            print(found.solutions[0].to_line() if formity == "one" else formity)
        elif as_json:
            print(found.to_json())
        elif formity != "refused":
            _print_account(found)
        is_found = formity == "stopped" and bool(found.solutions)
        code = max(code, Exit.FOUND if is_found else CODES.get(formity, Exit.SOLUTION))
    sys.exit(code)


@main.command()
@puzzle_options
@click.option("-n", "--limit", "limit", type=int, help="Stop counting at this number.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each puzzle.")
@search_options
@parallel_options
def count(source: Source, limit: int | None, as_json: bool, **controls: Any) -> None:
    """Print the number of solutions of each puzzle, one in each line."""
    from exactcover.runtime.search.limits import Stop
    from sudoku.verbs.solve import count

    code = Exit.SOLUTION
    placed: Iterable[Placed] = source.read()
    if controls["checkpoint"]:
        placed = list(placed)
        if len(placed) > 1:
            raise BadInput(f"a checkpoint is of one puzzle: there are {len(placed)}")
    controls |= {"limit": limit, "progress": sys.stderr.isatty()}
    for place, puzzle in placed:
        number: int | Count = 0
        if isinstance(puzzle, Puzzle):
            with hint_to_resume(controls):
                number = count(puzzle, **controls)
        elif not isinstance(puzzle, ClashError):
            print(json.dumps({"line": place, "error": str(puzzle)}) if as_json else "refused")
            code = max(code, Exit.BAD_INPUT)
            continue
        is_stopped = getattr(number, "stopped", None) not in (None, Stop.LIMIT)
        if as_json:
            complete = getattr(number, "complete", True)
            print(json.dumps({"line": place, "count": int(number), "complete": complete}))
        else:
            print(int(number))
        if is_stopped:
            say(f"line {place}: stopped, there may be more solutions")
            say_how_to_resume(controls)
        if is_stopped:
            code = max(code, Exit.FOUND if int(number) else Exit.STOPPED)
        else:
            code = max(code, Exit.SOLUTION if number else Exit.NONE)
    sys.exit(code)


@main.command()
@puzzle_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each puzzle.")
@click.option(
    "--why",
    is_flag=True,
    help="Name clues, marks and rules: a few that leave no solution, or those that are redundant.",
)
@search_options
def check(source: Source, as_json: bool, why: bool, **controls: Any) -> None:
    """Print whether each puzzle has no, one or many solutions, and whether it is minimal.

    The exit code is 0 if every puzzle is well-formed: it has exactly one solution.
    """
    from sudoku.verbs.formity import is_minimal

    code = Exit.SOLUTION
    for place, source_puzzle in source.read():
        formity = answer(place, source_puzzle, controls).formity
        puzzle = source_puzzle if isinstance(source_puzzle, Puzzle) else None
        minimal = formity == "one" and puzzle is not None and is_minimal(puzzle, **controls)
        clues = puzzle.n_clues if puzzle else None
        reasons = _reasons(source_puzzle, formity, controls["time_limit"]) if why else {}
        if as_json:
            facts = {"line": place, "formity": formity, "minimal": minimal, "clues": clues}
            print(json.dumps(facts | {name: names for name, (names, _) in reasons.items()}))
        elif formity == "refused":
            print(formity)
        else:
            words = [VERDICTS[formity], "clues that clash" if clues is None else f"{clues} clues"]
            print(", ".join(words + ["minimal" if minimal else "not minimal"] * (formity == "one")))
            for _, text in reasons.values():
                print(f"  {text}")
        code = max(code, (CODES | {"many": Exit.NONE}).get(formity, Exit.SOLUTION))
    sys.exit(code)


def _reasons(
    puzzle: Puzzle | SudokuError, formity: str, time_limit: float | None
) -> dict[str, tuple[list[str], str]]:
    """Return why a puzzle has no solution, or what is redundant: its name -> names, and words."""
    from sudoku.verbs.redundant import redundant
    from sudoku.verbs.why_impossible import why_impossible

    if not isinstance(puzzle, Puzzle):
        return {"conflict": ([str(puzzle)], str(puzzle))} if formity == "none" else {}
    if formity == "none":
        conflict = why_impossible(puzzle, time_limit=time_limit)
        return {"conflict": ([each.title for each in conflict.givens], str(conflict))}
    if formity == "one":
        found = redundant(puzzle, time_limit=time_limit)
        return {"redundant": ([each.title for each in found.each], str(found))}
    return {}


@main.command()
@puzzle_options
@click.option(
    "--format", "style", type=Name("format", lambda: FORMATS), help="The format; grid by default."
)
@click.option(
    "--picture",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Draw each puzzle and its rules to a .svg or .png file; several files are numbered.",
)
@time_option
def show(source: Source, style: str | None, picture: Path | None, time_limit: float | None) -> None:
    """Print each puzzle as a grid with its regions, or in another format.

    The formats line, rows, csv and sdm have clues only: a puzzle that states further rules is
    refused.
    """
    check_one_of(format=style, picture=picture)
    write, code = FORMATS[style or "grid"], Exit.SOLUTION
    if picture is not None:
        with limited("the pictures", time_limit):
            puzzles, n_refused = source.puzzles_and_errors()
            _draw(puzzles, picture)
        sys.exit(Exit.BAD_INPUT if n_refused else Exit.SOLUTION)
    asked = source.asked_rules()
    for place, puzzle in limited_each("the puzzles", source.read(), time_limit):
        if not isinstance(puzzle, Puzzle):
            code = Exit.BAD_INPUT
        elif style in CLUES_ONLY and (lost := lost_without_rules(puzzle, asked)):
            say(f"Error: line {place}: --format {style} has no room for {lost}: use json")
            code = Exit.BAD_INPUT
        elif write is FORMATS["grid"]:
            print_grid(write(puzzle), puzzle)
        else:
            print(write(puzzle))
    sys.exit(code)


def _draw(puzzles: list[Puzzle], path: Path) -> None:
    """Draw puzzles, and print the names of the files."""
    from sudoku.pictures.picture import picture

    for number, puzzle in enumerate(puzzles, 1):
        place = path if len(puzzles) == 1 else path.with_stem(f"{path.stem}-{number}")
        picture(puzzle).save(place)
        say(f"wrote {place}")


def _print_account(found: Answer) -> None:
    """Print the answer for one puzzle as readable text."""
    remark = {
        "one": "",
        "many": "one of many solutions",
        "none": "no solution",
        "stopped": "stopped: there may be other solutions"
        if found.solutions
        else "stopped: not known",
    }[found.formity]
    if found.solutions and isinstance(found.puzzle, Puzzle):
        print_grid(found.to_text(0), found.puzzle)
    if remark:
        print(remark)
