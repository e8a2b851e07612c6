"""Diffn: boxes that do not overlap."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from itertools import combinations
from typing import TYPE_CHECKING, Any

from csp.constraints.conjunction import reified_all
from csp.constraints.cumulative import Cumulative
from csp.constraints.of_expressions import OfExpressions
from csp.constraints.reified import at_least
from csp.errors import ModelError
from csp.model.constraint import Constraint, ValueOf
from csp.model.expressions import Expression, expression_list, listed
from csp.model.resources import Rectangles

if TYPE_CHECKING:
    from csp.model.builder import Builder
    from csp.model.cpsat import CpSatOfConstraints
    from csp.model.literal_graph import LiteralGraph

Box = tuple[list[Expression], list[Expression]]
"""The position and the size in each dimension."""


class Diffn(OfExpressions, Constraint):
    """The constraint that boxes do not overlap; see `diffn`."""

    def __init__(self, positions: Iterable[Any], sizes: Iterable[Any]) -> None:
        corners, lengths = (
            [expression_list(each, f"the {what} of a box") for each in listed(own, f"the {what}s")]
            for own, what in ((positions, "position"), (sizes, "size"))
        )
        if len(corners) != len(lengths):
            raise ModelError(f"there are {len(corners)} positions, but {len(lengths)} sizes")
        if len({len(each) for each in (*corners, *lengths)}) > 1:
            raise ModelError("all positions and sizes must have the same number of dimensions")
        self.boxes: list[Box] = list(zip(corners, lengths, strict=True))
        self.expressions = [each for box in self.boxes for side in box for each in side]

    def holds(self, value_of: ValueOf) -> bool:
        """Return whether no two boxes have a common point inside, and no size is negative."""
        boxes = [
            [(c.value(value_of), s.value(value_of)) for c, s in zip(*box, strict=True)]
            for box in self.boxes
        ]
        solid = [box for box in boxes if all(size > 0 for _, size in box)]
        return all(size >= 0 for box in boxes for _, size in box) and not any(
            all(a < b + t and b < a + s for (a, s), (b, t) in zip(one, other, strict=True))
            for one, other in combinations(solid, 2)
        )

    def build(self, builder: Builder) -> None:
        """Post the parts; for rectangles, also the cumulative constraint of each direction."""
        for each in self.expressions:  # they must have values, also where there is one box
            builder.linear_bounds(each.linear())
        for part in self._parts():
            part.build(builder)
        if self.boxes and len(self.boxes[0][0]) == 2:
            for axis in range(2):
                self._post_cumulative(builder, axis, 1 - axis)
            if any(not any(each.linear().is_number for each in size) for _, size in self.boxes):
                builder.rectangles.append(self._rectangles(builder))

    def reify(self, builder: Builder) -> int:
        """Reify the parts."""
        return reified_all(builder, self._parts(), self.expressions)

    def add_to(self, graph: LiteralGraph) -> None:
        """Add the boxes, of which alike ones may change places, and the lengths along each axis.

        The axes are alike: boxes that are all mirrored at a diagonal still do not overlap.
        """
        sides: list[list[int]] = [[] for _ in self.boxes]
        axes: list[int] = []
        for axis in range(len(self.boxes[0][0]) if self.boxes else 0):
            places: dict[Hashable, list[int]] = {}
            for own, (corner, size) in zip(sides, self.boxes, strict=True):
                own.append(_side(graph, corner[axis], size[axis], places))
            axes.append(graph.vertex("axis", (graph.vertex(k, v) for k, v in places.items())))
        boxes = Counter(graph.vertex("box", own) for own in sides)
        alike = [graph.vertex(("boxes", n), [box]) for box, n in boxes.items()]
        graph.require(graph.vertex("diffn", [*axes, *alike]))

    def add_to_cpsat(self, to: CpSatOfConstraints) -> bool:
        """Add rectangles as they are; other boxes are lowered."""
        if not self.boxes or len(self.boxes[0][0]) != 2:
            return False
        sides = []
        for corner, size in self.boxes:
            starts, sizes = to.placed(corner), to.placed(size)
            for v in sizes:
                to.builder.restrict(v, lambda value: value >= 0)
            sides.append((starts, sizes))
        axes = [[to.interval(s[k], d[k], is_solid=True) for s, d in sides] for k in range(2)]
        to.model.add_no_overlap_2d(*axes)
        return True

    def _parts(self) -> list[Constraint]:
        """Return for each two boxes that one is before the other in some direction, or is flat."""
        parts: list[Constraint] = [length >= 0 for _, size in self.boxes for length in size]
        for (a, s), (b, t) in combinations(self.boxes, 2):
            before = [x + length <= y for x, length, y in zip(a, s, b, strict=True)]
            after = [y + length <= x for x, length, y in zip(a, t, b, strict=True)]
            parts.append(at_least(1, [*before, *after, *(length == 0 for length in (*s, *t))]))
        return parts

    def _post_cumulative(self, builder: Builder, axis: int, across: int) -> None:
        """Post that the boxes that are met at one place of an axis fit side by side across it."""
        starts, widths = ([box[k][axis] for box in self.boxes] for k in range(2))
        heights = [size[across] for _, size in self.boxes]
        ends = [
            builder.linear_bounds((corner[across] + size[across]).linear())[1]
            for corner, size in self.boxes
        ]
        begins = [builder.linear_bounds(corner[across].linear())[0] for corner, _ in self.boxes]
        Cumulative(starts, widths, heights, max(ends) - min(begins)).build(builder)

    def _rectangles(self, builder: Builder) -> Rectangles:
        sides = zip(*((x, width, y, height) for (x, y), (width, height) in self.boxes), strict=True)
        return Rectangles(*([builder.variable_of(each) for each in side] for side in sides))

    def __repr__(self) -> str:
        positions, sizes = zip(*self.boxes, strict=True) if self.boxes else ((), ())
        return f"diffn({list(positions)!r}, {list(sizes)!r})"


def _side(
    graph: LiteralGraph,
    position: Expression,
    length: Expression,
    places: dict[Hashable, list[int]],
) -> int:
    """Return the vertex of a box along an axis; add the vertices of its values to `places`."""
    ends: list[int] = []
    numbers: list[tuple[str, int]] = []
    for kind, expression in (("at", position), ("long", length)):
        linear = expression.linear()
        if linear.is_number:
            numbers.append((kind, linear.constant))
            continue
        values = graph.values(expression)
        for value, vertex in values.items():
            places.setdefault((kind, value), []).append(vertex)
        ends.append(graph.vertex(kind, values.values()))
    return graph.vertex(("side", *numbers), ends)


def diffn(positions: Iterable[Iterable[Any]], sizes: Iterable[Iterable[Any]]) -> Diffn:
    """Return the constraint that boxes do not overlap: rectangles, or boxes of any dimensions.

    A box without volume may be anywhere. Consistency: bounds for each pair of boxes; for
    rectangles also that of `cumulative` in both directions.

    Parameters
    ----------
    positions
        For each box, the least coordinate in each dimension.
    sizes
        For each box, the length in each dimension: numbers or expressions, never negative.

    Returns
    -------
    Diffn
        A constraint, to be posted to a model or combined with others.

    Raises
    ------
    ModelError
        If the numbers of positions and sizes, or of dimensions, differ.

    References
    ----------
    N. Beldiceanu and E. Contejean, Introducing global constraints in CHIP, 1994.

    Examples
    --------
    Two dominoes that lie and one that stands, in a square of 3 x 3:

    >>> from csp import Model, diffn
    >>> model = Model()
    >>> x, y = model.variables((2, 3), range(3), name="x")
    >>> model.post(x[:2] <= 1, y[2] <= 1)
    >>> model.post(diffn(zip(x, y), [(2, 1), (2, 1), (1, 2)]))
    >>> model.count()
    40
    """
    return Diffn(positions, sizes)
