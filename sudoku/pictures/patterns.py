"""Patterns that tell groups of cells apart where colours do not: in print, or for some readers."""

from __future__ import annotations

from collections.abc import Callable

from sudoku.pictures.canvas import CELL

STEP = CELL // 5
"""The distance between the lines of a pattern; it divides a cell, so lines go on in the next."""


def _rising(x: float, y: float) -> str:
    """Return the lines from the lower left to the upper right of a cell."""
    ends = [(max(0, k - CELL), min(k, CELL)) for k in range(STEP, 2 * CELL, STEP)]
    return " ".join(f"M{x + low} {y + high}L{x + high} {y + low}" for low, high in ends)


def _falling(x: float, y: float) -> str:
    """Return the lines from the upper left to the lower right of a cell."""
    ends = [(max(0, k - CELL), min(k, CELL)) for k in range(STEP, 2 * CELL, STEP)]
    return " ".join(
        f"M{x + low} {y + CELL - high}L{x + high} {y + CELL - low}" for low, high in ends
    )


def _level(x: float, y: float) -> str:
    """Return horizontal lines of a cell."""
    return " ".join(f"M{x} {y + k}h{CELL}" for k in range(STEP // 2, CELL, STEP))


def _upright(x: float, y: float) -> str:
    """Return vertical lines of a cell."""
    return " ".join(f"M{x + k} {y}v{CELL}" for k in range(STEP // 2, CELL, STEP))


def _crossed(x: float, y: float) -> str:
    """Return small crosses in a cell."""
    places = [(a, b) for a in range(STEP // 2, CELL, STEP) for b in range(STEP // 2, CELL, STEP)]
    return " ".join(f"M{x + a - 2} {y + b}h4M{x + a} {y + b - 2}v4" for a, b in places)


def _plain(x: float, y: float) -> str:
    """Return a line inside the edge of a cell."""
    return f"M{x + 3} {y + 3}h{CELL - 6}v{CELL - 6}h{6 - CELL}z"


PATTERNS: tuple[Callable[[float, float], str], ...] = (
    _rising, _level, _falling, _crossed, _upright, _plain,
)  # fmt: skip
"""The patterns of groups of cells, as paths of a cell at a place."""
