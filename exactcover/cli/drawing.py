"""The options ``--picture`` and ``--cells``: draw the first solution that a command finds."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from exactcover.runtime.cli.exit_codes import BadInput
from exactcover.runtime.cli.options import Function

if TYPE_CHECKING:
    from exactcover.problem.problem import Problem
    from exactcover.problem.solution import Solution

Draw = Callable[["Solution"], None]
Drawing = Callable[["Problem"], Draw]

HELP_CELLS = """The kind of the cells: squares (row, column), hexagons (q, r: axial coordinates),
triangles (row, column; those with an even sum point up) or cubes (x, y, z). An item is a cell if
its name is like 3,4 or r3c4 or 34, where a to z are digits, too; other items are labels."""


def picture_options(function: Function) -> Function:
    """Add the options for a picture.

    The function gets them as `drawing`. This is called with the problem before the search, so that
    errors are found early; it returns a function that draws the first solution it is called with.
    """

    @wraps(function)
    def called(*arguments: Any, picture: str | None, cells: str, **options: Any) -> Any:
        if picture is not None and options.get("output") is not None:
            raise BadInput(
                "--picture and --output exclude each other: a picture shows one solution"
            )
        return function(*arguments, drawing=_drawing(picture, cells), **options)

    with_cells = click.option("--cells", metavar="LATTICE", default="squares", help=HELP_CELLS)
    with_picture = click.option(
        "--picture",
        metavar="PATH",
        help="Draw the first solution to a .svg or .png file; each option is a tile of cells.",
    )
    return with_picture(with_cells(cast(Function, called)))


def _drawing(path: str | None, cells: str) -> Drawing:
    """Return the function that `picture_options` passes on; without a path it draws nothing."""
    if path is None:
        return lambda problem: lambda solution: None

    from exactcover.runtime.pictures.image import check_name

    file = check_name(path)
    return lambda problem: _beginning(problem, file, cells)


def _beginning(problem: Problem, file: Path, cells: str) -> Draw:
    """Check that the problem can be drawn; return the function that draws its first solution."""
    from exactcover.lattices.registry import LATTICES
    from exactcover.pictures.picture import picture
    from exactcover.pictures.words import tile_label

    picture([], cells=cells, board=problem)
    lattice = LATTICES.load(cells)
    is_drawn = False

    def draw(solution: Solution) -> None:
        nonlocal is_drawn
        if is_drawn:
            return
        is_drawn = True
        image = picture(
            solution,
            cells=cells,
            board=problem,
            label=lambda option: tile_label(option, lattice),
        )
        image.save(file)

    return draw
