"""The answers to the commands of setters, each found in one call, which can be cancelled.

Nothing here knows how messages are carried. One `Answers` belongs to one client: its session keeps
what was proved of the puzzle before the last edits.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from exactcover.estimation.estimate import estimate
from exactcover.runtime.errors import UndecidedError
from exactcover.runtime.search.limits import Flag, Stop, Watch
from exactcover.runtime.search.progress import Progress
from exactcover.runtime.search.work import UnfinishedError
from sudoku.encodings.exact_cover import encode
from sudoku.explaining.explanation import End
from sudoku.formats.fpuzzles.progress import board_of_fpuzzles
from sudoku.formats.fpuzzles.reader import from_fpuzzles
from sudoku.possibilities.session import Session
from sudoku.puzzle.board import Board
from sudoku.puzzle.puzzle import Puzzle
from sudoku.server.conversation import CANCELED, Reply, Send, invalid
from sudoku.server.limits import Limits
from sudoku.server.logic import explained
from sudoku.server.messages import Message, Options, options_of, puzzle_data, read
from sudoku.server.refusals import REFUSED, ended
from sudoku.verbs.solve import count, solve
from sudoku.verbs.why_impossible import why_impossible

NO_SOLUTION = "No solutions found."
REASON_SECONDS = 2.0
"""The most seconds for the reason why there is no solution."""
PROBES = 64
"""The random probes between two estimates that are sent."""
NORMAL_95 = 1.96


class Answers:
    """Finds the answers to the messages of one client, one after the other.

    Parameters
    ----------
    time_limit
        The most seconds for a command.
    rng
        Draws the seeds of random solutions; by default another for each client.

    Examples
    --------
    >>> from sudoku import Puzzle, to_fpuzzles_link
    >>> link = to_fpuzzles_link(Puzzle.from_text("1......2.3.....4"))
    >>> message = Message(1, "check", link.partition("load=")[2])
    >>> from threading import Event
    >>> replies = []
    >>> last = Answers().answer(message, Event(), replies.append)
    >>> last
    {'type': 'count', 'count': 1, 'inProgress': False}
    """

    key = "nonce"

    def __init__(
        self, time_limit: float | None = None, rng: np.random.Generator | None = None
    ) -> None:
        self._time_limit = time_limit
        self._rng = rng or np.random.default_rng()
        self._session: Session | None = None

    def read(self, text: str) -> Message:
        """Return the message of a text; see `sudoku.server.messages.read`."""
        return read(text)

    def answer(self, message: Message, cancel: Flag, send: Send) -> Reply:
        """Return the last reply to a message; others are sent before.

        An answer that was cancelled is ``{"type": "canceled"}``.
        """
        if message.command == "cancel":
            return dict(CANCELED)
        command = _COMMANDS[message.command]
        limits = Limits(self._time_limit, cancel)
        try:
            data = puzzle_data(message)
            reply = command(self, data, options_of(data), limits, send)
        except REFUSED as error:
            reply = invalid(str(error))
        except UnfinishedError as error:
            reply = invalid(ended(error.stopped))
        return dict(CANCELED) if cancel.is_set() else reply

    def _truecandidates(
        self, data: Mapping[str, Any], options: Options, limits: Limits, send: Send
    ) -> Reply:
        puzzle = from_fpuzzles(data)
        self._session = (self._session or Session(puzzle, history=0)).edit(puzzle)
        found = self._session.true_candidates(options.cap, **limits)
        if not found.complete:
            return invalid(ended(found.stopped))
        if not found:
            return invalid(_no_solution(puzzle, limits))
        counts = found.counts
        if options.is_logical:
            made = explained(Board(puzzle), options.disabled, count_to=2, **limits)
            if made.end is End.STOPPED:
                return invalid(made.verdict)
            left = _candidates_left(made.boards[-1])
            counts = np.where((counts == 0) & left, -1, counts)
        return {"type": "truecandidates", "solutionsPerCandidate": counts.ravel().tolist()}

    def _solve(
        self, data: Mapping[str, Any], options: Options, limits: Limits, send: Send
    ) -> Reply:
        seed = int(self._rng.integers(1 << 32))
        puzzle = from_fpuzzles(data)
        found = solve(puzzle, seed=seed, **limits)
        if found.solution is not None:
            return {"type": "solved", "solution": list(found.solution.cells)}
        return invalid(_no_solution(puzzle, limits) if found.complete else ended(found.stopped))

    def _check(
        self, data: Mapping[str, Any], options: Options, limits: Limits, send: Send
    ) -> Reply:
        return self._counted(data, 2, limits, send)

    def _count(
        self, data: Mapping[str, Any], options: Options, limits: Limits, send: Send
    ) -> Reply:
        return self._counted(data, None, limits, send)

    def _counted(
        self, data: Mapping[str, Any], limit: int | None, limits: Limits, send: Send
    ) -> Reply:
        """Count solutions; the number so far is sent now and then."""
        sent = 0

        def report(progress: Progress) -> None:
            nonlocal sent
            if progress.solutions > sent:
                sent = progress.solutions
                send({"type": "count", "count": sent, "inProgress": True})

        found = count(from_fpuzzles(data), limit=limit, progress=report, **limits)
        if not found.complete and found.stopped is not Stop.LIMIT:
            return invalid(f"{ended(found.stopped)} Found until then: {int(found)} solutions.")
        return {"type": "count", "count": int(found), "inProgress": False}

    def _estimate(
        self, data: Mapping[str, Any], options: Options, limits: Limits, send: Send
    ) -> Reply:
        """Send estimates until the command is cancelled, or its time is up."""
        watch = Watch(limits["time_limit"], limits["cancel"])
        means: list[float] = []
        with watch.running():
            problem = encode(from_fpuzzles(data), **limits)
            while watch.stop is None:
                made = estimate(problem, n_probes=PROBES, seed=self._rng, **limits)
                if made.complete:
                    return _estimated([made.solutions.mean], PROBES)
                means.append(made.solutions.mean)
                if len(means) > 1:
                    send(_estimated(means, PROBES * len(means)))
        return _estimated(means, PROBES * len(means)) if means else invalid(ended(watch.stop))

    def _step(self, data: Mapping[str, Any], options: Options, limits: Limits, send: Send) -> Reply:
        return self._logical(data, options, 1, limits)

    def _solvepath(
        self, data: Mapping[str, Any], options: Options, limits: Limits, send: Send
    ) -> Reply:
        return self._logical(data, options, None, limits)

    def _logical(
        self, data: Mapping[str, Any], options: Options, most: int | None, limits: Limits
    ) -> Reply:
        """Return some steps from the digits and marks in the grid on, and the grid after them."""
        board = board_of_fpuzzles(data)
        made = explained(board, options.disabled, most, **limits)
        if made.end is End.NO_SOLUTION:
            wrong = made.remark and f"{NO_SOLUTION} {made.remark}"
            return _logical_reply(board, wrong or _no_solution(board.puzzle, limits), False)
        if made.start is None:
            return invalid(made.verdict)
        return _logical_reply(made.boards[-1], made.text(), True)


_COMMANDS: Mapping[str, Callable[..., Reply]] = {
    "truecandidates": Answers._truecandidates,
    "solve": Answers._solve,
    "check": Answers._check,
    "count": Answers._count,
    "estimate": Answers._estimate,
    "step": Answers._step,
    "solvepath": Answers._solvepath,
}


def _no_solution(puzzle: Puzzle, limits: Limits) -> str:
    """Return words for a puzzle without solution: what cannot hold together, if found soon."""
    left = limits["time_limit"]
    seconds = REASON_SECONDS if left is None else min(REASON_SECONDS, left)
    try:
        conflict = why_impossible(puzzle, time_limit=seconds, cancel=limits["cancel"])
    except UndecidedError:
        return NO_SOLUTION
    return f"{NO_SOLUTION} {conflict}" if conflict.is_minimal else NO_SOLUTION


def _candidates_left(board: Board) -> np.ndarray:
    """Return which candidates a board has, digits in cells included: (n_cells, n)."""
    n = board.puzzle.shape.n
    masks = np.array(
        [
            1 << digit - 1 if digit else left
            for digit, left in zip(board.digits, board.candidates, strict=True)
        ]
    )
    return np.asarray(masks[:, np.newaxis] >> np.arange(n) & 1 != 0)


def _logical_reply(board: Board, words: str, is_valid: bool) -> Reply:
    """Return the reply with a grid and what led to it."""
    shape = board.puzzle.shape
    cells: list[Reply] = []
    for cell, digit in enumerate(board.digits):
        candidates = [digit] if digit else list(board.candidates_of(*shape.position(cell)))
        cells.append({"value": digit, "candidates": candidates})
    return {"type": "logical", "cells": cells, "message": words, "isValid": is_valid}


def _estimated(means: list[float], n_probes: int) -> Reply:
    """Return the reply with the mean of independent estimates and its error."""
    mean = math.fsum(means) / len(means)
    squares = math.fsum((each - mean) ** 2 for each in means)
    error = math.sqrt(squares / (len(means) - 1) / len(means)) if len(means) > 1 else 0.0
    return {
        "type": "estimate",
        "estimate": mean,
        "stderr": error,
        "iterations": n_probes,
        "ci95_lower": max(0.0, mean - NORMAL_95 * error),
        "ci95_upper": mean + NORMAL_95 * error,
        "relErrPercent": 100 * error / mean if mean else 0.0,
    }
