"""What a message asks about: a puzzle, what was entered in it, arguments and limits."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from exactcover.runtime.formatting import shown
from exactcover.runtime.search.limits import Flag
from sudoku.errors import TextError
from sudoku.formats.json_line import from_json, shape_of, to_json
from sudoku.puzzle.board import Board
from sudoku.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from sudoku.givens.given import Given
    from sudoku.possibilities.session import Session
    from sudoku.studio.messages import Message


def puzzle_object(puzzle: Puzzle) -> dict[str, Any]:
    """Return a puzzle as our JSON, with its clues as a list.

    >>> puzzle_object(Puzzle.from_text("1..............."))["clues"][:3]
    [1, 0, 0]
    """
    made: dict[str, Any] = json.loads(to_json(puzzle))
    return made | {"clues": list(puzzle.grid.cells)}


def given_object(given: Given) -> dict[str, Any]:
    """Return a clue, a mark or a rule: its name, and its cells."""
    return {"title": given.title, "cells": list(given.cells)}


@dataclass(frozen=True)
class Asked:
    """A message with its arguments read.

    Attributes
    ----------
    message
        The message.
    arguments
        The arguments of its command.
    limits
        The keyword arguments ``cancel`` and ``time_limit`` of the next verb.
    sessions
        The session of the client, if there is one yet, in a list.
    """

    message: Message
    arguments: Mapping[str, Any]
    limits: Mapping[str, Any]
    sessions: list[Session]

    def __getitem__(self, name: str) -> Any:
        return self.arguments[name]

    @property
    def cancel(self) -> Flag:
        """The flag that is set when the answer is no longer wanted."""
        flag: Flag = self.limits["cancel"]
        return flag

    @property
    def _data(self) -> Mapping[str, Any]:
        data = self.message.puzzle
        if not isinstance(data, Mapping):
            raise TextError("the message has no puzzle: an object with shape, rules and clues")
        return data

    @cached_property
    def blank(self) -> Puzzle:
        """The board and its rules, without clues, which may clash."""
        n_cells = shape_of(self._data.get("shape")).n_cells
        return from_json({**self._data, "clues": [0] * n_cells})

    @cached_property
    def clues(self) -> tuple[int, ...]:
        """The clues, which may clash."""
        clues = self._data.get("clues")
        if isinstance(clues, str):
            return from_json({**self._data, "rules": []}).grid.cells
        return self._cells("clues", clues)

    @cached_property
    def puzzle(self) -> Puzzle:
        """The puzzle; a ClashError is raised if its clues clash."""
        return from_json(self._data)

    @cached_property
    def entered(self) -> tuple[int, ...]:
        """For each cell the digit that was entered there, or 0."""
        given = self.message.entered
        n_cells = self.blank.shape.n_cells
        return (0,) * n_cells if given is None else self._cells("entered", given)

    def board(self) -> Board:
        """Return the puzzle in progress; a ClashError is raised if its digits clash."""
        clues, shape = self.puzzle.grid.cells, self.puzzle.shape
        placed = {k: d for k, d in enumerate(self.entered) if d and not clues[k]}
        removed = []
        for cell, digits in enumerate(self._left()):
            if digits is not None and not clues[cell] and cell not in placed:
                removed += [(cell, d) for d in range(1, shape.n + 1) if d not in digits]
        return Board(self.puzzle, placed, removed)

    def _left(self) -> list[list[int] | None]:
        given = self.message.left
        if given is None:
            return []
        n = self.blank.shape.n_cells
        if not isinstance(given, list) or len(given) != n:
            raise TextError(f"left is no list of {n} cells")
        for each in given:
            if each is not None and not isinstance(each, list):
                raise TextError(f"left has {shown(each)}: it must be a list of digits, or null")
        return given

    def _cells(self, name: str, given: Any) -> tuple[int, ...]:
        """Return a digit, or 0, for each cell."""
        shape = self.blank.shape
        if not isinstance(given, list) or len(given) != shape.n_cells:
            raise TextError(f"{name} is no list of {shape.n_cells} cells")
        for digit in given:
            if type(digit) is not int or not 0 <= digit <= shape.n:
                raise TextError(f"{name} has {shown(digit)}: digits are 1 to {shape.n}, or 0")
        return tuple(given)
