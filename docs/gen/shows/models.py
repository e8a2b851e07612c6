"""Pictures of constraint models."""

from __future__ import annotations

from csp import Model, chess_board, circuit, tour_map, value_grid
from exactcover.runtime.pictures.image import Image
from examples.job_shop import FT06, chart, schedule
from examples.magic_squares import magic_squares
from examples.queens_model import queens


def job_shop() -> Image:
    """A shortest schedule of six jobs on six machines (Fisher and Thompson 1963): 55 hours."""
    _, starts = schedule(FT06)
    return chart(FT06, starts)


def twelve_queens() -> Image:
    """Twelve queens that do not attack each other."""
    model = queens(12)
    return chess_board(model.unknowns, model.solve())


def magic_square() -> Image:
    """A magic square of order 5: all rows, columns and diagonals have the sum 65."""
    model, x = magic_squares(5)
    return value_grid(x, model.solve(), sums=True)


def knights_tour() -> Image:
    """A closed knight's tour of a board of 6 x 6 squares, stated with one circuit constraint."""
    squares = [(x, y) for y in range(6) for x in range(6)]
    model = Model()
    after = [
        model.variable(
            [k for k, (u, v) in enumerate(squares) if {abs(u - x), abs(v - y)} == {1, 2}]
        )
        for x, y in squares
    ]
    model.post(circuit(after))
    return tour_map(after, squares, model.solve())


SHOWS = (job_shop, twelve_queens, magic_square, knights_tour)
