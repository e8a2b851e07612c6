"""The rotations and reflections of a board that take the problem of its tilings to itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from exactcover.lattices.base import Cell, Lattice
from exactcover.problem.option import Item
from exactcover.problem.problem import Problem, check_problem
from exactcover.runtime.arguments import is_whole
from exactcover.runtime.errors import ProblemError
from exactcover.shapes.polyform import lattice_of, turns

__all__ = ["board_moves"]

Places = frozenset[frozenset[Cell]]


def board_moves(
    problem: Problem, cells: str = "squares", *, reflections: bool = False
) -> list[dict[Item, Item]]:
    """Return the rotations of a board that take a tiling to a tiling, for `symmetries`.

    `symmetries` alone finds all symmetries of a problem. Those of a box are also its reflections,
    if there is a mirror image of each piece. Tilings of boxes are often counted up to rotations
    only.

    It takes no limits: its work is linear in the cells of all options.

    Parameters
    ----------
    problem
        A problem of `tiling`, or another one whose items are cells and pieces.
    cells
        The lattice of the cells, as for `tiling`.
    reflections
        Whether reflections are moves, too. They take pieces to their mirror images.

    Returns
    -------
    list
        Each move but the identity, as a mapping of the items that it moves: cells, and pieces that
        go to their mirror images. Moves are left out that no permutation of pieces goes with.

    Raises
    ------
    ProblemError
        If no item is a cell of the lattice.

    Examples
    --------
    >>> from exactcover import board_moves, named_polyforms, tiling
    >>> soma = tiling(named_polyforms("soma"), (3, 3, 3), cells="cubes")
    >>> soma.count(), soma.count(up_to=soma.symmetries(board_moves(soma, "cubes")))
    (11520, 480)
    """
    check_problem(problem)
    lattice = lattice_of(cells)
    n = len(lattice.coordinates)
    board = [
        item
        for item in problem.items
        if isinstance(item, tuple) and len(item) == n and all(map(is_whole, item))
    ]
    if not board:
        raise ProblemError(f"no item is a cell of {cells}, such as {(0,) * n}")
    primary = set(problem.primary).intersection(board)
    places = _places(problem, set(board))
    found = []
    for move in _moves(board, lattice, reflections):
        if {move[cell] for cell in primary} == primary:
            pieces = _moved_pieces(problem, places, move)
            if pieces is not None:
                found.append({**move, **pieces})
    return [move for move in found if any(item != image for item, image in move.items())]


def _moves(board: list[Any], lattice: Lattice, reflections: bool) -> Iterator[dict[Item, Item]]:
    """Yield the moves of the lattice that take the cells of a board to its cells."""
    least = [min(axis) for axis in zip(*board, strict=True)]
    for turn in turns(lattice, rotations=True, reflections=reflections):
        images = [turn(cell) for cell in board]
        corner = [min(axis) for axis in zip(*images, strict=True)]
        vector = tuple(a - b for a, b in zip(least, corner, strict=True))
        if lattice.is_shift(vector):
            moved = [tuple(a + b for a, b in zip(cell, vector, strict=True)) for cell in images]
            if set(moved) == set(board):
                yield dict(zip(board, moved, strict=True))


def _places(problem: Problem, board: set[Any]) -> dict[tuple[Item, ...], Places]:
    """Return the places of each piece; those of pieces without an item are taken together."""
    found: dict[tuple[Item, ...], set[frozenset[Cell]]] = {}
    for option in problem.options:
        piece = tuple(item for item in option.items if item not in board)
        found.setdefault(piece, set()).add(frozenset(board.intersection(option.items)))
    return {piece: frozenset(own) for piece, own in found.items()}


def _moved_pieces(
    problem: Problem, places: dict[tuple[Item, ...], Places], move: dict[Item, Item]
) -> dict[Item, Item] | None:
    """Return the pieces to which a move takes others; None if some have no image."""
    left = dict(places)
    found: dict[Item, Item] = {}
    changed = []
    for piece, own in places.items():
        moved = frozenset(frozenset(move[cell] for cell in place) for place in own)
        if moved == own:
            del left[piece]
        else:
            changed.append((piece, moved))
    for piece, moved in changed:
        image = next(
            (
                other
                for other, own in left.items()
                if own == moved
                and len(other) == len(piece)
                and [problem.bounds.get(k) for k in other] == [problem.bounds.get(k) for k in piece]
            ),
            None,
        )
        if image is None:
            return None
        del left[image]
        found.update(zip(piece, image, strict=True))
    return found
