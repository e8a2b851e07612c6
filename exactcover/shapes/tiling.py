"""Problems of tilings: cover a board with polyforms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from exactcover.problem.problem import OnUseless, Problem
from exactcover.problem.useless import is_lenient
from exactcover.runtime.arguments import check_whole
from exactcover.runtime.errors import ProblemError
from exactcover.shapes.drawings import drawn
from exactcover.shapes.polyform import Polyform, as_cells

HOLE = "hole"
"""The name of a cell that stays empty."""

Numbers = Mapping[Any, int | tuple[int, int] | None]


def tiling(
    pieces: Any,
    board: Any,
    *,
    cells: str = "squares",
    numbers: Numbers | int | tuple[int, int] | None = 1,
    holes: int | tuple[int, int] = 0,
    optional: Any = (),
    rotations: bool = True,
    reflections: bool | None = None,
    on_useless: OnUseless = "ignore",
    name: str = "",
) -> Problem:
    """Return the problem of the tilings of a board by polyforms.

    The items are the names of the pieces and the cells of the board. An option is a piece in a
    place: the piece and its cells. `exactcover.picture` draws the solutions. With
    ``up_to="rotations"`` or ``"reflections"`` verbs take tilings as one that the rotations of the
    board, or these and its reflections, take to each other.

    It takes no limits: its work is linear in the cells of all places of the pieces.

    Parameters
    ----------
    pieces
        The polyforms: a drawing in which each character is one, a mapping from names to polyforms
        (or lists of cells), or an iterable of polyforms, whose names are then "A", "B" and so on,
        or numbers from 1 on if there are more than 26.
    board
        The cells to be covered: a drawing, the size as a tuple such as ``(6, 10)``, an iterable of
        cells, an array (as for `Polyform`), or a polyform.
    cells
        The lattice: "squares", "hexagons", "triangles" or "cubes".
    numbers
        How many times each piece is used: a number, its least and largest number, or None for any
        number; a mapping gives this for some pieces, and the others are used once. Give several
        equal pieces as one with its number: tilings in which they change places are the same.
    holes
        How many cells stay empty, or the least and the largest number of them. The option of an
        empty cell is the item "hole" and the cell.
    optional
        Further cells, which pieces may cover or not: secondary items.
    rotations, reflections
        Whether pieces may be rotated, and turned over. By default both, but in space they are not
        turned over; pieces that may not be rotated are not turned over by default.
    on_useless
        What happens to a place, for a piece that is used any number of times, whose cells are all
        optional, so that no tiling needs it: "ignore" to leave it out, which `Problem.left_out`
        notes, or "error".
    name
        The name of the problem in messages.

    Returns
    -------
    Problem
        The problem. A piece that is used any number of times is no item of it.

    Raises
    ------
    ProblemError
        If there are no pieces, the board has no cells, a number is none, or a piece is named like
        a cell.

    Notes
    -----
    There is an option for each place of each piece: at most as many as cells, pieces and
    orientations multiplied.

    Examples
    --------
    >>> from exactcover import named_polyforms, tiling
    >>> tiling(named_polyforms("pentominoes"), (6, 10)).count()
    9356
    >>> tiling(named_polyforms("pentominoes"), (6, 10)).count(up_to="reflections")
    2339
    >>> tiling(["##"], (8, 8), numbers=None).count()
    12988816
    >>> tiling(named_polyforms("tetrominoes"), (3, 7), holes=1).count()
    52
    >>> tiling(["##"], (1, 3), optional=[(0, 3)], numbers=2).count()
    1
    """
    forms = _forms(pieces, cells)
    free = as_cells(board, cells)
    if not free:
        raise ProblemError("the board has no cells")
    extra = sorted(set(as_cells(optional, cells)).difference(free))
    bounds = {piece: _bounds(piece, numbers) for piece in forms}
    if isinstance(numbers, Mapping):
        for piece in numbers:
            if piece not in forms:
                raise ProblemError(f"numbers has the piece {piece!r}, which is none of the pieces")
    rows: list[list[Any]] = []
    for piece, form in forms.items():
        for place in form.places([*free, *extra], rotations=rotations, reflections=reflections):
            rows.append([*place] if bounds[piece] is None else [piece, *place])
    least, most = _pair("holes", holes)
    if most:
        if HOLE in forms:
            raise ProblemError(f"a piece is named {HOLE!r}, as the cells that stay empty")
        bounds[HOLE] = least, most
        rows += [[HOLE, cell] for cell in free]
    counted = {piece: pair for piece, pair in bounds.items() if pair is not None}
    # Labels are given only where a place is left out, so that solutions show the pieces.
    needed = {*counted, *free}
    is_lenient(on_useless)
    how = "error" if all(not needed.isdisjoint(row) for row in rows) else on_useless
    problem = Problem(rows, [*counted, *free], extra, bounds=counted, on_useless=how, name=name)
    return problem.on_lattice(cells)


def _forms(pieces: Any, lattice: str) -> dict[Any, Polyform]:
    """Return the polyforms by name."""
    if isinstance(pieces, str):
        return drawn(pieces, lattice)
    if isinstance(pieces, Mapping):
        named = dict(pieces)
    elif isinstance(pieces, Iterable):
        listed = list(pieces)
        n, letters = len(listed), "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        names: Iterable[Any] = letters[:n] if n <= len(letters) else range(1, 1 + n)
        named = dict(zip(names, listed, strict=True))
    else:
        raise ProblemError(f"pieces is {pieces!r}: give a drawing, a mapping or a list")
    if not named:
        raise ProblemError("there are no pieces")
    return {name: Polyform(piece, lattice) for name, piece in named.items()}


def _bounds(piece: Any, numbers: Any) -> tuple[int, int] | None:
    """Return how many times a piece is used at least and at most; None for any number."""
    if isinstance(numbers, Mapping):
        numbers = numbers.get(piece, 1)
    return None if numbers is None else _pair(f"the number of {piece!r}", numbers)


def _pair(name: str, given: Any) -> tuple[int, int]:
    """Return the least and the largest of a number, given as one or two numbers."""
    pair = given if isinstance(given, tuple) else (given, given)
    if len(pair) != 2:
        raise ProblemError(f"{name} is {given!r}: give a number, or the least and the largest")
    least, most = (check_whole(name, number) for number in pair)
    if least > most:
        raise ProblemError(f"{name} is {given!r}: the least number comes first")
    return least, most
