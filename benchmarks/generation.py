"""Measure the puzzles generated a second, and check that they fulfil the request."""

from __future__ import annotations

import json
import shutil
from collections import deque
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path
from statistics import mean, median
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

import sudoku
from benchmarks.peers import PYTHON
from benchmarks.processes import run
from benchmarks.report import Goal, Section
from sudoku.generation.batch_counts import Judge
from sudoku.generation.generate import generate
from sudoku.generation.strategies.removal import are_minimal

SECONDS = 4.0
"""The seconds in which a peer makes puzzles."""
MOST = 8192
WARM = 300
"""The puzzles made before the measurement, while kernels are compiled and blocks grow."""
PEERS_SCRIPT = Path(__file__).parent / "workers" / "generators.py"


class Order(NamedTuple):
    """A request of puzzles, their number, and the required puzzles a second."""

    name: str
    arguments: Mapping[str, Any]
    n: int = MOST
    wanted: float | None = None


ORDERS = (
    Order("top_down", {"strategy": "top_down"}, wanted=5000),
    Order("half_turn", {"symmetry": "half_turn"}, wanted=15000),
    Order("half_turn, minimal", {"symmetry": "half_turn", "minimal": True}, 64),
    Order("bottom_up", {"strategy": "bottom_up"}, 4096, wanted=1500),
    Order("deduction", {"strategy": "deduction"}, 4096, wanted=1500),
    Order("beneficial_first", {"strategy": "beneficial_first"}, 4096),
    Order("to_clues 30", {"clues": 30}),
    Order("few_clues 20", {"strategy": "few_clues", "clues": 20}, 64),
)


def measure(repeats: int, with_peers: bool) -> Section:
    """Time each of our strategies in one thread, and the peers."""
    section = Section(
        f"Puzzles of 9x9 made a second, one core: best / median of {repeats}",
        ("generator", "puzzles", "a second", "clues", "one solution", "minimal"),
        notes=["one solution, minimal: the share of the puzzles made that have it, or are it."],
    )
    for order in ORDERS:
        times = []
        for seed in range(repeats):
            made = generate(order.n + min(WARM, order.n), seed=seed, workers=1, **order.arguments)
            deque(islice(made, min(WARM, order.n)), maxlen=0)
            start = perf_counter()
            batches = list(made.arrays())
            times.append((perf_counter() - start) / order.n)
        _add(section, order.name, np.concatenate(batches), times)
        if order.wanted:
            rate = 1 / min(times)
            section.goals.append(
                Goal(
                    f"generate {order.name}",
                    f">= {order.wanted:.0f}/s",
                    f"{rate:.0f}/s",
                    rate >= order.wanted,
                )
            )
    if with_peers:
        for name, puzzles, seconds in _peers():
            _add(section, name, puzzles, [seconds / max(1, len(puzzles))])
    return section


def _add(section: Section, name: str, puzzles: np.ndarray, times: Sequence[float]) -> None:
    judge = Judge(sudoku.Shape(3, 3), (sudoku.Classic(),))
    unique = judge.are_unique(puzzles)
    minimal = are_minimal(judge, puzzles[unique])
    clues = mean((puzzles != 0).sum(axis=1).tolist())
    rates = [1 / time for time in times]
    section.rows.append(
        (
            name,
            str(len(puzzles)),
            f"{max(rates):.4g} / {median(rates):.4g}",
            f"{clues:.1f}",
            f"{unique.mean():.3g}",
            f"{minimal.sum() / len(puzzles):.3g}",
        )
    )
    section.records.append({"generator": name, "seconds a puzzle": list(times), "clues": clues})


def _peers() -> list[tuple[str, np.ndarray, float]]:
    """Let the peers make puzzles; those that are missing are left out."""
    found = []
    for name in ("sudokutools", "dokusan", "py-sudoku"):
        reply = json.loads(run([str(PYTHON), "-I", str(PEERS_SCRIPT), name, str(SECONDS)]).output)
        found.append((name, _rows(reply["puzzles"]), reply["seconds"]))
    if shutil.which("qqwing"):
        n = 400
        done = run(["qqwing", "--generate", str(n), "--one-line"])
        found.append(("qqwing", _rows(done.output.split()), done.seconds))
    return found


def _rows(lines: Sequence[str]) -> np.ndarray:
    digits = "".join(lines).replace(".", "0").encode()
    return np.frombuffer(digits, dtype=np.uint8).reshape(-1, 81) - ord("0")
