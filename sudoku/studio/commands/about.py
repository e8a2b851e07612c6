"""The commands `about`, which lists what there is, and `cancel`."""

from __future__ import annotations

from typing import Any

from sudoku.server.conversation import Reply, Send
from sudoku.studio.asked import Asked
from sudoku.studio.command import Command


def _about(asked: Asked, send: Send) -> Reply:
    from sudoku.completion.kinds import KINDS
    from sudoku.formats.registry import FORMATS
    from sudoku.generation.rulesets.registry import RULESETS
    from sudoku.generation.symmetry import SYMMETRIES
    from sudoku.geometry.outlines import LAYOUTS
    from sudoku.ratings.registry import SCALES
    from sudoku.studio.commands.files import OTHERS
    from sudoku.studio.messages import VERSION
    from sudoku.studio.registry import COMMANDS
    from sudoku.techniques.registry import TECHNIQUES

    return {
        "version": VERSION,
        "commands": {name: _account(COMMANDS[name]) for name in COMMANDS},
        "formats": [*FORMATS, *OTHERS],
        "drawn": {
            name: {"size": kind.size, "outside": kind.is_outside} for name, kind in KINDS.items()
        },
        "layouts": list(LAYOUTS),
        "rulesets": {name: kind.summary for name, kind in RULESETS.items()},
        "techniques": {each.name: each.title for each in TECHNIQUES.ladder},
        "symmetries": list(SYMMETRIES),
        "scales": {name: kind.summary for name, kind in SCALES.items()},
        "levels": {name: list(kind.levels) for name, kind in SCALES.items()},
    }


def _account(command: Command) -> dict[str, Any]:
    """Return what a command does, and its arguments."""
    words = {name: argument.words for name, argument in command.arguments.items()}
    return {"summary": command.summary, "arguments": words, "lane": command.lane}


def _cancel(asked: Asked, send: Send) -> Reply:
    return {}


ABOUT = Command("The commands, formats, layouts, rulesets, symmetries and scales.", _about)
CANCEL = Command("Nothing; the messages that `stops` names are cancelled.", _cancel)
