"""Pictures of boards, tours and grids of values: what is seen is what the solution says."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from csp import Assignment, Drawing, Model, ModelError, chess_board, tour_map, value_grid
from csp.pictures.chess import SQUARE
from csp.pictures.palette import shade
from csp.pictures.tour import SIZE
from csp.pictures.values import CELL
from exactcover.runtime.errors import ProblemError

SVG = "{http://www.w3.org/2000/svg}"


def parts(image: Drawing, layer: str, tag: str) -> list[ElementTree.Element]:
    """Return the elements of a tag in a layer."""
    root = ElementTree.fromstring(image.to_svg())
    return root.findall(f"{SVG}g[@class='{layer}']/{SVG}{tag}")


def point(element: ElementTree.Element, x: str, y: str) -> tuple[float, float]:
    return float(element.get(x, "nan")), float(element.get(y, "nan"))


@given(st.integers(1, 12).flatmap(lambda n: st.permutations(range(n))))
def test_each_row_has_its_queen(columns: list[int]) -> None:
    queens = parts(chess_board(columns), "queens", "g")
    places = [queen.get("transform") for queen in queens]
    assert places == [f"translate({SQUARE * c} {SQUARE * r})" for r, c in enumerate(columns)]
    (dark,) = parts(chess_board(columns), "squares", "path")
    assert dark.get("d", "").count("M") == len(columns) ** 2 // 2


def test_a_board_may_have_other_shapes_and_empty_rows() -> None:
    model = Model()
    column = model.variable([5], "column")
    board = chess_board([None, column + 1], Assignment(model, [5]), width=9)
    assert [each.get("transform") for each in parts(board, "queens", "g")] == [
        f"translate({6 * SQUARE} {SQUARE})"
    ]
    assert board.title == "1 queen on a board of 2 x 9 squares"


@given(
    st.lists(
        st.tuples(st.integers(-50, 50), st.integers(-50, 50)), min_size=2, max_size=9, unique=True
    ),
    st.randoms(use_true_random=False),
)
def test_places_are_where_their_coordinates_are(
    places: list[tuple[float, float]], random: object
) -> None:
    order = list(range(len(places)))
    random.shuffle(order)  # type: ignore[attr-defined]
    after = [0] * len(order)
    for one, other in pairwise([*order, order[0]]):
        after[one] = other
    image = tour_map(after, places)
    discs = [point(each, "cx", "cy") for each in parts(image, "places", "circle")]
    # One scale for both coordinates; y goes up.
    xs, ys = zip(*places, strict=True)
    scale = SIZE / max(max(xs) - min(xs), max(ys) - min(ys))
    for (x, y), (right, down) in zip(places, discs, strict=True):
        assert right == pytest.approx((x - min(xs)) * scale, abs=0.01)
        assert down == pytest.approx((max(ys) - y) * scale, abs=0.01)
    legs = [leg for leg in parts(image, "legs", "path") if leg.get("stroke")]
    ends = [[*map(float, leg.get("d", "")[1:].replace("L", "").split())] for leg in legs]
    assert ends == [[*discs[k], *discs[after[k]]] for k in range(len(places))]
    assert [text.text for text in parts(image, "labels", "text")] == [
        str(k) for k in range(len(places))
    ]


def test_arrows_point_along_the_legs() -> None:
    right, left = (
        leg
        for leg in parts(tour_map([1, 0], [(0, 0), (9, 0)]), "legs", "path")
        if not leg.get("stroke")
    )
    tips = [float(head.get("d", "M0 ")[1:].split()[0]) for head in (right, left)]
    assert tips[0] > SIZE / 2 > tips[1]


def test_labels_that_do_not_fit_stand_above_their_places() -> None:
    places = [(0, 0), (9, 0), (9, 9)]
    for labels, is_inside in ((["A", "B", "C"], True), (["Bern", "Basel", "Chur"], False)):
        image = tour_map([1, 2, 0], places, labels=labels)
        discs = [point(each, "cx", "cy") for each in parts(image, "places", "circle")]
        texts = [point(each, "x", "y") for each in parts(image, "labels", "text")]
        assert [text.text for text in parts(image, "labels", "text")] == labels
        for (x, y), (text_x, text_y) in zip(discs, texts, strict=True):
            assert text_x == x and (text_y > y) == is_inside
    close = tour_map([1, 2, 0], [(0, 0), (0, 1), (999, 0)])
    assert {each.get("r") for each in parts(close, "places", "circle")} == {"4.5"}
    assert parts(tour_map([0] * 101, [(k, 0) for k in range(101)]), "labels", "text") == []


def test_places_at_one_point_can_be_drawn() -> None:
    assert len(parts(tour_map([1, 0], [(3, 3), (3, 3)]), "places", "circle")) == 2


@given(st.integers(1, 6), st.integers(1, 6), st.data())
def test_each_value_is_in_its_cell(height: int, width: int, data: st.DataObject) -> None:
    row = st.lists(st.integers(-99, 99), min_size=width, max_size=width)
    rows = data.draw(st.lists(row, min_size=height, max_size=height))
    image = value_grid(rows, sums=True)
    cells = parts(image, "cells", "rect")
    corners = [(CELL * c, CELL * r) for r in range(height) for c in range(width)]
    assert [point(cell, "x", "y") for cell in cells] == corners
    values = [value for row in rows for value in row]
    assert [text.text for text in parts(image, "values", "text")] == list(map(str, values))
    colours = dict(zip(values, (cell.get("fill") for cell in cells), strict=True))
    assert [cell.get("fill") for cell in cells] == [colours[value] for value in values]
    assert len(set(colours.values())) == len(colours) or len(colours) > 12
    sums = [text.text for text in parts(image, "sums", "text")]
    lines = [*rows, *zip(*rows, strict=True)]
    if height == width:
        lines += [[rows[k][k] for k in range(width)], [rows[k][~k] for k in range(width)]]
    assert sums == [str(sum(line)) for line in lines]


def test_values_can_have_symbols_and_blanks() -> None:
    model = Model()
    x = model.variables((2, 2), range(3))
    image = value_grid(
        [[x[0, 0], None], x[1]], Assignment(model, [0, 1, 2, 1]), symbols="ABC", shaded=False
    )
    assert [text.text for text in parts(image, "values", "text")] == ["A", "C", "B"]
    assert {cell.get("fill") for cell in parts(image, "cells", "rect")} == {"white"}
    named = value_grid([2, 5], symbols={2: "two & <half>", 5: "five"})
    assert parts(named, "values", "text")[0].text == "two & <half>"


def test_colours_differ() -> None:
    assert len({shade(k / 20) for k in range(21)}) == 21


def test_a_drawing_is_saved_as_its_name_says(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder, image = tmp_path_factory.mktemp("pictures"), value_grid([1, 2])
    image.save(folder / "row.svg")
    assert (folder / "row.svg").read_text(encoding="utf-8") == image.to_svg() == image._repr_svg_()
    with pytest.raises(ProblemError, match=r"row.gif: pictures are .svg or .png"):
        image.save(folder / "row.gif")


def test_png() -> None:
    pytest.importorskip("resvg_py")
    for image in (chess_board([1, 0]), tour_map([1, 0], [(0, 0), (1, 1)]), value_grid([1])):
        assert image.to_png().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: chess_board([]), "the board has no squares"),
        (
            lambda: chess_board([0, 2]),
            "the column in row 1 is 2: the board has columns from 0 to 1",
        ),
        (lambda: chess_board([0.5]), "the column in row 0 is 0.5: it must be a whole number"),
        (lambda: tour_map([], []), "there are no places"),
        (lambda: tour_map([0], [(0, 0), (1, 1)]), "there are 1 successors, but 2 places"),
        (lambda: tour_map([3], [(0, 0)]), "the successor of place 0 is 3: there are places from 0"),
        (lambda: tour_map([0], [(0, 0, 0)]), "place 0 is .* give its two coordinates"),
        (lambda: tour_map([0], [7]), "place 0 is 7: give its two coordinates"),
        (lambda: tour_map([0], [(0, 0)], labels="AB"), "there are 2 labels, but 1 places"),
        (lambda: value_grid([]), "there are no values"),
        (lambda: value_grid([[1], [1, 2]]), "row 1 has 2 values, but row 0 has 1"),
        (lambda: value_grid([[1], 2]), "row 1 is 2: give a list of values"),
        (lambda: value_grid([["x"]]), "the value in row 0, column 0 is 'x'"),
        (lambda: value_grid([3], symbols="ABC"), "the value 3 has no symbol"),
        (lambda: value_grid([-1], symbols="ABC"), "the value -1 has no symbol"),
    ],
)
def test_errors_name_what_is_wrong(call: object, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        call()  # type: ignore[operator]
