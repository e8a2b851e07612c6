"""MacMahon's squares: join 24 coloured squares so that edges that touch have one colour.

These are all squares with three colours, and the border must have the first colour. The items are
the squares, the cells and the edges between cells. An option is a rotated square on a cell: it
gives the edges around the cell, which are secondary items, its colours.

As there are no more cells than squares, it is enough that no cell is covered twice: the cells are
secondary, too. The search then branches on squares only, and visits a third of the nodes.

References: P. A. MacMahon, "New Mathematical Pastimes" (1921). G. Feldman's program of 1964 found
12,261 rectangles; H. Fernández Long later corrected that to 13,328.
"""

from itertools import product

from exactcover import Option, Problem, Solution

COLOURS = "·○●"


def turns(square: str) -> set[str]:
    """Return the quarter turns of a square; it is written as its edges, clockwise from the top."""
    return {square[k:] + square[:k] for k in range(4)}


def squares() -> list[str]:
    """Return all squares, each in its first rotation.

    >>> len(squares())
    24
    """
    return sorted({min(turns("".join(edges))) for edges in product(COLOURS, repeat=4)})


def edges_of(y: int, x: int) -> list[tuple[int, int]]:
    """Return the places of the edges around the cell whose centre is at y, x."""
    return [(y - 1, x), (y, x + 1), (y + 1, x), (y, x - 1)]


def macmahon(rows: int, columns: int) -> Problem:
    """Return the problem of a rectangle; an option's first items are the square and the cell."""
    height, width = 2 * rows, 2 * columns
    options = []
    for y, x in product(range(1, height, 2), range(1, width, 2)):
        for square in squares():
            for turned in sorted(turns(square)):
                edges = dict(zip(edges_of(y, x), turned, strict=True))
                border = {edges[v, h] for v, h in edges if v % height == 0 or h % width == 0}
                if border <= {COLOURS[0]}:
                    options.append({square: None, (y, x): None} | edges)
    places = product(range(height + 1), range(width + 1))
    return Problem(options, primary=squares(), secondary=places)


def is_first(option: Option) -> bool:
    """Return whether a 4 x 6 rectangle with this option represents its class under symmetry.

    Rotations and reflections of the rectangle always move the plain square, so it is fixed in one
    quarter. Exchanging the two inner colours turns the square ·○·● round, so ○ is fixed as first.
    """
    square, (y, x), *_ = option.items
    if square == "····":
        return bool(y < 4 and x < 6)
    return square != "·○·●" or option.colours.index("○") < option.colours.index("●")


def different() -> Problem:
    """Return the problem of the 4 x 6 rectangles up to symmetry and exchanged colours."""
    everything = macmahon(4, 6)
    return everything.restrict(option.index for option in everything if is_first(option))


def draw(solution: Solution) -> str:
    """Draw every edge as its colour."""
    marks: dict[tuple[int, int], str] = {}
    for option in solution:
        marks |= dict(zip(option.items[2:], option.colours[2:], strict=True))
    height, width = (max(axis) + 1 for axis in zip(*marks, strict=True))
    lines = ([marks.get((y, x), "+ "[y % 2]) for x in range(width)] for y in range(height))
    return "\n".join(map(" ".join, lines))


def main() -> None:
    """Draw a rectangle, and count all."""
    problem = different()
    print(draw(next(problem.solutions(seed=1))), end="\n\n")
    print(f"{problem.count():,} different rectangles of 4 x 6 squares")


if __name__ == "__main__":
    main()
