"""Chess boards with queens."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from csp.errors import ModelError
from csp.pictures.drawing import Drawing, Values
from exactcover.runtime.pictures.colours import INK
from exactcover.runtime.pictures.svg import Svg

if TYPE_CHECKING:
    from csp.pictures.drawing import SolutionLike

SQUARE = 60
MARGIN = 8
LIGHT, DARK = "#f3e8d6", "#cba981"
CROWN = "M15 43 L10 21 L21 33 L30 15 L39 33 L50 21 L45 43 Z"
TIPS = ((10, 19), (30, 13), (50, 19))


def chess_board(
    columns: Iterable[Any],
    solution: SolutionLike = None,
    *,
    width: int | None = None,
    title: str = "",
) -> Drawing:
    """Draw a chess board with a queen in each row.

    It takes no limits: its work is linear in the squares.

    Parameters
    ----------
    columns
        For each row, from the top, the column of its queen, counted from 0: a number, or a variable
        or expression if there is a solution; None for a row without a queen.
    solution
        The solution, or the result of a search, that has the values of the variables.
    width
        The number of columns; by default as many as there are rows.
    title
        What the picture shows, in words, for readers who cannot see it.

    Returns
    -------
    Drawing
        The picture; its methods are `save`, `to_svg` and `to_png`.

    Raises
    ------
    ModelError
        If a column is not on the board, or a variable has no value.

    Examples
    --------
    >>> from csp import Model, all_different
    >>> model = Model()
    >>> column = model.variables(6, range(6), name="column")
    >>> model.post(all_different(column))
    >>> model.post(all_different([c + r for r, c in enumerate(column)]))
    >>> model.post(all_different([c - r for r, c in enumerate(column)]))
    >>> chess_board(column, model.solve())
    Drawing('6 queens on a board of 6 x 6 squares')
    """
    values, given = Values(solution), list(columns)
    width = len(given) if width is None else values.whole(width, "the width")
    places = [
        (row, _column(values, column, row, width))
        for row, column in enumerate(given)
        if column is not None
    ]
    if not given or width < 1:
        raise ModelError("the board has no squares: give the column of each row's queen")
    number = f"{len(places)} queen{'s' * (len(places) != 1)}"
    title = title or f"{number} on a board of {len(given)} x {width} squares"
    box = (-MARGIN, -MARGIN, width * SQUARE + 2 * MARGIN, len(given) * SQUARE + 2 * MARGIN)
    image = Svg(box, ["squares", "frame", "queens"], title)
    _draw_squares(image, len(given), width)
    for row, column in places:
        _draw_queen(image, row, column)
    return Drawing(image, title)


def _column(values: Values, column: Any, row: int, width: int) -> int:
    number = values.whole(column, f"the column in row {row}")
    if not 0 <= number < width:
        raise ModelError(
            f"the column in row {row} is {number}: the board has columns from 0 to {width - 1}"
        )
    return number


def _draw_squares(image: Svg, height: int, width: int) -> None:
    """Draw the light squares as one area, and the dark ones as one path on it."""
    area = {"x": 0, "y": 0, "width": width * SQUARE, "height": height * SQUARE}
    image.add("squares", "rect", fill=LIGHT, **area)
    dark = [
        f"M{column * SQUARE} {row * SQUARE}h{SQUARE}v{SQUARE}h-{SQUARE}z"
        for row in range(height)
        for column in range(1 - row % 2, width, 2)
    ]
    image.add("squares", "path", d="".join(dark), fill=DARK)
    image.add("frame", "rect", fill="none", stroke=INK, stroke_width=2.5, **area)


def _draw_queen(image: Svg, row: int, column: int) -> None:
    group = image.group(
        image.layer("queens"),
        **{"class": "queen", "transform": f"translate({column * SQUARE} {row * SQUARE})"},
        fill=INK,
    )
    image.add_to(group, "path", d=CROWN, stroke=INK, stroke_width=2, stroke_linejoin="round")
    for x, y in TIPS:
        image.add_to(group, "circle", cx=x, cy=y, r=3.4)
    image.add_to(group, "rect", x=14, y=46, width=32, height=6, rx=2)
