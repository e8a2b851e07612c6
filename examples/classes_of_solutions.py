"""Solutions that are not the same: boards, squares and packings up to symmetry.

The symmetries of a model or of a problem are found, or given. A Latin square shows the difference:
all of its symmetries also exchange rows, columns and symbols with each other, and take the squares
of a main class to each other; permutations of the rows, of the columns and of the symbols alone
take those of an isotopy class to each other.

References: B. D. McKay, A. Meynert and W. Myrvold, "Small Latin squares, quasigroups and loops"
(2007); C. B. and J. Haselgrove, "A computer program for pentominoes" (1960).
"""

from collections.abc import Iterator

from csp import Model, Variable, all_different
from exactcover import Problem
from examples.pentominoes import NAMES, Cells, placements, rectangle
from examples.queens_model import queens
from examples.soma import soma


def latin_square(n: int) -> Model:
    """State the Latin squares of an order: every row and every column has all symbols."""
    model = Model()
    square = model.variables((n, n), range(n), name="square")
    model.post(all_different(line) for line in (*square, *square.T))
    return model


def isotopisms(square: Model) -> Iterator[dict[Variable | int, Variable | int]]:
    """Yield permutations of the rows, the columns and the symbols that generate all of them."""
    cells = square.unknowns
    n = round(len(cells) ** 0.5)
    for image in ([*range(1, n), 0], [1, 0, *range(2, n)]):
        yield {cell: cells[n * image[k // n] + k % n] for k, cell in enumerate(cells)}
        yield {cell: cells[k - k % n + image[k % n]] for k, cell in enumerate(cells)}
        yield dict(enumerate(image))


def different_boards(n: int) -> int:
    """Count the ways to put n queens, up to turning and reflecting the board.

    >>> different_boards(8)
    12
    """
    return queens(n).count(up_to="all")


def main_classes(n: int) -> int:
    """Count the main classes of Latin squares.

    >>> main_classes(4)
    2
    """
    return latin_square(n).count(up_to="all")


def isotopy_classes(n: int) -> int:
    """Count the isotopy classes of Latin squares.

    >>> isotopy_classes(4)
    2
    """
    square = latin_square(n)
    return square.count(up_to=square.symmetries(isotopisms(square)))


def different_tilings(board: Cells) -> int:
    """Count the tilings of a board by the twelve pentominoes, up to its symmetries."""
    places = [(name, place) for name in NAMES for place in placements(name, board)]
    return Problem([name, *cells] for name, cells in places).count(up_to="all")


def main() -> None:
    """Count the classes of boards, squares and packings."""
    for n in range(8, 13):
        print(f"{n:2} queens: {queens(n).count():6,} boards, {different_boards(n):5,} different")
    for n in range(2, 6):
        print(f"Latin squares of order {n}: {latin_square(n).count():7,}, of", end=" ")
        print(f"{isotopy_classes(n)} isotopy and {main_classes(n)} main classes")
    for m, n in ((3, 20), (4, 15), (5, 12), (6, 10)):
        print(f"{m} x {n}: {different_tilings(rectangle(m, n)):5,} tilings by pentominoes")
    print(f"the Soma cube: {soma().count(up_to='all')} different cubes")


if __name__ == "__main__":
    main()
