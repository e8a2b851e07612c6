"""The commands `complete` and `minimal`: values and clues for a drawing, and clues to leave out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sudoku.completion.drawn import Drawn, drawn_marks
from sudoku.completion.kinds import KINDS
from sudoku.errors import FormityError, TextError, refusing
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.parsing import places_in
from sudoku.server.conversation import Reply, Send
from sudoku.server.refusals import ended
from sudoku.studio.asked import Asked, puzzle_object
from sudoku.studio.command import LONG, Argument, Command, truth, whole
from sudoku.verbs.complete import Completion, complete
from sudoku.verbs.solve import solve

MOST_GRIDS, MOST_SEED = 1000, 2**53


@refusing("list of drawn marks")
def _drawn(name: str, value: Any) -> list[Drawn]:
    """Return marks without a value from objects with the name of a rule and cells."""
    if not isinstance(value, list) or not all(isinstance(each, Mapping) for each in value):
        raise TextError(f"{name} is no list of objects with the keys rule and cells")
    return [Drawn(each["rule"], places_in(each["cells"])) for each in value]


def _complete(asked: Asked, send: Send) -> Reply:
    puzzle = asked.puzzle
    drawn = [*asked["drawn"], *drawn_marks(puzzle)]
    made = complete(
        puzzle,
        drawn,
        fewest=asked["fewest"],
        grids=asked["grids"],
        seed=asked["seed"],
        **asked.limits,
    )
    return _reply(made)


def _reply(made: Completion) -> Reply:
    reply: Reply = {"words": str(made), "complete": made.stopped is None}
    if made.puzzle is not None:
        reply |= {"puzzle": puzzle_object(made.puzzle), "cells": list(made.added)}
    return reply


def _minimal(asked: Asked, send: Send) -> Reply:
    puzzle = asked.puzzle
    solved = solve(puzzle, **asked.limits)
    if solved.solution is None:
        raise FormityError(
            "the puzzle has no solution" if solved.complete else ended(solved.stopped)
        )
    clues = [cell for cell, digit in enumerate(puzzle.grid.cells) if digit]
    blank = Puzzle(puzzle.shape, puzzle.rules)
    made = complete(
        blank,
        grid=solved.solution,
        among=clues,
        fewest=asked["fewest"],
        seed=asked["seed"],
        **asked.limits,
    )
    if made.puzzle is None and made.stopped is None:
        raise FormityError("the puzzle has more than one solution: all its clues are needed")
    reply = _reply(made)
    if made.puzzle is not None:
        reply["words"] = f"{made.puzzle.n_clues} of {len(clues)} clues are left."
    return reply


FEWEST = Argument(truth, "whether the clues are proved to be the fewest", False)
SEED = Argument(whole(0, MOST_SEED), "the seed of the random numbers", None)
COMPLETE = Command(
    "A puzzle with one solution that has the clues, marks and rules: with values and more clues.",
    _complete,
    {
        "drawn": Argument(
            _drawn, f"marks without a value, of the rules {', '.join(KINDS)}, with their cells", ()
        ),
        "fewest": FEWEST,
        "grids": Argument(whole(1, MOST_GRIDS), "the number of grids that are tried", 3),
        "seed": SEED,
    },
    LONG,
)
MINIMAL = Command(
    "The puzzle with some of its clues, each of which is needed.",
    _minimal,
    {"fewest": FEWEST, "seed": SEED},
    LONG,
)
