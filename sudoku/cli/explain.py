"""The commands `sudoku explain` and `sudoku hint`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from exactcover import Interrupted
from exactcover.runtime.cli.colour import console
from exactcover.runtime.cli.console import opened, say
from exactcover.runtime.cli.exit_codes import BadInput, Exit
from sudoku.cli.grids import print_stage
from sudoku.cli.puzzles import puzzle_options
from sudoku.errors import ClashError, SudokuError
from sudoku.formats.recognise import Name, Source, check_one_of
from sudoku.ratings.variants import LEVELS

if TYPE_CHECKING:
    from sudoku.explaining.explanation import Explanation, Stage
    from sudoku.puzzle.board import Board
    from sudoku.puzzle.puzzle import Puzzle
    from sudoku.verbs.all_steps import AllSteps

FULL = "The grid is complete: there is no step to give a hint for."
"""The answer of `hint` for a grid without blank cells."""

_FOLDER = click.Path(file_okay=False, path_type=Path)
_FILE = click.Path(dir_okay=False, path_type=Path)


def technique_options(function: Any) -> Any:
    """Add the options that select the techniques."""
    for option in (
        click.option(
            "--unique", is_flag=True, help="Also use techniques that assume a unique solution."
        ),
        click.option("--upto", metavar="TECHNIQUE", help="The hardest technique that may be used."),
    ):
        function = option(function)
    return function


time_option = click.option(
    "--time-limit", type=float, metavar="SECONDS", help="Stop after this time for each puzzle."
)


@click.command()
@puzzle_options
@technique_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each puzzle.")
@click.option("--svg", type=_FOLDER, help="Draw each step into this folder.")
@click.option("--png", type=_FOLDER, help="Draw each step into this folder.")
@click.option("--html", type=_FILE, help="Write a page that steps through the pictures.")
@click.option(
    "--above",
    type=Name("class", lambda: LEVELS),
    default=None,
    help="Print only steps that are harder than a class of the scale variants, also in --html.",
)
@click.option("--title", default="", help="The title of the page of --html.")
@click.option("--author", default="", help="The author of the puzzle, for --html.")
@time_option
def explain(
    source: Source,
    as_json: bool,
    svg: Path | None,
    png: Path | None,
    html: Path | None,
    above: str | None,
    title: str,
    author: str,
    **settings: Any,
) -> None:
    """Explain step by step how people solve a puzzle.

    Digits that were entered and candidates of a player are used, as by `sudoku hint`. Of a puzzle
    with several solutions, the steps find what all of them share.

    Exit codes: 0 solved, 1 not solved, or clues clash, 2 bad input, 3 stopped.
    """
    if html is None and (title or author):
        raise click.UsageError("--title and --author are for the page of --html")
    if above and (as_json or svg or png):
        raise click.UsageError("--above is for steps in words and the page of --html")
    placed, code = _boards(source, is_marked=False)
    for number, explanation in enumerate(_explained(placed, settings), 1):
        prefix = f"{number}-" if len(placed) > 1 else ""
        for folder, suffix in ((svg, "svg"), (png, "png")):
            if folder is not None:
                _draw(explanation, folder, prefix, suffix)
        if html is not None:
            place = html.with_name(prefix + html.name)
            explanation.save(place, title=title, author=author, above=above or "")
            say(f"wrote {place}")
        if as_json:
            print(explanation.to_json())
        elif svg is png is html is None:
            _print_heading(explanation, number, len(placed))
            stages = explanation.above(above) if above else None
            _print_steps(explanation, explanation.verdict, stages=stages)
        code = max(code, _exit_code(explanation))
    sys.exit(code)


def _n_steps(_: click.Context, __: click.Parameter, text: str) -> int | None:
    """Return the number of steps; None for all."""
    if text == "all":
        return None
    if not text.isdecimal() or int(text) == 0:
        raise click.BadParameter(f"{text!r} is neither a number from 1 nor all")
    return int(text)


@click.command()
@puzzle_options
@technique_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each puzzle.")
@click.option(
    "--steps",
    callback=_n_steps,
    default="1",
    show_default=True,
    metavar="N|all",
    help="The number of steps to explain.",
)
@click.option(
    "--picture",
    type=_FILE,
    metavar="FILE",
    help="Draw the step to a .svg or .png file; several files are numbered.",
)
@click.option("--html", type=_FILE, help="Write a page that shows the steps.")
@time_option
@click.option(
    "--marks",
    is_flag=True,
    help="PUZZLES is a file of one puzzle: for each cell the digits of its candidates.",
)
@click.option(
    "--all", "is_all", is_flag=True, help="Print all steps that are possible now, easiest first."
)
def hint(
    source: Source,
    as_json: bool,
    is_all: bool,
    steps: int | None,
    picture: Path | None,
    html: Path | None,
    marks: bool,
    **settings: Any,
) -> None:
    """Explain the next step of a puzzle, or of one in progress; with --steps, several steps.

    Digits that were entered and candidates in a puzzle of f-puzzles are used; corner marks are not.

    In colours, the grid with the digits found so far is printed above each step. The cells of the
    step are highlighted: yellow for its pattern, green for new digits, red for lost candidates.

    Exit codes: 0 there is a step, or the grid is full; 1 there is no step, or clues clash; 2 bad
    input; 3 stopped.
    """
    if is_all:
        check_one_of(all=is_all, picture=picture, html=html)
        if steps != 1:
            raise click.UsageError("of --all and --steps only one can be given")
    boards, code = _boards(source, is_marked=marks)
    if is_all:
        for number, found in enumerate(_all_steps(boards, settings), 1):
            if as_json:
                print(found.to_json())
            else:
                _print_heading(found, number, len(boards))
                _print_steps(found, found.verdict)
            code = max(code, Exit.STOPPED if not found.complete else _exit_code_of_all(found))
        sys.exit(code)
    for path, kind in ((picture, "picture"), (html, "page")):
        if path is not None and len(boards) > 1:
            raise BadInput(f"{path.name}: there are {len(boards)} puzzles, and one {kind}")
    for number, explanation in enumerate(_explained(boards, settings | {"most": steps}), 1):
        if picture is not None:
            _draw_steps(explanation, picture)
        if html is not None:
            explanation.save(html)
        if as_json:
            print(explanation.to_json())
        else:
            _print_heading(explanation, number, len(boards))
            is_short = steps is None or len(explanation.steps) < steps
            end = _end_of_hint(explanation) if is_short else explanation.remark
            _print_steps(explanation, end, has_grids=True)
        code = max(code, _exit_code_of_hint(explanation))
    sys.exit(code)


def _all_steps(boards: Iterable[Puzzle | Board], settings: dict[str, Any]) -> Iterator[AllSteps]:
    """Yield all steps of each puzzle; after Ctrl-C, those that were found until then."""
    from sudoku.verbs.all_steps import all_steps

    for board in boards:
        try:
            yield all_steps(board, **settings)
        except Interrupted as stopped:
            yield cast("AllSteps", stopped.result)
            raise
        except ValueError as error:
            raise BadInput(str(error).replace("unique=True", "--unique")) from None


def _exit_code_of_all(found: AllSteps) -> Exit:
    return Exit.SOLUTION if found.steps or found.end.value == "solved" else Exit.NONE


def _end_of_hint(explanation: Explanation) -> str:
    """Return how the hints end, in words."""
    is_full = not explanation.steps and explanation.end.value == "solved"
    return FULL if is_full else explanation.verdict


def _exit_code_of_hint(explanation: Explanation) -> Exit:
    """Return 0 if there is a step, unless the search for further steps was stopped."""
    code = _exit_code(explanation)
    return Exit.SOLUTION if explanation.steps and code is not Exit.STOPPED else code


def _draw_steps(explanation: Explanation, path: Path) -> None:
    """Draw the step to a file, or several steps to files with numbers; without one, the puzzle."""
    n_steps = len(explanation.steps)
    for number, image in enumerate(islice(explanation.pictures(), max(1, n_steps)), 1):
        image.save(path if n_steps < 2 else path.with_stem(f"{path.stem}-{number}"))


def _puzzles(source: Source) -> tuple[list[Puzzle], Exit]:
    """Return the puzzles of a source, and the exit code for those that are left out.

    Puzzles whose clues clash have no solution, so the code is 1; refused puzzles are bad input.
    """
    puzzles, code = list[Any](), Exit.SOLUTION
    for _, puzzle in source.read():
        if not isinstance(puzzle, SudokuError):
            puzzles.append(puzzle)
        else:
            is_clash = isinstance(puzzle, ClashError)
            code = max(code, Exit.NONE if is_clash else Exit.BAD_INPUT)
    return puzzles, code


def _boards(source: Source, *, is_marked: bool) -> tuple[Sequence[Puzzle | Board], Exit]:
    """Return the puzzles of a source, or the board of a file of candidates, and an exit code."""
    from sudoku.puzzle.board import Board

    if not is_marked:
        return _puzzles(source._replace(in_progress=True))
    if source.layout:
        raise click.UsageError("of --marks and --layout only one can be given")
    with opened(source.puzzles) as lines:
        text = lines.read()
    return [
        Board.from_pencil_marks(text, source.asked_shape(), source.asked_rules())
    ], Exit.SOLUTION


def _explained(boards: Iterable[Puzzle | Board], settings: dict[str, Any]) -> Iterator[Explanation]:
    """Yield the explanation of each puzzle, or of each puzzle in progress.

    After Ctrl-C, the interrupted explanation is yielded as far as it goes; then the exception is
    raised.
    """
    from sudoku.verbs.explain import explain

    for board in boards:
        try:
            yield explain(board, **settings)
        except Interrupted as stopped:
            yield cast("Explanation", stopped.result)
            raise
        except ValueError as error:
            raise BadInput(str(error).replace("unique=True", "--unique")) from None


def _exit_code(explanation: Explanation) -> Exit:
    from sudoku.explaining.explanation import End

    codes = {End.SOLVED: Exit.SOLUTION, End.STOPPED: Exit.STOPPED}
    return codes.get(explanation.end, Exit.NONE)


def _draw(explanation: Explanation, folder: Path, prefix: str, suffix: str) -> None:
    """Draw each step and the final position."""
    folder.mkdir(parents=True, exist_ok=True)
    number = 0
    for number, image in enumerate(explanation.pictures(), 1):
        image.save(folder / f"{prefix}{number:03}.{suffix}")
    say(f"wrote {number} pictures to {folder}")


def _print_heading(explanation: Explanation | AllSteps, number: int, n_puzzles: int) -> None:
    """Print the number of the puzzle if there are several."""
    if n_puzzles > 1:
        print("\n" * (number > 1) + f"Puzzle {number}: {explanation.puzzle.grid.to_line()}")


def _print_steps(
    explanation: Explanation | AllSteps,
    end: str,
    *,
    stages: Iterable[Stage] | None = None,
    has_grids: bool = False,
) -> None:
    """Print the steps, all or some, and then the end, if there are words for it.

    In colours, each step is printed below its grid if that is wanted.
    """
    from rich.text import Text

    out = console(soft_wrap=not sys.stdout.isatty(), highlight=False)
    for stage in explanation.stages if stages is None else stages:
        if has_grids:
            print_stage(stage)
        line = Text.assemble(f"{stage.number}. ", (f"{stage.title}.", "bold cyan"), " ")
        words = Text(stage.words)
        words.highlight_regex(r"\br\d+c\d+\b", "yellow")
        words.highlight_regex(r"\bSo [^.]*\.$", "bold")
        out.print(line + words)
    if end:
        is_solved = explanation.end.value in ("solved", "more")
        out.print(Text(end, style="green" if is_solved else "red"))
