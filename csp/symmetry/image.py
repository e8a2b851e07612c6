"""The image of an assignment under a symmetry, variable by variable."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from csp.constraints.tuples import post_table
from csp.kernels.bitsets import mask_of
from csp.model.constraint import ValueOf
from csp.model.expressions import Expression, Function, Variable

if TYPE_CHECKING:
    from csp.model.builder import Builder
    from csp.symmetry.given import Literal


class Image(Function):
    """The value of a variable in the image of an assignment.

    Parameters
    ----------
    variable
        The variable.
    sources
        Value of the variable -> the literal that the symmetry takes there.
    """

    def __init__(self, variable: Variable, sources: Mapping[int, Literal]) -> None:
        self.variable = variable
        self.sources: dict[Variable, dict[int, int]] = {}
        for value, (source, own) in sources.items():
            self.sources.setdefault(source, {})[own] = value

    def simplified(self) -> Expression:
        """Return an equal variable, or a variable plus a constant, if there is one."""
        (source, image_of), *others = self.sources.items()
        offsets = {value - own for own, value in image_of.items()}
        if others or len(offsets) > 1 or len(image_of) < len(source.values):
            return self
        (offset,) = offsets
        return source + offset if offset else source

    def variables(self) -> Iterator[Variable]:
        """Yield the variables whose literals are taken to those of the variable."""
        yield from self.sources

    def value(self, value_of: ValueOf) -> int:
        """Return the value; raise IndexError if the image of the assignment is none."""
        found = [
            image_of[value_of(source)]
            for source, image_of in self.sources.items()
            if value_of(source) in image_of
        ]
        if len(found) != 1:
            raise IndexError(f"{self!r} has no value: the image is no assignment")
        return found[0]

    def build(self, builder: Builder) -> int:
        """Post a table for each source: it has a literal just where the image has its image."""
        coded = self.variable.coded
        values = [*map(coded, self.variable.values)]
        result = builder.new_variable(values[0], mask_of(value - values[0] for value in values))
        for source, image_of in self.sources.items():
            rows = [(source.coded(own), coded(value)) for own, value in image_of.items()]
            known, taken = map(set, zip(*rows, strict=True))
            rest = (own for own in builder.values(source.index) if own not in known)
            rows += [(own, value) for own in rest for value in values if value not in taken]
            post_table(builder, [source.index, result], rows)
        return self.variable.at(builder, result)

    def __repr__(self) -> str:
        return f"image of {self.variable!r}"
