"""Brute force, too simple to be wrong."""

from exactcover import Option, Problem


def agree(one: Option, other: Option) -> bool:
    """Tell whether a solution may hold both: what they share has one colour."""
    others = dict(zip(other.items, other.colours, strict=True))
    return all(
        colour is not None and others[item] == colour
        for item, colour in zip(one.items, one.colours, strict=True)
        if item in others
    )


def solutions(problem: Problem) -> set[tuple[int, ...]]:
    """Return the solutions, by trying all sets of options that agree."""
    sets: list[tuple[Option, ...]] = [()]
    for new in problem.options:
        sets += [(*chosen, new) for chosen in sets if all(agree(new, old) for old in chosen)]
    primary = set(problem.primary)
    return {
        tuple(option.index for option in chosen)
        for chosen in sets
        if primary <= {item for option in chosen for item in option.items}
    }
