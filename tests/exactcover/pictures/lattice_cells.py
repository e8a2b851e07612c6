"""The neighbours of cells, stated independently of their corners, and random tilings."""

from collections.abc import Iterator

from hypothesis import strategies as st

Cell = tuple[int, ...]
Tiles = list[list[Cell]]

LATTICES = ("squares", "hexagons", "triangles", "cubes")
SIDES = {"squares": 4, "hexagons": 6, "triangles": 3, "cubes": 4}


def beside(lattice: str, cell: Cell) -> Iterator[Cell]:
    """Yield the cells that share an edge with a cell in the picture."""
    if lattice == "cubes":
        x, y, z = cell
        yield from ((x, y + 1, z), (x + 1, y, z), (x, y - 1, z), (x - 1, y, z))
        return
    row, column = cell
    yield from ((row, column + 1), (row, column - 1))
    if lattice == "triangles":
        yield row + (1 if (row + column) % 2 == 0 else -1), column
    else:
        yield from ((row + 1, column), (row - 1, column))
    if lattice == "hexagons":
        yield from ((row + 1, column - 1), (row - 1, column + 1))


def touching(lattice: str, cell: Cell) -> Iterator[Cell]:
    """Yield all neighbours of a cell, also those in other layers."""
    yield from beside(lattice, cell)
    if lattice == "cubes":
        x, y, z = cell
        yield from ((x, y, z - 1), (x, y, z + 1))


def is_neighbour(lattice: str, one: Cell, two: Cell) -> bool:
    """Return whether two cells are neighbours."""
    return two in touching(lattice, one)


@st.composite
def tilings(draw: st.DrawFn) -> tuple[str, Tiles]:
    """Draw a lattice and tiles on it, which may have holes and several parts."""
    lattice = draw(st.sampled_from(LATTICES))
    n = 3 if lattice == "cubes" else 2
    coordinate = st.integers(-3, 3) if n == 2 else st.integers(0, 2)
    cells = draw(st.lists(st.tuples(*[coordinate] * n), min_size=1, max_size=30, unique=True))
    numbers = st.integers(0, draw(st.integers(0, 11)))
    tiles: dict[int, list[Cell]] = {}
    for cell in cells:
        tiles.setdefault(draw(numbers), []).append(cell)
    return lattice, list(tiles.values())
