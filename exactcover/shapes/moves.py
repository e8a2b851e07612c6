"""The rotations and reflections of a board that take the problem of its tilings to itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from exactcover.lattices.base import Lattice
from exactcover.lattices.registry import LATTICES
from exactcover.problem.bounds import ONCE
from exactcover.problem.option import Item
from exactcover.problem.problem import Problem, check_problem
from exactcover.runtime.arguments import is_whole
from exactcover.runtime.errors import ProblemError
from exactcover.shapes.polyform import lattice_of, turns

Place = tuple[frozenset[tuple[Any, ...]], tuple[Any, ...], Any]
"""The cells of an option with their colours and units; those of its piece; its cost."""
Places = frozenset[tuple[Place, int]]
"""The places of a piece, and how many options have each of them."""


def board_moves(
    problem: Problem, cells: str | None = None, *, reflections: bool = False
) -> list[dict[Item, Item]]:
    """Return the rotations of a board that take a tiling to a tiling, for `symmetries`.

    They generate the group of ``up_to="rotations"``, those with reflections that of
    ``up_to="reflections"``.

    It takes no limits: its work is linear in the cells of all options.

    Parameters
    ----------
    problem
        A problem of `tiling`, or another one whose items are cells and pieces.
    cells
        The lattice of the cells, as for `tiling`; by default `Problem.lattice`, else "squares".
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
    >>> len(board_moves(soma)), soma.count(), soma.count(up_to="rotations")
    (23, 11520, 480)
    """
    _, found = group_of_moves(problem, cells, reflections=reflections)
    return [{item: k for item, k in every.items() if item != k} for every in found]


def group_of_moves(
    problem: Problem, cells: str | None = None, *, reflections: bool = False
) -> tuple[list[dict[Item, Item]], list[dict[Item, Item]]]:
    """Return moves that generate all, and all but the identity; see `board_moves`.

    Each is a mapping of all items.
    """
    check_problem(problem)
    cells = problem.lattice or "squares" if cells is None else cells
    lattice = lattice_of(cells)
    board = _board(problem, lattice)
    if not board:
        if not problem.lattice:
            raise _no_board(cells, lattice)
        return [], []
    kinds = {item: problem.bounds.get(item, ONCE) for item in problem.primary}
    places = _places(problem, set(board))
    still = {item: item for item in problem.items}
    found, generators = {tuple(board): still}, list[dict[Item, Item]]()
    for move in _moves(board, lattice, reflections):
        if tuple(move.values()) in found:
            continue
        if all(kinds.get(cell) == kinds.get(image) for cell, image in move.items()):
            pieces = _moved_pieces(kinds, places, move)
            if pieces is not None:
                generators.append({**still, **move, **pieces})
                _complete(found, generators, board)
    del found[tuple(board)]
    return generators, list(found.values())


def _complete(
    found: dict[tuple[Any, ...], dict[Item, Item]],
    generators: list[dict[Item, Item]],
    board: list[Any],
) -> None:
    """Add all products of moves, by the images of the cells, after a new generator was added."""
    waiting = [{item: one[k] for item, k in generators[-1].items()} for one in found.values()]
    while waiting:
        one = waiting.pop()
        key = tuple(one[cell] for cell in board)
        if key not in found:
            found[key] = one
            waiting += [{item: one[k] for item, k in move.items()} for move in generators]


def on_lattice(problem: Problem, name: str) -> Problem:
    """Return the same problem, with the name of the lattice whose cells are items.

    Parameters
    ----------
    problem
        The problem.
    name
        "squares", "hexagons", "triangles" or "cubes".

    Raises
    ------
    ProblemError
        If there is no such lattice, or no item is a cell of it.

    Examples
    --------
    >>> dominoes = Problem([[(0, 0), (0, 1)], [(0, 1), (0, 2)], [(0, 0)], [(0, 2)]])
    >>> dominoes.count(), dominoes.on_lattice("squares").count(up_to="rotations")
    (2, 1)
    """
    lattice = lattice_of(name)
    if not _board(problem, lattice):
        raise _no_board(name, lattice)
    return Problem.from_parts(replace(problem._parts, lattice=LATTICES.find(name)))


def _board(problem: Problem, lattice: Lattice) -> list[Any]:
    """Return the items that are cells of a lattice."""
    n = len(lattice.coordinates)
    items = (item for item in problem.items if isinstance(item, tuple) and len(item) == n)
    return [item for item in items if all(map(is_whole, item))]


def _no_board(name: str, lattice: Lattice) -> ProblemError:
    return ProblemError(f"no item is a cell of {name}, such as {(0,) * len(lattice.coordinates)}")


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
    found: dict[tuple[Item, ...], Counter[Place]] = {}
    for option in problem.options:
        nodes = list(zip(option.items, option.colours, option.units, strict=True))
        piece = tuple(item for item in option.items if item not in board)
        kinds = tuple((colour, n) for item, colour, n in nodes if item not in board)
        cells = frozenset((item, colour, n) for item, colour, n in nodes if item in board)
        found.setdefault(piece, Counter())[cells, kinds, option.cost] += 1
    return {piece: frozenset(own.items()) for piece, own in found.items()}


def _moved_pieces(
    kinds: Mapping[Item, Any], places: dict[tuple[Item, ...], Places], move: dict[Item, Item]
) -> dict[Item, Item] | None:
    """Return the image of each item of a piece; None if some have no image, or several."""
    moved = {piece: _moved(own, move) for piece, own in places.items()}
    images = {piece: piece for piece, own in places.items() if moved[piece] == own}
    left = {piece: own for piece, own in places.items() if piece not in images}
    for piece in list(left):
        own_kinds = [kinds.get(item) for item in piece]
        fits = (other for other, own in left.items() if own == moved[piece])
        image = next((o for o in fits if [kinds.get(item) for item in o] == own_kinds), None)
        if image is None:
            return None
        images[piece] = image
        del left[image]
    found: dict[Item, Item] = {}
    for piece, image in images.items():
        for item, other in zip(piece, image, strict=True):
            if found.setdefault(item, other) != other:
                return None
    return found if len(set(found.values())) == len(found) else None


def _moved(places: Places, move: dict[Item, Item]) -> Places:
    """Return the images of some places."""
    return frozenset(
        ((frozenset((move[cell], *rest) for cell, *rest in cells), kinds, cost), n)
        for (cells, kinds, cost), n in places
    )
