"""The pictures that functions of this folder return, and the values that they draw."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import isfinite
from numbers import Real
from typing import TYPE_CHECKING, Any, TypeAlias

from csp.errors import ModelError
from csp.model.expressions import Expression
from csp.model.solution import Assignment
from exactcover.runtime.errors import NoSolutionError, UndecidedError
from exactcover.runtime.pictures.image import Image
from exactcover.runtime.search.result import Result, solution_of

if TYPE_CHECKING:
    from csp.verbs.best import Best
    from csp.verbs.diverse import Diverse
    from exactcover.runtime.pictures.svg import Svg

    SolutionLike: TypeAlias = (
        Assignment | Best[Any] | Diverse | Iterator[Assignment] | Result[Assignment] | None
    )


class Drawing(Image):
    """A finished picture: `save`, `to_svg` and `to_png` write it, and notebooks show it.

    Parameters
    ----------
    image
        The picture as SVG.
    title
        What it shows, in words.
    """

    __slots__ = ("_svg", "title")

    def __init__(self, image: Svg, title: str) -> None:
        self._svg = image.text()
        self.title = title

    def to_svg(self) -> str:
        """Return the picture as SVG."""
        return self._svg

    def __repr__(self) -> str:
        return f"Drawing({self.title!r})"


class Values:
    """The values of numbers and expressions in a solution.

    Parameters
    ----------
    solution
        A solution; a result of `solve`, `minimize` or `maximize`, whose solution is used, or of
        `solutions`, whose next one is; or None if there are numbers only.

    Raises
    ------
    ModelError
        If the result has no solution, or `solution` is something else.

    Examples
    --------
    >>> Values(None).number(5, "a start")
    5
    """

    def __init__(self, solution: SolutionLike) -> None:
        self._solution: Assignment | None
        if solution is None or isinstance(solution, Assignment):
            self._solution = solution
        else:
            try:
                found = solution_of(solution)
            except (NoSolutionError, UndecidedError) as error:
                raise ModelError(
                    f"there is no solution that can be drawn: the result has none ({error})"
                ) from None
            if not isinstance(found, Assignment):
                raise ModelError(
                    f"the solution is {solution!r}: give a solution of the model, or the result of "
                    "solve, solutions, minimize or maximize"
                )
            self._solution = found

    def number(self, value: Any, what: str) -> Any:
        """Return a finite number, or the value of an expression.

        Raises
        ------
        ModelError
            If it is neither, or there is no solution that gives the expression a value; `what`
            names it in the message.
        """
        if isinstance(value, Expression):
            if self._solution is None:
                raise ModelError(f"{what} is {value!r}: give the solution that has its value")
            return self._solution[value]
        if isinstance(value, Real) and isfinite(value):
            return value
        raise ModelError(f"{what} is {value!r}: it must be a number or an expression")

    def whole(self, value: Any, what: str) -> int:
        """Return a whole number, or the value of an expression.

        Raises
        ------
        ModelError
            As for `number`, and if the number is not whole.
        """
        found = self.number(value, what)
        if int(found) != found:
            raise ModelError(f"{what} is {value!r}: it must be a whole number")
        return int(found)


def leaves(values: Any) -> Iterator[Any]:
    """Yield the elements of nested lists and arrays, in order.

    Examples
    --------
    >>> list(leaves([[1, 2], [[3], "four"]]))
    [1, 2, 3, 'four']
    """
    if isinstance(values, Iterable) and not isinstance(values, str):
        for each in values:
            yield from leaves(each)
    else:
        yield values
