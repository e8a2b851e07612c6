"""Pictures of exact covers."""

from __future__ import annotations

from exactcover import Problem, picture
from exactcover.runtime.pictures.image import Image
from examples.pentominoes import BOARDS, rectangle, tilings
from examples.random_tilings import aztec
from examples.soma import PLACES, soma


def pentominoes() -> Image:
    """The twelve pentominoes tile a board of 6 x 10 cells, in one of 2,339 ways."""
    found = tilings(rectangle(6, 10)).solve().get()
    return picture(found, label=lambda option: option.items[0])


def pentominoes_with_a_hole() -> Image:
    """The chess board without its centre: one of 65 tilings, drawn at random."""
    board = BOARDS["8 x 8 with a hole"]
    (found,) = tilings(board).sample(1, seed=7)
    return picture(found, label=lambda option: option.items[0])


def aztec_diamond() -> Image:
    """A random domino tiling of the Aztec diamond of order 10; all tilings are equally likely."""
    (found,) = aztec(10).diagram().sample(seed=1)
    return picture(found)


def soma_cube() -> Image:
    """The Soma cube, layer by layer: seven pieces in one of 240 ways."""
    found = soma().solve().get()
    pieces = [PLACES[index] for index in found.indices]
    return picture([cells for _, cells in pieces], cells="cubes")


def hexagons() -> Image:
    """A hexagon of 61 cells, tiled by trihexes and one single cell."""
    size = range(-4, 5)
    board = {(q, r) for q in size for r in size if abs(q + r) <= 4}
    ways = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
    trihexes = {
        frozenset({(q, r), (q + a, r + b), (q + c, r + d)})
        for q, r in board
        for a, b in ways
        for c, d in ways
        if (a, b) != (c, d)
    }
    options = [sorted(cells) for cells in trihexes if cells <= board]
    problem = Problem(sorted([*options, [(0, 0)]]), primary=sorted(board))
    return picture(problem.solve(seed=3).get(), cells="hexagons")


def logo() -> Image:
    """Five pentominoes on a square of 5 x 5 cells: the logo of this site."""
    board = rectangle(5, 5)
    options = [option.items for option in tilings(board).options]
    pieces = [option[0] for option in options]
    problem = Problem(options, primary=board, secondary=sorted(set(pieces)))
    return picture(problem.solve(seed=4).get())


SHOWS = (pentominoes, pentominoes_with_a_hole, aztec_diamond, hexagons, soma_cube, logo)
