"""Puzzles of BurrTools (`.xmpuzzle`), in so far as they are exact covers.

Such a file is XML, usually compressed by gzip. It has shapes, each a box of voxels that are written
one after another: `_` is empty, `#` filled and `+` variable, and a number behind it is a colour. A
problem names the shape of the result, and how many times it uses other shapes. Pieces must fill the
fixed voxels of the result and may fill the variable ones; they are turned, but not mirrored.

References
----------
A. Röver, BurrTools, "The xmpuzzle format" and the user guide.
"""

from __future__ import annotations

import gzip
import io
import re
import zlib
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

from exactcover.problem.problem import Problem
from exactcover.runtime.arguments import check_path, check_whole
from exactcover.runtime.errors import FormatError, ProblemError
from exactcover.runtime.reading_budget import left, reading, spend
from exactcover.shapes.tiling import tiling

Cell = tuple[int, int, int]

MOST_VOXELS = 100_000
"""The largest box of a shape."""
CUBES = "0"
"""The type of the grid of cubes."""
_GZIP = b"\x1f\x8b"
_VOXEL = re.compile(r"([_#+])([0-9]*)")


class Shape(NamedTuple):
    """A shape: its name for messages, its cells, and whether some have a colour."""

    name: str
    fixed: list[Cell]
    variable: list[Cell]
    is_coloured: bool


@reading()
def from_burrtools(source: str | Path | bytes, number: int = 1) -> Problem:
    """Return a puzzle of BurrTools as the problem of filling its shape with its pieces.

    The items are the pieces and the cells ``(x, y, z)`` of the result, as for `tiling`; variable
    voxels of the result are secondary items. A piece has the name of its shape, or S1, S2, ...
    Every way to fill the shape is a solution, also one that is another one turned as a whole, and
    whether the pieces can be moved into their places is not asked.

    It takes no limits: `exactcover.Budget` bounds what a file may ask for.

    Parameters
    ----------
    source
        The path of a file, or its contents as bytes; both may be compressed by gzip.
    number
        Which of its problems is read, from 1.

    Returns
    -------
    Problem
        The problem, with bounds where a piece is used several times or not always.

    Raises
    ------
    OSError
        If the file cannot be read.
    FormatError
        If it is not XML.
    ProblemError
        If it is no puzzle, or one that is not an exact cover of cubes: on another grid, with
        coloured voxels in the result and in pieces, with variable voxels in pieces or with a limit
        of holes. The message names the shape.
    BudgetError
        If it asks for more than the `exactcover.Budget` of readers allows: bytes after it was
        decompressed, elements of XML, or entries of all places of all pieces.

    Examples
    --------
    >>> puzzle = b'''<puzzle version="2"><gridType type="0"/><shapes>
    ... <voxel x="2" y="1" z="1" type="0">##</voxel>
    ... <voxel x="4" y="3" z="1" type="0">############</voxel></shapes>
    ... <problems><problem><shapes><shape id="0" count="6"/></shapes><result id="1"/></problem>
    ... </problems></puzzle>'''
    >>> from_burrtools(puzzle).count()
    11
    """
    if isinstance(source, bytes):
        return _problem(_root(source), number, "")
    path = check_path("source", source)
    return _problem(_root(path.read_bytes()), number, path.stem)


def _root(data: bytes) -> ElementTree.Element:
    """Return the outermost element of a file, which may be compressed."""
    if data.startswith(_GZIP):
        try:
            with gzip.open(io.BytesIO(data)) as file:
                data = file.read(left("bytes") + 1)
        except (OSError, EOFError, zlib.error) as error:
            raise ProblemError(f"the file is compressed, but damaged: {error}") from None
        spend("bytes", len(data))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ProblemError(f"the file is not text in UTF-8: {error}") from None
    # Such a file needs no types and entities of its own; entities can fill the memory.
    declared = re.search("<!(?:DOCTYPE|ENTITY)", text)
    if declared:
        raise FormatError(1 + text.count("\n", 0, declared.start()), f"{declared[0]} is refused")
    try:
        parser = ElementTree.XMLParser(target=_Counting())  # it has no entities, see above
        root = ElementTree.fromstring(text, parser)
    except ElementTree.ParseError as error:
        raise FormatError(error.position[0], f"this is not XML: {error}") from None
    if root.tag != "puzzle":
        raise ProblemError(f"the outermost element is <{root.tag}>, not <puzzle>")
    return root


class _Counting(ElementTree.TreeBuilder):
    """Makes elements within the reading budget."""

    def start(self, tag: Any, attrs: Any, /) -> ElementTree.Element:
        spend("elements")
        return super().start(tag, attrs)


def _problem(root: ElementTree.Element, number: int, name: str) -> Problem:
    """Return a problem of a file."""
    grid = root.find("gridType")
    if grid is not None and grid.get("type") != CUBES:
        raise ProblemError(
            f"gridType has the type {grid.get('type')!r}: only {CUBES}, cubes, can be read"
        )
    shapes = root.findall("shapes/voxel")
    problems = root.findall("problems/problem")
    number = check_whole("number", number)
    if not 1 <= number <= len(problems):
        raise ProblemError(f"number is {number}, but the file has {len(problems)} problems")
    chosen, where = problems[number - 1], f"problem {number}"
    if chosen.get("maxHoles") is not None:
        raise ProblemError(f"{where} limits the holes (maxHoles), which cannot be expressed")
    result = chosen.find("result")
    if result is None:
        raise ProblemError(f"{where} has no result")
    board = _shape(shapes, _whole(result, "id", f"the result of {where}"))
    pieces, numbers = _pieces(chosen, shapes, where)
    for piece in pieces.values():
        if piece.variable:
            raise ProblemError(f"{piece.name} has variable voxels, and is a piece of {where}")
        if piece.is_coloured and board.is_coloured:
            raise ProblemError(
                f"{piece.name} and {board.name}, the result of {where}, are coloured: constraints "
                "by colours cannot be expressed"
            )
    return tiling(
        {label: piece.fixed for label, piece in pieces.items()},
        board.fixed,
        optional=board.variable,
        cells="cubes",
        numbers=numbers,
        name=name,
    )


def _pieces(
    chosen: ElementTree.Element, shapes: list[ElementTree.Element], where: str
) -> tuple[dict[str, Shape], dict[str, tuple[int, int]]]:
    """Return the pieces of a problem, and how many times each is used at least and at most."""
    pieces: dict[str, Shape] = {}
    numbers: dict[str, tuple[int, int]] = {}
    for entry in chosen.findall("shapes/shape"):
        place = _whole(entry, "id", f"a shape of {where}")
        piece = _shape(shapes, place)
        label = shapes[place].get("name") or f"S{place + 1}"
        if label in pieces:
            label = f"S{place + 1}"
        if label in pieces:
            raise ProblemError(f"{where} names {piece.name} twice")
        about = f"{piece.name} in {where}"
        if entry.get("count") is not None:
            least = most = _whole(entry, "count", about)
        else:
            least, most = (_whole(entry, bound, about) for bound in ("min", "max"))
        if least > most:
            raise ProblemError(f"{about} is used at least {least} and at most {most} times")
        if most:
            pieces[label], numbers[label] = piece, (least, most)
    if not pieces:
        raise ProblemError(f"{where} uses no shape")
    return pieces, numbers


def _shape(shapes: list[ElementTree.Element], place: int) -> Shape:
    """Return the shape of a number, counted from 0."""
    if place >= len(shapes):
        raise ProblemError(f"there is no shape {place}: the file has {len(shapes)} shapes")
    element = shapes[place]
    name = f"shape {place}" + (f" ({element.get('name')})" if element.get("name") else "")
    x, y, z = (_whole(element, axis, name) for axis in "xyz")
    if x * y * z > MOST_VOXELS:
        raise ProblemError(f"{name} is a box of {x * y * z} voxels: the most are {MOST_VOXELS}")
    text = "".join((element.text or "").split())
    voxels = _VOXEL.findall(text)
    if sum(len(state) + len(colour) for state, colour in voxels) < len(text):
        odd = _VOXEL.sub("", text)
        raise ProblemError(f"{name} has {odd[0]!r}: the voxels are '_', '#' and '+', with colours")
    if len(voxels) != x * y * z:
        raise ProblemError(f"{name} has {len(voxels)} voxels, but is {x} by {y} by {z}")
    cells: dict[str, list[Cell]] = {"_": [], "#": [], "+": []}
    for k, (state, _) in enumerate(voxels):
        cells[state].append((k % x, k // x % y, k // (x * y)))
    if not cells["#"]:
        raise ProblemError(f"{name} has no filled voxel")
    return Shape(name, cells["#"], cells["+"], any(colour.strip("0") for _, colour in voxels))


def _whole(element: ElementTree.Element, attribute: str, where: str) -> int:
    """Return an attribute that is a whole number."""
    word = element.get(attribute, "")
    if not re.fullmatch("[0-9]{1,9}", word):
        raise ProblemError(f"{where}: {attribute}={word!r} is not a whole number")
    return int(word)
