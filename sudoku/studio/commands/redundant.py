"""The command `redundant`: what the puzzle could do without."""

from __future__ import annotations

from typing import Any

from sudoku.givens.given import Given
from sudoku.server.conversation import Reply, Send
from sudoku.studio.asked import Asked, puzzle_object
from sudoku.studio.command import LONG, Command
from sudoku.verbs.redundant import redundant

__all__ = ["REDUNDANT"]


def _redundant(asked: Asked, send: Send) -> Reply:
    found = redundant(asked.puzzle, **asked.limits)
    return {
        "words": str(found),
        "each": [_given(given) for given in found.each],
        "together": [_given(given) for given in found.together],
        "puzzle": puzzle_object(found.puzzle),
        "complete": found.stopped is None,
    }


def _given(given: Given) -> dict[str, Any]:
    return {"title": given.title, "cells": list(given.cells)}


REDUNDANT = Command(
    "The clues, marks and rules without which there is still one solution.", _redundant, lane=LONG
)
