"""The Soma cube: build a 3 x 3 x 3 cube of seven pieces, in 240 different ways.

The items are the pieces and the cells of the cube. An option is a piece put somewhere: it covers
the piece and its three or four cells. Run it with the name of a file, such as `cube.svg`, for a
picture.

Reference: E. R. Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways" (1982), chapter 24.
"""

import sys
from itertools import combinations, permutations, product

from exactcover import Problem, Solution, picture

Cells = frozenset[tuple[int, ...]]
Symmetry = tuple[tuple[int, ...], tuple[bool, ...]]

CUBE = frozenset(product(range(3), repeat=3))
SYMMETRIES = list(product(permutations(range(3)), product((False, True), repeat=3)))
"""The 48 of the cube: where each coordinate comes from, and whether it is reversed."""
HEIGHTS = ("11 10", "111 100", "111 010", "110 011", "12 10", "11 20", "21 10")
PIECES = dict(zip("VLTZABP", HEIGHTS, strict=True))
"""The pieces from above, row by row: how many cells stand on each other."""


def turn(cells: Cells, symmetry: Symmetry) -> Cells:
    """Turn or reflect cells together with the cube around them."""
    axes = list(zip(*symmetry, strict=True))
    return frozenset(tuple(2 - cell[a] if back else cell[a] for a, back in axes) for cell in cells)


def is_rotation(symmetry: Symmetry) -> bool:
    """Return whether a symmetry is a rotation, not a reflection."""
    order, reversals = symmetry
    return (sum(a > b for a, b in combinations(order, 2)) + sum(reversals)) % 2 == 0


def placements(name: str) -> set[Cells]:
    """Return the cells of a piece in all its places."""
    rows = enumerate(PIECES[name].split())
    piece = [(x, y, z) for x, row in rows for y, n in enumerate(row) for z in range(int(n))]
    shifted = [frozenset((x + i, y + j, z + k) for x, y, z in piece) for i, j, k in CUBE]
    rotations = filter(is_rotation, SYMMETRIES)
    return {turn(cells, symmetry) for symmetry in rotations for cells in shifted if cells <= CUBE}


PLACES = [(name, cells) for name in PIECES for cells in placements(name)]


def soma() -> Problem:
    """Return the problem of the cubes; option i puts a piece as PLACES[i] says.

    >>> soma().count()
    11520
    """
    return Problem([name, *cells] for name, cells in PLACES)


def different_cubes() -> list[frozenset[Cells]]:
    """Return one cube of each class under rotation and reflection.

    >>> len(different_cubes())
    240
    """
    left = {frozenset(PLACES[i][1] for i in cube.indices) for cube in soma().solutions()}
    cubes = []
    while left:
        cubes.append(left.pop())
        left -= {frozenset(turn(cells, s) for cells in cubes[-1]) for s in SYMMETRIES}
    return cubes


def draw(solution: Solution) -> str:
    """Draw the three layers of a cube."""
    name = {cell: PLACES[i][0] for i in solution.indices for cell in PLACES[i][1]}
    rows = [[" ".join(name[x, y, z] for y in range(3)) for z in range(3)] for x in range(3)]
    return "\n".join(map("      ".join, rows))


def main(path: str = "") -> None:
    """Draw a cube, also to a file, and count them."""
    cube = next(soma().solutions())
    print("bottom     middle     top")
    print(draw(cube), end="\n\n")
    if path:
        picture(cube, cells="cubes", label=lambda option: option.items[0]).save(path)
    print(f"{soma().count():,} cubes, {len(different_cubes())} of them different")


if __name__ == "__main__":
    main(*sys.argv[1:])
