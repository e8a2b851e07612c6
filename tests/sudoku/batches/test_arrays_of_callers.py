"""Batches take arrays as their callers have them: read-only, with gaps, swapped, on disk."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from sudoku import canonical_batch, count_batch, formity_batch, rate_batch, solve_batch
from tests.running import compiled

pytestmark = [pytest.mark.kernel, compiled, pytest.mark.usefixtures("only_precompiled")]

PUZZLES = [
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079",
]


def ratings(puzzles: Any) -> list[str]:
    return list(map(str, rate_batch(puzzles)))


BATCHES: list[Callable[..., Any]] = [
    *(solve_batch, count_batch, formity_batch, canonical_batch, ratings),
]


def forms(path: Path) -> dict[str, Any]:
    """Return the puzzles in many forms."""
    cells = np.array([[int(c) for c in text] for text in PUZZLES], dtype=np.uint8)
    read_only = cells.copy()
    read_only.flags.writeable = False
    wide: NDArray[Any] = np.zeros((6, 81), dtype=np.uint8)
    wide[::2] = cells
    cells.tofile(path)
    return {
        "read-only": read_only,
        "with gaps": wide[::2],
        "read-only with gaps": read_only[::-1][::-1],
        "in Fortran's order": np.asfortranarray(cells),
        "wide": cells.astype(np.int64),
        "swapped": cells.astype(">i4"),
        "on disk": np.memmap(path, np.uint8, "r", shape=cells.shape),
        "texts": PUZZLES,
        "texts in an array": np.array(PUZZLES),
    }


@pytest.mark.parametrize("batch", BATCHES)
def test_arrays_of_any_kind(batch: Callable[..., Any], tmp_path: Path) -> None:
    cells = np.array([[int(c) for c in text] for text in PUZZLES], dtype=np.uint8)
    expected = batch(cells)
    for name, given in forms(tmp_path / "cells").items():
        before = np.array(given)
        found = batch(given)
        assert str(found) == str(expected), name
        assert (np.array(given) == before).all()
