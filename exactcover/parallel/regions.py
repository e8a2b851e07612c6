"""The regions of the tasks of a search for covers, with which a checkpoint is checked.

A region says for some variables which values the choices of a task leave to them; see
`exactcover.runtime.parallel.job.Job.regions`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

import numpy as np

from exactcover.engines.registry import ENGINES
from exactcover.problem.bounds import ONCE
from exactcover.problem.bounds_as_items import decided_options
from exactcover.problem.choices import may_be_left_out
from exactcover.problem.problem import Problem
from exactcover.runtime.errors import ProblemError

Region = dict[Hashable, frozenset[Hashable]]


class Regions:
    """Computes the regions of tasks.

    Each item that is covered as often as it may be is a variable, whose value is the tuple of all
    options that cover it. Where items have bounds, each option is one, too: it is chosen (0) or
    left out (1).

    Parameters
    ----------
    problem
        The problem.

    Examples
    --------
    >>> regions = Regions(Problem([["p", "q"], ["p"], ["q"]]))
    >>> list(regions.of([1], [[1, 2]]))
    [{1: frozenset({(2,)})}]
    >>> list(regions.of([1], [[1, 0]]))
    Traceback (most recent call last):
    ...
    exactcover.runtime.errors.ProblemError: option 0 cannot be chosen with others
    """

    def __init__(self, problem: Problem) -> None:
        starts, members, colours = problem.incidence
        self._problem, self._n = problem, problem.n_options
        self._has_bounds = problem.has_bounds
        self._starts, self._items = starts.tolist(), members.tolist()
        self._colours = colours.tolist()
        self._units = problem.multiplicities.tolist()
        self._most = [problem.bounds.get(item, ONCE)[1] for item in problem.items]

    def of(self, chosen: Sequence[int], parts: Sequence[Sequence[int]]) -> Iterator[Region]:
        """Yield the region of each part of a task; see `Job.regions`."""
        covering: dict[int, list[int]] = {}
        self._add(covering, chosen, chosen)
        for part in parts:
            if list(part[: len(chosen)]) != list(chosen):
                raise ProblemError("a part does not begin with what is chosen")
            own = part[len(chosen) :]
            added = {item: list(options) for item, options in self._touched(covering, own)}
            self._add(added, own, part)
            region: Region = {
                item: frozenset((tuple(sorted(options)),))
                for item, options in added.items()
                # Secondary items: options that agree on the colour do not exclude each other.
                if item < self._problem.n_primary
                and self._covers(options, item) >= self._most[item]
            }
            if self._has_bounds:
                region |= {~(each % self._n): frozenset((each // self._n,)) for each in own}
            yield region

    def _touched(
        self, covering: dict[int, list[int]], own: Sequence[int]
    ) -> Iterator[tuple[int, list[int]]]:
        """Yield the items of some choices, with the options that cover them already."""
        for each in own:
            if 0 <= each < self._n:
                for item in self._items[self._starts[each] : self._starts[each + 1]]:
                    yield item, covering.get(item, [])

    def _add(
        self, covering: dict[int, list[int]], own: Sequence[int], choices: Sequence[int]
    ) -> None:
        """Add the options of choices to those that cover their items."""
        made = set(choices)
        if len(made) < len(choices):
            raise ProblemError("a choice is there twice")
        for each in own:
            is_left_out = self._has_bounds and self._n <= each < 2 * self._n
            option = each - self._n if is_left_out else each
            if not 0 <= option < self._n:
                raise ProblemError(f"there is no option {each}")
            if self._has_bounds and {option, option + self._n} <= made:
                raise ProblemError(f"option {option} is chosen and left out")
            if is_left_out:
                if not may_be_left_out(self._problem, option):
                    raise ProblemError(f"option {option} cannot be left out")
                continue
            for node in range(self._starts[each], self._starts[each + 1]):
                item = self._items[node]
                others = covering.setdefault(item, [])
                covers = self._covers(others, item) + self._units[node]
                if covers > self._most[item] and not self._agree(others, item, node):
                    raise ProblemError(f"option {each} cannot be chosen with others")
                others.append(each)

    def _covers(self, options: list[int], item: int) -> int:
        """Return how often options that have an item cover it together."""
        if not self._problem.has_multiplicities:
            return len(options)
        return sum(
            self._units[at]
            for option in options
            for at in range(self._starts[option], self._starts[option + 1])
            if self._items[at] == item
        )

    def _agree(self, options: list[int], item: int, node: int) -> bool:
        """Return whether options that cover an item give it the colour of a node."""
        colour = self._colours[node]
        return bool(colour) and all(
            self._items[at] != item or self._colours[at] == colour
            for option in options
            for at in range(self._starts[option], self._starts[option + 1])
        )


class EncodedRegions:
    """Computes the regions of tasks whose engine searches the equivalent problem without bounds.

    See `exactcover.engines.equivalent_problem`.
    """

    def __init__(self, problem: Problem) -> None:
        self._n, self._decided = problem.n_options, decided_options(problem)
        self._inner = Regions(problem.encoded)

    def of(self, chosen: Sequence[int], parts: Sequence[Sequence[int]]) -> Iterator[Region]:
        """Yield the region of each part of a task; see `Job.regions`."""
        return self._inner.of(self._numbers(chosen), list(map(self._numbers, parts)))

    def _numbers(self, choices: Sequence[int]) -> list[int]:
        """Return the options of the equivalent problem for choices."""
        found = []
        for each in choices:
            place = each - self._n
            if 0 <= place < self._n:
                at = int(np.searchsorted(self._decided, place))
                if at == len(self._decided) or self._decided[at] != place:
                    raise ProblemError(f"option {place} cannot be left out")
                place = at
            elif place >= self._n:
                place += len(self._decided) - self._n
            found.append(self._n + place)
        return found


def regions_of(problem: Problem, method: str) -> Regions | EncodedRegions:
    """Return the object that computes the regions of tasks which an engine searches."""
    is_encoded = problem.has_bounds and ENGINES[method].refuses(problem)
    return EncodedRegions(problem) if is_encoded else Regions(problem)
