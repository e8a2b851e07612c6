"""`picture`: draw an exact cover as a tiling."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

from exactcover.lattices.base import Cell, Lattice
from exactcover.lattices.registry import LATTICES
from exactcover.pictures.cells import as_cell, cell_of
from exactcover.pictures.tiling import Tiling
from exactcover.problem.option import Item, Option
from exactcover.problem.problem import Problem
from exactcover.problem.solution import Solution
from exactcover.refutation.certificate import Certificate
from exactcover.runtime.arguments import is_whole, listed
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.search.result import Result, solution_of

if TYPE_CHECKING:
    from exactcover.verbs.cheapest import Cheapest
    from exactcover.verbs.live import LiveResult

    Drawable: TypeAlias = (
        Iterable[Option | Iterable[Item]]
        | Certificate
        | Result[Solution]
        | Iterator[Solution]
        | Cheapest
        | LiveResult
    )

CellOf = Callable[[Item], Cell | None]
ColourOf = Callable[[Any], int]
LabelOf = Callable[[Any], object]


def picture(
    solution: Drawable,
    *,
    cells: str = "squares",
    cell: CellOf | None = None,
    label: Callable[[Any], object] | None = None,
    colour: Callable[[Any], int] | None = None,
    board: Problem | Iterable[Item] = (),
    title: str = "",
) -> Tiling:
    """Return the picture of a solution whose items are cells, such as a tiling of a board.

    Each option is drawn as one tile: an area with a heavy line around it, in another colour than
    its neighbours. People who are colour-blind can tell the colours apart, too. The same solution
    always gives the same picture.

    It takes no limits: its work is linear in the cells.

    Parameters
    ----------
    solution
        A solution, or the result of `solve`, `solutions` or `cheapest`, whose first or next
        solution is drawn; or any options, also lists of items. Or a `Certificate`, such as that of
        `exactcover.explain_infeasible`: then each cell that has a weight is drawn as a tile, whose
        colour shows the weight, and so does a text if there are other weights than 1 and -1.
    cells
        The lattice, and what its cells are:

        - ``"squares"``: (row, column)
        - ``"hexagons"``: (q, r), axial coordinates: the row r, and q to the right along a row; each
          row begins half a hexagon further to the right than the one above it
        - ``"triangles"``: (row, column); a triangle points up if row + column is even, else down
        - ``"cubes"``: (x, y, z), drawn by layers of equal z, each with rows x and columns y
    cell
        A function from an item to its cell, or to None if the item is no cell. By default a tuple
        of whole numbers is a cell, and so is a text such as ``"3,4"``, ``"r3c4"`` or ``"34"``; see
        `exactcover.pictures.cells.cell_of_text`. All other items, such as names of pieces, are left
        out.
    label
        A function from an option to the text on its tile, or to None.
    colour
        A function from an option to the number of its colour, from 0; for pictures in which colours
        have a meaning. By default neighbours have different colours.
    board
        The problem, or items: their cells are drawn even if no option covers them.
    title
        What the picture shows, in words, for readers who cannot see it.

    Returns
    -------
    Tiling
        The picture, which notebooks show, and which can be saved as SVG or PNG.

    Raises
    ------
    NoSolutionError, UndecidedError
        If a result has no solution.
    ProblemError
        If there is no such lattice, no item is a cell, an item is a cell with another number of
        coordinates, two options cover the same cell, or `colour` returns no whole number.

    Examples
    --------
    >>> from exactcover import Problem, picture
    >>> problem = Problem({"A": [(0, 0), (0, 1)], "B": [(1, 0)], "C": [(1, 1), (2, 1)]})
    >>> image = picture(problem.solve(), label=lambda option: option.label)
    >>> image
    <Tiling of 5 squares by 3 options>
    >>> image.to_svg().count("<text")
    3

    All tilings of a shape of one's own, here by dominoes; the first one is drawn to a file:

    >>> shape = ["##..##", "######", ".####."]
    >>> inside = {(r, c) for r, line in enumerate(shape) for c in range(6) if line[c] == "#"}
    >>> pairs = [[(r, c), other] for r, c in inside for other in ((r, c + 1), (r + 1, c))]
    >>> dominoes = Problem([pair for pair in pairs if pair[1] in inside], primary=sorted(inside))
    >>> dominoes.count()
    4
    >>> picture(dominoes.solve()).save("tiling.svg")  # doctest: +SKIP
    """
    name = LATTICES.find(cells)
    read = _reader(LATTICES[name], cell)
    solution = solution_of(solution)
    if isinstance(solution, Certificate):
        board = solution.problem
        solution, by_weight, in_figures = _weighted(solution, read)
        colour, label = colour or by_weight, label or in_figures
    options = _options_of(solution)
    tiles = [_tile(option, read) for option in options]
    items = list(board.items if isinstance(board, Problem) else listed("board", board))
    shown = sorted({found for item in items if (found := read(item)) is not None})
    if not any(tiles) and not shown:
        raise ProblemError(_no_cells(LATTICES[name], name, options, items))
    covered = _tile_of(tiles, options)
    texts = ["" if label is None else _text(label(option)) for option in options]
    chosen = [] if colour is None else [_colour(colour(option), option) for option in options]
    empty = tuple(place for place in shown if place not in covered)
    return Tiling(name, tuple(tiles), tuple(texts), empty, title, tuple(chosen))


def _reader(lattice: type[Lattice], cell: CellOf | None) -> CellOf:
    """Return the function from items to cells that checks them."""
    if cell is None:
        return lambda item: cell_of(item, lattice)
    return lambda item: as_cell(cell(item), item, lattice)


def _weighted(certificate: Certificate, read: CellOf) -> tuple[list[list[Item]], ColourOf, LabelOf]:
    """Return the cells that have a weight, and the functions of their colours and labels."""
    weights = certificate.weights
    kinds = sorted(set(weights.values()))
    is_plain = set(kinds) <= {-1, 1}
    return (
        [[item] for item in weights if read(item) is not None],
        lambda option: kinds.index(weights[option[0]]),
        lambda option: None if is_plain else weights[option[0]],
    )


def _options_of(solution: Any) -> list[Any]:
    """Return the options of a solution after checking it."""
    if isinstance(solution, str | Problem | Option) or solution is None:
        raise ProblemError(f"a solution was expected, such as problem.solve(), not {solution!r}")
    options = list(listed("solution", solution))
    if options and all(isinstance(each, Solution) for each in options):
        raise ProblemError(f"these are {len(options)} solutions: draw one of them")
    return options


def _tile(option: Option | Iterable[Item], read: CellOf) -> tuple[Cell, ...]:
    """Return the cells of an option, sorted."""
    items = option.items if isinstance(option, Option) else listed("an option", option)
    return tuple(sorted({cell for item in items if (cell := read(item)) is not None}))


def _tile_of(tiles: list[tuple[Cell, ...]], options: list[Any]) -> dict[Cell, int]:
    """Return the number of the tile of each cell."""
    covered: dict[Cell, int] = {}
    for number, tile in enumerate(tiles):
        for cell in tile:
            if cell in covered:
                raise ProblemError(
                    f"the options {options[covered[cell]]!r} and {options[number]!r} both cover "
                    f"the cell {cell}: a picture shows every cell in one tile"
                )
            covered[cell] = number
    return covered


def _text(label: object) -> str:
    return "" if label is None else str(label)


def _colour(number: Any, option: Any) -> int:
    if not is_whole(number) or number < 0:
        raise ProblemError(
            f"colour: the function returned {number!r} for the option {option!r}; "
            "a colour is a whole number from 0"
        )
    return int(number)


def _no_cells(lattice: type[Lattice], name: str, options: list[Any], items: list[Item]) -> str:
    """Return the message for options and a board without a cell."""
    if not options and not items:
        return "the solution has no options, so there is nothing to draw; give the cells by board="
    digits = [str(k) for k in range(len(lattice.coordinates))]
    first = f"option is {options[0]!r}" if options else f"item is {items[0]!r}"
    return (
        f"no item is a cell of the lattice {name}, which is ({', '.join(lattice.coordinates)}), or "
        f"a text such as '{','.join(digits)}' or '{''.join(digits)}'; the first {first}: choose "
        "another lattice, or the cells by a function"
    )
