"""The table of items and options."""

from __future__ import annotations

from xml.etree import ElementTree

from hypothesis import given

from exactcover import Problem
from exactcover.pictures.matrix import ITEMS, MARGIN, OPTIONS, Matrix, matrix_of
from tests.problems import choices
from tests.strategies import problems

SVG = "{http://www.w3.org/2000/svg}"


def marks(image: Matrix) -> list[list[ElementTree.Element]]:
    """Return the squares of primary and of secondary items."""
    found = ElementTree.fromstring(image.to_svg()).find(f"{SVG}g[@class='cells']")
    return [] if found is None else [list(group) for group in found]


@given(problems())
def test_every_item_of_every_option_is_marked(problem: Problem) -> None:
    image = matrix_of(problem)
    assert image.items == problem.items
    assert [tuple(image.items[column] for column, _ in row) for _, row in image.options] == [
        option.items for option in problem.options
    ]
    numbers = [sum(map(problem.primary.__contains__, option.items)) for option in problem.options]
    assert len(marks(image)[0]) == sum(numbers)
    assert sum(map(len, marks(image))) == problem.n_nodes
    assert len({(each.get("x"), each.get("y")) for group in marks(image) for each in group}) == (
        problem.n_nodes
    )


def test_colours_are_written() -> None:
    image = matrix_of(Problem([{"p": None, "x": "A", "y": "blue"}], secondary=["x", "y"]))
    assert image.options == (("0", ((0, ""), (1, "A"), (2, "bl…"))),)
    assert ">bl…</text>" in image.to_svg()


def test_only_the_beginning_of_a_large_problem_is_shown() -> None:
    image = matrix_of(choices(500, 3))
    assert (len(image.items), len(image.options)) == (ITEMS, OPTIONS)
    assert (image.n_more_items, image.n_more_options) == (500 - ITEMS, 1500 - OPTIONS)
    assert "1,480 more options and 470 more items" in image.to_svg()
    root = ElementTree.fromstring(image.to_svg())
    assert float(root.get("width", "")) < 1000
    assert float(root.get("height", "")) < 1000


def test_names_are_short_and_escaped() -> None:
    image = matrix_of(Problem({"<b>": ["a" * 50]}, name="x<y"))
    root = ElementTree.fromstring(image.to_svg())
    assert "<b>" in {each.text for each in root.iter(f"{SVG}text")}
    assert max(map(len, image.items)) < 20
    assert (root.findtext(f"{SVG}title") or "").startswith("Problem x<y: 1 primary items")


@given(problems())
def test_squares_are_inside_the_picture(problem: Problem) -> None:
    image = matrix_of(problem)
    root = ElementTree.fromstring(image.to_svg())
    left, top, width, height = map(float, root.get("viewBox", "").split())
    for each in (mark for group in marks(image) for mark in group):
        x, y, side = (float(each.get(name, "")) for name in ("x", "y", "width"))
        assert left < x < x + side < left + width - MARGIN / 2
        assert top < y < y + side < top + height
