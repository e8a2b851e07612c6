"""Pictures of tilings: what is drawn, and where."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from math import dist, isclose
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given

from exactcover import Problem, ProblemError, picture
from exactcover.lattices.base import Lattice
from exactcover.lattices.registry import LATTICES
from exactcover.lattices.squares import Squares
from exactcover.pictures.tiling import HEIGHT, WIDTH, Tiling
from exactcover.runtime.pictures.colours import EMPTY, PALETTE, fill
from tests.exactcover.pictures.lattice_cells import SIDES, Tiles, beside, tilings, touching

SVG = "{http://www.w3.org/2000/svg}"
Polygon = list[tuple[float, float]]


def layer(image: Tiling, name: str) -> list[ElementTree.Element]:
    """Return the elements of a layer, without the groups."""
    found = ElementTree.fromstring(image.to_svg()).find(f"{SVG}g[@class='{name}']")
    return [] if found is None else [each for each in found.iter() if each.tag != f"{SVG}g"]


def polygons(path: ElementTree.Element) -> Iterator[Polygon]:
    """Yield the polygons of a path."""
    for part in re.findall(r"M([^Z]*)Z", path.get("d", "")):
        numbers = [float(number) for number in re.findall(r"[-\d.e]+", part)]
        yield list(zip(numbers[::2], numbers[1::2], strict=True))


def area(polygon: Polygon) -> float:
    """Return the area of a polygon, positive if it is clockwise on the screen."""
    pairs = zip(polygon, polygon[1:] + polygon[:1], strict=True)
    return sum(x * v - u * y for (x, y), (u, v) in pairs) / 2


def length(polygon: Polygon) -> float:
    """Return the length of the closed line around a polygon."""
    return sum(dist(*pair) for pair in zip(polygon, polygon[1:] + polygon[:1], strict=True))


def middle(polygon: Polygon) -> tuple[float, float]:
    """Return the mean of the corners."""
    xs, ys = zip(*polygon, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def is_inside(point: tuple[float, float], around: list[Polygon]) -> bool:
    """Return whether a point is inside some polygons by the even-odd rule."""
    x, y = point
    crossed = 0
    for polygon in around:
        for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
            if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
                crossed += 1
    return crossed % 2 == 1


def test_these_are_all_lattices() -> None:
    assert set(SIDES) == set(LATTICES)


@given(tilings())
def test_every_cell_is_drawn_once(drawn: tuple[str, Tiles]) -> None:
    lattice, tiles = drawn
    paths = layer(picture(tiles, cells=lattice), "tiles")
    shapes = [list(polygons(path)) for path in paths]
    assert [len(each) for each in shapes] == [len(tile) for tile in tiles]
    flat = [polygon for each in shapes for polygon in each]
    assert {len(polygon) for polygon in flat} == {SIDES[lattice]}
    assert all(isclose(area(polygon), area(flat[0]), rel_tol=0.01) for polygon in flat)
    assert area(flat[0]) > 0
    places = {(round(x), round(y)) for x, y in map(middle, flat)}
    assert len(places) == len(flat)


@given(tilings())
def test_neighbours_have_different_colours(drawn: tuple[str, Tiles]) -> None:
    lattice, tiles = drawn
    image = picture(tiles, cells=lattice)
    fills = [path.get("fill") for path in layer(image, "tiles")]
    assert fills == [fill(number) for number in image.colours]
    colour_of = {cell: fills[number] for number, tile in enumerate(tiles) for cell in tile}
    number_of = {cell: number for number, tile in enumerate(tiles) for cell in tile}
    for cell, colour in colour_of.items():
        for other in touching(lattice, cell):
            if other in colour_of and number_of[other] != number_of[cell]:
                assert colour_of[other] != colour


@given(tilings())
def test_lines_go_around_the_cells_of_each_tile(drawn: tuple[str, Tiles]) -> None:
    lattice, tiles = drawn
    image = picture(tiles, cells=lattice)
    cells = [list(polygons(path)) for path in layer(image, "tiles")]
    side = length(cells[0][0]) / SIDES[lattice]
    for number, path in enumerate(layer(image, "outlines")):
        lines = list(polygons(path))
        tile = set(tiles[number])
        edges = sum(other not in tile for cell in tile for other in beside(lattice, cell))
        assert isclose(sum(map(length, lines)), edges * side, rel_tol=0.01)
        assert isclose(sum(map(area, lines)), len(tile) * area(cells[0][0]), rel_tol=0.01)
        for other, several in enumerate(cells):
            assert {is_inside(middle(each), lines) for each in several} == {other == number}


@given(tilings())
def test_everything_is_inside_the_picture(drawn: tuple[str, Tiles]) -> None:
    lattice, tiles = drawn
    image = picture(tiles, cells=lattice)
    left, top, width, height = map(
        float, ElementTree.fromstring(image.to_svg()).get("viewBox", "").split()
    )
    assert width <= WIDTH + 0.01
    assert height <= HEIGHT + 0.01
    points = [
        point for path in layer(image, "outlines") for line in polygons(path) for point in line
    ]
    captions = layer(image, "captions")
    points += [(float(each.get("x", "")), float(each.get("y", ""))) for each in captions]
    assert all(left < x < left + width and top < y < top + height for x, y in points)


@given(tilings())
def test_the_same_tiling_gives_the_same_picture(drawn: tuple[str, Tiles]) -> None:
    lattice, tiles = drawn
    turned = [list(reversed(tile)) for tile in tiles]
    assert picture(tiles, cells=lattice).to_svg() == picture(turned, cells=lattice).to_svg()


def test_a_square_has_the_corners_of_its_row_and_column() -> None:
    path = layer(picture([[(1, 2)], [(0, 0)]]), "tiles")[0]
    assert list(polygons(path)) == [[(80, 40), (120, 40), (120, 80), (80, 80)]]


def test_a_large_board_needs_few_colours() -> None:
    tiles = [[(r, c), (r, c + 1)] for r, c in product(range(30), range(0, 40, 2))]
    assert set(picture(tiles).colours) <= set(range(len(PALETTE)))


def test_layers_of_cubes_stand_side_by_side_from_the_bottom() -> None:
    image = picture(
        [[(0, 0, z), (0, 1, z), (1, 0, z), (1, 1, z)] for z in (2, 0, 1)], cells="cubes"
    )
    captions = layer(image, "captions")
    assert [each.text for each in captions] == ["z = 0", "z = 1", "z = 2"]
    lefts = [min(x for x, _ in next(polygons(path))) for path in layer(image, "outlines")]
    assert lefts[1] < lefts[2] < lefts[0]


def test_labels_stand_on_each_part_of_their_tile() -> None:
    apart = picture([[(0, 0), (0, 1), (0, 3)], [(0, 2)]], label=lambda tile: f"<{len(tile)}>")
    assert [each.text for each in layer(apart, "labels")] == ["<3>", "<3>", "<1>"]
    assert layer(picture([[(0, 0)]], label=lambda _: None), "labels") == []


def test_a_title_is_text_and_not_markup() -> None:
    image = picture([[(0, 0)]], title="<b>5 & 6</b>")
    assert ElementTree.fromstring(image.to_svg()).findtext(f"{SVG}title") == "<b>5 & 6</b>"


def test_a_board_shows_what_is_not_covered() -> None:
    problem = Problem([["N", (0, 0), (0, 1)]], primary=["N"], secondary=[(0, 0), (0, 1), (1, 1)])
    image = picture(problem.solve().get(), board=problem)
    assert (image.tiles, image.empty) == ((((0, 0), (0, 1)),), ((1, 1),))
    [path] = layer(image, "empty")
    assert path.get("fill") == EMPTY
    assert len(list(polygons(path))) == 1
    assert picture([], board=[(0, 0)]).empty == ((0, 0),)


def test_colours_may_have_a_meaning() -> None:
    image = picture([[(0, 0)], [(0, 1)], [(0, 2)]], colour=lambda tile: 3 * (tile != [(0, 1)]))
    assert [path.get("fill") for path in layer(image, "tiles")] == [fill(3), fill(0), fill(3)]


def test_cells_may_be_chosen_by_a_function() -> None:
    options: list[list[Any]] = [[("cell", 0, 0), ("piece", "F")], [("cell", 0, 1)]]
    image = picture(options, cell=lambda item: item[1:] if item[0] == "cell" else None)
    assert image.tiles == (((0, 0),), ((0, 1),))
    assert repr(image) == "<Tiling of 2 squares by 2 options>"


def test_an_option_without_cells_is_not_drawn() -> None:
    image = picture([["spare"], [(0, 0)]], label=str)
    assert image.tiles == ((), ((0, 0),))
    assert len(layer(image, "tiles")) == len(layer(image, "labels")) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"solution": None}, "a solution was expected, such as problem.solve"),
        ({"solution": Problem([[(0, 0)]])}, "a solution was expected"),
        ({"solution": 3}, "solution is 3: give a list"),
        ({"solution": [7]}, "an option is 7: give a list"),
        ({"solution": []}, "the solution has no options"),
        ({"solution": [["F", ("row", 1)]]}, "no item is a cell of the lattice squares, which"),
        ({"solution": [[(0, 0)], [(0, 0, 1)]]}, "has 3 coordinates; a cell of squares is .row, c"),
        ({"solution": [[(0, 0)]], "cells": "cubes"}, "has 2 coordinates; a cell of cubes is .x, y"),
        ({"solution": [[(0, 0)]], "cells": "hexagon"}, "unknown lattice 'hexagon'; did you mean"),
        ({"solution": [[(0, 0)], [(0, 0)]]}, "both cover the cell .0, 0."),
        ({"solution": [["a"]], "cell": lambda item: item}, "the function returned 'a' for the ite"),
        ({"solution": [[(0, 0)]], "colour": lambda _: "red"}, "the function returned 'red' for th"),
        ({"solution": [["a"]], "cell": lambda _: (1,)}, "the item 'a' has 1 coordinates"),
    ],
)
def test_errors(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        picture(**arguments)


def test_a_lattice_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    class Wide(Squares):
        def point(self, corner: tuple[int, ...]) -> tuple[float, float]:
            x, y = corner
            return 2 * x, y

    entries: dict[str, type[Lattice] | str] = {"wide": Wide}
    monkeypatch.setattr(LATTICES, "_entries", entries)
    [path] = layer(picture([[(0, 0)]], cells="wide"), "tiles")
    assert list(polygons(path)) == [[(0, 0), (80, 0), (80, 40), (0, 40)]]


def test_files_are_whole(tmp_path: Path) -> None:
    image = picture([[(0, 0), (0, 1)]])
    image.save(tmp_path / "tiling.svg")
    assert (tmp_path / "tiling.svg").read_text(encoding="utf-8") == image.to_svg()
    with pytest.raises(ProblemError, match=r"pictures are \.svg or \.png"):
        image.save(tmp_path / "tiling.gif")
    assert [path.name for path in tmp_path.iterdir()] == ["tiling.svg"]


def test_png(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    pytest.importorskip("font_lato")
    image = picture([[(0, 0), (0, 1)]])
    image.save(tmp_path / "tiling.png")
    data = (tmp_path / "tiling.png").read_bytes()
    assert data.startswith(b"\x89PNG")
    assert data == image.to_png()
    width, height = (int.from_bytes(data[k : k + 4], "big") for k in (16, 20))
    assert (width, height) == (2 * 92, 2 * 52)
