"""Stretch: bounds of how often a value occurs in a row."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from csp.constraints.of_expressions import OfExpressions
from csp.constraints.regular import post_automaton, reified_automaton
from csp.errors import ModelError
from csp.model.constraint import Constraint, ValueOf
from csp.model.expressions import expression_list, whole

if TYPE_CHECKING:
    from csp.model.builder import Builder

Run = tuple[int, int]
"""The last value, and how many of it there are in a row; what is over the most is not counted."""


class Stretch(OfExpressions, Constraint):
    """The constraint that runs of equal values have some lengths; see `stretch`."""

    def __init__(
        self, expressions: Iterable[Any], lengths: Mapping[int, tuple[int, int | None]]
    ) -> None:
        self.expressions = expression_list(expressions, "the expressions")
        if not isinstance(lengths, Mapping):
            raise ModelError(f"the lengths are {lengths!r}: they must be a mapping from values")
        self.lengths = dict(map(_checked, lengths.items()))

    def holds(self, value_of: ValueOf) -> bool:
        """Return whether all runs have lengths within their bounds."""
        runs: list[list[int]] = []
        for value in [each.value(value_of) for each in self.expressions]:
            if runs and runs[-1][0] == value:
                runs[-1].append(value)
            else:
                runs.append([value])
        bounds = [self.lengths.get(run[0], (1, None)) for run in runs]
        return all(
            least <= len(run) and (most is None or len(run) <= most)
            for run, (least, most) in zip(runs, bounds, strict=True)
        )

    def build(self, builder: Builder) -> None:
        """Post an automaton."""
        numbers = builder.distinct_variables(self.expressions)
        post_automaton(builder, numbers, self._step, (None, 1), self._may_end)

    def reify(self, builder: Builder) -> int:
        """Reify the automaton."""
        return reified_automaton(builder, self.expressions, self._step, (None, 1), self._may_end)

    def _step(self, run: Run, value: int) -> Run | None:
        if run[0] != value and not self._may_end(run):
            return None
        least, most = self.lengths.get(value, (1, None))
        length = run[1] + 1 if run[0] == value else 1
        if most is None:
            return value, min(length, least)
        return (value, length) if length <= most else None

    def _may_end(self, run: Run) -> bool:
        return run[1] >= self.lengths.get(run[0], (1, None))[0]

    def __repr__(self) -> str:
        return f"stretch({self.expressions!r}, {self.lengths!r})"


def stretch(expressions: Iterable[Any], lengths: Mapping[int, tuple[int, int | None]]) -> Stretch:
    """Return the constraint that each value occurs in runs of a length within bounds.

    Consistency: domain, by an automaton (see `regular`).

    Parameters
    ----------
    expressions
        The sequence.
    lengths
        Value -> the least and the greatest length of its runs; None for no greatest length. Other
        values occur in runs of any length.

    Returns
    -------
    Stretch
        A constraint, to be posted to a model or combined with others.

    Raises
    ------
    ModelError
        If a value or a length is not a whole number, or a least length is below 1.

    References
    ----------
    G. Pesant, A filtering algorithm for the stretch constraint, CP 2001.

    Examples
    --------
    Night shifts (2) come in twos or threes:

    >>> from csp import Model, stretch
    >>> model = Model()
    >>> shifts = model.variables(4, range(3))
    >>> model.post(stretch(shifts, {2: (2, 3)}))
    >>> model.count()
    32
    """
    return Stretch(expressions, lengths)


def _checked(item: tuple[Any, Any]) -> tuple[int, tuple[int, int | None]]:
    value, bounds = item
    if not isinstance(bounds, tuple) or len(bounds) != 2:
        raise ModelError(
            f"the lengths of {value!r} are {bounds!r}: give the least and the greatest"
        )
    least, most = bounds
    if whole(least, "a least length") < 1:
        raise ModelError(f"the least length of {value!r} is {least}: it must be 1 or more")
    return whole(value, "a value"), (
        int(least),
        None if most is None else whole(most, "a greatest length"),
    )
