"""The command `candidates`: the number of solutions with each candidate, up to a cap."""

from __future__ import annotations

from sudoku.possibilities.result import TrueCandidates
from sudoku.possibilities.session import Session
from sudoku.server.conversation import Reply, Send
from sudoku.studio.asked import Asked
from sudoku.studio.command import LONG, Argument, Command, whole

MOST = 10_000


def _candidates(asked: Asked, send: Send) -> Reply:
    if not asked.sessions:
        asked.sessions.append(Session(asked.puzzle, history=0))
    session = asked.sessions[0].edit(asked.puzzle)
    found = session.true_candidates(
        asked["cap"], found=lambda each: send(_reply(each)), **asked.limits
    )
    return _reply(found)


def _reply(found: TrueCandidates) -> Reply:
    return {"counts": found.counts.tolist(), "cap": found.cap, "complete": found.complete}


CANDIDATES = Command(
    "For each cell and digit the number of solutions that have it, up to the cap.",
    _candidates,
    {"cap": Argument(whole(1, MOST), "the number up to which solutions are counted", 1)},
    LONG,
)
