"""How a puzzle is solved, step by step, as people do; or how far."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any

from exactcover import UndecidedError
from sudoku.board import Board
from sudoku.explaining.scene import Scene, cell_name, counted
from sudoku.explaining.titles import title
from sudoku.pictures.picture import Picture, picture
from sudoku.puzzle import Puzzle
from sudoku.rules.pencil_marks import PencilMarks
from sudoku.solve import Formity, formity, solve
from sudoku.techniques import TECHNIQUES, pick, technique
from sudoku.techniques.geometry import geometry
from sudoku.techniques.step import Step

__all__ = ["End", "Explanation", "Stage", "explain", "hint"]


class End(StrEnum):
    """How an explanation ends."""

    SOLVED = "solved"
    STUCK = "stuck"
    """No technique that was allowed applies."""
    MORE = "more"
    """As many steps as were asked for; there are more."""
    STOPPED = "stopped"
    """The time was up."""
    NO_SOLUTION = "no solution"
    MANY_SOLUTIONS = "many solutions"


@dataclass(frozen=True)
class Stage:
    """One step of an explanation.

    Attributes
    ----------
    number
        From 1.
    board
        The board before the step.
    step
        What is found there, as data.
    """

    number: int
    board: Board
    step: Step

    @property
    def title(self) -> str:
        """The technique's name in words."""
        return title(self.step.technique)

    @cached_property
    def words(self) -> str:
        """Why the step follows, and what follows."""
        from sudoku.explaining.words import account

        return account(Scene(self.board, self.step))

    def picture(self) -> Picture:
        """Return the board with its candidates, the pattern, its links and what goes."""
        from sudoku.explaining.drawing import marks_of

        return picture(
            self.board, marks_of(self.board, self.step), title=f"{self.title}. {self.words}"
        )


@dataclass(frozen=True)
class Explanation:
    """The way to a puzzle's solution, or as far as it goes.

    Attributes
    ----------
    puzzle
        What is explained.
    start
        The board at the beginning; None where the puzzle has not just one solution.
    steps
        The steps, as data.
    end
        How it ends.
    remark
        What is to be said of that besides: what was placed wrongly, say.
    """

    puzzle: Puzzle
    start: Board | None
    steps: tuple[Step, ...]
    end: End
    remark: str = ""

    @cached_property
    def boards(self) -> tuple[Board, ...]:
        """The board at the beginning, and after each step."""
        boards = [self.start] if self.start else []
        for step in self.steps:
            boards.append(boards[-1].after(step))
        return tuple(boards)

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The steps with the board before each."""
        pairs = zip(self.boards, self.steps, strict=False)
        return tuple(Stage(number, board, step) for number, (board, step) in enumerate(pairs, 1))

    @property
    def n_open(self) -> int:
        """The number of cells that are blank at the end."""
        digits = self.boards[-1].digits if self.boards else self.puzzle.grid.cells
        return digits.count(0)

    @property
    def verdict(self) -> str:
        """How it ends, in words."""
        steps = f"{counted(len(self.steps))} step{'s' * (len(self.steps) != 1)}"
        words = {
            End.SOLVED: f"Solved in {steps}.",
            End.STUCK: f"After {steps} no technique of the ladder applies; {self._open()}.",
            End.MORE: f"There is more to do; {self._open()}.",
            End.STOPPED: f"Stopped after {steps}, as the time was up; {self._open()}.",
            End.NO_SOLUTION: "The puzzle has no solution.",
            End.MANY_SOLUTIONS: "The puzzle has more than one solution.",
        }[self.end]
        return f"{words} {self.remark}".rstrip()

    def _open(self) -> str:
        return f"{self.n_open} cell{' is' if self.n_open == 1 else 's are'} open"

    def tally(self) -> dict[str, int]:
        """Return how often each technique is used, the hardest first."""
        used = Counter(step.technique for step in self.steps)
        return {each.name: used[each.name] for each in TECHNIQUES[::-1] if each.name in used}

    def text(self) -> str:
        """Return the steps in words, a line each, and how it ends.

        Examples
        --------
        >>> print(explain(Puzzle.from_text("1234341221434...")).text())
        1. Full house. r4c2 is the last blank cell of column 2, which lacks only 3. So r4c2 is 3.
        2. Full house. r4c3 is the last blank cell of column 3, which lacks only 2. So r4c3 is 2.
        3. Full house. r4c4 is the last blank cell of row 4, which lacks only 1. So r4c4 is 1.
        Solved in three steps.
        """
        lines = [f"{stage.number}. {stage.title}. {stage.words}" for stage in self.stages]
        return "\n".join([*lines, self.verdict])

    def to_json(self) -> dict[str, Any]:
        """Return the explanation as objects of JSON; see `sudoku.explaining.interchange`."""
        from sudoku.explaining.interchange import to_json

        return to_json(self)

    @classmethod
    def from_json(cls, data: dict[str, Any], puzzle: Puzzle | None = None) -> Explanation:
        """Return the explanation that `to_json` gave.

        Parameters
        ----------
        puzzle
            To be given where it has rules with parameters, or several grids.

        Raises
        ------
        TextError
            Where the data is no explanation, or one of another puzzle.
        """
        from sudoku.explaining.interchange import from_json

        return from_json(data, puzzle)

    def pictures(self) -> Iterator[Picture]:
        """Yield a picture of each step, and one of the board at the end."""
        yield from (stage.picture() for stage in self.stages)
        yield picture(self.boards[-1] if self.boards else self.puzzle, title=self.verdict)

    def html(self) -> str:
        """Return a page that steps through the pictures and words, by keys and buttons."""
        from sudoku.explaining.page import page

        return page(self)

    def save(self, path: str | Path) -> None:
        """Write the page to a file."""
        Path(path).write_text(self.html(), encoding="utf-8")


def explain(
    board: Puzzle | Board,
    techniques: Iterable[str] | None = None,
    *,
    upto: str | None = None,
    unique: bool = False,
    most: int | None = None,
    time_limit: float | None = None,
) -> Explanation:
    """Explain how a puzzle is solved: the easiest technique that finds something, again and again.

    Whether there is just one solution is found out first; if not, no technique is tried.

    Parameters
    ----------
    board
        A puzzle, or one in progress.
    techniques
        The names of those that may be used; by default the whole ladder.
    upto
        The hardest one of the ladder that may be used.
    unique
        Whether techniques may be used that take for granted that there is one solution.
    most
        The number of steps after which to stop.
    time_limit
        The number of seconds after which to stop, at the end of a step.

    Raises
    ------
    ValueError
        Where a technique is unknown, or takes for granted what is not granted.

    Examples
    --------
    >>> explanation = explain(Puzzle.from_text("1......2.3.....4"))
    >>> explanation.end, len(explanation.steps), explanation.stages[0].title
    (<End.SOLVED: 'solved'>, 12, 'Naked single')
    >>> explain(Puzzle.from_text("1...............")).text()
    'The puzzle has more than one solution.'
    """
    from sudoku.techniques.climb import climb

    puzzle = board.puzzle if isinstance(board, Board) else board
    names = allowed(techniques, upto, unique, puzzle)
    deadline = None if time_limit is None else time.monotonic() + time_limit
    flaw = _flaw(board, time_limit)
    if flaw is not None:
        return Explanation(puzzle, None, (), *flaw)
    start = board if isinstance(board, Board) else Board(board)
    steps: list[Step] = []
    is_late = False
    for step in islice(climb(start, names, unique=unique), most):
        steps.append(step)
        is_late = deadline is not None and time.monotonic() > deadline
        if is_late:
            break
    found = Explanation(puzzle, start, tuple(steps), End.STUCK)
    if found.n_open == 0:
        return replace(found, end=End.SOLVED)
    if is_late:
        return replace(found, end=End.STOPPED)
    return replace(found, end=End.MORE) if len(steps) == most else found


def hint(
    board: Puzzle | Board,
    techniques: Iterable[str] | None = None,
    *,
    upto: str | None = None,
    unique: bool = False,
) -> Explanation:
    """Explain the next step, as `explain` does: what comes back has one step at most.

    Examples
    --------
    >>> print(hint(Puzzle.from_text("1234341221434...")).stages[0].words)
    r4c2 is the last blank cell of column 2, which lacks only 3. So r4c2 is 3.
    >>> hint(Puzzle.from_text("1234341221434321")).end
    <End.SOLVED: 'solved'>
    """
    return explain(board, techniques, upto=upto, unique=unique, most=1)


def allowed(
    techniques: Iterable[str] | None, upto: str | None, unique: bool, puzzle: Puzzle
) -> tuple[str, ...] | None:
    """Return the names of the techniques that may be used; None for the whole ladder.

    Raises
    ------
    ValueError
        Where one is unknown, or takes for granted what is not granted.
    """
    if techniques is not None:
        chosen = pick(techniques)
    elif upto is not None:
        last = TECHNIQUES.index(technique(upto))
        made = geometry(puzzle.shape, puzzle.rules)
        chosen = tuple(
            each
            for each in TECHNIQUES[: last + 1]
            if each.name == upto
            or (not each.by_request and each.suits(made) and (unique or not each.assumes_unique))
        )
    else:
        return None
    if not unique:
        for each in chosen:
            if each.assumes_unique:
                raise ValueError(
                    f"{each.name!r} takes for granted that there is one solution: that is to be "
                    "granted by unique=True"
                )
    return tuple(each.name for each in chosen)


def _flaw(board: Puzzle | Board, time_limit: float | None) -> tuple[End, str] | None:
    """Return how an explanation ends where the board does not lead to just one solution."""
    puzzle = board.puzzle if isinstance(board, Board) else board
    try:
        form = formity(puzzle, time_limit=time_limit)
        if form is Formity.MANY and isinstance(board, Board):
            # What is known besides the clues may make it one.
            return _ENDS[formity(_with_all_known(board), time_limit=time_limit)]
    except UndecidedError:
        return End.STOPPED, "It is not known whether there is just one solution."
    if form is Formity.ONE and isinstance(board, Board):
        return _mistake(board)
    return _ENDS[form]


_ENDS = {
    Formity.NONE: (End.NO_SOLUTION, ""),
    Formity.ONE: None,
    Formity.MANY: (End.MANY_SOLUTIONS, ""),
}


def _with_all_known(board: Board) -> Puzzle:
    """Return a board as a puzzle: what was placed are clues, and candidates are pencil marks."""
    shape = board.puzzle.shape
    marks = [
        (shape.position(cell), board.candidates_of(*shape.position(cell)))
        for cell, digit in enumerate(board.digits)
        if not digit
    ]
    return Puzzle(shape, (*board.puzzle.rules, PencilMarks(marks)), board.digits)


def _mistake(board: Board) -> tuple[End, str] | None:
    """Return what was placed or removed wrongly."""
    shape = board.puzzle.shape
    for cell, digit in enumerate(solve(board.puzzle).get().cells):
        held, name = board.digits[cell], cell_name(shape, cell)
        if held not in (0, digit):
            return End.NO_SOLUTION, f"Not with {held} in {name}, that is: it was placed wrongly."
        if not held and not board.candidates[cell] >> digit - 1 & 1:
            return (
                End.NO_SOLUTION,
                f"Not with these candidates, that is: {name} lacks the right one.",
            )
    return None
