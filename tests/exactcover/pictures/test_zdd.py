"""Pictures of decision diagrams."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given

from exactcover import Problem, ProblemError
from exactcover.pictures.zdd import MOST_NODES, DecisionDiagram
from tests.problems import choices, dominoes
from tests.strategies import problems

SVG = "{http://www.w3.org/2000/svg}"


def layer(image: DecisionDiagram, name: str) -> ElementTree.Element:
    """Return a layer of the picture; an empty one if it has none."""
    found = ElementTree.fromstring(image.to_svg()).find(f"{SVG}g[@class='{name}']")
    return ElementTree.Element("g") if found is None else found


@given(problems())
def test_all_nodes_and_lines_are_drawn(problem: Problem) -> None:
    diagram = problem.diagram()
    image = diagram.to_image()
    assert len(layer(image, "nodes")) == diagram.size + 1
    lo, hi = (array[2:] for array in (diagram._nodes.lo, diagram._nodes.hi))
    dashed = layer(image, "edges").findall(f"{SVG}g[@stroke-dasharray]/{SVG}path")
    lines = list(layer(image, "edges").iter(f"{SVG}path"))
    assert len(dashed) == int((lo != 0).sum())
    assert len(lines) == len(dashed) + len(hi)
    texts = [text.text for text in layer(image, "names")]
    assert ("solution" in texts) == bool(diagram)
    assert ("no solution" in texts) == (not diagram)


@given(problems())
def test_nodes_do_not_overlap_and_are_inside_the_picture(problem: Problem) -> None:
    root = ElementTree.fromstring(problem.diagram().to_image().to_svg())
    left, top, width, height = map(float, root.get("viewBox", "").split())
    boxes = [
        tuple(float(each.get(name, "")) for name in ("x", "y", "width", "height"))
        for each in root.iter(f"{SVG}rect")
    ][1:]
    for number, (x, y, w, h) in enumerate(boxes):
        assert left < x < x + w < left + width
        assert top < y < y + h < top + height
        for u, v, wide, high in boxes[:number]:
            assert x + w <= u or u + wide <= x or y + h <= v or v + high <= y


def test_lines_go_down() -> None:
    image = dominoes(4, 4).diagram(method="cells").to_image()
    for path in layer(image, "edges").iter(f"{SVG}path"):
        begin, *curves = path.get("d", "").removeprefix("M").split(" C")
        heights = [float(part.split()[-1]) for part in (begin, *curves)]
        assert heights == sorted(set(heights))


def test_large_diagrams_are_not_drawn() -> None:
    diagram = choices(MOST_NODES, 2).diagram()
    with pytest.raises(ProblemError, match=f"has {diagram.size} nodes; only those with at most"):
        diagram.to_image()
