"""Brute force for models, too simple to be wrong."""

from itertools import product

from csp import Model


def solutions(model: Model) -> list[tuple[int, ...]]:
    """Return the solutions in order, by asking every constraint about all combinations."""
    variables = model.unknowns
    found = []
    for values in product(*(variable.values for variable in variables)):
        value_of = dict(zip(variables, values, strict=True)).__getitem__
        try:
            if all(constraint.holds(value_of) for constraint in model.constraints):
                found.append(values)
        except IndexError:  # an array has no such element: an expression without a value
            continue
    return found


def values_left(model: Model) -> list[list[int]] | None:
    """Return the values that each variable has in some solution, or None if there is none."""
    found = solutions(model)
    return [sorted(set(column)) for column in zip(*found, strict=True)] if found else None
