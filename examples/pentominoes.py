"""Pentominoes: fill a board with the twelve shapes of five squares, each used once.

The items are the twelve pieces and the cells of the board. An option is a piece put somewhere: it
covers the piece and five cells. Run it with the name of a file, such as `tiling.svg`, for a
picture.
"""

import sys
from collections.abc import Iterator
from itertools import product

from exactcover import Problem, Solution, picture

Cells = frozenset[tuple[int, int]]

NAMES = "FILNPTUVWXYZ"
PIECES = """
 FF  I  L    N  PP  TTT  U U  V    W     X    Y  ZZ
FF   I  L    N  PP   T   UUU  V    WW   XXX  YY   Z
 F   I  L   NN  P    T        VVV   WW   X    Y   ZZ
     I  LL  N                                 Y
     I
"""
SYMMETRIES = tuple(product((False, True), (1, -1), (1, -1)))
"""The eight of a square: whether rows and columns change places, then the sign of each."""
WALLS = " ╶╷┌╴─┐┬╵└│├┘┴┤┼"


def rectangle(rows: int, columns: int) -> Cells:
    """Return the cells of a board."""
    return frozenset(product(range(rows), range(columns)))


BOARDS = {f"{m} x {n}": rectangle(m, n) for m, n in ((3, 20), (4, 15), (5, 12), (6, 10))}
BOARDS["8 x 8 with a hole"] = rectangle(8, 8) - frozenset(product((3, 4), (3, 4)))


def turn(cells: Cells, symmetry: tuple[bool, int, int], frame: Cells) -> Cells:
    """Turn or reflect cells together with the frame around them, which stays in its corner."""
    swap, down, right = symmetry
    image = {(r, c): (down * c, right * r) if swap else (down * r, right * c) for r, c in frame}
    top, left = map(min, zip(*image.values(), strict=True))
    return frozenset((image[cell][0] - top, image[cell][1] - left) for cell in cells)


def placements(name: str, board: Cells) -> Iterator[Cells]:
    """Yield the cells of a piece in all its places on a board."""
    lines = enumerate(PIECES.splitlines())
    piece = frozenset((r, c) for r, line in lines for c, mark in enumerate(line) if mark == name)
    for shape in {turn(piece, symmetry, piece) for symmetry in SYMMETRIES}:
        top, left = min(shape)
        for row, column in board:
            cells = frozenset((row + r - top, column + c - left) for r, c in shape)
            if cells <= board:
                yield cells


def tilings(board: Cells) -> Problem:
    """Return the problem of the tilings of a board, up to symmetry.

    The F has no symmetry, so every symmetry of the board moves it. Of its placements that the
    symmetries map to each other, only the first is tried.
    """
    symmetries = [s for s in SYMMETRIES if turn(board, s, board) == board]
    places = {name: set(placements(name, board)) for name in NAMES}
    places["F"] = {min((turn(f, s, board) for s in symmetries), key=sorted) for f in places["F"]}
    return Problem([name, *cells] for name in NAMES for cells in places[name])


def draw(tiling: Solution, board: Cells) -> str:
    """Draw the walls between the pieces."""
    piece = {cell: name for name, *cells in (option.items for option in tiling) for cell in cells}
    height, width = (max(axis) + 1 for axis in zip(*board, strict=True))
    text = ""
    for r, c in product(range(height + 1), range(width + 1)):
        nw, ne, sw, se = (piece.get((r + i, c + j)) for i, j in product((-1, 0), (-1, 0)))
        text += WALLS[(ne != se) + 2 * (sw != se) + 4 * (nw != sw) + 8 * (nw != ne)]
        text += "\n" if c == width else "──" if ne != se else "  "
    return text


def main(path: str = "") -> None:
    """Draw a tiling of each board and count all; write the picture of the last one to a file."""
    for name, board in BOARDS.items():
        problem = tilings(board)
        print(f"{name}: {problem.count():,} tilings, like this one")
        tiling = next(problem.solutions())
        print(draw(tiling, board))
    if path:
        picture(tiling, label=lambda option: option.items[0]).save(path)


if __name__ == "__main__":
    main(*sys.argv[1:])
