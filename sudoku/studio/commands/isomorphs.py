"""The commands `isomorph` and `canonical`."""

from __future__ import annotations

from sudoku.server.conversation import Reply, Send
from sudoku.studio.asked import Asked, puzzle_object
from sudoku.studio.command import LONG, Argument, Command, whole
from sudoku.verbs.isomorphs import canonical, random_isomorph


def _isomorph(asked: Asked, send: Send) -> Reply:
    return {"puzzle": puzzle_object(random_isomorph(asked.puzzle, asked["seed"], **asked.limits))}


def _canonical(asked: Asked, send: Send) -> Reply:
    return {"puzzle": puzzle_object(canonical(asked.puzzle, **asked.limits))}


ISOMORPH = Command(
    "A random puzzle to which a symmetry of the rules takes the puzzle.",
    _isomorph,
    {"seed": Argument(whole(0, 2**53), "the seed of the random numbers", None)},
    LONG,
)
CANONICAL = Command("The least of all isomorphic puzzles.", _canonical, lane=LONG)
