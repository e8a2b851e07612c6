"""Pictures and HTML of puzzles, explanations and ratings for notebooks, bounded in size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from exactcover.runtime.notebook import clipped, code, fluid, note, table, text_html
from exactcover.runtime.texts import markup as escape
from sudoku.pictures.picture import Picture, picture
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.classic import Classic

if TYPE_CHECKING:
    from sudoku.explaining.explanation import Explanation, Stage
    from sudoku.geometry.grid import Grid
    from sudoku.geometry.shape import Shape
    from sudoku.puzzle.board import Board
    from sudoku.ratings.rating import Rating
    from sudoku.rules.base import Rule
    from sudoku.verbs.complete import Completion
    from sudoku.verbs.redundant import Redundancy

MOST_CELLS = 900
"""Larger boards are shown as text."""
MOST_CANDIDATES = 1500
"""The candidates that are drawn of a puzzle in progress; of more, none."""
MOST_STEPS = 12
"""The steps of an explanation that are shown."""
CELL, WIDEST = 40, 720
"""The width of a cell, and the greatest width of a picture, in pixels."""


def puzzle_svg(puzzle: Puzzle) -> str | None:
    """Return the picture of a puzzle with the marks of its rules; None if it is too large.

    Examples
    --------
    >>> puzzle_svg(Puzzle.from_text("1..............."))[:4]
    '<svg'
    """
    return _shown(picture(puzzle)) if puzzle.shape.n_cells <= MOST_CELLS else None


def _shown(image: Picture) -> str:
    """Return a picture in the size that suits a page."""
    return fluid(image.to_svg(), min(WIDEST, CELL * image.shape.width))


def grid_svg(grid: Grid) -> str | None:
    """Return the picture of a grid with its boxes; None if it is too large."""
    return puzzle_svg(Puzzle.unchecked(grid, (Classic(),)))


def board_svg(board: Board) -> str | None:
    """Return the picture of a puzzle in progress with its candidates; None if it is too large."""
    if board.puzzle.shape.n_cells > MOST_CELLS:
        return None
    n_candidates = sum(mask.bit_count() for mask in board.candidates)
    return _shown(picture(board, candidates=n_candidates <= MOST_CANDIDATES))


def shape_svg(shape: Shape) -> str | None:
    """Return the picture of an empty board; None if it is too large."""
    return puzzle_svg(Puzzle(shape))


def rule_html(rule: Rule) -> str:
    """Return a rule as HTML: what it says, and its parameters."""
    return f"<div><p><b>{escape(rule.summary)}</b></p>{text_html(rule)}</div>"


def puzzle_words_html(found: Completion | Redundancy) -> str:
    """Return what was found about a puzzle as HTML: the words, and the puzzle that follows."""
    image = "" if found.puzzle is None else puzzle_svg(found.puzzle) or ""
    return f"<div>{text_html(found)}{image}</div>"


def stage_html(stage: Stage) -> str:
    """Return a step as HTML: its words and its picture."""
    is_small = stage.board.puzzle.shape.n_cells <= MOST_CELLS
    image = _shown(stage.picture()) if is_small else ""
    return f"<div><p>{_words(stage)}</p>{image}</div>"


def _words(stage: Stage) -> str:
    return f"<b>{stage.number}. {escape(stage.title)}.</b> {escape(stage.words)}"


def explanation_html(explanation: Explanation) -> str:
    """Return an explanation as HTML: how it ends, the puzzle, and its first steps in words.

    The only step of a hint is highlighted in the picture.

    Examples
    --------
    >>> from sudoku import explain
    >>> explanation_html(explain("1234341221434...")).count("<li>")
    3
    """
    stages = explanation.stages
    steps = "".join(f"<li>{_words(stage)}</li>" for stage in stages[:MOST_STEPS])
    used = ", ".join(f"{name} {times}" for name, times in explanation.tally().items())
    rest = len(stages) - MOST_STEPS
    return "".join(
        [
            f"<div><p><b>{escape(explanation.verdict)}</b></p>",
            note(used.replace("_", " ")) if used else "",
            _image(explanation),
            f'<ul style="list-style:none;padding:0">{steps}</ul>' if steps else "",
            note(f"… {rest} more; save(path) writes a page with a picture of each step")
            if rest > 0
            else "",
            "</div>",
        ]
    )


def _image(explanation: Explanation) -> str:
    """Return the picture of the only step, or of the board at the beginning if it is not large."""
    if explanation.puzzle.shape.n_cells > MOST_CELLS:
        return ""
    if len(explanation.steps) == 1:
        return _shown(explanation.stages[0].picture())
    return _shown(picture(explanation.start or explanation.puzzle, candidates=False))


def rating_html(rating: Rating) -> str:
    """Return a rating as HTML: a table of what is known.

    Examples
    --------
    >>> from sudoku import Rating
    >>> "naked single 3" in rating_html(
    ...     Rating("morgans", None, "easy", True, "easy", {"naked_single": 3})
    ... )
    True
    """
    used = ", ".join(f"{name} {times}" for name, times in rating.techniques.items())
    facts = {
        "rating": f"<b>{escape(rating.text)}</b>",
        "class": escape(rating.level or ""),
        "score": "" if rating.value is None else f"{rating.value:g}",
        "techniques": escape(used.replace("_", " ")),
        "remark": code(clipped(rating.remark)) if rating.remark else "",
    }
    known = [[name, text] for name, text in facts.items() if text]
    return table(["scale", rating.scale], known)
