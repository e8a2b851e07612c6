"""The verb `all_steps`: all that techniques find at one position."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from exactcover import Interrupted, Stop
from exactcover.runtime.arguments import check_truth
from exactcover.runtime.search.limits import Flag, HaltedError
from exactcover.runtime.search.request import ProgressLike
from exactcover.runtime.search.work import Work
from exactcover.runtime.text_view import TextView
from sudoku.explaining.explanation import End, Stage
from sudoku.explaining.scene import counted
from sudoku.puzzle.board import Board
from sudoku.puzzle.puzzle import Puzzle
from sudoku.techniques.step import Step
from sudoku.verbs.explain import INTERRUPTED, STOPPED, allowed, without_uniqueness
from sudoku.verbs.formity import Formity
from sudoku.verbs.judgement import UNKNOWN, in_progress, judged

if TYPE_CHECKING:
    from sudoku.puzzle.puzzle import PuzzleLike


@dataclass(frozen=True, repr=False)
class AllSteps(TextView):
    """The steps that are possible at one position, the easiest first: what `all_steps` returns.

    Attributes
    ----------
    puzzle
        The puzzle.
    board
        The position; None if there is no solution, or none is known.
    steps
        The steps as data.
    end
        `End.MORE` if there are steps, `End.STUCK` if there is none, `End.SOLVED` if no cell is
        blank, or `End.NO_SOLUTION`; `End.STOPPED` if a limit was reached before all were found.
    remark
        A remark on the end.

    Examples
    --------
    >>> found = all_steps("1234341221434...")
    >>> found
    <AllSteps: 3 steps, more>
    >>> found.stages[0].title, found.stages[0].placements
    ('Full house', (((3, 1), 3),))
    """

    puzzle: Puzzle
    board: Board | None
    steps: tuple[Step, ...]
    end: End
    remark: str = ""

    def __repr__(self) -> str:
        steps = f"{len(self.steps)} step{'s' * (len(self.steps) != 1)}"
        return f"<AllSteps: {steps}, {self.end.value}>"

    def __len__(self) -> int:
        return len(self.steps)

    def __iter__(self) -> Iterator[Stage]:
        return iter(self.stages)

    @property
    def complete(self) -> bool:
        """Whether these are all steps."""
        return self.end is not End.STOPPED

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The steps with their numbers; each has words and a picture."""
        if self.board is None:
            return ()
        board = self.board
        return tuple(Stage(number, board, step) for number, step in enumerate(self.steps, 1))

    @property
    def verdict(self) -> str:
        """How many steps there are, in words."""
        steps = f"{counted(len(self.steps))} step{'s' * (len(self.steps) != 1)}"
        words = {
            End.MORE: f"{steps[0].upper()}{steps[1:]} at this position.",
            End.STUCK: "No technique finds a step at this position.",
            End.SOLVED: "No cell is blank.",
            End.STOPPED: f"Stopped after {steps}.",
            End.NO_SOLUTION: "The puzzle has no solution.",
        }[self.end]
        return f"{words} {self.remark}".rstrip()

    def text(self) -> str:
        """Return the steps in words, one line for each, and their number.

        Examples
        --------
        >>> print(all_steps("12343412214343.1").text())
        1. Full house. r4c3 is the last blank cell of row 4, which lacks only 2. So r4c3 is 2.
        One step at this position.
        """
        lines = [f"{stage.number}. {stage.title}. {stage.words}" for stage in self.stages]
        return "\n".join([*lines, self.verdict])

    def to_json(self) -> str:
        """Return the steps as JSON, on one line, each as `Explanation.to_json` writes it."""
        from sudoku.explaining.interchange import step_object

        shape = self.puzzle.shape
        return json.dumps(
            {
                "shape": str(shape),
                "puzzle": self.puzzle.grid.to_line(),
                "end": self.end.value,
                "remark": self.remark,
                "steps": [step_object(shape, stage) for stage in self.stages],
            }
        )


def all_steps(
    board: PuzzleLike,
    techniques: Iterable[str] | None = None,
    *,
    upto: str | None = None,
    unique: bool = False,
    time_limit: float | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
) -> AllSteps:
    """Return all steps that techniques find at a position, the easiest first.

    Of steps with the same placements and eliminations, only that of the easiest technique is
    returned. If the puzzle has several solutions, techniques that assume a unique one are left out.

    Parameters
    ----------
    board, techniques, upto, unique
        As for `explain`; by default, techniques beyond the ladder are not tried.
    time_limit, cancel
        As for `explain`.
    progress
        As for `sudoku.solve`; a node is a step, and the part is that of the techniques.

    Returns
    -------
    AllSteps
        The steps.

    Raises
    ------
    RuleError
        As for `explain`.
    Interrupted
        After Ctrl-C; its `result` has the steps found until then.

    Examples
    --------
    >>> [each.title for each in all_steps("12..3.1.2.......", upto="naked_single")]
    ['Full house', 'Full house']
    """
    board, puzzle = in_progress(board)
    names = allowed(techniques, upto, check_truth("unique", unique), puzzle)
    work = Work(time_limit, cancel, progress)
    found: dict[object, Step] = {}
    made = AllSteps(puzzle, None, (), End.STOPPED, UNKNOWN)
    try:
        with work.reporting():
            known = judged(board, work, cancel)
            if known.board is None:
                return made
            if known.board is Formity.NONE:
                return replace(made, end=End.NO_SOLUTION, remark=known.remark)
            start = board if isinstance(board, Board) else Board(board)
            made = replace(made, board=start, remark=known.remark)
            if not known.is_unique:
                names, unique = without_uniqueness(names), False
            _collect(start, names, unique, found, work)
    except HaltedError:
        return replace(made, steps=tuple(found.values()), remark=STOPPED[work.stop or Stop.TIME])
    except KeyboardInterrupt:
        made = replace(made, steps=tuple(found.values()), remark=INTERRUPTED)
        raise Interrupted(made) from None
    end = End.MORE if found else End.STUCK if 0 in start.digits else End.SOLVED
    return replace(made, steps=tuple(found.values()), end=end)


def _collect(
    board: Board,
    names: tuple[str, ...] | None,
    unique: bool,
    found: dict[object, Step],
    work: Work,
) -> None:
    """Add steps to those found, so that they are not lost at a limit."""
    from sudoku.techniques.climb import Climber, ladder_of

    climber = Climber(board)
    if climber.is_over():
        return
    ladder = ladder_of(climber.geometry, names, unique=unique)
    for number, technique in enumerate(ladder):
        work.part = number / len(ladder)
        for step in climber.steps(technique):
            found.setdefault((frozenset(step.placements), frozenset(step.eliminations)), step)
            work.nodes = len(found)
    work.part = 1.0
