"""Problems made of a problem: fewer options, or some already chosen."""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from exactcover.errors import ProblemError
from exactcover.option import Colour, Incidence
from exactcover.problem import Problem


def restrict(problem: Problem, options: Sequence[int]) -> Problem:
    """Keep only these options; see `Problem.restrict`."""
    keep = np.zeros(problem.n_options, dtype=np.bool_)
    keep[list(options)] = True
    return _keep(problem, keep, problem.items, problem.n_primary, np.ones(problem.n_nodes, bool))


def with_chosen(problem: Problem, chosen: Sequence[int]) -> Problem:
    """Choose these options and keep what is left; see `Problem.with_chosen`."""
    starts, members, colours = problem.incidence
    fixed = _fixed_colours(problem, chosen)
    is_gone = np.zeros(problem.n_items, dtype=np.bool_)
    is_gone[list(fixed)] = True
    wanted = np.zeros(problem.n_items, dtype=np.int32)
    wanted[list(fixed)] = list(fixed.values())
    # A node stands in the way if its item is gone, unless both gave it the same colour.
    clashes = is_gone[members] & ((colours == 0) | (colours != wanted[members]))
    keep = np.add.reduceat(clashes, starts[:-1]) == 0 if problem.n_options else clashes
    keep[list(chosen)] = False
    items = tuple(item for item, gone in zip(problem.items, is_gone, strict=True) if not gone)
    n_primary = problem.n_primary - int(is_gone[: problem.n_primary].sum())
    return _keep(problem, keep, items, n_primary, ~is_gone[members])


def find_clash(problem: Problem, chosen: Iterable[int]) -> str | None:
    """Say which two of these options cannot be chosen together, and why, or None."""
    taken: dict[int, tuple[int, int]] = {}
    starts, members, colours = problem.incidence
    for option in chosen:
        for node in range(starts[option], starts[option + 1]):
            item, colour = int(members[node]), int(colours[node])
            if item in taken and (colour == 0 or taken[item][1] != colour):
                first, second = problem.options[taken[item][0]], problem.options[option]
                if first == second:
                    return f"option {first!r} is chosen twice"
                return (
                    f"options {first!r} and {second!r} cannot both be chosen: "
                    f"both cover item {problem.items[item]!r}"
                )
            taken[item] = (option, colour)
    return None


def _fixed_colours(problem: Problem, chosen: Sequence[int]) -> dict[int, int]:
    clash = find_clash(problem, chosen)
    if clash:
        raise ProblemError(clash)
    starts, members, colours = problem.incidence
    nodes = [node for option in chosen for node in range(starts[option], starts[option + 1])]
    return {int(members[node]): int(colours[node]) for node in nodes}


def _keep(
    problem: Problem,
    keep: NDArray[np.bool_],
    items: tuple[object, ...],
    n_primary: int,
    is_kept_node: NDArray[np.bool_],
) -> Problem:
    """Make the problem of the options `keep`, of their nodes `is_kept_node`, of `items`."""
    starts, members, colours = problem.incidence
    lengths = np.diff(starts)
    kept = np.repeat(keep, lengths) & is_kept_node
    number = {item: i for i, item in enumerate(items)}
    renumber = np.array([number.get(item, -1) for item in problem.items], dtype=np.int32)
    kept_before = np.concatenate(([0], np.cumsum(kept)))
    new_lengths = (kept_before[starts[1:]] - kept_before[starts[:-1]])[keep]
    indices = np.flatnonzero(keep).tolist()
    labels = [problem.options[i].label for i in indices]
    new_colours, colour_names = _number_colours(colours[kept], problem._colour_names)
    return Problem._from_parts(
        tuple(items),
        n_primary,
        Incidence(
            np.concatenate(([0], np.cumsum(new_lengths))).astype(np.int64),
            renumber[members[kept]],
            new_colours,
        ),
        colour_names=colour_names,
        labels=tuple(
            i if label is None else label for i, label in zip(indices, labels, strict=True)
        ),
        name=problem.name,
    )


def _number_colours(
    colours: NDArray[np.int32], names: tuple[Colour, ...]
) -> tuple[NDArray[np.int32], tuple[Colour, ...]]:
    """Give numbers to the colours that are left, by first use, as a new problem would."""
    used, first_use = np.unique(colours, return_index=True)
    used = used[np.argsort(first_use)]
    used = used[used > 0]
    number = np.zeros(len(names) + 1, dtype=np.int32)
    number[used] = np.arange(1, len(used) + 1)
    return number[colours], tuple(names[colour - 1] for colour in used.tolist())
