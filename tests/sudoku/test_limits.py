"""Verbs of puzzles that are no searches stop when they should, and say so."""

from collections.abc import Callable
from threading import Event
from typing import Any

import numpy as np
import pytest

from exactcover.runtime.search import limits
from exactcover.runtime.search.limits import HaltedError, Stop, Watch
from exactcover.runtime.search.progress import Progress
from exactcover.runtime.search.work import UnfinishedError
from exactcover.symmetry import bliss
from sudoku import (
    Classic,
    Diagonal,
    Killer,
    Puzzle,
    Rating,
    Shape,
    automorphisms,
    canonical,
    canonical_batch,
    count_batch,
    encode,
    formity_batch,
    isomorphic,
    random_isomorph,
    rate_batch,
    solve_batch,
    symmetries,
)
from sudoku.batches import batch
from sudoku.rules.anti_knight import AntiKnight

pytestmark = pytest.mark.kernel

DIAGONAL = Puzzle(Shape(2, 2), [Classic(), Diagonal()], "1...............")
KILLER = Puzzle(Shape(3, 2), [Classic(), Killer([(7, [(0, 0), (0, 1)])]), AntiKnight()])
WORDS: list[tuple[str, Callable[..., Any]]] = [
    ("the canonical form", lambda **limits: canonical(DIAGONAL, **limits)),
    ("the comparison", lambda **limits: isomorphic(KILLER, KILLER, **limits)),
    ("the random isomorph", lambda **limits: random_isomorph(KILLER, 1, **limits)),
    ("the group", lambda **limits: symmetries(KILLER, **limits)),
    ("the group", lambda **limits: automorphisms(KILLER, **limits)),
    ("the problem", lambda **limits: encode(KILLER, **limits)),
    ("the batch", lambda **limits: canonical_batch(np.zeros((2, 81), int), 1, **limits)),
]
"""What verbs make that return a plain value, and a call that does work between two looks."""


@pytest.fixture(autouse=True)
def forget() -> None:
    """Let no verb know the answer from an earlier test."""
    from sudoku.encodings.exact_cover import encoding
    from sudoku.isomorphs.outline import outline
    from sudoku.isomorphs.symmetries import _found, least_images

    for known in (encoding, outline, _found, least_images):
        known.cache_clear()


def is_set() -> Event:
    flag = Event()
    flag.set()
    return flag


@pytest.mark.parametrize(("what", "verb"), WORDS)
def test_a_plain_value_is_whole_or_there_is_an_error(what: str, verb: Callable[..., Any]) -> None:
    pytest.importorskip("igraph")
    with pytest.raises(UnfinishedError, match=f"^{what} is not complete: cancelled") as caught:
        verb(cancel=is_set())
    assert caught.value.stopped is Stop.CANCELLED
    with pytest.raises(UnfinishedError, match="time limit"):
        verb(time_limit=0)
    with pytest.raises(ValueError, match="time_limit"):
        verb(time_limit=-1)
    seen: list[Progress] = []
    verb(time_limit=600, cancel=Event(), progress=seen.append)
    assert seen[-1].part == 1


@pytest.mark.parametrize(("what", "verb"), WORDS)
def test_a_verb_that_calls_another_is_stopped(what: str, verb: Callable[..., Any]) -> None:
    pytest.importorskip("igraph")
    with pytest.raises(HaltedError), Watch(time_limit=0).running():
        verb(time_limit=600)


def isomorphic_to_itself(puzzle: Puzzle, **limits: Any) -> object:
    return isomorphic(puzzle, puzzle, **limits)


@pytest.mark.parametrize("verb", [symmetries, automorphisms, isomorphic_to_itself])
def test_a_limit_stops_igraph(verb: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("igraph")

    def halted(*_: str) -> None:
        raise HaltedError

    monkeypatch.setattr(bliss, "FEW_EDGES", 0)
    monkeypatch.setattr(bliss, "_run", halted)
    with pytest.raises(UnfinishedError):
        verb(KILLER, time_limit=600)


LINE = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
HARD = np.array([Puzzle.from_text(LINE).grid.cells], dtype=np.uint8)


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("method", ["bitboard", "bitmask", "dancing_cells"])
def test_what_a_batch_does_not_know_is_marked(workers: int, method: str) -> None:
    for stopping in ({"time_limit": 0}, {"cancel": is_set()}):
        _, counts = solve_batch(
            np.zeros((3000, 81), np.uint8), None, workers, method=method, **stopping
        )
        assert counts.tolist() == [-1] * 3000
    seen: list[Progress] = []
    counts = count_batch(HARD, 2, workers, method=method, progress=seen.append, time_limit=99)
    assert counts.tolist() == [1]
    assert seen[-1].part == 1
    assert formity_batch(HARD, workers, method=method, time_limit=0).tolist() == [-1]


@pytest.mark.compiled
def test_a_batch_keeps_what_it_has_found(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = iter(range(10**6))
    monkeypatch.setattr(limits, "clock", lambda: float(next(ticks)))
    monkeypatch.setattr(batch, "BLOCK", 10)
    counts = count_batch(HARD.repeat(1000, 0), 2, 1, method="bitmask", time_limit=50).tolist()
    assert 0 < counts.count(1) < 1000
    assert counts.count(1) % 10 == 0
    assert counts.count(1) + counts.count(-1) == 1000
    assert sorted(counts, reverse=True) == counts


def test_a_rating_of_a_batch_counts_all_its_time() -> None:
    found = rate_batch(np.zeros((2, 81), dtype=int), time_limit=0)
    assert [isinstance(each, Rating) and each.stopped for each in found] == [Stop.TIME] * 2
