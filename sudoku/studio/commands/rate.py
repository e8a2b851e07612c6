"""The command `rate`."""

from __future__ import annotations

from sudoku.server.conversation import Reply, Send
from sudoku.studio.asked import Asked
from sudoku.studio.command import LONG, Argument, Command, text
from sudoku.verbs.rate import rate


def _rate(asked: Asked, send: Send) -> Reply:
    found = rate(asked.puzzle, asked["scale"], **asked.limits)
    return {
        "scale": found.scale,
        "value": found.value,
        "level": found.level,
        "solved": found.solved,
        "stopped": found.stopped is not None,
        "words": str(found),
        "techniques": dict(found.techniques),
        "remark": found.remark,
    }


RATE = Command(
    "How difficult the puzzle is by a scale.",
    _rate,
    {"scale": Argument(text, "a scale of `about`, or one that fits", "auto")},
    LONG,
)
