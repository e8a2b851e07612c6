"""A user-defined constraint: y is x squared, with a propagator that Numba compiles.

A constraint says what must hold, and how it is propagated; the propagator is a function of a handle
and a number that makes domains smaller. The engine calls it by its address: it is compiled alone.
"""

from collections.abc import Callable, Iterator
from typing import Any

from csp import Builder, Constraint, Model, Variable
from csp.propagator import DONE, FAILED, contains, high, low, next_value, opened, remove, variable


def square(handle: Any, p: Any) -> int:
    """Remove the values of x without a square in y, and those of y without a root in x."""
    state = opened(handle)
    x, y = variable(state, p, 0), variable(state, p, 1)
    value = low(state, x)
    while value <= high(state, x):
        if not contains(state, y, value * value) and not remove(state, x, value):
            return FAILED
        value = next_value(state, x, value + 1)
    value, root = low(state, y), 0
    while value <= high(state, y):
        while root * root < value:
            root += 1
        is_square = root * root == value and (contains(state, x, root) or contains(state, x, -root))
        if not is_square and not remove(state, y, value):
            return FAILED
        value = next_value(state, y, value + 1)
    return DONE


class Square(Constraint):
    """y = x * x; domain consistent."""

    def __init__(self, x: Variable, y: Variable) -> None:
        self.x, self.y = x, y

    def variables(self) -> Iterator[Variable]:
        """Yield both."""
        yield from (self.x, self.y)

    def holds(self, value_of: Callable[[Variable], int]) -> bool:
        """Multiply."""
        return value_of(self.y) == value_of(self.x) ** 2

    def build(self, builder: Builder) -> None:
        """Post the propagator."""
        builder.propagator(square, builder.numbers([self.x, self.y]))


def triples(most: int) -> list[tuple[int, int, int]]:
    """Find the right triangles with whole sides up to `most`.

    >>> triples(13)
    [(3, 4, 5), (5, 12, 13), (6, 8, 10)]
    """
    model = Model()
    sides = model.variables(3, range(1, most + 1), name="side")
    squares = model.variables(3, range(1, most * most + 1), name="square")
    model.post(Square(x, y) for x, y in zip(sides, squares, strict=True))
    model.post(squares[0] + squares[1] == squares[2], sides[0] < sides[1])
    return sorted((s[sides[0]], s[sides[1]], s[sides[2]]) for s in model.solutions(decide=sides))


def main() -> None:
    """Print the triangles."""
    found = triples(50)
    for a, b, c in found:
        print(f"{a:2}^2 + {b:2}^2 = {c:2}^2")
    print(f"{len(found)} right triangles with whole sides up to 50")


if __name__ == "__main__":
    main()
