"""No engine needs the compiler: whatever types its kernels are called with, they are precompiled.

The signatures follow from the annotations (`exactcover.runtime.kernels.variants`); here the
kernels are called with every type, and results are compared. Without a library of precompiled
kernels for the sources as they are (`make kernels`), Numba compiles, and only results are compared.
"""

from collections.abc import Callable, Iterator
from itertools import product
from math import comb
from typing import Any

import numpy as np
import pytest

import exactcover
from exactcover import Problem
from exactcover.diagrams.frontier import FrontierDiagram
from exactcover.engines.first_fit import tables as of_first_fit
from exactcover.engines.frontier import tables as of_frontier
from exactcover.engines.masks import shape
from exactcover.engines.registry import load
from exactcover.runtime.search.protocol import Status, counting
from tests.running import compiled

pytestmark = [pytest.mark.kernel, compiled, pytest.mark.usefixtures("only_precompiled")]

WORDS = [np.uint16, np.uint32, np.uint64]


@pytest.fixture
def with_words(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Any], None]]:
    """Return a function that lets bit masks have words of one type."""

    def choose(word: Any) -> None:
        monkeypatch.setattr(shape, "WORDS", (word,))
        shape._best.cache_clear()

    yield choose
    shape._best.cache_clear()


def board(n: int) -> dict[tuple[int, int], list[tuple[str, int]]]:
    return {(r, c): [("row", r), ("column", c)] for r, c in product(range(n), repeat=2)}


@pytest.mark.parametrize("word", WORDS)
def test_bit_masks(word: Any, with_words: Callable[[Any], None]) -> None:
    with_words(word)
    rooks = Problem(board(4), costs={(r, c): abs(r - c) for r, c in board(4)})
    assert len(list(rooks.solutions(method="masks"))) == 24
    assert rooks.count(method="masks_memo") == 24
    assert rooks.cheapest(method="cheapest_masks").cost == 0
    given = rooks.solutions(method="masks", chosen=[(0, 1)])
    assert len(list(given)) == 6
    few = Problem(board(3), bounds={("row", k): (0, 2) for k in range(3)})
    assert len(list(few.solutions(method="multicover_masks"))) == 24
    assert few.count(method="multicover_masks_memo") == 24
    assert len(list(few.solutions(method="multicover_masks", chosen=[(0, 1)]))) == 8


def test_many_options_under_bounds() -> None:
    for n in (15, 16, 17, 33):
        problem = Problem([["p"]] * n + [["p", "q"]] * n, bounds={"p": (0, n), "q": (0, 3)})
        expected = sum(comb(n, p) * comb(n, q) for q in range(4) for p in range(n - q + 1))
        assert problem.count() == expected


@pytest.mark.parametrize("n_words", [1, 2, 3, 4, 16])
def test_keys_of_any_length(n_words: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (of_frontier, of_first_fit):
        monkeypatch.setattr(module, "words_for", lambda _: n_words)
    queens = Problem(
        {
            (r, c): [("row", r), ("column", c), ("up", r + c), ("down", r - c)]
            for r, c in product(range(6), repeat=2)
        },
        secondary=[*(("up", k) for k in range(11)), *(("down", k) for k in range(-5, 6))],
    )
    for method in ("frontier", "first_fit"):
        engine: Any = load(method, queens)(queens.links)
        while engine.advance(1 << 16, counting()) != Status.EXHAUSTED:
            pass
        assert engine.solutions == 4, method
    diagram = FrontierDiagram(queens.links, 1 << 24)
    while diagram.advance(1 << 16, counting()) != Status.EXHAUSTED:
        pass
    nodes, root = diagram.nodes_and_root()
    assert exactcover.Diagram(queens, nodes, root).count() == 4
    assert queens.count(order="best") == 4
    rooks = Problem(board(4), costs={(r, c): int(r == c) for r, c in board(4)})
    assert rooks.count(order="best", max_cost=0) == 9
