"""The symmetries of patterns of clues."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku.errors import RuleError
from sudoku.generation.symmetry import SYMMETRIES, is_symmetric, orbits

every = pytest.mark.parametrize("symmetry", SYMMETRIES)


def group(n: int, symmetry: str) -> set[tuple[int, ...]]:
    """Return all moves of a symmetry, as the cells that come to each place."""
    identity = np.arange(n * n).reshape(n, n)
    found, new = set[tuple[int, ...]](), [identity]
    while new:
        square = new.pop()
        if tuple(square.ravel().tolist()) not in found:
            found.add(tuple(square.ravel().tolist()))
            new += [move(square) for move in SYMMETRIES[symmetry].moves]
    return found


@every
@pytest.mark.parametrize("n", [1, 2, 4, 6, 9])
def test_orbits_are_those_of_the_group(n: int, symmetry: str) -> None:
    moves = group(n, symmetry)
    assert 8 % len(moves) == 0
    expected = {frozenset(move[cell] for move in moves) for cell in range(n * n)}
    assert set(map(frozenset, orbits(n, symmetry))) == expected


def test_no_two_symmetries_are_the_same() -> None:
    """The square has ten groups of moves."""
    assert len({frozenset(group(4, symmetry)) for symmetry in SYMMETRIES}) == 10


@every
@given(st.data())
def test_a_union_of_orbits_is_symmetric(symmetry: str, data: st.DataObject) -> None:
    kept = data.draw(st.sets(st.sampled_from(orbits(4, symmetry))))
    pattern = np.zeros(16, dtype=np.uint8)
    for cells in kept:
        pattern[list(cells)] = 7
    square = pattern.reshape(4, 4)
    assert is_symmetric(square, symmetry)
    filled = square.astype(np.intp)
    assert all((move(filled) == filled).all() for move in SYMMETRIES[symmetry].moves)


def test_an_unknown_symmetry_is_named() -> None:
    with pytest.raises(RuleError, match="unknown symmetry 'round'; the symmetries are none, half"):
        orbits(9, "round")
