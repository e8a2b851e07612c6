"""The explanation of a puzzle: the steps by which people solve it, and how they end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

from exactcover.runtime.lazy_iterators import in_turn
from exactcover.runtime.methods import Method
from exactcover.runtime.registry import find_name
from exactcover.runtime.texts import printable
from sudoku.errors import RuleError
from sudoku.explaining.scene import Scene, counted
from sudoku.geometry.words import cell_names
from sudoku.pictures.picture import Picture, Subject, picture
from sudoku.puzzle.board import Board
from sudoku.puzzle.puzzle import Puzzle
from sudoku.techniques.registry import TECHNIQUES
from sudoku.techniques.step import Candidate, Step

MOST_NAMED = 24
"""The most open cells that are named at the end."""

Placed: TypeAlias = tuple[tuple[int, int], int]
"""Row and column, from 0, and a digit."""


class End(StrEnum):
    """How an explanation ends."""

    SOLVED = "solved"
    STUCK = "stuck"
    """No allowed technique finds a step."""
    MORE = "more"
    """The requested number of steps was found; there may be more."""
    STOPPED = "stopped"
    """A limit was reached."""
    NO_SOLUTION = "no solution"
    MANY_SOLUTIONS = "many solutions"
    """There are several solutions, and no allowed technique finds more of what they share."""


@dataclass(frozen=True, repr=False)
class Stage:
    """One step of an explanation.

    Attributes
    ----------
    number
        The number of the step, from 1.
    board
        The board before the step.
    step
        The step as data.
    """

    number: int
    board: Board
    step: Step

    _repr_html_ = Method("sudoku.notebook", "stage_html")

    def __repr__(self) -> str:
        return f"Stage({self.number}, {self.step!r})"

    def __str__(self) -> str:
        """Return the step in words."""
        return f"{self.title}. {self.words}"

    @property
    def title(self) -> str:
        """What the step is about: a thermometer or a cage by name, else the technique in words."""
        about = self.step.constraint or TECHNIQUES[self.step.technique].title
        return about[0].upper() + about[1:]

    @cached_property
    def words(self) -> str:
        """Why the step follows, and what follows."""
        from sudoku.explaining.words.accounts import account

        return account(Scene(self.board, self.step))

    @property
    def placements(self) -> tuple[Placed, ...]:
        """Pairs of (row, column), from 0, and the digit that the step places there."""
        return self._placed(self.step.placements)

    @property
    def eliminations(self) -> tuple[Placed, ...]:
        """Pairs of (row, column), from 0, and a digit that the step excludes there."""
        return self._placed(self.step.eliminations)

    def _placed(self, candidates: Iterable[Candidate]) -> tuple[Placed, ...]:
        position = self.board.puzzle.shape.position
        return tuple((position(cell), digit) for cell, digit in candidates)

    def picture(self) -> Picture:
        """Return the board with its candidates, the pattern, its links and the eliminations."""
        return picture(self)

    def in_picture(self) -> Subject:
        """Return the board and the marks of the step, which `sudoku.picture` draws."""
        from sudoku.explaining.drawing import marks_of

        return self.board, marks_of(self.board, self.step), str(self)


@dataclass(frozen=True, repr=False)
class Explanation:
    """The steps to the solution of a puzzle, as far as they were found.

    Attributes
    ----------
    puzzle
        The puzzle.
    start
        The board at the beginning; None if there is no solution, or none is known.
    steps
        The steps as data.
    end
        How the explanation ends.
    remark
        A remark on the end, for example which digit was placed wrongly.
    among
        The techniques that might be used, in words.
    n_solutions
        The number of solutions; None where it was not counted.
    has_more_solutions
        Whether there may be more solutions than these.

    Examples
    --------
    >>> from sudoku import explain
    >>> found = explain(Puzzle.from_text("1234341221434..."))
    >>> print(found)
    1. Full house. r4c2 is the last blank cell of column 2, which lacks only 3. So r4c2 is 3.
    2. Full house. r4c3 is the last blank cell of column 3, which lacks only 2. So r4c3 is 2.
    3. Full house. r4c4 is the last blank cell of row 4, which lacks only 1. So r4c4 is 1.
    Solved in three steps.
    >>> found
    Explanation(Puzzle('1234341221434...', 2x2, classic), 3 steps, solved)
    """

    puzzle: Puzzle
    start: Board | None
    steps: tuple[Step, ...]
    end: End
    remark: str = ""
    among: str = "of the ladder"
    n_solutions: int | None = None
    has_more_solutions: bool = False

    _repr_html_ = Method("sudoku.notebook", "explanation_html")

    def __repr__(self) -> str:
        steps = f"{len(self.steps)} step{'s' * (len(self.steps) != 1)}"
        return f"Explanation({self.puzzle!r}, {steps}, {self.end.value})"

    def __str__(self) -> str:
        """Return the steps in words; of a hint its one step."""
        if self.end is End.MORE and self.stages:
            return "\n".join(map(str, self.stages))
        return self.text()

    def in_picture(self) -> Subject:
        """Return what `sudoku.picture` draws: the step of a hint, else the board at the end."""
        if len(self.steps) == 1:
            return self.stages[0].in_picture()
        return self.boards[-1] if self.boards else self.puzzle, (), self.verdict

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
    def open_cells(self) -> tuple[int, ...]:
        """The cells that are blank at the end."""
        digits = self.boards[-1].digits if self.boards else self.puzzle.grid.cells
        return tuple(cell for cell, digit in enumerate(digits) if not digit)

    @property
    def n_open(self) -> int:
        """The number of cells that are blank at the end."""
        return len(self.open_cells)

    @property
    def verdict(self) -> str:
        """How the explanation ends, in words."""
        among = printable(self.among)
        steps = f"{counted(len(self.steps))} step{'s' * (len(self.steps) != 1)}"
        words = {
            End.SOLVED: f"Solved in {steps}.",
            End.STUCK: f"After {steps} no technique {among} applies; {self._open()}.",
            End.MORE: f"There is more to do; {self._open()}.",
            End.STOPPED: f"Stopped after {steps}; {self._open()}.",
            End.NO_SOLUTION: "The puzzle has no solution.",
            End.MANY_SOLUTIONS: f"{self._solutions()}{self._shared(steps, among)}",
        }[self.end]
        return f"{words} {printable(self.remark)}".rstrip()

    def _open(self) -> str:
        return f"{self.n_open} cell{' is' if self.n_open == 1 else 's are'} open"

    def _solutions(self) -> str:
        """Return words for the number of several solutions."""
        if self.n_solutions is None:
            return "The puzzle has more than one solution."
        least = "at least " if self.has_more_solutions else ""
        return f"The puzzle has {least}{self.n_solutions:,} solutions."

    def _shared(self, steps: str, among: str) -> str:
        """Return words for what was found although there are several solutions."""
        if self.start is None:
            return ""
        names = ""
        if self.n_open <= MOST_NAMED:
            names = f": {cell_names(self.puzzle.shape, self.open_cells)}"
        return f" After {steps} no technique {among} applies; {self._open()}{names}."

    def tally(self) -> dict[str, int]:
        """Return how often each technique is used, the hardest first."""
        used = Counter(step.technique for step in self.steps)
        return {each.name: used[each.name] for each in TECHNIQUES[::-1] if each.name in used}

    def above(self, level: str) -> tuple[Stage, ...]:
        """Return the steps that are harder than a class of the scale "variants".

        Raises
        ------
        RuleError
            If there is no such class.

        Examples
        --------
        >>> from sudoku import explain
        >>> explain(Puzzle.from_text("1234341221434...")).above("easy")
        ()
        """
        from sudoku.ratings.variants import LEVELS, score_of

        most = LEVELS[find_name("class", level, LEVELS, RuleError)]
        return tuple(stage for stage in self.stages if score_of(stage.step.technique) > most)

    def text(self, *, above: str = "") -> str:
        """Return the steps in words, one line for each step, and how the explanation ends.

        Parameters
        ----------
        above
            A class of the scale "variants", such as "easy": only harder steps are listed.

        Examples
        --------
        >>> from sudoku import explain
        >>> print(explain(Puzzle.from_text("1234341221434...")).text())
        1. Full house. r4c2 is the last blank cell of column 2, which lacks only 3. So r4c2 is 3.
        2. Full house. r4c3 is the last blank cell of column 3, which lacks only 2. So r4c3 is 2.
        3. Full house. r4c4 is the last blank cell of row 4, which lacks only 1. So r4c4 is 1.
        Solved in three steps.
        """
        lines = [
            f"{stage.number}. {stage}" for stage in (self.above(above) if above else self.stages)
        ]
        return "\n".join([*lines, self.verdict])

    def to_json(self) -> str:
        """Return the explanation as JSON, on one line; see `sudoku.explaining.interchange`."""
        from sudoku.explaining.interchange import to_json

        return to_json(self)

    @classmethod
    def from_json(cls, text: str, puzzle: Puzzle | None = None) -> Explanation:
        """Return the explanation that `to_json` gave.

        Parameters
        ----------
        puzzle
            The puzzle; required if it has rules with parameters, or several grids.

        Raises
        ------
        TextError
            If the text is not an explanation, or explains another puzzle.
        """
        from sudoku.explaining.interchange import from_json

        return from_json(text, puzzle)

    @in_turn
    def pictures(self) -> Iterator[Picture]:
        """Yield a picture of each step, and one of the board at the end."""
        yield from (stage.picture() for stage in self.stages)
        yield picture(self.boards[-1] if self.boards else self.puzzle, title=self.verdict)

    def html(self, *, title: str = "", author: str = "", above: str = "") -> str:
        """Return a page that steps through the pictures and words, by keys and buttons.

        Parameters
        ----------
        title, author
            The title of the page, and who made the puzzle; by default the puzzle's own, or its
            rules in words.
        above
            A class of the scale "variants", such as "easy": in print, steps up to it are left out,
            unless the reader chooses otherwise.

        Raises
        ------
        RuleError
            If there is no such class.
        """
        from sudoku.explaining.page import page

        return page(self, title, author, above)

    def save(self, path: str | Path, *, title: str = "", author: str = "", above: str = "") -> None:
        """Write the page to a file, whole or not at all; the arguments are those of `html`."""
        from exactcover.runtime.files import write_text

        write_text(path, self.html(title=title, author=author, above=above))
