"""The command `redundant`: what the puzzle could do without."""

from __future__ import annotations

from sudoku.server.conversation import Reply, Send
from sudoku.studio.asked import Asked, given_object, puzzle_object
from sudoku.studio.command import LONG, Command
from sudoku.verbs.redundant import redundant


def _redundant(asked: Asked, send: Send) -> Reply:
    found = redundant(asked.puzzle, **asked.limits)
    return {
        "words": str(found),
        "each": [given_object(given) for given in found.each],
        "together": [given_object(given) for given in found.together],
        "puzzle": puzzle_object(found.puzzle),
        "complete": found.stopped is None,
    }


REDUNDANT = Command(
    "The clues, marks and rules without which there is still one solution.", _redundant, lane=LONG
)
