"""Problems made of a problem: fewer options, or some already chosen."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from exactcover.problem.bounds import ONCE, Bounds, lower
from exactcover.problem.multiplicities import Multiplicities, total_units
from exactcover.problem.option import Colour, Incidence, Item
from exactcover.problem.parts import Parts
from exactcover.problem.problem import Problem
from exactcover.runtime.errors import ProblemError

NOTHING_STATED: Mapping[Item, tuple[int, int | None]] = MappingProxyType({})


def restrict(problem: Problem, options: Sequence[int]) -> Problem:
    """Return the problem with these options only; see `Problem.restrict`."""
    keep = np.zeros(problem.n_options, dtype=np.bool_)
    keep[list(options)] = True
    is_gone = np.zeros(problem.n_items, dtype=np.bool_)
    return keep_only(problem, keep, is_gone, dict(problem.bounds), problem.stated_bounds)


def with_chosen(problem: Problem, chosen: Sequence[int]) -> Problem:
    """Return the problem that remains after choosing these options; see `Problem.with_chosen`."""
    clash = find_clash(problem, chosen)
    if clash:
        raise ProblemError(clash)
    keep, is_gone, bounds = left_by(problem, chosen)
    stated = dict[Item, tuple[int, int | None]]()
    for number, item in enumerate(problem.primary if problem.stated_bounds else ()):
        if item in problem.stated_bounds:
            if is_gone[number]:  # more options may be added, by `changed`
                is_gone[number], bounds[item] = False, (0, 0)
            most, left = (own.get(item, ONCE)[1] for own in (problem.bounds, bounds))
            stated[item] = lower(problem.stated_bounds[item], most - left)
    return keep_only(problem, keep, is_gone, bounds, stated)


def left_by(
    problem: Problem, chosen: Sequence[int]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_], Bounds]:
    """Return the options that remain after choosing some, the items removed, the remaining bounds.

    It is not checked that the chosen options are compatible.
    """
    starts, members, colours = problem.incidence
    nodes = [node for option in chosen for node in range(starts[option], starts[option + 1])]
    units = problem.multiplicities
    lowered = _lower_bounds(problem, members[nodes], units[nodes])
    is_gone = np.zeros(problem.n_items, dtype=np.bool_)
    is_gone[members[nodes]] = True
    for number, item in enumerate(problem.primary if lowered else ()):
        if item in lowered:
            is_gone[number] = lowered[item][1] == 0
    bounds = {item: pair for item, pair in lowered.items() if pair[1] > 0}
    wanted = np.zeros(problem.n_items, dtype=np.int32)
    wanted[members[nodes]] = colours[nodes]
    # A node clashes if its item is removed, unless both options give it the same colour.
    clashes = is_gone[members] & ((colours == 0) | (colours != wanted[members]))
    if problem.has_multiplicities:
        most = np.array([bounds.get(item, ONCE)[1] for item in problem.items])
        clashes |= units > most[members]
    keep = np.add.reduceat(clashes, starts[:-1]) == 0 if problem.n_options else clashes
    keep[list(chosen)] = False
    return keep, is_gone, bounds


def is_cover(problem: Problem, options: Sequence[int]) -> bool:
    """Return whether options are a cover of a problem.

    >>> problem = Problem([["p"], ["q"], ["p", "q"]])
    >>> [is_cover(problem, options) for options in ([2], [0, 1], [0], [0, 2])]
    [True, True, False, False]
    """
    if find_clash(problem, options) is not None:
        return False
    rest = keep_only(problem, *left_by(problem, options))
    return all(rest.bounds.get(item, ONCE)[0] == 0 for item in rest.primary)


def find_clash(problem: Problem, chosen: Iterable[int]) -> str | None:
    """Return as text which of these options cannot be chosen together; None if all can."""
    covering: dict[int, list[int]] = {}
    covered: dict[int, int] = {}
    colour_of: dict[int, int] = {}
    starts, members, colours = problem.incidence
    units = problem.multiplicities
    seen: set[int] = set()
    for option in chosen:
        if option in seen:
            return f"option {problem._option(option)!r} is chosen twice"
        seen.add(option)
        for node in range(starts[option], starts[option + 1]):
            item, colour = int(members[node]), int(colours[node])
            others = covering.setdefault(item, [])
            agrees = colour != 0 and colour_of.get(item) == colour
            covered[item] = covered.get(item, 0) + int(units[node])
            if covered[item] > _most_covers(problem, item) and not agrees:
                return _describe_clash(problem, item, [*others, option])
            others.append(option)
            colour_of[item] = colour
    return None


def _most_covers(problem: Problem, item: int) -> int:
    """Return how often an item may be covered, apart from options with the same colour."""
    return problem.bounds.get(problem.items[item], ONCE)[1]


def _describe_clash(problem: Problem, item: int, chosen: Sequence[int]) -> str:
    *others, last = (repr(problem._option(option)) for option in chosen)
    both = "both" if len(others) == 1 else "all"
    name = problem.items[item]
    bounds = problem.bounds.get(name)
    most = "" if bounds is None else f", which may be covered {bounds[1]} times"
    return (
        f"options {', '.join(others)} and {last} cannot {both} be chosen: "
        f"{both} cover item {name!r}{most}"
    )


def _lower_bounds(problem: Problem, covered: NDArray[np.int32], units: Multiplicities) -> Bounds:
    """Return the remaining bounds of the items that have some; (0, 0) if none may cover it."""
    times = total_units(covered, units, problem.n_items).tolist()
    return {
        item: lower(problem.bounds[item], times[number])
        for number, item in enumerate(problem.primary)
        if item in problem.bounds
    }


def keep_only(
    problem: Problem,
    keep: NDArray[np.bool_],
    is_gone: NDArray[np.bool_],
    bounds: Bounds,
    stated_bounds: Mapping[Item, tuple[int, int | None]] = NOTHING_STATED,
) -> Problem:
    """Return the problem of the options `keep`, without the removed items."""
    starts, members, colours = problem.incidence
    kept = np.repeat(keep, np.diff(starts)) & ~is_gone[members]
    renumber = np.cumsum(~is_gone, dtype=np.int32) - 1
    kept_before = np.concatenate(([0], np.cumsum(kept)))
    new_lengths = (kept_before[starts[1:]] - kept_before[starts[:-1]])[keep]
    indices = np.flatnonzero(keep).tolist()
    known = problem.labels
    labels = [known[i] for i in indices] if known is not None else [None] * len(indices)
    new_colours, colour_names = _number_colours(colours[kept], problem.colour_names)
    return Problem.from_parts(
        Parts(
            tuple(item for item, gone in zip(problem.items, is_gone, strict=True) if not gone),
            problem.n_primary - int(is_gone[: problem.n_primary].sum()),
            Incidence(
                np.concatenate(([0], np.cumsum(new_lengths))).astype(np.int64),
                renumber[members[kept]],
                new_colours,
            ),
            colour_names=colour_names,
            labels=tuple(
                i if label is None else label for i, label in zip(indices, labels, strict=True)
            ),
            bounds={item: pair for item, pair in bounds.items() if pair != ONCE},
            costs=problem.costs[keep],
            multiplicities=problem.multiplicities[kept],
            name=problem.name,
            stated_bounds=dict(stated_bounds),
            lattice=problem.lattice,
        )
    )


def _number_colours(
    colours: NDArray[np.int32], names: tuple[Colour, ...]
) -> tuple[NDArray[np.int32], tuple[Colour, ...]]:
    """Assign numbers to the remaining colours in the order of their first use."""
    used, first_use = np.unique(colours, return_index=True)
    used = used[np.argsort(first_use)]
    used = used[used > 0]
    number = np.zeros(len(names) + 1, dtype=np.int32)
    number[used] = np.arange(1, len(used) + 1)
    return number[colours], tuple(names[colour - 1] for colour in used.tolist())
