"""The symmetries and neighbours of the lattices agree with the corners of their cells."""

from itertools import product

import pytest

from exactcover.lattices.base import Cell, Lattice
from exactcover.lattices.registry import LATTICES

OURS = {"squares": 4, "hexagons": 6, "triangles": 6, "cubes": 24}
"""The number of rotations of each lattice."""

lattices = pytest.mark.parametrize("name", OURS)


def around(lattice: Lattice) -> list[Cell]:
    """Return some cells."""
    return list(product(range(-2, 3), repeat=len(lattice.coordinates)))


@lattices
def test_neighbours_share_an_edge(name: str) -> None:
    lattice = LATTICES.load(name)()
    for cell in around(lattice):
        others = set(lattice.neighbours(cell))
        assert all(cell in set(lattice.neighbours(other)) for other in others)
        for other in others - set(lattice.beyond(cell)):
            assert len(set(lattice.corners(cell)) & set(lattice.corners(other))) == 2
        touching = {
            other
            for other in around(lattice)
            if len(set(lattice.corners(cell)) & set(lattice.corners(other))) == 2
        }
        assert touching <= others


@lattices
def test_rotations_and_reflections_are_a_group(name: str) -> None:
    lattice = LATTICES.load(name)()
    cells = around(lattice)
    rotations = list(lattice.rotations())
    images = {tuple(map(turn, cells)) for turn in rotations}
    assert len(images) == len(rotations) == OURS[name]
    assert list(map(rotations[0], cells)) == cells
    for one, other in product(rotations, repeat=2):
        assert tuple(one(other(cell)) for cell in cells) in images
    reflected = {tuple(turn(lattice.reflection(cell)) for cell in cells) for turn in rotations}
    assert images.isdisjoint(reflected)
    assert all(lattice.reflection(lattice.reflection(cell)) == cell for cell in cells)
    for turn in [*rotations, lattice.reflection]:
        for cell in cells:
            moved = set(map(turn, lattice.neighbours(cell)))
            assert moved == set(lattice.neighbours(turn(cell)))


@lattices
def test_shifts_keep_neighbours(name: str) -> None:
    lattice = LATTICES.load(name)()

    def plus(cell: Cell, vector: Cell) -> Cell:
        return tuple(a + b for a, b in zip(cell, vector, strict=True))

    for vector in filter(lattice.is_shift, around(lattice)):
        for cell in around(lattice):
            moved = {plus(other, vector) for other in lattice.neighbours(cell)}
            assert moved == set(lattice.neighbours(plus(cell, vector)))


def test_a_lattice_needs_corners_only() -> None:
    class Plain(LATTICES.load("squares")):  # type: ignore[misc]
        neighbours = Lattice.neighbours
        rotations = Lattice.rotations
        reflection = Lattice.reflection

    plain = Plain()
    assert list(plain.neighbours((0, 0))) == []
    assert [turn((1, 2)) for turn in plain.rotations()] == [(1, 2)]
    assert plain.reflection((1, 2)) == (1, 2)
    assert plain.is_shift((1, 2))
