"""A plain search by phases, on models whose solutions are rows of one table.

The table removes every value that no row has, so a search has no failures, and is said by its
decisions alone: a test can tell in which order it must find the rows.
"""

import itertools
from collections.abc import Callable, Iterator, Sequence
from math import inf
from typing import Any

from csp import Phase, Priority
from csp.model.expressions import Expression, Variable

Row = tuple[int, ...]
Literal = Callable[[int], bool]


class Search:
    """A search of rows.

    Parameters
    ----------
    degrees
        The number of constraints on each variable.
    """

    def __init__(self, steps: Sequence[Any], degrees: Sequence[int]) -> None:
        self._steps, self._degrees = steps, degrees

    def rows(self, rows: list[Row], kept: Sequence[Any] = ()) -> Iterator[Row]:
        """Yield the rows in the order of the search; `kept` are the branches that it is in."""
        if len(rows) == 1:
            yield rows[0]
            return
        path: list[Any] = []
        each, values, wish = self._next(self._steps, rows, kept, path)
        test = decision(sorted({value_of(each, row) for row in rows}), values, wish)
        for wanted in (True, False):
            part = [row for row in rows if test(value_of(each, row)) == wanted]
            if part:
                yield from self.rows(part, path)

    def _next(self, steps: Sequence[Any], rows: list[Row], kept: Sequence[Any], path: Any) -> Any:
        """Return what is decided next, how, and its wish; None if all is decided."""
        for step in steps:
            if isinstance(step, Phase):
                found = self._of_phase(step, rows)
            else:
                found = self._of_priority(step, rows, kept, path)
            if found is not None:
                return found
        return None

    def _of_phase(self, phase: Phase, rows: list[Row]) -> Any:
        best, least = None, inf
        for k, each in enumerate(phase.variables):
            domain = sorted({value_of(each, row) for row in rows})
            wish = None if isinstance(phase.values, str) else phase.values[k]
            if len(domain) == 1 or (wish is not None and wish not in domain):
                continue
            score = self._score(phase.order, each, domain)
            if best is None or score < least:
                best, least = (each, phase.values, wish), score
        return best

    def _of_priority(self, step: Priority, rows: list[Row], kept: Sequence[Any], path: Any) -> Any:
        best: Any = None
        least = inf
        for key, search in zip(step.keys, step.searches, strict=True):
            own: list[Any] = []
            found = self._next(search, rows, kept, own)  # type: ignore[arg-type]
            if found is None:
                continue
            is_kept = any(one is search for one in kept)
            domain = sorted({value_of(key, row) for row in rows})
            score = -inf if is_kept else self._score(step.order, key, domain)
            if best is None or score < least:
                best, least = (found, [search, *own]), score
        if best is None:
            return None
        path += best[1]
        return best[0]

    def _score(self, order: str, each: Any, domain: list[int]) -> float:
        n = len(domain)
        index = next((one.index for one in each.variables()), None)
        degree = 0 if index is None else self._degrees[index]
        return {
            "input": 0,
            "smallest": n,
            "largest": -n,
            "lowest": domain[0],
            "highest": -domain[-1],
            "most constraints": -degree,
            "most constrained": n - degree / (degree + 1),
            "regret": 0 if n == 1 else domain[0] - domain[1],
            "dom/wdeg": n,
        }[order]


def value_of(each: Expression, row: Row) -> int:
    """Return the value of an expression in a row."""

    def value(variable: Variable) -> int:
        return row[variable.index]

    return each.value(value)


def decision(domain: list[int], values: Any, wish: int | None) -> Literal:
    """Return the first decision about a domain, as a test of values."""
    low, high, n = domain[0], domain[-1], len(domain)
    if wish is not None:
        return lambda value: value == wish
    mean = (low + high) / 2
    interval = next((a for a, b in itertools.pairwise(domain) if b > a + 1), None)
    tests: dict[str, Literal] = {
        "least": lambda value: value == low,
        "greatest": lambda value: value == high,
        "median": lambda value: value == domain[(n - 1) // 2],
        "middle": lambda value: value == min(domain, key=lambda one: abs(one - mean)),
        "split": lambda value: value <= mean,
        "reverse split": lambda value: value > mean,
        "interval": lambda value: value <= (mean if interval is None else interval),
        "not least": lambda value: value != low,
        "not greatest": lambda value: value != high,
        "not median": lambda value: value != domain[(n - 1) // 2],
    }
    return tests[values]
