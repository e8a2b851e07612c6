"""All polyforms of a number of cells, and those that have names."""

from __future__ import annotations

from exactcover.lattices.base import Cell, Lattice
from exactcover.runtime.arguments import check_number
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.registry import find_name
from exactcover.runtime.search.limits import Flag, watched
from exactcover.runtime.search.request import ProgressLike
from exactcover.runtime.search.work import limited
from exactcover.shapes.drawings import drawn
from exactcover.shapes.polyform import Polyform, lattice_of

NAMED = {
    "tetrominoes": (
        "squares",
        """
        I  L  OO  SS  TTT
        I  L  OO SS    T
        I  LL
        I
        """,
    ),
    "pentominoes": (
        "squares",
        """
         FF  I  L    N  PP  TTT  U U  V    W     X    Y  ZZ
        FF   I  L    N  PP   T   UUU  V    WW   XXX  YY   Z
         F   I  L   NN  P    T        VVV   WW   X    Y   ZZ
             I  LL  N                                 Y
             I
        """,
    ),
    "soma": (
        "cubes",
        """
        VV LLL TTT ZZ  AA BB  PP
        V  L    T   ZZ A  B   P

                        A     P
                          B
        """,
    ),
}
"""The lattice and the drawing of each set."""


def named_polyforms(name: str) -> dict[str, Polyform]:
    """Return a set of polyforms that have names.

    It takes no limits: the sets are small.

    Parameters
    ----------
    name
        "tetrominoes" (the five, by their letters), "pentominoes" (the twelve, by their letters) or
        "soma" (the seven pieces of the Soma cube: V, L, T, Z, A, B, P).

    Returns
    -------
    dict
        Letter -> polyform.

    Raises
    ------
    ProblemError
        If there is no such set.

    References
    ----------
    S. W. Golomb, Polyominoes (1965). E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways
    (1982), chapter 24.

    Examples
    --------
    >>> from exactcover import named_polyforms
    >>> "".join(named_polyforms("pentominoes"))
    'FILNPTUVWXYZ'
    """
    lattice, drawing = NAMED[find_name("set of polyforms", name, NAMED)]
    return drawn(drawing, lattice)


def polyforms(
    n_cells: int,
    lattice: str = "squares",
    *,
    reflections: bool | None = None,
    time_limit: float | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
) -> list[Polyform]:
    """Return all polyforms of a number of cells, one of those that rotations map to each other.

    Parameters
    ----------
    n_cells
        The number of cells of each.
    lattice
        "squares" (polyominoes), "hexagons" (polyhexes), "triangles" (polyiamonds), "cubes"
        (polycubes), or a lattice that was registered.
    reflections
        Whether polyforms that are reflections of each other count as one; by default they do in the
        plane, and not in space.
    time_limit, cancel, progress
        As for `exactcover.solve`.

    Returns
    -------
    list
        The polyforms in a fixed order, each in the first of its orientations.

    Raises
    ------
    ProblemError
        If the number is less than 1, or there is no such lattice.
    UnfinishedError
        If the time limit or `cancel` stops it.

    Notes
    -----
    Cells are added to the polyforms with one cell less, so time and memory grow with the number of
    polyforms: about fourfold with each square.

    Examples
    --------
    >>> from exactcover import polyforms
    >>> [len(polyforms(n)) for n in range(1, 8)]
    [1, 1, 2, 5, 12, 35, 108]
    >>> [len(polyforms(n, "hexagons")) for n in range(1, 6)]
    [1, 1, 3, 7, 22]
    """
    n_cells = check_number("n_cells", n_cells, least=1)
    form = lattice_of(lattice)
    origin = Polyform([(0,) * len(form.coordinates)], lattice)
    mirrors = form.mirrors if reflections is None else reflections
    if n_cells > 1 and not list(form.neighbours(origin.cells[0])):
        raise ProblemError(f"the lattice {lattice!r} does not say which cells are neighbours")
    found = {_first(origin, mirrors)}
    with limited("the list of polyforms", time_limit, cancel, progress) as work:
        for n in range(1, n_cells):
            work.part, work.solutions = (n - 1) / n_cells, len(found)
            found = {
                _first(Polyform([*small.cells, cell], lattice), mirrors)
                for small in watched(found, every=4)
                for cell in _around(small, form)
            }
    return sorted(found, key=lambda polyform: polyform.cells)


def _first(polyform: Polyform, mirrors: bool) -> Polyform:
    return polyform.orientations(reflections=mirrors)[0]


def _around(polyform: Polyform, lattice: Lattice) -> set[Cell]:
    """Return the cells beside those of a polyform."""
    own = set(polyform.cells)
    return {other for cell in own for other in lattice.neighbours(cell)} - own
