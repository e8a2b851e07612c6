"""Polyforms: their numbers in the literature, their orientations and their places."""

from itertools import product
from typing import Any

import pytest

from exactcover import (
    Budget,
    BudgetError,
    Polyform,
    ProblemError,
    drawn,
    named_polyforms,
    polyforms,
)

SQUARE = [(0, 0), (0, 1), (1, 0), (1, 1)]


@pytest.mark.parametrize(
    ("lattice", "reflections", "numbers"),
    [
        pytest.param("squares", None, [1, 1, 2, 5, 12, 35, 108], id="A000105"),
        pytest.param("squares", False, [1, 1, 2, 7, 18, 60, 196], id="A000988"),
        pytest.param("hexagons", None, [1, 1, 3, 7, 22, 82], id="A000228"),
        pytest.param("hexagons", False, [1, 1, 3, 10, 33, 147], id="A006535"),
        pytest.param("triangles", None, [1, 1, 1, 3, 4, 12, 24, 66], id="A000577"),
        pytest.param("triangles", False, [1, 1, 1, 4, 6, 19, 43, 120], id="A006534"),
        pytest.param("cubes", None, [1, 1, 2, 8, 29], id="A000162"),
        pytest.param("cubes", True, [1, 1, 2, 7, 23], id="A038119"),
    ],
)
def test_numbers_of_polyforms(lattice: str, reflections: bool | None, numbers: list[int]) -> None:
    for n, number in enumerate(numbers, 1):
        found = polyforms(n, lattice, reflections=reflections)
        assert len(found) == number
        assert {len(polyform) for polyform in found} == {n}


@pytest.mark.parametrize(
    ("lattice", "n_cells", "numbers"),
    [
        ("squares", 4, [1, 2, 4, 4, 8]),
        ("hexagons", 3, [2, 3, 6]),
        ("triangles", 4, [2, 6, 6]),
        ("cubes", 3, [3, 12]),
    ],
)
def test_numbers_of_orientations(lattice: str, n_cells: int, numbers: list[int]) -> None:
    found = polyforms(n_cells, lattice)
    assert sorted(len(each.orientations()) for each in found) == numbers
    assert all(
        each.canonical == turned.canonical for each in found for turned in each.orientations()
    )
    assert all(each.orientations(rotations=False, reflections=False) == [each] for each in found)


def test_polyforms_are_named() -> None:
    for name, n_cells, n in (("tetrominoes", 4, 5), ("pentominoes", 5, 12)):
        named = named_polyforms(name).values()
        assert {each.canonical for each in named} == set(polyforms(n_cells))
        assert len(named) == n
    soma = named_polyforms("soma")
    assert [len(piece) for piece in soma.values()] == [3, 4, 4, 4, 4, 4, 4]
    # Those that are no boxes, of three or four cubes (Piet Hein's definition).
    boxes = {Polyform(tuple(product(range(n), [0], [0])), "cubes").canonical for n in (3, 4)}
    boxes.add(Polyform(tuple(product(range(2), range(2), [0])), "cubes").canonical)
    wanted = {form for n in (3, 4) for form in polyforms(n, "cubes")}
    turned = {piece.orientations()[0] for piece in soma.values()}
    assert turned == {form for form in wanted if form.canonical not in boxes}


def test_polyforms_are_shifted() -> None:
    assert Polyform([(3, 5), (2, 5)]) == Polyform("#\n#") == Polyform(Polyform("..#\n..#"))
    assert hash(Polyform([(3, 5)])) == hash(Polyform([(0, 0)]))
    # A triangle that points up stays one.
    up, down = Polyform([(2, 2)], "triangles"), Polyform([(2, 3)], "triangles")
    assert (up.cells, down.cells) == (((0, 0),), ((0, 1),))
    assert up.canonical == down.canonical


def test_places_are_all_that_fit() -> None:
    corner = Polyform("##\n#")
    assert [set(place) for place in corner.places("##\n##")] == [
        set(SQUARE) - {missing} for missing in reversed(SQUARE)
    ]
    assert corner.places("##\n##", rotations=False) == [((0, 0), (0, 1), (1, 0))]
    assert len(Polyform([(0, 0)], "triangles").places((2, 3))) == 6
    assert len(Polyform([(0, 0)], "triangles").places((2, 3), rotations=False)) == 3
    assert corner.places([]) == []


def test_drawings() -> None:
    pieces = drawn("  A.BB\n  A  B")
    assert pieces == {"A": Polyform("A\nA"), "B": Polyform([(0, 0), (0, 1), (1, 1)])}
    tower = drawn("AA\n\nA.", "cubes")["A"]
    assert tower.cells == ((0, 0, 0), (0, 0, 1), (0, 1, 0))


@pytest.mark.parametrize(
    ("given", "lattice", "message"),
    [
        ([], "squares", "a polyform has at least one cell"),
        ("...", "squares", "a polyform has at least one cell"),
        ([(0, 0, 0)], "squares", r"\(0, 0, 0\) is no cell of squares: .* \(row, column\)"),
        ([(0, 0)], "cubes", r"\(0, 0\) is no cell of cubes"),
        ([(0, 0.5)], "squares", r"\(0, 0.5\) is no cell of squares"),
        (7, "squares", "7 is neither a drawing, nor a size, nor a list of cells"),
        (Polyform("#"), "hexagons", "consists of squares, not of hexagons"),
        ("#", "octagons", "unknown lattice 'octagons'"),
    ],
)
def test_mistakes(given: Any, lattice: str, message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        Polyform(given, lattice)


def test_mistakes_of_names_and_numbers() -> None:
    with pytest.raises(ProblemError, match="n_cells is 0"):
        polyforms(0)
    with pytest.raises(ProblemError, match="unknown set of polyforms 'hexominoes'"):
        named_polyforms("hexominoes")
    with pytest.raises(ProblemError, match="the drawing has no cells"):
        drawn(" . ")


def test_the_cells_of_a_drawing_are_within_the_budget() -> None:
    with Budget(cells=4):
        assert len(drawn("AB. \nBA")) == 2
        with pytest.raises(BudgetError, match="5 cells are asked for: 4 are allowed"):
            drawn("AB. \nBAB")
    with pytest.raises(BudgetError, match="2,000,000 cells are asked for"):
        drawn("A" * 2_000_000)
