"""A client of the studio without a server: it asks a desk, and keeps the replies."""

from __future__ import annotations

import json
from threading import Event
from typing import Any

from sudoku import Puzzle
from sudoku.studio.asked import puzzle_object
from sudoku.studio.desk import Desk
from sudoku.studio.messages import VERSION

__all__ = ["Client"]


class Client:
    """Asks one desk."""

    def __init__(self) -> None:
        self.desk, self.number = Desk(), 0
        self.parts: list[dict[str, Any]] = []

    def ask(self, command: str, puzzle: Any = None, **data: Any) -> dict[str, Any]:
        """Return the last reply; `parts` has those before it."""
        self.number += 1
        self.parts = []
        if isinstance(puzzle, Puzzle):
            puzzle = puzzle_object(puzzle)
        message = {"version": VERSION, "id": self.number, "command": command, "puzzle": puzzle}
        read = self.desk.read(json.dumps(message | data))
        reply = self.desk.answer(read, Event(), self.parts.append)
        json.dumps([reply, *self.parts])  # all of it is JSON
        return reply
